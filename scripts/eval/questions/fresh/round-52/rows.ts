/** What the questions to the cinemas count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const front = t.of('box-front')
export const holds = t.of('seat-hold')
export const plan = t.of('screenings')
export const prices = t.of('pricing')
export const pay = t.of('pay-desk')
export const members = t.of('loyalty')
export const doors = t.of('door-scan')
export const snacks = t.of('snackbar')
export const mails = t.of('newsletter')
export const posters = t.of('poster-sync')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const hall = (...names: string[]) => t.has('hall.name', ...names)
export const size = (...names: string[]) => t.has('hall.size', ...names)
export const site = (...names: string[]) => t.has('cinema.site', ...names)
export const film = (...names: string[]) => t.has('film.title', ...names)
export const channel = (...names: string[]) => t.has('booking.channel', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const item = (...names: string[]) => t.has('snack.item', ...names)
export const mailKind = (...names: string[]) => t.has('mail.kind', ...names)
export const ticketKind = (...names: string[]) => t.has('ticket.kind', ...names)
export const HALLS = ['grand-1', 'grand-2', 'mid-3', 'mid-4', 'club-7']
export const SITES = ['riverside', 'oldtown', 'airport', 'harbour']
export const CHANNELS = ['web', 'app', 'kiosk']
export const METHODS = ['card', 'paypal', 'giftcard']
export const SNACKS = ['popcorn', 'nachos', 'soda', 'icecream']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const films = route(front, 'GET /films')
export const seatPages = route(front, 'GET /screenings/{id}/seats')
export const bookings = route(front, 'POST /bookings')
export const lookups = route(front, 'GET /bookings/{code}')
export const maps = route(holds, 'GET /halls/{hall}/map')
export const confirms = route(holds, 'POST /holds/{id}/confirm')
export const charges = route(pay, 'POST /charges')
export const refunds = route(pay, 'POST /refunds')
export const memberPages = route(members, 'GET /members/{id}')
export const menus = route(snacks, 'GET /menu')
export const snackOrders = route(snacks, 'POST /snack-orders')
export const pickups = route(snacks, 'POST /snack-orders/{id}/pickup')

export const gone = t.says(/^hold gone before its ttl/)
export const rebuilt = t.says(/^seat map missing/)
export const taken = t.says(/^seat already taken/)
export const completed = t.says(/^booking completed/)
export const bookingFailed = t.says(/^booking failed after payment/)
export const cancelled = t.says(/^booking cancelled/)
export const expired = t.says(/^hold expired/)
export const declined = t.says(/^issuer declined/)
export const refunded = t.says(/^refunded \d/)
export const dropped = t.says(/^snack order dropped/)
export const soldOut = t.says(/^item is sold out/)
export const used = t.says(/^ticket already used/)
export const tooEarly = t.says(/^too early/)
export const letIn = t.says(/^guest let in/)
export const bounced = t.says(/^mail bounced/)
export const slowedDown = t.says(/^provider asks to slow down/)
export const voucher = t.says(/^voucher unknown/)
export const evicting = t.says(/^redis evicted keys/)

export const BOOKED = [
  t.logs(completed),
  t.requests(t.all(bookings, status(201))),
  t.metric('box-front', 'bookings.completed', 'sum'),
]
export const FAILED = [t.logs(bookingFailed), t.failures(bookings), t.requests(t.all(bookings, status(402, 410, 502)))]
export const AFTER_PAYMENT = [t.logs(bookingFailed), t.failures(bookings)]
export const DECLINED = [t.logs(declined), t.requests(t.all(pay, status(402)))]
export const REFUNDED = [t.logs(refunded), t.requests(refunds)]
export const DROPPED = [t.logs(dropped), t.failures(snackOrders)]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** While it lasted: the moments themselves, their minutes, or to the end of the last minute. */
export const meanwhile: t.When = (asked) => {
  const { onset = 0, recovery = 0 } = asked.world.marks
  return [
    [{ fromMs: onset, toMs: recovery }],
    ...t.during(['onset', 0], ['recovery', 0])(asked),
    ...t.during(['onset', 0], ['recovery', 1])(asked),
  ]
}

/** How bad it was: failed requests, their share, customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, front, holds, snacks, bookings, confirms, snackOrders]
  const who = [t.differentOf(t.all(front, t.failed), 'customer.id')]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, t.logs(gone)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), meanwhile], measures)
}
