import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/routes.tsx'
import { type TimeRangeSearch, timeRangeSearch } from '../../app/time-range.ts'
import { type FilterSearch, validFilters } from '../../telemetry/filters.ts'

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]): Value | undefined =>
  values.find((one) => one === value)

const text = (value: unknown, charactersMax: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= charactersMax ? value : undefined

export interface LogSearch extends TimeRangeSearch, FilterSearch {
  /** What the view shows; lines where it is missing. */
  readonly show?: 'patterns' | 'live'
  /** The record whose details are open. */
  readonly log?: string
  readonly sort?: 'oldest'
  /** Patterns are compared with the range before. */
  readonly compared?: boolean
}

const logs = createRoute({
  getParentRoute: () => shellRoute,
  path: '/logs',
  validateSearch: (search: Record<string, unknown>): LogSearch => {
    const show = oneOf(search['show'], ['patterns', 'live'] as const)
    const log = text(search['log'], 64)
    return {
      ...timeRangeSearch(search),
      ...validFilters(search),
      ...(show ? { show } : {}),
      ...(log ? { log } : {}),
      ...(search['sort'] === 'oldest' ? { sort: 'oldest' as const } : {}),
      ...(search['compared'] === true ? { compared: true } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./logs/view.tsx'), 'LogsView'),
})

export interface TraceSearch extends TimeRangeSearch, FilterSearch {
  readonly sort?: 'slowest'
}

const traces = createRoute({
  getParentRoute: () => shellRoute,
  path: '/traces',
  validateSearch: (search: Record<string, unknown>): TraceSearch => ({
    ...timeRangeSearch(search),
    ...validFilters(search),
    ...(search['sort'] === 'slowest' ? { sort: 'slowest' as const } : {}),
  }),
  component: lazyRouteComponent(() => import('./traces/view.tsx'), 'TracesView'),
})

export interface OneTraceSearch {
  /** The span whose details are open. */
  readonly span?: string
  /** A moment within the trace, ISO 8601, so that old traces are found too. */
  readonly at?: string
}

const trace = createRoute({
  getParentRoute: () => shellRoute,
  path: '/traces/$traceId',
  validateSearch: (search: Record<string, unknown>): OneTraceSearch => {
    const span = text(search['span'], 64)
    const at = text(search['at'], 40)
    return { ...(span ? { span } : {}), ...(at && !Number.isNaN(Date.parse(at)) ? { at } : {}) }
  },
  component: lazyRouteComponent(() => import('./traces/trace.tsx'), 'TraceView'),
})

export const AGGREGATIONS = ['avg', 'min', 'max', 'sum', 'last', 'count', 'rate', 'increase', 'quantile'] as const

export interface MetricSearch extends TimeRangeSearch, FilterSearch {
  readonly metric?: string
  readonly aggregation?: (typeof AGGREGATIONS)[number]
  readonly quantile?: number
  /** A field: one line per value of it. */
  readonly by?: string
  readonly compared?: boolean
}

const FIELD = /^(?:[a-z_]+|(?:attributes|resource)\[[^\]]{1,256}\])$/

const metrics = createRoute({
  getParentRoute: () => shellRoute,
  path: '/metrics',
  validateSearch: (search: Record<string, unknown>): MetricSearch => {
    const metric = text(search['metric'], 255)
    const aggregation = oneOf(search['aggregation'], AGGREGATIONS)
    const { quantile } = search
    const by = text(search['by'], 300)
    // Points have values and no text to look for words in.
    const { filters } = validFilters(search)
    return {
      ...timeRangeSearch(search),
      ...(filters ? { filters } : {}),
      ...(metric ? { metric } : {}),
      ...(aggregation ? { aggregation } : {}),
      ...(typeof quantile === 'number' && quantile >= 0 && quantile <= 1 ? { quantile } : {}),
      ...(by && FIELD.test(by) ? { by } : {}),
      ...(search['compared'] === true ? { compared: true } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./metrics/view.tsx'), 'MetricsView'),
})

const services = createRoute({
  getParentRoute: () => shellRoute,
  path: '/services',
  validateSearch: (search: Record<string, unknown>): TimeRangeSearch => timeRangeSearch(search),
  component: lazyRouteComponent(() => import('./services/view.tsx'), 'ServicesView'),
})

export const exploreRoutes = [logs, traces, trace, metrics, services] as const
