/**
 * Food delivery in Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, histograms,
 * memory of the JVM; lines of nginx, Spring Boot, Log4j, Go, Node.js, Python and .NET. The Redis of `courier-location`
 * reaches its limit and refuses writes: positions, times of arrival and assignments of couriers fail, still so at the
 * end. `menu-catalog` was released, cards are declined, vouchers are invalid: harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { sendDeliveryMetrics } from './delivery-metrics.ts'
import {
  accessLine,
  log4jLine,
  loguruLine,
  numberedJson,
  serilogLine,
  springLine,
  structlogJson,
  zapJson,
} from './formats.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 94 * MINUTE_MS
const FORMATS = {
  'edge-gateway': accessLine,
  'order-api': springLine,
  'menu-catalog': numberedJson,
  'payment-bridge': serilogLine,
  'dispatch-engine': log4jLine,
  'courier-location': zapJson,
  'eta-predictor': loguruLine,
  'notify-worker': structlogJson,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  'edge-gateway': '1.27.3',
  'order-api': '8.14.2',
  'courier-location': '3.9.0',
  'dispatch-engine': '6.2.5',
}
const CITIES = ['Lisboa', 'Lisboa', 'Lisboa', 'Porto', 'Porto', 'Madrid', 'Madrid', 'Valencia']
const PLATFORMS = ['ios', 'ios', 'android', 'android', 'android', 'web']
const RESTAURANTS = ['Casa Tofu', 'Casa Tofu', 'Burger Bay', 'Burger Bay', 'Burger Bay', 'Sushi Kumo', 'Pizza Nonna']
const CARDS = ['visa', 'visa', 'mastercard', 'mastercard', 'amex']
const REFUSED = "OOM command not allowed when used memory > 'maxmemory'"

class Delivery extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  #order = 20_400

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(97, 'delivery'))
    this.releaseMs = endMs - 61 * MINUTE_MS
    this.onsetMs = endMs - 29 * MINUTE_MS + 17_000
    const isNew = (name: string, timeMs: number) => name === 'menu-catalog' && timeMs >= this.releaseMs
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format },
      version: (timeMs: number) =>
        name === 'menu-catalog' ? (isNew(name, timeMs) ? '5.12.0' : '5.11.3') : (VERSIONS[name] ?? '2.1.7'),
      instance: (_traceId: string, timeMs: number) =>
        `${name}-${isNew(name, timeMs) ? '6c9d7f5b8-t4xkm' : '84f6d9c7b5-q2wlz'}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'fooddash-prod', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        'k8s.node.name': `node-${'abc'.charAt(index % 3)}`,
      }),
      isSeveritySent: name === 'order-api' || name === 'dispatch-engine',
      hasAttributes: name === 'courier-location' || name === 'notify-worker',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Commands that write are refused while Redis is full, as long as no key has just run out. */
  location(from: string, name: string, startMs: number, parent: Trace, fields: Values): Outcome {
    return this.through(from, { service: 'courier-location', name, startMs, parent }, (trace) => {
      const command = name.startsWith('PUT') ? 'GEOADD' : 'GEOSEARCHSTORE'
      const isRefused = startMs >= this.onsetMs && this.random.chance(0.78)
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': command, 'server.address': 'redis-couriers' }
      const step = { service: 'courier-location', name: command, startMs: startMs + 1, parent: trace, attributes }
      const done = this.call(step, 'client', () => ({
        status: isRefused ? 500 : 200,
        durationMs: this.random.logNormal(1.4, 0.3),
      }))
      const endMs = startMs + done.durationMs + 1
      if (isRefused) {
        this.scribe.log('courier-location', endMs, 'ERROR', `redis: ${REFUSED}`, { cmd: command, ...fields }, trace)
      } else if (command === 'GEOSEARCHSTORE') {
        const found = this.random.integer(3, 19)
        this.scribe.log('courier-location', endMs, 'DEBUG', 'nearby couriers found', { found, ...fields }, trace)
      }
      return { status: done.status, durationMs: done.durationMs + this.random.logNormal(3, 0.3) }
    })
  }

  order(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const number = `FD-${this.#order++}`
    const items = random.integer(1, 6)
    const euros = ((items * random.integer(650, 1490)) / 100).toFixed(2)
    const attributes = { 'order.items': items, 'restaurant.name': random.pick(RESTAURANTS) }
    const placed = this.through(
      'edge-gateway',
      { service: 'order-api', name: 'POST /orders', startMs, parent, attributes },
      (trace) => {
        if (random.chance(0.035)) {
          scribe.log('order-api', startMs + 6, 'WARN', `Order ${number} rejected: voucher is not valid`, {}, trace)
          return { status: 422, durationMs: random.logNormal(9, 0.2) }
        }
        const paid = this.charge(startMs + 5, trace, euros)
        if (paid.status === 402) {
          scribe.log('order-api', startMs + paid.durationMs + 8, 'WARN', `Order ${number} not paid`, {}, trace)
          this.remember('unpaidOrder', number, startMs)
          return { status: 402, durationMs: paid.durationMs + 9 }
        }
        const stored = this.store('order-api', 'postgresql', 'INSERT orders', startMs + paid.durationMs + 6, trace, 7)
        const durationMs = paid.durationMs + stored.durationMs + random.logNormal(14, 0.3)
        const text = `Order ${number} placed: ${items} items, ${euros} EUR, ${attributes['restaurant.name']}, ${who['delivery.city']}`
        scribe.log('order-api', startMs + durationMs, 'INFO', text, {}, trace)
        this.remember('placedOrder', number, startMs)
        this.publish(startMs + durationMs - 2, trace, number, who)
        return { status: 201, durationMs }
      },
    )
    if (placed.status === 201) this.remember('orderTrace', parent.traceId, startMs)
    return placed
  }

  charge(startMs: number, parent: Trace, euros: string): Outcome {
    const { random, scribe } = this
    const card = random.pick(CARDS)
    const attributes = { 'payment.card.brand': card }
    const step = { service: 'payment-bridge', name: 'POST /charges', startMs, parent, attributes }
    return this.through('order-api', step, (trace) => {
      const durationMs = random.logNormal(210, 0.35)
      const isDeclined = random.chance(0.06)
      if (isDeclined) {
        const reason = random.pick(['insufficient_funds', 'insufficient_funds', 'card_expired', 'do_not_honor'])
        scribe.log('payment-bridge', startMs + durationMs, 'WARN', `Charge declined (${card}): ${reason}`, {}, trace)
      } else {
        const text = `Charge of ${euros} EUR captured (${card}) in ${Math.round(durationMs)} ms`
        scribe.log('payment-bridge', startMs + durationMs, 'INFO', text, {}, trace)
      }
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  publish(startMs: number, parent: Trace, number: string, who: Values): void {
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders.confirmed' }
    const step = { service: 'order-api', name: 'orders.confirmed publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const taken = { name: 'orders.confirmed process', parent: trace, attributes: { ...topic, ...who } }
      const pickMs = startMs + this.random.logNormal(60, 0.4)
      this.serve({ ...taken, service: 'dispatch-engine', startMs: pickMs }, 'consumer', (inner) =>
        this.assign(pickMs, inner, number, String(who['delivery.city'])),
      )
      this.serve({ ...taken, service: 'notify-worker', startMs: pickMs + 4 }, 'consumer', (inner) => {
        const isStale = this.random.chance(0.05)
        const fields = { order: number, channel: this.random.pick(['push', 'push', 'push', 'sms']) }
        const text = isStale ? 'push token is no longer valid' : 'order confirmation sent'
        this.scribe.log('notify-worker', pickMs + 50, isStale ? 'WARN' : 'INFO', text, fields, inner)
        return { status: 200, durationMs: this.random.logNormal(46, 0.3) }
      })
      return { status: 200, durationMs: this.random.logNormal(3, 0.2) }
    })
  }

  assign(startMs: number, trace: Trace, number: string, city: string): Outcome {
    const { random, scribe } = this
    const found = this.location('dispatch-engine', 'GET /couriers/nearby', startMs + 3, trace, { city })
    const durationMs = found.durationMs + random.logNormal(22, 0.3)
    if (found.status >= 500) {
      const text = `No courier for order ${number} in ${city}: courier-location answered ${found.status}`
      scribe.log('dispatch-engine', startMs + durationMs, 'ERROR', text, {}, trace)
      this.remember('unassignedOrder', number, startMs)
      return { status: 500, durationMs }
    }
    const minutes = random.integer(2, 14)
    const text = `Courier CR-${random.integer(100, 480)} assigned to order ${number}, ${minutes} min away`
    scribe.log('dispatch-engine', startMs + durationMs, 'INFO', text, {}, trace)
    this.remember('assignedOrder', number, startMs)
    return { status: 200, durationMs }
  }

  menus(route: string, startMs: number, parent: Trace): Outcome {
    const name = `GET ${route === '/v1/restaurants' ? '/restaurants' : '/menus/{restaurantId}'}`
    return this.through('edge-gateway', { service: 'menu-catalog', name, startMs, parent }, (trace) => {
      if (route !== '/v1/restaurants' && this.random.chance(0.03)) {
        this.scribe.log('menu-catalog', startMs + 5, 'WARN', 'menu is not published', { status: 404 }, trace)
        return { status: 404, durationMs: 6 }
      }
      const found = this.store('menu-catalog', 'mongodb', 'find menus', startMs + 2, trace, 11)
      if (this.random.chance(0.15)) {
        const fields = { dishes: this.random.integer(8, 90), cache: this.random.chance(0.7) ? 'hit' : 'miss' }
        this.scribe.log('menu-catalog', startMs + found.durationMs + 3, 'INFO', 'menu rendered', fields, trace)
      }
      return { status: 200, durationMs: found.durationMs + this.random.logNormal(8, 0.3) }
    })
  }

  arrival(startMs: number, parent: Trace, city: string): Outcome {
    const step = { service: 'eta-predictor', name: 'GET /eta', startMs, parent }
    return this.through('edge-gateway', step, (trace) => {
      const near = this.location('eta-predictor', 'GET /couriers/nearby', startMs + 4, trace, { city })
      const durationMs = near.durationMs + this.random.logNormal(31, 0.3)
      if (near.status >= 500) {
        const text = `no courier positions for ${city}: courier-location returned HTTP ${near.status}`
        this.scribe.log('eta-predictor', startMs + durationMs, 'ERROR', text, {}, trace)
        return { status: 503, durationMs }
      }
      if (this.random.chance(0.2)) {
        const text = `estimated ${this.random.integer(11, 58)} min for ${city}`
        this.scribe.log('eta-predictor', startMs + durationMs, 'INFO', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const [method, route] =
      place < 0.33
        ? ['GET', '/v1/restaurants']
        : place < 0.53
          ? ['GET', '/v1/restaurants/{id}/menu']
          : place < 0.69
            ? ['POST', '/v1/orders']
            : place < 0.86
              ? ['GET', '/v1/orders/{id}/eta']
              : ['PUT', '/v1/couriers/{id}/position']
    const path = route.replace('{id}', String(random.integer(100, 480)))
    const city = random.pick(CITIES)
    const who = { 'delivery.city': city, 'app.platform': random.pick(PLATFORMS) }
    const customer = route.includes('couriers') ? {} : { 'customer.id': `CU-${random.integer(3000, 3700)}` }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const http = { 'http.request.method': method, 'http.route': route, 'url.path': path }
    const attributes = { ...http, ...who, ...customer }
    const step = { service: 'edge-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    const done = this.serve(step, 'server', (trace) => {
      const inner = route.endsWith('position')
        ? this.location('edge-gateway', 'PUT /couriers/{id}/position', startMs + 2, trace, { city })
        : route.endsWith('eta')
          ? this.arrival(startMs + 2, trace, city)
          : method === 'POST'
            ? this.order(startMs + 2, trace, { ...who, ...customer })
            : this.menus(route, startMs + 2, trace)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(2.5, 0.3) }
    })
    const at = new Date(startMs + done.durationMs)
    const agent = who['app.platform'] === 'web' ? 'Mozilla/5.0' : `fooddash-${who['app.platform']}/7.3.1`
    const seconds = (done.durationMs / 1000).toFixed(3)
    const line = `10.42.${random.integer(0, 9)}.${random.integer(2, 250)} - - [${at.toISOString()}] "${method} ${path} HTTP/1.1" ${done.status} ${random.integer(90, 8200)} "${agent}" rt=${seconds}`
    scribe.log('edge-gateway', at.getTime(), 'INFO', line, {}, root)
    if (done.status === 503) this.remember('failedTrace', root.traceId, startMs)
  }

  background(): void {
    const { random, scribe } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs }
    eachArrival({ ...whole, toMs: this.endMs - 900, meanMs: 900 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...whole, meanMs: 70_000 }, random, (timeMs) => {
      const text = `GC pause of ${random.integer(210, 480)} ms (G1 Evacuation Pause)`
      scribe.log('order-api', timeMs, 'WARN', text)
    })
    eachTick({ ...whole, everyMs: 12 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('dispatch-engine', timeMs, 'INFO', 'Partitions of orders.confirmed rebalanced: 6 assigned')
    })
    scribe.log('menu-catalog', this.releaseMs, 'INFO', 'menu-catalog 5.12.0 listening on port 3000')
    const text = `redis-couriers uses 98 % of maxmemory (policy noeviction)`
    scribe.log('courier-location', this.onsetMs - 2 * MINUTE_MS, 'WARN', text)
  }
}

export function delivery(endMs: number): World {
  const system = new Delivery(endMs)
  system.background()
  sendDeliveryMetrics(system)
  const world = system.world({
    name: 'delivery',
    services: SERVICES,
    marks: { onset: system.onsetMs, release: system.releaseMs },
  })
  return {
    ...world,
    names: {
      ...world.names,
      etaRoute: 'GET /v1/orders/{id}/eta',
      dispatchLine: world.logs.find((log) => log.message.startsWith('No courier for order'))?.body ?? '',
    },
  }
}
