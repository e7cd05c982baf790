/**
 * Shared bicycles on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, histograms,
 * gauges and counters; lines of JSON and logfmt with severities. Most nodes of the locks' broker were updated and
 * refuse the TLS version that `lock-gateway` speaks, so it opens and closes few locks, still so at the end. A release of `station-service`, cards
 * that are declined, rented bikes, full stations, low batteries and jumping positions are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { sendBikesMetrics } from './bikes-metrics.ts'
import { SystemByConventions } from './conventions.ts'
import { flatJson, logfmt, numberedJson, slogJson, structlogJson } from './formats.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 90 * MINUTE_MS
const FORMATS = {
  'edge-ingress': slogJson,
  'app-bff': logfmt,
  'rental-service': flatJson,
  'station-service': flatJson,
  'lock-gateway': slogJson,
  'billing-service': numberedJson,
  'zone-service': slogJson,
  'ride-telemetry': structlogJson,
  'push-worker': logfmt,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'edge-ingress': '1.12.4', 'app-bff': '6.20.1', 'rental-service': '3.8.0', 'lock-gateway': '2.2.7' },
  ...{ 'billing-service': '5.1.3', 'zone-service': '0.9.12', 'ride-telemetry': '1.17.0', 'push-worker': '2.0.5' },
}
const CITIES = ['berlin', 'berlin', 'berlin', 'hamburg', 'hamburg', 'madrid']
const PLATFORMS = ['ios', 'ios', 'android', 'android', 'android', 'web']
const BIKE_TYPES = ['classic', 'classic', 'ebike']
const NO_TLS = 'connect broker.locks.net:8883: remote error: tls: protocol version not supported'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v2/stations', 44],
  ['GET', '/v2/bikes/nearby', 62],
  ['POST', '/v2/rentals', 80],
  ['POST', '/v2/rentals/{id}/end', 94],
  ['GET', '/v2/me', 100],
] as const

interface Visit {
  readonly route: string
  readonly city: string
  readonly bike: string
  readonly type: string
  readonly rental: string
}

class Bikes extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  #rental = 507_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(83, 'bikes'))
    this.releaseMs = endMs - 63 * MINUTE_MS + 17_000
    this.onsetMs = endMs - 24 * MINUTE_MS + 31_000
    const suffix = (name: string, timeMs: number) =>
      name === 'station-service'
        ? timeMs < this.releaseMs
          ? '6f9d8c7b5-tq4wn'
          : '75c8b6d4f9-zk2lp'
        : '5d7f9b8c64-h8vxm'
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: true, hasAttributes: name !== 'push-worker' },
      version: (timeMs: number) =>
        name === 'station-service' ? (timeMs < this.releaseMs ? '4.6.2' : '4.7.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'rides', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `pool-a-${(index % 3) + 1}`, 'k8s.cluster.name': 'velo-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Opens or closes a lock by its broker, over a connection of its own for each command. */
  lock(startMs: number, parent: Trace, command: 'unlock' | 'lock', visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'bike.type': visit.type, 'bike.id': visit.bike }
    const step = { service: 'lock-gateway', name: `POST /locks/${command}`, startMs, parent, attributes }
    return this.through('rental-service', step, (trace) => {
      const isLost = startMs >= this.onsetMs && random.chance(0.7)
      const durationMs = isLost ? random.logNormal(38, 0.3) : random.logNormal(320, 0.35)
      const atMs = startMs + durationMs
      const fields = { bike: visit.bike, command }
      if (isLost) {
        scribe.log('lock-gateway', atMs, 'ERROR', NO_TLS, fields, trace)
        return { status: 503, durationMs }
      }
      if (random.chance(0.05)) {
        const battery = random.integer(4, 14)
        scribe.log('lock-gateway', atMs, 'WARN', 'lock battery low', { bike: visit.bike, battery }, trace)
      }
      const text = command === 'unlock' ? 'lock opened' : 'lock closed'
      scribe.log('lock-gateway', atMs, 'INFO', text, fields, trace)
      return { status: 200, durationMs }
    })
  }

  begin(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { city, bike, type, rental } = visit
    const attributes = { 'bike.type': type, 'ride.city': city }
    const step = { service: 'rental-service', name: 'POST /rentals', startMs, parent, attributes }
    return this.through('app-bff', step, (trace) => {
      const fields = { rental, bike, city }
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('rental-service', timeMs, severity, text, fields, trace)
      const found = this.store('rental-service', 'postgresql', 'SELECT bikes', startMs + 1, trace, 4)
      const foundMs = found.durationMs + 2
      if (random.chance(0.05)) {
        say(startMs + foundMs, 'WARN', 'bike is already rented')
        return { status: 409, durationMs: foundMs }
      }
      const opened = this.lock(startMs + foundMs, trace, 'unlock', visit)
      const openedMs = foundMs + opened.durationMs
      if (opened.status >= 500) {
        say(startMs + openedMs, 'ERROR', 'rental not started: lock-gateway answered 503')
        this.remember('failedRental', rental, startMs)
        return { status: 502, durationMs: openedMs }
      }
      const saved = this.store('rental-service', 'postgresql', 'INSERT rentals', startMs + openedMs, trace, 7)
      const durationMs = openedMs + saved.durationMs
      say(startMs + durationMs, 'INFO', 'rental started')
      this.remember('startedRental', rental, startMs)
      this.tell(startMs + durationMs, trace, 'ride.started', city)
      return { status: 201, durationMs }
    })
  }

  end(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { city, bike, type, rental } = visit
    const attributes = { 'bike.type': type, 'ride.city': city }
    const step = { service: 'rental-service', name: 'POST /rentals/{id}/end', startMs, parent, attributes }
    return this.through('app-bff', step, (trace) => {
      const checked = this.zone(startMs + 2, trace, city)
      const checkedMs = checked.durationMs + 3
      const fields = { rental, bike, city }
      if (checked.status === 409) {
        scribe.log('rental-service', startMs + checkedMs, 'WARN', 'station is full', fields, trace)
        return { status: 409, durationMs: checkedMs }
      }
      const closed = this.lock(startMs + checkedMs, trace, 'lock', visit)
      const closedMs = checkedMs + closed.durationMs
      if (closed.status >= 500) {
        const text = 'rental not ended: lock-gateway answered 503'
        scribe.log('rental-service', startMs + closedMs, 'ERROR', text, fields, trace)
        return { status: 502, durationMs: closedMs }
      }
      const minutes = random.integer(3, 58)
      const paid = this.charge(startMs + closedMs, trace, rental, 100 + 16 * minutes)
      const durationMs = closedMs + paid.durationMs + 4
      scribe.log('rental-service', startMs + durationMs, 'INFO', 'rental ended', { ...fields, minutes }, trace)
      this.remember('endedTrace', parent.traceId, startMs)
      this.tell(startMs + durationMs, trace, 'ride.ended', city)
      return { status: 200, durationMs }
    })
  }

  zone(startMs: number, parent: Trace, city: string): Outcome {
    const { random, scribe } = this
    const step = {
      service: 'zone-service',
      name: 'GET /zones/check',
      startMs,
      parent,
      attributes: { 'ride.city': city },
    }
    return this.through('rental-service', step, (trace) => {
      const found = this.store('zone-service', 'redis', 'GEOSEARCH zones', startMs + 1, trace, 2)
      const durationMs = found.durationMs + random.logNormal(6, 0.3)
      if (random.chance(0.04)) return { status: 409, durationMs }
      if (random.chance(0.03))
        scribe.log('zone-service', startMs + durationMs, 'WARN', 'position is outside of every zone', { city }, trace)
      return { status: 200, durationMs }
    })
  }

  charge(startMs: number, parent: Trace, rental: string, cents: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(['card', 'card', 'card', 'paypal', 'wallet'])
    const attributes = { 'payment.method': method }
    const step = { service: 'billing-service', name: 'POST /charges', startMs, parent, attributes }
    return this.through('rental-service', step, (trace) => {
      const durationMs = random.logNormal(method === 'paypal' ? 410 : 185, 0.3)
      const fields = { rental, cents, method }
      const isDeclined = method === 'card' && random.chance(0.08)
      if (isDeclined) {
        scribe.log('billing-service', startMs + durationMs, 'WARN', 'card declined, balance stays open', fields, trace)
        this.remember('declinedRental', rental, startMs)
      } else scribe.log('billing-service', startMs + durationMs, 'INFO', 'ride charged', fields, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  /** Rides are told to the riders' phones. */
  tell(startMs: number, parent: Trace, event: string, city: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'ride.events' }
    const step = { service: 'rental-service', name: 'ride.events publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(90, 0.5)
      const attributes = { ...topic, 'ride.event': event, 'ride.city': city }
      const taken = { service: 'push-worker', name: 'ride.events process', startMs: pickMs, parent: trace, attributes }
      this.serve(taken, 'consumer', (inner) => {
        const durationMs = random.logNormal(64, 0.4)
        if (random.chance(0.06))
          scribe.log('push-worker', pickMs + durationMs, 'WARN', 'push token expired', { event }, inner)
        else scribe.log('push-worker', pickMs + durationMs, 'INFO', 'push sent', { event }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  stations(startMs: number, parent: Trace, name: string, city: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'station-service', name, startMs, parent, attributes: { 'ride.city': city } }
    return this.through('app-bff', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('station-service', 'postgresql', 'SELECT stations', startMs + 1, trace, isNew ? 8 : 13)
      const durationMs = found.durationMs + random.logNormal(name.includes('nearby') ? 21 : 9, 0.3)
      if (random.chance(0.02)) {
        const station = `S-${random.integer(1, 220)}`
        scribe.log('station-service', startMs + durationMs, 'WARN', 'dock counts differ', { station, city }, trace)
      }
      return { status: 200, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random } = this
    switch (visit.route) {
      case '/v2/rentals':
        return this.begin(startMs, trace, visit)
      case '/v2/rentals/{id}/end':
        return this.end(startMs, trace, visit)
      case '/v2/me': {
        const found = this.store('app-bff', 'redis', 'GET sessions', startMs, trace, 1.5)
        return { status: random.chance(0.09) ? 401 : 200, durationMs: found.durationMs }
      }
      case '/v2/bikes/nearby':
        return this.stations(startMs, trace, 'GET /bikes/nearby', visit.city)
      default:
        return this.stations(startMs, trace, 'GET /stations', visit.city)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const city = random.pick(CITIES)
    const bike = `BK-${random.integer(2100, 2980)}`
    const visit = { route, city, bike, type: random.pick(BIKE_TYPES), rental: `RT-${++this.#rental}` }
    const platform = random.pick(PLATFORMS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'rider.id': `R-${random.integer(30_000, 31_900)}`, 'app.platform': platform, 'ride.city': city }
    const http = { 'http.request.method': method, 'http.route': route }
    const name = `${method} ${route}`
    const step = { service: 'edge-ingress', name, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const fields = {
          method,
          path: route.replace('{id}', visit.rental),
          status,
          duration_ms: Math.round(durationMs),
        }
        const severity = status >= 500 ? 'ERROR' : 'INFO'
        scribe.log('edge-ingress', startMs + durationMs, severity, 'request handled', fields, outer)
        return { status, durationMs }
      }
      if (random.chance(0.01)) return write(429, 1)
      const inside = { service: 'app-bff', name, startMs: startMs + 1, parent: outer, attributes: who }
      const done = this.through('edge-ingress', inside, (trace) => {
        const { status, durationMs } = this.inner(visit, startMs + 4, trace)
        const endMs = startMs + durationMs + 5
        if (status >= 500) {
          scribe.log('app-bff', endMs, 'ERROR', 'upstream failed', { route, status, upstream: 'rental-service' }, trace)
          this.remember('failedTrace', root.traceId, startMs)
        } else if (status === 401) scribe.log('app-bff', endMs, 'WARN', 'session expired', { route }, trace)
        return { status, durationMs: durationMs + random.logNormal(3, 0.3) }
      })
      return write(done.status, done.durationMs + 1)
    })
  }

  /** Where a bike is, as its lock reports it. */
  position(startMs: number): void {
    const { random, scribe } = this
    const city = random.pick(CITIES)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'bike.positions', 'ride.city': city }
    const step = { service: 'ride-telemetry', name: 'bike.positions process', startMs, parent: root, attributes: topic }
    this.serve(step, 'consumer', (trace) => {
      const saved = this.store('ride-telemetry', 'timescaledb', 'INSERT positions', startMs + 1, trace, 5)
      const durationMs = saved.durationMs + random.logNormal(4, 0.3)
      if (random.chance(0.03)) {
        const fields = { bike: `BK-${random.integer(2100, 2980)}`, metres: random.integer(310, 2900) }
        scribe.log('ride-telemetry', startMs + durationMs, 'WARN', 'position jumped', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 1000 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 2600 }, random, (timeMs) => this.position(timeMs))
    eachTick({ fromMs: this.startMs + 40_000, toMs: this.endMs - 20_000, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
      const bikes = random.integer(6, 31)
      scribe.log('ride-telemetry', timeMs, 'INFO', `rebalancing plan written: ${bikes} bikes to move`, { bikes })
    })
    scribe.log('station-service', this.releaseMs, 'INFO', 'station-service 4.7.0 started', { migrations: 1 })
    const synced = { provider: 'cardflow', files: 2 }
    scribe.log('billing-service', this.startMs + 21 * MINUTE_MS, 'INFO', 'settlement files fetched', synced)
  }
}

export function bikes(endMs: number): World {
  const system = new Bikes(endMs)
  system.background()
  sendBikesMetrics(system)
  const { onsetMs: onset, releaseMs: release } = system
  const world = system.world({ name: 'bikes', services: SERVICES, marks: { onset, release } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, tlsLine: bodyOf('protocol version'), failedLine: bodyOf('rental not started') },
    ...{ batteryLine: bodyOf('lock battery low') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
