/** Questions about other numbers of the ferry line: shares, groups, ranks, rates, durations, sums, metrics. */

import { each, spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as f from './rows.ts'

const whole = t.anytime
const CENTS = / confirmed: .* (\d+) cents$/

const SHARES = [
  ask('ratio', 'error rate on deck-planner at the moment', t.percent(f.lately, t.share(f.decks))),
  ask(
    'ratio',
    'share of bookings that come from coachline',
    t.percent(
      whole,
      t.share(f.bookings, f.partner('coachline')),
      t.share(f.atGateway('/api/bookings'), f.partner('coachline')),
    ),
  ),
  ask(
    'ratio',
    'What percentage of the charges does payment-bridge decline?',
    t.percent(whole, t.share(t.all(f.payments, f.route('/charges')), f.code(402))),
  ),
  ask(
    'ratio',
    'cache hit ratio in the timetable-api lines',
    t.percent(whole, t.logShare(t.all(f.timetable, t.has('cache', 'hit', 'miss')), t.has('cache', 'hit'))),
  ),
  ask(
    'distinct',
    'how many different crew members were assigned to something',
    t.count(whole, t.differentTexts(/^(C-\d+) assigned to/, f.crews)),
  ),
  ask(
    'distinct',
    'distinct sailings in the failed booking lines',
    t.count(whole, t.differentTexts(/ on (S-\d+) failed/, f.booking)),
  ),
]

const GROUPS = [
  ask('group', 'booking requests per vehicle type', t.groupsBy(whole, spansOf(f.bookings), f.attr('vehicle.type'))),
  ask(
    'group',
    'status codes of POST /api/checkins on checkin-api, how many each',
    t.groupsBy(whole, spansOf(f.checkins), f.attr('http.response.status_code')),
  ),
  ask(
    'group',
    'Why are payments declined? A count for every reason, please.',
    t.groupsBy(whole, t.logsIn(f.where(f.payments, /^payment declined/)), f.attr('reason')),
  ),
  ask('group', 'deck plan errors by vessel', t.groupsBy(whole, t.logsIn(f.levels(f.decks, 'ERROR')), f.attr('vessel'))),
  ask(
    'group',
    'failures by service since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      each(['web-gateway', 'booking-api', 'checkin-api', 'deck-planner'], (name) => t.failures(t.of(name))),
    ),
  ),
  ask('top', 'partner with most bookings', t.topOf(spansOf(f.bookings), f.attr('sales.partner'))),
  ask(
    'top',
    'on which crossing do most bookings fail?',
    t.topOf(t.failedRequests(f.bookings), f.attr('ferry.crossing')),
  ),
  ask('top', 'least used route on web-gateway', t.words({ says: [['/api/bookings/\\{ref\\}/cancel']] })),
]

const RATES = [
  ask('rate', 'requests per minute through web-gateway', t.perS(whole, t.perSecond(t.requests(f.gateway)))),
  ask(
    'rate',
    'how many check-ins per hour are we doing',
    t.perS(
      whole,
      t.perSecond(t.requests(f.checkins)),
      t.perSecond(t.requests(f.atGateway('/api/checkins'))),
      t.perSecond(f.lines(f.checkin, / checked in at /)),
    ),
  ),
  ask(
    'percentile',
    'p95 for POST /api/bookings on the gateway',
    t.millis(whole, t.took(f.atGateway('/api/bookings'), 0.95)),
  ),
  ask(
    'percentile',
    'median of GET /api/sailings at timetable-api between {@start+2} and {@start+22}',
    t.millis(t.during(['start', 2], ['start', 22]), t.took(t.all(f.timetable, f.route('/api/sailings')), 0.5)),
  ),
  ask('percentile', 'p99 placements deck-planner', t.millis(whole, t.took(f.placements, 0.99))),
  ask('mean-max', 'How long does assigning a crew take on average?', t.millis(whole, t.took(f.crews, 'mean'))),
  ask(
    'mean-max',
    'slowest charge at payment-bridge',
    t.millis(whole, t.took(t.all(f.payments, f.route('/charges')), 'max')),
  ),
  ask('mean-max', 'strongest gust the weather feed logged', t.value(whole, t.stated(/gusts of (\d+) m\/s/, 'max'))),
  ask(
    'mean-max',
    'average number of passengers per confirmed booking',
    t.within(0.03, t.value(whole, t.stated(/ confirmed: \w+, (\d+) passengers/, 'mean'))),
  ),
  ask('sum', 'total cents of all confirmed bookings', t.value(whole, t.stated(CENTS, 'sum'))),
  ask(
    'sum',
    'how much went back to customers who cancelled (cents, altogether)',
    t.value(whole, t.stated(/cancelled by customer, (\d+) cents/, 'sum'), (world, window) => {
      let cents = 0
      for (const row of t.logsIn(f.where(f.payments, /^refund issued/))(world, window))
        cents += Number(row.attributes['cents'])
      return cents
    }),
  ),
]

const terminal =
  (name: string) =>
  ({ attributes }: { readonly attributes: Readonly<Record<string, string | number>> }) =>
    attributes['terminal'] === name

const METRICS = [
  ask(
    'metric',
    'lane.queue at holm now?',
    t.value(whole, t.metric('checkin-api', 'lane.queue', 'last', terminal('holm'))),
  ),
  ask(
    'metric',
    'highest number of used db connections on deck-planner',
    t.value(whole, t.metric('deck-planner', 'db.client.connection.count', 'max')),
  ),
  ask(
    'metric',
    'average cpu of deck-planner between {@start+1} and {@start+21}',
    t.within(
      0.03,
      t.value(t.during(['start', 1], ['start', 21]), t.metric('deck-planner', 'process.cpu.percent', 'mean')),
    ),
  ),
  ask(
    'metric',
    'current memory of booking-api',
    t.within(0.02, t.bytes(whole, t.metric('booking-api', 'process.memory.usage', 'last'))),
  ),
  ask(
    'metric',
    'what is revenue.euros at',
    t.within(0.001, t.value(whole, t.metric('booking-api', 'revenue.euros', 'last'))),
  ),
  ask(
    'metric-group',
    'free lane meters by vessel, latest values',
    t.groups(
      'any',
      whole,
      each(['aurora', 'solveig', 'tern', 'kittiwake'], (name) =>
        t.metric('deck-planner', 'lane.meters.free', 'last', ({ attributes }) => attributes['vessel.name'] === name),
      ),
    ),
  ),
  ask(
    'metric-group',
    'sum of tickets.sold for each ticket.type',
    t.groups(
      'any',
      whole,
      each(['foot', 'car', 'camper', 'truck', 'motorcycle'], (name) =>
        t.metric('booking-api', 'tickets.sold', 'sum', ({ attributes }) => attributes['ticket.type'] === name),
      ),
    ),
  ),
]

const COMPARED = [
  ask('compare', 'is seacard slower than nordpay?', t.verdict('yes', 'fact')),
  ask(
    'compare',
    'confirmed bookings 15 minutes before {@onset} versus 15 minutes after',
    t.compared(
      'count',
      f.lines(f.booking, / confirmed: /),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'p50 of GET /api/sailings on timetable-api before and after 4.3.0',
    t.compared(
      'ms',
      t.took(t.all(f.timetable, f.route('/api/sailings')), 0.5),
      t.before('release'),
      t.since('release'),
    ),
  ),
  ask(
    'compare',
    'who fails more, aurora or kittiwake',
    t.words({ first: { name: 'aurora', among: ['aurora', 'kittiwake'] } }),
  ),
  ask('trend', 'Is the queue of vehicles at holm getting longer?', t.verdict('yes', 'up')),
  ask('trend', 'free lane meters on aurora, falling?', t.verdict('yes', 'down')),
  ask(
    'several',
    'how many check-ins were refused for a closed gate and how many for the wrong day',
    t.both(whole, ['count', f.lines(f.checkin, /is closed$/)], ['count', f.lines(f.checkin, /another day$/)]),
  ),
]

export const FERRIES_NUMBERS = [...SHARES, ...GROUPS, ...RATES, ...METRICS, ...COMPARED]
