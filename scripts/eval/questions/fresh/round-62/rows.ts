/** What the questions to the payment service provider count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, requestsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('pay-edge')
export const api = t.of('payment-api')
export const gateway = t.of('card-gateway')
export const threeds = t.of('threeds-server')
export const vault = t.of('token-vault')
export const fraud = t.of('fraud-score')
export const hooks = t.of('webhook-sender')
export const exporter = t.of('settlement-exporter')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const network = (...names: string[]) => t.has('card.network', ...names)
export const channel = (...names: string[]) => t.has('payment.channel', ...names)
export const merchant = (...names: string[]) => t.has('merchant.name', ...names)
export const ofMerchant = (...names: string[]) => t.has('merchant', ...names)
export const ofNetwork = (...names: string[]) => t.has('network', ...names)
export const ofChannel = (...names: string[]) => t.has('channel', ...names)
export const NETWORKS = ['visa', 'mastercard', 'amex', 'jcb']
export const CHANNELS = ['ecom', 'pos', 'recurring', 'moto']
export const MERCHANTS = ['greenmarket', 'tastybox', 'nordkraft', 'hotel-lumi', 'pixelwear', 'bluebike', 'cinema-one']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const auths = route(api, 'POST /v1/authorizations')
export const edgeAuths = route(edge, 'POST /v1/authorizations')
export const captures = route(api, 'POST /v1/captures')
export const refunds = route(api, 'POST /v1/refunds')
export const edgeRefunds = route(edge, 'POST /v1/refunds')
export const checks = route(threeds, 'POST /3ds/authenticate')
export const edgeChecks = route(edge, 'POST /3ds/authenticate')
export const authorize = route(gateway, 'POST /authorize')
const directory = route(gateway, 'POST /directory')
export const scoring = route(fraud, 'POST /score')
export const creating = route(vault, 'POST /tokens')

export const approved = t.says(/^authorization approved/)
export const failedAuth = t.says(/^authorization failed/)
export const unreachable = t.says(/network not reachable/)
export const declined = t.says(/declined by the issuer/)
export const broke = t.says(/insufficient funds/)
export const blocked = t.says(/blocked by the fraud score/)
export const fraudBlocked = t.says(/^payment blocked/)
export const captured = t.says(/^capture booked/)
export const refunded = t.says(/^refund booked/)
export const refundRefused = t.says(/^refund refused/)
export const tls = t.says(/^tls handshake with mastercard failed/)
export const retried = t.says(/is tried again over the secondary/)
export const slots = t.says(/^secondary route: no answer/)
export const checkLost = t.says(/^3-D Secure check timed out/)
export const delivered = t.says(/^webhook delivered/)
export const kept = t.says(/endpoint answered 500/)
export const created = t.says(/^token created/)
export const fileWritten = t.says(/^settlement file written/)
export const workersBusy = t.says(/^all 64 workers/)

export const AUTHS = [t.requests(auths), t.requests(edgeAuths)]
export const FAILED = [t.failures(auths), t.logs(failedAuth), t.failures(edgeAuths), t.failures(authorize)]
export const APPROVED = [t.logs(approved), t.requests(t.all(auths, status(201)))]
export const CAPTURED = [t.logs(captured), t.requests(t.all(captures, status(201)))]
export const REFUNDED = [t.logs(refunded), t.requests(t.all(refunds, status(201)))]
export const CHECKS = [t.requests(checks), t.requests(edgeChecks)]
export const CHECKS_LOST = [t.failures(checks), t.logs(checkLost), t.failures(edgeChecks)]

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key: added up, or the least, the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, logsOf(world, t.any, window))
    if (what === 'min') return Math.min(...all)
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }
/** The same over what requests carry. */
export const overSpans =
  (where: t.Where<SpanRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = requestsOf(world, where, window).map((span) => Number(span.attributes[key] ?? 0))
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const approval = (one: string, what: t.Statistic) =>
  gauge('payment-api', 'auth.approval_rate', what, 'network', one)
export const backlog = (one: string, what: t.Statistic) =>
  gauge('ledger-book', 'settlement.backlog', what, 'network', one)
export const connections = (one: string, what: t.Statistic) =>
  gauge('card-gateway', 'connections.open', what, 'route', one)
export const queue = (what: t.Statistic) => gauge('webhook-sender', 'webhook.queue.length', what)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)

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

/** How bad it is: failed requests, their share since the onset or overall, merchants that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, api, gateway, threeds, auths, authorize, checks, directory]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.differentIn(failedAuth, 'merchant'), t.differentOf(t.all(auths, t.failed), 'merchant.name')],
    ...[t.logs(failedAuth), t.logs(tls), t.logs(checkLost), t.logs(t.level('ERROR'))],
    ...[t.differentIn(failedAuth, 'payment'), t.failures(t.all(auths, network('mastercard')))],
    ...[t.share(t.all(auths, network('mastercard')))],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
