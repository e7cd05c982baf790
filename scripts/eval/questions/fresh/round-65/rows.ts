/** What the questions to the payment processor count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, requestsOf } from '../../truth.ts'
import { each, howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('front-gateway')
export const intents = t.of('payment-intents')
export const connector = t.of('network-connector')
export const fraud = t.of('fraud-check')
export const ledger = t.of('ledger')
export const payouts = t.of('payouts')
const hooks = t.of('webhook-dispatcher')
const dashboard = t.of('merchant-dashboard')
export const settlement = t.of('settlement-job')
export const mailer = t.of('receipt-mailer')
export const NETWORKS = ['northcard', 'solapay', 'axio']
export const MERCHANTS = ['tallowbook', 'ferrybird', 'brightloom', 'kiosk24', 'pedalhaus', 'saltmarsh', 'omnigreen']

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const oldStatus = (...codes: number[]) => t.has('http.status_code', ...codes)
export const network = (...names: string[]) => t.has('card.network', ...names)
export const merchant = (...names: string[]) => t.has('merchant.name', ...names)
export const ofMerchant = (...names: string[]) => t.has('merchant', ...names)
export const ofNetwork = (...names: string[]) => t.has('network', ...names)

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const gatePay = route(gateway, 'POST /v1/payments')
export const gateRefund = route(gateway, 'POST /v1/refunds')
export const gatePayout = route(gateway, 'POST /v1/payouts')
export const pay = route(intents, 'POST /v1/payments')
export const refund = route(intents, 'POST /v1/refunds')
export const payout = route(payouts, 'POST /v1/payouts')
export const overview = route(dashboard, 'GET /dashboard/overview')
export const gateOverview = route(gateway, 'GET /dashboard/overview')
export const charge = route(connector, 'POST /charge')

export const captured = t.says(/^payment captured/)
export const failedPay = t.says(/^payment failed/)
export const timedOut = t.says(/^payment failed: timeout/)
export const noWorker = t.says(/^payment failed: network-connector has no free worker/)
export const declined = t.says(/^card declined/)
export const refused = t.says(/^payment refused by the fraud check/)
export const blocked = t.says(/^payment blocked/)
export const refunded = t.says(/^refund issued/)
const refundFailed = t.says(/^refund failed/)
export const refundRejected = t.says(/^refund rejected/)
export const payoutSent = t.says(/^payout sent/)
export const payoutRefused = t.says(/^payout refused/)
export const payoutReturned = t.says(/^payout returned/)
export const delivered = t.says(/^webhook .* delivered in/)
const hookFailed = t.says(/^webhook .* failed: endpoint/)
export const slowQuery = t.says(/^slow query/)
export const rejected = t.says(/rejected: no free worker thread/)
/** … of the network that the pasted line names. */
export const rejectedLike = ({ world }: Asked) => {
  const network = /\((\w+)\) rejected/.exec(world.names['rejectedLine'] ?? '')?.[1] ?? ''
  return t.all<LogRow>(rejected, t.says(new RegExp(network)))
}
export const noAnswer = t.says(/^solapay: no answer/)
export const late = t.says(/: late answer for/)
export const exhausted = t.says(/^worker pool exhausted/)
export const bounced = t.says(/bounced: mailbox full/)
export const receipt = t.says(/^receipt for .* sent/)
export const runFinished = t.says(/^settlement run \d+ finished/)
export const incomplete = t.says(/^batch solapay incomplete/)

/** What the gateway's lines say of a code, at the end of the request. */
const toldCode = (code: number, what = '') => t.all<LogRow>(gateway, t.says(new RegExp(`${what} ${code}$`)))
export const coded = (code: number) => [t.requests(t.all(gateway, status(code))), t.logs(toldCode(code))]
export const PAYMENTS = [t.requests(gatePay), t.requests(pay), t.logs(t.all(gateway, t.says(/POST \/v1\/payments /)))]
export const FAILED = [
  ...[t.failures(pay), t.logs(failedPay), t.failures(gatePay), t.logs(toldCode(504, 'POST /v1/payments'))],
]
export const failedOf = (...names: string[]) => [
  t.failures(t.all(pay, network(...names))),
  t.logs(t.all(failedPay, ofNetwork(...names))),
]
export const failedFor = (...names: string[]) => [
  ...[t.failures(t.all(pay, merchant(...names))), t.logs(t.all(failedPay, ofMerchant(...names)))],
  t.failures(t.all(gatePay, merchant(...names))),
]
export const CAPTURED = [
  ...[t.logs(captured), t.requests(t.all(pay, status(201))), t.requests(t.all(gatePay, status(201)))],
]
export const REFUNDED = [
  ...[t.logs(refunded), t.requests(t.all(refund, status(201))), t.requests(t.all(gateRefund, status(201)))],
]
export const REFUNDS_FAILED = [t.failures(refund), t.logs(refundFailed), t.failures(gateRefund)]
export const SENT = [
  ...[t.logs(payoutSent), t.requests(t.all(payout, oldStatus(201))), t.requests(t.all(gatePayout, status(201)))],
]
export const DECLINED = [
  ...[t.logs(declined), t.requests(t.all(pay, status(402))), t.requests(t.all(gatePay, status(402)))],
]
export const HOOKS_FAILED = [t.logs(hookFailed), t.failures(hooks)]

/** What the lines state under a key: added up, or the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = logsOf(world, where, window).map((log) => Number(log.attributes[key] ?? 0))
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
export const capturedEur = [
  overOf(captured, 'amount_eur', 'sum'),
  overSpans(t.all(pay, status(201)), 'amount.eur', 'sum'),
]

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const threads = (what: t.Statistic) => gauge('network-connector', 'connector_worker_threads_busy', what)
export const queue = (what: t.Statistic) => gauge('network-connector', 'connector_queue_length', what)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process_resident_memory_bytes', what)
export const outcomes = (one: string, what: t.Statistic) =>
  gauge('payment-intents', 'payments_total', what, 'outcome', one)

export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, each(names, measure))
export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const at = (ms: number | undefined, toleranceS: number): Expectation => ({
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
  const wheres = [t.any, gateway, intents, connector, pay, gatePay, refund, gateRefund, charge]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.differentIn(failedPay, 'merchant'), t.differentOf(t.all(gateway, t.failed), 'merchant.name')],
    ...[t.logs(failedPay), t.logs(rejected), t.logs(t.level('ERROR')), t.logs(t.all(gateway, t.level('ERROR')))],
    ...[t.logs(t.all(intents, t.level('ERROR'))), t.logs(t.all(connector, t.level('ERROR')))],
    ...[overOf(failedPay, 'amount_eur', 'sum'), t.share(t.all(pay, network('solapay')))],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
