/** Threads about the box office: one thing, and then on from there. Sixty-eighth round. */
import { BOXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const MECHANISM = BOXOFFICE_INCIDENT.mechanism
const why = t.words({ says: [['seat-map'], [...MECHANISM]] })
const lostOn = (one: string) => t.logs(t.all(m.lostOrder, m.channel(one)))
const paidFor = (one: string) => t.logs(t.all(m.paid, m.act(one)))

export const BOXOFFICE_TALKS_68 = [
  ...talk(
    'broken',
    next('what is going on?', t.because(BOXOFFICE_INCIDENT)),
    next('since when', t.began('onset', 180)),
    next('what changed before that?', t.words({ says: [['hold[_ ]ttl', 'BO-219', 'setting']] })),
    next('how do we fix it', t.words({ says: [['seat-map'], ['hold[_ ]ttl', 'setting', '\\b8 ?m', ...MECHANISM]] })),
  ),
  ...talk(
    'lost-orders',
    next('how many orders were refused for a lost hold since {@onset}?', t.count(t.since('onset'), ...m.LOST)),
    next('only web', t.count(t.since('onset'), lostOn('web'), t.failures(t.all(m.orders, m.channel('web'))))),
    next('app instead of web', t.count(t.since('onset'), lostOn('app'), t.failures(t.all(m.orders, m.channel('app'))))),
    next('why?', why),
  ),
  ...talk(
    'takings',
    next('takings in the last 30 minutes', t.value(t.last(30), m.takings(), m.money(m.charged))),
    next('and in the 30 minutes before that?', t.value(t.earlier(30, 30), m.takings(), m.money(m.charged))),
  ),
  ...talk(
    'acts',
    next('how many paid orders for mira-vale?', t.count(t.anytime, paidFor('mira-vale'))),
    next('and iron-orchard', t.count(t.anytime, paidFor('iron-orchard'))),
    next('how much money is that?', t.value(t.anytime, m.takings(m.act('iron-orchard')))),
    next('only standing', t.value(t.anytime, m.takings(m.act('iron-orchard'), m.tier('standing')))),
  ),
  ...talk(
    'gate',
    next('how many were turned away at the gates in the last hour', t.count(t.last(60), ...m.TURNED)),
    next(
      'by gate?',
      m.per(t.last(60), m.GATES, (one) => t.logs(t.all(m.turned, m.gate(one)))),
    ),
    next(
      'and by reason',
      m.per(t.last(60), ['already used', 'wrong gate', 'wrong day'], (one) => t.logs(t.all(m.turned, m.reason(one)))),
    ),
    next('is that part of the incident?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'mails',
    next('is mailer still sending mails?', t.verdict('no', 'good')),
    next('when did it stop', t.began('dark', 150)),
    next('why', t.words({ says: [['kernel', 'host', 'bo-mail-1']] })),
    next('how many mails had it sent until then?', t.count(t.anytime, t.logs(m.sent))),
  ),
  ...talk(
    'holds',
    next('p95 of POST /holds before {@onset}', t.millis(t.before('onset'), t.took(m.holds, 0.95))),
    next('and after that?', t.millis(t.since('onset'), t.took(m.holds, 0.95))),
    next('and the median', t.millis(t.since('onset'), t.took(m.holds, 0.5))),
  ),
  ...talk(
    'refunds',
    next('refunds booked today', t.count(t.anytime, t.logs(m.booked))),
    next('apart from event moved', t.count(t.anytime, t.logs(t.all(m.booked, t.not(m.reason('event moved')))))),
    next('and how many were refused?', t.count(t.anytime, t.logs(m.refundRefused))),
  ),
  ...talk(
    'errors',
    next('errors in checkout in the last 10 minutes?', t.count(t.last(10), ...t.errors(m.checkout))),
    next('the last 20 minutes instead', t.count(t.last(20), ...t.errors(m.checkout))),
    next('and pay?', m.NONE),
  ),
  ...talk(
    'table',
    next('how many entries does the lock table have?', t.value(t.anytime, m.entries('last'))),
    next('and the lowest before {@setting}', t.within(0.002, t.value(t.before('setting'), m.entries('min')))),
    next('since when is it rising?', t.began('setting', 300)),
  ),
  ...talk(
    'caller',
    next(
      'what happened to order {declinedOrder}?',
      t.words({
        says: [['payment declined', 'charge declined', 'insufficient funds', 'card expired', 'security code']],
      }),
    ),
    next('how much was it worth', m.stated(m.declinedOrder, 'order', 'declinedOrder', 'amount_eur')),
    next('for which act?', m.stated(m.declinedOrder, 'order', 'declinedOrder', 'act')),
  ),
]
