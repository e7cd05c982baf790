/** What the questions about the railway count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('edge-nginx')
export const web = t.of('booking-web')
export const seats = t.of('seat-service')
export const fares = t.of('fare-service')
export const engine = t.of('timetable-engine')
export const worker = t.of('ticket-worker')
export const board = t.of('platform-board')
export const feed = t.of('delay-feed')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const channel = (...names: string[]) => t.has('sales.channel', ...names)
export const train = (...names: string[]) => t.has('train.category', ...names)
export const party = (...names: string[]) => t.has('party.kind', ...names)
export const discount = (...names: string[]) => t.has('fare.discount', ...names)
export const travelClass = (...classes: number[]) => t.has('travel.class', ...classes)
export const station = (...names: string[]) => t.has('tt.station', ...names)
export const CHANNELS = ['app', 'web', 'counter', 'agency']
export const TRAINS = ['ICE', 'IC', 'NJ', 'RE']
export const PARTIES = ['single', 'pair', 'group']

export const on = (name: string) => t.all<SpanRow>(web, t.named(name))
export const booking = on('POST /api/bookings')
export const journeys = on('GET /api/journeys')
export const departures = on('GET /api/departures/{station}')
export const reserving = t.all<SpanRow>(seats, t.named('POST /reservations'))
export const routing = t.all<SpanRow>(engine, t.named('route'))
export const rendering = t.all<SpanRow>(worker, t.named('run/tickets.render_pdf'))
export const mailing = t.all<SpanRow>(worker, t.named('run/mails.send_confirmation'))

export const deadlock = t.says(/^deadlock detected/)
export const failedBooking = t.says(/^booking RV\d+ failed/)
export const confirmed = t.says(/^booking RV\d+ confirmed/)
export const soldOut = t.says(/^train is sold out/)
export const reserved = t.says(/^seats reserved/)
export const released = t.says(/^seats released/)
export const hasLeft = t.says(/^train has already left/)
export const noConnection = t.says(/^no connection /)
export const discountGone = t.says(/^discount card\d+ has expired/)
export const quoted = t.says(/^quoted /)
export const rendered = t.says(/^Task tickets\.render_pdf .* succeeded/)
export const mailed = t.says(/^Task mails\.send_confirmation .* succeeded/)
export const retried = t.says(/ retry: Retry in 30s/)
export const boardUpdated = t.says(/^board .* updated$/)
export const boardDead = t.says(/does not acknowledge/)
export const feedRead = t.says(/^feed read/)
export const buffered = t.says(/buffered to a temporary file/)
/** The code of an access line. */
export const served = (code: number) => t.all<LogRow>(edge, (log) => log.message.includes(`HTTP/2.0" ${code} `))

/** Bookings that went through: as lines, answers or tickets that were made for them. */
export const CONFIRMED = [t.logs(confirmed), t.requests(t.all(booking, status(201))), t.requests(rendering)]
export const TRIED = [...CONFIRMED, t.requests(booking)]
export const LOST = [t.logs(failedBooking), t.failures(booking), t.logs(deadlock), t.failures(reserving)]
export const RESERVED = [t.logs(reserved), t.requests(t.all(reserving, status(201)))]
export const SOLD_OUT = [t.logs(soldOut), t.requests(t.all(reserving, status(409)))]
export const CANCELLED = [
  t.logs(released),
  t.requests(t.all(seats, t.named('DELETE /reservations/{code}'), status(204))),
  t.requests(t.all(on('DELETE /api/bookings/{code}'), status(204))),
]
export const TICKETS = [t.logs(rendered), t.requests(rendering)]
export const MAILS = [t.logs(mailed), t.requests(mailing)]

/** A number that lines carry as an attribute. */
export const carried =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(t.all(where, (log) => log.attributes[key] !== undefined))(world, window)
      .map((log) => Number(log.attributes[key]))
    const sum = values.reduce((all, one) => all + one, 0)
    return what === 'max' ? Math.max(...values) : what === 'sum' ? sum : sum / values.length
  }

/** How bad it was: failed requests, their share during the outage or in all, who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, web, seats, booking, reserving, t.all(reserving, party('group'))]
  const who = t.differentOf(t.all(web, t.failed), 'customer.id')
  const measures = [...wheres.map((one) => t.share(one)), who, ...LOST, t.failures(t.any)]
  const exact: t.When = ({ world: { marks } }) => [
    [{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }],
    [{ fromMs: (marks['onset'] ?? 0) + 12_000, toMs: marks['recovery'] ?? 0 }],
  ]
  const outage = t.during(['onset', 0], ['recovery', 0])
  const minutes = t.during(['onset', 0], ['recovery', 1])
  return howBad(asked, [t.anytime, exact, outage, minutes, t.since('onset')], measures)
}
