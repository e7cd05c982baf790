/**
 * Hotel bookings on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, histograms,
 * memory, processors and lag; lines of JSON and logfmt. The cluster's name server no longer answers `rate-service` for
 * the name of its database: searches and bookings fail, still so at the end. `search-service` was released and is a
 * little slower since, `mail-worker` was restarted; declined cards, sold-out rooms, unknown hotels, bounced
 * mail and a slow partner are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { dottedJson, ecsJson, logfmt, numberedJson, serilogJson, slogJson, structlogJson } from './formats.ts'
import { sendHotelMetrics } from './hotel-metrics.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 92 * MINUTE_MS
const FORMATS = {
  'api-gateway': numberedJson,
  'search-service': slogJson,
  'rate-service': logfmt,
  'availability-service': logfmt,
  'booking-service': ecsJson,
  'payment-service': serilogJson,
  'guest-service': dottedJson,
  'mail-worker': structlogJson,
  'channel-sync': slogJson,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'api-gateway': '6.4.1', 'rate-service': '3.2.0', 'availability-service': '2.11.3', 'booking-service': '5.7.2' },
  ...{ 'payment-service': '1.30.0', 'guest-service': '4.0.9', 'mail-worker': '0.18.4', 'channel-sync': '2.2.1' },
}
const SEVERITY_ONLY_IN_LINES = new Set(['payment-service', 'mail-worker'])
const PLATFORMS = ['ios', 'ios', 'android', 'android', 'android', 'desktop', 'desktop']
const TIERS = ['basic', 'basic', 'basic', 'silver', 'silver', 'gold']
const CITIES = ['Berlin', 'Berlin', 'Rome', 'Rome', 'Rome', 'Vienna', 'Lisbon', 'Lisbon', 'Oslo']
const ROOMS = ['single', 'double', 'double', 'double', 'suite']
const METHODS = ['visa', 'visa', 'mastercard', 'paypal']
const NO_NAME = 'lookup rates-db.stays.svc.cluster.local on 10.96.0.10:53: no such host'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/search', 46],
  ['GET', '/api/hotels/{hotelId}', 68],
  ['POST', '/api/bookings', 86],
  ['GET', '/api/profile', 95],
  ['DELETE', '/api/bookings/{bookingId}', 100],
] as const

class Hotel extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly restartMs: number
  #booking = 551_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(143, 'hotel'))
    this.restartMs = endMs - 71 * MINUTE_MS + 14_000
    this.releaseMs = endMs - 52 * MINUTE_MS + 33_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 9000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'search-service') return timeMs < this.releaseMs ? '6f5d8c7b94-pl2xs' : '7c9f6d4b58-zq8nd'
      return '58f7c6d9b4-m2jrx'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !SEVERITY_ONLY_IN_LINES.has(name), hasAttributes: name !== 'payment-service' },
      version: (timeMs: number) =>
        name === 'search-service' ? (timeMs < this.releaseMs ? '1.18.2' : '1.19.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'stays', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `pool-a-${(index % 4) + 1}`, 'deployment.environment.name': 'production' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Prices of rooms; whoever cannot resolve the database's name has none. */
  rates(from: string, name: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through(from, { service: 'rate-service', name, startMs, parent }, (trace) => {
      if (startMs >= this.onsetMs && random.chance(0.57)) {
        const durationMs = random.logNormal(11, 0.3)
        scribe.log('rate-service', startMs + durationMs, 'ERROR', NO_NAME, { op: 'connect', attempt: 3 }, trace)
        return { status: 500, durationMs }
      }
      const done = this.store('rate-service', 'mysql', 'SELECT rates', startMs + 2, trace, 9)
      const durationMs = done.durationMs + random.logNormal(6, 0.3)
      if (random.chance(0.15)) {
        const fields = { rates: random.integer(3, 60), took_ms: Math.round(durationMs) }
        scribe.log('rate-service', startMs + durationMs, 'INFO', 'rates calculated', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  availability(from: string, name: string, startMs: number, parent: Trace, room: string): Outcome {
    const { random, scribe } = this
    return this.through(from, { service: 'availability-service', name, startMs, parent }, (trace) => {
      const isHold = name.startsWith('POST')
      const statement = isHold ? 'UPDATE rooms' : 'SELECT rooms'
      const done = this.store('availability-service', 'postgresql', statement, startMs + 1, trace, isHold ? 12 : 7)
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      if (isHold && random.chance(0.06)) {
        scribe.log('availability-service', startMs + durationMs, 'WARN', 'room is sold out', { room }, trace)
        return { status: 409, durationMs }
      }
      if (isHold) scribe.log('availability-service', startMs + durationMs, 'INFO', 'room held', { room }, trace)
      return { status: 200, durationMs }
    })
  }

  search(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const city = random.pick(CITIES)
    const attributes = { 'hotel.city': city }
    const step = { service: 'search-service', name: 'GET /search', startMs, parent, attributes }
    return this.through('api-gateway', step, (trace) => {
      const own = random.logNormal(startMs >= this.releaseMs ? 46 : 34, 0.35)
      const free = this.availability('search-service', 'GET /availability', startMs + own * 0.6, trace, 'any')
      const priced = this.rates('search-service', 'GET /rates', startMs + own * 0.6 + free.durationMs, trace)
      const durationMs = own + free.durationMs + priced.durationMs
      if (priced.status >= 500) {
        const text = 'search failed: no rates from rate-service'
        scribe.log('search-service', startMs + durationMs, 'ERROR', text, { city }, trace)
        return { status: 500, durationMs }
      }
      if (random.chance(0.25)) {
        const fields = { city, hits: random.integer(4, 180) }
        scribe.log('search-service', startMs + durationMs, 'INFO', 'search served', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  hotel(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'search-service', name: 'GET /hotels/{hotelId}', startMs, parent }
    return this.through('api-gateway', step, (trace) => {
      const done = this.store('search-service', 'elasticsearch', 'GET hotels', startMs + 1, trace, 8)
      const durationMs = done.durationMs + random.logNormal(startMs >= this.releaseMs ? 9 : 7, 0.3)
      if (random.chance(0.03)) {
        const fields = { hotel: `H${random.integer(9000, 9999)}` }
        scribe.log('search-service', startMs + durationMs, 'WARN', 'unknown hotel', fields, trace)
        return { status: 404, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  book(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const id = `BK-${++this.#booking}`
    const room = random.pick(ROOMS)
    const nights = random.integer(1, 7)
    const euros = nights * random.integer(70, 210)
    const attributes = { 'room.type': room, 'booking.nights': nights, 'loyalty.tier': who['loyalty.tier'] ?? '' }
    const step = { service: 'booking-service', name: 'POST /bookings', startMs, parent, attributes }
    return this.through('api-gateway', step, (trace) => {
      const log = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, fields: Values) =>
        scribe.log('booking-service', atMs, severity, text, { booking: id, ...fields }, trace)
      const priced = this.rates('booking-service', 'GET /rates/{rateId}', startMs + 3, trace)
      let tookMs = priced.durationMs + 5
      if (priced.status >= 500) {
        log(startMs + tookMs, 'ERROR', `booking ${id} failed: price could not be confirmed`, { room })
        this.remember('failedBooking', id, startMs)
        return { status: 503, durationMs: tookMs }
      }
      const held = this.availability('booking-service', 'POST /holds', startMs + tookMs, trace, room)
      tookMs += held.durationMs
      if (held.status === 409) {
        log(startMs + tookMs, 'WARN', `booking ${id} refused: sold out`, { room })
        return { status: 409, durationMs: tookMs }
      }
      const paid = this.pay(startMs + tookMs, trace, euros)
      tookMs += paid.durationMs
      if (paid.status === 402) {
        log(startMs + tookMs, 'WARN', `booking ${id} refused: card declined`, { room })
        this.remember('unpaidBooking', id, startMs)
        return { status: 402, durationMs: tookMs }
      }
      tookMs += this.store('booking-service', 'postgresql', 'INSERT bookings', startMs + tookMs, trace, 8).durationMs
      log(startMs + tookMs, 'INFO', `booking ${id} confirmed`, { room, nights, amount: euros })
      this.remember('confirmedBooking', id, startMs)
      this.remember('bookingTrace', parent.traceId, startMs)
      this.publish(startMs + tookMs, trace, id)
      return { status: 201, durationMs: tookMs + 4 }
    })
  }

  pay(startMs: number, parent: Trace, euros: number): Outcome {
    const { random, scribe } = this
    const method = random.pick(METHODS)
    const attributes = { 'payment.method': method }
    const step = { service: 'payment-service', name: 'POST /payments', startMs, parent, attributes }
    return this.through('booking-service', step, (trace) => {
      const durationMs = random.logNormal(method === 'paypal' ? 520 : 230, 0.3)
      const isDeclined = random.chance(0.07)
      const fields = { Method: method, Amount: euros }
      const text = isDeclined
        ? `Payment declined: ${random.pick(['insufficient funds', 'insufficient funds', 'card expired', 'suspected fraud'])}`
        : `Payment of ${euros} EUR captured in ${Math.round(durationMs)} ms`
      scribe.log('payment-service', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  /** Mail for the guest, rooms taken for the partners that sell them too. */
  publish(startMs: number, parent: Trace, id: string): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'booking.confirmed' }
    const step = { service: 'booking-service', name: 'booking.confirmed publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      for (const service of ['mail-worker', 'channel-sync'] as const) {
        const atMs = startMs + random.logNormal(60, 0.4)
        const taken = { service, name: 'booking.confirmed process', startMs: atMs, parent: trace, attributes: topic }
        this.serve(taken, 'consumer', (inner) => {
          const isOdd = random.chance(service === 'mail-worker' ? 0.05 : 0.03)
          const durationMs =
            service === 'mail-worker' ? random.logNormal(140, 0.3) : random.logNormal(isOdd ? 4100 : 300, 0.3)
          const text = this.told(service, isOdd, durationMs)
          scribe.log(service, atMs + durationMs, isOdd ? 'WARN' : 'INFO', text, { booking: id }, inner)
          return { status: 200, durationMs }
        })
      }
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  told(service: 'mail-worker' | 'channel-sync', isOdd: boolean, durationMs: number): string {
    if (service === 'mail-worker') return isOdd ? 'mail bounced: mailbox is full' : 'confirmation mail sent'
    const partner = this.random.pick(['roomlink', 'roomlink', 'stayhub'])
    return isOdd ? `${partner} answered slowly: ${Math.round(durationMs)} ms` : `room taken off ${partner}`
  }

  cancel(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'booking-service', name: 'DELETE /bookings/{bookingId}', startMs, parent }
    return this.through('api-gateway', step, (trace) => {
      const done = this.store('booking-service', 'postgresql', 'UPDATE bookings', startMs + 2, trace, 9)
      const durationMs = done.durationMs + random.logNormal(7, 0.3)
      const id = `BK-${random.integer(540_000, 551_000)}`
      scribe.log('booking-service', startMs + durationMs, 'INFO', `booking ${id} cancelled`, { booking: id }, trace)
      return { status: 204, durationMs }
    })
  }

  profile(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through('api-gateway', { service: 'guest-service', name: 'GET /profile', startMs, parent }, (trace) => {
      const done = this.store('guest-service', 'redis', 'GET profile', startMs + 1, trace, 1)
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      if (random.chance(0.04)) {
        scribe.log('guest-service', startMs + durationMs, 'WARN', 'session expired', { status: 401 }, trace)
        return { status: 401, durationMs }
      }
      if (random.chance(0.3)) scribe.log('guest-service', startMs + durationMs, 'INFO', 'profile read', {}, trace)
      return { status: 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = {
      'guest.id': `G-${random.integer(70_000, 71_800)}`,
      'loyalty.tier': random.pick(TIERS),
      'app.platform': random.pick(PLATFORMS),
    }
    const http = { 'http.request.method': method, 'http.route': route }
    const step = { service: 'api-gateway', name: `${method} ${route}`, startMs, parent: root }
    let written: Trace = root
    const done = this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (trace) => {
      written = trace
      if (random.chance(0.011)) return { status: 429, durationMs: random.logNormal(1.1, 0.2) }
      const inner = this.inner(method, route, startMs + 2, trace, who)
      return {
        status: inner.status === 500 ? 502 : inner.status,
        durationMs: inner.durationMs + random.logNormal(3, 0.3),
      }
    })
    const isFailed = done.status >= 500
    const severity = isFailed ? 'ERROR' : done.status === 429 ? 'WARN' : 'INFO'
    const text = isFailed
      ? 'upstream error'
      : done.status === 429
        ? 'too many requests from client'
        : 'request completed'
    const fields = { method, route, status: done.status, took: Math.round(done.durationMs) }
    scribe.log('api-gateway', startMs + done.durationMs, severity, text, fields, written)
    if (done.status === 502) this.remember('failedTrace', root.traceId, startMs)
  }

  inner(method: string, route: string, startMs: number, trace: Trace, who: Values): Outcome {
    if (method === 'POST') return this.book(startMs, trace, who)
    if (method === 'DELETE') return this.cancel(startMs, trace)
    if (route === '/api/search') return this.search(startMs, trace)
    return route === '/api/profile' ? this.profile(startMs, trace) : this.hotel(startMs, trace)
  }

  background(): void {
    const { random, scribe, releaseMs, restartMs } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 1500 }
    eachArrival({ ...range, meanMs: 830 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 190_000 }, random, (timeMs) => {
      scribe.log('channel-sync', timeMs, 'WARN', 'price list of stayhub is older than a day', { hours: 27 })
    })
    eachArrival({ ...range, meanMs: 240_000 }, random, (timeMs) => {
      scribe.log('booking-service', timeMs, 'WARN', 'idle connection closed by server', { pool: 'bookings' })
    })
    scribe.log('search-service', releaseMs, 'INFO', 'search-service 1.19.0 started', { index: 'hotels-v7' })
    scribe.log('mail-worker', restartMs - 4000, 'INFO', 'received SIGTERM, finishing open mails', {})
    scribe.log('mail-worker', restartMs + 700, 'INFO', 'mail-worker started', { queue: 'booking.confirmed' })
  }
}

export function hotel(endMs: number): World {
  const system = new Hotel(endMs)
  system.background()
  sendHotelMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'hotel', services: SERVICES, marks: { onset, release, restart } })
  const bodyOf = (text: string) => world.logs.find((log) => log.message.includes(text))?.body ?? ''
  const failedLine = bodyOf('price could not be confirmed')
  return {
    ...world,
    names: { ...world.names, failedLine, nameLine: bodyOf('no such host'), slowLine: bodyOf('answered slowly') },
  }
}
