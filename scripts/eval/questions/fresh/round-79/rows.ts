/** What questions about the ferry line speak of: services, routes, lines, and expectations that several share. */
import type { LogRow, SpanRow } from '../../records.ts'
import * as t from '../truths.ts'

export { at, fromLine, lineAt, rowOf } from '../lines.ts'

/** Words for what is wrong with the planner of decks. */
const CACHE = ['cache', '\\bttl\\b', 'statement timeout', 'deck[_ ]plans?', 'setting', 'FER-412', '15 ?ms', 'overload']
export const INCIDENT = { service: 'deck-planner', mechanism: CACHE, mark: 'onset' }
/** What was changed, where the symptom alone is no answer. */
export const CHANGE = ['plan_cache_ttl', 'FER-412', '\\bttl\\b', '15 ?ms', 'setting']

export const gateway = t.of('web-gateway')
export const timetable = t.of('timetable-api')
export const booking = t.of('booking-api')
export const payments = t.of('payment-bridge')
export const decks = t.of('deck-planner')
export const checkin = t.of('checkin-api')
export const crews = t.of('crew-roster')
export const notify = t.of('notify-worker')
export const berths = t.of('berth-control')

export const code = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const partner = (...names: string[]): t.Where => t.has('sales.partner', ...names)
export const vessel = (...names: string[]): t.Where => t.has('vessel.name', ...names)
export const vehicle = (...kinds: string[]): t.Where => t.has('vehicle.type', ...kinds)
export const withVehicle = vehicle('car', 'camper', 'truck', 'motorcycle')
export const bookings: t.Where = t.all(booking, route('/api/bookings'))
export const checkins: t.Where = t.all(checkin, route('/api/checkins'))
export const allocations: t.Where = t.all(decks, route('/allocations'))
export const placements: t.Where = t.all(decks, route('/placements'))
export const atGateway = (...routes: string[]): t.Where => t.all(gateway, route(...routes))
export const tickets: t.Where<SpanRow> = t.all<SpanRow>(notify, t.named('booking.confirmed process'))
export const lines = (service: t.Where, pattern: RegExp): t.Measure => t.logs(t.all<LogRow>(service, t.says(pattern)))
export const where = (service: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(pattern))
export const levels = (service: t.Where, ...wanted: LogRow['severity'][]): t.Where<LogRow> =>
  t.all<LogRow>(service, t.level(...wanted))
export const attr = t.attribute

/** Since it began: from the moment or the minute it is in. */
export const outage = t.sinceMark('onset')
/** "Now", of a share or a rate: some minutes, or the hour. */
export const lately: t.When = (asked) => [5, 10, 15, 30, 60].flatMap((minutes) => t.last(minutes)(asked))

/** It is not over. */
export const ongoing: t.Expect = () => ({
  says: [
    ['still', 'ongoing', 'continu', 'not (?:over|recovered|fixed)', 'go(?:es|ing) on', 'has not', 'fail(?:s|ing)'],
  ],
  neverFirst: ['has recovered', '\\bis over\\b', 'no longer', 'everything is (?:ok|fine|healthy)'],
})
