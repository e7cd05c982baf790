/** Shares, durations, rates, metrics and comparisons of the stadium's tickets. Fifteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process_resident_memory_bytes', what)
const since = t.since('onset', 1)

export const STADIUM_NUMBERS_15 = [
  ask('ratio', 'error rate of orders since {@onset+1}?', t.percent(since, t.share(m.orders))),
  ask(
    'ratio',
    'what share of checkouts fails right now?',
    t.percent(t.last(5), t.share(m.checkouts), t.share(m.orders)),
  ),
  ask('ratio', 'pay-bridge failure rate last 20 minutes', t.percent(t.last(20), t.share(m.pay))),
  ask(
    'ratio',
    'Which percentage of nordpay payments has failed since {@onset+1}?',
    t.percent(since, t.share(t.all(m.pay, m.provider('nordpay')))),
  ),
  ask('ratio', 'how many percent of all payments are declined', t.percent(t.anytime, t.share(m.pay, m.status(402)))),
  ask(
    'ratio',
    'share of the traffic on box-office that comes from the app',
    t.percent(t.anytime, t.share(m.box, m.channel('app'))),
  ),
  ask(
    'ratio',
    '409 rate of POST /api/holds',
    t.percent(
      t.anytime,
      t.share(m.holds, m.status(409)),
      t.share(t.all(m.seats, t.named('POST /holds')), m.status(409)),
    ),
  ),

  ask('percentile', 'p99 of box-office', t.millis(t.anytime, t.took(m.box, 0.99))),
  ask('percentile', 'p95 of POST /api/orders before {@onset}', t.millis(t.before('onset'), t.took(m.checkouts, 0.95))),
  ask('percentile', 'median latency seat-map last 15 min', t.millis(t.last(15), t.took(m.seats, 0.5))),
  ask('percentile', 'p90 for klarpay payments?', t.millis(t.anytime, t.took(t.all(m.pay, m.provider('klarpay')), 0.9))),
  ask(
    'mean-max',
    'how long does ticket-pdf need on average',
    t.millis(t.anytime, t.took(m.pdf, 'mean'), t.stated(/tickets rendered in (\d+) ms/, 'mean')),
  ),
  ask('mean-max', 'slowest payment in the last hour?', t.millis(t.last(60), t.took(m.pay, 'max'))),
  ask('mean-max', 'average duration of GET /api/events', t.millis(t.anytime, t.took(m.route('/api/events'), 'mean'))),
  ask(
    'mean-max',
    'max response time of orders since {@release}',
    t.millis(t.since('release'), t.took(m.orders, 'max')),
  ),
  ask(
    'slowest',
    'slowest endpoint?',
    t.words({ saysFirst: [['/api/orders', 'POST /orders', '/payments', 'to-print']], neverFirst: ['log records'] }),
  ),
  ask('slowest', 'which service is slowest on average', ({ world }) => ({
    first: { name: 'ticket-pdf', among: [...world.services] },
  })),
  ask('slowest', 'is nordpay or klarpay slower?', () => ({
    saysFirst: [['klarpay']],
    neverFirst: ['nordpay (?:is|was) (?:\\w+ )?slower'],
  })),

  ask('rate', 'requests per second on box-office', t.perS(t.anytime, t.perSecond(t.requests(m.box)))),
  ask('rate', 'requests per minute of gate-envoy, last 15 min', t.perS(t.last(15), t.perSecond(m.gatewayLines()))),
  ask(
    'rate',
    'orders per minute before {@onset}',
    t.perS(t.before('onset'), ...[...m.PLACED, t.requests(m.orders)].map(t.perSecond)),
  ),
  ask(
    'rate',
    'how many people per minute come through the turnstiles? last 20 minutes',
    t.perS(t.last(20), t.perSecond(t.logs(m.admitted)), t.perSecond(t.logs(m.gates))),
  ),
  ask('rate', 'errors per minute of pay-bridge since {@onset+1}', t.perS(since, ...t.errors(m.pay).map(t.perSecond))),

  ask(
    'sum',
    'how many contacts did crm-sync push in total?',
    t.count(t.anytime, t.stated(/^pushed (\d+) contacts/, 'sum')),
  ),
  ask(
    'sum',
    'total of tickets_sold_total',
    t.within(
      0.012,
      t.count(
        t.anytime,
        gauge('orders', 'tickets_sold_total', 'last'),
        gauge('orders', 'tickets_sold_total', 'rise'),
        m.soldTickets,
      ),
    ),
  ),
  ask('sum', 'bounced addresses altogether', t.count(t.anytime, t.stated(/^(\d+) addresses bounced/, 'sum'))),

  ask('metric', 'max memory of ticket-pdf', t.within(0.01, t.bytes(t.anytime, memory('ticket-pdf', 'max')))),
  ask('metric', 'current memory of box-office', t.within(0.06, t.bytes(t.anytime, memory('box-office', 'last')))),
  ask(
    'metric',
    'average redis_connected_clients of seat-map',
    t.within(0.02, t.value(t.anytime, gauge('seat-map', 'redis_connected_clients', 'mean'))),
  ),
  ask(
    'metric',
    'how many seats are held at the moment?',
    t.within(0.02, t.value(t.anytime, gauge('seat-map', 'seats_held', 'last'))),
  ),
  ask(
    'metric',
    'highest pdf_queue_length in the last hour',
    t.value(t.last(60), gauge('ticket-pdf', 'pdf_queue_length', 'max')),
  ),
  ask(
    'metric',
    'node_timex_offset_seconds of tix-pay2, last value',
    t.within(0.004, t.value(t.anytime, m.clock('last', 'tix-pay2'))),
  ),
  ask(
    'metric',
    'postgres connections of orders, max (pg_stat_activity_count)',
    t.value(t.anytime, gauge('orders', 'pg_stat_activity_count', 'max')),
  ),
  ask(
    'metric',
    'what was the lowest node_load1 of seat-map',
    t.value(t.anytime, gauge('seat-map', 'node_load1', 'min')),
  ),
  ask(
    'metric',
    'memory by service',
    t.words({ names: ['box-office', 'seat-map', 'orders', 'ticket-pdf'], says: [['[MGk]i?B\\b', 'bytes']] }),
  ),

  ask(
    'compare',
    'p95 of seat-map before and after the deploy',
    t.compared('ms', t.took(m.seats, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'failed orders {@onset-10}-{@onset} vs {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.FAILED_ORDERS),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), m.FAILED_ORDERS),
    ],
  })),
  ask(
    'compare',
    'compare box-office requests of the last 10 minutes with the same 10 minutes an hour ago',
    t.compared('count', t.requests(m.box), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'does tix-pay2 fail more often than tix-pay1?',
    t.words({ saysFirst: [['^\\W*yes\\b', 'tix-pay2']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('trend', 'is seats_held going up?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did seat-map get slower with 5.3.0?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'not slower', 'no slower', 'faster', 'unchanged', 'did(?: not|n.t)', 'steady', 'same'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('trend', 'is the number of failed payments rising compared to before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything strange in ticket-pdf?',
    t.words({
      saysFirst: [['ticket-pdf'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?ticket-pdf', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'is node_timex_offset_seconds normal?',
    t.words({ says: [['31[01]', 'jump', 'rose', 'high', 'above', 'step', 'unusual']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'several',
    'p50 and p99 of orders pls',
    t.both(t.anytime, ['ms', t.took(m.orders, 0.5)], ['ms', t.took(m.orders, 0.99)]),
  ),
  ask(
    'several',
    'how many seats were taken already and how many tickets were already used in the last hour?',
    (asked) => ({
      numbers: [
        t.numberOf(asked, 'count', t.last(60), m.TAKEN),
        t.numberOf(asked, 'count', t.last(60), [t.logs(m.used)]),
      ],
    }),
  ),
  ask(
    'group',
    'p95 by payment provider',
    t.groups(
      'ms',
      t.anytime,
      m.each(['nordpay', 'klarpay'], (one) => t.took(t.all(m.pay, m.provider(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate per host of pay-bridge since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['tix-pay1', 'tix-pay2'], (one) => t.share(t.all(m.pay, m.host(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p99 of orders', t.millis(t.anytime, t.took(m.orders, 0.99))),
    ask('follow-up', 'and pay-bridge?', t.millis(t.anytime, t.took(m.pay, 0.99))),
    ask('follow-up', 'median instead', t.millis(t.anytime, t.took(m.pay, 0.5))),
  ),
  ...talk(
    'rate',
    ask('follow-up', 'error rate of pay-bridge in the last 15 minutes', t.percent(t.last(15), t.share(m.pay))),
    ask('follow-up', 'and of the orders service?', t.percent(t.last(15), t.share(m.orders))),
    ask('follow-up', 'in the last 5 minutes?', t.percent(t.last(5), t.share(m.orders))),
  ),
  ...talk(
    'windows',
    ask(
      'follow-up',
      'placed orders between {@onset-20} and {@onset-10}',
      t.count(t.during(['onset', -20], ['onset', -10]), ...m.PLACED),
    ),
    ask('follow-up', 'and the ten minutes after that?', t.count(t.during(['onset', -10], ['onset', 0]), ...m.PLACED)),
  ),
]
