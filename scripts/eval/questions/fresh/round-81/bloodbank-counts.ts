/** Questions that count something at the blood donation service: requests, lines, outcomes, by time and by condition. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as b from './rows.ts'

const whole = t.anytime
const COUNTS = [
  ask(
    'count',
    'how many donations today',
    t.count(
      whole,
      t.requests(b.donations),
      b.lines(b.desk, /^donation \S+ registered/),
      t.requests(b.atGate('/v1/donations')),
    ),
  ),
  ask('count', 'total requests on front-gateway', t.count(whole, t.requests(b.gate))),
  ask(
    'outcome',
    'Lab lead here. How many samples did we type with a negative screening?',
    t.count(whole, b.lines(b.lab, /^sample \S+ typed/)),
  ),
  ask(
    'count',
    'how many code lookups did session-desk cause at code-registry?',
    t.count(whole, (world, window) => {
      const callers = new Map(world.spans.map((span) => [span.spanId, span.service]))
      return t.requests(
        t.all(b.codes, (row) => callers.get('parentSpanId' in row ? row.parentSpanId : '') === 'session-desk'),
      )(world, window)
    }),
  ),
  ask(
    'count',
    'tours planned with a motorbike, how many',
    t.count(whole, t.requests(t.all(b.couriers, t.has('vehicle', 'motorbike'))), b.lines(b.couriers, /by motorbike$/)),
  ),
]

const WINDOWS = [
  ask(
    'window',
    'gateway requests between {@start+12} and {@start+27}',
    t.count(t.during(['start', 12], ['start', 27]), t.requests(b.gate)),
  ),
  ask(
    'window',
    'orders that failed from {@onset+5} to {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), t.failures(b.orders)),
  ),
  ask(
    'window',
    'last 20 min: how many labels were requested at session-desk',
    t.count(t.last(20), t.requests(b.labels)),
  ),
  ask(
    'window',
    'bookings in appointment-book in the quarter of an hour before {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), t.requests(b.bookings), b.lines(b.book, / booked for /)),
  ),
  ask('window', 'any 5xx on the gateway in the last 5 min? how many', t.count(t.last(5), t.failures(b.gate))),
  ask('window', 'errors of code-registry since {@onset+10}', t.count(t.since('onset', 10), ...t.errors(b.codes))),
  ask(
    'window',
    'how many units were put in stock in the 5 minutes after {@recovery+1}?',
    t.count(t.during(['recovery', 1], ['recovery', 6]), b.lines(b.stock, / in stock: /)),
  ),
]

const ERRORS = [
  ask('errors', 'hospital-orders errs?', t.count(whole, ...t.errors(b.orderDesk))),
  ask('errors', 'count of failed units.released messages', t.count(whole, t.failures(b.released))),
  ask('level', 'warn lines of lab-results', t.count(whole, b.levels(b.lab, 'WARN'))),
  ask('level', 'how many lines at level error does cold-chain have', t.count(whole, b.levels(b.chain, 'ERROR'))),
]

const CONDITIONS = [
  ask(
    'conditions',
    'platelet orders by the university hospital',
    t.count(whole, t.requests(t.all(b.orders, b.product('platelets'), b.hospital('university')))),
  ),
  ask(
    'conditions',
    'how many O- orders were emergencies',
    t.count(whole, t.requests(t.all(b.orders, t.has('blood.group', 'O-'), t.has('order.urgency', 'emergency')))),
  ),
  ask(
    'conditions',
    'questionnaires filled in on the website for campus, count please',
    t.count(
      whole,
      t.requests(t.all(b.filled, b.channel('website'), b.centre('campus'))),
      t.requests(t.all(b.atGate('/v1/questionnaires'), b.channel('website'), b.centre('campus'))),
    ),
  ),
  ask(
    'conditions',
    'failed label requests at bus-1',
    t.count(whole, t.failures(t.all(b.labels, b.centre('bus-1'))), b.lines(b.desk, / at bus-1 not printed/)),
  ),
  ask(
    'conditions',
    '401s for people on the phone',
    t.count(whole, t.requests(t.all(b.gate, b.code(401), b.channel('phone')))),
  ),
  ask(
    'conditions',
    'gateway calls that took longer than 100 ms',
    t.count(whole, t.requests(t.all(b.gate, t.longer(100)))),
  ),
  ask(
    'conditions',
    'samples on AN-3 with blood group A+',
    t.count(whole, t.requests(t.all(b.lab, t.has('analyser', 'AN-3'), t.has('blood.group', 'A+')))),
  ),
  ask(
    'conditions',
    'orders of priority tier hospitals since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(b.orders, t.has('contract.tier', 'priority')))),
  ),
  ask(
    'exclusion',
    'error logs without those of front-gateway and code-registry',
    t.count(whole, t.logs(t.all<LogRow>(t.not(b.gate), t.not(b.codes), t.level('ERROR')))),
  ),
  ask(
    'exclusion',
    'slots searches that did not come from the app',
    t.count(
      whole,
      t.requests(t.all(b.slots, t.not(b.channel('app')))),
      t.requests(t.all(b.atGate('/v1/slots'), t.not(b.channel('app')))),
    ),
  ),
  ask(
    'exclusion',
    'how many orders were not for platelets',
    t.count(whole, t.requests(t.all(b.orders, t.not(b.product('platelets'))))),
  ),
]

const OUTCOMES = [
  ask(
    'outcome',
    'how many donors felt faint so that we stopped the donation',
    t.count(whole, b.lines(b.desk, /donor felt faint/)),
  ),
  ask('outcome', 'donations rejected over a blocked bag lot?', t.count(whole, b.lines(b.desk, /bag lot is blocked/))),
  ask('outcome', 'how many orders landed on the waiting list', t.count(whole, b.lines(b.orderDesk, /waiting list/))),
  ask('outcome', 'labels that had to be printed again', t.count(whole, b.lines(b.desk, /printed again/))),
  ask(
    'outcome',
    'cancelled appointments in the last 30 minutes',
    t.count(
      t.last(30),
      b.lines(b.book, /cancelled by donor/),
      t.requests(t.all(b.book, b.route('/v1/appointments/{id}'))),
    ),
  ),
]

export const BLOODBANK_COUNTS = [...COUNTS, ...WINDOWS, ...ERRORS, ...CONDITIONS, ...OUTCOMES]
