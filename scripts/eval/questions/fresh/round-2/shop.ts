/** Questions to the demo shop: second round. */
import { SHOP_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const proxy = t.of('edge-proxy')
const web = t.of('storefront-web')
const pricing = t.of('pricing-service')

export const SHOP_2 = [
  ask('state', 'are checkouts going through again', t.verdict('no', 'good')),
  ask('health', 'is cart-service under pressure?', t.noTrouble),
  ask('cause', 'catalog-api times out when calling pricing-service. why?', t.because(SHOP_INCIDENT, 'mechanism')),
  ask('cause', 'Grund für die 504er? sorry, reason for the 504s', t.because(SHOP_INCIDENT)),
  ask('since', 'how long ago and at what time did it begin', t.began()),
  ask(
    'next-step',
    'suggest next actions',
    t.words({ saysFirst: [['pricing-service']], says: [['quer', 'database', 'store', 'slow', 'lock', 'index']] }),
  ),
  ask(
    'count',
    'POST /checkout requests at storefront-web',
    t.count(t.anytime, t.requests(t.all(web, t.named('POST /checkout')))),
  ),
  ask(
    'outcome',
    'how many mails order-confirmation were sent',
    t.count(t.anytime, t.logs(t.says(/mail order-confirmation sent/))),
  ),
  ask(
    'text',
    'context deadline exceeded count on catalog-api',
    t.count(t.anytime, t.logs(t.all(t.of('catalog-api'), t.says(/context deadline exceeded/)))),
  ),
  ask('text', 'logins succeeded?', t.count(t.anytime, t.logs(t.says(/login succeeded/)))),
  ask('severity', 'errors in storefront-web over the last 5 mins', t.count(t.last(5), ...t.errors(web))),
  ask(
    'exclusion',
    'slow queries not on table lines',
    t.count(t.anytime, t.logs(t.all(t.says(/slow query/), t.not(t.says(/table=lines/))))),
  ),
  ask(
    'ratio',
    'GET / failing? share in % for edge-proxy in the last 10 min',
    t.percent(t.last(10), t.share(t.all(proxy, t.named('GET /')))),
  ),
  ask(
    'percentile',
    'what is the p99 of GET /prices in the last 5 minutes',
    t.millis(t.last(5), t.took(t.all(pricing, t.named('GET /prices')), 0.99)),
  ),
  ask('mean-max', 'average latency of search-api', t.millis(t.anytime, t.took(t.of('search-api'), 'mean'))),
  ask(
    'rate',
    'throughput of inventory-service per min',
    t.perS(t.anytime, t.perSecond(t.requests(t.of('inventory-service')))),
  ),
  ask('metric', 'cpu of edge-proxy: max over the hour', (asked) => {
    const { numbers = [] } = t.value(
      t.anytime,
      t.metric('edge-proxy', 'process.cpu.utilization', 'max'),
      t.scaled(t.metric('edge-proxy', 'process.cpu.utilization', 'max'), 100),
    )(asked)
    return { numbers: numbers.map((one) => ({ ...one, tolerance: 0.02 })) }
  }),
  ask(
    'compare',
    'storefront-web error logs {@onset-10}-{@onset} to {@onset}-{@onset+10}',
    t.compared(
      'count',
      t.logs(t.all(web, t.level('ERROR', 'FATAL'))),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'top',
    'top 3 routes by number of requests on edge-proxy',
    t.groupsBy(
      t.anytime,
      (world, window) =>
        world.spans.filter(
          (span) => proxy(span) && span.isEntry && span.startMs >= window.fromMs && span.startMs < window.toMs,
        ),
      (row) => ('name' in row ? row.name : ''),
      3,
    ),
  ),
  ask(
    'dependency',
    'upstream callers of pricing-service?',
    t.words({ names: ['catalog-api', 'checkout-service', 'storefront-web'] }),
  ),
  ask(
    'bare-name',
    'inventory-service',
    t.words({
      saysFirst: [['inventory-service']],
      says: [['%', 'request', 'record']],
      never: ['root cause: .?inventory-service'],
    }),
  ),
  ask('unknown', 'why is the loyalty-service failing', t.declined('unknown', 'loyalty')),
  ask(
    'multi',
    'is auth-service ok, and is catalog-api ok?',
    t.words({ says: [['auth-service'], ['catalog-api'], ['fail', 'not ok', 'not healthy', 'unhealthy']] }),
  ),
  ...talk(
    'cat',
    ask(
      'follow-up',
      'errors of catalog-api in the last 10 minutes',
      t.count(t.last(10), ...t.errors(t.of('catalog-api'))),
    ),
    ask('follow-up', 'what about checkout-service', t.count(t.last(10), ...t.errors(t.of('checkout-service')))),
    ask('follow-up', 'since {@onset} instead', t.count(t.since('onset'), ...t.errors(t.of('checkout-service')))),
  ),
  ask('language-core', 'Quel service est en panne ?', t.because(SHOP_INCIDENT)),
  ask('language-other', 'co jest zepsute?', t.declined('language', 'angielsk')),
]
