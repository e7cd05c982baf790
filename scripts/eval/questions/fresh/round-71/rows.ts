/** What the questions to the bank's card back end count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('card-edge')
export const engine = t.of('auth-engine')
export const broker = t.of('hsm-broker')
export const ledger = t.of('hold-ledger')
export const issuing = t.of('card-issuing')
export const tokens = t.of('wallet-tokens')
const batcher = t.of('settlement-batcher')
export const pushes = t.of('push-notifier')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const scheme = (...names: string[]) => t.has('card.scheme', ...names)
export const product = (...names: string[]) => t.has('card.product', ...names)
export const channel = (...names: string[]) => t.has('auth.channel', ...names)
export const country = (...names: string[]) => t.has('merchant.country', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const decision = (...names: string[]) => t.has('auth.decision', ...names)
export const operation = (...names: string[]) => t.has('hsm.operation', ...names)
export const told = (key: string, ...names: string[]) => t.has(key, ...names)
export const PRODUCTS = ['classic', 'gold', 'virtual', 'business']
export const SCHEMES = ['visa', 'mastercard']
export const CHANNELS = ['contactless', 'ecom', 'chip', 'atm']
export const PODS = ['auth-engine-5b7c49d6f8-h6vqx', 'auth-engine-5b7c49d6f8-zr9tk']
export const onPod =
  (pod: string): t.Where =>
  (row) =>
    row.instance === pod

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const auths = route(engine, 'POST /v2/authorizations')
export const edgeAuths = route(edge, 'POST /v2/authorizations')
export const orders = route(issuing, 'POST /v2/cards')
export const edgeOrders = route(edge, 'POST /v2/cards')
export const provisions = route(tokens, 'POST /v2/tokens')
export const edgeProvisions = route(edge, 'POST /v2/tokens')
export const cards = route(issuing, 'GET /v2/cards/{id}')
export const edgeCards = route(edge, 'GET /v2/cards/{id}')
const freezes = route(issuing, 'POST /v2/cards/{id}/freeze')

export const approved = t.says(/^authorisation approved/)
export const failedAuth = t.says(/^authorisation failed/)
export const declined = t.says(/^authorisation declined/)
export const noFunds = t.says(/^authorisation declined: insufficient funds/)
export const overLimit = t.says(/^authorisation declined: limit exceeded/)
export const lapsed = t.says(/^authorisation declined: card expired/)
export const wrongPin = t.says(/wrong PIN/)
export const noSession = t.says(/CKR_SESSION_COUNT/)
export const kept = t.says(/session not given back/)
export const slowQuery = t.says(/^slow query/)
export const settled = t.says(/^record settled/)
const putBack = t.says(/^record put back/)
const ordered = t.says(/^Card order \S+ accepted/)
const failedOrder = t.says(/^Card order \S+ failed/)
const refusedOrder = t.says(/^Card order \S+ refused/)
export const provisioned = t.says(/^token provisioned/)
const noToken = t.says(/^token not provisioned/)
const frozen = t.says(/^Card of \S+ frozen/)
export const sent = t.says(/^push sent/)
const file = t.says(/^file EMB-/)

export const APPROVED = [t.logs(approved), t.requests(t.all(auths, decision('approved')))]
export const FAILED = [t.failures(auths), t.logs(failedAuth), t.failures(edgeAuths)]
export const DECLINED = [t.logs(declined), t.requests(t.all(auths, decision('declined')))]
export const AUTHS = [t.requests(auths), t.requests(edgeAuths)]
export const ORDERED = [
  t.logs(ordered),
  t.requests(t.all(orders, status(201))),
  t.requests(t.all(edgeOrders, status(201))),
]
export const FAILED_ORDERS = [t.logs(failedOrder), t.failures(orders), t.failures(edgeOrders)]
export const REFUSED_ORDERS = [t.logs(refusedOrder), t.requests(t.all(orders, status(409)))]
export const PROVISIONED = [t.logs(provisioned), t.requests(t.all(provisions, status(201)))]
export const FAILED_TOKENS = [t.logs(noToken), t.failures(provisions), t.failures(edgeProvisions)]
export const FROZEN = [t.logs(frozen), t.requests(freezes)]

/** What the lines state under a key: added up, or the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = logsOf(world, where, window).map((log) => Number(log.attributes[key] ?? 0))
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }
export const cardsSent = t.stated(/: (\d+) cards$/, 'sum', file)

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const sessions = (what: t.Statistic) => gauge('hsm-broker', 'hsm.sessions.used', what)
export const waiting = (what: t.Statistic) => gauge('hsm-broker', 'hsm.sessions.waiting', what)
export const depth = (what: t.Statistic) => gauge('settlement-batcher', 'settlement.queue.depth', what)
export const remaining = (one: string, what: t.Statistic) =>
  gauge('wallet-tokens', 'tokens.remaining', what, 'card.scheme', one)
export const perMinute = (one: string, what: t.Statistic) =>
  gauge('auth-engine', 'authorizations.per_minute', what, 'card.scheme', one)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.utilization.percent', what)

export const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.find(where)?.timeMs, 60)
export const lastOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.findLast(where)?.timeMs, 60)

export const HIT = [t.differentOf(t.all(auths, t.failed), 'customer.id'), t.differentIn(failedAuth, 'customer')]
export const ALL_HIT = t.differentOf(t.all(edge, t.failed), 'customer.id')

/** How bad it is: failed requests, their share since the onset or overall, customers that met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, engine, broker, issuing, tokens, batcher, auths, edgeAuths, orders, provisions]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[...HIT, ALL_HIT, t.logs(t.level('ERROR')), t.logs(noSession), t.logs(failedAuth), t.logs(putBack)],
    ...[...FAILED_ORDERS, ...FAILED_TOKENS],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
