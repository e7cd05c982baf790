/** Shares, durations, rates, money, metrics and comparisons of the bank's card back end. Seventy-first round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const rise = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})

export const ISSUER_NUMBERS_71 = [
  ask('ratio', 'error rate hsm-broker last 15 min', t.percent(t.last(15), t.share(m.broker))),
  ask('ratio', 'what is the 5xx ratio of card-edge since {@onset}', t.percent(t.since('onset'), t.share(m.edge))),
  ask(
    'ratio',
    'percentage of authorisations that fail since {@onset}?',
    t.percent(t.since('onset'), t.share(m.auths), t.share(m.edgeAuths)),
  ),
  ask(
    'ratio',
    'approval rate of authorisations before {@onset}',
    t.percent(t.before('onset'), t.share(m.auths, m.decision('approved'))),
  ),
  ask(
    'ratio',
    'what share of card orders is refused with 409?',
    t.percent(t.anytime, t.share(m.orders, m.status(409)), t.share(m.edgeOrders, m.status(409))),
  ),
  ask('percentile', 'p99 hsm-broker since {@onset}', t.millis(t.since('onset'), t.took(m.broker, 0.99))),
  ask(
    'percentile',
    'median latency of authorisations since {@onset}',
    t.millis(t.since('onset'), t.took(m.auths, 0.5), t.took(m.edgeAuths, 0.5)),
  ),
  ask(
    'percentile',
    'p90 GET /v2/cards/{id} last 30 min',
    t.millis(t.last(30), t.took(m.cards, 0.9), t.took(m.edgeCards, 0.9)),
  ),
  ask(
    'mean-max',
    'how long does an authorisation take on average in the last 10 minutes',
    t.millis(t.last(10), t.took(m.auths, 'mean'), t.took(m.edgeAuths, 'mean')),
  ),
  ask(
    'mean-max',
    'slowest query on table holds, how many ms',
    t.within(0.05, t.value(t.anytime, m.overOf(m.slowQuery, 'took_ms', 'max'))),
  ),
  ask(
    'mean-max',
    'longest POST /v2/tokens before {@onset}',
    t.millis(t.before('onset'), t.took(m.provisions, 'max'), t.took(m.edgeProvisions, 'max')),
  ),
  ask(
    'slowest',
    'slowest operation of hold-ledger by p95',
    t.words({ first: { name: 'GET /v2/holds', among: ['GET /v2/holds', 'POST /holds', 'POST /v2/reversals'] } }),
  ),
  ask('slowest', 'which service got slow since {@onset}?', t.words({ saysFirst: [['hsm-broker', 'auth-engine']] })),
  ask('rate', 'rps of card-edge', t.perS(t.anytime, t.perSecond(t.requests(m.edge)))),
  ask(
    'rate',
    'authorisations approved per minute before {@onset}',
    t.perS(t.before('onset'), ...m.APPROVED.map(t.perSecond)),
  ),
  ask('rate', 'request rate on hsm-broker, last 30 minutes', t.perS(t.last(30), t.perSecond(t.requests(m.broker)))),
  ask('sum', 'total eur approved in the last hour', t.value(t.last(60), m.overOf(m.approved, 'amount_eur', 'sum'))),
  ask(
    'sum',
    'amount of settled records before {@onset} in euro?',
    t.value(t.before('onset'), m.overOf(m.settled, 'amount_eur', 'sum')),
  ),
  ask('sum', 'how many cards in total went into the files for the factory', t.value(t.anytime, m.cardsSent)),
  ask(
    'sum',
    'average amount of a declined authorisation?',
    t.within(0.01, t.value(t.anytime, m.overOf(m.declined, 'amount_eur', 'mean'))),
  ),

  ask('metric', 'hsm sessions in use now', t.value(t.anytime, m.sessions('last'))),
  ask('metric', 'max hsm.sessions.used before {@rewrap}?', t.value(t.before('rewrap'), m.sessions('max'))),
  ask('metric', 'how many requests are waiting for an hsm session right now', t.value(t.anytime, m.waiting('last'))),
  ask('metric', 'highest settlement.queue.depth before {@onset}', t.value(t.before('onset'), m.depth('max'))),
  ask('metric', 'how many visa tokens are left', t.value(t.anytime, m.remaining('visa', 'last'))),
  ask('metric', 'open holds right now?', t.value(t.anytime, m.gauge('hold-ledger', 'holds.open', 'last'))),
  ask('metric', 'mem of auth-engine now', t.within(0.02, t.bytes(t.anytime, m.memory('auth-engine', 'last')))),
  ask('metric', 'avg cpu hsm-broker last 20 min', t.within(0.02, t.value(t.last(20), m.cpu('hsm-broker', 'mean')))),
  ask('metric-group', 'tokens left per scheme', (asked) => ({
    groups: Object.fromEntries(
      m.SCHEMES.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [m.remaining(one, 'last')]), tolerance: 0.002 },
      ]),
    ),
  })),
  ask('metric-group', 'authorizations.per_minute by scheme, latest value', (asked) => ({
    groups: Object.fromEntries(
      m.SCHEMES.map((one) => [one, t.numberOf(asked, 'any', t.anytime, [m.perMinute(one, 'last')])]),
    ),
  })),
  ask('top', 'who eats the most memory', t.words({ saysFirst: [['auth-engine']] })),
  ask('top', 'service with the highest cpu right now?', t.words({ saysFirst: [['auth-engine']] })),

  ask(
    'compare',
    'avg duration hsm-broker before vs after {@onset}',
    t.compared('ms', t.took(m.broker, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'failed requests of card-edge {@onset-15}-{@onset} vs {@onset}-{@onset+15}',
    t.compared(
      'count',
      t.failures(m.edge),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'p50 of wallet-tokens before and after {@release}, up to {@onset}',
    t.compared('ms', t.took(m.tokens, 0.5), t.before('release'), t.during(['release', 0], ['onset', 0])),
  ),
  ask(
    'compare',
    'approved authorisations last 15 minutes vs the same 15 minutes an hour ago',
    t.compared('count', t.logs(m.approved), t.last(15), t.earlier(15, 60)),
  ),
  ask('trend', 'settlement queue still growing?', t.verdict('yes', 'up')),
  ask('trend', 'did hsm.sessions.used go up after {@rewrap}', t.verdict('yes', 'up')),
  ask('trend', 'are approvals down since {@onset}', t.verdict('yes', 'down')),
  ask('trend', 'did wallet-tokens get slower right after {@release}, until {@onset-2}?', t.verdict('no', 'up')),
  ask('anomaly', 'anything odd in the hsm session metric', rise),
  ask('anomaly', 'does settlement.queue.depth look normal', t.verdict('no', 'good')),

  ask(
    'several',
    'p50 and p99 of auth-engine since {@onset}',
    t.both(t.since('onset'), ['ms', t.took(m.engine, 0.5)], ['ms', t.took(m.engine, 0.99)]),
  ),
  ask(
    'several',
    'how many authorisations approved and how many declined in the last hour?',
    t.both(t.last(60), ['count', t.logs(m.approved)], ['count', t.logs(m.declined)]),
  ),
]
