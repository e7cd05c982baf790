/** Incidents with their alerts, as the on-call part of the service groups them. */
import { z } from 'zod'
import type { IncidentDetail, IncidentItem } from '../../contracts/incident-protocol.ts'
import { SEVERITIES } from '../../contracts/oncall-protocol.ts'
import { getIncident as readIncident, listIncidents as readIncidents } from '../../domain/oncall/incidents.ts'
import { iso, isoOrNull } from '../../http/parameters.ts'
import { defineTool } from '../tool.ts'
import { linkTo } from '../uris.ts'
import { counted } from './telemetry-tool.ts'

const LIST_LIMIT = 10
const LINKS_MAX = 5

const itemShape = {
  id: z.string(),
  title: z.string(),
  severity: z.string(),
  state: z.string(),
  services: z.array(z.string()).describe('Who alerts; the cause may be elsewhere.'),
  startedAt: z.string(),
  resolvedAt: z.string().nullable(),
  alerts: z.number(),
  openAlerts: z.number(),
  headline: z.string().nullable().describe('What the automatic investigation found.'),
  causeService: z.string().nullable(),
  confidence: z.number().nullable(),
  investigation: z.object({ state: z.string(), runId: z.string().nullable().describe('For get_investigation.') }),
}

export const listIncidents = defineTool({
  name: 'list_incidents',
  title: 'List incidents',
  description:
    'Incidents of a project, newest first: what alerts, how bad, open or resolved, and what the automatic investigation found.',
  permission: 'incidents:read',
  input: {
    state: z.enum(['open', 'resolved']).optional(),
    severity: z.enum(SEVERITIES).optional().describe('This severity or worse.'),
    service: z.string().min(1).max(200).optional().describe('It alerts, or is named as the cause.'),
    limit: z.number().int().min(1).max(50).optional().describe(`Default ${LIST_LIMIT}.`),
    cursor: z.uuid().optional().describe('`nextCursor` of the last answer.'),
  },
  output: { incidents: z.array(z.object(itemShape)), nextCursor: z.string().nullable() },
  async run({ ctx, access, input }) {
    const scope = await access.project()
    const { state = null, severity = null, service = null, limit = LIST_LIMIT } = input
    const cursor = input.cursor?.toLowerCase() ?? null
    const page = await readIncidents({ ctx, scope, input: { state, severity, service, limit, cursor } })
    const open = page.incidents.filter((incident) => incident.state === 'open').length
    return {
      summary: `${counted(page.incidents.length, 'incident')}, ${open} of them open.`,
      data: { incidents: page.incidents.map(itemOf), nextCursor: page.nextCursor },
      links: page.incidents.slice(0, LINKS_MAX).map(({ id }) => linkTo('incident', scope.projectId, id)),
      readOn: 'Read on with `nextCursor`, or read one with get_incident.',
    }
  },
})

const statement = z.looseObject({ text: z.string() })

export const getIncident = defineTool({
  name: 'get_incident',
  title: 'Read an incident',
  description:
    'One incident: the brief (what, since when, impact, cause with confidence, evidence, changes, similar incidents, fitting runbook steps), its timeline and alerts.',
  permission: 'incidents:read',
  input: { incidentId: z.uuid() },
  output: {
    incident: z.looseObject(itemShape),
    brief: z
      .looseObject({ what: statement, impact: statement, cause: z.looseObject({ statement }) })
      .nullable()
      .describe('null: not written yet.'),
    timeline: z.array(z.object({ at: z.string(), kind: z.string(), text: z.string() })),
    alerts: z.array(z.looseObject({ id: z.string(), status: z.string(), title: z.string() })),
  },
  async run({ ctx, access, input }) {
    const scope = await access.project()
    const incident = await readIncident({ ctx, scope, input: { id: input.incidentId } })
    const links = [
      linkTo('incident', scope.projectId, incident.id),
      linkTo('thread', scope.projectId, incident.threadId),
      ...(incident.brief?.runbooks ?? []).slice(0, LINKS_MAX).map((one) => linkTo('note', scope.projectId, one.noteId)),
    ]
    return {
      summary: `The incident is ${incident.state}; its investigation is ${incident.investigation.state}. ${counted(incident.alerts, 'alert')}, ${incident.openAlerts} open.`,
      data: detailOf(incident),
      links,
      readOn: 'The resource of the incident has the rest.',
    }
  },
})

function itemOf(incident: IncidentItem) {
  const { id, title, severity, state, services, alerts, openAlerts, headline, causeService, confidence } = incident
  return {
    id,
    title,
    severity,
    state,
    services,
    startedAt: iso(incident.startedAt),
    resolvedAt: isoOrNull(incident.resolvedAt),
    alerts,
    openAlerts,
    headline,
    causeService,
    confidence,
    investigation: { state: incident.investigation.state, runId: incident.investigation.runId },
  }
}

function detailOf(incident: IncidentDetail) {
  const { brief } = incident
  return {
    incident: { ...itemOf(incident), threadId: incident.threadId, feedback: incident.feedback },
    // The answer says what the statements say, in other words.
    brief:
      brief === null ? null : { ...brief, answer: undefined, since: { ...brief.since, at: isoOrNull(brief.since.at) } },
    timeline: incident.timeline.map(({ at, kind, text }) => ({ at: iso(at), kind, text })),
    alerts: incident.alertList.map(({ id, status, severity, title, description, service, startedAt, labels }) => ({
      id,
      status,
      severity,
      title,
      description,
      service,
      startedAt: iso(startedAt),
      labels,
    })),
  }
}
