/** Shares, durations, rates, metrics and comparisons of the cinemas. Fifty-second round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const active = (size: string, what: t.Statistic) => m.gauge('seat-hold', 'holds.active', what, 'hall.size', size)
const free = (site: string, what: t.Statistic) => m.gauge('screenings', 'seats.free', what, 'cinema.site', site)
const queue = (site: string, what: t.Statistic) => m.gauge('door-scan', 'door.queue.length', what, 'cinema.site', site)
const stock = (item: string, what: t.Statistic) => m.gauge('snackbar', 'snack.stock', what, 'snack.item', item)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process.memory.usage', what)
const cpu = (service: string, what: t.Statistic) => m.gauge(service, 'process.cpu.utilization', what)
const redis = (what: t.Statistic) => m.gauge('seat-hold', 'redis.memory.used', what)
const evicted = [t.metric('seat-hold', 'redis.keys.evicted', 'sum'), m.sumOf(m.evicting, 'evicted')]
const fight = t.during(['onset', 1], ['recovery', 0])
const RISEN = ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|from \\d|evict']

export const CINEMA_NUMBERS_52 = [
  ask('ratio', 'err % box-front {@onset+1}-{@recovery}', t.percent(fight, t.share(m.front))),
  ask('ratio', 'POST /bookings 5xx ratio {@onset+1}-{@recovery}', t.percent(fight, t.share(m.bookings))),
  ask(
    'ratio',
    'What percentage of the scans at the doors was refuesd because the ticket was already used?',
    t.percent(t.anytime, t.share(m.doors, m.status(409))),
  ),
  ask('ratio', 'decline rate pay-desk charges, %', t.percent(t.anytime, t.share(m.charges, m.status(402)))),
  ask(
    'ratio',
    'Roughly what share of our bookings comes in through the app?',
    t.percent(
      t.anytime,
      t.share(m.bookings, m.channel('app')),
      t.share(t.all(m.bookings, m.status(201)), m.channel('app')),
    ),
  ),
  ask(
    'ratio',
    'seat-hold failure rate past 10 min',
    t.words({
      saysFirst: [['(?<![\\d.,])0(?:\\.0+)? ?%', '\\bnone\\b', '\\bno\\b', '(?<![\\d.,])0 (?:of|failed)']],
    }),
  ),

  ask('percentile', 'pay-desk p99 last 60', t.within(0.08, t.millis(t.last(60), t.took(m.pay, 0.99)))),
  ask(
    'percentile',
    'p95 loyalty member pages since {@release+1}',
    t.millis(t.since('release', 1), t.took(m.memberPages, 0.95)),
  ),
  ask('percentile', 'p50 POST /bookings', t.millis(t.anytime, t.took(m.bookings, 0.5))),
  ask(
    'percentile',
    'p90 of the hall maps, {@onset+1} to {@recovery}',
    t.within(0.08, t.millis(fight, t.took(m.maps, 0.9))),
  ),
  ask('percentile', 'In which time are 95 percent of the door scans done?', t.millis(t.anytime, t.took(m.doors, 0.95))),
  ask('mean-max', 'avg charge by card, ms', t.millis(t.anytime, t.took(t.all(m.charges, m.method('card')), 'mean'))),
  ask(
    'mean-max',
    'How long did the slowest booking of the evening take?',
    t.millis(t.anytime, t.took(m.bookings, 'max')),
  ),
  ask(
    'slowest',
    'slowest route p95?',
    t.words({ saysFirst: [['POST /charges', 'POST /bookings', '/charges', '/bookings']], neverFirst: ['log records'] }),
  ),

  ask('rate', 'box-front rps', t.perS(t.anytime, t.perSecond(t.requests(m.front)))),
  ask('rate', 'complted bookings/min before {@onset}', t.perS(t.before('onset'), ...m.BOOKED.map(t.perSecond))),
  ask('rate', '"hold gone" lines per min {@onset+1}-{@recovery}', t.perS(fight, t.perSecond(t.logs(m.gone)))),
  ask(
    'rate',
    'On average, how many mails per minute does newsletter process?',
    t.perS(t.anytime, t.perSecond(t.requests(m.mails))),
  ),

  ask('sum', 'cents of completed bookings, total', t.count(t.anytime, m.sumOf(m.completed, 'cents'))),
  ask('sum', 'cents taken for bookings that then failed', t.count(t.anytime, m.sumOf(m.bookingFailed, 'cents'))),
  ask(
    'sum',
    'How many seats did we confirm in the last 30 minutes all together?',
    t.count(t.last(30), m.sumOf(t.says(/^seats confirmed/), 'seats'), m.sumOf(m.completed, 'seats')),
  ),
  ask(
    'sum',
    'points credited, sum, since {@recovery}',
    t.count(t.since('recovery'), m.sumOf(t.says(/^points credited/), 'points')),
  ),
  ask(
    'sum',
    'The controller wants the cents that pay-desk refunded while it lasted, {@onset} to {@recovery+1}.',
    t.count(t.during(['onset', 0], ['recovery', 1]), t.stated(/^refunded (\d+) cents/, 'sum')),
  ),
  ask('sum', 'keys evicted from redis, total', t.within(0.01, t.value(t.anytime, ...evicted))),

  ask('metric', 'holds.active large now', t.within(0.02, t.value(t.anytime, active('large', 'last')))),
  ask('metric', 'min holds.active hall.size=large', t.within(0.02, t.value(t.anytime, active('large', 'min')))),
  ask('metric', 'redis mem peak', t.within(0.01, t.bytes(t.anytime, redis('max')))),
  ask(
    'metric',
    'newsletter mem peak before {@restart}',
    t.within(0.01, t.bytes(t.before('restart'), memory('newsletter', 'max'))),
  ),
  ask(
    'metric',
    'How many seats are still free at the airport cinema right now?',
    t.within(0.01, t.value(t.anytime, free('airport', 'last'))),
  ),
  ask(
    'metric',
    'The manager of the riverside cinema asks how long the queue at the doors is at the moment.',
    t.within(0.03, t.value(t.anytime, queue('riverside', 'last'))),
  ),
  ask('metric', 'How many portions of nachos are left?', t.within(0.03, t.value(t.anytime, stock('nachos', 'last')))),
  ask(
    'metric',
    'mail.queue.depth now',
    t.within(0.02, t.value(t.anytime, m.gauge('newsletter', 'mail.queue.depth', 'last'))),
  ),
  ask(
    'metric',
    'box-front cpu max',
    t.within(0.015, t.value(t.anytime, cpu('box-front', 'max'), t.scaled(cpu('box-front', 'max'), 100))),
  ),
  ask('metric-group', 'seats.free per site, latest', (asked) => ({
    groups: Object.fromEntries(
      m.SITES.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [free(one, 'last')]), tolerance: 0.02 }]),
    ),
  })),
  ask(
    'metric-group',
    'Which snack do we have the least of right now?',
    t.words({ first: { name: 'nachos', among: m.SNACKS } }),
  ),

  ask(
    'compare',
    'member pages p50 pre vs post 4.8.0',
    t.compared('ms', t.took(m.memberPages, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    '502 box-front: {@onset-20}-{@onset} vs {@onset}-{@onset+20}',
    t.compared(
      'count',
      t.requests(t.all(m.front, m.status(502))),
      t.during(['onset', -20], ['onset', 0]),
      t.during(['onset', 0], ['onset', 20]),
    ),
  ),
  ask('compare', 'scans last 20 vs prev 20', t.compared('count', t.requests(m.doors), t.last(20), t.earlier(20, 20))),
  ask(
    'compare',
    'error rate POST /bookings grand-1 vs club-7, {@onset+1}-{@recovery}',
    t.groups(
      'percent',
      fight,
      m.each(['grand-1', 'club-7'], (one) => t.share(t.all(m.bookings, m.hall(one)))),
    ),
  ),
  ask('compare', 'Do we get more bookings from the web or from the kiosk? Please with numbers.', (asked) => ({
    groups: Object.fromEntries(
      ['web', 'kiosk'].map((one) => {
        const where = t.all<SpanRow>(m.bookings, m.channel(one))
        return [
          one,
          t.numberOf(asked, 'count', t.anytime, [t.requests(where), t.requests(t.all(where, m.status(201)))]),
        ]
      }),
    ),
  })),
  ask('trend', 'mail.queue.depth growing?', t.verdict('yes', 'up')),
  ask('trend', 'Is our stock of popcorn going down?', t.verdict('yes', 'down')),
  ask('trend', 'Did the pages of loyalty members get slower with 4.8.0?', t.verdict('yes', 'bad')),
  ask(
    'trend',
    'how did 502s on box-front develop over the last hour',
    t.words({
      says: [['\\d\\d:\\d\\d'], ['502', 'fail', 'error']],
      neverFirst: [`no (?:failed|requests|errors)`, '^\\W*none\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything odd in holds.active?',
    t.words({
      says: [['drop|fell|fall|decreas|lower|below|dip|down|unusual|from \\d|chang|jump|rose']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('anomaly', 'redis.keys.evicted spike?', t.words({ says: [RISEN], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'several',
    'pay-desk p50 p95 max',
    t.both(t.anytime, ['ms', t.took(m.pay, 0.5)], ['ms', t.took(m.pay, 0.95)], ['ms', t.took(m.pay, 'max')]),
  ),
  ask('several', 'declines last 60m? and used tickets at the doors?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(60), m.DECLINED),
      t.numberOf(asked, 'count', t.last(60), [t.logs(m.used), t.requests(t.all(m.doors, m.status(409)))]),
    ],
  })),
  ask(
    'several',
    'How many bookings were completed since {@recovery+1}, and how many failed after payment since {@onset}?',
    (asked) => ({
      numbers: [
        t.numberOf(asked, 'count', t.since('recovery', 1), m.BOOKED),
        t.numberOf(asked, 'count', t.since('onset'), m.AFTER_PAYMENT),
      ],
    }),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'charges p95', t.millis(t.anytime, t.took(m.charges, 0.95))),
    ask('follow-up', 'paypal only', t.millis(t.anytime, t.took(t.all(m.charges, m.method('paypal')), 0.95))),
    ask('follow-up', 'p50?', t.millis(t.anytime, t.took(t.all(m.charges, m.method('paypal')), 0.5))),
  ),
  ...talk(
    'shares',
    ask('follow-up', 'seat-hold err rate {@onset+1}-{@recovery}', t.percent(fight, t.share(m.holds))),
    ask('follow-up', 'only the confirms', t.percent(fight, t.share(m.confirms))),
    ask('follow-up', 'snackbar', t.percent(fight, t.share(m.snacks))),
  ),
  ...talk(
    'stock',
    ask(
      'follow-up',
      'How much popcorn is left in stock?',
      t.within(0.01, t.value(t.anytime, stock('popcorn', 'last'))),
    ),
    ask('follow-up', 'And ice cream?', t.within(0.01, t.value(t.anytime, stock('icecream', 'last')))),
    ask('follow-up', 'What was it at the most?', t.within(0.01, t.value(t.anytime, stock('icecream', 'max')))),
  ),
]
