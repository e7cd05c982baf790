/** Questions to the demo shop with seed 12: a carrier's rate interface throttles `shipping-service`. */
import { requestsOf } from '../../truth.ts'
import { SHOP_12_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const proxy = t.of('edge-proxy')
const checkout = t.of('checkout-service')
const shipping = t.of('shipping-service')
const payment = t.of('payment-gateway')
const paid = t.all(proxy, t.named('POST /checkout'))
const placed = t.says(/^Order SO-\d+ placed/)
const throttled = t.says(/^rates\.parcelhub\.example returned 429/)
const code = (...codes: number[]) => t.has('http.response.status_code', ...codes)

export const SHOP_7 = [
  ask('state', 'can people check out at the moment?', t.trouble()),
  ask('state', 'has shipping-service calmed down', t.verdict('no', 'good')),
  ask('health', 'is payment-gateway the problem?', t.verdict('no', 'bad')),
  ask('health', 'recommendations fine?', t.healthy),
  ask('health', 'Is POST /cart/items affected as well?', t.verdict('no', 'bad')),
  ask('cause', 'why do orders fail with 502', t.because(SHOP_12_INCIDENT, 'mechanism')),
  ask('cause', 'checkout-service logs tons of errors, culprit?', t.because(SHOP_12_INCIDENT)),
  ask(
    'cause',
    'ours or theirs: is an external provider involved',
    t.words({ says: [['parcelhub', '\\b429\\b', 'Too Many Requests', 'throttl'], ['shipping-service']] }),
  ),
  ask('since', 'since when do we get 429 from parcelhub', t.began()),
  ask('how-long', 'minutes of broken checkout so far', t.lasted()),
  ask(
    'impact',
    'lost orders since {@onset}?',
    t.count(t.since('onset'), t.logs(t.says(/^Order SO-\d+ failed/)), t.failures(paid)),
  ),
  ask('deploy', 'auth-service had a rolling update, is that the cause?', t.verdict('no', 'bad')),
  ask(
    'next-step',
    'whom should I call / what to do first',
    t.words({
      says: [['shipping-service'], ['parcelhub', '\\b429\\b', 'Too Many Requests', 'throttl', 'rate.?limit']],
    }),
  ),
  ask(
    'count',
    'POST /checkout with 502 at edge-proxy, last 15 min',
    t.count(t.last(15), t.requests(t.all(paid, code(502)))),
  ),
  ask(
    'count',
    'number of 503 answered by shipping-service between {@onset+2} and {@onset+9}',
    t.count(t.during(['onset', 2], ['onset', 9]), t.requests(t.all(shipping, code(503)))),
  ),
  ask('outcome', 'orders placed OK before {@onset}', t.count(t.before('onset'), t.logs(placed))),
  ask('outcome', 'second card had to be used, how many times', t.count(t.anytime, t.logs(t.says(/second card used/)))),
  ask('text', '"Too Many Requests" lines', t.count(t.anytime, t.logs(throttled))),
  ask(
    'text',
    'webhook signature mismatches on payment-gateway',
    t.count(t.anytime, t.logs(t.says(/^Webhook signature mismatch/))),
  ),
  ask(
    'level',
    'warnings of auth-service, count',
    t.count(t.anytime, t.logs(t.all(t.of('auth-service'), t.level('WARN')))),
  ),
  ask(
    'exclusion',
    'edge-proxy requests except GET ones, in the last 20 minutes',
    t.count(t.last(20), t.requests(t.all(proxy, t.has('http.request.method', 'POST')))),
  ),
  ask('slow', 'edge-proxy requests slower than 1s', t.count(t.anytime, t.requests(t.all(proxy, t.longer(1000))))),
  ask(
    'ratio',
    'checkout failure rate (POST /checkout, edge-proxy) since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(paid)),
  ),
  ask(
    'ratio',
    'how many % of all edge-proxy requests are POST /checkout?',
    t.percent(t.anytime, t.share(proxy, t.named('POST /checkout'))),
  ),
  ask(
    'percentile',
    'p95 POST /quotes before {@onset}',
    t.millis(t.before('onset'), t.took(t.all(shipping, t.named('POST /quotes')), 0.95)),
  ),
  ask('percentile', 'p90 search-api', t.millis(t.anytime, t.took(t.of('search-api'), 0.9))),
  ask('mean-max', 'average capture time of charges (payment-gateway says "captured in … ms")', (asked) => ({
    numbers: [t.numberOf(asked, 'ms', t.anytime, [t.stated(/captured in (\d+) ms/, 'mean')])],
  })),
  ask(
    'sum',
    'revenue of placed orders in EUR, {@start+10} to {@start+30}',
    t.value(t.during(['start', 10], ['start', 30]), t.stated(/^Order SO-\d+ placed, total ([\d.]+) EUR/, 'sum')),
  ),
  ask(
    'sum',
    'how many idle carts expired altogether',
    t.value(t.anytime, t.stated(/^expired (\d+) idle carts/, 'sum')),
  ),
  ask(
    'rate',
    'checkouts per minute at edge-proxy before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(paid))),
  ),
  ask(
    'top',
    'which route fails most at edge-proxy',
    t.words({
      first: { name: '/checkout', among: ['/checkout', '/cart', '/cart/items', '/search', '/login', '/products/:sku'] },
    }),
  ),
  ask(
    'top',
    'service with most ERROR lines other than storefront-web',
    t.words({
      first: {
        name: 'checkout-service',
        among: ['checkout-service', 'payment-gateway', 'shipping-service', 'edge-proxy'],
      },
    }),
  ),
  ask(
    'group',
    'requests of cart-service by route (http.route)',
    t.groups('count', t.anytime, {
      '/carts/:id': t.requests(t.all(t.of('cart-service'), t.has('http.route', '/carts/:id'))),
      '/carts/:id/items': t.requests(t.all(t.of('cart-service'), t.has('http.route', '/carts/:id/items'))),
    }),
  ),
  ask(
    'group',
    'failed requests per service since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      Object.fromEntries(
        ['edge-proxy', 'storefront-web', 'checkout-service', 'shipping-service'].map((one) => [
          one,
          t.failures(t.of(one)),
        ]),
      ),
    ),
  ),
  ask(
    'compare',
    'orders placed in the 10 min before {@onset} vs the 10 min from {@onset+1}',
    t.compared('count', t.logs(placed), t.during(['onset', -10], ['onset', 0]), t.during(['onset', 1], ['onset', 11])),
  ),
  ask(
    'compare',
    'p95 of payment-gateway, {@onset-15}-{@onset} vs {@onset}-{@onset+15}',
    t.compared(
      'ms',
      t.took(payment, 0.95),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'window',
    'logins (POST /login at edge-proxy) in the 10 minutes before {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), t.requests(t.all(proxy, t.named('POST /login')))),
  ),
  ask('single-record', 'last order that could be placed?', ({ world }) => ({
    says: [[/SO-\d+/.exec(world.logs.findLast(placed)?.message ?? '')?.[0] ?? '-']],
  })),
  ask('single-record', 'first failed POST /checkout: time', ({ world }) => ({
    time: { at: new Date(requestsOf(world, t.all(paid, t.failed))[0]?.startMs ?? 0).toISOString(), toleranceS: 45 },
  })),
  ask('lookup', 'what went wrong w/ order {failedOrder}', t.words({ says: [['failed'], ['502', '503', 'shipping']] })),
  ask(
    'paste',
    '503 on POST request for "http://shipping-service:8080/quotes": [no body]\n^ who logs this & why',
    t.words({ says: [['checkout-service'], ['shipping-service']] }),
  ),
  ask('unknown', 'tax-service error rate', t.declined('unknown', 'tax-service')),
  ask('order', 'raise the parcelhub rate limit for us', t.declined('read_only')),
  ask('typo', 'chekout-servce faild requets since {@onset}', t.count(t.since('onset'), t.failures(checkout))),
  ask('language', 'Warum schlagen Bestellungen fehl?', t.because(SHOP_12_INCIDENT)),
  ...talk(
    'checkout',
    ask(
      'follow-up',
      'POST /checkout requests at edge-proxy since {@onset}',
      t.count(t.since('onset'), t.requests(paid)),
    ),
    ask('follow-up', 'failed ones?', t.count(t.since('onset'), t.failures(paid))),
    ask('follow-up', 'in percent', t.percent(t.since('onset'), t.share(paid))),
    ask('follow-up', 'and before that?', t.percent(t.before('onset'), t.share(paid))),
  ),
]
