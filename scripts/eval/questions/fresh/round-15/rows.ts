/** What the questions to the stadium's tickets count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const envoy = t.of('gate-envoy')
export const box = t.of('box-office')
export const seats = t.of('seat-map')
export const orders = t.of('orders')
export const pay = t.of('pay-bridge')
export const pdf = t.of('ticket-pdf')
export const gates = t.of('turnstile-ctl')
export const crm = t.of('crm-sync')

/** The gateway only has its lines: one for each request. */
export const code = (...codes: number[]): t.Where<LogRow> => t.says(new RegExp(`HTTP/2" (?:${codes.join('|')}) `))
export const codesOf = (first: number): t.Where<LogRow> => t.says(new RegExp(`HTTP/2" ${first}\\d\\d `))
export const path = (start: string): t.Where<LogRow> => t.says(new RegExp(`^"[A-Z]+ ${start}`))
export const gatewayLines = (...wheres: t.Where<LogRow>[]) => t.logs(t.all<LogRow>(envoy, ...wheres))

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const channel = (...names: string[]) => t.has('sales.channel', ...names)
export const provider = (...names: string[]) => t.has('payment.provider', ...names)
export const event = (...names: string[]) => t.has('event.id', ...names)
export const stand = (...names: string[]) => t.has('stand.block', ...names)
export const host =
  (...names: string[]): t.Where =>
  (row) =>
    names.includes(row.instance)
export const CHANNELS = ['web', 'app', 'partner']
export const EVENTS = ['E-201', 'E-204', 'E-207', 'E-210']
export const ROUTES = ['/api/events', '/api/events/{id}/seats', '/api/holds', '/api/orders', '/api/tickets/{order}']

export const route = (...names: string[]) => t.all<SpanRow>(box, t.has('http.route', ...names))
export const checkouts = route('/api/orders')
export const holds = route('/api/holds')
export const seatPages = route('/api/events/{id}/seats')

export const refused = t.says(/timestamp outside of tolerance/)
export const placed = t.says(/^order placed/)
export const orderFailed = t.says(/^order TK-\d+ failed/)
export const declined = t.all<LogRow>(pay, t.says(/^card declined/))
export const captured = t.says(/^payment captured/)
export const taken = t.says(/^seat already taken/)
export const rendered = t.says(/tickets rendered in/)
export const noFont = t.says(/font ArenaSans is missing/)
export const admitted = t.says(/ admitted$/)
export const used = t.says(/already used$/)
export const readerSilent = t.says(/reader did not answer/)
export const pushed = t.says(/^pushed \d+ contacts/)

export const PLACED = [
  t.logs(placed),
  t.requests(t.all(orders, status(201))),
  t.requests(t.all(checkouts, status(201))),
]
/** What did not end in an order because of us; some count declined cards as well. */
export const FAILED_ORDERS = [
  ...[t.failures(orders), t.failures(checkouts), t.logs(orderFailed)],
  t.requests(t.all(orders, status(402, 502))),
]
export const DECLINED = [t.requests(t.all(pay, status(402))), t.logs(declined)]
/** A seat is taken away from somebody. */
export const TAKEN = [t.logs(taken), t.requests(t.all(seats, status(409))), t.requests(t.all(holds, status(409)))]
export const FAILED_PAYMENTS = [t.failures(pay), t.logs(refused), t.requests(t.all(pay, status(402, 500)))]

/** Tickets in orders that were placed. */
export const soldTickets: t.Measure = (world, window) => {
  let sum = 0
  for (const log of t.logsIn(placed)(world, window)) sum += Number(log.attributes['tickets'] ?? 0)
  return sum
}
export const clock = (what: t.Statistic, ...hosts: string[]) =>
  t.metric('pay-bridge', 'node_timex_offset_seconds', what, (point) => hosts.includes(point.instance))

/** How bad it is: failed requests, their share since the onset or in the last minutes, people who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, box, checkouts, orders, pay, t.all(pay, provider('nordpay'))]
  const who = t.differentOf(t.all(box, t.failed), 'fan.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(refused)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
