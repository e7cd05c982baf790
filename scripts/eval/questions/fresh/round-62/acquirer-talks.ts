/** Threads of the engineer on call at the payment service provider: one thing, and then on from there. Sixty-second round. */
import { ACQUIRER_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './acquirer-counts.ts'
import * as m from './rows.ts'

const MECHANISM = ACQUIRER_INCIDENT.mechanism
const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['card-gateway'], [...MECHANISM]] })
const hourBefore = t.during(['onset', -40], ['onset', 0])

export const ACQUIRER_TALKS_62 = [
  ...talk(
    'failed-auths',
    next('how many auths failed in the last 30 minutes', t.count(t.last(30), ...m.FAILED)),
    next(
      'only mastercard',
      t.count(
        t.last(30),
        t.failures(t.all(m.auths, m.network('mastercard'))),
        t.logs(t.all(m.failedAuth, m.ofNetwork('mastercard'))),
      ),
    ),
    next(
      'and jcb?',
      t.count(
        t.last(30),
        t.failures(t.all(m.auths, m.network('jcb'))),
        t.logs(t.all(m.failedAuth, m.ofNetwork('jcb'))),
      ),
    ),
    next('why', why),
  ),
  ...talk(
    'channels',
    next(
      'how many mastercard authorisations failed since {@onset}?',
      t.count(
        t.since('onset'),
        t.failures(t.all(m.auths, m.network('mastercard'))),
        t.logs(t.all(m.failedAuth, m.ofNetwork('mastercard'))),
      ),
    ),
    next(
      'by channel',
      per(t.since('onset'), m.CHANNELS, (one) => t.failures(t.all(m.auths, m.network('mastercard'), m.channel(one)))),
    ),
    next('only pos', t.count(t.since('onset'), t.failures(t.all(m.auths, m.network('mastercard'), m.channel('pos'))))),
  ),
  ...talk(
    'checks',
    next('how many 3ds checks did we have in the last 20 minutes', t.count(t.last(20), ...m.CHECKS)),
    next('how many of them timed out?', t.count(t.last(20), ...m.CHECKS_LOST)),
    next('in percent', t.percent(t.last(20), t.share(m.checks), t.share(m.edgeChecks))),
    next('since when', t.began('threeds', 180)),
  ),
  ...talk(
    'webhooks',
    next('how long is the webhook queue', t.within(0.03, t.value(t.anytime, m.queue('last')))),
    next('and before {@onset}, the maximum?', t.within(0.01, t.value(t.before('onset'), m.queue('max')))),
    next('is it still growing', t.verdict('yes', 'up')),
  ),
  ...talk(
    'captures',
    next('how many captures were booked in the last hour', t.count(t.last(60), ...m.CAPTURED)),
    next('how much money is that?', t.value(t.last(60), m.overOf(m.captured, 'amount_eur', 'sum'))),
    next('and refunds, how many', t.count(t.last(60), ...m.REFUNDED)),
  ),
  ...talk(
    'before-after',
    next(
      'authorisations between {@onset} and {@onset+20}?',
      t.count(t.during(['onset', 0], ['onset', 20]), ...m.AUTHS),
    ),
    next('same before that', t.count(t.during(['onset', -20], ['onset', 0]), ...m.AUTHS)),
  ),
  ...talk(
    'gateway-time',
    next('p95 of POST /authorize before {@onset}', t.millis(t.before('onset'), t.took(m.authorize, 0.95))),
    next('and since {@onset+5}?', t.millis(t.since('onset', 5), t.took(m.authorize, 0.95))),
    next('only visa', t.millis(t.since('onset', 5), t.took(t.all(m.authorize, m.network('visa')), 0.95))),
  ),
  ...talk(
    'what-broke',
    next('what is going on?', t.because(ACQUIRER_INCIDENT)),
    next('since when', t.began('onset', 180)),
    next('who is affected?', t.words({ says: [['payment-api'], ['threeds-server', 'pay-edge', 'merchant']] })),
    next('what should we do', t.words({ says: [['card-gateway'], ['certificat', '\\bcerts?\\b', 'renew']] })),
  ),
  ...talk(
    'exporter',
    next('is settlement-exporter still writing files?', t.verdict('no', 'good')),
    next('when did it stop', ({ world }) => m.at(world.logs.findLast(m.exporter)?.timeMs, 90)),
    next('how many files did it write before that', t.count(t.anytime, t.logs(m.fileWritten))),
  ),
  ...talk(
    'errors',
    next('errors in threeds-server in the last 10 minutes', t.count(t.last(10), ...t.errors(m.threeds))),
    next('and card-gateway?', t.count(t.last(10), ...t.errors(m.gateway))),
    next('and ledger-book', NONE),
  ),
  ...talk(
    'release',
    next('was there a release today?', t.words({ saysFirst: [['fraud-score', '4\\.8\\.0']] })),
    next('when was that', t.began('release', 120)),
    next('did it break the payments?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'declines',
    next(
      'how many authorisations were declined by the issuer between {@onset-40} and {@onset}',
      t.count(hourBefore, t.logs(m.declined), t.requests(t.all(m.auths, m.status(402)))),
    ),
    next('only insufficient funds', t.count(hourBefore, t.logs(m.broke))),
    next('and since {@onset}?', t.count(t.since('onset'), t.logs(m.broke))),
  ),
  ...talk(
    'merchants',
    next('which merchant has the most authorisations', t.topOf(m.spansOf(m.auths), t.attribute('merchant.name'))),
    next(
      'how many does it have since {@onset}?',
      t.count(
        t.since('onset'),
        t.requests(t.all(m.auths, m.merchant('greenmarket'))),
        t.requests(t.all(m.edgeAuths, m.merchant('greenmarket'))),
      ),
    ),
    next(
      'and nordkraft?',
      t.count(
        t.since('onset'),
        t.requests(t.all(m.auths, m.merchant('nordkraft'))),
        t.requests(t.all(m.edgeAuths, m.merchant('nordkraft'))),
      ),
    ),
  ),
]
