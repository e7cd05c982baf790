/** What questions about the hire company speak of: services, routes, lines, and expectations that several share. */
import { minuteOf } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, PointRow, SpanRow, World } from '../../records.ts'
import { logsOf, mean } from '../../truth.ts'
import * as t from '../truths.ts'

export { fromLine, lineAt, rowOf } from '../lines.ts'

/** Words for what is wrong with the hire periods, and for the release that brought it. */
const SCANS = ['\\bindex', 'migration', '0147', 'seq(?:uential)? ?scan', 'hire_periods', 'slow quer', '57014']
const TIMEOUTS = [
  'statement timeout',
  'cancel+(?:ed|ing|s) (?:the )?(?:statement|quer)',
  'time[sd]?[ -]?out',
  '4\\.10\\.0',
]
export const INCIDENT = { service: 'availability', mechanism: [...SCANS, ...TIMEOUTS], mark: 'onset' }

export const gateway = t.of('hire-gateway')
export const bookingApi = t.of('booking-api')
export const periods = t.of('availability')
export const deposits = t.of('deposit-desk')
export const dispatch = t.of('dispatch')
export const damages = t.of('damage-desk')
export const frames = t.of('fleet-telematics')
export const invoices = t.of('invoicing')
export const workshop = t.of('workshop')
export const fuel = t.of('fuel-sync')

export const code = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const method = (...methods: string[]): t.Where => t.has('http.request.method', ...methods)
export const account = (...names: string[]): t.Where => t.has('customer.account', ...names)
export const region = (...names: string[]): t.Where => t.has('depot.region', ...names)
export const depot = (...names: string[]): t.Where => t.has('depot.name', ...names)
export const category = (...names: string[]): t.Where => t.has('machine.category', ...names)
export const channel = (...names: string[]): t.Where => t.has('sales.channel', ...names)
export const attr = t.attribute

/** Bookings that are asked for, at the service and at the gateway. */
export const books: t.Where = t.all(bookingApi, route('/v1/bookings'))
export const booksAtGateway: t.Where = t.all(gateway, route('/v1/bookings'))
export const searches: t.Where = t.all(periods, route('/v1/availability'))
export const searchesAtGateway: t.Where = t.all(gateway, route('/v1/availability'))
export const due: t.Where<SpanRow> = t.all<SpanRow>(dispatch, t.named('deliveries.due process'))

/** What is asked of a route may be counted at the service or at the gateway. */
export const atBoth = (service: t.Where, path: string, ...more: t.Where[]): t.Measure[] => [
  t.requests(t.all(service, route(path), ...more)),
  t.requests(t.all(gateway, route(path), ...more)),
]
export const where = (service: t.Where, pattern: RegExp, ...more: t.Where[]): t.Where<LogRow> =>
  t.all<LogRow>(service, t.says(pattern), ...more)
export const lines = (service: t.Where, pattern: RegExp, ...more: t.Where[]): t.Measure =>
  t.logs(where(service, pattern, ...more))
export const saved = (...more: t.Where[]): t.Measure => lines(bookingApi, /^booking saved$/, ...more)
export const leveled = (service: t.Where, ...levels: Parameters<typeof t.level>): t.Where<LogRow> =>
  t.all<LogRow>(service, t.level(...levels))

/** Percent of one measure in another. */
export const percentOf =
  (part: t.Measure, all: t.Measure): t.Measure =>
  (world, window) =>
    (100 * part(world, window)) / all(world, window)

/** A number that lines carry as an attribute. */
export const field =
  (rows: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max' | 'min'): t.Measure =>
  (world, window) => {
    const values = logsOf(world, rows, window).flatMap(({ attributes }) => {
      const value = attributes[key]
      return typeof value === 'number' ? [value] : []
    })
    if (what === 'max') return Math.max(...values)
    if (what === 'min') return Math.min(...values)
    return what === 'mean' ? mean(values) : mean(values) * values.length
  }

/** Numbers for names, where each may be counted in several ways. */
export const groupsOf =
  (unit: Unit, when: t.When, measures: Readonly<Record<string, readonly t.Measure[]>>): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      Object.entries(measures).map(([name, several]) => [name, t.numberOf(asked, unit, when, several)]),
    ),
  })

/** Points of one value of an attribute. */
export const points =
  (key: string, value: string) =>
  ({ attributes }: PointRow): boolean =>
    attributes[key] === value

/** Since it began, as a moment or as the minute it is in. */
export const outage: t.When = (asked) => [...t.since('onset')(asked), ...t.sinceMark('onset')(asked)]

/** It is not over. */
export const goesOn: t.Expect = () => ({
  says: [
    ['still', 'ongoing', 'going on', 'goes on', 'continu', 'not over', 'not (?:yet )?(?:recovered|ended)', 'until now'],
  ],
  neverFirst: ['\\bis over\\b', '\\bhas recovered\\b', '\\bno longer\\b'],
})

/** What the line about a booking carries under a key. */
export const ofBooking =
  (name: string, key: string): t.Expect =>
  ({ world }): Expectation => {
    const row = world.logs.find(
      ({ service, attributes }) => service === 'booking-api' && attributes['booking'] === world.names[name],
    )
    return { says: [[`(?<![\\d.:-])${row?.attributes[key] ?? 'none'}(?![\\d:-]|\\.\\d)`]] }
  }

/** The minute of a mark, as text. */
export const minute = (world: World, mark: string): string => minuteOf(world.marks[mark] ?? 0)
