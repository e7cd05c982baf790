/** Rates, latencies, money, metrics and comparisons of the payment processor. Sixty-fifth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const entries = t.all<SpanRow>(m.ledger, t.named('POST /entries'))

export const PAYCORE_NUMBERS_65 = [
  ask('ratio', 'error rate of front-gateway in the last 15 minutes?', t.percent(t.last(15), t.share(m.gateway))),
  ask(
    'ratio',
    'what percentage of payments fails since {@onset}',
    t.percent(t.since('onset'), t.share(m.pay), t.share(m.gatePay)),
  ),
  ask(
    'ratio',
    'share of northcard payments that failed since {@onset}?',
    t.percent(t.since('onset'), t.share(t.all(m.pay, m.network('northcard')))),
  ),
  ask(
    'ratio',
    'error rate of POST /v1/refunds in the last 20 minutes',
    t.percent(t.last(20), t.share(m.refund), t.share(m.gateRefund)),
  ),
  ask(
    'ratio',
    'what was our decline rate before {@onset}? in percent of all payments',
    t.percent(t.before('onset'), t.share(m.pay, m.status(402)), t.share(m.gatePay, m.status(402))),
  ),
  ask(
    'ratio',
    'which service has the highest error rate since {@onset}?',
    t.words({ saysFirst: [['network-connector']] }),
  ),
  ask(
    'percentile',
    'p95 of POST /v1/payments before {@onset}',
    t.millis(t.before('onset'), t.took(m.pay, 0.95), t.took(m.gatePay, 0.95)),
  ),
  ask(
    'percentile',
    'median latency of POST /v1/payments since {@onset+5}?',
    t.millis(t.since('onset', 5), t.took(m.pay, 0.5), t.took(m.gatePay, 0.5)),
  ),
  ask('percentile', 'p99 of fraud-check in the last half hour', t.millis(t.last(30), t.took(m.fraud, 0.99))),
  ask(
    'percentile',
    'p90 of GET /dashboard/overview?',
    t.millis(t.anytime, t.took(m.overview, 0.9), t.took(m.gateOverview, 0.9)),
  ),
  ask(
    'mean-max',
    'average response time of payouts today',
    t.millis(t.anytime, t.took(m.payouts, 'mean'), t.took(m.gatePayout, 'mean')),
  ),
  ask(
    'mean-max',
    'longest call of network-connector before {@onset}',
    t.millis(t.before('onset'), t.took(m.connector, 'max')),
  ),
  ask(
    'mean-max',
    'how long does it take ledger to write an entry on average?',
    t.millis(t.anytime, t.took(entries, 'mean')),
  ),
  ask(
    'mean-max',
    'biggest payout today?',
    t.value(t.anytime, m.overOf(m.payoutSent, 'amount_eur', 'max'), m.overSpans(m.payout, 'amount.eur', 'max')),
  ),
  ask(
    'mean-max',
    'average amount of a captured payment',
    t.within(
      0.01,
      t.value(
        t.anytime,
        m.overOf(m.captured, 'amount_eur', 'mean'),
        m.overSpans(t.all(m.pay, m.status(201)), 'amount.eur', 'mean'),
      ),
    ),
  ),
  ask(
    'slowest',
    'what are the slowest routes of front-gateway',
    t.words({ says: [['/v1/refunds'], ['/v1/payments']] }),
  ),
  ask('slowest', 'which service is slowest right now?', t.words({ saysFirst: [['network-connector']] })),
  ask(
    'rate',
    'requests per second on front-gateway in the last 30 min',
    t.perS(t.last(30), t.perSecond(t.requests(m.gateway))),
  ),
  ask(
    'rate',
    'payments per minute before {@onset}?',
    t.perS(
      t.before('onset'),
      t.perSecond(t.requests(m.pay)),
      t.perSecond(t.requests(m.gatePay)),
      t.perSecond(t.logs(m.captured)),
    ),
  ),
  ask(
    'rate',
    'how many captured payments per minute do we have since {@onset}',
    t.perS(t.since('onset'), t.perSecond(t.logs(m.captured))),
  ),
  ask('sum', 'how much money did we capture in the last hour?', t.value(t.last(60), ...m.capturedEur)),
  ask(
    'sum',
    'amount of failed payments since {@onset} in euro',
    t.value(
      t.since('onset'),
      m.overOf(m.failedPay, 'amount_eur', 'sum'),
      m.overSpans(t.all(m.pay, t.failed), 'amount.eur', 'sum'),
    ),
  ),
  ask(
    'sum',
    'total of refunds issued before {@onset}',
    t.value(
      t.before('onset'),
      m.overOf(m.refunded, 'amount_eur', 'sum'),
      m.overSpans(t.all(m.refund, m.status(201)), 'amount.eur', 'sum'),
    ),
  ),
  ask(
    'sum',
    'how much did we pay out to banks in the last 40 minutes?',
    t.value(
      t.last(40),
      m.overOf(m.payoutSent, 'amount_eur', 'sum'),
      m.overSpans(t.all(m.payout, m.oldStatus(201)), 'amount.eur', 'sum'),
    ),
  ),
  ask('metric', 'how many worker threads of network-connector are busy now', t.value(t.anytime, m.threads('last'))),
  ask(
    'metric',
    'how many worker threads does the connector have in total?',
    t.value(t.anytime, m.gauge('network-connector', 'connector_worker_threads_max', 'last')),
  ),
  ask('metric', 'most busy worker threads before {@onset}?', t.value(t.before('onset'), m.threads('max'))),
  ask('metric', 'max queue length of the connector', t.value(t.anytime, m.queue('max'))),
  ask(
    'metric',
    'memory of network-connector right now',
    t.within(0.02, t.bytes(t.anytime, m.memory('network-connector', 'last'))),
  ),
  ask(
    'metric',
    'highest memory usage of fraud-check?',
    t.within(0.005, t.bytes(t.anytime, m.memory('fraud-check', 'max'))),
  ),
  ask(
    'metric',
    'average number of active db connections of ledger in the last 30 minutes',
    t.within(0.04, t.value(t.last(30), m.gauge('ledger', 'db_pool_connections_active', 'mean'))),
  ),
  ask(
    'metric',
    'how many open connections to solapay at most?',
    t.value(t.anytime, m.gauge('network-connector', 'connector_open_connections', 'max', 'network', 'solapay')),
  ),
  ask(
    'metric',
    'payments_total with outcome failed, last value',
    t.value(t.anytime, m.outcomes('failed', 'last'), m.outcomes('failed', 'rise')),
  ),
  ask('metric-group', 'current memory of each service', (asked) => ({
    groups: Object.fromEntries(
      ['front-gateway', 'payment-intents', 'network-connector', 'fraud-check', 'ledger', 'payouts'].map((one) => [
        one,
        { ...t.numberOf(asked, 'bytes', t.anytime, [m.memory(one, 'last')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('top', 'who is the biggest memory user of our services?', t.words({ saysFirst: [['fraud-check']] })),
  ask('top', 'which network has the most open connections', t.words({ saysFirst: [['solapay']] })),
  ask(
    'compare',
    'compare 504s of front-gateway {@onset-15} to {@onset} with {@onset+5} to {@onset+20}',
    t.compared(
      'count',
      t.requests(t.all(m.gateway, m.status(504))),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 5], ['onset', 20]),
    ),
  ),
  ask(
    'compare',
    'captured payments in the 25 minutes before {@onset} and the 25 minutes after?',
    t.compared(
      'count',
      t.logs(m.captured),
      t.during(['onset', -25], ['onset', 0]),
      t.during(['onset', 0], ['onset', 25]),
    ),
  ),
  ask(
    'compare',
    'p50 of fraud-check before and after the deployment at {@release}',
    t.compared('ms', t.took(m.fraud, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'average duration of POST /v1/payments on payment-intents, before {@onset} vs since {@onset}',
    t.compared('ms', t.took(m.pay, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'do more northcard or more axio payments fail since {@onset}?',
    t.words({ saysFirst: [['northcard']], neverFirst: ['^\\W*axio\\b'] }),
  ),
  ask('trend', 'is there an increase of 504s since {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'did captured payments drop since {@onset}?', t.verdict('yes', 'down')),
  ask('trend', 'is the memory of ledger growing?', t.verdict('yes', 'up')),
  ask('trend', 'did the memory of network-connector grow', t.verdict('no', 'up')),
  ask('trend', 'have payouts dropped since {@onset}?', t.verdict('no', 'down')),
  ask(
    'anomaly',
    'anything unusual in connector_worker_threads_busy?',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50 and p95 of payment-intents POST /v1/payments before {@onset}?',
    t.both(t.before('onset'), ['ms', t.took(m.pay, 0.5)], ['ms', t.took(m.pay, 0.95)]),
  ),
  ask(
    'several',
    'how many payments captured and how many failed in the last 30 minutes',
    t.both(t.last(30), ['count', t.logs(m.captured)], ['count', t.logs(m.failedPay)]),
  ),
  ask(
    'several',
    'number of refunds issued and payouts sent today?',
    t.both(t.anytime, ['count', t.logs(m.refunded)], ['count', t.logs(m.payoutSent)]),
  ),
]
