/** How many, who has most, by what: orders, bookings, payments, scans, notices of the online supermarket. Thirtieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|failed|failures)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const routes = (...names: string[]) => t.has('http.route', ...names)

export const GROCERY_COUNTS_30 = [
  ask('count', '502 on the front door since {@onset}', t.count(t.since('onset'), ...m.atFront(502))),
  ask('count', 'how many requests reached front-door in the last 30 min?', t.count(m.recent(30), t.requests(m.front))),
  ask('count', '404 of catalogue-api today?', t.count(t.anytime, t.requests(t.all(m.catalogue, m.status(404))))),
  ask('count', 'how many 429s did we answer', t.count(t.anytime, ...m.atFront(429))),
  ask('class-of-codes', '5xx front-door last 15 min', t.count(m.recent(15), t.failures(m.front))),
  ask('class-of-codes', 'was there any failing request in the half hour before {@onset}?', NONE),

  ask('errors', 'errors in slot-planer', t.count(t.anytime, ...t.errors(m.planner))),
  ask('errors', 'order desk errors, last 20 min', t.count(m.recent(20), ...t.errors(m.desk))),
  ask('errors', 'does van-router log errors', NONE),
  ask('level', 'warnings overall, last hour', t.count(m.recent(60), t.logs(t.level('WARN')))),

  ask('outcome', 'how many orders were placed in the last hour?', t.count(m.recent(60), ...m.PLACED)),
  ask('outcome', 'orders lost since {@onset+5}', t.count(t.since('onset', 5), ...m.LOST)),
  ask('outcome', 'how many slot bookings failed tonight?', t.count(t.anytime, ...m.BOOKING_FAILED)),
  ask('outcome', 'declind payments?', t.count(t.anytime, ...m.DECLINED)),
  ask(
    'outcome',
    'pick lists created in the last 20 min',
    t.count(m.recent(20), t.logs(m.listed), t.requests(t.all(m.floor, t.named('orders.placed process')))),
  ),

  ask('text', 'payhub timeouts?', t.count(t.anytime, t.logs(m.lateHub))),
  ask(
    'text',
    'unknown barcodes scanned',
    t.count(t.anytime, t.logs(m.barcode), t.requests(t.all(m.scanning, m.status(404)))),
  ),
  ask(
    'text',
    'how often did pickers substitute something since {@release}?',
    t.count(t.since('release'), t.logs(m.substituted)),
  ),
  ask('text', 'bounced mails', t.count(t.anytime, t.logs(m.bounced))),
  ask('text', 'logins refused', t.count(t.anytime, t.logs(m.login), t.requests(t.all(m.front, m.status(401))))),
  ask(
    'text',
    'how many searches for oat milk?',
    t.count(t.anytime, t.logs(t.all(m.catalogue, m.line('q', 'oat milk')))),
  ),

  ask(
    'attribute',
    'how many next-week bookings were tried?',
    t.count(t.anytime, t.requests(t.all(m.booking, m.nextWeek))),
  ),
  ask(
    'conditions',
    'checkouts by plus customers on android',
    t.count(t.anytime, t.requests(t.all(m.checkout, m.tier('plus'), m.channel('android')))),
  ),
  ask(
    'conditions',
    'failed checkouts of business customers in the north since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.checkout, m.tier('business'), m.region('north')))),
  ),
  ask(
    'conditions',
    'card payments slower than 250ms last hour',
    t.count(m.recent(60), t.requests(t.all(m.till, m.method('card'), t.longer(250)))),
  ),
  ask(
    'exclusion',
    'front-door requests without /api/products/search',
    t.count(t.anytime, t.requests(t.all(m.front, t.not(routes('/api/products/search'))))),
  ),
  ask(
    'exclusion',
    'error logs that are not from slot-planner',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.planner)))),
  ),

  ask(
    'distinct',
    'how many different customers in the last hour?',
    t.count(m.recent(60), t.differentOf(m.front, 'customer.id')),
  ),
  ask('distinct', 'how many vans reported a position', t.count(t.anytime, t.differentOf(m.vans, 'van.id'))),

  ask(
    'group',
    'front-door requests by route',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(m.front, one))),
    ),
  ),
  ask(
    'group',
    'failed checkouts per region',
    t.groups(
      'count',
      t.anytime,
      m.each(m.REGIONS, (one) => t.failures(t.all(m.checkout, m.region(one)))),
    ),
  ),
  ask(
    'group',
    'front-door traffic per channel, last 30 min',
    t.groups(
      'count',
      m.recent(30),
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.front, m.channel(one)))),
    ),
  ),
  ask(
    'group',
    'errors by service, please',
    t.groups('count', t.anytime, {
      'slot-planner': t.logs(t.all(m.planner, t.level('ERROR'))),
      'order-desk': t.logs(t.all(m.desk, t.level('ERROR'))),
      'front-door': t.logs(t.all(m.front, t.level('ERROR'))),
    }),
  ),

  ask('top', 'which route gets called most on front-door', t.topOf(m.spansOf(m.front), t.attribute('http.route'))),
  ask('top', 'which depot scans the most?', t.topOf(m.spansOf(m.scanning), t.attribute('depot'))),
  ask('top', 'what do people search for most', t.topOf(t.logRows(t.says(/^search served/)), t.attribute('q'))),
  ask('top', 'highest error rate in the last hour, which service?', ({ world }) => ({
    first: { name: 'slot-planner', among: [...world.services] },
  })),

  ask(
    'window',
    'orders placed from {@onset-20} to {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), ...m.PLACED),
  ),
  ask(
    'window',
    'how many scans in the first 15 minutes after {@release}',
    t.count(t.during(['release', 0], ['release', 15]), t.requests(m.scanning)),
  ),

  ...talk(
    'payments',
    ask('follow-up', 'requests on till in the last 30 minutes', t.count(m.recent(30), t.requests(m.till))),
    ask('follow-up', 'only card', t.count(m.recent(30), t.requests(t.all(m.till, m.method('card'))))),
    ask('follow-up', 'and paypal?', t.count(m.recent(30), t.requests(t.all(m.till, m.method('paypal'))))),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'how many requests failed on order-desk?', t.count(t.anytime, t.failures(m.desk))),
    ask('follow-up', 'same for slot-planner', t.count(t.anytime, t.failures(m.planner))),
    ask(
      'follow-up',
      'by region',
      t.groups(
        'count',
        t.anytime,
        m.each(m.REGIONS, (one) => t.failures(t.all(m.planner, m.region(one)))),
      ),
    ),
  ),
  ...talk(
    'warnings',
    ask(
      'follow-up',
      'warnings of pick-floor, last 20 min',
      t.count(m.recent(20), t.logs(t.all(m.floor, t.level('WARN')))),
    ),
    ask('follow-up', 'last 40', t.count(m.recent(40), t.logs(t.all(m.floor, t.level('WARN'))))),
    ask('follow-up', 'what about basket-api', t.count(m.recent(40), t.logs(t.all(m.basket, t.level('WARN'))))),
  ),
]
