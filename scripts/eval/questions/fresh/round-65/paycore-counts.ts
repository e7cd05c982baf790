/** How many, which, who has most: requests, codes, payments, refunds, payouts, webhooks, lines. Sixty-fifth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const NO_504 = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:requests?|responses?|504s?|records?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})

export const PAYCORE_COUNTS_65 = [
  ask('outcome', 'how many payments went through in the last hour?', t.count(t.last(60), ...m.CAPTURED)),
  ask('outcome', 'how many payments failed since {@onset}?', t.count(t.since('onset'), ...m.FAILED)),
  ask('outcome', 'number of cards declined before {@onset}', t.count(t.before('onset'), ...m.DECLINED)),
  ask('outcome', 'how many refunds were issued today?', t.count(t.anytime, ...m.REFUNDED)),
  ask('outcome', 'how many refunds failed', t.count(t.anytime, ...m.REFUNDS_FAILED)),
  ask('outcome', 'how many payouts did we send in the last 30 minutes?', t.count(t.last(30), ...m.SENT)),
  ask('outcome', 'how many payouts came back from the bank?', t.count(t.anytime, t.logs(m.payoutReturned))),
  ask(
    'outcome',
    'payouts refused because the balance was too low, how many',
    t.count(t.anytime, t.logs(m.payoutRefused), t.requests(t.all(m.payout, m.oldStatus(422)))),
  ),
  ask('outcome', 'how many webhooks could not be delivered?', t.count(t.anytime, ...m.HOOKS_FAILED)),
  ask('outcome', 'webhooks delivered in the last 20 minutes?', t.count(t.last(20), t.logs(m.delivered))),
  ask(
    'outcome',
    'how many payments did the fraud check block in the last hour',
    t.count(
      t.last(60),
      ...[t.logs(m.refused), t.logs(m.blocked), t.requests(t.all(m.pay, m.status(403)))],
      t.requests(t.all(m.gatePay, m.status(403))),
    ),
  ),
  ask(
    'outcome',
    'how many refunds were rejected because the amount was too high?',
    t.count(t.anytime, t.logs(m.refundRejected), t.requests(t.all(m.refund, m.status(422)))),
  ),
  ask('outcome', 'how many receipts were sent in the last half hour', t.count(t.last(30), t.logs(m.receipt))),
  ask('outcome', 'how many receipts bounced?', t.count(t.anytime, t.logs(m.bounced))),

  ask('count', 'how many 504s did the gateway return in the last 15 minutes', t.count(t.last(15), ...m.coded(504))),
  ask('count', 'how many 504 before {@onset}?', NO_504),
  ask('count', '429 responses of front-gateway since {@onset-40}', t.count(t.since('onset', -40), ...m.coded(429))),
  ask(
    'count',
    'how many requests did front-gateway get in the last 10 minutes?',
    t.count(t.last(10), t.requests(m.gateway), t.logs(m.gateway)),
  ),
  ask(
    'count',
    'requests to POST /v1/payments between {@onset-20} and {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), ...m.PAYMENTS),
  ),
  ask('count', 'how many 401s did the gateway give out?', t.count(t.anytime, ...m.coded(401))),
  ask(
    'count',
    'how often was GET /v1/balance called in the last half hour?',
    t.count(
      t.last(30),
      t.requests(t.all<SpanRow>(m.gateway, t.named('GET /v1/balance'))),
      t.requests(t.all<SpanRow>(m.ledger, t.named('GET /v1/balance'))),
    ),
  ),
  ask(
    'count',
    'how many requests did network-connector answer with 503 since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.connector, m.oldStatus(503))), t.logs(m.rejected)),
  ),
  ask('count', 'how many settlement runs finished?', t.count(t.anytime, t.logs(m.runFinished))),

  ask('errors', 'errors in payment-intents in the last 20 minutes', t.count(t.last(20), ...t.errors(m.intents))),
  ask(
    'errors',
    'how many errors does network-connector have since {@onset}',
    t.count(t.since('onset'), ...t.errors(m.connector)),
  ),
  ask('errors', 'does fraud-check log any errors?', m.NONE),
  ask('errors', 'any errors in payouts in the last hour?', m.NONE),
  ask('level', 'how many warnings did ledger write', t.count(t.anytime, t.logs(t.all(m.ledger, t.level('WARN'))))),
  ask('level', 'warnings in payouts in the last hour', t.count(t.last(60), t.logs(t.all(m.payouts, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did settlement-job log since {@onset}?',
    t.count(t.since('onset'), t.logs(t.all(m.settlement, t.level('WARN')))),
  ),

  ask('text', 'how many slow querys in the ledger?', t.count(t.anytime, t.logs(m.slowQuery))),
  ask(
    'text',
    'payments that failed because the connector had no free worker, how many?',
    t.count(t.anytime, t.logs(m.noWorker), t.logs(t.all(m.rejected, t.says(/^pay_/)))),
  ),
  ask('text', 'how often does it say worker pool exhausted?', t.count(t.anytime, t.logs(m.exhausted))),
  ask('text', 'log lines with "no answer for" of network-connector', t.count(t.anytime, t.logs(m.noAnswer))),
  ask(
    'text',
    'how many payments timed out waiting for network-connector since {@onset}?',
    t.count(t.since('onset'), t.logs(m.timedOut)),
  ),

  ask(
    'attribute',
    'how many failed payments did tallowbook have since {@onset}?',
    t.count(t.since('onset'), ...m.failedFor('tallowbook')),
  ),
  ask(
    'attribute',
    'how many northcard payments failed in the last 20 minutes',
    t.count(t.last(20), ...m.failedOf('northcard')),
  ),
  ask(
    'attribute',
    'how many payments of merchant brightloom were captured in the last hour',
    t.count(
      t.last(60),
      ...[t.logs(t.all(m.captured, m.ofMerchant('brightloom')))],
      ...[t.requests(t.all(m.pay, m.merchant('brightloom'), m.status(201)))],
      t.requests(t.all(m.gatePay, m.merchant('brightloom'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'how many payouts went to harborbank?',
    t.count(t.anytime, t.logs(t.all(m.payoutSent, t.has('bank', 'harborbank')))),
  ),
  ask(
    'attribute',
    'cards declined for insufficient funds, how many today',
    t.count(t.anytime, t.logs(t.all(m.declined, t.has('reason', 'insufficient funds')))),
  ),
  ask(
    'conditions',
    'how many axio payments of ferrybird failed since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.pay, m.network('axio'), m.merchant('ferrybird'))),
      t.logs(t.all(m.failedPay, m.ofNetwork('axio'), m.ofMerchant('ferrybird'))),
    ),
  ),
  ask(
    'conditions',
    'how many solapay payments from germany (de) were captured before {@onset}?',
    t.count(
      t.before('onset'),
      t.logs(t.all(m.captured, m.ofNetwork('solapay'), t.has('country', 'de'))),
      t.requests(t.all(m.pay, m.network('solapay'), t.has('payment.country', 'de'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'kiosk24 says they got a lot of 504 on POST /v1/payments, how many in the last 25 minutes?',
    t.count(
      t.last(25),
      t.requests(t.all(m.gatePay, m.merchant('kiosk24'), m.status(504))),
      t.requests(t.all(m.pay, m.merchant('kiosk24'), m.status(504))),
    ),
  ),
  ask(
    'slow',
    'how many requests to front-gateway took longer than 5 seconds?',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.longer(5000)))),
  ),
  ask(
    'slow',
    'how many calls to network-connector took more than a minute',
    t.count(t.anytime, t.requests(t.all(m.connector, t.longer(60_000)))),
  ),
  ask(
    'exclusion',
    'failed payments since {@onset} without solapay',
    t.count(t.since('onset'), ...m.failedOf('northcard', 'axio')),
  ),
  ask(
    'exclusion',
    'how many declined cards other than insufficient funds?',
    t.count(t.anytime, t.logs(t.all(m.declined, t.not(t.has('reason', 'insufficient funds'))))),
  ),
  ask(
    'distinct',
    'how many different merchants got a 504 since {@onset}?',
    t.count(t.since('onset'), t.differentOf(t.all(m.gateway, m.status(504)), 'merchant.name')),
  ),
  ask(
    'distinct',
    'how many different banks did we pay out to?',
    t.count(t.anytime, t.differentIn(m.payoutSent, 'bank'), t.differentIn(m.payouts, 'bank')),
  ),

  ask(
    'group',
    'failed payments per card network since {@onset}',
    m.per(t.since('onset'), m.NETWORKS, (one) => t.failures(t.all(m.pay, m.network(one)))),
  ),
  ask(
    'group',
    'status codes of POST /v1/payments at front-gateway?',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [201, 401, 402, 403, 429, 504].map((code) => [code, t.requests(t.all(m.gatePay, m.status(code)))]),
      ),
    ),
  ),
  ask(
    'group',
    'which routes of the gateway return 504 and how many each',
    m.per(t.anytime, ['POST /v1/payments', 'POST /v1/refunds'], (one) =>
      t.requests(t.all(m.gateway, t.named(one), m.status(504))),
    ),
  ),
  ask(
    'group',
    'errors by service since {@onset}',
    m.per(t.since('onset'), ['network-connector', 'payment-intents', 'front-gateway'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'declined cards by reason?',
    m.per(t.anytime, ['insufficient funds', 'card expired', 'wrong pin'], (one) =>
      t.logs(t.all(m.declined, t.has('reason', one))),
    ),
  ),
  ask(
    'group',
    'failed payments by merchant since {@onset}, for the account managers',
    m.per(t.since('onset'), m.MERCHANTS, (one) => t.failures(t.all(m.pay, m.merchant(one)))),
  ),
  ask(
    'group',
    'payouts sent per bank',
    m.per(t.anytime, ['harborbank', 'unitas', 'linden'], (one) => t.logs(t.all(m.payoutSent, t.has('bank', one)))),
  ),
  ask(
    'top',
    'which merchant has the most failed payments?',
    t.topOf(m.spansOf(t.all(m.pay, t.failed)), t.attribute('merchant.name')),
  ),
  ask('top', 'which merchant sends the most requests', t.topOf(m.spansOf(m.gateway), t.attribute('merchant.name'))),
  ask('top', "which merchant's webhooks fail?", t.words({ saysFirst: [['pedalhaus']] })),
  ask('top', 'which service writes most of the error lines?', t.words({ saysFirst: [['network-connector']] })),
]
