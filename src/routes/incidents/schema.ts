import { z } from 'zod'
import {
  type Brief,
  INVESTIGATION_STATES,
  type IncidentAlert,
  type IncidentFeedback,
  type IncidentItem,
  type IncidentWithMessages,
  TIMELINE_KINDS,
} from '../../contracts/incident-protocol.ts'
import { ALERT_SOURCES, SEVERITIES } from '../../contracts/oncall-protocol.ts'
import { type IncidentWindow, windowOf } from '../../domain/oncall/incident-window.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, textOrNull } from '../../http/parameters.ts'
import { analysis, analysisOf, message, messageOf } from './analysis-schema.ts'

export const incidentState = z.enum(['open', 'resolved'])
export const severity = z.enum(SEVERITIES)
const uuidOrNull = z.union([z.uuid(), z.null()])
const share = z.number().min(0).max(1)

const statement = z
  .object({
    text: z.string(),
    cites: z
      .array(z.string())
      .describe('The evidence: ids of alerts, changes and runs, or a look-up as `<run id>#<tool call id>`.'),
  })
  .openapi('Statement')

export const feedback = z
  .object({
    verdict: z.enum(['right', 'wrong']),
    service: textOrNull,
    cause: textOrNull,
    note: textOrNull,
    by: z.string(),
    at: dateTime,
  })
  .openapi('IncidentFeedback')

const itemShape = {
  id: z.uuid(),
  title: z.string(),
  severity,
  state: incidentState,
  source: z.enum(ALERT_SOURCES),
  services: z.array(z.string()).describe('The services that alert. The cause may be in another service.'),
  startedAt: dateTime,
  openedAt: dateTime,
  lastAlertAt: dateTime,
  resolvedAt: dateTimeOrNull,
  alerts: z.number().int(),
  openAlerts: z.number().int(),
  repeats: z.number().int(),
  threadId: z.uuid(),
  investigation: z.object({
    state: z.enum(INVESTIGATION_STATES),
    runId: uuidOrNull,
    reason: textOrNull,
    dueAt: dateTime,
  }),
  headline: textOrNull,
  causeService: textOrNull,
  confidence: z.union([share, z.null()]),
  feedback: z.union([feedback, z.null()]),
}

export const incidentItem = z.object(itemShape).openapi('IncidentItem')

const brief = z
  .object({
    writtenAt: dateTime,
    runId: uuidOrNull,
    what: statement,
    since: z.object({ at: dateTimeOrNull, until: dateTimeOrNull, statement }),
    impact: statement,
    cause: z.object({
      outcome: z.string(),
      service: textOrNull,
      mechanism: textOrNull,
      confidence: share,
      statement,
    }),
    evidence: z.array(statement),
    changes: z.array(
      z.object({
        changeId: z.string(),
        kind: z.string(),
        title: z.string(),
        services: z.array(z.string()),
        version: textOrNull,
        author: textOrNull,
        url: textOrNull,
        startedAt: dateTime,
        state: z.enum(['culprit', 'weakened', 'unrelated']),
        because: z.string(),
      }),
    ),
    changeStatement: statement,
    tried: z.array(statement),
    openQuestions: z.array(statement),
    similar: z.array(
      z.object({
        incidentId: z.uuid(),
        title: z.string(),
        startedAt: dateTime,
        likeness: share,
        because: z.string(),
        ending: z.string(),
      }),
    ),
    runbooks: z.array(
      z.object({ noteId: z.uuid(), title: z.string(), url: textOrNull, step: z.string(), because: z.string() }),
    ),
    answer: z.string(),
  })
  .openapi('IncidentBrief')

export const incidentAlert = z.object({
  id: z.uuid(),
  source: z.enum(ALERT_SOURCES),
  status: z.enum(['firing', 'resolved']),
  severity,
  title: z.string(),
  description: z.string(),
  service: textOrNull,
  entities: z.array(z.string()),
  startedAt: dateTime,
  endedAt: dateTimeOrNull,
  repeats: z.number().int(),
  query: textOrNull,
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  labels: z.record(z.string(), z.string()),
})

/** Markdown of an incident. */
export const postmortem = z.object({ incidentId: z.uuid(), title: z.string(), markdown: z.string() })

export const incidentDetail = z
  .object({
    ...itemShape,
    window: z
      .object({ from: dateTime, onset: dateTime, to: dateTime, services: z.array(z.string()) })
      .describe('The range of telemetry that shows the incident, and at most four services: the cause first.'),
    brief: z.union([brief, z.null()]),
    analysis: z
      .union([analysis, z.null()])
      .describe('What the last investigation found, in a form that can be drawn. Null before it has answered.'),
    timeline: z
      .array(
        z.object({ id: z.string(), at: dateTime, kind: z.enum(TIMELINE_KINDS), text: z.string(), subject: textOrNull }),
      )
      .describe(
        'In the order of time, including the onset, the changes near it and the end, as far as they were found.',
      ),
    messages: z
      .union([z.array(message), z.null()])
      .describe('The last hundred messages to destinations. Null if they cannot be read.'),
    alertList: z
      .array(incidentAlert)
      .describe(
        'The first hundred at most; `alerts` says how many there are, and GET /v1/incidents/{incidentId}/alerts lists all.',
      ),
    followUps: z.array(
      z.object({
        kind: z.enum(['later', 'resolution']),
        dueAt: dateTime,
        state: z.enum(['due', 'running', 'answered', 'dropped']),
        runId: uuidOrNull,
        text: textOrNull,
      }),
    ),
  })
  .openapi('Incident')

const count = z.number().int()

export const accuracy = z
  .object({
    judged: count.describe('Number of answers that people judged.'),
    right: count,
    incidents: count.describe('Number of incidents that were investigated, judged or not.'),
    bands: z.array(z.object({ from: share, to: share, judged: count, right: count })),
  })
  .openapi('IncidentAccuracy')

export const INCIDENT_ITEM_EXAMPLE = {
  id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
  title: 'checkout: 5xx above 5 %',
  severity: 'critical' as const,
  state: 'open' as const,
  source: 'alertmanager' as const,
  services: ['checkout'],
  startedAt: '2026-11-20T09:14:00.000Z',
  openedAt: '2026-11-20T09:14:30.000Z',
  lastAlertAt: '2026-11-20T09:15:00.000Z',
  resolvedAt: null,
  alerts: 3,
  openAlerts: 3,
  repeats: 0,
  threadId: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a66',
  investigation: {
    state: 'answered' as const,
    runId: '019b2c47-d1ee-7001-9d52-3f1f6f0c1a66',
    reason: null,
    dueAt: '2026-11-20T09:14:32.000Z',
  },
  headline: 'The cause is pricing: its data store answers slowly (probability 93 %).',
  causeService: 'pricing',
  confidence: 0.93,
  feedback: null,
}

export function feedbackOf(given: IncidentFeedback) {
  return { ...given, at: iso(given.at) }
}

export function itemOf(incident: IncidentItem) {
  const { investigation } = incident
  return {
    ...incident,
    startedAt: iso(incident.startedAt),
    openedAt: iso(incident.openedAt),
    lastAlertAt: iso(incident.lastAlertAt),
    resolvedAt: isoOrNull(incident.resolvedAt),
    investigation: { ...investigation, dueAt: iso(investigation.dueAt) },
    feedback: incident.feedback === null ? null : feedbackOf(incident.feedback),
  }
}

export function detailOf(incident: IncidentWithMessages) {
  return {
    ...incident,
    ...itemOf(incident),
    window: windowView(windowOf(incident)),
    analysis: incident.analysis === null ? null : analysisOf(incident.analysis),
    messages: incident.messages?.map(messageOf) ?? null,
    brief: incident.brief === null ? null : briefOf(incident.brief),
    timeline: incident.timeline.map((entry) => ({ ...entry, at: iso(entry.at) })),
    alertList: incident.alertList.map(incidentAlertOf),
    followUps: incident.followUps.map((one) => ({ ...one, dueAt: iso(one.dueAt) })),
  }
}

export function incidentAlertOf(alert: IncidentAlert) {
  return { ...alert, startedAt: iso(alert.startedAt), endedAt: isoOrNull(alert.endedAt) }
}

const windowView = ({ from, onset, to, services }: IncidentWindow) => ({
  from: iso(from),
  onset: iso(onset),
  to: iso(to),
  services: [...services],
})

function briefOf(given: Brief) {
  const { since } = given
  return {
    ...given,
    writtenAt: iso(given.writtenAt),
    since: { ...since, at: isoOrNull(since.at), until: isoOrNull(since.until) },
    changes: given.changes.map((one) => ({ ...one, startedAt: iso(one.startedAt) })),
    similar: given.similar.map((one) => ({ ...one, startedAt: iso(one.startedAt) })),
  }
}
