/** Questions of the support agent of the box office, with a caller on the line. Sixty-eighth round. */
import { BOXOFFICE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const MECHANISM = BOXOFFICE_INCIDENT.mechanism
const inform = t.words({ says: [['seat-map'], [...MECHANISM]] })
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

export const BOXOFFICE_CALLERS_68 = [
  ask('lookup', 'caller says order {lostOrder} was refused, why?', t.words({ says: [['hold lost', 'evict']] })),
  ask(
    'lookup',
    '{declinedOrder} whats wrong with it',
    t.words({ says: [['payment declined', 'charge declined', 'insufficient funds', 'card expired', 'security code']] }),
  ),
  ask(
    'lookup',
    'was order {paidOrder} paid?',
    t.words({ says: [['\\bpaid\\b', '\\byes\\b', 'charge taken']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'did the customer get a mail for {bouncedOrder}',
    t.words({ says: [['bounced', 'mailbox full', 'unknown address']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'lookup',
    'somebody was turned away with ticket {turnedTicket}, for what reason',
    m.stated(m.turned, 'ticket', 'turnedTicket', 'reason'),
  ),
  ask('lookup', 'refund {bookedRefund} how much was it', m.stated(m.booked, 'refund', 'bookedRefund', 'amount_eur')),
  ask('lookup', 'why was refund {refusedRefund} not given?', t.words({ says: [['too late']] })),
  ask(
    'lookup',
    'the man on the phone swears he ordered, number {lostOrder}. which tier and which act?',
    m.stated(m.lostOrder, 'order', 'lostOrder', 'act', 'tier'),
  ),
  ask('unknown', 'order O-123456, what happened?', t.declined('no_data')),
  ask('cause', 'callers say their basket was emptied while they were typing in the card, how come?', inform),
  ask('cause', 'what do i tell people whose seats are gone from the basket', inform),
  ask(
    'cause',
    'why do people not get their tickets by mail any more?',
    t.words({ says: [['mailer'], ['kernel', 'host', 'bo-mail-1', 'silent', 'stopp']] }),
  ),
  ask('state', 'can people buy tickets again?', t.verdict('no', 'good')),
  ask('state', 'are mails with tickets going out at the moment', t.verdict('no', 'good')),
  ask('state', 'is ticket printing fine', t.verdict('yes', 'good')),
  ask('since', 'since when do baskets expire too early?', t.began('onset', 240)),
  ask('since', 'since when have no mails been sent', t.began('dark', 150)),
  ask('single-record', 'show me the last refund that was refused', m.newest(['refund'], m.refundRefused)),
  ask('single-record', 'show me the last mail that bounced', m.newest(['order', 'customer'], m.bounced)),
  ask(
    'single-record',
    'when was the last ticket turned away for "wrong day"?',
    m.lastOf(t.all(m.turned, m.reason('wrong day'))),
  ),
  ask('outcome', 'how many baskets expired because the hold was lost', t.count(t.anytime, t.logs(m.expiredLost))),
  ask('outcome', 'how many ticket mails bounced', t.count(t.anytime, t.logs(m.bounced))),
  ask(
    'outcome',
    'how many callers would have seen "seat is taken" in the last hour',
    t.count(t.last(60), t.logs(m.taken), t.requests(t.all(m.holds, m.status(409))), t.logs(t.says(/seat is taken$/))),
  ),
  ask('text', 'refunds illness', t.count(t.anytime, t.logs(t.all(m.booked, m.reason('illness'))))),
  ask('text', 'mailbox full, how often', t.count(t.anytime, t.logs(t.all(m.bounced, m.reason('mailbox full'))))),
  ask(
    'attribute',
    'how many tickets were already used at the north gate?',
    t.count(t.anytime, t.logs(t.all(m.turned, m.reason('already used'), m.gate('north')))),
  ),
  ask(
    'attribute',
    'how many phone orders were refused',
    t.count(
      t.anytime,
      t.logs(t.all(m.refused, m.channel('phone'))),
      t.requests(t.all(m.orders, m.channel('phone'), t.not(m.status(201)))),
    ),
  ),
  ask(
    'conditions',
    'payments declined for insufficient funds on the web?',
    t.count(t.anytime, t.logs(t.all(m.declined, m.reason('insufficient funds'), m.channel('web')))),
  ),
  ask(
    'exclusion',
    'how many refunds were booked for anything other than a moved event?',
    t.count(t.anytime, t.logs(t.all(m.booked, t.not(m.reason('event moved'))))),
  ),
  ask(
    'group',
    'why are tickets turned away at the gates? reasons with numbers',
    m.per(t.anytime, ['already used', 'wrong gate', 'wrong day'], (one) => t.logs(t.all(m.turned, m.reason(one)))),
  ),
  ask(
    'group',
    'declined payments, how many of each reason',
    m.per(t.anytime, ['insufficient funds', 'card expired', 'wrong security code'], (one) =>
      t.logs(t.all(m.declined, m.reason(one))),
    ),
  ),
  ask(
    'group',
    'expired baskets by reason since {@onset}',
    m.per(t.since('onset'), ['hold lost', 'time ran out'], (one) => t.logs(t.all(m.expired, m.reason(one)))),
  ),
  ask(
    'group',
    'in which format do we print the tickets, how many of each?',
    m.per(t.anytime, ['pdf', 'mobile', 'paper'], (one) => t.logs(t.all(m.printed, t.has('format', one)))),
  ),
  ask(
    'top',
    'at which gate is somebody turned away most often',
    m.most(m.GATES, (one) => t.logs(t.all(m.turned, m.gate(one)))),
  ),
  ask(
    'top',
    'which printer has never run out of paper?',
    t.words({ saysFirst: [['P-4']], neverFirst: ['P-[123]\\b(?!.*P-4)'] }),
  ),
  ask(
    'top',
    'printer with the least paper',
    m.least(m.PRINTERS, (one) => m.paper(one, 'last')),
  ),
  ask(
    'top',
    'what do people want refunds for most?',
    m.most(['event moved', 'illness', 'bought twice'], (one) => t.logs(t.all(m.booked, m.reason(one)))),
  ),
  ask('metric', 'paper in P-1 now', t.value(t.anytime, m.paper('P-1', 'last'))),
  ask(
    'mean-max',
    'after how many seconds do baskets with a lost hold expire on average?',
    t.value(t.anytime, m.overOf(m.expiredLost, 'after_s', 'mean')),
  ),
  ask(
    'mean-max',
    'how old are evicted holds on average, in seconds',
    t.value(t.anytime, m.overOf(m.evicted, 'age_s', 'mean')),
  ),
  ask(
    'ratio',
    'what percentage of the mails bounces?',
    t.percent(t.anytime, t.logShare(t.all(m.mailer, t.says(/^mail /)), m.bounced)),
  ),
  ask(
    'ratio',
    'how likely is it that an order gets refused since {@onset}, in percent',
    t.percent(t.since('onset'), t.share(m.orders, t.not(m.status(201))), t.share(m.frontOrders, t.not(m.status(201)))),
  ),
  ask('paste', '{bounceLine}\nis that part of the outage?', UNRELATED),
  ask('meaning', 'an order shows "hold lost", what is that?', t.words({ says: [['seat-map', 'checkout', 'evict']] })),
  ask(
    'premise',
    'why do the scanners refuse everybody?',
    t.words({
      saysFirst: [
        ['scan-gate', 'gates?', 'scan'],
        ['not\\b', '\\bno\\b', 'n.t\\b', 'normal', 'healthy', '\\d+ of', '%', 'admitted'],
      ],
    }),
  ),
  ask('impact', 'are refunds affected by all this?', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'what should people do who lost their seats, and what do we do',
    t.words({ says: [['seat-map', ...MECHANISM]] }),
  ),
  ask('unknown-attribute', 'refused orders by age of the buyer', t.declined('no_data')),
  ask('order', 'refund order {lostOrder} for me', t.declined('read_only')),
  ask('talk', 'thanks a lot, the caller is happy', t.declined('small_talk')),
  ask('ask-back', 'and how many of those came by phone?', t.declined('ask_back')),
  ask('language', '¿por qué se rechazan los pedidos?', t.because(BOXOFFICE_INCIDENT)),
]
