/**
 * An online supermarket on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, two
 * consumers of Kafka, a stock importer with lines only; lines of JSON, logfmt, Spring Boot, Python and with bracketed
 * levels. The calendar of delivery slots opens the next week, but the table of bookings has no partition for it, so
 * `slot-planner` books no slot of that week; still so when all telemetry stops, four minutes before the end. A release
 * that makes the search of `catalogue-api` slower, a restart of `doorbell`, declined cards, full slots, sold-out products,
 * late vans and a payment provider that answers late now and then are harmless; `shelf-sync` has gone silent long before.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { type Grocery, placed, runBackground } from './grocery-background.ts'
import { sendGroceryMetrics } from './grocery-metrics.ts'
import * as names from './grocery-names.ts'
import { MINUTE_MS, VISITS, type Visit } from './grocery-names.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const SILENT_MS = 4 * MINUTE_MS
const LENGTH_MS = 72 * MINUTE_MS
const NO_PARTITION =
  'org.postgresql.util.PSQLException: ERROR: no partition of relation "slot_bookings" found for row (SQLSTATE 23514)'

class OnlineGrocery extends SystemByConventions implements Grocery {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly shelfMs: number
  #order = 4_081_100

  /** `endMs`: when the telemetry stops. */
  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(61, 'grocery'))
    this.releaseMs = endMs - 55 * MINUTE_MS + 8000
    this.restartMs = endMs - 43 * MINUTE_MS + 36_000
    this.shelfMs = endMs - 36 * MINUTE_MS
    this.onsetMs = endMs - 27 * MINUTE_MS + 24_000
    const setups = names.SERVICES.map((name, index) => ({
      ...{ name, format: names.FORMATS[name] ?? (() => ''), isSeveritySent: true },
      hasAttributes: !names.PLAIN.includes(name),
      version: (timeMs: number) =>
        name === 'catalogue-api' ? (timeMs < this.releaseMs ? '8.14.2' : '8.15.0') : (names.VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string, timeMs: number) => `${name}-${this.#pod(name, traceId, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'grocery', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `node-${(index % 4) + 1}`, 'deployment.environment.name': 'production' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    if (name === 'catalogue-api') return timeMs < this.releaseMs ? '7c5d9f6b84-m2xqd' : '64b8f7dc59-r9tkw'
    if (name === 'front-door') return traceId < '8' ? '5b6f8d97c4-gh4zn' : '5b6f8d97c4-wq7lc'
    return '6d8c7b5f49-vj5sp'
  }

  /** Books a slot: those of the next week have no partition. */
  book(startMs: number, parent: Trace, visit: Visit, week: string): Outcome {
    const { random, scribe } = this
    const attributes = { region: visit.region, 'slot.week': week }
    const step = { service: 'slot-planner', name: 'POST /bookings', startMs, parent, attributes }
    return this.through('order-desk', step, (trace) => {
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('slot-planner', timeMs, severity, text, {}, trace)
      const slot = `SL-${random.integer(20_000, 29_999)}`
      const found = this.store('slot-planner', 'postgresql', 'SELECT slots', startMs + 1, trace, 5)
      const foundMs = found.durationMs + 3
      if (random.chance(0.05)) {
        say(startMs + foundMs, 'WARN', `slot ${slot} is full, other slots offered (order ${visit.order})`)
        return { status: 409, durationMs: foundMs }
      }
      const isBroken = week === 'next-week'
      const target = { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT' }
      const inserted = this.call(
        {
          ...{ service: 'slot-planner', name: 'INSERT slot_bookings', startMs: startMs + foundMs, parent: trace },
          attributes: {
            ...{ ...target, 'db.collection.name': 'slot_bookings' },
            ...(isBroken ? { 'db.response.status_code': '23514' } : {}),
          },
        },
        'client',
        () => ({ status: isBroken ? 500 : 200, durationMs: random.logNormal(isBroken ? 4 : 8, 0.3) }),
      )
      const durationMs = foundMs + inserted.durationMs + 2
      if (isBroken) {
        say(startMs + durationMs, 'ERROR', `booking of slot ${slot} for order ${visit.order} failed: ${NO_PARTITION}`)
        return { status: 500, durationMs }
      }
      say(startMs + durationMs, 'INFO', `slot ${slot} booked for order ${visit.order}, region ${visit.region}`)
      return { status: 201, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, visit: Visit, cents: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(['card', 'card', 'card', 'paypal', 'voucher'])
    const attributes = { region: visit.region, 'payment.method': method }
    const step = { service: 'till', name: 'POST /payments', startMs, parent, attributes }
    return this.through('order-desk', step, (trace) => {
      const fields = { order: visit.order, amount_cents: cents, method }
      const hub = { 'http.request.method': 'POST', 'server.address': 'api.payhub.example' }
      const ask = (timeMs: number, status: number, durationMs: number) =>
        this.call({ service: 'till', name: 'POST', startMs: timeMs, parent: trace, attributes: hub }, 'client', () => ({
          status,
          durationMs,
        }))
      let durationMs = 4
      if (random.chance(0.025)) {
        durationMs += ask(startMs + durationMs, 504, 2000).durationMs
        scribe.log('till', startMs + durationMs, 'WARN', 'payhub timed out, trying again', fields, trace)
      }
      durationMs += ask(startMs + durationMs, 200, random.logNormal(method === 'paypal' ? 420 : 190, 0.3)).durationMs
      if (method === 'card' && random.chance(0.09)) {
        scribe.log('till', startMs + durationMs, 'WARN', 'payment declined by issuer', fields, trace)
        this.remember('declinedOrder', visit.order, startMs)
        return { status: 402, durationMs }
      }
      scribe.log('till', startMs + durationMs, 'INFO', 'payment authorised', fields, trace)
      return { status: 201, durationMs }
    })
  }

  checkout(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region, tier, channel, order, customer } = visit
    const attributes = { region, 'customer.tier': tier, channel }
    const step = { service: 'order-desk', name: 'POST /orders', startMs, parent, attributes }
    return this.through('front-door', step, (trace) => {
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('order-desk', timeMs, severity, text, {}, trace)
      const cents = random.integer(3_200, 17_900)
      let durationMs = 2 + this.store('order-desk', 'postgresql', 'INSERT orders', startMs + 1, trace, 8).durationMs
      const isNext = random.chance(startMs >= this.onsetMs ? 0.64 : 0)
      const week = isNext ? 'next-week' : 'this-week'
      let booked = this.book(startMs + durationMs, trace, visit, week)
      durationMs += booked.durationMs
      if (booked.status >= 500) {
        say(startMs + durationMs, 'WARN', `slot-planner answered 500 for order ${order}, trying once more`)
        durationMs += 150
        booked = this.book(startMs + durationMs, trace, visit, week)
        durationMs += booked.durationMs
      }
      if (booked.status >= 500) {
        say(startMs + durationMs, 'ERROR', `order ${order} not placed: no slot could be booked (slot-planner 500)`)
        this.remember('failedOrder', order, startMs)
        this.remember('failedCustomer', customer, startMs)
        return { status: 502, durationMs: durationMs + 1 }
      }
      if (booked.status === 409) return { status: 409, durationMs: durationMs + 1 }
      const paid = this.pay(startMs + durationMs, trace, visit, cents)
      durationMs += paid.durationMs
      if (paid.status === 402) {
        say(startMs + durationMs, 'WARN', `order ${order} waits for another payment, slot released`)
        return { status: 402, durationMs }
      }
      durationMs += this.store('order-desk', 'postgresql', 'UPDATE orders', startMs + durationMs, trace, 6).durationMs
      say(
        startMs + durationMs,
        'INFO',
        `order ${order} placed, total ${(cents / 100).toFixed(2)} EUR, region ${region}`,
      )
      this.remember('placedOrder', order, startMs)
      this.remember('placedTrace', parent.traceId, startMs)
      placed(this, startMs + durationMs, trace, order, region)
      return { status: 201, durationMs }
    })
  }

  slots(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region } = visit
    const step = { service: 'slot-planner', name: 'GET /slots', startMs, parent, attributes: { region } }
    return this.through('front-door', step, (trace) => {
      const found = this.store('slot-planner', 'postgresql', 'SELECT slots', startMs + 1, trace, 11)
      const inside = { service: 'van-router', name: 'GET /capacity', startMs: startMs + found.durationMs + 2 }
      const room = this.through('slot-planner', { ...inside, parent: trace, attributes: { region } }, (inner) => {
        const read = this.store('van-router', 'redis', 'GET routes', inside.startMs + 2, inner, 2)
        return { status: 200, durationMs: read.durationMs + random.logNormal(34, 0.4) }
      })
      const durationMs = found.durationMs + room.durationMs + 5
      const text = `slots listed for region ${region}: ${random.integer(4, 60)} free`
      scribe.log('slot-planner', startMs + durationMs, 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  products(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region, sku } = visit
    const isSearch = visit.route.endsWith('search')
    const name = isSearch ? 'GET /search' : 'GET /products/{sku}'
    const step = { service: 'catalogue-api', name, startMs, parent, attributes: { region } }
    return this.through('front-door', step, (trace) => {
      const isSlower = isSearch && startMs >= this.releaseMs
      const operation = isSearch ? 'search products' : 'get products'
      const found = this.store('catalogue-api', 'elasticsearch', operation, startMs + 1, trace, isSearch ? 38 : 6)
      const durationMs = found.durationMs + random.logNormal(isSlower ? 31 : 12, 0.3)
      const atMs = startMs + durationMs
      if (!isSearch && random.chance(0.04)) {
        scribe.log('catalogue-api', atMs, 'WARN', 'product not found', { sku: `${sku}-old`, region }, trace)
        return { status: 404, durationMs }
      }
      const fields = isSearch ? { q: random.pick(names.SEARCHES), hits: random.integer(1, 90) } : { sku }
      scribe.log('catalogue-api', atMs, 'INFO', isSearch ? 'search served' : 'product served', fields, trace)
      return { status: 200, durationMs }
    })
  }

  basket(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { region, tier, customer, sku } = visit
    const isRead = visit.route === '/api/basket'
    const name = isRead ? 'GET /basket' : 'POST /items'
    const attributes = { region, 'customer.tier': tier }
    const step = { service: 'basket-api', name, startMs, parent, attributes }
    return this.through('front-door', step, (trace) => {
      const operation = isRead ? 'HGETALL baskets' : 'HSET baskets'
      const saved = this.store('basket-api', 'redis', operation, startMs + 1, trace, 1.6)
      const durationMs = saved.durationMs + random.logNormal(6, 0.35)
      const say = (severity: Severity, text: string, fields: Record<string, string | number>) =>
        scribe.log('basket-api', startMs + durationMs, severity, text, { customer, ...fields }, trace)
      if (isRead) return { status: 200, durationMs }
      if (random.chance(0.06)) {
        say('WARN', 'product is sold out', { sku })
        return { status: 409, durationMs }
      }
      if (random.chance(0.02)) say('WARN', 'voucher rejected', { code: random.pick(['SPRING5', 'WELCOME10']) })
      say('INFO', 'item added', { sku, qty: random.integer(1, 6) })
      return { status: 200, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random } = this
    switch (visit.route) {
      case '/api/checkout':
        return this.checkout(startMs, trace, visit)
      case '/api/slots':
        return this.slots(startMs, trace, visit)
      case '/api/basket':
      case '/api/basket/items':
        return this.basket(startMs, trace, visit)
      case '/api/login': {
        const found = this.store('front-door', 'redis', 'GET sessions', startMs, trace, 1.5)
        return { status: random.chance(0.12) ? 401 : 200, durationMs: found.durationMs + random.logNormal(70, 0.2) }
      }
      case '/api/orders/{id}': {
        const attributes = { region: visit.region }
        const step = { service: 'order-desk', name: 'GET /orders/{id}', startMs, parent: trace, attributes }
        return this.through('front-door', step, (inner) => {
          const found = this.store('order-desk', 'postgresql', 'SELECT orders', startMs + 2, inner, 7)
          return { status: 200, durationMs: found.durationMs + 3 }
        })
      }
      default:
        return this.products(startMs, trace, visit)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit = {
      ...{ route, region: random.pick(names.REGIONS), tier: random.pick(names.TIERS) },
      ...{ channel: random.pick(names.CHANNELS), customer: `C-${random.integer(70_000, 71_400)}` },
      ...{ order: `GR-${++this.#order}`, sku: random.pick(names.PRODUCTS) },
    }
    const { region, tier, channel, customer } = visit
    const http = { 'http.request.method': method, 'http.route': route }
    const who = { 'customer.id': customer, 'customer.tier': tier, region, channel }
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    const step = { service: 'front-door', name: `${method} ${route}`, startMs, parent }
    this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (trace) => {
      const done = random.chance(0.008) ? { status: 429, durationMs: 1 } : this.inner(visit, startMs + 2, trace)
      const durationMs = done.durationMs + random.logNormal(3, 0.3)
      const path = route.replace('{id}', visit.order).replace('{sku}', visit.sku)
      const fields = { method, path, status: done.status, ms: Math.round(durationMs) }
      const isFailed = done.status >= 500
      const text = isFailed ? 'request failed' : 'request completed'
      scribe.log('front-door', startMs + durationMs, isFailed ? 'ERROR' : 'INFO', text, fields, trace)
      if (isFailed) this.remember('failedTrace', parent.traceId, startMs)
      if (done.status === 401)
        scribe.log('front-door', startMs + durationMs, 'WARN', 'login refused', { customer }, trace)
      return { status: done.status, durationMs }
    })
  }
}

export function grocery(endMs: number): World {
  const system = new OnlineGrocery(endMs - SILENT_MS)
  const range = { fromMs: system.startMs, toMs: system.endMs - 2000, meanMs: 1250 }
  eachArrival(range, system.random, (timeMs) => system.request(timeMs))
  runBackground(system)
  sendGroceryMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, shelfMs: shelf, endMs: silent } = system
  const marks = { onset, release, restart, shelf, silent }
  const world = system.world({ name: 'grocery', services: names.SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ partitionLine: bodyOf('no partition of relation'), notPlacedLine: bodyOf(' not placed: ') },
    ...{ lateLine: bodyOf('payhub timed out'), behindLine: bodyOf(' behind its plan') },
  }
  return { ...world, endMs, names: { ...world.names, ...lines } }
}
