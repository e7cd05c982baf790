/** Questions to the demo shop with its seventh seed: the connection pool of `inventory-service` runs out. */
import { failureRates, requestsOf } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'

const INCIDENT = { service: 'inventory-service', mechanism: ['pool', 'connection'], mark: 'onset' }
const inventory = t.of('inventory-service')
const proxy = t.of('edge-proxy')
const checkout = t.of('checkout-service')

export const SHOP_3 = [
  ask(
    'state',
    'is the shop healthy',
    t.trouble(['inventory-service', 'checkout-service', 'storefront-web', 'edge-proxy']),
  ),
  ask('health', 'pricing-service a problem?', t.noTrouble),
  ask('cause', 'customers cannot add items to their cart, why', t.because(INCIDENT, 'mechanism')),
  ask('cause', 'Root cause analysis please, one sentence.', t.becauseFirst(INCIDENT, 'time')),
  ask('cause', 'orders fail with 504 at checkout-service, whose fault is it', t.because(INCIDENT)),
  ask('since', 'when did inventory-service begin to time out', t.began()),
  ask('how-long', 'how long ongoing?', t.lasted()),
  ask(
    'impact',
    'how bad? percentages pls',
    t.howBad(['edge-proxy', 'storefront-web', 'checkout-service', 'inventory-service'], null),
  ),
  ask('next-step', 'what now', t.words({ saysFirst: [['inventory-service'], ['pool', 'connection']] })),
  ask('deploy', 'did anyone ship something to inventory-service', t.verdict('no', 'bad')),
  ask(
    'count',
    'POST /cart/items failures at edge-proxy',
    t.count(t.anytime, t.failures(t.all(proxy, t.named('POST /cart/items')))),
  ),
  ask(
    'outcome',
    'orders failed since {@onset}',
    t.count(t.since('onset'), t.logs(t.says(/^Order SO-\d+ failed/)), t.failures(checkout)),
  ),
  ask('text', 'QueuePool limit errors?', t.count(t.anytime, t.logs(t.says(/QueuePool limit/)))),
  ask(
    'text',
    'how many times was an order placed for which mail was sent ("mail order-confirmation sent")',
    t.count(t.anytime, t.logs(t.says(/mail order-confirmation sent/))),
  ),
  ask(
    'exclusion',
    'failed requests on edge-proxy except POST /checkout',
    t.count(t.anytime, t.failures(t.all(proxy, t.not(t.named('POST /checkout'))))),
  ),
  ask('ratio', 'inventory-service failed share in the last quarter hour', t.percent(t.last(15), t.share(inventory))),
  ask('percentile', 'p95 inventory-service since {@onset+1}', t.millis(t.since('onset', 1), t.took(inventory, 0.95))),
  ask(
    'metric',
    'db.client.connection.count of inventory-service: max',
    t.count(t.anytime, t.metric('inventory-service', 'db.client.connection.count', 'max')),
  ),
  ask('top', 'rank services by error rate', ({ world }) => ({
    first: { name: failureRates(world)[0]?.[0] ?? '', among: [...world.services] },
  })),
  ask('group', 'how many requests per route does inventory-service serve', ({ world }) => ({
    groups: Object.fromEntries(
      ['POST /reservations', 'GET /stock/:sku'].map((name) => [
        name,
        { value: requestsOf(world, t.all(inventory, t.named(name))).length, unit: 'count' as const },
      ]),
    ),
  })),
  ask(
    'dependency',
    'which services depend on inventory-service',
    t.words({ names: ['checkout-service', 'storefront-web'] }),
  ),
  ask(
    'meaning',
    'QueuePool limit of size 20 overflow 0 reached, connection timed out',
    t.words({ says: [['inventory-service'], ['pool', 'connection']] }),
  ),
  ask('id', 'order {failedOrder} - went through or not', ({ world }) => ({
    says: [[world.names['failedOrder'] ?? ''], ['fail', '504']],
  })),
  ask('unknown', 'errors of stock-ledger', t.declined('unknown', 'stock-ledger')),
  ...talk(
    'inv',
    ask(
      'follow-up',
      'requests of inventory-service between {@onset} and {@onset+10}',
      t.count(t.during(['onset', 0], ['onset', 10]), t.requests(inventory)),
    ),
    ask(
      'follow-up',
      'failed ones only, per route',
      t.groups(
        'count',
        t.during(['onset', 0], ['onset', 10]),
        Object.fromEntries(
          ['POST /reservations', 'GET /stock/:sku'].map((one) => [one, t.failures(t.all(inventory, t.named(one)))]),
        ),
      ),
    ),
  ),
  ask('language-core', 'Depuis quand inventory-service est-il en panne ?', t.began()),
  ask('language-other', '何が起きていますか？', t.declined('language', '英語')),
]
