/**
 * Elasticsearch, or OpenSearch by option. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Search details (G): query of bool/filter/must with range, term, match, match_phrase, exists; sort on @timestamp and
 *   _shard_doc; anything else is 400 `parsing_exception`.
 * - A point in time lives for its keep_alive after each use on the fake's clock, then 404 `search_context_missing`.
 * - An empty pattern (a wildcard that finds nothing) is 200 and empty for _resolve, 404 for _data_stream without wildcard.
 * - Under-scoped: a key that may authenticate and read nothing, 403 `security_exception`.
 */
import { FakeControl } from './control.ts'
import { runSearch } from './elastic-search.ts'
import {
  authorization,
  basicCredentials,
  type Exchange,
  empty,
  json,
  parseJson,
  type Route,
  retryAfter,
} from './exchange.ts'
import { plantedKeys } from './keys.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const ELASTIC_KEYS = plantedKeys('es_')
export const ELASTIC_HOST = 'shop.es.example.com:9243'
export const ELASTIC_USER = 'elastic'
/** What Authorization: ApiKey carries: base64 of id and key. */
export const elasticApiKey = (key: string) => btoa(`shopKeyId:${key}`)

export type ElasticState = {
  dataStreams: string[]
  pits: Map<string, { index: string; aliveMs: number; expiresAtMs: number }>
  nextPit: number
}
export type ElasticOptions = FakeOptions & { flavor?: 'default' | 'serverless' | 'opensearch' }

export function createElasticFake(options: ElasticOptions = {}): PlatformFake<ElasticState> {
  const flavor = options.flavor ?? 'default'
  const state: ElasticState = {
    dataStreams: ['logs-api-default', 'logs-mailer-default', 'logs-web-default', 'metrics-system-default'],
    pits: new Map(),
    nextPit: 1,
  }
  const control = new FakeControl()
  const metadata = (key: string) => ({
    url: `https://${ELASTIC_HOST}`,
    api_key: elasticApiKey(key),
    index_pattern: 'logs-*',
  })
  const fake = createPlatformFake<ElasticState>(
    {
      id: 'elastic',
      hosts: [ELASTIC_HOST],
      state,
      control,
      credentials: {
        good: metadata(ELASTIC_KEYS.good),
        bad: metadata(ELASTIC_KEYS.bad),
        revoked: metadata(ELASTIC_KEYS.revoked),
        underScoped: metadata(ELASTIC_KEYS.underScoped),
      },
      secrets: [...ELASTIC_KEYS.all, ...ELASTIC_KEYS.all.map(elasticApiKey)],
      resources: () => state.dataStreams.filter((name) => name.startsWith('logs-')),
      routes: routesOf(state, control, flavor),
      gate,
      rateLimited: (_, seconds) =>
        refuse(429, 'es_rejected_execution_exception', 'rejected execution of search', retryAfter(seconds)),
      serverError: (_, status) =>
        refuse(
          status,
          'cluster_block_exception',
          'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized]',
        ),
      notFound: ({ method, path }) =>
        refuse(400, 'illegal_argument_exception', `no handler found for uri [${path}] and method [${method}]`),
      methodNotAllowed: ({ method, path }) =>
        json({ error: `Incorrect HTTP method for uri [${path}] and method [${method}]`, status: 405 }, 405),
    },
    options,
  )
  return { ...fake, fetch: async (request) => marked(await fake.fetch(request), flavor) }
}

/** Official clients refuse a server that does not say what it is. */
function marked(response: Response, flavor: string): Response {
  if (flavor === 'opensearch' || response.headers.get('content-type') === 'text/html') return response
  const headers = new Headers(response.headers)
  headers.set('x-elastic-product', 'Elasticsearch')
  return new Response(response.body, { status: response.status, headers })
}

function keyIn(exchange: Exchange): string | null {
  const basic = basicCredentials(exchange)
  if (basic !== null) return basic.user === ELASTIC_USER ? basic.password : null
  const apiKey = authorization(exchange, 'apikey')
  return ELASTIC_KEYS.all.find((key) => elasticApiKey(key) === apiKey) ?? null
}

function gate(exchange: Exchange): Response | null {
  const type = exchange.headers.get('content-type') ?? ''
  if (exchange.bodyBytes.length > 0 && !/^application\/(vnd\.elasticsearch\+)?(json|x-ndjson)/.test(type)) {
    return refuse(406, 'media_type_header_exception', `Content-Type header [${type}] is not supported`)
  }
  const key = keyIn(exchange)
  if (key === ELASTIC_KEYS.good) return null
  if (key === ELASTIC_KEYS.underScoped) {
    const isHarmless = exchange.path === '/' || exchange.path === '/_security/_authenticate'
    return isHarmless
      ? null
      : refuse(
          403,
          'security_exception',
          `action [indices:data/read/search] is unauthorized for API key id [shopKeyId]`,
        )
  }
  return refuse(
    401,
    'security_exception',
    'unable to authenticate with provided credentials and anonymous access is not allowed',
    {
      'www-authenticate': 'ApiKey, Basic realm="security", charset="UTF-8"',
    },
  )
}

function routesOf(state: ElasticState, control: FakeControl, flavor: NonNullable<ElasticOptions['flavor']>): Route[] {
  const isOpenSearch = flavor === 'opensearch'
  const version = isOpenSearch
    ? { distribution: 'opensearch', number: '3.4.0', build_type: 'tar' }
    : { number: '9.2.1', build_flavor: flavor, build_type: 'docker' }
  const root = {
    name: 'node-1',
    cluster_name: 'shop',
    cluster_uuid: 'uuid-1',
    version,
    tagline: isOpenSearch ? 'The OpenSearch Project: https://opensearch.org/' : 'You Know, for Search',
  }
  const me = {
    username: ELASTIC_USER,
    roles: ['viewer'],
    enabled: true,
    authentication_realm: { name: '_es_api_key', type: '_es_api_key' },
    authentication_type: 'api_key',
    api_key: { id: 'shopKeyId', name: 'reader' },
  }
  const health = { cluster_name: 'shop', status: 'green', timed_out: false, number_of_nodes: 1 }
  const dataStreams = ({ params }: Exchange) => {
    const pattern = params['pattern'] ?? '*'
    const found = matching(state, pattern)
    if (found.length === 0 && !pattern.includes('*')) return indexNotFound(pattern)
    return json({
      data_streams: found.map((name) => ({
        name,
        timestamp_field: { name: '@timestamp' },
        indices: [],
        generation: 1,
        status: 'GREEN',
      })),
    })
  }
  const resolve = ({ params }: Exchange) => {
    const pattern = params['pattern'] ?? ''
    const found = matching(state, pattern)
    if (found.length === 0 && !pattern.includes('*')) return indexNotFound(pattern)
    return json({
      indices: [],
      aliases: [],
      data_streams: found.map((name) => ({
        name,
        backing_indices: [`.ds-${name}-000001`],
        timestamp_field: '@timestamp',
      })),
    })
  }
  const closePit = (exchange: Exchange) => {
    const id = (parseJson(exchange) as { id?: string } | undefined)?.id ?? ''
    return state.pits.delete(id)
      ? json({ succeeded: true, num_freed: 1 })
      : json({ succeeded: true, num_freed: 0 }, 404)
  }
  return [
    { method: 'GET', pattern: '/', handle: () => json(root) },
    { method: 'HEAD', pattern: '/', handle: () => empty(200) },
    {
      method: 'GET',
      pattern: '/_security/_authenticate',
      handle: () => (isOpenSearch ? refuse(400, 'illegal_argument_exception', 'no handler found') : json(me)),
    },
    { method: 'GET', pattern: '/_cluster/health', handle: () => json(health) },
    { method: 'GET', pattern: '/_data_stream/{pattern}', handle: dataStreams },
    { method: 'GET', pattern: '/_resolve/index/{pattern}', handle: resolve },
    { method: 'POST', pattern: '/{index}/_pit', handle: (exchange) => openPit(state, exchange) },
    { method: 'DELETE', pattern: '/_pit', handle: closePit },
    { method: 'POST', pattern: '/_search', handle: (exchange) => searchPit(state, control, exchange) },
    { method: 'POST', pattern: '/{index}/_search', handle: (exchange) => searchIndex(state, control, exchange) },
  ]
}

function matching(state: ElasticState, pattern: string): string[] {
  const expressions = pattern.split(',').map((part) => new RegExp(`^${part.replaceAll('*', '.*')}$`))
  return state.dataStreams.filter((name) => expressions.some((expression) => expression.test(name)))
}

function indexNotFound(index: string): Response {
  return refuse(404, 'index_not_found_exception', `no such index [${index}]`)
}

/** `1m`, `30s`. */
function keepAliveMs(text: string | null): number | null {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text ?? '')
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? 'ms'] ?? 1
  return match === null ? null : Number(match[1]) * unit
}

function openPit(state: ElasticState, exchange: Exchange): Response {
  const aliveMs = keepAliveMs(exchange.query.get('keep_alive'))
  if (aliveMs === null)
    return refuse(400, 'action_request_validation_exception', 'Validation Failed: 1: keep_alive is required;')
  const index = exchange.params['index'] ?? ''
  if (matching(state, index).length === 0 && !index.includes('*')) return indexNotFound(index)
  const id = `pit-${state.nextPit++}`
  state.pits.set(id, { index, aliveMs, expiresAtMs: exchange.nowMs + aliveMs })
  return json({ id, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } })
}

function searchPit(state: ElasticState, control: FakeControl, exchange: Exchange): Response {
  const body = parseJson(exchange)
  const given =
    typeof body === 'object' && body !== null && 'pit' in body ? (body.pit as { id?: string; keep_alive?: string }) : {}
  const pit = state.pits.get(given.id ?? '')
  if (pit === undefined || pit.expiresAtMs <= exchange.nowMs) {
    return refuse(404, 'search_context_missing_exception', 'No search context found for id [1]')
  }
  pit.expiresAtMs = exchange.nowMs + (keepAliveMs(given.keep_alive ?? null) ?? pit.aliveMs)
  return answer(runSearch(body, control.logs, matching(state, pit.index), exchange.nowMs), given.id)
}

function searchIndex(state: ElasticState, control: FakeControl, exchange: Exchange): Response {
  const index = exchange.params['index'] ?? ''
  const found = matching(state, index)
  if (found.length === 0 && !index.includes('*')) return indexNotFound(index)
  return answer(runSearch(parseJson(exchange) ?? {}, control.logs, found, exchange.nowMs), undefined)
}

function answer(result: ReturnType<typeof runSearch>, pitId: string | undefined): Response {
  if ('type' in result) return refuse(400, result.type, result.reason)
  return json({
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    ...(pitId === undefined ? {} : { pit_id: pitId }),
    ...result,
  })
}

function refuse(status: number, type: string, reason: string, headers: Record<string, string> = {}): Response {
  return json({ error: { root_cause: [{ type, reason }], type, reason }, status }, status, headers)
}
