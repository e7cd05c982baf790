/** What the questions to the warehouse count, under the names that people of the hall give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const intake = t.of('order-intake')
export const stock = t.of('stock-service')
export const planner = t.of('pick-planner')
export const packing = t.of('packing-bench')
const labels = t.of('label-hub')
export const returns = t.of('returns-desk')
export const docks = t.of('dock-board')
export const robots = t.of('robot-ctl')
export const replenish = t.of('replenish')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const shop = (...names: string[]) => t.has('shop', ...names)
export const zone = (...names: string[]) => t.has('zone', ...names)
export const mode = (...names: string[]) => t.has('pick.mode', ...names)
export const carrier = (...names: string[]) => t.has('carrier', ...names)
export const station = (...names: string[]) => t.has('packing.station', ...names)
export const express = t.has('order.priority', 'express')
export const SHOPS = ['kidsroom', 'velomarkt', 'gartenhof', 'teekiste', 'homely']
export const ZONES = ['A', 'B', 'C', 'D', 'E']
export const CARRIERS = ['swiftpost', 'parcelline', 'greenvan']
export const STATIONS = ['PS-01', 'PS-02', 'PS-03', 'PS-04', 'PS-05', 'PS-06']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const orders = route(intake, 'POST /orders')
export const picks = route(planner, 'POST /picks')
const confirms = route(planner, 'POST /picks/{id}/confirm')
export const locations = route(stock, 'GET /locations')
const reservations = route(stock, 'POST /reservations')
export const parcels = route(packing, 'POST /parcels')
export const printing = route(labels, 'POST /labels')
const giving = route(returns, 'POST /returns')
export const trucks = route(docks, 'POST /trucks')

export const accepted = t.says(/^order accepted/)
export const notAccepted = t.says(/^order not accepted/)
export const timedOut = t.says(/^Pick \S+ timed out/)
export const startedPick = t.says(/^Pick \S+ started/)
export const packed = t.says(/^Parcel \S+ packed/)
export const held = t.says(/^Parcel \S+ held/)
export const weight = t.says(/weight differs/)
export const printed = t.says(/^label printed/)
export const takenBack = t.says(/^Return \S+ taken back/)
const notBooked = t.says(/^Return \S+ not booked/)
export const atDoor = t.says(/^Truck of \S+ sent to door/)
export const noSlot = t.says(/no slot booked/)
export const mission = t.says(/mission done/)
export const waits = t.says(/waits for a task/)
export const planned = t.says(/^article \S+ planned/)
export const skipped = t.says(/skipped: no supplier/)
export const pool = t.says(/Connection is not available/)
const slowLine = t.says(/^Slow query/)
export const statement = t.says(/^duration: .* execute/)
export const scan = t.says(/Seq Scan/)

export const ACCEPTED = [t.logs(accepted), t.requests(t.all(orders, status(201)))]
export const LOST_ORDERS = [t.failures(orders), t.logs(notAccepted)]
export const TIMED_OUT = [t.logs(timedOut), t.failures(picks)]
export const PACKED = [t.logs(packed), t.requests(t.all(parcels, status(201)))]
export const RETURNED = [t.logs(takenBack), t.requests(t.all(giving, status(201)))]
export const NOT_BOOKED = [t.logs(notBooked), t.failures(giving)]
export const SLOW = [t.logs(slowLine), t.logs(statement)]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    logsOf(world, where, window).reduce((total, log) => total + Number(log.attributes[key] ?? 0), 0)
const REFUND = /refund ([\d.]+) EUR$/
export const refunds = (where: t.Where<LogRow> = t.any) => t.stated(REFUND, 'sum', where)
export const grams = (what: t.Statistic, where: t.Where<LogRow> = t.any) =>
  t.stated(/packed at .*, (\d+) g$/, what, where)
export const seconds = (what: t.Statistic) => t.stated(/mission done, aisle \d+, ([\d.]+) s$/, what)

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const connections = (state: string, what: t.Statistic) =>
  gauge('stock-service', `hikaricp.connections.${state}`, what)
export const openPicks = (one: string, what: t.Statistic) => gauge('pick-planner', 'picks.open', what, 'zone', one)
export const robotsIn = (state: string, what: t.Statistic) => gauge('robot-ctl', 'robots', what, 'state', state)
export const charge = (robot: string, what: t.Statistic) =>
  gauge('robot-ctl', 'robot.battery.percent', what, 'robot', robot)
export const paper = (one: string, what: t.Statistic) =>
  gauge('label-hub', 'printer.paper.percent', what, 'packing.station', one)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.percent', what)

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

/** How bad it is: failed requests, their share since the onset or overall, what is lost, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, intake, stock, planner, returns, orders, picks, confirms, locations, reservations, giving]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[
      t.logs(t.level('ERROR')),
      t.logs(notAccepted),
      t.logs(timedOut),
      t.logs(notBooked),
      t.logs(pool),
      t.logs(waits),
    ],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
