/** Questions to the laundry chain about sums, shares, rates, durations, metrics, comparisons and trends. */
import type { PointRow } from '../../records.ts'
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const by = (key: string, value: string) => (point: PointRow) => point.attributes[key] === value
const made = r.lines(r.quotes, /^quote made/)
const firstHalf = t.during(['start', 0], ['start', 30])

const SUMS = [
  ask(
    'sum',
    'how many kg were registered by intake-worker in total',
    t.value(t.anytime, t.stated(/registered: (\d+) kg/, 'sum', r.intake)),
  ),
  ask('sum', 'sum of cents over all quotes made', t.value(t.anytime, r.field(made, 'cents', 'sum'))),
  ask(
    'sum',
    'how many kg did hotel-linde send through the wash lines',
    t.value(t.anytime, t.stated(/of hotel-linde left \w+: (\d+) kg/, 'sum', r.plant)),
  ),
  ask(
    'sum',
    'bags taken by vans from utr-centrum?',
    t.value(t.anytime, t.stated(/left utr-centrum: (\d+) bags/, 'sum', r.vans)),
  ),
  ask('ratio', 'error rate of web-gw over the whole hour', t.percent(t.anytime, t.share(r.gw))),
  ask(
    'ratio',
    'while it was broken, what percentage of POST /tags failed? ({@onset} to {@recovery})',
    t.percent(r.outage, t.share(r.newTags)),
  ),
  ask('ratio', 'share of slot holds that get a 409', t.percent(t.anytime, t.share(r.holds, r.status(409)))),
  ask(
    'ratio',
    'how many percent of placed orders are express',
    t.percent(t.anytime, t.logShare(t.says(/^Order \S+ placed/), t.says(/express$/))),
  ),
  ask('ratio', 'error rate of order-api in the last 5 min', t.percent(t.last(5), t.share(r.orders))),
  ask('rate', 'requests per second on web-gw?', t.perS(t.anytime, t.perSecond(t.requests(r.gw)))),
  ask(
    'rate',
    'log lines per minute of order-api in the last 30 min',
    t.perS(t.last(30), t.perSecond(t.logs(r.orders))),
  ),
  ask(
    'rate',
    'how many POST /tags a minute came in between {at10} and {at25}',
    t.perS(t.during(['start', 10], ['start', 25]), t.perSecond(t.requests(r.newTags))),
  ),
]

const DURATIONS = [
  ask('percentile', 'p95 of web-gw', t.millis(t.anytime, t.took(r.gw, 0.95))),
  ask(
    'percentile',
    'p99 latency POST /v2/orders on order-api before {@onset}',
    t.millis(t.before('onset'), t.took(r.newOrders, 0.99)),
  ),
  ask(
    'percentile',
    'median time of a drop-off at locker-api in the last 10 min',
    t.millis(t.last(10), t.took(r.dropOffs, 0.5)),
  ),
  ask(
    'percentile',
    'GET /v2/slots p90 on slot-planner',
    t.millis(t.anytime, t.took(r.route(r.slots, 'GET /v2/slots'), 0.9)),
  ),
  ask(
    'mean-max',
    'avg duration of POST /v2/quotes on quote-service',
    t.millis(t.anytime, t.took(r.route(r.quotes, 'POST /v2/quotes'), 'mean')),
  ),
  ask(
    'mean-max',
    'slowest collect on locker-api, how long did it take?',
    t.millis(t.anytime, t.took(r.collects, 'max')),
  ),
  ask(
    'mean-max',
    'average open_ms when a bag is collected',
    t.value(t.anytime, r.field(r.lines(r.lockers, /^bag collected/), 'open_ms', 'mean')),
  ),
]

const METRICS = [
  ask('metric', 'max bags.waiting over the hour', t.value(t.anytime, t.metric('intake-worker', 'bags.waiting', 'max'))),
  ask(
    'metric',
    'free boxes at rtm-west at the moment',
    t.value(t.anytime, t.metric('locker-api', 'lockers.free', 'last', by('station.id', 'rtm-west'))),
  ),
  ask(
    'metric',
    'peak memory of tag-service',
    t.bytes(t.anytime, t.metric('tag-service', 'process.memory.usage', 'max')),
  ),
  ask(
    'metric',
    'avg cpu of slot-planner over the last half hour',
    t.within(0.03, t.value(t.last(30), t.metric('slot-planner', 'process.cpu.percent', 'mean'))),
  ),
  ask(
    'metric',
    'sum of tags.issued for the hour?',
    t.value(
      t.anytime,
      t.metric('tag-service', 'tags.issued', 'sum'),
      r.field(r.lines(r.tags, /^tags issued/), 'many', 'sum'),
    ),
  ),
  ask(
    'metric-group',
    'lockers.free per station now',
    t.groups(
      'any',
      t.anytime,
      each(r.STATIONS, (name) => t.metric('locker-api', 'lockers.free', 'last', by('station.id', name))),
    ),
  ),
  ask(
    'metric-group',
    'current detergent level of each tank',
    t.groups(
      'any',
      t.anytime,
      each(['alkali', 'softener', 'bleach'], (name) =>
        t.metric('wash-line', 'detergent.level', 'last', by('tank', name)),
      ),
    ),
  ),
  ask(
    'metric-group',
    'mean washer temperature by line',
    t.groups(
      'any',
      t.anytime,
      each(['T1', 'T2', 'T3'], (name) => t.metric('wash-line', 'washer.temperature', 'mean', by('line', name))),
    ),
  ),
]

const COMPARISONS = [
  ask(
    'compare',
    'failed web-gw requests in the 10 min before {@onset} vs the 10 min after',
    t.compared(
      'count',
      t.failures(r.gw),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'orders placed: first 30 min ({at0} to {at30}) against the 30 min after that',
    t.compared('count', t.logs(t.says(/^Order \S+ placed/)), firstHalf, t.during(['start', 30], ['start', 60])),
  ),
  ask('compare', 'does hotel-linde or gym-volta send more requests to web-gw?', ({ world, askedMs }) => {
    const many = (name: string) =>
      t.numberOf({ world, askedMs }, 'count', t.anytime, [t.requests(t.all(r.gw, r.account(name)))])
    return { groups: { 'hotel-linde': many('hotel-linde'), 'gym-volta': many('gym-volta') } }
  }),
  ask('compare', 'is T3 slower than T1?', t.verdict('yes', 'bad')),
  ask('trend', 'are free boxes at utr-centrum going down?', t.verdict('yes', 'down')),
  ask('trend', 'does memory of order-api keep growing?', t.verdict('no', 'up')),
  ask('trend', 'did open files of tag-service climb between {@flag} and {@onset}?', t.verdict('yes', 'up')),
  ask(
    'window',
    'web-gw requests from {at12} to {at20}',
    t.count(t.during(['start', 12], ['start', 20]), t.requests(r.gw)),
  ),
  ask(
    'window',
    '5xx on web-gw in the first five minutes after {@onset}',
    t.count(t.during(['onset', 0], ['onset', 5]), t.failures(r.gw)),
  ),
  ask('window', 'bags parked after {@onset+10}', t.count(t.since('onset', 10), t.logs(t.says(/parked after/)))),
  ask('window', 'sms sent in the last 90 seconds?', t.count(t.last(1.5), t.logs(r.lines(r.sms, /sent to c-/)))),
  ask(
    'several',
    'how many drop-offs failed and how many orders failed?',
    t.both(t.anytime, ['count', t.failures(r.dropOffs)], ['count', t.failures(r.newOrders)]),
  ),
  ask(
    'several',
    'p50 and p95 of quote-service please',
    t.both(t.anytime, ['ms', t.took(r.quotes, 0.5)], ['ms', t.took(r.quotes, 0.95)]),
  ),
]

export const LAUNDRY_NUMBERS = [...SUMS, ...DURATIONS, ...METRICS, ...COMPARISONS]
