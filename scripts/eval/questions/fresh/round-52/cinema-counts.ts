/** How many, and who has most: bookings, holds, charges, scans, snacks, mails of the cinemas. Fifty-second round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))
const fight = t.during(['onset', 0], ['recovery', 1])

export const CINEMA_COUNTS_52 = [
  ask('outcome', 'bookings ok last 30m', t.count(t.last(30), ...m.BOOKED)),
  ask('outcome', 'bookings failed after payment, total', t.count(t.anytime, ...m.AFTER_PAYMENT)),
  ask(
    'outcome',
    'Finance asks me how many customers had their card declined today, do we have a number for that?',
    t.count(t.anytime, ...m.DECLINED, t.differentOf(t.all(m.front, m.status(402)), 'customer.id')),
  ),
  ask('outcome', 'guests let in since {@recovery}', t.count(t.since('recovery'), t.logs(m.letIn))),
  ask('outcome', 'snack orders dropped {@onset}-{@recovery+1}', t.count(fight, ...m.DROPPED)),
  ask(
    'outcome',
    'How many bookings did customers cancel themselves over the last hour?',
    t.count(t.last(60), t.logs(m.cancelled), t.requests(t.named('POST /bookings/{code}/cancel'))),
  ),
  ask('outcome', 'holds expired bc customer too slow, n?', t.count(t.anytime, t.logs(m.expired))),
  ask(
    'outcome',
    'The kitchen would like to know how many snack orders were picked up in the last 25 minutes.',
    t.count(t.last(25), t.logs(t.says(/picked up/)), t.requests(m.pickups)),
  ),
  ask(
    'outcome',
    'Our agency wants to know how many of the mails bounced today.',
    t.count(t.anytime, t.logs(m.bounced)),
  ),
  ask('outcome', 'how many refunds went out between {@onset} and {@recovery}?', t.count(m.meanwhile, ...m.REFUNDED)),

  ask('count', 'seat-hold reqs last 10m', t.count(t.last(10), t.requests(m.holds))),
  ask('count', '502s box-front since {@onset}', t.count(t.since('onset'), t.requests(t.all(m.front, m.status(502))))),
  ask('count', 'POST /charges hits, last 20', t.count(t.last(20), t.requests(m.charges))),
  ask(
    'count',
    'Could you tell me how often somebody opened the seat plan page in the last half hour?',
    t.count(t.last(30), t.requests(m.seatPages)),
  ),
  ask('count', '409 door-scan last 45 min', t.count(t.last(45), t.requests(t.all(m.doors, m.status(409))))),
  ask(
    'count',
    'mail.jobs handled between {@restart} and {@onset}',
    t.count(t.during(['restart', 0], ['onset', 0]), t.requests(m.mails)),
  ),
  ask('count', 'poster-sync lines, n', t.count(t.anytime, t.logs(m.posters))),

  ask(
    'errors',
    'seat-hold errs {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.holds)),
  ),
  ask('errors', 'any err pay-desk?', NONE),
  ask('errors', 'any 5xx since {@recovery+1}', NONE),
  ask('errors', 'snackbr errors last hour', t.count(t.last(60), ...t.errors(m.snacks))),
  ask('level', 'warn count newsletter', t.count(t.anytime, t.logs(t.all(m.mails, t.level('WARN'))))),
  ask('level', 'ERROR lines seat-hold vs WARN lines seat-hold, totals', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [t.logs(t.all(m.holds, t.level('ERROR')))]),
      t.numberOf(asked, 'count', t.anytime, [t.logs(t.all(m.holds, t.level('WARN')))]),
    ],
  })),

  ask(
    'event',
    '"points credited" events since {@release}',
    t.count(t.since('release'), t.logs(t.says(/^points credited/))),
  ),

  ask('text', 'grep -c "hold gone before its ttl ran out"', t.count(t.anytime, t.logs(m.gone))),
  ask('text', '"voucher unknown" last 50 mins', t.count(t.last(50), t.logs(m.voucher))),
  ask(
    'text',
    'Support keeps forwarding me "ticket already used" complaints, how many of these did we log since {@onset}?',
    t.count(t.since('onset'), t.logs(m.used)),
  ),

  ask(
    'attribute',
    'How many tickets were scanned at the harbour cinema during the last 30 minutes?',
    t.count(t.last(30), t.requests(t.all(m.doors, m.site('harbour')))),
  ),
  ask(
    'attribute',
    'bookings attempts by kiosk, total',
    t.count(t.anytime, t.requests(t.all(m.bookings, m.channel('kiosk')))),
  ),
  ask(
    'attribute',
    'It is for a report: how many charges were made with paypal since {@release}?',
    t.count(t.since('release'), t.requests(t.all(m.charges, m.method('paypal')))),
  ),
  ask(
    'attribute',
    'For the ninth-tide campaign: how many seat plan requests did that film get?',
    t.count(t.anytime, t.requests(t.all(m.seatPages, m.film('ninth-tide')))),
  ),
  ask(
    'conditions',
    '502 on POST /bookings, grand-1, channel app',
    t.count(t.anytime, t.requests(t.all(m.bookings, m.hall('grand-1'), m.channel('app'), m.status(502)))),
  ),
  ask(
    'conditions',
    'I need the number of completed bookings for night-ferry at the riverside cinema, please.',
    t.count(t.anytime, t.requests(t.all(m.bookings, m.film('night-ferry'), m.site('riverside'), m.status(201)))),
  ),
  ask(
    'conditions',
    'door-scan 409, site riverside, phone tickets',
    t.count(t.anytime, t.requests(t.all(m.doors, m.site('riverside'), m.ticketKind('phone'), m.status(409)))),
  ),
  ask(
    'conditions',
    'failed popcorn orders {@onset}-{@recovery+1}',
    t.count(fight, t.failures(t.all(m.snackOrders, m.item('popcorn')))),
  ),
  ask('slow', 'charges >500ms', t.count(t.anytime, t.requests(t.all(m.charges, t.longer(500))))),
  ask(
    'slow',
    'hall maps slower than 200 ms, {@onset}-{@recovery+1}',
    t.count(fight, t.requests(t.all(m.maps, t.longer(200)))),
  ),
  ask(
    'slow',
    'How many booking requests took longer than one second today?',
    t.count(t.anytime, t.requests(t.all(m.bookings, t.longer(1000)))),
  ),
  ask('exclusion', 'error lines w/o box-front', t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.front))))),
  ask(
    'exclusion',
    'POST /bookings not from kiosk, last 30',
    t.count(t.last(30), t.requests(t.all(m.bookings, t.not(m.channel('kiosk'))))),
  ),

  ask(
    'distinct',
    'distinct customers w/ a 502',
    t.count(t.anytime, t.differentOf(t.all(m.front, m.status(502)), 'customer.id')),
  ),
  ask(
    'distinct',
    'How many diffrent customers visited the booking front during the last 20 minutes?',
    t.count(t.last(20), t.differentOf(m.front, 'customer.id')),
  ),
  ask(
    'distinct',
    'uniq halls w/ failed confirms',
    t.count(t.anytime, t.differentOf(t.all(m.confirms, t.failed), 'hall.name')),
  ),

  ask(
    'group',
    'Please list for me how many bookings ended with a 502, split by hall.',
    per(t.anytime, ['grand-1', 'grand-2'], (one) => t.failures(t.all(m.bookings, m.hall(one)))),
  ),
  ask(
    'group',
    'scans/site last 60m',
    per(t.last(60), m.SITES, (one) => t.requests(t.all(m.doors, m.site(one)))),
  ),
  ask(
    'group',
    'status codes box-front POST /bookings',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 402, 410, 502].map((code) => [code, t.requests(t.all(m.bookings, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'Please give me the charges split up by payment method since {@release}.',
    per(t.since('release'), m.METHODS, (one) => t.requests(t.all(m.charges, m.method(one)))),
  ),
  ask(
    'group',
    '5xx by svc {@onset}-{@recovery+1}',
    per(fight, ['box-front', 'seat-hold', 'snackbar'], (one) => t.failures(t.of(one))),
  ),
  ask(
    'group',
    'I would like to see the number of mails by mail kind for the last hour',
    per(t.last(60), ['ticket', 'newsletter', 'voucher'], (one) => t.requests(t.all(m.mails, m.mailKind(one)))),
  ),
  ask('top', 'hall w/ most failed bookings', t.topOf(t.failedRequests(m.bookings), t.attribute('hall.name'))),
  ask('top', 'Which film is asked for the most?', t.topOf(m.spansOf(m.films), t.attribute('film.title'))),
  ask(
    'top',
    'noisiest svc by error lines',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'What is the most popular way to pay for tickets?',
    t.topOf(m.spansOf(m.charges), t.attribute('payment.method')),
  ),

  ...talk(
    'refunds',
    ask('follow-up', 'refunds last 45 min', t.count(t.last(45), ...m.REFUNDED)),
    ask('follow-up', 'card only', t.count(t.last(45), t.requests(t.all(m.refunds, m.method('card'))))),
    ask('follow-up', 'and paypal?', t.count(t.last(45), t.requests(t.all(m.refunds, m.method('paypal'))))),
  ),
  ...talk(
    'doors',
    ask('follow-up', 'POST /scans last 30 min', t.count(t.last(30), t.requests(m.doors))),
    ask(
      'follow-up',
      'by site',
      per(t.last(30), m.SITES, (one) => t.requests(t.all(m.doors, m.site(one)))),
    ),
    ask('follow-up', 'oldtown, last 15', t.count(t.last(15), t.requests(t.all(m.doors, m.site('oldtown'))))),
    ask(
      'follow-up',
      'and the 15 before that',
      t.count(t.earlier(15, 15), t.requests(t.all(m.doors, m.site('oldtown')))),
    ),
  ),
  ...talk(
    'large',
    ask('follow-up', '502 on POST /bookings {@onset}-{@recovery+1}', t.count(fight, t.failures(m.bookings))),
    ask('follow-up', 'only grand-2', t.count(fight, t.failures(t.all(m.bookings, m.hall('grand-2'))))),
    ask('follow-up', 'grand-1?', t.count(fight, t.failures(t.all(m.bookings, m.hall('grand-1'))))),
    ask(
      'follow-up',
      'both, per channel',
      per(fight, m.CHANNELS, (one) => t.failures(t.all(m.bookings, m.channel(one)))),
    ),
  ),
  ...talk(
    'mails',
    ask('follow-up', 'How many mails bounced in the last 40 minutes?', t.count(t.last(40), t.logs(m.bounced))),
    ask(
      'follow-up',
      'And how many mails were sent?',
      t.count(t.last(40), t.logs(t.all(m.mails, t.says(/^mail sent/))), t.logs(t.all(m.mails, t.says(/mail sent/)))),
    ),
  ),
  ...talk(
    'snacks',
    ask(
      'follow-up',
      'snack orders sold out, last hour',
      t.count(t.last(60), t.logs(m.soldOut), t.requests(t.all(m.snackOrders, m.status(409)))),
    ),
    ask(
      'follow-up',
      'whole evening instead',
      t.count(t.anytime, t.logs(m.soldOut), t.requests(t.all(m.snackOrders, m.status(409)))),
    ),
  ),
]
