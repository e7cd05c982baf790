/** How many: orders, errors, customers, lines of the food delivery, and who has most. Ninth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const DELIVERY_COUNTS_9 = [
  ask('count', 'How many orders did we get in the last hour?', t.count(t.last(60), ...m.ORDERS)),
  ask('count', 'How many orders were placed before {@onset}?', t.count(t.before('onset'), ...m.ORDERS)),
  ask('count', 'How many orders did not get a courier?', t.count(t.anytime, ...m.NO_COURIER)),
  ask(
    'count',
    'Number of requests to courier-location in the last 15 minutes, please',
    t.count(t.last(15), t.requests(m.location)),
  ),
  ask(
    'count',
    'How many 503 errors did edge-gateway return?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(503)))),
  ),
  ask(
    'count',
    'How often did a position update of a courier fail since {@onset}?',
    t.count(
      t.since('onset'),
      t.failures(m.positions),
      t.failures(t.all(m.location, t.named('PUT /couriers/{id}/position'))),
    ),
  ),
  ask('count', 'total requests menu-catalog', t.count(t.anytime, t.requests(m.menu))),
  ask(
    'count',
    'POST /v1/orders on edge-gateway, city Madrid, platform ios - how many?',
    t.count(t.anytime, t.requests(t.all(m.ordering, m.city('Madrid'), m.platform('ios')))),
  ),
  ask(
    'class-of-codes',
    'How many 4xx responses has edge-gateway sent?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(402, 404, 422)))),
  ),
  ask(
    'class-of-codes',
    '5xx of edge-gateway between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.requests(t.all(m.gateway, m.status(500, 503)))),
  ),
  ask('outcome', 'How many payments were declined?', t.count(t.anytime, ...m.DECLINED)),
  ask(
    'outcome',
    'How many couriers were assigned in the last half hour?',
    t.count(
      t.last(30),
      t.logs(m.assigned),
      t.requests(t.all(m.dispatch, t.not<SpanRow>(t.failed))),
      t.differentTexts(/^Courier (CR-\d+) assigned/),
    ),
  ),
  ask(
    'outcome',
    'How many orders were turned down because the voucher was not valid?',
    t.count(t.anytime, ...m.INVALID_VOUCHER),
  ),
  ask(
    'outcome',
    'How many charges were captured before {@release}?',
    t.count(t.before('release'), t.logs(t.says(/^Charge of .* captured/)), t.requests(t.all(m.payment, m.status(201)))),
  ),
  ask(
    'text',
    'How many lines say "menu is not published"?',
    t.count(t.anytime, t.logs(t.says(/menu is not published/))),
  ),
  ask('text', 'How often do we see insufficient_funds?', t.count(t.anytime, t.logs(t.says(/insufficient_funds/)))),
  ask('text', 'How many GC pauses were logged by order-api?', t.count(t.anytime, t.logs(t.says(/^GC pause/)))),
  ask(
    'text',
    'lines with "OOM command not allowed" in the 10 minutes after {@onset+1}',
    t.count(t.during(['onset', 1], ['onset', 11]), t.logs(m.refused)),
  ),
  ask(
    'level',
    'How many error lines are there from eta-predictor?',
    t.count(t.anytime, t.logs(t.all(m.predictor, t.level('ERROR')))),
  ),
  ask(
    'level',
    'How many warnings did notify-worker write?',
    t.count(t.anytime, t.logs(t.all(m.notify, t.level('WARN')))),
  ),
  ask(
    'level',
    'How many warnings did order-api log before {@onset}?',
    t.count(t.before('onset'), t.logs(t.all(m.orderApi, t.level('WARN')))),
  ),
  ask(
    'attribute',
    'How many customers in Lisboa used the app on ios? I mean requests.',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.city('Lisboa'), m.platform('ios')))),
  ),
  ask(
    'attribute',
    'How many confirmations were sent by sms?',
    t.count(
      t.anytime,
      t.logs(t.all(t.says(/^order confirmation sent/), t.has('channel', 'sms'))),
      t.logs(t.all(m.notify, t.has('channel', 'sms'))),
    ),
  ),
  ask(
    'attribute',
    'How many orders were for Sushi Kumo?',
    t.count(
      t.anytime,
      t.requests(t.all(m.orderApi, t.has('restaurant.name', 'Sushi Kumo'))),
      t.logs(t.all(m.placed, t.says(/Sushi Kumo/))),
      t.requests(t.all(m.orderApi, t.has('restaurant.name', 'Sushi Kumo'), m.status(201))),
    ),
  ),
  ask(
    'exclusion',
    'How many requests failed on edge-gateway, not counting Lisboa?',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(m.city('Lisboa'))))),
  ),
  ask(
    'exclusion',
    'Requests to edge-gateway without the ones for restaurants and menus',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.not(m.restaurants), t.not(m.menus)))),
  ),
  ask(
    'exclusion',
    'error log lines of all services except courier-location, last 20 minutes',
    t.count(t.last(20), t.logs(t.all(t.level('ERROR'), t.not(m.location)))),
  ),
  ask(
    'slow',
    'How many orders took longer than half a second?',
    t.count(t.anytime, t.requests(t.all(m.ordering, t.longer(500))), t.requests(t.all(m.orderApi, t.longer(500)))),
  ),
  ask(
    'slow',
    'How many requests to payment-bridge needed more than 400 ms?',
    t.count(t.anytime, t.requests(t.all(m.payment, t.longer(400)))),
  ),
  ask(
    'distinct',
    'How many different customers placed an order?',
    t.count(
      t.anytime,
      t.differentOf(m.ordering, 'customer.id'),
      t.differentOf(t.all(m.ordering, m.status(201)), 'customer.id'),
      t.differentOf(m.dispatch, 'customer.id'),
    ),
  ),
  ask('distinct', 'In how many cities do we deliver?', t.count(t.anytime, t.differentOf(m.gateway, 'delivery.city'))),
  ask(
    'distinct',
    'How many different couriers got an order?',
    t.count(t.anytime, t.differentTexts(/^Courier (CR-\d+) assigned/)),
  ),
  ask('distinct', 'How many card brands are used?', t.count(t.anytime, t.differentOf(m.payment, 'payment.card.brand'))),

  ask(
    'group',
    'How many orders per city?',
    m.groupsOf(
      'count',
      t.anytime,
      Object.fromEntries(
        m.CITIES.map((one) => [
          one,
          [
            t.requests(t.all(m.ordering, m.city(one))),
            t.requests(t.all(m.ordering, m.city(one), m.status(201))),
            t.requests(t.all(m.dispatch, m.city(one))),
            t.logs(t.all(m.placed, t.says(new RegExp(`, ${one}$`)))),
          ],
        ]),
      ),
    ),
  ),
  ask(
    'group',
    'Show me the failed requests of edge-gateway by route.',
    t.groups('count', t.anytime, {
      '/v1/orders/{id}/eta': t.failures(m.etas),
      '/v1/couriers/{id}/position': t.failures(m.positions),
    }),
  ),
  ask(
    'group',
    'requests by platform on edge-gateway since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.gateway, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'What status codes did POST /v1/orders return, and how many of each?',
    t.groups('count', t.anytime, {
      201: t.requests(t.all(m.ordering, m.status(201))),
      402: t.requests(t.all(m.ordering, m.status(402))),
      422: t.requests(t.all(m.ordering, m.status(422))),
    }),
  ),
  ask(
    'group',
    'How many charges per card brand?',
    t.groups(
      'count',
      t.anytime,
      m.each(['visa', 'mastercard', 'amex'], (one) => t.requests(t.all(m.payment, t.has('payment.card.brand', one)))),
    ),
  ),
  ask(
    'group',
    'Which services log errors and how many each?',
    t.groups('count', t.anytime, {
      'courier-location': t.logs(t.all(m.location, t.level('ERROR'))),
      'dispatch-engine': t.logs(t.all(m.dispatch, t.level('ERROR'))),
      'eta-predictor': t.logs(t.all(m.predictor, t.level('ERROR'))),
    }),
  ),
  ask('top', 'Which city has the most orders?', t.topOf(m.spansOf(m.ordering), t.attribute('delivery.city'))),
  ask('top', 'Which restaurant is the most popular?', t.topOf(m.spansOf(m.orderApi), t.attribute('restaurant.name'))),
  ask(
    'top',
    'Which service logs the most errors?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'What is the most used page (route) of edge-gateway?',
    t.topOf(m.spansOf(m.gateway), t.attribute('http.route')),
  ),
  ask(
    'top',
    'Which city had the most failed requests on edge-gateway in total?',
    t.topOf(t.failedRequests(m.gateway), t.attribute('delivery.city')),
  ),
  ask(
    'window',
    'How many orders were placed between {@start+20} and {@start+40}?',
    t.count(t.during(['start', 20], ['start', 40]), ...m.ORDERS),
  ),
  ask(
    'window',
    'How many people looked at a menu in the last 10 minutes?',
    t.count(
      t.last(10),
      t.requests(m.menus),
      t.differentOf(m.menus, 'customer.id'),
      t.requests(t.all(m.menu, t.named('GET /menus/{restaurantId}'))),
    ),
  ),
  ask(
    'window',
    'orders without courier in the first ten minutes of the incident',
    t.within(0.05, t.count(t.after('onset', 10), ...m.NO_COURIER)),
  ),
  ask('window', 'Requests to menu-catalog since its release?', t.count(t.sinceMark('release'), t.requests(m.menu))),
  ask('typo', 'how many reqests to notfy-worker in teh last 25 min', t.count(t.last(25), t.requests(m.notify))),
  ask('typo', 'eror rate of eta-predicter since {@onset}', t.percent(t.since('onset'), t.share(m.predictor))),
  ask(
    'typo',
    'whats wrong with courrier-locaton',
    t.words({ saysFirst: [['courier-location']], says: [['redis', 'memory', 'OOM', 'fail']] }),
  ),
]
