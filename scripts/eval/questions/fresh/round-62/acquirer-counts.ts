/** How many, which, who has most: authorisations, 3-D Secure, captures, refunds, tokens, webhooks. Sixty-second round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const ACQUIRER_COUNTS_62 = [
  ask('outcome', 'how many authorisations were approved in the last hour', t.count(t.last(60), ...m.APPROVED)),
  ask('outcome', 'how many authorisations failed since {@onset}?', t.count(t.since('onset'), ...m.FAILED)),
  ask('outcome', 'how many 3ds checks timed out', t.count(t.anytime, ...m.CHECKS_LOST)),
  ask('outcome', 'how many captures were booked today', t.count(t.anytime, ...m.CAPTURED)),
  ask(
    'outcome',
    'how many refunds were refused becuase they were more than was captured?',
    t.count(t.anytime, t.logs(m.refundRefused), t.requests(t.all(m.refunds, m.status(422)))),
  ),
  ask(
    'outcome',
    'how many payments did the fraud score block',
    t.count(t.anytime, t.logs(m.blocked), t.logs(m.fraudBlocked), t.requests(t.all(m.auths, m.status(403)))),
  ),
  ask('outcome', 'how many webhooks were delivered in the last 20 minutes', t.count(t.last(20), t.logs(m.delivered))),
  ask(
    'outcome',
    'how many tokens did we create before {@onset}?',
    t.count(t.before('onset'), t.logs(m.created), t.requests(t.all(m.creating, m.status(201)))),
  ),
  ask(
    'outcome',
    'how many authorisations did issuers decline in the last hour',
    t.count(t.last(60), t.logs(m.declined), t.requests(t.all(m.auths, m.status(402)))),
  ),
  ask(
    'outcome',
    'support has tickets about double charges, how many payments were tried again over the secondary route?',
    t.count(t.anytime, t.logs(m.retried), t.differentTexts(/^(PAY-\d+) is tried again/)),
  ),

  ask(
    'count',
    'how many 504 responses did pay-edge return in the last 15 minutes',
    t.count(t.last(15), t.requests(t.all(m.edge, m.status(504))), t.logs(t.all(m.edge, t.says(/ 504$/)))),
  ),
  ask(
    'count',
    'how many requests were rate limited with 429 at the edge?',
    t.count(t.anytime, t.requests(t.all(m.edge, m.status(429)))),
  ),
  ask('count', 'how many requests did fraud-score get in the last hour', t.count(t.last(60), t.requests(m.fraud))),
  ask(
    'count',
    'POST /v1/refunds between {@onset-30} and {@onset}, how many',
    t.count(t.during(['onset', -30], ['onset', 0]), t.requests(m.refunds), t.requests(m.edgeRefunds)),
  ),
  ask(
    'count',
    'how many 3-D Secure checks did we do in the 20 minutes before {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), ...m.CHECKS),
  ),
  ask('count', 'numer of settlement files written', t.count(t.anytime, t.logs(m.fileWritten))),

  ask('errors', 'errors in card-gateway last 10 minutes', t.count(t.last(10), ...t.errors(m.gateway))),
  ask('errors', 'how many errors did payment-api log since {@onset}', t.count(t.since('onset'), ...t.errors(m.api))),
  ask('errors', 'any errors in token-vault?', NONE),
  ask('errors', 'were there errors in threeds-server before {@onset}', NONE),
  ask('level', 'how many warnings did webhook-sender log', t.count(t.anytime, t.logs(t.all(m.hooks, t.level('WARN'))))),
  ask('level', 'warnings of settlement-exporter?', t.count(t.anytime, t.logs(t.all(m.exporter, t.level('WARN'))))),

  ask('text', 'how many log lines contain "expired certificate"', t.count(t.anytime, t.logs(m.tls))),
  ask('text', 'how often do we see "all 64 workers are busy"?', t.count(t.anytime, t.logs(m.workersBusy))),
  ask('text', 'how many times did it say insufficient funds', t.count(t.anytime, t.logs(m.broke))),

  ask(
    'attribute',
    'how many authorisations did we get from greenmarket in the last hour',
    t.count(
      t.last(60),
      t.requests(t.all(m.auths, m.merchant('greenmarket'))),
      t.requests(t.all(m.edgeAuths, m.merchant('greenmarket'))),
    ),
  ),
  ask(
    'attribute',
    'how many amex authorisations since {@onset}?',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.auths, m.network('amex'))),
      t.requests(t.all(m.authorize, m.network('amex'))),
    ),
  ),
  ask(
    'attribute',
    'how many visa refunds were booked',
    t.count(
      t.anytime,
      t.logs(t.all(m.refunded, m.ofNetwork('visa'))),
      t.requests(t.all(m.refunds, m.network('visa'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'how many mastercard authorisations in channel recurring failed with 502',
    t.count(
      t.anytime,
      t.requests(t.all(m.auths, m.network('mastercard'), m.channel('recurring'), m.status(502))),
      t.logs(t.all(m.unreachable, m.ofChannel('recurring'))),
    ),
  ),
  ask(
    'conditions',
    'failed authorisations of hotel-lumi since {@onset}, only mastercard',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.auths, m.network('mastercard'), m.merchant('hotel-lumi'))),
      t.logs(t.all(m.failedAuth, m.ofNetwork('mastercard'), m.ofMerchant('hotel-lumi'))),
    ),
  ),
  ask(
    'conditions',
    'how many ecom authorisations from tastybox were approved in the last 40 minutes',
    t.count(
      t.last(40),
      t.requests(t.all(m.auths, m.channel('ecom'), m.merchant('tastybox'), m.status(201))),
      t.logs(t.all(m.approved, m.ofChannel('ecom'), m.ofMerchant('tastybox'))),
    ),
  ),
  ask(
    'slow',
    'how many authorisations took more than 5 seconds?',
    t.count(t.anytime, t.requests(t.all(m.auths, t.longer(5000))), t.requests(t.all(m.edgeAuths, t.longer(5000)))),
  ),
  ask(
    'exclusion',
    'how many failed authorisations since {@onset} that are not mastercard',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.auths, t.not(m.network('mastercard')))),
      t.logs(t.all(m.failedAuth, t.not(m.ofNetwork('mastercard')))),
    ),
  ),
  ask(
    'distinct',
    'how many different merchants had failed authorisations?',
    t.count(
      t.anytime,
      t.differentIn(m.failedAuth, 'merchant'),
      t.differentOf(t.all(m.auths, t.failed), 'merchant.name'),
    ),
  ),
  ask(
    'distinct',
    'how many different payments failed in the last 30 minutes',
    t.count(t.last(30), t.differentIn(m.failedAuth, 'payment')),
  ),

  ask(
    'group',
    'failed authorisations by card network',
    per(t.anytime, ['mastercard', 'jcb'], (one) => t.failures(t.all(m.auths, m.network(one)))),
  ),
  ask(
    'group',
    'authorisations per channel since {@onset}',
    per(t.since('onset'), m.CHANNELS, (one) => t.requests(t.all(m.auths, m.channel(one)))),
  ),
  ask(
    'group',
    'status codes of POST /v1/authorizations on payment-api',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [201, 402, 403, 422, 502, 504].map((code) => [code, t.requests(t.all(m.auths, m.status(code)))]),
      ),
    ),
  ),
  ask(
    'group',
    'how many errors per service since {@onset}?',
    per(t.since('onset'), ['card-gateway', 'payment-api', 'threeds-server'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'settlement files per network',
    per(t.anytime, m.NETWORKS, (one) => t.logs(t.all(m.fileWritten, m.ofNetwork(one)))),
  ),
  ask(
    'top',
    'which merchant is hit most by failed authorisations',
    t.topOf(m.spansOf(t.all(m.auths, t.failed)), t.attribute('merchant.name')),
  ),
  ask('top', 'which country has the most 3ds checks?', t.topOf(m.spansOf(m.checks), t.attribute('payment.country'))),
  ask(
    'top',
    'top merchants by webhooks whose endpoint answered 500',
    t.topOf(t.logRows(m.kept), t.attribute('merchant')),
  ),
]
