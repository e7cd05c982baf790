/** How many, which, who has most: authorisations, card orders, tokens, records, errors, status codes. Seventy-first round. */
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

export const ISSUER_COUNTS_71 = [
  ask('outcome', 'how many authorisations failed last 30 min', t.count(t.last(30), ...m.FAILED)),
  ask('outcome', 'approved authorisations in the last hour, number', t.count(t.last(60), ...m.APPROVED)),
  ask('outcome', 'how many cards were declined today?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'how many card orders failed since {@onset}', t.count(t.since('onset'), ...m.FAILED_ORDERS)),
  ask('outcome', 'how many new cards got ordered successfully, last 45 min', t.count(t.last(45), ...m.ORDERED)),
  ask('outcome', 'card orders refused because the address was not verified?', t.count(t.anytime, ...m.REFUSED_ORDERS)),
  ask('outcome', 'how many tokens provisioned before {@onset}', t.count(t.before('onset'), ...m.PROVISIONED)),
  ask(
    'outcome',
    'how many records were settled between {@onset-30} and {@onset}?',
    t.count(t.during(['onset', -30], ['onset', 0]), t.logs(m.settled)),
  ),
  ask('outcome', 'how many cards did customers freeze today', t.count(t.anytime, ...m.FROZEN)),
  ask('outcome', 'how many push messages went out before it went silent', t.count(t.anytime, t.logs(m.sent))),
  ask('outcome', 'tokens not provisioned since {@onset}, count', t.count(t.since('onset'), ...m.FAILED_TOKENS)),

  ask(
    'count',
    'count of 503 on card-edge last 15 min',
    t.count(t.last(15), t.requests(t.all(m.edge, m.status(503))), t.logs(t.all(m.edge, t.says(/ 503$/)))),
  ),
  ask(
    'count',
    '5xx on the edge since {@onset}, how many',
    t.count(t.since('onset'), t.failures(m.edge), t.logs(t.all(m.edge, t.says(/ 5\d\d$/)))),
  ),
  ask(
    'count',
    'how many 429 did card-edge send today',
    t.count(t.anytime, t.requests(t.all(m.edge, m.status(429))), t.logs(t.all(m.edge, t.says(/ 429$/)))),
  ),
  ask('count', 'how many requests did wallet-tokens handle, last hour', t.count(t.last(60), t.requests(m.tokens))),
  ask(
    'count',
    'POST /v2/authorizations between {@onset} and {@onset+10}, how many calls?',
    t.count(t.during(['onset', 0], ['onset', 10]), ...m.AUTHS),
  ),
  ask(
    'count',
    'number of 404s on GET /v2/cards/{id}',
    t.count(t.anytime, t.requests(t.all(m.cards, m.status(404))), t.requests(t.all(m.edgeCards, m.status(404)))),
  ),

  ask('errors', 'errors hsm-broker last 10m', t.count(t.last(10), ...t.errors(m.broker))),
  ask('errors', 'how many errors in card-issuing since {@onset}?', t.count(t.since('onset'), ...t.errors(m.issuing))),
  ask('errors', 'did hsm-broker have errors before {@rewrap}', NONE),
  ask(
    'errors',
    'total error logs in the last 20 minutes over all services',
    t.count(t.last(20), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'number of warnings hsm-broker', t.count(t.anytime, t.logs(t.all(m.broker, t.level('WARN'))))),
  ask(
    'level',
    'warn lines of auth-engine between {@onset-20} and {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), t.logs(t.all(m.engine, t.level('WARN')))),
  ),
  ask(
    'level',
    'debug logs of hsm-broker in the last 5 minutes, how many are that',
    t.count(t.last(5), t.logs(t.all(m.broker, t.level('DEBUG')))),
  ),

  ask('text', 'CKR_SESSION_COUNT how often since {@onset}', t.count(t.since('onset'), t.logs(m.noSession))),
  ask('text', 'slow query count hold-ledger', t.count(t.anytime, t.logs(m.slowQuery))),
  ask('text', 'how many lines say "session not given back"', t.count(t.anytime, t.logs(m.kept))),
  ask('text', 'wrong PINs today, how many', t.count(t.anytime, t.logs(m.wrongPin))),

  ask(
    'attribute',
    'failed authorisations for mastercard since {@onset}?',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.auths, m.scheme('mastercard'))),
      t.failures(t.all(m.edgeAuths, m.scheme('mastercard'))),
    ),
  ),
  ask(
    'attribute',
    'how many contactless authorisations were approved in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.approved, m.told('channel', 'contactless'))),
      t.requests(t.all(m.auths, m.channel('contactless'), m.decision('approved'))),
    ),
  ),
  ask(
    'attribute',
    'tokens provisioned for apple-pay today',
    t.count(t.anytime, t.logs(t.all(m.provisioned, m.told('wallet', 'apple-pay')))),
  ),
  ask(
    'attribute',
    'authorisations with response code 91, count',
    t.count(
      t.anytime,
      t.logs(t.all(m.failedAuth, m.told('code', '91'))),
      t.requests(t.all(m.auths, t.has('auth.response_code', '91'))),
    ),
  ),
  ask(
    'conditions',
    'visa + ecom + 503 on auth-engine how many?',
    t.count(t.anytime, t.requests(t.all(m.auths, m.scheme('visa'), m.channel('ecom'), m.status(503)))),
  ),
  ask(
    'conditions',
    'how many POST /v2/tokens on wallet-tokens from ios ended with 503 since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.provisions, m.platform('ios'), m.status(503)))),
  ),
  ask(
    'conditions',
    'approved authorisations at german merchants before {@onset}, country de',
    t.count(
      t.before('onset'),
      t.logs(t.all(m.approved, m.told('country', 'de'))),
      t.requests(t.all(m.auths, m.country('de'), m.decision('approved'))),
    ),
  ),
  ask(
    'conditions',
    'errors on pod auth-engine-5b7c49d6f8-zr9tk since {@onset}',
    t.count(t.since('onset'), ...t.errors(t.all(m.engine, m.onPod('auth-engine-5b7c49d6f8-zr9tk')))),
  ),
  ask(
    'slow',
    'requests on hsm-broker slower than 1s since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.broker, t.longer(1000)))),
  ),
  ask(
    'slow',
    'any request over 500ms on hold-ledger? how many',
    t.count(t.anytime, t.requests(t.all(m.ledger, t.longer(500)))),
  ),
  ask(
    'exclusion',
    'failed authorisations without ecom since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.auths, t.not(m.channel('ecom')))),
      t.failures(t.all(m.edgeAuths, t.not(m.channel('ecom')))),
    ),
  ),
  ask(
    'exclusion',
    'card-edge 5xx in the last 30 min not counting /v2/authorizations',
    t.count(t.last(30), t.failures(t.all(m.edge, t.not(t.named('POST /v2/authorizations'))))),
  ),
  ask('distinct', 'how many customers hit by failed authorisations', t.count(t.anytime, ...m.HIT)),
  ask(
    'distinct',
    'how many different customers ran into a 5xx on card-edge since {@onset}',
    t.count(t.since('onset'), m.ALL_HIT),
  ),
  ask(
    'distinct',
    'how many merchant countries do we see on authorisations',
    t.count(t.anytime, t.differentOf(m.auths, 'merchant.country')),
  ),

  ask(
    'group',
    'failed authorisations per channel since {@onset}',
    per(t.since('onset'), m.CHANNELS, (one) => t.failures(t.all(m.auths, m.channel(one)))),
  ),
  ask(
    'group',
    'error logs per service last 15 min',
    per(
      t.last(15),
      ['card-edge', 'auth-engine', 'hsm-broker', 'card-issuing', 'wallet-tokens', 'settlement-batcher'],
      (one) => t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'failed requests of hsm-broker by hsm.operation',
    per(t.anytime, ['arqc', 'cvv', 'pin-block', 'derive', 'mac'], (one) =>
      t.failures(t.all(m.broker, m.operation(one))),
    ),
  ),
  ask(
    'group',
    'failed authorisations by pod',
    per(t.anytime, m.PODS, (one) => t.failures(t.all(m.auths, m.onPod(one)))),
  ),
  ask(
    'group',
    'decline reasons with counts',
    t.groups('count', t.anytime, {
      'insufficient funds': t.logs(m.noFunds),
      'limit exceeded': t.logs(m.overLimit),
      'card expired': t.logs(m.lapsed),
      'wrong PIN': t.logs(m.wrongPin),
    }),
  ),
  ask(
    'group',
    'status codes of wallet-tokens since {@onset}',
    per(t.since('onset'), ['201', '422', '503'], (code) => t.requests(t.all(m.tokens, m.status(Number(code))))),
  ),
  ask('top', 'which service has most error logs right now, last 10 min', t.words({ saysFirst: [['hsm-broker']] })),
  ask(
    'top',
    'worst route on card-edge by number of failures?',
    t.words({ first: { name: '/v2/authorizations', among: ['/v2/authorizations', '/v2/tokens', '/v2/cards'] } }),
  ),
  ask(
    'top',
    'which scheme has most failed authorisations',
    t.topOf(m.spansOf(t.all(m.auths, t.failed)), t.attribute('card.scheme')),
  ),
  ask(
    'top',
    'why do cards get declined most of the time, top reason?',
    t.words({
      first: {
        name: 'insufficient funds',
        among: ['insufficient funds', 'limit exceeded', 'card expired', 'wrong PIN'],
      },
    }),
  ),
  ask('top', 'which caller makes the most requests to hsm-broker', t.words({ saysFirst: [['auth-engine']] })),
]
