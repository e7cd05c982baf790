/** What the incident views ask the API. */
import type { Client } from '@observability-agent/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { IncidentListSearch } from './routes.ts'
import type { IncidentSource, ShownIncident } from './source.ts'

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

/** What the telemetry of a window says changes no more, but for what still arrives. */
const STALE_MS = 300_000

const windowKey = ({ window: { from, onset, to } }: ShownIncident) => [from, onset, to]

export const requestsOverTime = (source: IncidentSource, incident: ShownIncident) =>
  queryOptions({
    queryKey: ['incidents', source.id, 'requests', ...windowKey(incident), incident.window.services],
    queryFn: ({ signal }) => source.requests(incident, signal),
    enabled: incident.window.services.length > 0,
    staleTime: STALE_MS,
  })

export const errorLogsOverTime = (source: IncidentSource, incident: ShownIncident) =>
  queryOptions({
    queryKey: ['incidents', source.id, 'error-logs', ...windowKey(incident), incident.window.services],
    queryFn: ({ signal }) => source.logErrors(incident, signal),
    enabled: incident.window.services.length > 0,
    staleTime: STALE_MS,
  })

/** Who called whom, how often and how well: before the onset and since. */
export const callsBeforeAndSince = (source: IncidentSource, incident: ShownIncident) =>
  queryOptions({
    queryKey: ['incidents', source.id, 'calls', ...windowKey(incident)],
    queryFn: ({ signal }) => source.calls(incident, signal),
    staleTime: STALE_MS,
  })

/** Operations of a service, each with its numbers before the onset and since. */
export const spansBeforeAndSince = (source: IncidentSource, incident: ShownIncident, service: string) =>
  queryOptions({
    queryKey: ['incidents', source.id, 'spans', ...windowKey(incident), service],
    queryFn: async ({ signal }) => {
      const { before, since } = await source.spans(incident, service, signal)
      const find = (rows: typeof before, name: string) => rows.find(({ operation }) => (operation ?? '') === name)
      const operations = [...new Set([...since, ...before].map(({ operation }) => operation ?? ''))]
      return operations.map((operation) => ({
        operation,
        before: find(before, operation),
        since: find(since, operation),
      }))
    },
    staleTime: STALE_MS,
  })

/** Patterns of a service's log lines since the onset, compared with before; the largest change first. */
export const patternsBeforeAndSince = (source: IncidentSource, incident: ShownIncident, service: string) =>
  queryOptions({
    queryKey: ['incidents', source.id, 'patterns', ...windowKey(incident), service],
    queryFn: ({ signal }) => source.patterns(incident, service, signal),
    staleTime: STALE_MS,
  })

/** Links to the incident that still work. */
export const sharesOf = (client: Client, incidentId: string) =>
  queryOptions({
    queryKey: ['incidents', incidentId, 'shares'],
    queryFn: ({ signal }) => client.incidentShares.list({ path: { incidentId }, signal }),
  })

/** The incident of a link. */
export const sharedIncident = (client: Client, shareId: string) =>
  queryOptions({
    queryKey: ['shared', shareId],
    queryFn: ({ signal }) => client.sharedIncidents.get({ path: { shareId }, signal }),
    refetchInterval: (query) => (query.state.data?.incident.state === 'open' ? WATCH_MS : false),
  })
