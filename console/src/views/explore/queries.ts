/** What the views of Explore ask the API. A range is fixed by its view (useTimeRange), so that its answers fit together. */
import type { Client, TelemetryFilter } from '@observability-agent/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type FilterSearch, queryOf } from '../../telemetry/filters.ts'
import { type FixedRange, rangeBefore } from '../../telemetry/use-time-range.ts'
import type { AGGREGATIONS } from './routes.ts'

/** As many lines as one answer may have: a reader who scrolls waits for few answers. */
const PAGE_LINES = 1_000
const PATTERNS_MAX = 200
const FACET_VALUES_MAX = 20
const FIELDS_MAX = 60

/** Whose project, and which records. */
export interface Scope {
  readonly client: Client
  readonly projectId: string
  readonly range: FixedRange
  readonly filter: FilterSearch
}

const keyOf = (name: string, { projectId, range, filter }: Scope, ...more: readonly unknown[]) => [
  'telemetry',
  projectId,
  name,
  range.key,
  queryOf(filter),
  ...more,
]

export const logVolume = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf('log-volume', scope),
    queryFn: ({ signal }) =>
      scope.client.logs.volume({
        body: { ...scope.range.between, ...queryOf(scope.filter), groupBy: ['severity'], groupsMax: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** A line as the list shows it; the rest is read when it is opened. */
export interface Line {
  readonly id: string
  readonly at: number
  readonly severity: string
  readonly service: string
  readonly body: string
}

const LINE_FIELDS = ['severity', 'service', 'body']
const word = (value: unknown): string => (typeof value === 'string' ? value : '')

export const logLines = (scope: Scope, sort: 'newest' | 'oldest') =>
  infiniteQueryOptions({
    queryKey: keyOf('log-lines', scope, sort),
    queryFn: async ({ pageParam, signal }) => {
      const answer = await scope.client.logs.query({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          select: LINE_FIELDS,
          sort,
          limit: PAGE_LINES,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      })
      const lines = answer.logs.map((log): Line => {
        const values: Readonly<Record<string, unknown>> = 'values' in log ? log.values : { ...log }
        return {
          id: log.id,
          at: Date.parse(log.timestamp),
          severity: word(values['severity']),
          service: word(values['service']),
          body: word(values['body']),
        }
      })
      return { lines, nextCursor: answer.nextCursor, work: answer.work }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // A list of a hundred thousand lines is not compared with the one before for each page, nor read again because a
    // window got the focus.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const logPatterns = (scope: Scope, isCompared: boolean) =>
  queryOptions({
    queryKey: keyOf('log-patterns', scope, isCompared),
    queryFn: ({ signal }) =>
      scope.client.logs.patterns({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          ...(isCompared ? { compareWith: rangeBefore(scope.range) } : {}),
          intervals: true,
          limit: PATTERNS_MAX,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The fields that matching records have, or the values of one field. */
export const fieldValues = (scope: Scope, signalName: 'logs' | 'spans', field?: string) =>
  queryOptions({
    queryKey: keyOf('fields', scope, signalName, field),
    queryFn: ({ signal }) =>
      scope.client.logs.fields({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          signal: signalName,
          limit: field === undefined ? FIELDS_MAX : FACET_VALUES_MAX,
          ...(field === undefined ? {} : { field }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const oneLog = (client: Client, projectId: string, logId: string) =>
  queryOptions({
    queryKey: ['telemetry', projectId, 'log', logId],
    queryFn: ({ signal }) => client.logs.get({ path: { logId }, query: { neighbours: 10 }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const spans = (scope: Scope, sort: 'newest' | 'slowest') =>
  infiniteQueryOptions({
    queryKey: keyOf('spans', scope, sort),
    queryFn: ({ pageParam, signal }) =>
      scope.client.traces.query({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          sort,
          limit: 200,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Requests, errors and durations over time. */
export const spanStats = (scope: Scope, groupBy: readonly ('service' | 'operation')[], intervalSeconds?: number) =>
  queryOptions({
    queryKey: keyOf('span-stats', scope, groupBy, intervalSeconds),
    queryFn: ({ signal }) =>
      scope.client.traces.stats({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          groupBy: [...groupBy],
          groupsMax: 100,
          ...(intervalSeconds ? { intervalSeconds } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const oneTrace = (client: Client, projectId: string, traceId: string, range: Partial<FixedRange['between']>) =>
  queryOptions({
    queryKey: ['telemetry', projectId, 'trace', traceId, range],
    queryFn: ({ signal }) => client.traces.get({ path: { traceId }, query: range, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The log lines of a trace, oldest first. */
export const linesOfTrace = (client: Client, projectId: string, traceId: string, range: FixedRange['between']) =>
  queryOptions({
    queryKey: ['telemetry', projectId, 'trace-lines', traceId, range],
    queryFn: ({ signal }) => {
      const filters: TelemetryFilter[] = [{ field: 'trace_id', op: 'eq', value: traceId }]
      return client.logs.query({ body: { ...range, filters, sort: 'oldest', limit: PAGE_LINES }, signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const dependencies = ({ client, projectId, range }: Omit<Scope, 'filter'>) =>
  queryOptions({
    queryKey: ['telemetry', projectId, 'dependencies', range.key],
    queryFn: ({ signal }) => client.dependencies.list({ query: range.between, signal }),
    placeholderData: keepPreviousData,
  })

export const metricList = ({ client, projectId, range }: Omit<Scope, 'filter'>) =>
  queryOptions({
    queryKey: ['telemetry', projectId, 'metrics', range.key],
    queryFn: ({ signal }) => client.metrics.list({ query: { ...range.between, limit: 1_000 }, signal }),
    placeholderData: keepPreviousData,
  })

export interface MetricQuestion {
  readonly metric: string
  readonly aggregation: (typeof AGGREGATIONS)[number]
  readonly quantile?: number | undefined
  readonly by?: string | undefined
}

/** Lines beyond this number cannot be told apart in one chart. */
const METRIC_GROUPS_MAX = 12

export const metricSeries = (scope: Scope, question: MetricQuestion) =>
  queryOptions({
    queryKey: keyOf('metric', scope, question),
    queryFn: ({ signal }) => {
      const { metric, aggregation, quantile, by } = question
      return scope.client.metrics.query({
        body: {
          ...scope.range.between,
          ...queryOf(scope.filter),
          metric,
          aggregation,
          groupBy: by ? [by] : [],
          groupsMax: METRIC_GROUPS_MAX,
          ...(aggregation === 'quantile' ? { quantile: quantile ?? 0.99 } : {}),
        },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })
