/** How many, and who has most: codes, orders, prescriptions, packs, payments of the online pharmacy. Twentieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const PHARMACY_COUNTS_20 = [
  ask(
    'count',
    'how many 502 did store-gateway return since {@onset+2}?',
    t.count(t.since('onset', 2), ...m.atGateway(502)),
  ),
  ask('count', '429 on store-gateway in the last hour', t.count(t.last(60), ...m.atGateway(429))),
  ask('count', 'requests to catalog-service, last 15 min', t.count(t.last(15), t.requests(m.catalog))),
  ask('count', 'How many requests did storefront-api serve today?', t.count(t.anytime, t.requests(m.storefront))),
  ask('count', 'number of 500s from stock-service', t.count(t.anytime, t.requests(t.all(m.stock, m.status(500))))),
  ask(
    'count',
    'how many POST /api/checkout since {@release}?',
    t.count(
      t.since('release'),
      t.requests(m.on(m.gateway, '/api/checkout')),
      t.requests(m.on(m.storefront, '/api/checkout')),
    ),
  ),
  ask('count', '404s of catalog-service', t.count(t.anytime, t.requests(t.all(m.catalog, m.status(404))))),
  ask('count', 'log lines of dispatch-worker in the last half hour', t.count(t.last(30), t.logs(m.dispatch))),
  ask('class-of-codes', '5xx on storefront-api since {@onset}', t.count(t.since('onset'), t.failures(m.storefront))),
  ask(
    'class-of-codes',
    'how many 4xx did checkout-service answer?',
    t.count(t.anytime, t.requests(t.all(m.checkout, m.status(402, 409)))),
  ),
  ask('class-of-codes', 'any 5xx on store-gateway before {@onset}?', NONE),

  ask('errors', 'errors in stok-service', t.count(t.anytime, ...t.errors(m.stock))),
  ask('errors', 'how many errors has checkout in the last 10 minutes', t.count(t.last(10), ...t.errors(m.checkout))),
  ask('errors', 'prescription-service errors?', NONE),
  ask('errors', 'Were there any errors in payment-service today?', NONE),
  ask('errors', 'error logs of storefront-api since {@onset}', t.count(t.since('onset'), ...t.errors(m.storefront))),
  ask('level', 'warnings of prescription-service', t.count(t.anytime, t.logs(t.all(m.rx, t.level('WARN'))))),
  ask('level', 'how many warnings in the last 20 min, all services', t.count(t.last(20), t.logs(t.level('WARN')))),
  ask(
    'level',
    'How many info messages did payment-service write in the last ten minutes?',
    t.count(t.last(10), t.logs(t.all(m.payment, t.level('INFO')))),
  ),

  ask('outcome', 'how many orders failed in the last hour', t.count(t.last(60), ...m.FAILED_ORDERS)),
  ask('outcome', 'orders placed last 30 min?', t.count(t.last(30), ...m.PLACED)),
  ask('outcome', 'how many prescriptions were rejected today?', t.count(t.anytime, ...m.REJECTED)),
  ask('outcome', 'declined payments?', t.count(t.anytime, ...m.DECLINED)),
  ask(
    'outcome',
    'how many labels were printed since {@onset}',
    t.count(t.since('onset'), t.logs(m.printed), t.requests(m.dispatch)),
  ),
  ask(
    'outcome',
    'prescriptions accepted in the last 45 minutes',
    t.count(t.last(45), t.logs(m.accepted), t.requests(t.all(m.rx, m.status(201)))),
  ),
  ask('outcome', 'how often was a pack sold out?', t.count(t.anytime, ...m.SOLD_OUT)),
  ask(
    'outcome',
    'successful payments between {@onset-20} and {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), t.logs(m.captured), t.requests(t.all(m.payment, m.status(201)))),
  ),
  ask(
    'outcome',
    'failed reservations since {@onset+5}?',
    t.count(t.since('onset', 5), t.logs(m.noColumn), t.failures(m.stock)),
  ),

  ask('text', 'how many times "interaction found"', t.count(t.anytime, t.logs(m.interaction))),
  ask('text', 'column does not exist - how many of these?', t.count(t.anytime, t.logs(m.noColumn))),
  ask('text', '"address corrected" in the last hour?', t.count(t.last(60), t.logs(m.corrected))),
  ask(
    'text',
    'product not found, count',
    t.count(t.anytime, t.logs(m.notFound), t.requests(t.all(m.catalog, m.status(404)))),
  ),
  ask('text', 'SQLSTATE 42703 since {@onset}', t.count(t.since('onset'), t.logs(m.noColumn))),

  ask(
    'attribute',
    'requests from android on storefront-api',
    t.count(t.anytime, t.requests(t.all(m.storefront, m.channel('android')))),
  ),
  ask(
    'attribute',
    'how many payments by invoice?',
    t.count(
      t.anytime,
      t.requests(t.all(m.payment, m.method('invoice'))),
      t.logs(t.all(m.payment, m.line('method', 'invoice'))),
      t.logs(t.all(m.captured, m.line('method', 'invoice'))),
    ),
  ),
  ask(
    'attribute',
    'reservations in leipzig last 20 min',
    t.count(
      t.last(20),
      t.requests(t.all(m.stock, m.warehouse('leipzig'))),
      t.logs(t.all(m.reserved, m.line('warehouse', 'leipzig'))),
    ),
  ),
  ask(
    'attribute',
    'how many paper prescriptions',
    t.count(
      t.anytime,
      t.requests(t.all(m.rx, m.kind('paper'))),
      t.logs(t.all(m.rx, m.line('kind', 'paper'))),
      t.logs(t.all(m.accepted, m.line('kind', 'paper'))),
    ),
  ),
  ask(
    'conditions',
    'failed orders of type prescription in kassel',
    t.count(
      t.anytime,
      t.failures(t.all(m.checkout, m.type('prescription'), m.warehouse('kassel'))),
      t.logs(t.all(m.orderFailed, m.line('type', 'prescription'), m.line('warehouse', 'kassel'))),
    ),
  ),
  ask(
    'conditions',
    'storefront-api: 502 for ios users since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.storefront, m.status(502), m.channel('ios')))),
  ),
  ask(
    'conditions',
    'card payments declined in the last 60 minutes',
    t.count(
      t.last(60),
      t.requests(t.all(m.payment, m.status(402), m.method('card'))),
      t.logs(t.all(m.declined, m.line('method', 'card'))),
    ),
  ),
  ask(
    'conditions',
    'catalog-service GET /search slower than 80 ms since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.searching, t.longer(80)))),
  ),
  ask(
    'exclusion',
    'requests on store-gateway without the search',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.not(t.has('http.route', '/api/search'))))),
  ),
  ask(
    'exclusion',
    'warnings except from catalog-service?',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(m.catalog)))),
  ),
  ask(
    'exclusion',
    'reservations since {@onset} that were not for kassel',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.stock, t.not(m.warehouse('kassel')))),
      t.logs(t.all(m.reserved, t.not(m.line('warehouse', 'kassel')))),
    ),
  ),
  ask('slow', 'payments slower than 600ms?', t.count(t.anytime, t.requests(t.all(m.payment, t.longer(600))))),
  ask(
    'slow',
    'how many interaction checks took over 300 ms',
    t.count(t.anytime, t.requests(t.all(m.checker, t.longer(300)))),
  ),

  ask(
    'distinct',
    'how many different customers in the last 20 minutes?',
    t.count(t.last(20), t.differentOf(m.storefront, 'customer.id')),
  ),
  ask('distinct', 'number of payment methods', t.count(t.anytime, t.differentOf(m.payment, 'payment.method'))),
  ask(
    'group',
    'storefront-api requests per channel',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.storefront, m.channel(one)))),
    ),
  ),
  ask(
    'group',
    'failed reservations by warehouse since {@onset}',
    t.groups('count', t.since('onset'), { kassel: t.failures(t.all(m.stock, m.warehouse('kassel'))) }),
  ),
  ask('group', 'all errors today, by service', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['store-gateway', m.gateway],
          ['storefront-api', m.storefront],
          ['checkout-service', m.checkout],
          ['stock-service', m.stock],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'status codes of checkout-service?',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 402, 409, 502].map((code) => [code, t.requests(t.all(m.checkout, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'payments per payment method in the last 40 min',
    t.groups(
      'count',
      t.last(40),
      m.each(m.METHODS, (one) => t.requests(t.all(m.payment, m.method(one)))),
    ),
  ),
  ask(
    'top',
    'which route of the storefront-api has most traffic?',
    t.topOf(m.spansOf(m.storefront), t.attribute('http.route')),
  ),
  ask('top', 'most common reason of rejected prescriptions', t.topOf(t.logRows(m.rejected), t.attribute('reason'))),
  ask(
    'top',
    'which service has the most warnings?',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask(
    'top',
    'Which service has the highest error rate since {@onset}?',
    t.words({ saysFirst: [['stock-service', 'checkout-service']] }),
  ),
  ask(
    'window',
    'orders placed from {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...m.PLACED),
  ),
  ask(
    'window',
    'errors of checkout-service {@onset+2} - {@onset+12}',
    t.count(t.during(['onset', 2], ['onset', 12]), ...t.errors(m.checkout)),
  ),
  ask(
    'window',
    'gateway requests between {@release-10} and {@release}',
    t.count(t.during(['release', -10], ['release', 0]), t.requests(m.gateway), t.logs(m.gateway)),
  ),

  ...talk(
    'storefront',
    ask('follow-up', 'requests on storefront-api in the last 30 min', t.count(t.last(30), t.requests(m.storefront))),
    ask('follow-up', 'only failed ones', t.count(t.last(30), t.failures(m.storefront))),
    ask('follow-up', 'and from the web?', t.count(t.last(30), t.failures(t.all(m.storefront, m.channel('web'))))),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'errors of stock-service since {@onset}', t.count(t.since('onset'), ...t.errors(m.stock))),
    ask('follow-up', 'and checkout-service?', t.count(t.since('onset'), ...t.errors(m.checkout))),
    ask('follow-up', 'in the last 5 minutes', t.count(t.last(5), ...t.errors(m.checkout))),
  ),
  ...talk(
    'warnings',
    ask(
      'follow-up',
      'how many warnings did payment-service log?',
      t.count(t.anytime, t.logs(t.all(m.payment, t.level('WARN')))),
    ),
    ask('follow-up', 'and the gateway?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ),
]
