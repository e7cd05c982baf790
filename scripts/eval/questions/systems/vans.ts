/**
 * Furniture rental and moving vans on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with
 * kinds, histograms, gauges and counters; lines of JSON and logfmt, plain ones of Python. Two of three members of the etcd
 * cluster `north` are gone, so `depot-stock` stores no reservations of two warehouses, until one is back: over at the
 * end. A release of `routing-desk`, a restart of `sms-courier`, refused cards, sold-out slots, items that are out of
 * stock, missing drivers and dead phone numbers are harmless; `fleet-tracker` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { sendVansMetrics } from './vans-metrics.ts'
import {
  CHANNELS,
  CLUSTERS,
  FORMATS,
  ITEMS,
  METHODS,
  ROUTING_AFTER,
  ROUTING_BEFORE,
  SERVICES,
  SIZES,
  VERSIONS,
  VISITS,
  type Visit,
  WAREHOUSES,
} from './vans-names.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 66 * MINUTE_MS
const NO_LEADER = 'cannot store reservation: etcdserver: no leader'

class Vans extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silentMs: number
  readonly recoveryMs: number
  #booking = 71_300
  #rental = 20_840

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(4711, 'vans'))
    this.releaseMs = endMs - 50 * MINUTE_MS + 24_000
    this.restartMs = endMs - 41 * MINUTE_MS + 9000
    this.onsetMs = endMs - 31 * MINUTE_MS + 26_000
    this.silentMs = endMs - 19 * MINUTE_MS + 14_000
    this.recoveryMs = endMs - 12 * MINUTE_MS + 38_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'routing-desk') return timeMs < this.releaseMs ? '7d5f8b9c4-kx2rt' : '66c9f7d8b5-w8mzn'
      return '58b7c6f9d4-p4qjl'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'driver-roster', hasAttributes: name !== 'driver-roster' },
      version: (timeMs: number) => {
        if (name === 'routing-desk') return timeMs < this.releaseMs ? ROUTING_BEFORE : ROUTING_AFTER
        return VERSIONS[name] ?? '1.0.0'
      },
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'removals', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `yard-node-${(index % 3) + 1}`, 'k8s.cluster.name': 'haul-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Puts a van or a piece of furniture aside: written to the etcd cluster of its warehouse. */
  reserve(from: string, startMs: number, parent: Trace, what: string, visit: Visit): Outcome {
    const { random, scribe } = this
    const { warehouse } = visit
    const cluster = CLUSTERS[warehouse] ?? ''
    const attributes = { 'depot.warehouse': warehouse, 'reservation.of': what }
    const step = { service: 'depot-stock', name: 'POST /reservations', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const isDown = startMs >= this.onsetMs && startMs < this.recoveryMs
      const isLost = isDown && cluster === 'north' && random.chance(0.92)
      const target = { 'db.system.name': 'etcd', 'db.operation.name': 'PUT', 'server.address': `etcd-${cluster}` }
      const put = { service: 'depot-stock', name: 'PUT reservations', startMs: startMs + 2, parent: trace }
      const written = this.call({ ...put, attributes: target }, 'client', () => ({
        status: isLost ? 503 : 200,
        durationMs: isLost ? random.logNormal(740, 0.25) : random.logNormal(11, 0.35),
      }))
      const durationMs = written.durationMs + random.logNormal(5, 0.3)
      const fields = { warehouse, cluster, what }
      if (isLost) scribe.log('depot-stock', startMs + durationMs, 'ERROR', NO_LEADER, fields, trace)
      else scribe.log('depot-stock', startMs + durationMs, 'INFO', 'reservation stored', fields, trace)
      return { status: isLost ? 503 : 201, durationMs }
    })
  }

  deposit(from: string, startMs: number, parent: Trace, reference: string, cents: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(METHODS)
    const attributes = { 'deposit.method': method }
    const step = { service: 'deposit-desk', name: 'POST /deposits', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const durationMs = random.logNormal(method === 'paypal' ? 460 : method === 'sepa' ? 120 : 210, 0.3)
      const fields = { ref: reference, cents, method }
      const isRefused = method === 'card' && random.chance(0.09)
      if (isRefused) scribe.log('deposit-desk', startMs + durationMs, 'WARN', 'card refused by issuer', fields, trace)
      else scribe.log('deposit-desk', startMs + durationMs, 'INFO', 'deposit held', fields, trace)
      return { status: isRefused ? 402 : 201, durationMs }
    })
  }

  /** A driver for a booking; the roster writes plain lines. */
  assign(startMs: number, parent: Trace, booking: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'driver-roster', name: 'POST /assignments', startMs, parent }
    return this.through('van-booking', step, (trace) => {
      const found = this.store('driver-roster', 'postgresql', 'SELECT shifts', startMs + 2, trace, 9)
      const durationMs = found.durationMs + random.logNormal(14, 0.4)
      const driver = `D-${random.integer(101, 168)}`
      const say = (severity: Severity, text: string) =>
        scribe.log('driver-roster', startMs + durationMs, severity, text, {}, trace)
      if (random.chance(0.07)) say('WARN', `no driver with class C1 free for ${booking}, asking subcontractor`)
      else say('INFO', `driver ${driver} assigned to ${booking}`)
      return { status: 200, durationMs }
    })
  }

  plan(from: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'routing-desk', name: 'POST /routes', startMs, parent }
    return this.through(from, step, (trace) => {
      const durationMs = random.logNormal(startMs < this.releaseMs ? 88 : 117, 0.3)
      const [km, stops] = [random.integer(3, 74), random.integer(2, 9)]
      if (random.chance(0.06))
        scribe.log('routing-desk', startMs + durationMs, 'WARN', 'address is vague, middle of street taken', {}, trace)
      scribe.log('routing-desk', startMs + durationMs, 'INFO', 'route planned', { km, stops }, trace)
      return { status: 200, durationMs }
    })
  }

  book(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { booking, warehouse, size } = visit
    const attributes = { 'depot.warehouse': warehouse, 'van.size': size }
    const step = { service: 'van-booking', name: 'POST /bookings', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const fields = { booking, warehouse, size }
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('van-booking', startMs + afterMs, severity, text, fields, trace)
      let doneMs = this.store('van-booking', 'postgresql', 'SELECT slots', startMs + 1, trace, 6).durationMs + 2
      if (random.chance(0.06)) {
        say(doneMs, 'WARN', 'no van left in this slot')
        return { status: 409, durationMs: doneMs }
      }
      const reserved = this.reserve('van-booking', startMs + doneMs, trace, 'van', visit)
      doneMs += reserved.durationMs
      if (reserved.status >= 500) {
        say(doneMs, 'ERROR', 'van not booked: depot-stock answered 503')
        this.remember('lostBooking', booking, startMs)
        this.remember('lostTrace', trace.traceId, startMs)
        return { status: 502, durationMs: doneMs }
      }
      if (random.chance(0.6)) {
        doneMs += this.plan('van-booking', startMs + doneMs, trace).durationMs
        doneMs += this.assign(startMs + doneMs, trace, booking).durationMs
      }
      const cents = random.integer(4, 30) * 2500
      const paid = this.deposit('van-booking', startMs + doneMs, trace, booking, cents)
      doneMs += paid.durationMs
      if (paid.status === 402) {
        say(doneMs, 'WARN', 'van released again: deposit missing')
        this.remember('refusedBooking', booking, startMs)
        return { status: 402, durationMs: doneMs }
      }
      doneMs += this.store('van-booking', 'postgresql', 'INSERT bookings', startMs + doneMs, trace, 8).durationMs
      say(doneMs, 'INFO', 'van booked')
      this.remember('goodBooking', booking, startMs)
      this.remember('goodTrace', trace.traceId, startMs)
      this.tell('van-booking', startMs + doneMs, trace, 'van.booked')
      return { status: 201, durationMs: doneMs }
    })
  }

  rent(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { rental, warehouse, item } = visit
    const attributes = { 'depot.warehouse': warehouse, 'furniture.item': item }
    const step = { service: 'furni-rent', name: 'POST /rentals', startMs, parent, attributes }
    return this.through('frontdoor', step, (trace) => {
      const months = random.pick([3, 6, 6, 12, 24])
      const fields = { rental, warehouse, item, months }
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('furni-rent', startMs + afterMs, severity, text, fields, trace)
      let doneMs = this.store('furni-rent', 'mysql', 'SELECT items', startMs + 1, trace, 5).durationMs + 2
      if (random.chance(0.08)) {
        say(doneMs, 'WARN', 'item out of stock')
        return { status: 409, durationMs: doneMs }
      }
      const reserved = this.reserve('furni-rent', startMs + doneMs, trace, 'furniture', visit)
      doneMs += reserved.durationMs
      if (reserved.status >= 500) {
        say(doneMs, 'ERROR', 'furniture not rented: depot-stock answered 503')
        this.remember('lostRental', rental, startMs)
        return { status: 502, durationMs: doneMs }
      }
      const paid = this.deposit('furni-rent', startMs + doneMs, trace, rental, random.integer(2, 16) * 2000)
      doneMs += paid.durationMs
      if (paid.status === 402) {
        say(doneMs, 'WARN', 'rental on hold: deposit missing')
        return { status: 402, durationMs: doneMs }
      }
      say(doneMs, 'INFO', 'furniture rented')
      this.remember('goodRental', rental, startMs)
      this.tell('furni-rent', startMs + doneMs, trace, 'furniture.rented')
      return { status: 201, durationMs: doneMs }
    })
  }

  /** Customers get a text message about what they booked. */
  tell(from: string, startMs: number, parent: Trace, event: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'booking.events' }
    const step = { service: from, name: 'booking.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const isPaused = startMs >= this.restartMs && startMs < this.restartMs + 20_000
      const pickMs = (isPaused ? this.restartMs + 20_000 : startMs) + random.logNormal(110, 0.5)
      const attributes = { ...topic, 'booking.event': event }
      const taken = { service: 'sms-courier', name: 'booking.events process', startMs: pickMs, parent: trace }
      this.serve({ ...taken, attributes }, 'consumer', (inner) => {
        const durationMs = random.logNormal(75, 0.4)
        const isDead = random.chance(0.05)
        const text = isDead ? 'phone number not in service' : 'text message sent'
        scribe.log('sms-courier', pickMs + durationMs, isDead ? 'WARN' : 'INFO', text, { event }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  /** Requests that only read, or that plan a pickup. */
  look(visit: Visit, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const place = { 'depot.warehouse': visit.warehouse }
    if (visit.route === '/vans') {
      const step = { service: 'van-booking', name: 'GET /vans', startMs, parent, attributes: place }
      return this.through('frontdoor', step, (trace) => {
        const asked = { service: 'depot-stock', name: 'GET /availability', startMs: startMs + 2, parent: trace }
        return this.through('van-booking', { ...asked, attributes: place }, (inner) => {
          const read = this.store('depot-stock', 'etcd', 'GET vans', startMs + 3, inner, 7)
          const durationMs = read.durationMs + random.logNormal(8, 0.3)
          if (random.chance(0.02)) {
            const fields = { warehouse: visit.warehouse, bay: random.integer(1, 48) }
            scribe.log('depot-stock', startMs + durationMs, 'WARN', 'bay count differs from scan', fields, inner)
          }
          return { status: 200, durationMs }
        })
      })
    }
    if (visit.route === '/pickups') {
      const step = { service: 'furni-rent', name: 'POST /pickups', startMs, parent, attributes: place }
      return this.through('frontdoor', step, (trace) => {
        const planned = this.plan('furni-rent', startMs + 2, trace)
        const durationMs = planned.durationMs + random.logNormal(6, 0.3)
        const fields = { rental: visit.rental, warehouse: visit.warehouse }
        scribe.log('furni-rent', startMs + durationMs, 'INFO', 'pickup scheduled', fields, trace)
        return { status: 201, durationMs }
      })
    }
    const isList = visit.route === '/furniture'
    const service = isList ? 'furni-rent' : 'van-booking'
    const step = { service, name: `GET ${visit.route}`, startMs, parent }
    return this.through('frontdoor', step, (trace) => {
      const read = isList
        ? this.store(service, 'redis', 'GET catalogue', startMs + 1, trace, 3)
        : this.store(service, 'postgresql', 'SELECT bookings', startMs + 1, trace, 6)
      const durationMs = read.durationMs + random.logNormal(isList ? 22 : 7, 0.35)
      return { status: !isList && random.chance(0.08) ? 404 : 200, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    if (visit.route === '/van-bookings') return this.book(startMs, trace, visit)
    if (visit.route === '/rentals') return this.rent(startMs, trace, visit)
    return this.look(visit, startMs, trace)
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit: Visit = {
      ...{ route, warehouse: random.pick(WAREHOUSES), channel: random.pick(CHANNELS) },
      ...{ size: random.pick(SIZES), item: random.pick(ITEMS) },
      ...{ booking: `VB-${++this.#booking}`, rental: `FR-${++this.#rental}` },
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const customer = `C-${random.integer(52_000, 53_400)}`
    const who = { 'customer.id': customer, 'app.channel': visit.channel, 'depot.warehouse': visit.warehouse }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'frontdoor', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const done = random.chance(0.012) ? { status: 401, durationMs: 2 } : this.inner(visit, startMs + 3, trace)
      const { status } = done
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const path = route.replace('{id}', visit.booking)
      const fields = { method, path, status, took_ms: Math.round(durationMs), channel: visit.channel }
      const severity = status >= 500 ? 'ERROR' : status === 401 ? 'WARN' : 'INFO'
      const text = status === 401 ? 'login token expired' : status >= 500 ? 'bad gateway' : 'request served'
      scribe.log('frontdoor', startMs + durationMs, severity, text, fields, trace)
      return { status, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 3000 }
    eachArrival({ ...range, meanMs: 1350 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, toMs: this.silentMs, meanMs: 3100 }, random, (timeMs) => {
      const fields = { van: `HH-MV-${random.integer(210, 268)}`, kmh: random.integer(0, 82) }
      const isFast = random.chance(0.03)
      const text = isFast ? 'van is over the speed limit' : 'position received'
      scribe.log('fleet-tracker', timeMs, isFast ? 'WARN' : 'INFO', text, fields)
    })
    eachTick({ fromMs: this.startMs + 50_000, toMs: this.endMs - 15_000, everyMs: 6 * MINUTE_MS }, random, (timeMs) => {
      const pallets = random.integer(140, 420)
      scribe.log('depot-stock', timeMs, 'INFO', `inventory scan finished: ${pallets} pallets, 0 errors`, { pallets })
    })
    this.turns()
  }

  /** What happens once: the release, the restart, the loss of the cluster and its return. */
  turns(): void {
    const { random, scribe, releaseMs, restartMs, onsetMs, recoveryMs } = this
    const from = { from: ROUTING_BEFORE, to: ROUTING_AFTER }
    scribe.log('routing-desk', releaseMs, 'INFO', `routing-desk ${ROUTING_AFTER} started`, from)
    scribe.log('sms-courier', restartMs, 'INFO', 'signal TERM received, draining', {})
    scribe.log('sms-courier', restartMs + 19_000, 'INFO', 'sms-courier 0.8.17 started', {})
    const north = { cluster: 'north' }
    const say = (timeMs: number, severity: Severity, text: string) =>
      scribe.log('depot-stock', timeMs, severity, text, north)
    say(onsetMs - 70_000, 'INFO', 'etcd member north-2 stopped for disk swap, ticket MT-612')
    say(onsetMs - 1000, 'WARN', 'etcd member north-3 unreachable: 1 of 3 members left, quorum lost')
    const elections = { fromMs: onsetMs + 40_000, toMs: recoveryMs - 20_000, everyMs: 2 * MINUTE_MS }
    eachTick(elections, random, (timeMs) => say(timeMs, 'WARN', 'election in cluster north ended without a leader'))
    say(recoveryMs, 'INFO', 'etcd member north-2 rejoined, leader elected, quorum restored')
  }
}

export function vans(endMs: number): World {
  const system = new Vans(endMs)
  system.background()
  sendVansMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, recoveryMs: recovery, silentMs: silent } = system
  const marks = { onset, release, restart, recovery, silent }
  const world = system.world({ name: 'vans', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, leaderLine: bodyOf('no leader'), lostLine: bodyOf('van not booked') },
    ...{ driverLine: bodyOf('asking subcontractor'), bayLine: bodyOf('bay count differs') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
