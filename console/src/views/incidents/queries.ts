/** What the incident views ask the API. */
import type { Client } from '@observability-agent/sdk'
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
