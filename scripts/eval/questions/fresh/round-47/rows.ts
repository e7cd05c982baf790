/** What the questions to the moving vans count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { mean } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const door = t.of('frontdoor')
export const booking = t.of('van-booking')
export const furni = t.of('furni-rent')
export const depot = t.of('depot-stock')
export const routing = t.of('routing-desk')
export const roster = t.of('driver-roster')
export const deposits = t.of('deposit-desk')
export const sms = t.of('sms-courier')
export const tracker = t.of('fleet-tracker')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const at = (...names: string[]) => t.has('depot.warehouse', ...names)
export const channel = (...names: string[]) => t.has('app.channel', ...names)
export const method = (...names: string[]) => t.has('deposit.method', ...names)
export const size = (...names: string[]) => t.has('van.size', ...names)
export const item = (...names: string[]) => t.has('furniture.item', ...names)
export const WAREHOUSES = ['altona', 'spandau', 'nippes', 'sendling']
export const CHANNELS = ['web', 'app', 'phone']
export const METHODS = ['card', 'sepa', 'paypal']
export const SIZES = ['transporter', 'luton', 'truck']
export const ROUTES = ['/vans', '/van-bookings', '/furniture', '/rentals', '/pickups', '/bookings/{id}']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const placing = t.all<SpanRow>(booking, t.named('POST /bookings'))
export const renting = t.all<SpanRow>(furni, t.named('POST /rentals'))
export const reserving = t.all<SpanRow>(depot, t.named('POST /reservations'))
export const checking = t.all<SpanRow>(depot, t.named('GET /availability'))

export const noLeader = t.says(/no leader$/)
export const stored = t.says(/^reservation stored/)
export const booked = t.says(/^van booked/)
export const notBooked = t.says(/^van not booked/)
export const rented = t.says(/^furniture rented/)
export const notRented = t.says(/^furniture not rented/)
export const held = t.says(/^deposit held/)
export const refused = t.says(/^card refused/)
export const noVan = t.says(/^no van left/)
export const outOfStock = t.says(/^item out of stock/)
export const pickup = t.says(/^pickup scheduled/)
export const planned = t.says(/^route planned/)
export const vague = t.says(/^address is vague/)
export const assigned = t.says(/^driver D-\d+ assigned/)
export const noDriver = t.says(/asking subcontractor/)
export const texted = t.says(/^text message sent/)
export const deadNumber = t.says(/^phone number not in service/)
export const speeding = t.says(/over the speed limit/)
export const position = t.says(/^position received/)
export const bay = t.says(/^bay count differs/)
export const token = t.says(/^login token expired/)
export const election = t.says(/^election in cluster/)
export const scan = t.says(/^inventory scan finished/)

export const BOOKED = [t.logs(booked), t.requests(t.all(placing, status(201)))]
export const NOT_BOOKED = [t.logs(notBooked), t.failures(placing)]
export const RENTED = [t.logs(rented), t.requests(t.all(renting, status(201)))]
export const NOT_RENTED = [t.logs(notRented), t.failures(renting)]
export const REFUSED = [t.logs(refused), t.requests(t.all(deposits, status(402)))]
export const HELD = [t.logs(held), t.requests(t.all(deposits, status(201)))]

/** A code as its spans have it, or as the lines of the front door say it. */
export const atDoor = (...codes: number[]) => [
  t.requests(t.all(door, status(...codes))),
  t.logs(t.all(door, line('status', ...codes))),
]

const statedIn =
  (where: t.Where<LogRow>, key: string) => (world: Asked['world'], window: { fromMs: number; toMs: number }) =>
    t
      .logsIn(where)(world, window)
      .map(({ attributes }) => Number(attributes[key] ?? 0))
/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    statedIn(where, key)(world, window).reduce((sum, one) => sum + one, 0)
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    mean(statedIn(where, key)(world, window))
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(...statedIn(where, key)(world, window))

/** From the minute it began to the minute it ended. */
export const outage = t.during(['onset', 0], ['recovery', 1])

/** How bad it was: failed requests, their share, customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, door, booking, furni, depot, placing, renting, reserving]
  const who = t.differentOf(t.all(door, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noLeader)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), outage], measures)
}
