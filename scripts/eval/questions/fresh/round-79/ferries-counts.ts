/** Questions that count something at the ferry line: requests, lines, outcomes, by time and by condition. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as f from './rows.ts'

const whole = t.anytime

const COUNTS = [
  ask('count', 'total requests on web-gateway', t.count(whole, t.requests(f.gateway))),
  ask(
    'count',
    'how many people asked for fares?',
    t.count(whole, t.requests(f.atGateway('/api/fares')), t.requests(t.all(f.timetable, f.route('/api/fares')))),
  ),
  ask('count', '429s at the gateway, how many', t.count(whole, t.requests(t.all(f.gateway, f.code(429))))),
  ask(
    'count',
    'How often was {cancelRoute} called on booking-api?',
    t.count(whole, t.requests(t.all(f.booking, f.route('/api/bookings/{ref}/cancel')))),
  ),
  ask('count', 'number of messages notify-worker took from booking.confirmed', t.count(whole, t.requests(f.tickets))),
  ask(
    'window',
    'deck-planner requests from {@start+15} until {@start+25}',
    t.count(t.during(['start', 15], ['start', 25]), t.requests(f.decks)),
  ),
  ask(
    'window',
    'check-ins in the past 20 minutes',
    t.count(
      t.last(20),
      t.requests(f.checkins),
      t.requests(f.atGateway('/api/checkins')),
      f.lines(f.checkin, / checked in at /),
    ),
  ),
  ask('window', '5xx on web-gateway, last 10 min', t.count(t.last(10), t.failures(f.gateway))),
  ask(
    'window',
    'How many errors did checkin-api log between {@onset+3} and {@onset+13}?',
    t.count(t.during(['onset', 3], ['onset', 13]), t.logs(f.levels(f.checkin, 'ERROR'))),
  ),
  ask(
    'window',
    'sailing searches (GET /api/sailings) since the new timetable-api came out',
    t.count(
      t.sinceMark('release'),
      t.requests(t.all(f.timetable, f.route('/api/sailings'))),
      t.requests(f.atGateway('/api/sailings')),
    ),
  ),
  ask(
    'window',
    'payments captured before {@onset}',
    t.count(
      t.before('onset'),
      f.lines(f.payments, /^payment captured/),
      t.requests(t.all(f.payments, f.route('/charges'), f.code(201))),
    ),
  ),
]

const ERRORS = [
  ask('errors', 'errors on deck-planner?', t.count(whole, ...t.errors(f.decks))),
  ask('errors', 'how many allocations ended with a 503', t.count(whole, t.failures(f.allocations))),
  ask('level', 'warnings written by payment-bridge', t.count(whole, t.logs(f.levels(f.payments, 'WARN')))),
  ask('level', 'how many ERROR lines from berth-control tonight?', t.count(whole, t.logs(f.levels(f.berths, 'ERROR')))),
  ask('level', 'has anything logged at level FATAL', t.verdict('no', 'fact')),
]

const CONDITIONS = [
  ask(
    'conditions',
    'gateway requests that took more than 2 seconds',
    t.count(whole, t.requests(t.all(f.gateway, t.longer(2000)))),
  ),
  ask(
    'conditions',
    'truck bookings by nordfreight, number',
    t.count(whole, t.requests(t.all(f.bookings, f.vehicle('truck'), f.partner('nordfreight')))),
  ),
  ask(
    'conditions',
    'how many bookings of campers failed on aurora?',
    t.count(whole, t.failures(t.all(f.bookings, f.vehicle('camper'), f.vessel('aurora')))),
  ),
  ask(
    'conditions',
    'deck plan timeouts for solveig',
    t.count(whole, t.logs(t.all(f.decks, t.level('ERROR'), t.has('vessel', 'solveig')))),
  ),
  ask(
    'conditions',
    'Payments declined with reason suspected_fraud, how many were there?',
    t.count(whole, t.logs(t.all(f.payments, t.has('reason', 'suspected_fraud')))),
  ),
  ask(
    'exclusion',
    'error lines from everything but deck-planner',
    t.count(whole, t.logs(t.all(t.not(f.decks), t.level('ERROR')))),
  ),
  ask(
    'exclusion',
    'booking requests at booking-api without the foot passengers (vehicle.type none)',
    t.count(whole, t.requests(t.all(f.bookings, f.withVehicle))),
  ),
  ask(
    'exclusion',
    '4xx on checkin-api except 409',
    t.count(
      whole,
      t.requests(t.all(f.checkin, (row) => /^4/.test(f.attr('http.response.status_code')(row)), t.not(f.code(409)))),
    ),
  ),
]

const OUTCOMES = [
  ask(
    'outcome',
    'how many bookings were confirmed tonight',
    t.count(whole, f.lines(f.booking, / confirmed: /), t.requests(t.all(f.bookings, f.code(201)))),
  ),
  ask(
    'outcome',
    'refused because the sailing was full: how many?',
    t.count(whole, f.lines(f.booking, /sailing is full/)),
  ),
  ask(
    'outcome',
    'tickets we could not deliver because of a full mailbox',
    t.count(whole, f.lines(f.notify, /mailbox is full/)),
  ),
  ask('outcome', 'how many crew assignments fell through on rest time', t.count(whole, f.lines(f.crews, /rest time/))),
  ask('outcome', 'times a ramp was lowered', t.count(whole, f.lines(f.berths, /ramp lowered/))),
  ask(
    'outcome',
    'how often did a payment provider not answer in time',
    t.count(whole, t.logs(f.where(f.payments, /did not answer in/) as t.Where<LogRow>)),
  ),
]

export const FERRIES_COUNTS = [...COUNTS, ...ERRORS, ...CONDITIONS, ...OUTCOMES]
