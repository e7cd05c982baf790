/**
 * Honeycomb: authentication, datasets, aggregate queries; no raw rows. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The plan gate of query results (G/W, 402 or 404): `options.planGate` chooses, none by default.
 * - Limits (G/W): 10 query results a minute, a window of 7 days, 10,000 rows.
 * - Under-scoped: a key without `queries`; /1/auth says so with 200, queries answer 401 with the missing permission.
 */
import { z } from 'zod'
import { FakeControl } from './control.ts'
import { type Exchange, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const HONEYCOMB_KEYS = plantedKeys('hcaik_')
/** A result is complete at this look. */
const POLLS_UNTIL_COMPLETE = 2
const WINDOW_SECONDS_MAX = 7 * 86_400

const filter = z.strictObject({
  column: z.string(),
  op: z.enum([
    '=',
    '!=',
    '>',
    '>=',
    '<',
    '<=',
    'starts-with',
    'does-not-start-with',
    'exists',
    'does-not-exist',
    'contains',
    'does-not-contain',
    'in',
    'not-in',
  ]),
  value: z.unknown(),
})
const queryBody = z.strictObject({
  calculations: z.array(z.strictObject({ op: z.string(), column: z.string().optional() })).optional(),
  filters: z.array(filter).optional(),
  filter_combination: z.enum(['AND', 'OR']).optional(),
  breakdowns: z.array(z.string()).optional(),
  orders: z
    .array(
      z.looseObject({
        op: z.string().optional(),
        column: z.string().optional(),
        order: z.enum(['ascending', 'descending']).optional(),
      }),
    )
    .optional(),
  havings: z.array(z.unknown()).optional(),
  limit: z.number().int().min(1).max(1000).optional(),
  start_time: z.number().int().optional(),
  end_time: z.number().int().optional(),
  time_range: z.number().int().min(1).optional(),
  granularity: z.number().int().min(0).optional(),
})
type Query = z.infer<typeof queryBody>
export type HoneycombState = {
  datasets: { slug: string; name: string }[]
  queries: Map<string, Query>
  results: Map<string, { query: Query; polls: number; dataset: string }>
}
export type HoneycombOptions = FakeOptions & { planGate?: 402 | 404; datasetCount?: number }
type Honeycomb = { state: HoneycombState; control: FakeControl; planGate: 402 | 404 | undefined }

export function createHoneycombFake(options: HoneycombOptions = {}): PlatformFake<HoneycombState> {
  const state: HoneycombState = {
    datasets: many(options.datasetCount ?? 8, (index) => ({ slug: `shop-${index}`, name: `Shop ${index}` })),
    queries: new Map(),
    results: new Map(),
  }
  const control = new FakeControl()
  const metadata = (api_key: string) => ({ api_key, api_host: 'api.honeycomb.io' })
  return createPlatformFake<HoneycombState>(
    {
      id: 'honeycomb',
      hosts: ['api.honeycomb.io', 'api.eu1.honeycomb.io'],
      state,
      control,
      credentials: {
        good: metadata(HONEYCOMB_KEYS.good),
        bad: metadata(HONEYCOMB_KEYS.bad),
        revoked: metadata(HONEYCOMB_KEYS.revoked),
        underScoped: metadata(HONEYCOMB_KEYS.underScoped),
      },
      secrets: HONEYCOMB_KEYS.all,
      resources: () => state.datasets.map(({ slug }) => slug),
      routes: routesOf({ state, control, planGate: options.planGate }),
      gate: keyGate(HONEYCOMB_KEYS, {
        // The keys are of the US region; the other one does not know them.
        keyOf: ({ headers, url }) => (url.host === 'api.honeycomb.io' ? headers.get('x-honeycomb-team') : null),
        unauthorized: () => refuse(401, 'unknown API key - check your credentials'),
        forbidden: () => refuse(401, 'missing API Key permission: Run Queries'),
        isOpenToUnderScoped: ({ path }) => path === '/1/auth',
      }),
      rateLimited: (_, seconds) =>
        refuse(429, 'request rate limited', { ratelimit: 'limit=10, remaining=0, reset=60', ...retryAfter(seconds) }),
      serverError: (_, status) => refuse(status, 'internal server error'),
      notFound: () => refuse(404, 'not found'),
      limits: ({ method, path }) =>
        method === 'POST' && path.startsWith('/1/query_results/')
          ? { key: 'results', requestsMax: 10, windowMs: 60_000 }
          : null,
    },
    options,
  )
}

function routesOf(honeycomb: Honeycomb): Route[] {
  const { state } = honeycomb
  const auth = ({ headers }: Exchange) => {
    const queries = headers.get('x-honeycomb-team') === HONEYCOMB_KEYS.good
    const api_key_access = {
      events: true,
      markers: false,
      triggers: false,
      boards: false,
      queries,
      columns: false,
      createDatasets: false,
    }
    return json({
      id: 'key-1',
      type: 'configuration',
      api_key_access,
      environment: { name: 'prod', slug: 'prod' },
      team: { name: 'Shop', slug: 'shop' },
    })
  }
  const datasets = () =>
    json(
      state.datasets.map((dataset) => ({
        ...dataset,
        description: '',
        created_at: '2026-01-01T00:00:00Z',
        last_written_at: '2026-01-02T00:00:00Z',
      })),
    )
  const ofDataset = (handle: (exchange: Exchange) => Response) => (exchange: Exchange) => {
    const slug = exchange.params['dataset']
    const isKnown = slug === '__all__' || state.datasets.some((dataset) => dataset.slug === slug)
    return isKnown ? handle(exchange) : refuse(404, 'Dataset not found')
  }
  return [
    { method: 'GET', pattern: '/1/auth', handle: auth },
    { method: 'GET', pattern: '/1/datasets', handle: datasets },
    { method: 'POST', pattern: '/1/queries/{dataset}', handle: ofDataset((exchange) => createQuery(state, exchange)) },
    {
      method: 'POST',
      pattern: '/1/query_results/{dataset}',
      handle: ofDataset((exchange) => startResult(honeycomb, exchange)),
    },
    {
      method: 'GET',
      pattern: '/1/query_results/{dataset}/{id}',
      handle: ofDataset((exchange) => pollResult(honeycomb, exchange)),
    },
  ]
}

function createQuery(state: HoneycombState, exchange: Exchange): Response {
  const parsed = queryBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(422, z.prettifyError(parsed.error))
  const { start_time, end_time, time_range } = parsed.data
  if (start_time !== undefined && end_time !== undefined && time_range !== undefined) {
    return refuse(422, 'time_range cannot be combined with both start_time and end_time')
  }
  const seconds = time_range ?? (start_time === undefined || end_time === undefined ? 7200 : end_time - start_time)
  if (seconds <= 0 || seconds > WINDOW_SECONDS_MAX) return refuse(422, 'time range must be at most 7 days')
  const id = `q${state.queries.size}`
  state.queries.set(id, parsed.data)
  return json({ ...parsed.data, id })
}

function startResult({ state, planGate }: Honeycomb, exchange: Exchange): Response {
  if (planGate !== undefined)
    return refuse(planGate, planGate === 402 ? 'Query Data API requires an Enterprise plan' : 'not found')
  const parsed = z
    .strictObject({
      query_id: z.string(),
      disable_series: z.boolean().optional(),
      disable_total_by_aggregate: z.boolean().optional(),
      limit: z.number().int().max(10_000).optional(),
    })
    .safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(422, z.prettifyError(parsed.error))
  const query = state.queries.get(parsed.data.query_id)
  if (query === undefined) return refuse(404, 'query not found')
  const id = `r${state.results.size}`
  state.results.set(id, { query, polls: 0, dataset: exchange.params['dataset'] ?? '' })
  return json({ id, complete: false, query_id: parsed.data.query_id }, 201)
}

/** COUNT by breakdown; the columns are message, level and the seeded attributes. */
function pollResult({ state, control }: Honeycomb, exchange: Exchange): Response {
  const id = exchange.params['id'] ?? ''
  const result = state.results.get(id)
  if (result === undefined) return refuse(404, 'query result not found')
  if (++result.polls < POLLS_UNTIL_COMPLETE) return json({ id, complete: false })
  const { query, dataset } = result
  const endMs = (query.end_time ?? exchange.nowMs / 1000) * 1000
  const startMs = query.start_time === undefined ? endMs - (query.time_range ?? 7200) * 1000 : query.start_time * 1000
  const groups = new Map<string, { data: Record<string, unknown> }>()
  for (const log of control.logs) {
    if (
      log.atMs < startMs ||
      log.atMs >= endMs ||
      (dataset !== '__all__' && (log.resource ?? state.datasets[0]?.slug) !== dataset)
    )
      continue
    const row: Record<string, unknown> = { message: log.message, level: log.level ?? 'info', ...log.attributes }
    const isKept = (query.filters ?? []).every(({ column, op, value }) =>
      op === '=' ? row[column] === value : op === 'contains' ? String(row[column]).includes(String(value)) : true,
    )
    if (!isKept) continue
    const data = Object.fromEntries((query.breakdowns ?? []).map((column) => [column, row[column] ?? null]))
    const key = JSON.stringify(data)
    const group = groups.get(key) ?? { data: { ...data, COUNT: 0 } }
    group.data['COUNT'] = Number(group.data['COUNT']) + 1
    groups.set(key, group)
  }
  return json({
    id,
    complete: true,
    data: { series: [], results: [...groups.values()].slice(0, query.limit ?? 100) },
    links: {},
  })
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return json({ error }, status, headers)
}
