/**
 * Grafana Cloud: the portal API and one stack's Loki, Prometheus and Tempo. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Paths behind the hosts (G): Loki at /loki, metrics at /api/prom, Tempo at /tempo.
 * - A token without the scope (not stated): 401 `authentication error: invalid scope requested`, plain text, on the data
 *   hosts; 403 JSON at the portal. Under-scoped has stacks:read alone.
 * - The third value of an entry (G) is an object of structured metadata, and is there only when there is any.
 * - Lines are cut off above 5000 by refusal with 400, not silently.
 */
import { FakeControl } from './control.ts'
import { authorization, basicCredentials, type Exchange, json, type Route, retryAfter, text } from './exchange.ts'
import { plantedKeys } from './keys.ts'
import { lokiRoutes } from './loki-api.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'
import { demoSeries, prometheusRoutes } from './prometheus-api.ts'

export const GRAFANA_TOKENS = plantedKeys('glc_')
export const GRAFANA_STACK = {
  id: 601_007,
  slug: 'shop',
  orgSlug: 'shopinc',
  status: 'active',
  regionSlug: 'prod-eu-west-2',
  url: 'https://shop.grafana.net',
  hlInstanceId: 1001,
  hlInstanceUrl: 'https://logs-prod-012.grafana.net',
  hmInstancePromId: 1002,
  hmInstancePromUrl: 'https://prometheus-prod-24.grafana.net',
  htInstanceId: 1003,
  htInstanceUrl: 'https://tempo-prod-10.grafana.net',
}
const SERVICES = ['shop-api', 'shop-mailer', 'shop-web']
const DATA_HOSTS: Readonly<Record<string, number>> = {
  'logs-prod-012.grafana.net': GRAFANA_STACK.hlInstanceId,
  'prometheus-prod-24.grafana.net': GRAFANA_STACK.hmInstancePromId,
  'tempo-prod-10.grafana.net': GRAFANA_STACK.htInstanceId,
}
const PATHS: Readonly<Record<string, string>> = {
  'grafana.com': '/api/',
  'logs-prod-012.grafana.net': '/loki/',
  'prometheus-prod-24.grafana.net': '/api/prom/',
  'tempo-prod-10.grafana.net': '/tempo/',
}

export type GrafanaState = { services: readonly string[] }

export function createGrafanaCloudFake(options: FakeOptions = {}): PlatformFake<GrafanaState> {
  const control = new FakeControl()
  const metadata = (access_policy_token: string) => ({
    access_policy_token,
    stack_slug: GRAFANA_STACK.slug,
    loki_url: GRAFANA_STACK.hlInstanceUrl,
    loki_user: String(GRAFANA_STACK.hlInstanceId),
    prometheus_url: GRAFANA_STACK.hmInstancePromUrl,
    prometheus_user: String(GRAFANA_STACK.hmInstancePromId),
    tempo_url: GRAFANA_STACK.htInstanceUrl,
    tempo_user: String(GRAFANA_STACK.htInstanceId),
  })
  return createPlatformFake<GrafanaState>(
    {
      id: 'grafana_cloud',
      hosts: Object.keys(PATHS),
      state: { services: SERVICES },
      control,
      credentials: {
        good: metadata(GRAFANA_TOKENS.good),
        bad: metadata(GRAFANA_TOKENS.bad),
        revoked: metadata(GRAFANA_TOKENS.revoked),
        underScoped: metadata(GRAFANA_TOKENS.underScoped),
      },
      secrets: GRAFANA_TOKENS.all,
      resources: () => SERVICES,
      routes: [
        ...portalRoutes(),
        ...lokiRoutes(control, SERVICES),
        ...prometheusRoutes('/api/prom', demoSeries()),
        ...tempoRoutes(control),
      ],
      gate,
      rateLimited: (_, seconds) => text('too many outstanding requests\n', 429, retryAfter(seconds)),
      serverError: (_, status) =>
        text(status === 504 ? 'context deadline exceeded\n' : 'internal server error\n', status),
      notFound: () => text('404 page not found\n', 404),
    },
    options,
  )
}

function gate(exchange: Exchange): Response | null {
  const { host } = exchange.url
  if (!exchange.path.startsWith(PATHS[host] ?? '/')) return text('404 page not found\n', 404)
  if (host === 'grafana.com') {
    const token = authorization(exchange, 'bearer')
    const isKnown = token === GRAFANA_TOKENS.good || token === GRAFANA_TOKENS.underScoped
    return isKnown ? null : json({ code: 'InvalidCredentials', message: 'Token invalid' }, 401)
  }
  const basic = basicCredentials(exchange)
  if (basic === null) return text('no credentials provided\n', 401)
  if (basic.user !== String(DATA_HOSTS[host]))
    return text('authentication error: invalid authentication credentials\n', 401)
  if (basic.password === GRAFANA_TOKENS.underScoped) return text('authentication error: invalid scope requested\n', 401)
  return basic.password === GRAFANA_TOKENS.good ? null : text('authentication error: invalid token\n', 401)
}

function portalRoutes(): Route[] {
  const withStack = (answer: () => Response) => (exchange: Exchange) => {
    const wanted = exchange.params['stack']
    const isOurs = wanted === GRAFANA_STACK.slug || wanted === String(GRAFANA_STACK.id)
    return isOurs ? answer() : json({ code: 'NotFound', message: 'Instance not found' }, 404)
  }
  const connections = {
    otlpHttpUrl: 'https://otlp-gateway-prod-eu-west-2.grafana.net/otlp',
    privateConnectivityInfo: {},
  }
  return [
    { method: 'GET', pattern: '/api/instances/{stack}', handle: withStack(() => json(GRAFANA_STACK)) },
    { method: 'GET', pattern: '/api/instances/{stack}/connections', handle: withStack(() => json(connections)) },
    {
      method: 'GET',
      pattern: '/api/orgs/{org}/instances',
      handle: ({ params }) => json({ items: params['org'] === GRAFANA_STACK.orgSlug ? [GRAFANA_STACK] : [], total: 1 }),
    },
  ]
}

/** Each seeded line with a trace id is one root span of a tenth of a second. */
function tempoRoutes(control: FakeControl): Route[] {
  const searchTraces = ({ query }: Exchange) => {
    const startMs = Number(query.get('start') ?? 0) * 1000
    const endMs = Number(query.get('end') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000
    if (!/^\s*\{.*\}/.test(query.get('q') ?? '{}'))
      return text('invalid TraceQL query: parse error at line 1, col 1\n', 400)
    const traces = control.logs.filter((log) => log.traceId !== undefined && log.atMs >= startMs && log.atMs <= endMs)
    const limit = Number(query.get('limit') ?? 20)
    return json({
      traces: traces
        .slice(-limit)
        .map(({ traceId, atMs, message, resource }) => viewOf(traceId, atMs, message, resource)),
      metrics: {},
    })
  }
  const tags = () => json({ scopes: [{ name: 'resource', tags: ['service.name'] }] })
  const oneTrace = ({ params }: Exchange) => {
    const log = control.logs.find(({ traceId }) => traceId === params['id'])
    if (log === undefined) return text('trace not found\n', 404)
    const span = {
      traceId: log.traceId,
      spanId: log.spanId ?? '0000000000000001',
      name: log.message,
      startTimeUnixNano: `${log.atMs}000000`,
    }
    return json({ trace: { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: [span] }] }] } })
  }
  return [
    { method: 'GET', pattern: '/tempo/api/echo', handle: () => text('echo') },
    { method: 'GET', pattern: '/tempo/api/search', handle: searchTraces },
    { method: 'GET', pattern: '/tempo/api/v2/search/tags', handle: tags },
    { method: 'GET', pattern: '/tempo/api/v2/traces/{id}', handle: oneTrace },
  ]
}

function viewOf(traceID: string | undefined, atMs: number, rootTraceName: string, resource = SERVICES[0]): object {
  return { traceID, rootServiceName: resource, rootTraceName, startTimeUnixNano: `${atMs}000000`, durationMs: 100 }
}
