/** Questions about shares, groups, ranks, rates, durations and sums at the hire company. */
import type { LogRow } from '../../records.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const SAVED = r.where(r.bookingApi, /^booking saved$/)
const DAY_MS = 86_400_000
const DAYS = r.field(SAVED, 'days', 'mean')
const INSPECTED = /^inspection of /
const spoken = (pattern: RegExp) => (row: unknown) => pattern.exec((row as LogRow).message)?.[1] ?? ''

const SHARES = [
  ask(
    'ratio',
    'which percentage of bookings gets refused',
    t.percent(
      whole,
      r.percentOf(r.lines(r.bookingApi, /^booking refused/), t.requests(r.books)),
      r.percentOf(r.lines(r.bookingApi, /^booking refused/), t.requests(r.booksAtGateway)),
    ),
  ),
  ask(
    'ratio',
    'how much of our gateway traffic comes from the web channel, in percent',
    t.percent(whole, t.share(r.gateway, r.channel('web'))),
  ),
  ask('ratio', 'error rate at hire-gateway since {@onset}', t.percent(r.outage, t.share(r.gateway))),
  ask(
    'ratio',
    'what share of inspections fails',
    t.percent(whole, r.percentOf(r.lines(r.workshop, / failed: /), r.lines(r.workshop, INSPECTED))),
  ),
  ask(
    'ratio',
    'what part of the searches in the west fails, last 10 minutes',
    t.percent(
      t.last(10),
      t.share(t.all(r.searches, r.region('west'))),
      t.share(t.all(r.searchesAtGateway, r.region('west'))),
    ),
  ),
]

const DEPOTS = ['leeds', 'hull', 'norwich', 'ipswich', 'bristol', 'exeter', 'bath']
const GROUPS = [
  ask(
    'group',
    'booking attempts per depot',
    r.groupsOf(
      'count',
      whole,
      Object.fromEntries(DEPOTS.map((name) => [name, r.atBoth(r.bookingApi, '/v1/bookings', r.depot(name))])),
    ),
  ),
  ask(
    'group',
    'status codes of booking-api, broken down',
    t.groupsBy(whole, spansOf(r.bookingApi), r.attr('http.response.status_code'), 6),
  ),
  ask(
    'group',
    'Errors of the last 20 minutes, listed per service',
    r.groupsOf(
      'count',
      t.last(20),
      Object.fromEntries(
        ['hire-gateway', 'booking-api', 'availability', 'dispatch', 'damage-desk'].map((name) => [
          name,
          t.errors(t.of(name)),
        ]),
      ),
    ),
  ),
  ask(
    'group',
    'why do inspections fail? count by reason',
    t.groupsBy(whole, t.logsIn(r.where(r.workshop, / failed: /)), spoken(/ failed: (.+)$/)),
  ),
  ask('group', 'saved bookings split by channel', t.groupsBy(whole, t.logsIn(SAVED), r.attr('channel'))),
]

const TOPS = [
  ask('top', 'Which depot takes the most bookings?', t.topOf(spansOf(r.books), r.attr('depot.name'))),
  ask(
    'top',
    'who is the loudest in error lines, which service',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'through which sales channel do most saved bookings come?', t.topOf(t.logRows(SAVED), r.attr('channel'))),
]

const RATES = [
  ask(
    'rate',
    'requests per second at the gateway in the last quarter of an hour',
    t.perS(t.last(15), t.perSecond(t.requests(r.gateway))),
  ),
  ask(
    'rate',
    'how many bookings per minute did we save before {@onset}',
    t.perS(t.before('onset'), t.perSecond(r.saved())),
  ),
]

const DURATIONS = [
  ask(
    'percentile',
    'p95 of GET /v1/availability over the last 10 minutes',
    t.millis(t.last(10), t.took(r.searches, 0.95), t.took(r.searchesAtGateway, 0.95)),
  ),
  ask(
    'percentile',
    'median of POST /v1/bookings before {@onset}',
    t.millis(t.before('onset'), t.took(r.books, 0.5), t.took(r.booksAtGateway, 0.5)),
  ),
  ask(
    'percentile',
    'p90 latency for deposit-desk POST /v1/holds',
    t.millis(whole, t.took(t.all(r.deposits, r.route('/v1/holds')), 0.9)),
  ),
  ask(
    'mean-max',
    'how long does it take on average to render a damage invoice',
    t.millis(whole, t.took(t.all(r.invoices, t.has('invoice.kind', 'damage')), 'mean')),
  ),
  ask(
    'mean-max',
    'average number of days per saved booking',
    t.within(0.03, t.value(whole, DAYS, t.scaled(DAYS, DAY_MS))),
  ),
  ask('mean-max', 'what is the most expensive booking we saved, in gbp', t.value(whole, r.field(SAVED, 'gbp', 'max'))),
  ask('sum', 'total gbp of all saved bookings', t.value(whole, r.field(SAVED, 'gbp', 'sum'))),
]

export const TOOLHIRE_NUMBERS = [...SHARES, ...GROUPS, ...TOPS, ...RATES, ...DURATIONS]
