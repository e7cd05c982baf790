/** What the questions to the stock-trading app count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gate = t.of('trade-gate')
export const desk = t.of('order-desk')
export const risk = t.of('risk-check')
export const portfolio = t.of('portfolio-api')
export const fix = t.of('fix-gateway')
export const cash = t.of('cash-ledger')
const notifier = t.of('trade-notifier')
export const feed = t.of('quote-feed')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const venue = (...names: string[]) => t.has('order.venue', ...names)
export const symbol = (...names: string[]) => t.has('instrument.symbol', ...names)
export const side = (name: string) => t.has('order.side', name)
export const type = (name: string) => t.has('order.type', name)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const tier = (...names: string[]) => t.has('account.tier', ...names)
export const method = (...names: string[]) => t.has('transfer.method', ...names)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const VENUES = ['NORDX', 'ALPHA', 'LSQ']
export const PLATFORMS = ['ios', 'android', 'web']
export const TIERS = ['basic', 'plus', 'pro']
export const ROUTES = [
  ...['/v1/quotes/{symbol}', '/v1/portfolio', '/v1/watchlists', '/v1/orders', '/v1/orders/{id}'],
  ...['/v1/deposits', '/v1/withdrawals', '/v1/login'],
]

export const on = (...routes: string[]) => t.all<SpanRow>(gate, t.has('http.route', ...routes))
export const placing = t.all<SpanRow>(desk, t.named('POST /orders'))
const cancelling = t.all<SpanRow>(desk, t.named('DELETE /orders/{id}'))
export const sending = t.all<SpanRow>(fix, t.named('POST /venue-orders'))
export const depositing = t.all<SpanRow>(cash, t.named('POST /deposits'))
export const withdrawing = t.all<SpanRow>(cash, t.named('POST /withdrawals'))
export const positions = t.all<SpanRow>(portfolio, t.named('GET /positions'))
export const logins = on('/v1/login')
/** One of two hosts. */
export const host = (name: string) => (row: LogRow | SpanRow) => row.instance === name

export const placed = t.says(/^order placed/)
export const notPlaced = t.says(/^order could not be placed/)
const cancelFailed = t.says(/^cancel failed/)
const filled = t.says(/ filled: /)
export const notSent = t.says(/not sent: session/)
export const refusedLogon = t.says(/logon refused/)
export const overLimit = t.says(/over daily limit/)
export const deposited = t.says(/^deposit booked/)
export const withdrawn = t.says(/^withdrawal booked/)
export const wrongPin = t.says(/wrong pin/)
export const settled = t.says(/^chunk \d+ of 140 settled/)

/** Orders that came in, whatever became of them. */
export const ORDERS = [t.requests(placing), t.requests(on('/v1/orders')), t.requests(risk)]
export const PLACED = [
  ...[t.logs(placed), t.requests(t.all(placing, status(201))), t.requests(t.all(on('/v1/orders'), status(201)))],
  ...[t.logs(t.says(/ acknowledged by /)), t.requests(t.all(sending, status(201)))],
]
/** Orders that failed; cancellations are fair to count as well. */
export const FAILED = [
  ...[t.failures(placing), t.logs(notPlaced), t.failures(on('/v1/orders')), t.failures(desk), t.failures(fix)],
  ...[t.logs(t.says(/^order \S+ not sent/)), t.logs(notSent), t.logs(t.all(desk, t.level('ERROR')))],
]
export const NOT_CANCELLED = [
  ...[t.logs(cancelFailed), t.failures(cancelling), t.logs(t.says(/^cancel of \S+ not sent/))],
]
export const FILLED = [
  ...[t.logs(filled), t.requests(t.all(notifier, t.has('order.event', 'filled')))],
  t.logs(t.all(notifier, line('event', 'filled'))),
]
export const REFUSED = [t.requests(t.all(risk, status(422))), t.logs(t.says(/^order refused by risk check/))]

/** A code as the spans of the entrance have it, or as its lines say it. */
export const atGate = (...codes: number[]) => [
  ...[t.requests(t.all(gate, status(...codes))), t.logs(t.all(gate, line('status', ...codes)))],
]

function fieldsOf(where: t.Where<LogRow>, key: string) {
  return (...args: Parameters<t.Measure>): number[] => {
    const values: number[] = []
    for (const log of t.logsIn(where)(...args))
      if (log.attributes[key] !== undefined) values.push(Number(log.attributes[key]))
    return values
  }
}
/** What the lines state under a key: added up, or on average. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (...args) =>
    fieldsOf(where, key)(...args).reduce((sum, one) => sum + one, 0)
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (...args) =>
    sumOf(where, key)(...args) / fieldsOf(where, key)(...args).length

/** The longest trace: its first span, or all of it with what was consumed later. */
export const longestTrace: t.Measure = (world, { fromMs, toMs }) => {
  const ends = new Map<string, number>()
  for (const { traceId, endMs } of world.spans) ends.set(traceId, Math.max(ends.get(traceId) ?? 0, endMs))
  let longest = 0
  for (const { traceId, parentSpanId, startMs } of world.spans)
    if (parentSpanId === '' && startMs >= fromMs && startMs < toMs)
      longest = Math.max(longest, (ends.get(traceId) ?? startMs) - startMs)
  return longest
}

/** A number for each name, where several readings are fair. */
export const groupsOf =
  (unit: Unit, when: t.When, names: readonly string[], measures: (name: string) => readonly t.Measure[]): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(names.map((name) => [name, t.numberOf(asked, unit, when, measures(name))])),
  })
/** Two numbers, each with several fair readings. */
export const pair =
  (when: t.When, first: readonly t.Measure[], second: readonly t.Measure[], unit: Unit = 'count'): t.Expect =>
  (asked) => ({ numbers: [first, second].map((measures) => t.numberOf(asked, unit, when, measures)) })
/** One thing in two windows. */
export const versus =
  (unit: Unit, measures: readonly t.Measure[], first: t.When, second: t.When): t.Expect =>
  (asked) => ({ numbers: [first, second].map((when) => t.numberOf(asked, unit, when, measures)) })

/** How bad it is: failed requests, their share, lines of errors, clients who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gate, desk, fix, placing, cancelling, sending, on('/v1/orders')]
  const who = t.differentOf(t.all(gate, t.failed), 'client.id')
  const lines = [t.logs(t.level('ERROR')), ...[gate, desk, fix].map((one) => t.logs(t.all(one, t.level('ERROR'))))]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, ...lines, t.logs(notSent)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
