/** What the questions to the motorway tolls count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gantries = t.of('gantry-edge')
export const vision = t.of('plate-vision')
export const builder = t.of('trip-builder')
const tariffs = t.of('tariff-svc')
const accounts = t.of('accounts')
export const topup = t.of('topup-pay')
export const clearing = t.of('partner-clearing')
export const app = t.of('driver-api')
export const archive = t.of('trip-archive')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const motorway = (...names: string[]) => t.has('toll.motorway', ...names)
export const vehicle = (...names: string[]) => t.has('vehicle.class', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const brand = (...names: string[]) => t.has('card.brand', ...names)
export const channel = (...names: string[]) => t.has('topup.channel', ...names)
export const partner = (...names: string[]) => t.has('partner.name', ...names)
export const ROADS = ['A1', 'A3', 'A5', 'A7', 'A9']
export const CLASSES = ['car', 'van', 'truck', 'bus', 'motorbike']
export const PLATFORMS = ['ios', 'android', 'web']
export const CAMERAS = ['C-01', 'C-02', 'C-03', 'C-04']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const passing = route(gantries, 'POST /passages')
export const reading = route(vision, 'plates.images process')
export const assembling = route(builder, 'trips.assemble process')
const listing = route(builder, 'GET /trips/{vehicle}')
export const quoting = route(tariffs, 'POST /quotes')
const charging = route(accounts, 'POST /accounts/{id}/charges')
export const paying = route(topup, 'POST /topups')
export const batches = route(clearing, 'clearing.batches process')
export const tripsPage = route(app, 'GET /app/trips')
export const appTopups = route(app, 'POST /app/topups')

export const dropped = t.says(/ dropped: duration/)
export const assembled = t.says(/ assembled, /)
export const recorded = t.says(/^passage recorded/)
export const twice = t.says(/^passage ignored: read twice/)
export const unreadable = t.says(/^plate unreadable/)
export const plateRead = t.says(/^plate read/)
export const dirty = t.says(/^lens is dirty/)
export const charged = t.says(/^account charged/)
export const low = t.says(/^balance below/)
export const declined = t.says(/^card declined/)
export const abandoned = t.says(/^3-D Secure/)
export const booked = t.says(/^top-up booked/)
export const finePaid = t.says(/^fine F-\d+ paid/)
export const held = t.says(/^batch held/)
export const cleared = t.says(/^batch cleared/)
export const noTrips = t.says(/^no trips shown/)
export const on = (name: string) => t.says(new RegExp(` on ${name} `))

export const FINE = /of ([\d.]+) EUR issued/
export const QUOTE = /^quoted ([\d.]+) EUR/
export const KM = /assembled, \d+ min, (\d+) km/

export const DROPPED = [t.logs(dropped), t.failures(assembling)]
export const EMPTY_APP = [t.logs(noTrips), t.failures(tripsPage)]
export const HELD = [t.logs(held), t.failures(batches)]
export const CHARGED = [t.logs(charged), t.requests(t.all(charging, status(201)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(paying, status(402)))]
export const PASSED = [t.requests(passing), t.logs(recorded)]

export const droppedOn = (name: string) => [
  t.logs(t.all(dropped, on(name))),
  t.failures(t.all(assembling, motorway(name))),
]

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key: added up, the least, the greatest or the mean. */
export const statedUnder =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'min') return Math.min(...all)
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((soFar, one) => soFar + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }
/** In cents or in euros. */
export const money = (measure: t.Measure) => [measure, t.scaled(measure, 0.01)]

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const podGauge = (name: string, what: t.Statistic, pod: string) =>
  t.metric('trip-builder', name, what, (point) => point.instance === pod)
/** The sum of the last values of some series. */
export const together =
  (parts: readonly t.Measure[]): t.Measure =>
  (world, window) =>
    parts.reduce((sum, part) => sum + part(world, window), 0)

/** How bad it is: failed requests, their share, vehicles without trips, trips that were dropped. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, builder, app, clearing, assembling, tripsPage, listing, batches]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.logs(t.level('ERROR')), t.logs(t.all(builder, t.level('ERROR')))],
    ...[t.logs(dropped), t.logs(noTrips), t.logs(held), t.differentIn(noTrips, 'vehicle')],
    ...ROADS.map((one) => t.failures(motorway(one))),
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(15)], measures)
}
