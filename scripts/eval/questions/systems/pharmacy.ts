/**
 * An online pharmacy on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds,
 * histograms, gauges and counters; lines of JSON and logfmt with severities. A migration dropped a column in the database
 * of one warehouse that `stock-service` still reads, so it reserves nothing there, still so at the end. A release of
 * `catalog-service`, a restart of `interaction-checker`, declined payments, rejected prescriptions, sold-out packs and
 * unknown products are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { ecsJson, flatJson, logfmt, numberedJson, slogJson, structlogJson, zapJson } from './formats.ts'
import { sendPharmacyMetrics } from './pharmacy-metrics.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 100 * MINUTE_MS
const FORMATS = {
  'store-gateway': slogJson,
  'storefront-api': logfmt,
  'catalog-service': flatJson,
  'prescription-service': ecsJson,
  'interaction-checker': structlogJson,
  'checkout-service': logfmt,
  'stock-service': zapJson,
  'payment-service': numberedJson,
  'dispatch-worker': slogJson,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'store-gateway': '2.31.0', 'storefront-api': '14.6.1', 'prescription-service': '4.9.3' },
  ...{ 'interaction-checker': '1.3.18', 'checkout-service': '9.2.5', 'stock-service': '6.0.4' },
  ...{ 'payment-service': '3.17.2', 'dispatch-worker': '2.8.0' },
}
const WAREHOUSES = ['leipzig', 'leipzig', 'kassel', 'kassel', 'ulm']
const CHANNELS = ['web', 'web', 'web', 'ios', 'android', 'android']
const METHODS = ['card', 'card', 'card', 'paypal', 'invoice']
const DROPPED = 'pq: column "reserved_qty" does not exist (SQLSTATE 42703)'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/products/{id}', 34],
  ['GET', '/api/search', 56],
  ['GET', '/api/cart', 67],
  ['POST', '/api/prescriptions', 80],
  ['POST', '/api/checkout', 100],
] as const

class Pharmacy extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  #order = 88_140
  #prescription = 40_310

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(97, 'pharmacy'))
    this.releaseMs = endMs - 72 * MINUTE_MS + 11_000
    this.restartMs = endMs - 53 * MINUTE_MS + 40_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 24_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'catalog-service') return timeMs < this.releaseMs ? '7c6d5f9b84-w2mjk' : '58f7d4c6b9-q9xrt'
      return '6b9f7d8c55-n4tvz'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: true, hasAttributes: true },
      version: (timeMs: number) =>
        name === 'catalog-service' ? (timeMs < this.releaseMs ? '7.11.2' : '7.12.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'apotheke', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 4) + 1}`, 'k8s.cluster.name': 'pharma-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Reserves the packs of an order in one warehouse; each has a database of its own. */
  reserve(startMs: number, parent: Trace, order: string, warehouse: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'stock.warehouse': warehouse }
    const step = { service: 'stock-service', name: 'POST /reservations', startMs, parent, attributes }
    return this.through('checkout-service', step, (trace) => {
      const fields = { order, warehouse }
      const isBroken = startMs >= this.onsetMs && warehouse === 'kassel'
      if (isBroken) {
        const durationMs = random.logNormal(9, 0.3)
        const failed = { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'db.collection.name': 'packs' }
        const query = { service: 'stock-service', name: 'SELECT packs', startMs, parent: trace, attributes: failed }
        this.call(query, 'client', () => ({ status: 500, durationMs: durationMs - 2 }))
        scribe.log('stock-service', startMs + durationMs, 'ERROR', `reservation failed: ${DROPPED}`, fields, trace)
        return { status: 500, durationMs }
      }
      const found = this.store('stock-service', 'postgresql', 'SELECT packs', startMs + 1, trace, 6)
      if (random.chance(0.05)) {
        const pzn = String(random.integer(1_100_000, 9_900_000))
        scribe.log('stock-service', startMs + found.durationMs + 2, 'WARN', 'pack sold out', { ...fields, pzn }, trace)
        return { status: 409, durationMs: found.durationMs + 3 }
      }
      const saved = this.store('stock-service', 'postgresql', 'UPDATE packs', startMs + found.durationMs, trace, 9)
      const durationMs = found.durationMs + saved.durationMs + random.logNormal(5, 0.3)
      const packs = random.integer(1, 6)
      scribe.log('stock-service', startMs + durationMs, 'INFO', 'packs reserved', { ...fields, packs }, trace)
      return { status: 201, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, order: string, cents: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(METHODS)
    const attributes = { 'payment.method': method }
    const step = { service: 'payment-service', name: 'POST /payments', startMs, parent, attributes }
    return this.through('checkout-service', step, (trace) => {
      const durationMs = random.logNormal(method === 'invoice' ? 95 : method === 'paypal' ? 520 : 230, 0.3)
      const fields = { order, cents, method }
      if (method !== 'paypal' && random.chance(0.07)) {
        scribe.log('payment-service', startMs + durationMs, 'WARN', 'payment declined', fields, trace)
        this.remember('declinedOrder', order, startMs)
        return { status: 402, durationMs }
      }
      scribe.log('payment-service', startMs + durationMs, 'INFO', 'payment captured', fields, trace)
      return { status: 201, durationMs }
    })
  }

  checkout(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const order = `PO-${++this.#order}`
    const warehouse = random.pick(WAREHOUSES)
    const type = random.chance(0.4) ? 'prescription' : 'otc'
    const attributes = { 'order.type': type, 'stock.warehouse': warehouse }
    const step = { service: 'checkout-service', name: 'POST /orders', startMs, parent, attributes }
    return this.through('storefront-api', step, (trace) => {
      const fields = { order, type, warehouse }
      const say = (timeMs: number, severity: Severity, text: string, more: Values = {}) =>
        scribe.log('checkout-service', timeMs, severity, text, { ...fields, ...more }, trace)
      const reserved = this.reserve(startMs + 2, trace, order, warehouse)
      const reservedMs = reserved.durationMs + 4
      if (reserved.status >= 500) {
        say(startMs + reservedMs, 'ERROR', 'order failed: stock-service answered 500')
        this.remember('failedOrder', order, startMs)
        return { status: 502, durationMs: reservedMs }
      }
      if (reserved.status === 409) return { status: 409, durationMs: reservedMs }
      const cents = random.integer(640, 9800)
      const paid = this.pay(startMs + reservedMs, trace, order, cents)
      const paidMs = reservedMs + paid.durationMs
      if (paid.status === 402) return { status: 402, durationMs: paidMs }
      const saved = this.store('checkout-service', 'postgresql', 'INSERT orders', startMs + paidMs, trace, 11)
      const durationMs = paidMs + saved.durationMs + 3
      say(startMs + durationMs, 'INFO', 'order placed', { cents })
      this.remember('placedOrder', order, startMs)
      this.remember('placedTrace', parent.traceId, startMs)
      this.dispatch(startMs + durationMs, trace, order, warehouse)
      return { status: 201, durationMs }
    })
  }

  /** Placed orders are packed: a worker asks for the label. */
  dispatch(startMs: number, parent: Trace, order: string, warehouse: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders.placed' }
    const step = { service: 'checkout-service', name: 'orders.placed publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(120, 0.5)
      const attributes = { ...topic, 'stock.warehouse': warehouse }
      const taken = { service: 'dispatch-worker', name: 'orders.placed process', startMs: pickMs, parent: trace }
      this.serve({ ...taken, attributes }, 'consumer', (inner) => {
        const durationMs = random.logNormal(210, 0.4)
        const fields = { order, warehouse }
        if (random.chance(0.04))
          scribe.log('dispatch-worker', pickMs + 30, 'WARN', 'address corrected', { ...fields, field: 'zip' }, inner)
        scribe.log('dispatch-worker', pickMs + durationMs, 'INFO', 'label printed', fields, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(4, 0.2) }
    })
  }

  prescribe(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `RX-${++this.#prescription}`
    const kind = random.chance(0.75) ? 'e-rx' : 'paper'
    const attributes = { 'prescription.kind': kind }
    const step = { service: 'prescription-service', name: 'POST /prescriptions', startMs, parent, attributes }
    return this.through('storefront-api', step, (trace) => {
      const fields = { prescription: id, kind }
      const saved = this.store('prescription-service', 'mongodb', 'insert prescriptions', startMs + 1, trace, 12)
      const savedMs = saved.durationMs + 3
      if (random.chance(0.09)) {
        const reason = random.pick(['expired', 'already_redeemed', 'unreadable', 'unreadable'])
        const all = { ...fields, reason }
        scribe.log('prescription-service', startMs + savedMs, 'WARN', 'prescription rejected', all, trace)
        this.remember('rejectedPrescription', id, startMs)
        return { status: 422, durationMs: savedMs }
      }
      const checked = this.interactions(startMs + savedMs, trace, id)
      const durationMs = savedMs + checked.durationMs + 6
      scribe.log('prescription-service', startMs + durationMs, 'INFO', 'prescription accepted', fields, trace)
      this.remember('acceptedPrescription', id, startMs)
      return { status: 201, durationMs }
    })
  }

  interactions(startMs: number, parent: Trace, prescription: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'interaction-checker', name: 'POST /interactions/check', startMs, parent }
    return this.through('prescription-service', step, (trace) => {
      const durationMs = random.logNormal(140, 0.45)
      const fields = { prescription, drugs: random.integer(1, 7) }
      if (random.chance(0.06))
        scribe.log('interaction-checker', startMs + durationMs, 'WARN', 'interaction found', fields, trace)
      else scribe.log('interaction-checker', startMs + durationMs, 'INFO', 'no interaction', fields, trace)
      return { status: 200, durationMs }
    })
  }

  browse(startMs: number, parent: Trace, name: string): Outcome {
    const { random, scribe } = this
    return this.through('storefront-api', { service: 'catalog-service', name, startMs, parent }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const isSearch = name === 'GET /search'
      const medianMs = isSearch ? (isNew ? 47 : 34) : 8
      const system = isSearch ? 'opensearch' : 'postgresql'
      const operation = isSearch ? 'search products' : 'SELECT products'
      const found = this.store('catalog-service', system, operation, startMs + 1, trace, medianMs)
      const durationMs = found.durationMs + random.logNormal(5, 0.3)
      if (!isSearch && random.chance(0.03)) {
        const pzn = String(random.integer(1_100_000, 9_900_000))
        scribe.log('catalog-service', startMs + durationMs, 'WARN', 'product not found', { pzn }, trace)
        return { status: 404, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace): Outcome {
    switch (route) {
      case '/api/checkout':
        return this.checkout(startMs, trace)
      case '/api/prescriptions':
        return this.prescribe(startMs, trace)
      case '/api/cart':
        return this.store('storefront-api', 'redis', 'HGETALL carts', startMs, trace, 2)
      case '/api/search':
        return this.browse(startMs, trace, 'GET /search')
      default:
        return this.browse(startMs, trace, 'GET /products/{id}')
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'customer.id': `K-${random.integer(10_400, 12_600)}`, 'app.channel': random.pick(CHANNELS) }
    const name = `${method} ${route}`
    const attributes = { 'http.request.method': method, 'http.route': route }
    const path = route.replace('{id}', String(random.integer(1_100_000, 9_900_000)))
    this.serve({ service: 'store-gateway', name, startMs, parent: root, attributes }, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const fields = { method, path, status, duration_ms: Math.round(durationMs) }
        const severity = status >= 500 ? 'ERROR' : 'INFO'
        scribe.log('store-gateway', startMs + durationMs, severity, 'request completed', fields, outer)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1)
      const inside = { service: 'storefront-api', name, startMs: startMs + 1, parent: outer, attributes: who }
      const done = this.through('store-gateway', inside, (trace) => {
        const { status, durationMs } = this.inner(route, startMs + 4, trace)
        if (status >= 500) {
          const fields = { route, status, upstream: 'checkout-service' }
          scribe.log('storefront-api', startMs + durationMs + 5, 'ERROR', 'upstream call failed', fields, trace)
          this.remember('failedTrace', root.traceId, startMs)
        }
        return { status, durationMs: durationMs + random.logNormal(3, 0.3) }
      })
      return write(done.status, done.durationMs + 1)
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 1050 }, random, (timeMs) => this.request(timeMs))
    scribe.log('catalog-service', this.releaseMs, 'INFO', 'catalog-service 7.12.0 started', { port: 8080 })
    scribe.log('interaction-checker', this.restartMs - 6000, 'INFO', 'received SIGTERM, shutting down')
    scribe.log('interaction-checker', this.restartMs, 'INFO', 'interaction tables loaded', { rows: 48_211 })
    const migration = { migration: 'V147__drop_reserved_qty', warehouse: 'kassel', by: 'dba-console' }
    scribe.log('stock-service', this.onsetMs - 1500, 'INFO', 'schema migration applied', migration)
    const synced = { insurer: 'gkv-hub', claims: 214 }
    scribe.log('prescription-service', this.startMs + 33 * MINUTE_MS, 'INFO', 'claims handed to insurers', synced)
  }
}

export function pharmacy(endMs: number): World {
  const system = new Pharmacy(endMs)
  system.background()
  sendPharmacyMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'pharmacy', services: SERVICES, marks: { onset, release, restart } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, columnLine: bodyOf('does not exist'), failedLine: bodyOf('order failed') },
    ...{ interactionLine: bodyOf('interaction found') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
