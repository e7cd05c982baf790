/** Questions that count something at the hire company: requests, lines, outcomes, in all or within a time. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime

const COUNTS = [
  ask('count', 'how many requests came through hire-gateway', t.count(whole, t.requests(r.gateway))),
  ask(
    'count',
    'bookings saved so far?',
    t.count(
      whole,
      r.saved(),
      t.requests(t.all(r.books, r.code(201))),
      t.metric('booking-api', 'bookings.saved', 'sum'),
    ),
  ),
  ask('count', 'number of 503 responses at the gateway', t.count(whole, t.requests(t.all(r.gateway, r.code(503))))),
  ask(
    'count',
    'GET {bookingRoute} that ended in 404',
    t.count(whole, ...r.atBoth(r.bookingApi, '/v1/bookings/{id}', r.code(404))),
  ),
  ask(
    'window',
    'how many bookings were attempted between {@start+10} and {@start+25}',
    t.count(t.during(['start', 10], ['start', 25]), t.requests(r.books), t.requests(r.booksAtGateway)),
  ),
  ask('window', '429s in the last 20 minutes', t.count(t.last(20), t.requests(t.all(r.gateway, r.code(429))))),
  ask('window', 'failed searches in the past 10 minutes?', t.count(t.last(10), t.failures(r.searches))),
  ask(
    'window',
    'extensions granted in the first 15 minutes of the data',
    t.count(t.during(['start', 0], ['start', 15]), r.lines(r.bookingApi, /^booking extended$/)),
  ),
]

const LEVELS = [
  ask('errors', 'how many errors at damage-desk in the last half hour', t.count(t.last(30), ...t.errors(r.damages))),
  ask('level', 'WARN count booking-api', t.count(whole, t.logs(r.leveled(r.bookingApi, 'WARN')))),
  ask('level', 'do we have any fatal or critical log lines', t.verdict('no', 'fact')),
  ask(
    'level',
    'warnings and errors in workshop, one number each please',
    t.both(whole, ['count', t.logs(r.leveled(r.workshop, 'WARN'))], ['count', t.logs(r.leveled(r.workshop, 'ERROR'))]),
  ),
]

const OUTCOMES = [
  ask(
    'outcome',
    'how often did paynorth not answer in time',
    t.count(whole, r.lines(r.deposits, /^paynorth did not answer/), r.lines(r.deposits, /paynorth did not answer/)),
  ),
  ask(
    'outcome',
    'deliveries moved to tomorrow, how many are we talking about',
    t.count(whole, r.lines(r.dispatch, / moved to tomorrow/)),
  ),
  ask(
    'outcome',
    'bookings turned down for a missing driving licence',
    t.count(whole, r.lines(r.bookingApi, /no driving licence/), t.requests(t.all(r.books, r.code(422)))),
  ),
  ask(
    'outcome',
    'how many machines were reported but could not be blocked',
    t.count(whole, r.lines(r.damages, / not blocked: /), t.failures(r.damages)),
  ),
  ask(
    'outcome',
    'how many bookings got cancelled by customers',
    t.count(
      whole,
      r.lines(r.bookingApi, /^booking cancelled$/),
      t.requests(t.all(r.bookingApi, r.method('DELETE'))),
      t.requests(t.all(r.bookingApi, r.method('DELETE'), r.code(200))),
    ),
  ),
]

export const TOOLHIRE_COUNTS = [...COUNTS, ...LEVELS, ...OUTCOMES]
