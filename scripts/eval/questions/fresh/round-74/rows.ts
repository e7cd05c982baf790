/** What is counted in the laundry chain: services, routes, attributes, and sums that no other round needs. */
import type { Asked } from '../../catalog/define.ts'
import { minuteOf } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, Severity, SpanRow } from '../../records.ts'
import { logsOf, mean } from '../../truth.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'tag-service',
  mechanism: [
    'EMFILE',
    'too many open files',
    'open[ _-]?files?',
    'file[ _]descriptor',
    'care[ _]preview',
    'LDR-214',
    '4,?096',
  ],
  mark: 'onset',
}

export const gw = t.of('web-gw')
export const orders = t.of('order-api')
export const slots = t.of('slot-planner')
export const quotes = t.of('quote-service')
export const lockers = t.of('locker-api')
export const tags = t.of('tag-service')
export const intake = t.of('intake-worker')
export const plant = t.of('wash-line')
export const sms = t.of('sms-notify')
export const vans = t.of('courier-sync')
export const SERVICES = [
  ...['web-gw', 'order-api', 'slot-planner', 'quote-service', 'locker-api', 'tag-service', 'intake-worker'],
  ...['wash-line', 'sms-notify', 'courier-sync'],
]
export const STATIONS = ['rtm-west', 'rtm-kralingen', 'utr-centrum', 'dhg-strand', 'lei-station']

const DROP_OFF = 'POST /v2/lockers/{id}/drop-off'
const COLLECT = 'POST /v2/lockers/{id}/collect'
export const ORDER = 'POST /v2/orders'
const at = (service: t.Where, name: string): t.Where<SpanRow> => t.all(service, t.named(name))
export const dropOffs = at(lockers, DROP_OFF)
export const collects = at(lockers, COLLECT)
export const newOrders = at(orders, ORDER)
export const holds = at(slots, 'POST /v2/slots/{id}/hold')
export const newTags = at(tags, 'POST /tags')
export const route = at
export const status = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const account = (...names: string[]): t.Where => t.has('account.id', ...names)
export const station = (...names: string[]): t.Where => t.has('station.id', ...names)
export const client = (...names: string[]): t.Where => t.has('client.type', ...names)
/** An answer of the client's own fault. */
export const refused: t.Where<SpanRow> = (span) => {
  const code = Number(span.attributes['http.response.status_code'])
  return code >= 400 && code < 500
}

/** Lines of a service that say something. */
export const lines = (service: t.Where, text: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(text))
export const warnings = (service: t.Where, ...severities: Severity[]): t.Where<LogRow> =>
  t.all<LogRow>(service, t.level(...(severities.length === 0 ? (['WARN'] as const) : severities)))
/** The text anywhere in what was sent. */
export const inBody =
  (pattern: RegExp): t.Where<LogRow> =>
  (log) =>
    pattern.test(log.body)

/** Numbers that a field of lines states. */
export const field =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = logsOf(world, where, window).flatMap(({ attributes }) => {
      const value = Number(attributes[key])
      return Number.isFinite(value) ? [value] : []
    })
    if (what === 'max') return Math.max(...values)
    return what === 'mean' ? mean(values) : mean(values) * values.length
  }

/** While tags failed: between the moments themselves, or the minutes they are in. */
export const outage: t.When = ({ world }) => {
  const [fromMs = 0, toMs = 0] = [world.marks['onset'], world.marks['recovery']]
  const minutes = t.during(['onset', 0], ['recovery', 0])({ world, askedMs: world.endMs })
  return [[{ fromMs, toMs }], ...minutes]
}

/** It is over, and since when. */
export const over = ({ world }: Asked): Expectation => ({
  says: [
    ['recover', '\\bover\\b', 'ended', 'fixed', 'no longer', 'stopped', 'healthy', 'normal', '(?<![\\d.,])0 '],
    [minuteOf(world.marks['recovery'] ?? 0), 'last', 'now'],
  ],
  neverFirst: ['still (?:going on|failing|broken)', '\\bgoes on\\b'],
})

/** What the message of the last line of some says, cut by a pattern. */
export const lastTexts =
  (where: t.Where<LogRow>, pattern: RegExp, many: number): t.Expect =>
  ({ world }) => ({
    names: logsOf(world, where)
      .slice(-many)
      .map(({ message }) => pattern.exec(message)?.[1] ?? ''),
  })

/** The moment of the first or last line. */
export const lineAt =
  (where: t.Where<LogRow>, which: 0 | -1, toleranceS = 60): t.Expect =>
  ({ world }) => ({
    time: { at: new Date(logsOf(world, where).at(which)?.timeMs ?? 0).toISOString(), toleranceS },
  })
