/** What the questions to the tyre workshops count: rows, measures, and what is wrong there. */
import { minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'stock-ledger',
  mechanism: ['sequence', 'nextval', 'movements_id_seq', 'maximum value', '2147483647', '2,147,483,647'],
  mark: 'onset',
}
export const TENANTS = ['private', 'citycab', 'nordlease', 'postvan', 'greencar', 'uni-pool'] as const
export const WORKSHOPS = ['kiel-nord', 'kiel-hafen', 'bremen-messe', 'hamburg-sued', 'luebeck-markt'] as const
export const APPOINTMENTS = 'POST /v1/appointments'
export const CHECK_IN = 'POST /v1/appointments/{id}/check-in'
export const STORE = 'POST /v1/wheel-sets'
export const RETRIEVE = 'POST /v1/wheel-sets/{id}/retrieve'

export const door = t.of('front-door')
export const booking = t.of('booking-api')
export const catalog = t.of('tyre-catalog')
export const pricing = t.of('pricing')
export const hotel = t.of('wheel-hotel')
export const ledger = t.of('stock-ledger')
export const worker = t.of('job-worker')
export const bench = t.of('bench-link')
export const mailer = t.of('reminder-mailer')
export const roadside = t.of('roadside')

export const code = (...codes: number[]) => t.has('http.response.status_code', ...codes)
/** Codes of a class: 4 is 4xx. */
export const codes =
  (first: number): t.Where<SpanRow> =>
  (span) =>
    Math.floor(Number(span.attributes['http.response.status_code'] ?? 0) / 100) === first
export const tenant = (name: string) => t.has('tenant.id', name)
export const spans = (...parts: t.Where<SpanRow>[]): t.Where<SpanRow> => t.all<SpanRow>(...parts)
export const lines = (...parts: t.Where<LogRow>[]): t.Where<LogRow> => t.all<LogRow>(...parts)
export const tell = (where: t.Where, pattern: RegExp): t.Where<LogRow> => lines(where, t.says(pattern))
/** Requests of a route, at the service that answers it and at the proxy. */
export const at = (where: t.Where, name: string): t.Where<SpanRow> => spans(where, t.named(name))

export const booked = tell(booking, /^Appointment \S+ booked/)
export const lost = tell(booking, /^Appointment \S+ not saved/)
export const refused = tell(booking, /^Booking for \S+ refused/)
export const written = tell(ledger, /^movement written/)
export const dead = tell(worker, /sent to dead letters/)
export const opened = tell(worker, / opened /)
export const mailed = tell(mailer, / sent to /)

/** Numbers that are attributes of lines. */
export const field =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = logsOf(world, where, window).map(({ attributes }) => Number(attributes[key]))
    const sum = values.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : what === 'mean' ? sum / values.length : Math.max(...values)
  }

export const rowsOf = (where: t.Where<SpanRow>) => (world: World, window?: Window) => requestsOf(world, where, window)
export const linesOf = (where: t.Where<LogRow>) => (world: World, window?: Window) => logsOf(world, where, window)
export const codeOf = (row: LogRow | SpanRow) => String(row.attributes['http.response.status_code'])
export const nameOf = (row: LogRow | SpanRow) => ('name' in row ? row.name : row.message)

export const each = (names: readonly string[], measure: (name: string) => t.Measure): Record<string, t.Measure> =>
  Object.fromEntries(names.map((name) => [name, measure(name)]))

type Edge = 'first' | 'last'
/** When the first or the last of some lines was written. */
export const lineAt =
  (which: Edge, where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) => {
    const row = which === 'first' ? logsOf(world, where)[0] : logsOf(world, where).at(-1)
    return { time: { at: new Date(row?.timeMs ?? Number.NaN).toISOString(), toleranceS } }
  }
/** A moment of the system, with what is said beside it. */
export const markAt =
  (mark: string, ...says: string[][]): t.Expect =>
  ({ world }) => ({
    time: { at: new Date(world.marks[mark] ?? Number.NaN).toISOString(), toleranceS: 90 },
    ...(says.length === 0 ? {} : { says }),
  })
export const says =
  (...groups: string[][]): t.Expect =>
  () => ({ says: groups })
/** Marks as clock times, with words beside them. */
export const clocks =
  (marks: readonly string[], ...groups: string[][]): t.Expect =>
  ({ world }) => ({ says: [...marks.map((mark) => [minuteOf(world.marks[mark] ?? Number.NaN)]), ...groups] })
/** What a pattern's first group takes from the lines about an id of the world. */
export const told =
  (key: string, pattern: RegExp, ...more: string[][]): t.Expect =>
  ({ world }) => {
    const id = world.names[key] ?? 'none'
    const texts = world.logs
      .filter(({ message }) => message.includes(id))
      .map(({ message }) => pattern.exec(message)?.[1])
    const found = texts.find((text) => text !== undefined)
    if (found === undefined) throw new Error(`no line about ${key} matches ${pattern}`)
    return { says: [[found.replaceAll('.', '\\.')], ...more] }
  }
