/** Shares, durations, rates, sums, metrics and comparisons of the moving vans. Forty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const parked = (name: string, what: t.Statistic) =>
  t.metric('depot-stock', 'vans.parked', what, (point) => point.attributes['depot.warehouse'] === name)
const members = (cluster: string, what: t.Statistic) =>
  t.metric('depot-stock', 'etcd.members.healthy', what, (point) => point.attributes['etcd.cluster'] === cluster)
const worst = t.during(['onset', 1], ['recovery', 0])
const held = t.metric('deposit-desk', 'deposits.held', 'sum')

export const VANS_NUMBERS_47 = [
  ask('ratio', 'error rate of depot-stock from {@onset+1} to {@recovery}', t.percent(worst, t.share(m.depot))),
  ask('ratio', 'frontdoor failure rate over the last 30 mins', t.percent(t.last(30), t.share(m.door))),
  ask(
    'ratio',
    'what share of POST /reservations failed between {@onset+1} and {@recovery}?',
    t.percent(worst, t.share(m.reserving)),
  ),
  ask(
    'ratio',
    'percentage of cards refused at deposit-desk',
    t.percent(
      t.anytime,
      t.share(t.all(m.deposits, m.method('card')), m.status(402)),
      t.share(m.deposits, m.status(402)),
    ),
  ),
  ask('ratio', 'how much of frontdoor traffic is app', t.percent(t.anytime, t.share(m.door, m.channel('app')))),
  ask(
    'ratio',
    '% of van bookings refused because slot was full',
    t.percent(t.anytime, t.share(m.placing, m.status(409))),
  ),
  ask(
    'ratio',
    'error rate furni-rent last 5 minutes',
    t.words({ saysFirst: [['(?<![\\d.,])0(?:\\.0+)? ?%', '\\bno\\b', '\\bnone\\b', '(?<![\\d.,])0 of']] }),
  ),

  ask('percentile', 'p95 of routing-desk since {@release}', t.millis(t.since('release'), t.took(m.routing, 0.95))),
  ask('percentile', 'median of deposit-desk', t.millis(t.anytime, t.took(m.deposits, 0.5))),
  ask(
    'percentile',
    'p90 POST /bookings in van-booking before {@onset}',
    t.millis(t.before('onset'), t.took(m.placing, 0.9)),
  ),
  ask('percentile', 'whats the p99 of GET /availability', t.millis(t.anytime, t.took(m.checking, 0.99))),
  ask('percentile', 'p95 paypal deposits?', t.millis(t.anytime, t.took(t.all(m.deposits, m.method('paypal')), 0.95))),
  ask('mean-max', 'how long does driver-roster need on average', t.millis(t.anytime, t.took(m.roster, 'mean'))),
  ask('mean-max', 'longest request on furni-rent since {@onset}', t.millis(t.since('onset'), t.took(m.furni, 'max'))),
  ask(
    'mean-max',
    'avg time of a reservation during {@onset+1}-{@recovery}',
    t.millis(worst, t.took(m.reserving, 'mean')),
  ),
  ask('mean-max', 'sms-courier: mean processing time last 30 min', t.millis(t.last(30), t.took(m.sms, 'mean'))),
  ask(
    'slowest',
    'which deposit method is the slowest',
    t.words({ saysFirst: [['paypal']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'is sepa quicker than card?',
    t.words({ saysFirst: [['^\\W*yes\\b', 'sepa']], neverFirst: ['^\\W*no\\b', 'sepa (?:is|was) (?:\\w+ )?slower'] }),
  ),

  ask('rate', 'frontdoor rps in the past 15 min', t.perS(t.last(15), t.perSecond(t.requests(m.door)))),
  ask(
    'rate',
    'van bookings per minute, on average',
    t.perS(t.anytime, ...[...m.BOOKED, t.requests(m.placing)].map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many positions a minute did fleet-tracker log before {@silent}?',
    t.perS(t.before('silent'), t.perSecond(t.logs(m.position)), t.perSecond(t.logs(m.tracker))),
  ),
  ask(
    'rate',
    'errors/min on depot-stock while it was down ({@onset+1}-{@recovery})',
    t.perS(worst, ...t.errors(m.depot).map(t.perSecond)),
  ),

  ask(
    'sum',
    'add up the cents of all deposits held',
    t.count(t.anytime, m.sumOf(m.held, 'cents'), t.scaled(held, 100)),
  ),
  ask('sum', 'total kilometres of the routes planned', t.value(t.anytime, m.sumOf(m.planned, 'km'))),
  ask(
    'sum',
    'deposits.held in euros, last half hour',
    t.within(0.04, t.value(t.last(30), held, t.scaled(m.sumOf(m.held, 'cents'), 0.01))),
  ),
  ask('sum', 'how many pallets did the inventory scans count in total', t.value(t.anytime, m.sumOf(m.scan, 'pallets'))),
  ask('mean-value', 'average km of a planned route?', t.within(0.02, t.value(t.anytime, m.meanOf(m.planned, 'km')))),
  ask('mean-value', 'most stops on one route', t.value(t.anytime, m.maxOf(m.planned, 'stops'))),
  ask(
    'mean-value',
    'highest kmh a van reported',
    t.value(t.anytime, m.maxOf(m.position, 'kmh'), m.maxOf(m.tracker, 'kmh')),
  ),

  ask('metric', 'peak memory of routing-desk', t.within(0.01, t.bytes(t.anytime, memory('routing-desk', 'max')))),
  ask(
    'metric',
    'how much memory is depot-stock using at this moment',
    t.within(0.08, t.bytes(t.anytime, memory('depot-stock', 'last'))),
  ),
  ask(
    'metric',
    'moves under way right now?',
    t.within(0.04, t.value(t.anytime, t.metric('van-booking', 'moves.under_way', 'last'))),
  ),
  ask(
    'metric',
    'free drivers - latest value',
    t.within(0.01, t.value(t.anytime, t.metric('driver-roster', 'drivers.free', 'last'))),
  ),
  ask(
    'metric',
    'minimum of drivers.free tonight',
    t.value(t.anytime, t.metric('driver-roster', 'drivers.free', 'min')),
  ),
  ask('metric', 'vans parked in altona now', t.within(0.01, t.value(t.anytime, parked('altona', 'last')))),
  ask('metric', 'max of vans.parked in sendling', t.value(t.anytime, parked('sendling', 'max'))),
  ask(
    'metric',
    'lowest number of healthy etcd members in the north cluster',
    t.value(t.anytime, members('north', 'min')),
  ),
  ask('metric', 'etcd.members.healthy for north, current', t.value(t.anytime, members('north', 'last'))),
  ask(
    'metric',
    'highest kafka lag of sms-courier',
    t.value(t.anytime, t.metric('sms-courier', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'mean cpu of routing-desk past 30 min',
    t.within(
      0.03,
      t.value(
        t.last(30),
        t.metric('routing-desk', 'process.cpu.utilization', 'mean'),
        t.scaled(t.metric('routing-desk', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask('metric', 'which service eats the most memory?', t.words({ saysFirst: [['routing-desk']] })),
  ask(
    'metric',
    'furniture.rented_out last value',
    t.within(0.001, t.value(t.anytime, t.metric('furni-rent', 'furniture.rented_out', 'last'))),
  ),

  ask(
    'compare',
    'p50 of routing-desk before vs after {@release}',
    t.compared('ms', t.took(m.routing, 0.5), t.before('release'), t.since('release')),
  ),
  ask('compare', 'furniture rented {@onset-10}-{@onset} against {@onset}-{@onset+10}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.RENTED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 10]), m.RENTED),
    ],
  })),
  ask(
    'compare',
    'van-booking requests last 10 min compared to 30 minutes earlier',
    t.compared('count', t.requests(m.booking), t.last(10), t.earlier(10, 30)),
  ),
  ask(
    'compare',
    'do more people book transporters or lutons?',
    t.topOf(m.spansOf(t.all(m.placing, m.size('transporter', 'luton'))), t.attribute('van.size')),
  ),
  ask('compare', 'is altona slower than nippes for reservations? mean of both pls', (asked) => ({
    groups: {
      altona: t.numberOf(asked, 'ms', t.anytime, [t.took(t.all(m.reserving, m.at('altona')), 'mean')]),
      nippes: t.numberOf(asked, 'ms', t.anytime, [t.took(t.all(m.reserving, m.at('nippes')), 'mean')]),
    },
  })),
  ask('trend', 'are we running out of drivers? is drivers.free falling', t.verdict('yes', 'down')),
  ask('trend', 'moves.under_way climbing?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did the 3.5.0 release slow down routing-desk?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'slowed', 'rose', 'higher', 'longer', 'increas', 'went (?:up )?from']],
      neverFirst: ['^\\W*no\\b', 'not slower', 'no slower', 'faster'],
    }),
  ),
  ask('trend', 'are depot-stock errors going down again', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'does etcd.members.healthy look odd at any point?',
    t.words({
      says: [
        ['drop', 'fell', 'fall', 'from 3', 'to 1', 'low', 'down', 'decreas', 'unusual', 'below', 'minimum', '^\\W*yes'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything weird with deposit-desk tonight',
    t.words({
      saysFirst: [['deposit-desk'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'healthy']],
      neverFirst: ['root cause: .?deposit', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'average and p99 of sms-courier',
    t.both(t.anytime, ['ms', t.took(m.sms, 'mean')], ['ms', t.took(m.sms, 0.99)]),
  ),
  ask('several', 'vans booked and furniture rented in the last 10 min, both numbers', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(10), m.BOOKED), t.numberOf(asked, 'count', t.last(10), m.RENTED)],
  })),
  ask(
    'group',
    'median deposit time per method',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.deposits, m.method(one)), 0.5)),
    ),
  ),
  ask(
    'group',
    'share of failed reservations by warehouse {@onset+1}-{@recovery}',
    t.groups(
      'percent',
      worst,
      m.each(['altona', 'spandau'], (one) => t.share(t.all(m.reserving, m.at(one)))),
    ),
  ),

  ...talk(
    'slow',
    ask('follow-up', 'p95 of van-booking', t.millis(t.anytime, t.took(m.booking, 0.95))),
    ask('follow-up', 'what about furni-rent', t.millis(t.anytime, t.took(m.furni, 0.95))),
    ask('follow-up', 'before {@onset} only', t.millis(t.before('onset'), t.took(m.furni, 0.95))),
  ),
  ...talk(
    'share',
    ask('follow-up', 'error rate of van-booking {@onset+1}-{@recovery}', t.percent(worst, t.share(m.booking))),
    ask('follow-up', 'and frontdoor in that time?', t.percent(worst, t.share(m.door))),
  ),
]
