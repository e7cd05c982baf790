/** How many, and who has most: lines of the gateway, orders, seats, payments, gates. Fifteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
const NO_ERRORS = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const STADIUM_COUNTS_15 = [
  ask(
    'count',
    'how many 502 did gate-envoy return since {@onset+2}?',
    t.count(t.since('onset', 2), m.gatewayLines(m.code(502))),
  ),
  ask(
    'count',
    'how many 502s today',
    t.count(t.anytime, m.gatewayLines(m.code(502)), t.requests(t.all(m.box, m.status(502))), t.requests(m.status(502))),
  ),
  ask('count', '429s at the gateway?', t.count(t.anytime, m.gatewayLines(m.code(429)))),
  ask('count', 'requests to box-office in the last 10 min', t.count(t.last(10), t.requests(m.box))),
  ask(
    'count',
    'How many requests did seat-map handle between {@release} and {@release+15}?',
    t.count(t.during(['release', 0], ['release', 15]), t.requests(m.seats)),
  ),
  ask(
    'count',
    'number of POST /api/orders in the last half hour',
    t.count(t.last(30), t.requests(m.checkouts), m.gatewayLines(t.says(/^"POST \/api\/orders /))),
  ),
  ask('count', 'how many 404 from box-office?', t.count(t.anytime, t.requests(t.all(m.box, m.status(404))))),
  ask(
    'count',
    'orders service: count of 402 responses',
    t.count(t.anytime, t.requests(t.all(m.orders, m.status(402)))),
  ),
  ask('count', 'how many logs did turnstile-ctl send in the last 30 minutes', t.count(t.last(30), t.logs(m.gates))),
  ask(
    'class-of-codes',
    '5xx on box-office since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.box, m.status(502)))),
  ),
  ask(
    'class-of-codes',
    'how many 4xx did gate-envoy answer in the last 20 minutes?',
    t.count(t.last(20), m.gatewayLines(m.codesOf(4))),
  ),
  ask(
    'class-of-codes',
    'any 5xx before {@onset-1}?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno \\w+', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),

  ask('errors', 'errors in pay-brige', t.count(t.anytime, ...t.errors(m.pay))),
  ask('errors', 'How many errors has orders logged?', t.count(t.anytime, ...t.errors(m.orders))),
  ask('errors', 'errors box office last 15m', t.count(t.last(15), ...t.errors(m.box))),
  ask('errors', 'any errors in seat-map?', NO_ERRORS),
  ask('errors', 'errors of ticket-pdf, just the number', NO_ERRORS),
  ask(
    'errors',
    'how many failed requests does pay-bridge have since {@onset+5}',
    t.count(t.since('onset', 5), t.failures(m.pay)),
  ),
  ask('level', 'warnings of seat-map pls', t.count(t.anytime, t.logs(t.all(m.seats, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did turnstile-ctl write in the last hour?',
    t.count(t.last(60), t.logs(t.all(m.gates, t.level('WARN')))),
  ),
  ask('level', 'error logs in total, all services', t.count(t.anytime, t.logs(t.level('ERROR', 'FATAL')))),
  ask(
    'level',
    'info lines of orders in the last 5 minutes',
    t.count(t.last(5), t.logs(t.all(m.orders, t.level('INFO')))),
  ),

  ask('outcome', 'how many orders failed today?', t.count(t.anytime, ...m.FAILED_ORDERS)),
  ask(
    'outcome',
    'orders placed in the last hour',
    t.count(t.last(60), ...m.PLACED, t.requests(m.orders), t.requests(m.checkouts)),
  ),
  ask('outcome', 'how many cards got declined since {@release}', t.count(t.since('release'), ...m.DECLINED)),
  ask(
    'outcome',
    'How many fans were turned away at the gates because their ticket had been used already?',
    t.count(t.anytime, t.logs(m.used)),
  ),
  ask(
    'outcome',
    'how many people got in through the turnstiles in the last 30 minutes?',
    t.count(t.last(30), t.logs(m.admitted)),
  ),
  ask(
    'outcome',
    'payments captured since {@onset}?',
    t.count(t.since('onset'), t.logs(m.captured), t.requests(t.all(m.pay, m.status(201)))),
  ),
  ask('outcome', 'how often was a seat already taken', t.count(t.anytime, ...m.TAKEN)),
  ask(
    'outcome',
    'successful checkouts in the last 20 min',
    t.count(t.last(20), ...m.PLACED, t.logs(t.says(/^checkout done/))),
  ),
  ask(
    'outcome',
    'how many tickets were sold in the last hour?',
    t.within(0.012, t.count(t.last(60), m.soldTickets, t.metric('orders', 'tickets_sold_total', 'rise'))),
  ),

  ask('text', 'how many "timestamp outside of tolerance"?', t.count(t.anytime, t.logs(m.refused))),
  ask('text', 'ArenaSans missing - how often?', t.count(t.anytime, t.logs(m.noFont))),
  ask('text', 'lines with "reader did not answer" in the last 40 minutes', t.count(t.last(40), t.logs(m.readerSilent))),
  ask('text', 'how many requests for /wp-login.php', t.count(t.anytime, m.gatewayLines(m.path('/wp-login')))),
  ask(
    'text',
    'how many log lines mention nordpay',
    t.count(
      t.anytime,
      t.logs((log) => log.body.includes('nordpay')),
    ),
  ),
  ask('text', 'grep count: "checkout failed"', t.count(t.anytime, t.logs(t.says(/^checkout failed/)))),

  ask(
    'attribute',
    'how many payments went to klarpay?',
    t.count(
      t.anytime,
      t.requests(t.all(m.pay, m.provider('klarpay'))),
      t.logs(t.all(m.captured, line('provider', 'klarpay'))),
    ),
  ),
  ask(
    'attribute',
    'requests from the partner channel on box-office',
    t.count(t.anytime, t.requests(t.all(m.box, m.channel('partner')))),
  ),
  ask(
    'attribute',
    'orders for event E-207?',
    t.count(t.anytime, t.requests(t.all(m.orders, m.event('E-207'))), t.logs(t.all(m.placed, line('event', 'E-207')))),
  ),
  ask(
    'attribute',
    'how many requests did seat-map get for stand south',
    t.count(t.anytime, t.requests(t.all(m.seats, m.stand('south')))),
  ),
  ask(
    'attribute',
    'declined cards with reason no_funds',
    t.count(t.anytime, t.logs(t.all(m.declined, line('reason', 'no_funds')))),
  ),
  ask('attribute', 'errors on host tix-pay2', t.count(t.anytime, ...t.errors(m.host('tix-pay2')))),
  ask('attribute', 'requests handled by tix-pay1', t.count(t.anytime, t.requests(m.host('tix-pay1')))),
  ask(
    'conditions',
    'failed nordpay payments since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.pay, m.provider('nordpay'))),
      t.requests(t.all(m.pay, m.provider('nordpay'), m.status(402, 500))),
      t.logs(m.refused),
    ),
  ),
  ask(
    'conditions',
    'POST /api/orders with 502 from the app',
    t.count(t.anytime, t.requests(t.all(m.checkouts, m.status(502), m.channel('app')))),
  ),
  ask(
    'conditions',
    'holds for E-204 that ended in 409',
    t.count(
      t.anytime,
      t.requests(t.all(m.seats, m.event('E-204'), m.status(409))),
      t.logs(t.all(m.taken, (log) => log.body.includes('event=E-204'))),
    ),
  ),
  ask(
    'conditions',
    'klarpay payments slower than 600 ms in the last hour',
    t.count(t.last(60), t.requests(t.all(m.pay, m.provider('klarpay'), t.longer(600)))),
  ),
  ask(
    'conditions',
    'web or app checkouts which failed in the last 15 minutes',
    t.count(t.last(15), t.failures(t.all(m.checkouts, m.channel('web', 'app')))),
  ),
  ask(
    'exclusion',
    'error logs except those of orders',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.orders)))),
  ),
  ask(
    'exclusion',
    'box-office requests without POST /api/holds',
    t.count(t.anytime, t.requests(t.all(m.box, t.not(m.holds)))),
  ),
  ask(
    'exclusion',
    'payments not via nordpay',
    t.count(t.anytime, t.requests(t.all(m.pay, t.not(m.provider('nordpay'))))),
  ),
  ask(
    'slow',
    'how many checkouts took longer than half a second?',
    t.count(t.anytime, t.requests(t.all(m.checkouts, t.longer(500))), t.requests(t.all(m.orders, t.longer(500)))),
  ),
  ask('slow', 'ticket-pdf > 1s, how many', t.count(t.anytime, t.requests(t.all(m.pdf, t.longer(1000))))),

  ask(
    'distinct',
    'how many different fans used the shop in the last 10 minutes?',
    t.count(t.last(10), t.differentOf(m.box, 'fan.id')),
  ),
  ask('distinct', 'how many events are on sale?', t.count(t.anytime, t.differentOf(m.seats, 'event.id'))),
  ask(
    'distinct',
    'number of different gates that admitted somebody',
    t.count(t.anytime, t.differentTexts(/gate (\d+): .* admitted/)),
  ),
  ask(
    'group',
    'requests per route on box-office',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.route(one))),
    ),
  ),
  ask(
    'group',
    'failed checkouts by sales.channel',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.failures(t.all(m.checkouts, m.channel(one)))),
    ),
  ),
  ask('group', 'orders per event', (asked) => ({
    groups: Object.fromEntries(
      m.EVENTS.map((one) => [
        one,
        t.numberOf(asked, 'count', t.anytime, [
          t.requests(t.all(m.orders, m.event(one))),
          t.logs(t.all(m.placed, line('event', one))),
        ]),
      ]),
    ),
  })),
  ask('group', 'errors by service in the last 20 minutes', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['box-office', m.box],
          ['orders', m.orders],
          ['pay-bridge', m.pay],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.last(20), t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'declined cards by reason',
    t.groups(
      'count',
      t.anytime,
      m.each(['no_funds', 'expired_card', 'wrong_cvc'], (one) => t.logs(t.all(m.declined, line('reason', one)))),
    ),
  ),
  ask(
    'group',
    'status codes box-office',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [200, 201, 402, 404, 409, 502].map((code) => [code, t.requests(t.all(m.box, m.status(code)))]),
      ),
    ),
  ),
  ask('top', 'which route has the most failures?', () => ({ first: { name: '/api/orders', among: m.ROUTES } })),
  ask(
    'top',
    'which host of pay-bridge has more errors?',
    t.words({ first: { name: 'tix-pay2', among: ['tix-pay1', 'tix-pay2'] } }),
  ),
  ask('top', 'most popular event?', t.topOf(m.spansOf(m.seats), t.attribute('event.id'))),
  ask('top', 'What is the most frequent decline reason', t.topOf(t.logRows(m.declined), t.attribute('reason'))),
  ask(
    'top',
    'which service writes the most logs',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'orders placed in the ten minutes before {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), ...m.PLACED, t.requests(m.orders), t.requests(m.checkouts)),
  ),
  ask(
    'window',
    'tickets admitted {@onset} - {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(m.admitted)),
  ),
  ask(
    'window',
    'how many errors did we have between {@onset+5} and {@onset+15} in pay-bridge?',
    t.count(t.during(['onset', 5], ['onset', 15]), ...t.errors(m.pay)),
  ),
  ask(
    'window',
    'access lines of the gateway from {@release-5} to {@release+5}',
    t.count(t.during(['release', -5], ['release', 5]), m.gatewayLines()),
  ),

  ...talk(
    'gateway',
    ask(
      'follow-up',
      'how many requests did gate-envoy see in the last 30 minutes?',
      t.count(t.last(30), m.gatewayLines()),
    ),
    ask('follow-up', 'only 502', t.count(t.last(30), m.gatewayLines(m.code(502)))),
    ask('follow-up', 'and 429?', t.count(t.last(30), m.gatewayLines(m.code(429)))),
  ),
  ...talk(
    'orders',
    ask('follow-up', 'failed requests of orders since {@onset}', t.count(t.since('onset'), t.failures(m.orders))),
    ask('follow-up', 'for E-201 only', t.count(t.since('onset'), t.failures(t.all(m.orders, m.event('E-201'))))),
    ask('follow-up', 'and E-210?', t.count(t.since('onset'), t.failures(t.all(m.orders, m.event('E-210'))))),
  ),
  ...talk(
    'gates',
    ask(
      'follow-up',
      'how many warnings has turnstile-ctl?',
      t.count(t.anytime, t.logs(t.all(m.gates, t.level('WARN')))),
    ),
    ask('follow-up', 'how many of them say already used', t.count(t.anytime, t.logs(m.used))),
  ),
]
