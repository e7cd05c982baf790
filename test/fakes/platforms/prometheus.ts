/**
 * A Prometheus that a person runs, behind a proxy that asks for credentials. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - 401 and 403 come from the proxy as HTML (G). Revoked looks like bad.
 * - Under-scoped: the proxy lets the person in and forbids the API: 403.
 * - `isBuildInfoMissing` stands for Thanos and VictoriaMetrics (G): buildinfo is 404, queries work.
 */
import { authorization, basicCredentials, type Exchange, json, retryAfter } from './exchange.ts'
import { plantedKeys } from './keys.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'
import { demoSeries, type FakeSeries, promError, prometheusRoutes } from './prometheus-api.ts'

export const PROMETHEUS_TOKENS = plantedKeys('prom_')
export const PROMETHEUS_HOST = 'prometheus.shop.example.com'
/** With a path prefix, as behind a shared proxy. */
export const PROMETHEUS_URL = `https://${PROMETHEUS_HOST}/metrics-api`
export const PROMETHEUS_USER = 'reader'
export const PROMETHEUS_HEADER = 'x-metrics-key'

export type PrometheusAuth = 'none' | 'basic' | 'bearer' | 'header'
export type PrometheusOptions = FakeOptions & {
  auth?: PrometheusAuth
  isBuildInfoMissing?: boolean
  series?: FakeSeries[]
}

export function createPrometheusFake(options: PrometheusOptions = {}): PlatformFake<{ series: FakeSeries[] }> {
  const auth = options.auth ?? 'bearer'
  const state = { series: options.series ?? demoSeries() }
  const metadata = (key: string) => ({ url: PROMETHEUS_URL, auth_type: auth, ...credentialOf(auth, key) })
  const routes = prometheusRoutes('/metrics-api', state.series)
  return createPlatformFake(
    {
      id: 'prometheus',
      hosts: [PROMETHEUS_HOST],
      state,
      credentials: {
        good: metadata(PROMETHEUS_TOKENS.good),
        bad: metadata(PROMETHEUS_TOKENS.bad),
        revoked: metadata(PROMETHEUS_TOKENS.revoked),
        underScoped: auth === 'none' ? null : metadata(PROMETHEUS_TOKENS.underScoped),
      },
      secrets: PROMETHEUS_TOKENS.all,
      resources: () => [...new Set(state.series.map(({ metric }) => metric['job'] ?? ''))].sort(),
      routes: options.isBuildInfoMissing ? routes.filter(({ pattern }) => !pattern.endsWith('buildinfo')) : routes,
      gate: (exchange) => (auth === 'none' ? null : proxyAnswer(keyIn(exchange, auth))),
      rateLimited: (_, seconds) =>
        json({ status: 'error', errorType: 'too_many_requests', error: 'too many requests' }, 429, retryAfter(seconds)),
      serverError: (_, status) =>
        status === 503
          ? promError(503, 'timeout', 'query timed out in expression evaluation')
          : html(status, 'Bad Gateway'),
      notFound: () => new Response('404 page not found\n', { status: 404, headers: { 'content-type': 'text/plain' } }),
      methodNotAllowed: () => new Response('Method Not Allowed\n', { status: 405 }),
      unexpectedShape: () => json({ status: 'success' }),
    },
    options,
  )
}

function credentialOf(auth: PrometheusAuth, key: string): object {
  if (auth === 'basic') return { username: PROMETHEUS_USER, password: key }
  if (auth === 'header') return { header_name: PROMETHEUS_HEADER, header_value: key }
  return auth === 'bearer' ? { token: key } : {}
}

function keyIn(exchange: Exchange, auth: PrometheusAuth): string | null {
  if (auth === 'header') return exchange.headers.get(PROMETHEUS_HEADER)
  if (auth === 'bearer') return authorization(exchange, 'bearer')
  const basic = basicCredentials(exchange)
  return basic?.user === PROMETHEUS_USER ? basic.password : null
}

function proxyAnswer(key: string | null): Response | null {
  if (key === PROMETHEUS_TOKENS.good) return null
  return key === PROMETHEUS_TOKENS.underScoped ? html(403, 'Forbidden') : html(401, 'Authorization Required')
}

function html(status: number, title: string): Response {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`
  return new Response(body, { status, headers: { 'content-type': 'text/html' } })
}
