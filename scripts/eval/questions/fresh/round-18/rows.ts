/** What the questions to the shared bicycles count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const ingress = t.of('edge-ingress')
export const bff = t.of('app-bff')
export const rental = t.of('rental-service')
export const station = t.of('station-service')
export const lock = t.of('lock-gateway')
export const billing = t.of('billing-service')
export const zone = t.of('zone-service')
export const telemetry = t.of('ride-telemetry')
export const push = t.of('push-worker')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const city = (...names: string[]) => t.has('ride.city', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const type = (...names: string[]) => t.has('bike.type', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const CITIES = ['berlin', 'hamburg', 'madrid']
export const PLATFORMS = ['ios', 'android', 'web']
export const ROUTES = ['/v2/stations', '/v2/bikes/nearby', '/v2/rentals', '/v2/rentals/{id}/end', '/v2/me']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
const begins = t.named('POST /rentals')
const ends = t.named('POST /rentals/{id}/end')
export const starting = t.all<SpanRow>(rental, begins)
export const ending = t.all<SpanRow>(rental, ends)
export const unlocking = t.all<SpanRow>(lock, t.named('POST /locks/unlock'))
export const locking = t.all<SpanRow>(lock, t.named('POST /locks/lock'))

export const noTls = t.says(/protocol version not supported/)
export const opened = t.says(/^lock opened/)
export const started = t.says(/^rental started/)
export const notStarted = t.says(/^rental not started/)
export const ended = t.says(/^rental ended/)
export const notEnded = t.says(/^rental not ended/)
export const declined = t.says(/^card declined/)
export const charged = t.says(/^ride charged/)
export const rented = t.says(/already rented/)
export const full = t.says(/^station is full/)
export const battery = t.says(/^lock battery low/)
export const jumped = t.says(/^position jumped/)
export const expired = t.says(/^push token expired/)
export const pushed = t.says(/^push sent/)
export const sessions = t.says(/^session expired/)
export const docks = t.says(/^dock counts differ/)

export const STARTED = [t.logs(started), t.requests(t.all(starting, status(201)))]
export const NOT_STARTED = [t.logs(notStarted), t.failures(starting)]
export const ENDED = [t.logs(ended), t.requests(t.all(ending, status(200)))]
export const NOT_ENDED = [t.logs(notEnded), t.failures(ending)]
/** Rides that failed: the beginning, or the beginning and the end. */
export const FAILED_RENTALS = [...NOT_STARTED, t.failures(rental), t.logs(t.all(rental, t.level('ERROR')))]
export const DECLINED = [t.logs(declined), t.requests(t.all(billing, status(402)))]

/** A code as its spans have it, or as the lines of the ingress say it. */
export const atIngress = (...codes: number[]) => [
  t.requests(t.all(ingress, status(...codes))),
  t.logs(t.all(ingress, line('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, riders who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, ingress, bff, rental, lock, starting, ending]
  const who = t.differentOf(t.all(bff, t.failed), 'rider.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noTls)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
