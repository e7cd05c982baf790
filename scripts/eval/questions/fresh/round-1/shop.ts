/** Questions to the demo shop with its first seed, by shopkeepers as much as by developers. */

import { requestsOf } from '../../truth.ts'
import { SHOP_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const proxy = t.of('edge-proxy')
const checkout = t.of('checkout-service')
const pricing = t.of('pricing-service')
const ISSUE = ['edge-proxy', 'storefront-web', 'catalog-api', 'pricing-service', 'checkout-service']

export const SHOP_1 = [
  ask('state', 'shop up?', t.trouble()),
  ask('health', 'is the payment-gateway acting up?', t.noTrouble),
  ask('health', 'what happened to inventory-service, why did it go down', t.denied('inventory-service')),
  ask('cause', 'why is the homepage so slow', t.because(SHOP_INCIDENT, 'mechanism')),
  ask('cause', '504s everywhere!!! what the hell is going on', t.because(SHOP_INCIDENT, 'mechanism', 'time')),
  ask('cause', 'root cause of failed checkouts?', t.because(SHOP_INCIDENT)),
  ask('since', 'since when is pricing-service slow', t.began()),
  ask('how-long', 'how long are we down already?', t.lasted()),
  ask(
    'impact',
    'what share of requests at edge-proxy failed in the last 10 mins',
    t.percent(t.last(10), t.share(proxy)),
  ),
  ask('impact', 'impact on customers so far', t.howBad(ISSUE, null)),
  ask(
    'next-step',
    'where do I look next',
    t.words({ saysFirst: [['pricing-service']], says: [['quer', 'database', 'store', 'slow', 'lock', 'index']] }),
  ),
  ask('count', 'total requests on edge-proxy in the last 20 minutes', t.count(t.last(20), t.requests(proxy))),
  ask(
    'count',
    '504 count storefront-web',
    t.count(t.anytime, t.requests(t.all(t.of('storefront-web'), t.has('http.response.status_code', 504)))),
  ),
  ask(
    'outcome',
    'orders placed in the last hour (successful ones)',
    t.count(t.anytime, t.logs(t.all(checkout, t.says(/^Order SO-\d+ placed/)))),
  ),
  ask('text', 'slow queries on table lines, how many', t.count(t.anytime, t.logs(t.says(/slow query table=lines/)))),
  ask(
    'text',
    'how many "Read timed out" did checkout-service log',
    t.count(t.anytime, t.logs(t.all(checkout, t.says(/Read timed out/)))),
  ),
  ask(
    'severity',
    'number of ERROR lines catalog-api wrote during the last 10 min',
    t.count(t.last(10), t.logs(t.all(t.of('catalog-api'), t.level('ERROR', 'FATAL')))),
  ),
  ask(
    'exclusion',
    'failed requests on edge-proxy other than POST /checkout',
    t.count(t.anytime, t.failures(t.all(proxy, t.not(t.named('POST /checkout'))))),
  ),
  ask(
    'ratio',
    'POST /orders failure ratio since {@onset}',
    t.percent(t.sinceMark('onset'), t.share(t.all(checkout, t.named('POST /orders')))),
  ),
  ask('percentile', 'GET /prices p50 before {@onset-1}', t.millis(t.before('onset', -1), t.took(pricing, 0.5))),
  ask('percentile', 'p95 latency of auth-service', t.millis(t.anytime, t.took(t.of('auth-service'), 0.95))),
  ask('mean-max', 'mean response time of cart-service', t.millis(t.anytime, t.took(t.of('cart-service'), 'mean'))),
  ask(
    'rate',
    'how many requests per second does search-api get',
    t.perS(t.anytime, t.perSecond(t.requests(t.of('search-api')))),
  ),
  ask(
    'metric',
    'highest memory of recommendations',
    t.bytes(t.anytime, t.metric('recommendations', 'process.memory.usage', 'max')),
  ),
  ask(
    'compare',
    'p50 of pricing-service {@onset-12}-{@onset-2} vs {@onset+2}-{@onset+12}',
    t.compared(
      'ms',
      t.took(pricing, 0.5),
      t.during(['onset', -12], ['onset', -2]),
      t.during(['onset', 2], ['onset', 12]),
    ),
  ),
  ask(
    'group',
    'failed requests on edge-proxy per route pls',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        ['GET /', 'GET /products/:sku', 'POST /checkout'].map((one) => [one, t.failures(t.all(proxy, t.named(one)))]),
      ),
    ),
  ),
  ask('top', 'which service has most failed requests, in percent', ({ world }) => {
    const rate = (name: string) => {
      const rows = requestsOf(world, t.of(name))
      return rows.filter((row) => row.isFailed).length / Math.max(1, rows.length)
    }
    return {
      first: { name: world.services.toSorted((a, b) => rate(b) - rate(a))[0] ?? '', among: [...world.services] },
    }
  }),
  ask('id', '{failedOrder} ???', ({ world }) => ({
    says: [[world.names['failedOrder'] ?? ''], ['fail', '504', '502']],
  })),
  ask(
    'meaning',
    'Client.Timeout exceeded while awaiting headers',
    t.words({ says: [['catalog-api'], ['pricing-service']] }),
  ),
  ask('unknown', 'is the rabbitmq queue growing', t.declined('unknown', 'rabbitmq')),
  ask('typo', 'reqs of recomendations total', (asked) => ({
    ...t.count(t.anytime, t.requests(t.of('recommendations')))(asked),
    says: [['recommendations']],
  })),
  ask('multi', 'how many orders were placed and how many failed?', ({ world }) => {
    const n = (pattern: RegExp) =>
      String(world.logs.filter((log) => log.service === 'checkout-service' && pattern.test(log.message)).length)
    return { says: [[`\\b${n(/^Order SO-\d+ placed/)}\\b`], [`\\b${n(/^Order SO-\d+ failed/)}\\b`]] }
  }),
  ...talk(
    'orders',
    ask(
      'follow-up',
      'how many requests did checkout-service get in the last 15 minutes?',
      t.count(t.last(15), t.requests(checkout)),
    ),
    ask('follow-up', 'only the failed ones', t.count(t.last(15), t.failures(checkout))),
    ask('follow-up', 'and storefront-web', t.count(t.last(15), t.failures(t.of('storefront-web')))),
  ),
  ask('language-core', 'Seit wann ist pricing-service langsam?', t.began()),
  ask('language-other', 'wat is er aan de hand met de webshop?', t.declined('language', 'engels')),
]
