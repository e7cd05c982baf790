/** Shares, durations, rates, sums, metrics and comparisons of the stock-trading app. Thirty-first round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const online = (what: t.Statistic) => gauge('trade-gate', 'clients.online', what)
const routed = (venue: string, what: t.Statistic) =>
  t.metric('fix-gateway', 'orders.routed', what, (point) => point.attributes['order.venue'] === venue)
const ticks = gauge('quote-feed', 'ticks.received', 'rise')
const since = t.since('onset', 1)

export const BROKERAGE_NUMBERS_31 = [
  ask('ratio', 'error rate of order-desk since {@onset+1}', t.percent(since, t.share(m.desk))),
  ask('ratio', 'fix-gateway failure rate last 10 min', t.percent(t.last(10), t.share(m.fix))),
  ask(
    'ratio',
    'what share of orders fails at the moment?',
    t.percent(t.last(5), ...[m.placing, m.desk, m.on('/v1/orders'), m.sending].map((one) => t.share(one))),
  ),
  ask(
    'ratio',
    'How many percent of all gate requests came from iOS?',
    t.percent(t.anytime, t.share(m.gate, m.platform('ios'))),
  ),
  ask('ratio', 'percentage of logins with a wrong pin', t.percent(t.anytime, t.share(m.logins, m.status(401)))),

  ask('percentile', 'p95 trade-gate', t.millis(t.anytime, t.took(m.gate, 0.95))),
  ask('percentile', 'p99 of POST /orders before {@onset}', t.millis(t.before('onset'), t.took(m.placing, 0.99))),
  ask('percentile', 'p90 fix-gateway for venue LSQ', t.millis(t.anytime, t.took(t.all(m.fix, m.venue('LSQ')), 0.9))),
  ask('percentile', 'p95 of card deposits', t.millis(t.anytime, t.took(t.all(m.depositing, m.method('card')), 0.95))),
  ask('mean-max', 'longest cash-ledger request in the last hour', t.millis(t.last(60), t.took(m.cash, 'max'))),
  ask(
    'slowest',
    'slowest trace in the last 30 min, how long?',
    t.millis(t.last(30), t.took(m.gate, 'max'), m.longestTrace),
  ),
  ask(
    'slowest',
    'which venue is the slowest to acknowledge',
    t.words({
      first: { name: 'LSQ', among: m.VENUES },
    }),
  ),
  ask(
    'slowest',
    'are card deposits slower than sepa?',
    t.words({
      saysFirst: [['^\\W*yes\\b', '\\bcard\\b']],
      neverFirst: ['^\\W*no\\b', 'sepa (?:is|was) (?:\\w+ )?slower'],
    }),
  ),

  ask(
    'rate',
    'orders per minute in the last half hour',
    t.perS(t.last(30), ...[...m.ORDERS, ...m.PLACED].map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many logon attempts per minute does NORDX refuse since {@onset+1}',
    t.within(
      0.1,
      t.perS(since, t.perSecond(t.logs(m.refusedLogon)), t.perSecond(gauge('fix-gateway', 'fix.logon.rejects', 'sum'))),
    ),
  ),
  ask('sum', 'how much money was deposited in the last hour?', t.value(t.last(60), m.sumOf(m.deposited, 'amount'))),
  ask(
    'sum',
    'How many accounts did the settlement job get through altogether?',
    t.value(t.anytime, t.stated(/^chunk \d+ of 140 settled: (\d+) accounts/, 'sum')),
  ),
  ask('field', 'average deposit amount', t.within(0.01, t.value(t.anytime, m.meanOf(m.deposited, 'amount')))),

  ask('metric', 'peak memory order-desk', t.within(0.01, t.bytes(t.anytime, memory('order-desk', 'max')))),
  ask('metric', 'how many clients are online right now', t.within(0.015, t.value(t.anytime, online('last')))),
  ask(
    'metric',
    'how many FIX sessions are active?',
    t.value(t.anytime, gauge('fix-gateway', 'fix.sessions.active', 'last')),
  ),
  ask(
    'metric',
    'fix.logon.rejects in total',
    t.within(0.03, t.count(t.anytime, gauge('fix-gateway', 'fix.logon.rejects', 'sum'), t.logs(m.refusedLogon))),
  ),
  ask('metric', 'ticks received in the last 20 min', t.within(0.06, t.value(t.last(20), ticks))),
  ask(
    'metric',
    'orders.routed by venue since {@release}',
    m.groupsOf('count', t.since('release'), m.VENUES, (one) => [
      routed(one, 'sum'),
      t.logs((log) => log.message.endsWith(`acknowledged by ${one}`)),
      t.requests(t.all(m.sending, m.venue(one), m.status(201))),
    ]),
  ),
  ask(
    'metric',
    'which service uses most memory?',
    t.words({
      first: {
        name: 'order-desk',
        among: ['trade-gate', 'order-desk', 'risk-check', 'portfolio-api', 'fix-gateway', 'cash-ledger'],
      },
    }),
  ),
  ask(
    'metric',
    'mean of http.server.request.duration on order-desk',
    t.millis(
      t.anytime,
      t.scaled(m.meanOfHistogram('order-desk', 'http.server.request.duration'), 1000),
      t.took(m.desk, 'mean'),
    ),
  ),

  ask(
    'compare',
    'p95 of GET /positions before vs after {@release}',
    t.compared('ms', t.took(m.positions, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'orders placed 15 min before {@onset} and 15 min after, please',
    m.versus('count', m.PLACED, t.ahead('onset', 15), t.after('onset', 15)),
  ),
  ask('compare', 'more buys or more sells?', t.topOf(m.spansOf(m.placing), t.attribute('order.side'))),
  ask(
    'compare',
    'error rate on fix-gateway: NORDX versus ALPHA since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['NORDX', 'ALPHA'], (one) => t.share(t.all(m.fix, m.venue(one)))),
    ),
  ),
  ask('trend', 'is the number of online clients rising?', t.verdict('yes', 'up')),
  ask('trend', 'did orders.routed for NORDX drop', t.verdict('yes', 'down')),
  ask(
    'trend',
    'Has portfolio-api become slower with 3.15.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'risen', 'increas', 'longer', 'up\\b', 'higher']],
      neverFirst: ['^\\W*no\\b', 'not (?:become |get )?slower', 'faster'],
    }),
  ),
  ask(
    'anomaly',
    'fix.sessions.active looks ok?',
    t.words({
      says: [
        [
          'drop',
          'fell',
          'fall',
          'declin',
          'low',
          'decreas',
          'unusual',
          'below',
          'down',
          'from \\d',
          '3 to 2',
          '\\b2\\b',
        ],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'how many deposits and how many withdrawals got booked in the last hour?',
    m.pair(
      t.last(60),
      [t.logs(m.deposited), t.requests(t.all(m.depositing, m.status(201)))],
      [t.logs(m.withdrawn), t.requests(t.all(m.withdrawing, m.status(201)))],
    ),
  ),
  ask(
    'group',
    'p95 per venue on fix-gateway before {@onset}',
    t.groups(
      'ms',
      t.before('onset'),
      m.each(m.VENUES, (one) => t.took(t.all(m.fix, m.venue(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'order failure rate per order type since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['market', 'limit', 'stop'], (one) => t.share(t.all(m.placing, m.type(one)))),
    ),
  ),

  ...talk(
    'p95',
    ask('follow-up', 'p95 of order-desk last 30 min', t.millis(t.last(30), t.took(m.desk, 0.95))),
    ask('follow-up', 'and portfolio-api', t.millis(t.last(30), t.took(m.portfolio, 0.95))),
    ask('follow-up', 'and its p99?', t.millis(t.last(30), t.took(m.portfolio, 0.99))),
  ),
  ...talk(
    'rate',
    ask('follow-up', 'error rate on trade-gate in the last 15 min?', t.percent(t.last(15), t.share(m.gate))),
    ask('follow-up', 'just POST /v1/orders', t.percent(t.last(15), t.share(m.on('/v1/orders')))),
    ask('follow-up', 'and before {@onset}?', t.percent(t.before('onset'), t.share(m.on('/v1/orders')))),
  ),
]
