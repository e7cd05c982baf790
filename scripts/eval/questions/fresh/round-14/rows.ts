/** What the questions to the hotel bookings count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('api-gateway')
export const search = t.of('search-service')
export const rates = t.of('rate-service')
export const rooms = t.of('availability-service')
export const booking = t.of('booking-service')
export const payment = t.of('payment-service')
export const guest = t.of('guest-service')
export const mail = t.of('mail-worker')
export const channel = t.of('channel-sync')

export const searches = t.all(gateway, t.named('GET /api/search'))
export const bookings = t.all(gateway, t.named('POST /api/bookings'))
export const cancellations = t.all(gateway, t.named('DELETE /api/bookings/{bookingId}'))
export const inside = {
  searches: t.all(search, t.named('GET /search')),
  bookings: t.all(booking, t.named('POST /bookings')),
  cancellations: t.all(booking, t.named('DELETE /bookings/{bookingId}')),
}
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const tier = (...names: string[]) => t.has('loyalty.tier', ...names)
export const city = (...names: string[]) => t.has('hotel.city', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const PLATFORMS = ['ios', 'android', 'desktop']
export const TIERS = ['basic', 'silver', 'gold']
export const CITIES = ['Berlin', 'Rome', 'Vienna', 'Lisbon', 'Oslo']
export const METHODS = ['visa', 'mastercard', 'paypal']
export const ROUTES = [
  ...['/api/search', '/api/hotels/{hotelId}', '/api/bookings', '/api/profile', '/api/bookings/{bookingId}'],
]

export const noHost = t.says(/no such host/)
export const unpriced = t.says(/price could not be confirmed/)
export const confirmed = t.says(/^booking \S+ confirmed$/)
export const cancelled = t.says(/^booking \S+ cancelled$/)
export const soldOut = t.says(/refused: sold out/)
export const noRoom = t.says(/^room is sold out/)
export const bounced = t.says(/^mail bounced/)
export const mailed = t.says(/^confirmation mail sent/)
export const slowPartner = t.says(/answered slowly/)
export const declinedCard = t.says(/^Payment declined/)
export const captured = t.says(/^Payment of/)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)

const ok: t.Where<SpanRow> = (span) => !span.isFailed
export const succeeded = (where: t.Where<SpanRow>) => t.all<SpanRow>(where, ok)
export const CONFIRMED = [
  ...[t.logs(confirmed), t.requests(t.all(bookings, status(201)))],
  t.metric('booking-service', 'bookings.confirmed', 'sum'),
]
/** Bookings that somebody tried to make, or only those that were made. */
export const BOOKINGS = [t.requests(bookings), t.requests(inside.bookings), ...CONFIRMED]
/** What did not end in a booking because of us; some count sold-out rooms and declined cards as well. */
export const FAILED_BOOKINGS = [
  ...[t.failures(bookings), t.logs(unpriced), t.requests(t.all(bookings, status(402, 409, 503)))],
  ...[t.requests(t.all(bookings, status(402, 409, 429, 503))), t.requests(t.all(bookings, t.not(status(201))))],
]
export const SOLD_OUT = [t.logs(soldOut), t.requests(t.all(rooms, status(409)))]
export const DECLINED = [t.requests(t.all(payment, status(402))), t.logs(declinedCard)]
export const UNRESOLVED = [t.logs(noHost), t.metric('rate-service', 'dns.lookup.errors', 'sum')]

/** From midnight (UTC) or all there is, which is the same but for the first hours of a day. */
export const today: t.When = ({ world }) => {
  const midnightMs = Math.floor(world.endMs / 86_400_000) * 86_400_000
  return [[{ fromMs: Math.max(midnightMs, world.startMs), toMs: world.endMs }]]
}

/** How bad it is: failed requests, their share since it began or in the last minutes, or who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, searches, bookings, rates, search, booking]
  const who = t.differentOf(t.all(gateway, t.failed), 'guest.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(unpriced)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
