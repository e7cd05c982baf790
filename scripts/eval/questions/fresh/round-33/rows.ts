/** What the questions to the studios' software count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, type Window } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const app = t.of('member-app-api')
export const classes = t.of('class-booking')
export const membership = t.of('membership')
export const checkin = t.of('checkin-api')
export const pay = t.of('pay-desk')
export const admin = t.of('studio-admin')
export const doors = t.of('door-ctl')
export const jobs = t.of('reminder-jobs')
export const feed = t.of('trainer-feed')

/** A code as the newer or the older services' spans have it. */
export const status =
  (...codes: number[]): t.Where<SpanRow> =>
  (span) =>
    codes.includes(Number(span.attributes['http.response.status_code'] ?? span.attributes['http.status_code']))
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const tenant = (...names: string[]) => t.has('tenant', ...names)
export const client = (...names: string[]) => t.has('client', ...names)
export const method = (...names: string[]) => t.has('pay.method', ...names)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const kind = (...names: string[]) => t.has('class.kind', ...names)
export const plan = (...names: string[]) => t.has('plan', ...names)
export const from =
  (...instances: string[]): t.Where =>
  (row) =>
    instances.includes(row.instance)
/** Words of the line as it was sent. */
export const body =
  (pattern: RegExp): t.Where<LogRow> =>
  (log) =>
    pattern.test(log.body)

export const STUDIOS = ['ironhaus', 'flow', 'kraftraum', 'boxclub-nord', 'yoga-lounge', 'fitbase24']
export const CLIENTS = ['ios', 'android', 'web']
export const KINDS = ['yoga', 'spin', 'hiit', 'pilates', 'boxing']

export const at = (route: string) => t.all<SpanRow>(app, t.has('http.route', route))
export const appBooking = t.all<SpanRow>(app, t.named('POST /api/bookings'))
export const booking = t.all<SpanRow>(classes, t.named('POST /bookings'))
export const deskBooking = t.all<SpanRow>(admin, t.named('Admin::BookingsController#create'))
export const charge = t.all<SpanRow>(pay, t.named('charge.php'))
export const invoice = t.all<SpanRow>(pay, t.named('invoice.php'))
export const report = t.all<SpanRow>(admin, t.named('Admin::ReportsController#daily'))
export const roster = t.all<SpanRow>(admin, t.named('Admin::RosterController#show'))

export const twice = t.says(/duplicate key value/)
export const created = t.says(/^booking created/)
export const full = t.says(/^class is full/)
export const waiting = t.says(/added to waitlist/)
export const notCovered = t.says(/not covered by membership/)
export const late = t.says(/^late cancellation/)
export const cancelled = t.says(/^booking cancelled/)
export const accepted = t.says(/^check-in accepted/)
export const refused = t.says(/^check-in refused/)
export const unknownCard = t.says(/^card unknown/)
export const opened = t.says(/^door opened/)
export const denied = t.says(/^access denied/)
export const heldOpen = t.says(/^door held open/)
export const captured = t.says(/^captured/)
export const declined = t.says(/^card declined/)
export const expired = t.says(/^session expired/)
export const deprecated = t.says(/^PHP Deprecated/)
export const iban = t.says(/IBAN is invalid/)
export const jobFailed = t.says(/^job failed/)
export const jobDone = t.says(/^job done/)
export const pushExpired = t.says(/^push token expired/)
export const activated = t.says(/^membership activated/)

export const BOOKED = [t.logs(created), t.requests(t.all(booking, status(201)))]
export const LOST = [t.logs(twice), t.failures(booking), t.failures(classes)]
/** Bookings that failed, by whoever asked: all of them, those of the app, those of app and desk. */
export const FAILED_BOOKINGS = [
  ...LOST,
  t.failures(appBooking),
  t.failures(t.all<SpanRow>((s) => appBooking(s) || deskBooking(s))),
]
export const CHECKINS = [t.logs(accepted), t.requests(t.all(checkin, status(200))), t.logs(opened)]
export const DECLINED = [t.logs(declined), t.requests(t.all(pay, status(402)))]
/** Members whose booking failed. */
export const MEMBERS_HIT = [
  t.differentOf(t.all(app, t.failed), 'member.id'),
  t.differentIn(t.all<LogRow>(classes, twice), 'member'),
]

/** From the onset to the recovery, to the second or to the minute. */
export const outage: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
]
export const outageMinutes = (fromMinutes: number, toMinutes: number) =>
  t.during(['onset', fromMinutes], ['recovery', toMinutes])

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bnothing\\b', '\\bno (?:\\w+ ){0,2}(?:errors?|failed)', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})

export const clock = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

/** For each name, any of its measures is fair. */
export const fairGroups =
  (unit: Unit, when: t.When, measures: Readonly<Record<string, readonly t.Measure[]>>): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      Object.entries(measures).map(([name, fair]) => [name, t.numberOf(asked, unit, when, fair)]),
    ),
  })

export const linesOf = (where: t.Where<LogRow>) => (world: World, window: Window) => logsOf(world, where, window)

/** The share of the lines of some kind among the lines of two kinds. */
export const lineShare =
  (part: t.Where<LogRow>, other: t.Where<LogRow>): t.Measure =>
  (world: World, window: Window) => {
    const parts = logsOf(world, part, window).length
    return (100 * parts) / (parts + logsOf(world, other, window).length)
  }

/** How bad it was: failed requests, their share in the outage, members who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, app, classes, admin, appBooking, booking, deskBooking]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...MEMBERS_HIT,
    t.logs(t.level('ERROR')),
  ]
  return howBad(asked, [t.anytime, outage, t.since('onset'), t.sinceMark('onset')], measures)
}
