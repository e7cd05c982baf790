/** What the questions to the online supermarket count, under the names that people give it. */
import { type Asked, MINUTE_MS, ONLY_A_CAUSE } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { durationsOf, logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const front = t.of('front-door')
export const catalogue = t.of('catalogue-api')
export const basket = t.of('basket-api')
export const planner = t.of('slot-planner')
export const desk = t.of('order-desk')
export const till = t.of('till')
export const floor = t.of('pick-floor')
export const vans = t.of('van-router')
export const doorbell = t.of('doorbell')
export const shelf = t.of('shelf-sync')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const region = (...names: string[]) => t.has('region', ...names)
export const tier = (...names: string[]) => t.has('customer.tier', ...names)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const REGIONS = ['north', 'south', 'west']
export const CHANNELS = ['ios', 'android', 'web']
export const METHODS = ['card', 'paypal', 'voucher']
export const ROUTES = [
  ...['/api/products/search', '/api/products/{sku}', '/api/basket/items', '/api/basket', '/api/slots'],
  ...['/api/checkout', '/api/orders/{id}', '/api/login'],
]

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const checkout = on(front, '/api/checkout')
export const ordering = t.all<SpanRow>(desk, t.named('POST /orders'))
export const booking = t.all<SpanRow>(planner, t.named('POST /bookings'))
export const listing = t.all<SpanRow>(planner, t.named('GET /slots'))
export const searching = t.all<SpanRow>(catalogue, t.named('GET /search'))
export const scanning = t.all<SpanRow>(floor, t.named('POST /scans'))
export const nextWeek = t.has('slot.week', 'next-week')

export const noPartition = t.says(/no partition of relation/)
export const placedLine = t.says(/^order \S+ placed, /)
export const lostLine = t.says(/^order \S+ not placed/)
export const declinedLine = t.says(/^payment declined/)
export const lateHub = t.says(/^payhub timed out/)
export const listed = t.says(/^pick list \S+ created/)
export const barcode = t.says(/^unknown barcode/)
export const substituted = t.says(/substituted/)
export const bounced = t.says(/mail bounced/)
export const login = t.says(/^login refused/)
export const TOTAL = /^order \S+ placed, total ([\d.]+) EUR/

export const PLACED = [t.logs(placedLine), t.requests(t.all(ordering, status(201)))]
export const LOST = [t.logs(lostLine), t.failures(ordering)]
export const DECLINED = [t.logs(declinedLine), t.requests(t.all(till, status(402)))]
export const BOOKING_FAILED = [t.failures(booking), t.logs(t.all(planner, t.level('ERROR')))]
/** An order that failed in a region or the like: where it is counted, the spans of both services have it. */
export const lostWith = (part: t.Where) => [t.failures(t.all(ordering, part)), t.failures(t.all(checkout, part))]

/** A code as its spans have it, or as the lines of the front door say it. */
export const atFront = (...codes: number[]) => [
  t.requests(t.all(front, status(...codes))),
  t.logs(t.all(front, line('status', ...codes))),
]

const silentMs = (world: World) => world.marks['silent'] ?? world.endMs
/** The last minutes: back from now, or back from the last telemetry. */
export const recent =
  (minutes: number): t.When =>
  (asked) => {
    const toMs = silentMs(asked.world)
    const ends = [toMs, Math.floor(toMs / MINUTE_MS) * MINUTE_MS]
    const back = ends.map((end) => ({ fromMs: end - minutes * MINUTE_MS, toMs: end }))
    return [...t.last(minutes)(asked), back]
  }

/** Per second of the window, or of the part of it before the telemetry stopped. */
export const perSecond = (measure: t.Measure): t.Measure[] => [
  t.perSecond(measure),
  (world, window) => {
    const toMs = Math.min(window.toMs, silentMs(world))
    return measure(world, window) / ((toMs - Math.max(window.fromMs, world.startMs)) / 1000)
  },
]

export const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
export const open = (name: string, what: t.Statistic) =>
  t.metric('slot-planner', 'slots.available', what, (point) => point.attributes['region'] === name)

export const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstLog = (world: World, where: t.Where<LogRow>) => logsOf(world, where)[0]
export const lastLog = (world: World, where: t.Where<LogRow>) => logsOf(world, where).at(-1)

/** A text as a pattern that matches itself. */
export const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How long a trace took: its first span, or all of it with what came after. */
export const traceTook =
  (name: string): t.Expect =>
  ({ world }) => {
    const spans = world.spans.filter((span) => span.traceId === world.names[name])
    const root = spans.filter((span) => span.parentSpanId === '')
    const all = Math.max(...spans.map((span) => span.endMs)) - Math.min(...spans.map((span) => span.startMs))
    return { numbers: [{ value: durationsOf(root)[0] ?? 0, unit: 'ms', tolerance: 0.02, also: [all] }] }
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, front, checkout, desk, planner, ordering, booking]
  const who = t.differentOf(t.all(front, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noPartition)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), recent(10), recent(15)], measures)
}

const FINE =
  'healthy|\\bnormal|no (?:failed|errors?|failures?|incident|problem|sign|trouble)|(?<![\\d.,])0 (?:of|failed|errors)|\\bok\\b|\\bfine\\b|unchanged|silent|no telemetry|nothing (?:unusual|odd|stands)|stopped sending|not (?:failing|affected)'
/** Of a service that was in order until all went silent: in order, or silent, is fair; not that it is the cause. */
export const fine =
  (service: string): t.Expect =>
  () => ({ saysFirst: [[service], [FINE]], neverFirst: [ONLY_A_CAUSE, `root cause: .?${service}`] })
