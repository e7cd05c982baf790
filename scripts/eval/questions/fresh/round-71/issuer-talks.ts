/** Threads of the engineer on call at the bank's card back end: one thing, and then on from there. Seventy-first round. */
import { ISSUER_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './issuer-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['hsm-broker'], [...ISSUER_INCIDENT.mechanism]] })
const failedBy = (part: t.Where) => [t.failures(t.all(m.auths, part)), t.failures(t.all(m.edgeAuths, part))]

export const ISSUER_TALKS_71 = [
  ...talk(
    'what-broke',
    next('whats broken?', t.because(ISSUER_INCIDENT)),
    next('since when', t.began('onset', 180)),
    next('was it a deploy?', t.verdict('no', 'bad')),
    next('so what do i do', t.words({ says: [['hsm-broker'], [...ISSUER_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'failed-authorisations',
    next('failed authorisations last 20 min', t.count(t.last(20), ...m.FAILED)),
    next('only contactless', t.count(t.last(20), ...failedBy(m.channel('contactless')))),
    next('and ecom?', t.count(t.last(20), ...failedBy(m.channel('ecom')))),
    next('why?', why),
  ),
  ...talk(
    'edge',
    next('503s on card-edge since {@onset}', t.count(t.since('onset'), t.failures(m.edge))),
    next(
      'by route',
      per(t.since('onset'), ['POST /v2/authorizations', 'POST /v2/tokens', 'POST /v2/cards'], (name) =>
        t.failures(t.all(m.edge, t.named(name))),
      ),
    ),
    next(
      'and by card.product?',
      per(t.since('onset'), m.PRODUCTS, (one) => t.failures(t.all(m.edge, m.product(one)))),
    ),
  ),
  ...talk(
    'errors',
    next('how many errors in wallet-tokens in the last 15 minutes', t.count(t.last(15), ...t.errors(m.tokens))),
    next('and card-issuing', t.count(t.last(15), ...t.errors(m.issuing))),
    next('and hold-ledger?', NONE),
  ),
  ...talk(
    'sessions',
    next('current hsm.sessions.used?', t.value(t.anytime, m.sessions('last'))),
    next('whats the max before {@rewrap}', t.value(t.before('rewrap'), m.sessions('max'))),
    next('and how many wait for one now?', t.value(t.anytime, m.waiting('last'))),
  ),
  ...talk(
    'queue',
    next('how deep is the settlement queue', t.value(t.anytime, m.depth('last'))),
    next('still growing?', t.verdict('yes', 'up')),
    next('since when?', t.began('onset', 400)),
    next('why', t.words({ says: [['hsm-broker', ...ISSUER_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'latency',
    next(
      'p95 POST /v2/cards before {@onset}?',
      t.millis(t.before('onset'), t.took(m.orders, 0.95), t.took(m.edgeOrders, 0.95)),
    ),
    next('and since then', t.millis(t.since('onset'), t.took(m.orders, 0.95), t.took(m.edgeOrders, 0.95))),
    next(
      'and POST /v2/tokens?',
      t.millis(t.since('onset'), t.took(m.provisions, 0.95), t.took(m.edgeProvisions, 0.95)),
    ),
  ),
  ...talk(
    'money',
    next('how many authorisations were approved in the last 45 min?', t.count(t.last(45), ...m.APPROVED)),
    next('how much money is that', t.value(t.last(45), m.overOf(m.approved, 'amount_eur', 'sum'))),
    next('only visa', t.value(t.last(45), m.overOf(t.all(m.approved, m.told('scheme', 'visa')), 'amount_eur', 'sum'))),
  ),
  ...talk(
    'declines',
    next('how many authorisations got declined in the last hour', t.count(t.last(60), ...m.DECLINED)),
    next('only limit exceeded', t.count(t.last(60), t.logs(m.overLimit))),
    next('is that part of the outage?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'before-after',
    next(
      'requests on auth-engine between {@onset} and {@onset+15}?',
      t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.engine)),
    ),
    next('same for the 15 minutes before', t.count(t.during(['onset', -15], ['onset', 0]), t.requests(m.engine))),
  ),
  ...talk(
    'pushes',
    next('does push-notifier still send anything?', t.verdict('no', 'good')),
    next('when did it stop', ({ world }) => m.at(world.marks['dark'], 90)),
    next('how many pushes did it send until then?', t.count(t.anytime, t.logs(m.sent))),
    next('why did it stop', t.words({ says: [['expired', 'push-2025']] })),
  ),
]
