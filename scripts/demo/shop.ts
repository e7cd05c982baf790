/** The shop: what its services do, who calls whom, and the ways customers walk through them. */
import { debug, error, info, sometimes, warn } from './line-templates.ts'
import type { CallDefinition, Flow, OperationDefinition, Topology } from './model.ts'
import { SHOP_SERVICES } from './shop-services.ts'

interface CallOptions {
  readonly probability?: number
  readonly timeoutMs?: number
  readonly retries?: number
  readonly isOptional?: boolean
}
function call(to: string, options: CallOptions = {}): CallDefinition {
  return { to, probability: 1, timeoutMs: 2000, retries: 0, isOptional: false, ...options }
}

type OperationInput = Pick<OperationDefinition, 'service' | 'route' | 'method' | 'selfMs'> &
  Partial<OperationDefinition>
function operation(input: OperationInput): OperationDefinition {
  return { usesDatastore: false, calls: [], before: [], after: [], failed: [], everyday: [], ...input }
}

/** nginx hands every route to the storefront. */
function edge(route: string, method: 'GET' | 'POST'): OperationDefinition {
  return operation({
    service: 'edge-proxy',
    route,
    method,
    selfMs: 1,
    calls: [call(`storefront-web ${route}`, { timeoutMs: 10_000 })],
  })
}

function storefront(route: string, method: 'GET' | 'POST', selfMs: number, calls: readonly CallDefinition[]) {
  return operation({
    service: 'storefront-web',
    route,
    method,
    selfMs,
    calls,
    after: [info('{method} {path} completed in {durationMs}ms', 'http')],
    failed: [error('{method} {path} failed with {status} after {durationMs}ms', 'http')],
    everyday: [sometimes(0.003, warn('client aborted {path}', 'http'))],
  })
}

const OPERATIONS: readonly OperationDefinition[] = [
  edge('/', 'GET'),
  edge('/search', 'GET'),
  edge('/products/:sku', 'GET'),
  edge('/cart', 'GET'),
  edge('/cart/items', 'POST'),
  edge('/checkout', 'POST'),
  edge('/login', 'POST'),
  storefront('/', 'GET', 14, [
    call('catalog-api /v2/featured'),
    call('recommendations /recommend', { timeoutMs: 600, isOptional: true }),
  ]),
  storefront('/search', 'GET', 11, [
    call('search-api /search', { timeoutMs: 3000 }),
    call('pricing-service /prices', { retries: 1 }),
  ]),
  storefront('/products/:sku', 'GET', 12, [
    call('catalog-api /v2/products/:sku'),
    call('inventory-service /stock/:sku', { timeoutMs: 1500, isOptional: true }),
    call('recommendations /recommend', { probability: 0.6, timeoutMs: 600, isOptional: true }),
  ]),
  storefront('/cart', 'GET', 9, [
    call('auth-service /verify'),
    call('cart-service /carts/:id'),
    call('pricing-service /prices'),
  ]),
  storefront('/cart/items', 'POST', 9, [
    call('auth-service /verify'),
    call('inventory-service /stock/:sku'),
    call('cart-service /carts/:id/items', { retries: 1 }),
  ]),
  storefront('/checkout', 'POST', 12, [
    call('auth-service /verify'),
    call('checkout-service /orders', { timeoutMs: 9000 }),
  ]),
  storefront('/login', 'POST', 8, [call('auth-service /token')]),
  operation({
    service: 'auth-service',
    route: '/verify',
    method: 'GET',
    selfMs: 3,
    after: [debug('token verified sub={user}', 'verify')],
    everyday: [sometimes(0.004, info('token expired sub={user}, refreshed', 'verify'))],
    usesDatastore: true,
  }),
  operation({
    service: 'auth-service',
    route: '/token',
    method: 'POST',
    selfMs: 65,
    usesDatastore: true,
    after: [info('login succeeded sub={user} ip={clientIp}', 'login')],
    everyday: [sometimes(0.06, warn('login failed sub={user} ip={clientIp} reason="wrong password"', 'login'))],
  }),
  operation({
    service: 'catalog-api',
    route: '/v2/featured',
    method: 'GET',
    selfMs: 9,
    usesDatastore: true,
    calls: [call('pricing-service /prices', { timeoutMs: 1500, retries: 1 })],
    after: [info('featured listing items={int:12:24} took={durationMs}ms', 'listing')],
    failed: [error('featured listing failed: status {status}', 'listing')],
  }),
  operation({
    service: 'catalog-api',
    route: '/v2/products/:sku',
    method: 'GET',
    selfMs: 7,
    usesDatastore: true,
    calls: [call('pricing-service /prices', { timeoutMs: 1500, retries: 1 })],
    after: [info('product read sku={sku} took={durationMs}ms', 'products')],
    failed: [error('product read failed sku={sku} status={status}', 'products')],
    everyday: [sometimes(0.006, info('product not found sku={sku}-X', 'products'))],
  }),
  operation({
    service: 'search-api',
    route: '/search',
    method: 'GET',
    selfMs: 48,
    usesDatastore: true,
    calls: [call('catalog-api /v2/featured', { probability: 0.25, isOptional: true })],
    after: [info('Query "{query}" matched {int:0:240} products in {durationMs} ms', 'c.shop.search.QueryController')],
    failed: [error('Query "{query}" failed', 'c.shop.search.QueryController')],
    everyday: [sometimes(0.01, warn('Query "{query}" rewritten: no exact match', 'c.shop.search.Rewriter'))],
  }),
  operation({
    service: 'recommendations',
    route: '/recommend',
    method: 'GET',
    selfMs: 35,
    usesDatastore: true,
    after: [info('GET /recommend?user={user} 200 {durationMs} ms', 'app.access')],
    everyday: [sometimes(0.004, warn('cold start for user {user}, popular items used', 'app.model'))],
  }),
  operation({
    service: 'pricing-service',
    route: '/prices',
    method: 'GET',
    selfMs: 5,
    usesDatastore: true,
    after: [info('priced lines={int:1:24} currency=EUR took={durationMs}ms', 'prices')],
    everyday: [sometimes(0.002, warn('promotion {word}-{int:10:40} overlaps, best one used', 'promotions'))],
  }),
  operation({
    service: 'cart-service',
    route: '/carts/:id',
    method: 'GET',
    selfMs: 4,
    usesDatastore: true,
    after: [info('cart {cart} read, {int:0:7} items', 'carts')],
  }),
  operation({
    service: 'cart-service',
    route: '/carts/:id/items',
    method: 'POST',
    selfMs: 6,
    usesDatastore: true,
    after: [info('added {sku} to cart {cart}', 'carts')],
    everyday: [sometimes(0.01, warn('version conflict on cart {cart}, merged', 'carts'))],
  }),
  operation({
    service: 'checkout-service',
    route: '/orders',
    method: 'POST',
    selfMs: 30,
    usesDatastore: true,
    before: [info('Placing order {order} for {user}, cart {cart}', 'c.shop.checkout.OrderController')],
    calls: [
      call('cart-service /carts/:id'),
      call('pricing-service /prices', { retries: 1 }),
      call('inventory-service /reservations', { timeoutMs: 2500, retries: 1 }),
      call('shipping-service /quotes', { timeoutMs: 2500 }),
      call('payment-gateway /charges', { timeoutMs: 4000 }),
    ],
    after: [info('Order {order} placed, total {money} EUR, {durationMs} ms', 'c.shop.checkout.OrderController')],
    failed: [error('Order {order} failed: answering {status}', 'c.shop.checkout.OrderController')],
    everyday: [sometimes(0.01, warn('Order {order}: address normalised by fallback rule', 'c.shop.checkout.Address'))],
    publishes: { to: 'notification-worker order.placed', afterMs: 900 },
  }),
  operation({
    service: 'inventory-service',
    route: '/stock/:sku',
    method: 'GET',
    selfMs: 6,
    usesDatastore: true,
    after: [info('GET /stock/{sku} 200 available={int:0:80}', 'views')],
  }),
  operation({
    service: 'inventory-service',
    route: '/reservations',
    method: 'POST',
    selfMs: 16,
    usesDatastore: true,
    after: [info('reserved {int:1:5} lines for {order} in {durationMs} ms', 'views')],
    everyday: [sometimes(0.02, warn('reservation for {order} short by 1 of {sku}, backorder', 'views'))],
  }),
  operation({
    service: 'shipping-service',
    route: '/quotes',
    method: 'POST',
    selfMs: 40,
    usesDatastore: true,
    after: [info('quote for {order}: {decimal:3.9:12.9} EUR, carrier {word}', 'app.quotes')],
    everyday: [sometimes(0.01, warn('carrier {word} slow, next one asked', 'app.quotes'))],
  }),
  operation({
    service: 'payment-gateway',
    route: '/charges',
    method: 'POST',
    selfMs: 140,
    usesDatastore: true,
    before: [info('Charging {order} amount {money} EUR', 'Shop.Charges')],
    after: [info('Charge ch_{hex:14} for {order} captured in {durationMs} ms', 'Shop.Charges')],
    everyday: [
      sometimes(0.03, warn('Card declined for {order}: insufficient_funds, second card used', 'Shop.Charges')),
      sometimes(0.006, error('Webhook signature mismatch from {clientIp}, ignored', 'Shop.Webhooks')),
    ],
  }),
  operation({
    service: 'notification-worker',
    route: 'order.placed',
    method: 'CONSUME',
    selfMs: 120,
    after: [info('mail order-confirmation sent for {order} in {durationMs}ms', 'mail')],
    everyday: [sometimes(0.015, warn('mailbox of {user} deferred, requeued', 'mail'))],
  }),
]

const FLOWS: readonly Flow[] = [
  { name: 'home', entry: 'edge-proxy /', weight: 26, agent: 'browser' },
  { name: 'search', entry: 'edge-proxy /search', weight: 17, agent: 'browser' },
  { name: 'product', entry: 'edge-proxy /products/:sku', weight: 22, agent: 'browser' },
  { name: 'cart', entry: 'edge-proxy /cart', weight: 9, agent: 'browser' },
  { name: 'add', entry: 'edge-proxy /cart/items', weight: 11, agent: 'browser' },
  { name: 'checkout', entry: 'edge-proxy /checkout', weight: 11, agent: 'browser' },
  { name: 'login', entry: 'edge-proxy /login', weight: 4, agent: 'browser' },
]

export const SHOP: Topology = {
  services: SHOP_SERVICES,
  operations: new Map(OPERATIONS.map((entry) => [`${entry.service} ${entry.route}`, entry])),
  flows: FLOWS,
  entryServices: ['edge-proxy', 'storefront-web'],
}
