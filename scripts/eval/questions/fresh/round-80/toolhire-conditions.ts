/** Questions with conditions about the hire company: one or two of them, what is left out, what is different. */
import type { LogRow, SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const WEST = ['bristol', 'exeter', 'bath']
const spoken =
  (pattern: RegExp): t.Where<LogRow> =>
  ({ message }) =>
    pattern.test(message)

const CONDITIONS = [
  ask(
    'conditions',
    'how many saved bookings came in over the phone',
    t.count(whole, r.saved(t.has('channel', 'phone')), t.requests(t.all(r.books, r.code(201), r.channel('phone')))),
  ),
  ask(
    'conditions',
    'how many excavator bookings were refused because nothing was free',
    t.count(
      whole,
      r.lines(r.bookingApi, /nothing free$/, t.has('category', 'excavator')),
      t.requests(t.all(r.books, r.code(409), r.category('excavator'))),
    ),
  ),
  ask(
    'conditions',
    'searches for bristol that failed',
    t.count(
      whole,
      t.failures(t.all(r.searches, r.depot('bristol'))),
      t.failures(t.all(r.searchesAtGateway, r.depot('bristol'))),
    ),
  ),
  ask(
    'conditions',
    'bookings in the west that still went through since {@onset}',
    t.count(r.outage, t.requests(t.all(r.books, r.region('west'), r.code(201))), r.saved(t.has('depot', ...WEST))),
  ),
  ask(
    'conditions',
    'gateway requests that took more than 3 seconds',
    t.count(whole, t.requests(t.all(r.gateway, t.longer(3000)))),
  ),
  ask(
    'conditions',
    'due deliveries for exeter that failed',
    t.count(whole, t.failures(t.all(r.due as t.Where, r.depot('exeter')))),
  ),
  ask(
    'conditions',
    'low battery warnings on lifts, how many',
    t.count(whole, r.lines(r.frames, /^battery is low$/, t.has('category', 'lift'))),
  ),
  ask(
    'conditions',
    'bookings worth more than 1000 pounds',
    t.count(
      whole,
      t.logs(
        t.all<LogRow>(r.where(r.bookingApi, /^booking saved$/), ({ attributes }) => Number(attributes['gbp']) > 1000),
      ),
    ),
  ),
  ask(
    'conditions',
    'How many hires of 14 days were booked at leeds?',
    t.count(whole, r.saved(t.has('days', 14), t.has('depot', 'leeds'))),
  ),
]

const EXCLUSIONS = [
  ask(
    'exclusion',
    'how many ERROR lines are there without the "query on hire_periods failed" ones',
    t.count(whole, t.logs(t.all(t.level('ERROR'), t.not(spoken(/canceling statement|query on hire_periods/))))),
  ),
  ask(
    'exclusion',
    'requests at the gateway without the ones from private customers',
    t.count(whole, t.requests(t.all(r.gateway, t.not(r.account('private'))))),
  ),
  ask(
    'exclusion',
    'ERROR lines in the last 15 minutes excluding hire-gateway',
    t.count(t.last(15), t.logs(t.all<LogRow>(t.level('ERROR'), t.not(r.gateway)))),
  ),
]

const DISTINCT = [
  ask(
    'distinct',
    'how many different trucks got a delivery planned',
    t.count(whole, t.differentTexts(/ planned on (T-\d+)/, r.dispatch)),
  ),
  ask(
    'distinct',
    'how many customer accounts do we see at the gateway',
    t.count(whole, t.differentOf(r.gateway as t.Where<SpanRow>, 'customer.account')),
  ),
]

export const TOOLHIRE_CONDITIONS = [...CONDITIONS, ...EXCLUSIONS, ...DISTINCT]
