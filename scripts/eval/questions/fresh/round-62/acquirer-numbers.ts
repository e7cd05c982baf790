/** Shares, durations, rates, money, metrics and comparisons of the payment service provider. Sixty-second round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const ACQUIRER_NUMBERS_62 = [
  ask(
    'ratio',
    'what share of mastercard authorisations failed since {@onset}',
    t.percent(t.since('onset'), t.share(t.all(m.auths, m.network('mastercard')))),
  ),
  ask('ratio', 'error rate of threeds-server in the last 15 minutes', t.percent(t.last(15), t.share(m.threeds))),
  ask(
    'ratio',
    'what percentage of authorisations is declined by the issuer?',
    t.percent(t.anytime, t.share(m.auths, m.status(402)), t.share(m.edgeAuths, m.status(402))),
  ),
  ask(
    'ratio',
    'what percentage of 3ds checks ends with 401',
    t.percent(t.anytime, t.share(m.checks, m.status(401)), t.share(m.edgeChecks, m.status(401))),
  ),
  ask('percentile', 'p95 of POST /v1/captures before {@onset}', t.millis(t.before('onset'), t.took(m.captures, 0.95))),
  ask(
    'percentile',
    'p95 of POST /3ds/authenticate since {@threeds}',
    t.millis(t.since('threeds'), t.took(m.checks, 0.95), t.took(m.edgeChecks, 0.95)),
  ),
  ask('percentile', 'median of fraud-score in the last 30 minutes', t.millis(t.last(30), t.took(m.fraud, 0.5))),
  ask(
    'mean-max',
    'how long does an authorisation take on average before {@onset}?',
    t.millis(
      t.before('onset'),
      t.took(m.auths, 'mean'),
      t.took(m.edgeAuths, 'mean'),
      t.took(t.all(m.auths, m.status(201)), 'mean'),
    ),
  ),
  ask(
    'mean-max',
    'biggest refund today',
    t.value(t.anytime, m.overOf(m.refunded, 'amount_eur', 'max'), m.overSpans(m.refunds, 'payment.amount_eur', 'max')),
  ),
  ask(
    'mean-max',
    'average amount of a capture?',
    t.within(
      0.01,
      t.value(
        t.anytime,
        m.overOf(m.captured, 'amount_eur', 'mean'),
        m.overSpans(m.captures, 'payment.amount_eur', 'mean'),
      ),
    ),
  ),
  ask(
    'mean-max',
    'what is the highest fraud score we had',
    t.value(t.anytime, m.overSpans(m.scoring, 'fraud.score', 'max')),
  ),
  ask('slowest', 'which endpoint is slowest right now', t.words({ saysFirst: [['/3ds/authenticate', '/directory']] })),
  ask(
    'rate',
    'authorisations per minute before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.auths)), t.perSecond(t.requests(m.edgeAuths))),
  ),
  ask(
    'rate',
    'requests per minute on pay-edge since {@onset}?',
    t.perS(t.since('onset'), t.perSecond(t.requests(m.edge))),
  ),
  ask(
    'sum',
    'how much money did we capture since {@onset}',
    t.value(
      t.since('onset'),
      m.overOf(m.captured, 'amount_eur', 'sum'),
      m.overSpans(t.all(m.captures, m.status(201)), 'payment.amount_eur', 'sum'),
    ),
  ),
  ask(
    'sum',
    'total euros of the authorisations that failed',
    t.value(t.anytime, m.overOf(m.failedAuth, 'amount_eur', 'sum')),
  ),
  ask(
    'metric',
    'what is the approval rate of visa now',
    t.within(0.02, t.value(t.anytime, m.approval('visa', 'last'))),
  ),
  ask(
    'metric',
    'lowest approval rate of mastercard today?',
    t.within(0.01, t.value(t.anytime, m.approval('mastercard', 'min'))),
  ),
  ask(
    'metric',
    'max open connections on the secondary route',
    t.within(0.005, t.value(t.anytime, m.connections('secondary', 'max'))),
  ),
  ask(
    'metric',
    'how many days is the visa client cert still valid?',
    t.value(t.anytime, m.gauge('card-gateway', 'tls.client_cert.days_left', 'last', 'network', 'visa')),
  ),
  ask('metric', 'memory of fraud-score right now', t.within(0.02, t.bytes(t.anytime, m.memory('fraud-score', 'last')))),
  ask(
    'metric',
    'average cpu of payment-api in the last half hour',
    t.within(0.02, t.value(t.last(30), m.gauge('payment-api', 'cpu.percent', 'mean'))),
  ),
  ask(
    'metric',
    'how many tokens are stored in the vault',
    t.value(t.anytime, m.gauge('token-vault', 'tokens.stored', 'last')),
  ),
  ask('metric', 'busy workers of payment-api now', t.value(t.anytime, m.gauge('payment-api', 'workers.busy', 'last'))),
  ask('metric-group', 'settlement backlog per network now', (asked) => ({
    groups: Object.fromEntries(
      m.NETWORKS.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [m.backlog(one, 'last')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('metric-group', 'days left for each client certificate', (asked) => ({
    groups: Object.fromEntries(
      ['visa', 'amex', 'jcb'].map((one) => [
        one,
        t.numberOf(asked, 'any', t.anytime, [
          m.gauge('card-gateway', 'tls.client_cert.days_left', 'last', 'network', one),
        ]),
      ]),
    ),
  })),
  ask('top', 'which network has the biggest settlement backlog?', t.words({ saysFirst: [['\\bvisa\\b']] })),
  ask('top', 'which service uses most memory', t.words({ saysFirst: [['fraud-score']] })),
  ask(
    'compare',
    'average duration of POST /authorize before and after {@onset}?',
    t.compared('ms', t.took(m.authorize, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'how many webhooks were delivered in the 25 minutes before {@threeds} and in the 25 minutes after?',
    t.compared(
      'count',
      t.logs(m.delivered),
      t.during(['threeds', -25], ['threeds', 0]),
      t.during(['threeds', 0], ['threeds', 25]),
    ),
  ),
  ask(
    'compare',
    'p50 of fraud-score before and after 4.8.0',
    t.compared('ms', t.took(m.fraud, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'what fails more since {@onset}, mastercard or jcb authorisations (in numbers)?',
    t.words({ saysFirst: [['mastercard']], neverFirst: ['^\\W*jcb\\b'] }),
  ),
  ask('trend', 'is the webhook queue still growing?', t.verdict('yes', 'up')),
  ask('trend', 'is the settlement backlog of visa going up', t.verdict('yes', 'up')),
  ask('trend', 'did the approval rate of mastercard drop?', t.verdict('yes', 'down')),
  ask('trend', 'did the memory of card-gateway go up', t.verdict('no', 'up')),
  ask(
    'anomaly',
    'anything strange with connections.open on the secondary route',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50 and p95 of token-vault?',
    t.both(t.anytime, ['ms', t.took(m.vault, 0.5)], ['ms', t.took(m.vault, 0.95)]),
  ),
  ask(
    'several',
    'how many authorisations were approved and how many failed since {@onset}',
    t.both(t.since('onset'), ['count', t.logs(m.approved)], ['count', t.logs(m.failedAuth)]),
  ),
  ask(
    'several',
    'number of captures booked and refunds booked in the last 30 minutes',
    t.both(t.last(30), ['count', t.logs(m.captured)], ['count', t.logs(m.refunded)]),
  ),
]
