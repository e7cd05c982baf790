/** Threads of the engineer on call at the payment processor: one thing, and then on from there. Sixty-fifth round. */
import { PAYCORE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['network-connector'], [...PAYCORE_INCIDENT.mechanism]] })
const before20 = t.during(['onset', -20], ['onset', 0])

export const PAYCORE_TALKS_65 = [
  ...talk(
    'failed',
    next('how many payments failed in the last 20 minutes', t.count(t.last(20), ...m.FAILED)),
    next('only northcard', t.count(t.last(20), ...m.failedOf('northcard'))),
    next('and axio?', t.count(t.last(20), ...m.failedOf('axio'))),
    next('why?', why),
  ),
  ...talk(
    'gateway-504',
    next('504s of front-gateway since {@onset}?', t.count(t.since('onset'), ...m.coded(504))),
    next(
      'only for ferrybird',
      t.count(t.since('onset'), t.requests(t.all(m.gateway, m.status(504), m.merchant('ferrybird')))),
    ),
    next(
      'by route',
      m.per(t.since('onset'), ['POST /v1/payments', 'POST /v1/refunds'], (one) =>
        t.requests(t.all(m.gateway, t.named(one), m.status(504))),
      ),
    ),
  ),
  ...talk(
    'what-broke',
    next('what is broken?', t.because(PAYCORE_INCIDENT)),
    next('since when?', t.began('onset', 180)),
    next('who is affected', t.words({ says: [['payment-intents'], ['front-gateway', 'merchant']] })),
    next('what should i do now?', t.words({ says: [['network-connector'], [...PAYCORE_INCIDENT.mechanism]] })),
  ),
  ...talk(
    'captures',
    next('how many payments were captured between {@onset-20} and {@onset}', t.count(before20, ...m.CAPTURED)),
    next('and since {@onset}?', t.count(t.since('onset'), ...m.CAPTURED)),
    next('how much money was that', t.value(t.since('onset'), ...m.capturedEur)),
  ),
  ...talk(
    'latency',
    next('p95 of network-connector POST /charge before {@onset}', t.millis(t.before('onset'), t.took(m.charge, 0.95))),
    next('and since {@onset+5}?', t.millis(t.since('onset', 5), t.took(m.charge, 0.95))),
    next('only axio', t.millis(t.since('onset', 5), t.took(t.all(m.charge, m.network('axio')), 0.95))),
  ),
  ...talk(
    'deployment',
    next('was anything deployed in the last hour?', t.words({ saysFirst: [['fraud-check', '3\\.14\\.0']] })),
    next('when?', t.began('release', 120)),
    next('is that what broke the payments', t.verdict('no', 'bad')),
  ),
  ...talk(
    'webhooks',
    next('how many webhooks failed in the last hour', t.count(t.last(60), ...m.HOOKS_FAILED)),
    next('for which merchant', t.words({ saysFirst: [['pedalhaus']] })),
    next('is that related to the outage?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'errors',
    next('errors of payment-intents in the last 10 minutes?', t.count(t.last(10), ...t.errors(m.intents))),
    next('and network-connector', t.count(t.last(10), ...t.errors(m.connector))),
    next('and ledger?', m.NONE),
  ),
  ...talk(
    'payouts',
    next('how many payouts were sent in the last 25 minutes', t.count(t.last(25), ...m.SENT)),
    next('only unitas', t.count(t.last(25), t.logs(t.all(m.payoutSent, t.has('bank', 'unitas'))))),
  ),
  ...talk(
    'before-that',
    next(
      'requests on front-gateway between {@onset} and {@onset+20}',
      t.count(t.during(['onset', 0], ['onset', 20]), t.requests(m.gateway), t.logs(m.gateway)),
    ),
    next('same for the 20 minutes before', t.count(before20, t.requests(m.gateway), t.logs(m.gateway))),
  ),
  ...talk(
    'threads',
    next(
      'busy worker threads of network-connector, maximum since {@onset}',
      t.value(t.since('onset'), m.threads('max')),
    ),
    next('and before that?', t.value(t.before('onset'), m.threads('max'))),
  ),
]
