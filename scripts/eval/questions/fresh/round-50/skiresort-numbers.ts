/** Shares, durations, rates, metrics and comparisons of the ski resort. Fiftieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const queue = (lift: string, what: t.Statistic) =>
  m.gauge('turnstile-hub', 'lift.queue.length', what, 'lift.name', lift)
const free = (lot: string, what: t.Statistic) =>
  m.gauge('carpark-gate', 'parking.spaces.free', what, 'parking.lot', lot)
const snow = (one: string, what: t.Statistic) => m.gauge('slope-sense', 'snow.depth', what, 'slope.sector', one)
const wind = (one: string, what: t.Statistic) => m.gauge('slope-sense', 'wind.speed', what, 'slope.sector', one)
const gear = (one: string, what: t.Statistic) =>
  m.gauge('rental-bench', 'rental.gear.available', what, 'gear.kind', one)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process.memory.usage', what)
const cpu = (service: string, what: t.Statistic) => m.gauge(service, 'process.cpu.utilization', what)
const since = t.since('onset', 1)

export const SKIRESORT_NUMBERS_50 = [
  ask('ratio', 'what share of scans fails at the moment?', t.percent(t.last(5), t.share(m.hub))),
  ask('ratio', 'error rate pass-ledger from {@onset+1} till now', t.percent(since, t.share(m.ledger))),
  ask(
    'ratio',
    'how many % of ticket orders fail, last 20 min',
    t.percent(t.last(20), t.share(m.ordering), t.share(m.ordering, m.status(402, 502))),
  ),
  ask('ratio', 'percentage of card-till payments refused', t.percent(t.anytime, t.share(m.till, m.status(402)))),
  ask(
    'ratio',
    'Which percentage of scans is done with a season pass?',
    t.percent(t.anytime, t.share(m.hub, m.passType('season'))),
  ),

  ask('percentile', 'p95 of ticket-shop over the past hour', t.millis(t.last(60), t.took(m.shop, 0.95))),
  ask('percentile', 'median of POST /payments', t.millis(t.anytime, t.took(m.till, 0.5))),
  ask('percentile', 'p90 of GET /rental/sizes since {@release}', t.millis(t.since('release'), t.took(m.sizes, 0.9))),
  ask('percentile', '95th percentile for avalanche assessments', t.millis(t.anytime, t.took(m.avalanche, 0.95))),
  ask('mean-max', 'how long does a snow gun command take on average?', t.millis(t.anytime, t.took(m.guns, 'mean'))),
  ask(
    'mean-max',
    'avg duration of a ticket order before {@onset}',
    t.millis(t.before('onset'), t.took(m.ordering, 'mean')),
  ),
  ask('mean-max', 'slowest request of ticket-shop: how slow was it', t.millis(t.anytime, t.took(m.shop, 'max'))),
  ask(
    'slowest',
    'which endpoint takes longest?',
    t.words({
      saysFirst: [['/shop/orders', '/payments', 'snow\\.commands', '/barriers/exit']],
      neverFirst: ['log records'],
    }),
  ),

  ask('rate', 'scans per minute, overall', t.perS(t.anytime, t.perSecond(t.requests(m.hub)))),
  ask(
    'rate',
    'tickets sold per minute before {@onset}',
    t.perS(t.before('onset'), ...[...m.SOLD, t.requests(m.ordering)].map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many cars per hour drive in?',
    t.perS(t.anytime, t.perSecond(t.requests(m.entries)), t.perSecond(t.requests(t.all(m.entries, m.status(200))))),
  ),
  ask('rate', 'shut gates a minute since {@onset+1}', t.perS(since, ...m.SHUT.map(t.perSecond))),

  ask(
    'sum',
    'how many cents did we take for orders that then failed?',
    t.count(t.anytime, m.sumOf(m.orderFailed, 'cents')),
  ),

  ask(
    'metric',
    'people queueing at talexpress right now',
    t.within(0.03, t.value(t.anytime, queue('talexpress', 'last'))),
  ),
  ask('metric', 'free spaces on P2 now', t.within(0.02, t.value(t.anytime, free('P2', 'last')))),
  ask('metric', 'fewest free spaces P1 had', t.value(t.anytime, free('P1', 'min'))),
  ask('metric', 'current snow depth north-bowl', t.within(0.01, t.value(t.anytime, snow('north-bowl', 'last')))),
  ask(
    'metric',
    'strongest wind in east-face during the last half hour',
    t.within(0.01, t.value(t.last(30), wind('east-face', 'max'))),
  ),
  ask('metric', 'snowboards left in the rental?', t.within(0.03, t.value(t.anytime, gear('snowboard', 'last')))),
  ask('metric', 'peak memory pass-ledger', t.within(0.01, t.bytes(t.anytime, memory('pass-ledger', 'max')))),
  ask(
    'metric',
    'highest memory of slope-sense before {@restart}',
    t.within(0.01, t.bytes(t.before('restart'), memory('slope-sense', 'max'))),
  ),
  ask(
    'metric',
    'max cpu of turnstile-hub',
    t.within(0.015, t.value(t.anytime, cpu('turnstile-hub', 'max'), t.scaled(cpu('turnstile-hub', 'max'), 100))),
  ),
  ask('metric-group', 'average wind.speed by sector', (asked) => ({
    groups: Object.fromEntries(
      ['north-bowl', 'east-face', 'lower-gully'].map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [wind(one, 'mean')]), tolerance: 0.03 },
      ]),
    ),
  })),

  ask(
    'compare',
    'p50 of GET /rental/sizes before vs after the new version',
    t.compared('ms', t.took(m.sizes, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'shut gates {@onset-12}-{@onset} against {@onset+1}-{@onset+13}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -12], ['onset', 0]), m.SHUT),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 13]), m.SHUT),
    ],
  })),
  ask(
    'compare',
    'scans in the last 15 min compared to the 15 min 40 minutes ago',
    t.compared('count', t.requests(m.hub), t.last(15), t.earlier(15, 40)),
  ),
  ask(
    'compare',
    'error rate of talexpress vs zwergerl since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['talexpress', 'zwergerl'], (one) => t.share(t.all(m.hub, m.lift(one)))),
    ),
  ),
  ask('trend', 'are the queues at talexpress getting longer?', t.verdict('yes', 'up')),
  ask('trend', 'is P3 filling up', t.verdict('yes', 'fact')),
  ask('trend', 'is the memory of slope-sense climbing again', t.verdict('yes', 'up')),
  ask('trend', 'did rental-bench get slower with 2.10.0?', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'anything strange in lift.queue.length?',
    t.words({
      says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95 and max of card-till',
    t.both(t.anytime, ['ms', t.took(m.till, 0.5)], ['ms', t.took(m.till, 0.95)], ['ms', t.took(m.till, 'max')]),
  ),
  ask(
    'group',
    'p95 for each route of rental-bench',
    t.groups('ms', t.anytime, {
      '/rental/sizes': t.took(m.sizes, 0.95),
      '/rental/handouts': t.took(m.handouts, 0.95),
      '/rental/returns': t.took(m.returns, 0.95),
    }),
  ),

  ...talk(
    'speed',
    ask('follow-up', 'how slow is card-till at p95?', t.millis(t.anytime, t.took(m.till, 0.95))),
    ask('follow-up', 'twint only', t.millis(t.anytime, t.took(t.all(m.till, m.method('twint')), 0.95))),
    ask('follow-up', 'now the median of that', t.millis(t.anytime, t.took(t.all(m.till, m.method('twint')), 0.5))),
  ),
  ...talk(
    'shares',
    ask('follow-up', 'failure rate at turnstile-hub, last 15 min', t.percent(t.last(15), t.share(m.hub))),
    ask('follow-up', 'ticket-shop too', t.percent(t.last(15), t.share(m.shop))),
    ask('follow-up', 'only its POST /shop/orders', t.percent(t.last(15), t.share(m.ordering))),
  ),
  ...talk(
    'mountain',
    ask('follow-up', 'wind at east-face now?', t.within(0.02, t.value(t.anytime, wind('east-face', 'last')))),
    ask('follow-up', 'and its maximum?', t.within(0.01, t.value(t.anytime, wind('east-face', 'max')))),
    ask(
      'follow-up',
      'lower-gully?',
      t.within(0.01, t.value(t.anytime, wind('lower-gully', 'max'), wind('lower-gully', 'last'))),
    ),
  ),
]
