/** Shares, durations, rates, sums, metrics and comparisons of the online supermarket. Thirtieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const since = t.since('onset', 1)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process.memory.usage', what)
const ok = t.not(t.failed)
/** A share as a metric has it, or in percent. */
const utilization = (service: string, name: string, what: t.Statistic) => {
  const measure = m.gauge(service, name, what)
  return [measure, t.scaled(measure, 100)]
}
const used = t.metric(
  'slot-planner',
  'db.client.connection.count',
  'mean',
  (point) => point.attributes['db.client.connection.state'] === 'used',
)

export const GROCERY_NUMBERS_30 = [
  ask('ratio', 'checkout failure rate since {@onset+1}', t.percent(since, t.share(m.checkout), t.share(m.ordering))),
  ask(
    'ratio',
    'eror rate of slot-planner last 15 min',
    t.percent(m.recent(15), t.share(m.planner), t.share(m.booking)),
  ),
  ask('ratio', 'what share of payments gets declined?', t.percent(t.anytime, t.share(m.till, m.status(402)))),
  ask('ratio', 'percent of front-door requests from the web', t.percent(t.anytime, t.share(m.front, m.channel('web')))),
  ask(
    'ratio',
    'availability of front-door in the last hour?',
    t.within(0.002, t.percent(m.recent(60), t.share(m.front, ok))),
  ),

  ask(
    'percentile',
    'median of GET /search on catalogue-api since {@release}',
    t.millis(t.since('release'), t.took(m.searching, 0.5)),
  ),
  ask(
    'percentile',
    'p95 doorbell for mail only',
    t.millis(t.anytime, t.took(t.all(m.doorbell, t.has('notice.kind', 'mail')), 0.95)),
  ),
  ask(
    'mean-max',
    'how long does listing slots take on average (GET /slots)?',
    t.millis(t.anytime, t.took(m.listing, 'mean'), t.took(m.on(m.front, '/api/slots'), 'mean')),
  ),
  ask('mean-max', 'longest payment in the last hour?', t.millis(m.recent(60), t.took(m.till, 'max'))),
  ask(
    'slowest',
    'slowest traces?',
    t.words({ says: [['checkout', '/orders', 'order-desk', '/payments']], neverFirst: ['log records'] }),
  ),
  ask(
    'group',
    'median per payment method on till',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.till, m.method(one)), 0.5)),
    ),
  ),

  ask(
    'rate',
    'orders per minute before {@onset}?',
    t.perS(t.before('onset'), ...[...m.PLACED, t.requests(m.ordering)].map(t.perSecond)),
  ),
  ask('rate', 'rps front-door last 20 min', t.perS(m.recent(20), ...m.perSecond(t.requests(m.front)))),

  ask(
    'sum',
    'what did we earn in the last hour? sum of the totals of placed orders',
    t.value(m.recent(60), t.stated(m.TOTAL, 'sum')),
  ),
  ask('mean-max', 'average order value?', t.within(0.01, t.value(t.anytime, t.stated(m.TOTAL, 'mean')))),
  ask(
    'mean-max',
    'max minutes a van was behind its plan',
    t.value(t.anytime, t.stated(/is (\d+) min behind its plan/, 'max')),
  ),

  ask('metric', 'max memory catalogue-api', t.within(0.01, t.bytes(t.anytime, memory('catalogue-api', 'max')))),
  ask(
    'metric',
    'cpu of van-router, average',
    t.within(0.02, t.value(t.anytime, ...utilization('van-router', 'process.cpu.utilization', 'mean'))),
  ),
  ask('metric', 'slots available in the north, latest value', t.value(t.anytime, m.open('north', 'last'))),
  ask(
    'metric',
    'how full is the disk of pick-floor?',
    t.within(0.01, t.value(t.anytime, ...utilization('pick-floor', 'system.filesystem.utilization', 'last'))),
  ),
  ask('metric', 'max kafka lag of doorbell', t.value(t.anytime, m.gauge('doorbell', 'kafka.consumer.lag', 'max'))),
  ask('metric', 'used db connections of slot-planner on average', t.within(0.02, t.value(t.anytime, used))),
  ask('metric', 'pick.queue.depth at the end', t.value(t.anytime, m.gauge('pick-floor', 'pick.queue.depth', 'last'))),
  ask(
    'metric',
    'slot.bookings with outcome failed, total',
    t.within(
      0.02,
      t.count(
        t.anytime,
        t.metric('slot-planner', 'slot.bookings', 'sum', (point) => point.attributes['outcome'] === 'failed'),
        ...m.BOOKING_FAILED,
      ),
    ),
  ),
  ask('metric', 'which service eats the most memory', ({ world }) => ({
    first: { name: 'order-desk', among: [...world.services] },
  })),

  ask(
    'compare',
    'median search time catalogue-api GET /search before and after the release',
    t.compared('ms', t.took(m.searching, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'failed checkouts {@onset-10}-{@onset} vs {@onset+1}-{@onset+11}',
    t.compared(
      'count',
      t.failures(m.checkout),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask('compare', 'did 8.15.0 make the search slower?', t.verdict('yes', 'bad')),
  ask('trend', 'is the disk of pick-floor filling up?', t.verdict('yes', 'up')),
  ask('trend', 'pick.queue.depth going down?', t.verdict('yes', 'down')),
  ask(
    'trend',
    'how did the number of placed orders develop',
    t.words({
      says: [['fall', 'fell', 'drop', 'declin', 'down', 'decreas', 'fewer', 'less']],
      neverFirst: ['\\b(?:rising|rose|increas)'],
    }),
  ),
  ask(
    'anomaly',
    'slots.available looks weird, what happened there?',
    t.words({ says: [['rose', 'rise', 'jump', 'increas', 'higher', '\\bup\\b', 'above', 'from \\d']] }),
  ),
  ask(
    'several',
    'p50, p95 and p99 of till pls',
    t.both(t.anytime, ['ms', t.took(m.till, 0.5)], ['ms', t.took(m.till, 0.95)], ['ms', t.took(m.till, 0.99)]),
  ),
  ask('several', 'how many orders were placed and how many failed since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.PLACED),
      t.numberOf(asked, 'count', t.since('onset'), m.LOST),
    ],
  })),

  ...talk(
    'latency',
    ask('follow-up', 'whats the p95 of front-door?', t.millis(t.anytime, t.took(m.front, 0.95))),
    ask('follow-up', 'only /api/checkout', t.millis(t.anytime, t.took(m.checkout, 0.95))),
    ask('follow-up', 'before {@onset}?', t.millis(t.before('onset'), t.took(m.checkout, 0.95))),
    ask('follow-up', 'median', t.millis(t.before('onset'), t.took(m.checkout, 0.5))),
  ),
  ...talk(
    'share',
    ask('follow-up', 'error rate of order-desk, last 20 min', t.percent(m.recent(20), t.share(m.desk))),
    ask('follow-up', 'front-door?', t.percent(m.recent(20), t.share(m.front))),
    ask('follow-up', 'only checkout there', t.percent(m.recent(20), t.share(m.checkout))),
  ),
  ...talk(
    'memory',
    ask('follow-up', 'max memory of till', t.within(0.01, t.bytes(t.anytime, memory('till', 'max')))),
    ask('follow-up', 'and basket-api', t.within(0.01, t.bytes(t.anytime, memory('basket-api', 'max')))),
  ),
]
