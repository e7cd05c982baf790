/** What the questions to the box office count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import { MINUTE_MS, ONLY_A_CAUSE } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { each, howBad } from '../measures.ts'
import * as t from '../truths.ts'

export const front = t.of('shop-front')
export const catalogue = t.of('catalogue')
export const seatMap = t.of('seat-map')
export const basket = t.of('basket')
export const checkout = t.of('checkout')
export const pay = t.of('pay')
const gates = t.of('scan-gate')
export const mailer = t.of('mailer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const act = (...names: string[]) => t.has('act', ...names)
export const tier = (...names: string[]) => t.has('tier', ...names)
export const venue = (...names: string[]) => t.has('venue', ...names)
export const gate = (...names: string[]) => t.has('gate', ...names)
export const device = (...names: string[]) => t.has('device', ...names)
export const reason = (...names: string[]) => t.has('reason', ...names)
export const ACTS = ['mira-vale', 'lantern-parade', 'iron-orchard', 'nova-kind', 'osk-quartet', 'festival-express']
export const CHANNELS = ['web', 'app', 'kiosk', 'phone']
export const TIERS = ['standing', 'balcony', 'stalls', 'vip']
export const GATES = ['north', 'south', 'east', 'west', 'side']
export const PRINTERS = ['P-1', 'P-2', 'P-3', 'P-4']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const orders = route(checkout, 'POST /orders')
export const frontOrders = route(front, 'POST /orders')
const baskets = route(basket, 'POST /baskets')
const frontBaskets = route(front, 'POST /baskets')
export const holds = route(seatMap, 'POST /holds')
export const confirms = route(seatMap, 'POST /holds/confirm')
export const charges = route(pay, 'POST /charges')
export const scans = route(gates, 'POST /scans')

export const paid = t.says(/^order paid$/)
export const refused = t.says(/^order refused$/)
export const lostOrder = t.all<LogRow>(refused, reason('hold lost'))
export const declinedOrder = t.all<LogRow>(refused, reason('payment declined'))
export const evicted = t.says(/^hold evicted/)
export const notWritten = t.says(/^hold not written/)
export const taken = t.says(/^hold refused: seat is taken/)
export const expired = t.says(/^basket expired/)
export const expiredLost = t.all<LogRow>(expired, reason('hold lost'))
const notHeld = t.says(/seats could not be held$/)
export const admitted = t.says(/^ticket admitted/)
export const turned = t.says(/^ticket turned away/)
export const printed = t.says(/^ticket printed/)
export const sent = t.says(/^mail sent/)
export const bounced = t.says(/^mail bounced/)
export const booked = t.says(/^refund booked/)
export const refundRefused = t.says(/^refund refused/)
export const charged = t.says(/^charge taken/)
export const declined = t.says(/^charge declined/)

export const PAID = [t.logs(paid), t.requests(t.all(orders, status(201)))]
export const REFUSED = [t.logs(refused), t.requests(t.all(orders, t.not(status(201))))]
export const LOST = [t.logs(lostOrder), t.failures(orders), t.failures(frontOrders)]

export const EVICTED = [t.logs(evicted), t.metric('seat-map', 'lock_table.evictions', 'sum')]

export const ADMITTED = [t.logs(admitted), t.requests(t.all(scans, status(200)))]
export const TURNED = [t.logs(turned), t.requests(t.all(scans, status(403)))]
export const BUYERS_HIT = [
  t.differentIn(lostOrder, 'customer'),
  t.differentOf(t.all(frontOrders, t.failed), 'customer'),
]

/** What the lines state under a key. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'min' | 'mean'): t.Measure =>
  (world, window) => {
    const all = logsOf(world, where, window).map((log) => Number(log.attributes[key] ?? 0))
    if (what === 'max') return Math.max(...all)
    if (what === 'min') return Math.min(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }
/** Of orders that are worth more than so many euros. */
export const above =
  (amount: number): t.Where<LogRow> =>
  (log) =>
    Number(log.attributes['amount_eur']) > amount
export const takings = (...where: t.Where<LogRow>[]) => overOf(t.all(paid, ...where), 'amount_eur', 'sum')
export const money = (where: t.Where<LogRow>) => overOf(where, 'amount_eur', 'sum')
export const seats = (...where: t.Where<LogRow>[]) => overOf(t.all(paid, ...where), 'seats', 'sum')

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const entries = (what: t.Statistic) => gauge('seat-map', 'lock_table.entries', what)
export const left = (one: string, what: t.Statistic) => gauge('catalogue', 'seats.left', what, 'act', one)
export const inside = (one: string, what: t.Statistic) => gauge('scan-gate', 'people.inside', what, 'venue', one)
export const paper = (one: string, what: t.Statistic) => gauge('ticket-print', 'printer.paper', what, 'printer', one)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.utilization.percent', what)

export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, each(names, measure))
export const euros = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('any', when, each(names, measure))

/** The name with most of a measure, or with the least, is named first. */
const extreme =
  (sign: 1 | -1) =>
  (names: readonly string[], measure: (name: string) => t.Measure, when: t.When = t.anytime): t.Expect =>
  (asked) => {
    const [window] = when(asked)[0] ?? []
    if (window === undefined) throw new Error('no window')
    const ranked = names.toSorted((a, b) => sign * (measure(b)(asked.world, window) - measure(a)(asked.world, window)))
    return { neverFirst: [ONLY_A_CAUSE], first: { name: ranked[0] ?? '', among: [...names] } }
  }
export const most = extreme(1)
export const least = extreme(-1)

/** A number for each minute of a time that has any. */
export const byMinute =
  (where: t.Where<LogRow>, from: readonly [string, number], to: readonly [string, number]): t.Expect =>
  (asked) => {
    const [window] = t.during(from, to)(asked)[0] ?? []
    const counts = new Map<string, number>()
    for (const { timeMs } of logsOf(asked.world, where, window)) {
      const minute = new Date(Math.floor(timeMs / MINUTE_MS) * MINUTE_MS).toISOString().slice(11, 16)
      counts.set(minute, (counts.get(minute) ?? 0) + 1)
    }
    return { groups: Object.fromEntries([...counts].map(([name, value]) => [name, { value, unit: 'count' }])) }
  }
/** A number for each hour of the clock. */
export const byHour =
  (where: t.Where<LogRow>): t.Expect =>
  ({ world }) => {
    const counts = new Map<string, number>()
    for (const { timeMs } of logsOf(world, where)) {
      const hour = `${new Date(timeMs).toISOString().slice(11, 13)}:00`
      counts.set(hour, (counts.get(hour) ?? 0) + 1)
    }
    return { groups: Object.fromEntries([...counts].map(([name, value]) => [name, { value, unit: 'count' }])) }
  }

const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstOf =
  (where: t.Where<LogRow>): t.Expect =>
  ({ world }) =>
    at(world.logs.find(where)?.timeMs, 60)
export const lastOf =
  (where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) =>
    at(world.logs.findLast(where)?.timeMs, toleranceS)
/** The newest line of each kind, by any of what names it. */
export const newest =
  (keys: readonly string[], ...wheres: t.Where<LogRow>[]): t.Expect =>
  ({ world }) => ({
    says: [
      wheres.flatMap((where) => {
        const line = world.logs.findLast(where)
        return line === undefined ? [] : [line.traceId, ...keys.map((key) => String(line.attributes[key]))]
      }),
    ],
  })
/** What a line of one's own says under keys. */
export const stated =
  (where: t.Where<LogRow>, idKey: string, name: string, ...keys: readonly string[]): t.Expect =>
  ({ world }) => {
    const line = world.logs.find((log) => where(log) && log.attributes[idKey] === world.names[name])
    if (line === undefined) throw new Error(`no line of ${name}`)
    return { says: keys.map((key) => [`(?<![\\d.])${line.attributes[key]}(?!\\d)`]) }
  }

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})

/** How bad it is: failed requests, their share, buyers that met them, holds and baskets that were lost, money. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, front, seatMap, basket, checkout, orders, frontOrders, baskets, frontBaskets, confirms, holds]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[...BUYERS_HIT, t.differentOf(t.all(front, t.failed), 'customer'), t.logs(t.level('ERROR'))],
    ...[t.logs(evicted), t.logs(expiredLost), t.logs(lostOrder), t.logs(notHeld), money(lostOrder)],
    ...[t.logs(refused), t.share(orders, t.not(status(201)))],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
