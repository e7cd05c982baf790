/** What the incident views ask the API. */
import type { Client, Incident } from '@observability-agent/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { IncidentListSearch } from './routes.ts'

/** An open incident changes by itself: alerts join it, the investigation answers. */
const WATCH_MS = 15_000

export const newestIncident = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['incidents', projectId, 'newest'],
    queryFn: ({ signal }) => client.incidents.list({ query: { limit: 1 }, signal }),
  })

export const incidentPages = (client: Client, projectId: string, { state }: IncidentListSearch) =>
  infiniteQueryOptions({
    queryKey: ['incidents', projectId, 'pages', state],
    queryFn: ({ pageParam, signal }) =>
      client.incidents.list({
        query: { limit: 50, ...(state ? { state } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: WATCH_MS,
  })

export const incidentById = (client: Client, projectId: string, incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', projectId, 'one', incidentId],
    queryFn: ({ signal }) => client.incidents.get({ path: { incidentId }, signal }),
    refetchInterval: (query) => (query.state.data?.incident.state === 'open' ? WATCH_MS : false),
  })

/** The range that an incident's charts show: as long before the onset as the analysis looked at, until its end or now. */
export function rangeOf(incident: Incident): { readonly from: number; readonly to: number; readonly onset: number } {
  const { analysis, resolvedAt, startedAt } = incident
  const onset = Date.parse(analysis?.onset?.at ?? startedAt)
  // Changes shortly before belong on the axis: whether one fits is the question.
  const changes = incident.brief?.changes.map((change) => Date.parse(change.startedAt)) ?? []
  const near = changes.filter((at) => at < onset && onset - at <= CHANGE_NEAR_MS).map((at) => at - AFTER_MS)
  const from = Math.min(Date.parse(analysis?.from ?? startedAt), onset - BEFORE_MS, ...near)
  const seen = Date.parse(analysis?.to ?? incident.lastAlertAt)
  return { from, to: Math.max(seen, Date.parse(resolvedAt ?? incident.lastAlertAt)) + AFTER_MS, onset }
}

const BEFORE_MS = 600_000
const CHANGE_NEAR_MS = 3_600_000
const AFTER_MS = 60_000
/** Lines of a chart that a reader can still tell apart. */
const SERVICES_MAX = 4
/** Points of a line: a pixel or two each. */
const POINTS = 90

/** The cause first, then who alerts, then who was drawn in. */
export function servicesOf({ causeService, services, analysis }: Incident): string[] {
  const drawnIn = analysis?.propagation.map(({ to }) => to) ?? []
  return [...new Set([...(causeService === null ? [] : [causeService]), ...services, ...drawnIn])].slice(
    0,
    SERVICES_MAX,
  )
}

export const requestsOverTime = (client: Client, projectId: string, incident: Incident) => {
  const { from, to } = rangeOf(incident)
  const services = servicesOf(incident)
  const intervalSeconds = Math.max(10, Math.ceil((to - from) / 1000 / POINTS / 10) * 10)
  return queryOptions({
    queryKey: ['incidents', projectId, 'requests', from, to, services],
    queryFn: ({ signal }) =>
      client.traces.stats({
        body: {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          filters: [
            { field: 'service', op: 'in', values: services },
            // What a service received, not what it asked of others.
            { field: 'kind', op: 'in', values: ['server', 'consumer'] },
          ],
          groupBy: ['service'],
          intervalSeconds,
        },
        signal,
      }),
    enabled: services.length > 0,
    staleTime: 300_000,
  })
}

export const errorLogsOverTime = (client: Client, projectId: string, incident: Incident) => {
  const { from, to } = rangeOf(incident)
  const services = servicesOf(incident)
  const intervalSeconds = Math.max(10, Math.ceil((to - from) / 1000 / POINTS / 10) * 10)
  return queryOptions({
    queryKey: ['incidents', projectId, 'error-logs', from, to, services],
    queryFn: ({ signal }) =>
      client.logs.volume({
        body: {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          filters: [
            { field: 'service', op: 'in', values: services },
            { field: 'severity', op: 'in', values: ['warn', 'error', 'fatal'] },
          ],
          groupBy: ['service'],
          intervalSeconds,
        },
        signal,
      }),
    enabled: services.length > 0,
    staleTime: 300_000,
  })
}

/** Who called whom, how often and how well: before the onset and since. */
export const callsBeforeAndAfter = (client: Client, projectId: string, incident: Incident) => {
  const { from, to, onset } = rangeOf(incident)
  const within = (start: number, end: number, signal: AbortSignal) =>
    client.dependencies.list({
      query: { from: new Date(start).toISOString(), to: new Date(end).toISOString() },
      signal,
    })
  return queryOptions({
    queryKey: ['incidents', projectId, 'calls', from, onset, to],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([within(from, onset, signal), within(onset, to, signal)])
      return { before: before.dependencies, after: after.dependencies }
    },
    staleTime: 300_000,
  })
}

const iso = (at: number): string => new Date(at).toISOString()

/** Operations of a service, each with its numbers before the onset and since; the slowest of today first. */
export const statsBeforeAndAfter = (client: Client, projectId: string, incident: Incident, service: string) => {
  const { from, onset, to } = rangeOf(incident)
  const within = async (start: number, end: number, signal: AbortSignal) => {
    const filters = [{ field: 'service', op: 'eq' as const, value: service }]
    const groupBy = ['service' as const, 'operation' as const]
    const body = { from: iso(start), to: iso(end), filters, groupBy, groupsMax: 30 }
    const { rows } = await client.traces.stats({ body, signal })
    return new Map(rows.map((row) => [row.operation ?? '', row]))
  }
  return queryOptions({
    queryKey: ['incidents', projectId, 'stats', from, onset, to, service],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([within(from, onset, signal), within(onset, to, signal)])
      const operations = [...new Set([...after.keys(), ...before.keys()])]
      return operations.map((operation) => ({
        operation,
        before: before.get(operation),
        after: after.get(operation),
      }))
    },
    staleTime: 300_000,
  })
}

/** Patterns of a service's log lines since the onset, compared with before; the largest change first. */
export const patternsBeforeAndAfter = (client: Client, projectId: string, incident: Incident, service: string) => {
  const { from, onset, to } = rangeOf(incident)
  return queryOptions({
    queryKey: ['incidents', projectId, 'patterns', from, onset, to, service],
    queryFn: ({ signal }) =>
      client.logs.patterns({
        body: {
          from: iso(onset),
          to: iso(to),
          compareWith: { from: iso(from), to: iso(onset) },
          filters: [{ field: 'service', op: 'eq', value: service }],
          limit: 15,
        },
        signal,
      }),
    staleTime: 300_000,
  })
}
