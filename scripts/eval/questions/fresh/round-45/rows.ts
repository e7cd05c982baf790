/** What the questions to the co-operative count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { mean } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('coop-gateway')
export const tours = t.of('tour-planner')
export const pickups = t.of('pickup-service')
export const samples = t.of('sample-desk')
export const herds = t.of('herd-book')
export const fields = t.of('field-control')
export const silos = t.of('silo-keeper')
export const money = t.of('milk-money')
export const storm = t.of('storm-watch')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const fleet = (...names: string[]) => t.has('tanker.fleet', ...names)
export const client = (...names: string[]) => t.has('app.client', ...names)
export const FLEETS = ['north', 'west', 'lake']
export const CLIENTS = ['driver-app', 'member-app', 'office-web', 'weighbridge']
export const SILOS = ['S1', 'S2', 'S3', 'S4']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const collecting = t.all<SpanRow>(pickups, t.named('POST /pickups'))
export const sampling = t.all<SpanRow>(samples, t.named('POST /samples'))
export const touring = t.all<SpanRow>(tours, t.named('GET /tours/today'))
export const eventing = t.all<SpanRow>(herds, t.named('POST /herds/{id}/events'))
export const paying = t.all<SpanRow>(money, t.named('POST /payouts'))

export const tooLarge = t.says(/RecordTooLargeException/)
export const booked = t.says(/^pickup booked/)
export const notBooked = t.says(/^pickup not booked/)
const warm = t.says(/^milk too warm/)
export const emptied = t.says(/^tank was already emptied/)
export const recorded = t.says(/^herd event recorded/)
const frost = t.says(/frost guard/)
const moist = t.says(/too moist/)
export const stored = t.says(/ stored in S\d/)
export const held = t.says(/^bank account not verified/)
export const battery = t.says(/^sensor battery low/)
export const alerted = t.says(/^alert sent/)

export const BOOKED = [t.logs(booked), t.requests(t.all(collecting, status(201)))]
export const FAILED_PICKUPS = [t.logs(notBooked), t.failures(collecting)]
export const WARM = [t.logs(warm), t.requests(t.all(collecting, status(422)))]
export const FROST = [t.logs(frost), t.requests(t.all(fields, status(409)))]
export const MOIST = [t.logs(moist), t.requests(t.all(silos, status(422)))]

/** A code as its spans have it, or as the lines of the gateway say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, line('status', ...codes))),
]

const statedBy = (where: t.Where<LogRow>, key: string, world: Asked['world'], window: Parameters<t.Measure>[1]) =>
  t
    .logsIn(where)(world, window)
    .map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const one of statedBy(where, key, world, window)) sum += one
    return sum
  }
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    mean(statedBy(where, key, world, window))
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(...statedBy(where, key, world, window))

/** How bad it is: failed requests, their share since the onset or in the last minutes, members who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, pickups, samples, collecting, sampling, on(gateway, '/api/pickups')]
  const north = t.all<SpanRow>(collecting, fleet('north', 'lake'))
  const who = ['member.id', 'tanker.id'].map((key) => t.differentOf(t.all(pickups, t.failed), key))
  const whoAtGateway = t.differentOf(t.all(gateway, t.failed), 'member.id')
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.share(north), ...who, whoAtGateway, t.logs(tooLarge), t.logs(t.level('ERROR'))],
  ]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
