/** What questions about the blood donation service speak of: services, routes, lines, and expectations that several share. */
import { between, minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { at, rowOf } from '../lines.ts'
import * as t from '../truths.ts'

export { lineAt, rowOf } from '../lines.ts'

/** Words for what is wrong with the registry. */
const CODES = ['code list', 'product code', 'expiry rule', '2026-12', '\\bimport']
export const INCIDENT = { service: 'code-registry', mechanism: CODES, mark: 'onset' }

export const gate = t.of('front-gateway')
export const book = t.of('appointment-book')
export const forms = t.of('questionnaire')
export const desk = t.of('session-desk')
export const codes = t.of('code-registry')
export const lab = t.of('lab-results')
export const stock = t.of('stock-ledger')
export const orderDesk = t.of('hospital-orders')
export const couriers = t.of('courier-dispatch')
export const chain = t.of('cold-chain')

export const code = (...wanted: number[]): t.Where => t.has('http.response.status_code', ...wanted)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const method = (...methods: string[]): t.Where => t.has('http.request.method', ...methods)
export const channel = (...names: string[]): t.Where => t.has('app.channel', ...names)
export const centre = (...names: string[]): t.Where => t.has('centre.id', ...names)
export const hospital = (...names: string[]): t.Where => t.has('hospital.id', ...names)
export const product = (...names: string[]): t.Where => t.has('product.type', ...names)
export const atGate = (...routes: string[]): t.Where => t.all(gate, route(...routes))
export const orders: t.Where = t.all(orderDesk, route('/v1/orders'))
export const labels: t.Where = t.all(desk, route('/v1/labels'))
export const donations: t.Where = t.all(desk, route('/v1/donations'))
export const bookings: t.Where = t.all(book, route('/v1/appointments'))
export const slots: t.Where = t.all(book, route('/v1/slots'))
export const filled: t.Where = t.all(forms, route('/v1/questionnaires'))
export const reservations: t.Where = t.all(stock, route('/v1/reservations'))
export const released: t.Where<SpanRow> = t.all<SpanRow>(stock, t.named('units.released process'))
export const lines = (service: t.Where, pattern: RegExp): t.Measure => t.logs(where(service, pattern))
export const where = (service: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(pattern))
export const levels = (service: t.Where, severity: LogRow['severity']): t.Measure =>
  t.logs(t.all<LogRow>(service, t.level(severity)))
export const attr = t.attribute
/** A part of a message as the key of a group. */
export const part = (pattern: RegExp) => (row: LogRow | SpanRow) =>
  'message' in row ? (pattern.exec(row.message)?.[1] ?? '') : ''

/** While it lasted, as moments or as the minutes they are in. */
export const outage: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
  [between(world, ['onset', 0], ['recovery', 0])],
  [between(world, ['onset', 0], ['recovery', 1])],
]

/** It is over, or nothing is wrong any more. */
export const over: t.Expect = ({ world }) => ({
  says: [
    [
      ...['recover', '\\bover\\b', 'ended', 'fixed', 'no longer', 'healthy', 'normal', 'resolved', 'stopped'],
      minuteOf(world.marks['recovery'] ?? 0),
    ],
  ],
  neverFirst: ['still (?:going on|failing)', 'goes on', 'ongoing'],
})

/** When the first or the last request of some was sent. */
export const requestAt =
  (wanted: t.Where<SpanRow>, isLast = false, toleranceS = 20): t.Expect =>
  ({ world }) => {
    const all = requestsOf(world, wanted)
    return at((isLast ? all.at(-1) : all[0])?.startMs ?? 0, toleranceS)
  }

/** A line that names something, and what its first group took from it. */
export const fromLine =
  (name: string, pattern: (id: string) => RegExp): t.Expect =>
  ({ world }) => {
    const wanted = pattern(world.names[name] ?? '')
    const text = wanted.exec(rowOf(world, wanted).message)?.[1] ?? ''
    return { says: [[`(?<![\\w+-])${text.replace(/[+]/g, '\\$&')}(?![\\w+])`]] }
  }

/** The values of a key that some requests have: each has to be named. */
export const valuesOf =
  (wanted: t.Where<SpanRow>, key: string): t.Expect =>
  ({ world }) => ({ names: [...new Set(requestsOf(world, wanted).map((span) => String(span.attributes[key])))] })

/** Points of a gauge or counter with one value of an attribute. */
export const pointsWith =
  (key: string, name: string) =>
  ({ attributes }: { readonly attributes: Readonly<Record<string, string | number>> }): boolean =>
    attributes[key] === name
export const fridge = (name: string, what: t.Statistic): t.Measure =>
  t.metric('cold-chain', 'fridge.temperature', what, pointsWith('fridge', name))
export const units = (name: string, what: t.Statistic): t.Measure =>
  t.metric('stock-ledger', 'stock.units', what, pointsWith('product.type', name))
export const free = (name: string, what: t.Statistic): t.Measure =>
  t.metric('appointment-book', 'slots.free', what, pointsWith('centre.id', name))
/** The hospital of the failed order that is asked about. */
export const ofFailedOrder: t.Expect = ({ world }) => {
  const { traceId } = rowOf(world, new RegExp(`^order ${world.names['failedOrder']} failed`))
  const span = requestsOf(
    world,
    t.all<SpanRow>(orders, (row) => row.traceId === traceId),
  )[0]
  return { names: [String(span?.attributes['hospital.id'])] }
}
