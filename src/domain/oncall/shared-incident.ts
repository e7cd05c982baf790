/**
 * What a link to an incident shows: the incident without what leads elsewhere, and the telemetry of its window. Who
 * reads chooses among what the incident names; no range, filter or project of a request reaches a query.
 */
import type { SharedIncidentScope } from '../../auth/incident-share.ts'
import { notFound } from '../../contracts/domain-error.ts'
import type { IncidentWithMessages } from '../../contracts/incident-protocol.ts'
import type { VerbCall } from '../context.ts'
import { logPatterns, logVolume } from '../telemetry/query-logs.ts'
import { listDependencies, spanStats } from '../telemetry/query-traces.ts'
import { ownerOf } from './changes.ts'
import { servicesOf, windowOf } from './incident-window.ts'
import { postmortemOf } from './postmortem.ts'

type Call<Input = undefined> = VerbCall<SharedIncidentScope, Input>

/**
 * Returns the incident without other incidents, destinations, people's judgements and what its alerts carried beside
 * their texts. Throws `not_found` when it is no longer stored.
 */
export async function getSharedIncident({ ctx, scope }: Call): Promise<IncidentWithMessages> {
  const incident = await ctx.objects.onCall(ownerOf(scope.project)).getIncident(scope.incidentId)
  if (incident === null) throw notFound('The incident')
  const { brief } = incident
  return {
    ...incident,
    messages: null,
    feedback: null,
    followUps: [],
    brief: brief && {
      ...brief,
      similar: [],
      answer: '',
      runbooks: brief.runbooks.map((one) => ({ ...one, url: null })),
    },
    alertList: incident.alertList.map((alert) => ({ ...alert, labels: {}, links: [], query: null, entities: [] })),
    timeline: incident.timeline.filter(({ kind }) => kind !== 'feedback' && kind !== 'note'),
  }
}

/** Returns the draft of a postmortem, of what the link shows. */
export async function getSharedPostmortem(call: Call) {
  const incident = await getSharedIncident(call)
  return { incidentId: incident.id, title: incident.title, markdown: postmortemOf(incident) }
}

/** Points of a line of a chart: a pixel or two each. */
const POINTS = 90
const GROUPS_MAX = 10

const iso = (at: number): string => new Date(at).toISOString()

/** Returns requests and log errors of the incident's services over its window, and who called whom before and since. */
export async function getSharedTelemetry({ ctx, scope }: Call) {
  const incident = await getSharedIncident({ ctx, scope })
  const { from, onset, to, services } = windowOf(incident)
  const intervalSeconds = Math.max(10, Math.ceil((to - from) / 1000 / POINTS / 10) * 10)
  const asked = { ctx, scope: scope.project }
  const range = { from: iso(from), to: iso(to), intervalSeconds, groupsMax: GROUPS_MAX }
  const ofServices = { field: 'service', op: 'in', values: services } as const
  const received = { field: 'kind', op: 'in', values: ['server', 'consumer'] } as const
  const bad = { field: 'severity', op: 'in', values: ['warn', 'error', 'fatal'] } as const
  const [requests, logErrors, before, since] = await Promise.all([
    spanStats({ ...asked, input: { ...range, filters: [ofServices, received], groupBy: ['service'] } }),
    logVolume({ ...asked, input: { ...range, filters: [ofServices, bad], groupBy: ['service'] } }),
    listDependencies({ ...asked, input: { from: iso(from), to: iso(onset) } }),
    listDependencies({ ...asked, input: { from: iso(onset), to: iso(to) } }),
  ])
  const named = new Set(servicesOf(incident))
  const amongThem = ({ dependencies }: typeof before) =>
    dependencies.filter(({ caller, callee }) => named.has(caller) && named.has(callee))
  return {
    requests: requests.rows,
    logErrors: logErrors.series,
    calls: { before: amongThem(before), since: amongThem(since) },
  }
}

/** Operations of a service in a list that can be read. */
const OPERATIONS_MAX = 30
const PATTERNS_MAX = 15

/**
 * Returns the rows behind the evidence about a service: its spans by operation, or its patterns of log lines, before
 * the onset and since. Throws `not_found` for a service that no hypothesis of the incident names.
 */
export async function getSharedEvidence({
  ctx,
  scope,
  input: { service, signal },
}: Call<{ readonly service: string; readonly signal: 'spans' | 'logs' }>) {
  const incident = await getSharedIncident({ ctx, scope })
  if (!incident.analysis?.hypotheses.some((one) => one.service === service))
    throw notFound('A hypothesis of the incident about this service')
  const window = windowOf(incident)
  const before = { from: iso(window.from), to: iso(window.onset) }
  const since = { from: iso(window.onset), to: iso(window.to) }
  const filters = [{ field: 'service', op: 'eq', value: service } as const]
  const asked = { ctx, scope: scope.project }
  if (signal === 'logs') {
    const input = { ...since, filters, compareWith: before, intervals: false, limit: PATTERNS_MAX }
    const { patterns } = await logPatterns({ ...asked, input })
    return { spans: null, patterns }
  }
  const rowsOf = async (range: typeof before) => {
    const input = { ...range, filters, groupBy: ['service', 'operation'] as const, groupsMax: OPERATIONS_MAX }
    return (await spanStats({ ...asked, input })).rows
  }
  const [rowsBefore, rowsSince] = await Promise.all([rowsOf(before), rowsOf(since)])
  return { spans: { before: rowsBefore, since: rowsSince }, patterns: null }
}
