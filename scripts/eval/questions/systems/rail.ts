/**
 * Seats and timetable of a railway: nginx with access lines only, bookings, seats and fares in Django with HTTP and
 * database spans with kinds, Celery workers as consumers, an engine in C++ whose spans have a status but no kinds, boards
 * and a feed with lines only. A rebalancing of quotas locks seats in another order than bookings do, so PostgreSQL aborts
 * transactions of `seat-service` as deadlocks, those of groups most of all, until it is cancelled: over at the end. A
 * release that makes `fare-service` faster, a restart of `ticket-worker`, trains that are sold out, unknown stations,
 * expired discount cards and mails that are tried again are harmless; `delay-feed` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { pythonLine } from './formats.ts'
import { celeryLine, djangoLine, engineLine, nginxLine, pythonJson } from './rail-formats.ts'
import { sendRailMetrics } from './rail-metrics.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 112 * MINUTE_MS
const FORMATS = {
  'edge-nginx': nginxLine,
  'booking-web': djangoLine,
  'seat-service': pythonJson,
  'fare-service': pythonLine,
  'timetable-engine': engineLine,
  'ticket-worker': celeryLine,
  'platform-board': engineLine,
  'delay-feed': pythonLine,
}
const SERVICES = Object.keys(FORMATS)
const TEXT_ONLY = new Set(['edge-nginx', 'fare-service', 'ticket-worker', 'platform-board', 'delay-feed'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'edge-nginx': '1.29.1', 'booking-web': '2026.46.2', 'seat-service': '4.17.0', 'timetable-engine': '11.2.8' },
  ...{ 'ticket-worker': '2026.46.2', 'platform-board': '3.0.9', 'delay-feed': '1.12.4' },
}
const CHANNELS = ['app', 'app', 'app', 'web', 'web', 'counter', 'agency'] as const
const TRAINS = ['ICE', 'ICE', 'ICE', 'IC', 'IC', 'NJ', 'RE'] as const
const PARTIES = ['single', 'single', 'single', 'pair', 'pair', 'group'] as const
const STATIONS = ['Berlin', 'Hamburg', 'Koeln', 'Muenchen', 'Wien', 'Basel', 'Zuerich', 'Praha'] as const

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/journeys', 36],
  ['GET', '/api/departures/{station}', 54],
  ['POST', '/api/bookings', 78],
  ['GET', '/api/bookings/{code}', 91],
  ['DELETE', '/api/bookings/{code}', 100],
] as const

class Rail extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  readonly recoveryMs: number
  #booking = 611_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(277, 'rail'))
    this.releaseMs = endMs - 89 * MINUTE_MS + 22_000
    this.restartMs = endMs - 66 * MINUTE_MS + 8000
    this.onsetMs = endMs - 48 * MINUTE_MS + 26_000
    this.silenceMs = endMs - 33 * MINUTE_MS + 11_000
    this.recoveryMs = endMs - 21 * MINUTE_MS + 34_000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name) },
      hasAttributes: name === 'seat-service' || name === 'timetable-engine',
      version: (timeMs: number) =>
        name === 'fare-service' ? (timeMs < this.releaseMs ? '2.4.6' : '2.5.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string) => `${name}-${name === 'booking-web' && traceId < '8' ? 'b' : 'a'}`,
      resource: (instance: string) => ({ 'host.name': `${instance}.rail.internal`, 'deployment.environment': 'live' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isLocked(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** The engine calls its library: no kind, a status, no code. */
  engine(name: string, startMs: number, parent: Trace, attributes: Values, work: (trace: Trace) => number): Outcome {
    const out = { service: 'booking-web', name: `engine.${name}`, startMs, parent }
    return this.call({ ...out, attributes: { 'server.address': 'timetable-engine' } }, 'client', (outer) => {
      const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
      const durationMs = work(trace)
      this.scribe.span({
        ...{ ...trace, parentSpanId: outer.spanId, service: 'timetable-engine', name, kind: 'unspecified' },
        ...{ startMs: startMs + 1, durationMs: Math.round(durationMs * 1000) / 1000, isError: false, isEntry: true },
        attributes,
      })
      return { status: 200, durationMs: durationMs + 1 }
    })
  }

  journeys(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const from = random.pick(STATIONS)
    const to = random.pick(STATIONS.filter((station) => station !== from))
    const result = random.chance(0.06) ? 'no_connection' : 'ok'
    const legs = result === 'ok' ? random.integer(1, 4) : 0
    const found = this.engine('route', startMs, parent, { 'tt.result': result, 'tt.legs': legs }, (trace) => {
      const durationMs = random.logNormal(34, 0.5)
      const text = legs === 0 ? `no connection ${from} -> ${to}` : `route ${from} -> ${to} found`
      const fields = { legs, expanded: random.integer(900, 88_000) }
      if (legs === 0 || random.chance(0.4))
        scribe.log('timetable-engine', startMs + durationMs, legs === 0 ? 'WARN' : 'INFO', text, fields, trace)
      return durationMs
    })
    const fare = this.fare(startMs + found.durationMs, parent)
    return { status: fare.status, durationMs: found.durationMs + fare.durationMs }
  }

  departures(startMs: number, parent: Trace): Outcome {
    const { random } = this
    if (random.chance(0.03)) return { status: 404, durationMs: 4 }
    const attributes = { 'tt.result': 'ok', 'tt.station': random.pick(STATIONS) }
    return this.engine('departures', startMs, parent, attributes, () => random.logNormal(7, 0.4))
  }

  fare(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const discount = random.pick(['none', 'none', 'card25', 'card50'])
    const attributes = { 'fare.discount': discount }
    const step = { service: 'fare-service', name: 'POST /quotes', startMs, parent, attributes }
    return this.through('booking-web', step, (trace) => {
      const found = this.store('fare-service', 'redis', 'GET fares', startMs + 1, trace, 2)
      if (discount !== 'none' && random.chance(0.06)) {
        scribe.log('fare-service', startMs + 4, 'WARN', `discount ${discount} has expired`, {}, trace)
        return { status: 422, durationMs: found.durationMs + 3 }
      }
      const durationMs = found.durationMs + random.logNormal(startMs < this.releaseMs ? 29 : 17, 0.35)
      const euros = (random.integer(1900, 18_900) / 100).toFixed(2)
      if (random.chance(0.25))
        scribe.log('fare-service', startMs + durationMs, 'INFO', `quoted ${euros} EUR`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  /** Takes seats: groups need many, so they meet the rebalancing nearly always. */
  reserve(startMs: number, parent: Trace, code: string): Outcome {
    const { random, scribe } = this
    const train = random.pick(TRAINS)
    const party = random.pick(PARTIES)
    const seats = party === 'single' ? 1 : party === 'pair' ? 2 : random.integer(5, 18)
    const attributes = { 'train.category': train, 'party.kind': party, 'travel.class': random.pick([1, 2, 2, 2]) }
    const step = { service: 'seat-service', name: 'POST /reservations', startMs, parent, attributes }
    return this.through('booking-web', step, (trace) => {
      const fields = { reservation: code, train: `${train} ${random.integer(100, 990)}`, seats }
      const isLocked = this.isLocked(startMs)
      if (isLocked && random.chance(party === 'group' ? 0.94 : 0.2)) {
        const durationMs = 1000 + random.logNormal(40, 0.5)
        const text = 'deadlock detected: transaction aborted while locking seats (SQLSTATE 40P01)'
        scribe.log('seat-service', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('lostBooking', code, startMs)
        return { status: 500, durationMs }
      }
      const locked = this.store('seat-service', 'postgresql', 'SELECT seats', startMs + 1, trace, isLocked ? 310 : 9)
      const lockedMs = startMs + locked.durationMs + 1
      if (random.chance(0.07)) {
        scribe.log('seat-service', lockedMs, 'INFO', 'train is sold out', fields, trace)
        this.remember('soldOutBooking', code, startMs)
        return { status: 409, durationMs: locked.durationMs + 3 }
      }
      const saved = this.store('seat-service', 'postgresql', 'UPDATE seats', lockedMs, trace, 6)
      scribe.log('seat-service', lockedMs + saved.durationMs, 'INFO', 'seats reserved', fields, trace)
      return { status: 201, durationMs: locked.durationMs + saved.durationMs + 4 }
    })
  }

  book(startMs: number, parent: Trace): Outcome {
    const { scribe } = this
    const code = `RV${++this.#booking}`
    const fare = this.fare(startMs, parent)
    if (fare.status >= 400) return fare
    const taken = this.reserve(startMs + fare.durationMs, parent, code)
    const durationMs = fare.durationMs + taken.durationMs
    if (taken.status >= 500) {
      scribe.log(
        'booking-web',
        startMs + durationMs,
        'ERROR',
        `booking ${code} failed: seat-service answered 500`,
        {},
        parent,
      )
      return { status: 503, durationMs: durationMs + 3 }
    }
    if (taken.status >= 400) return { status: taken.status, durationMs }
    const saved = this.store('booking-web', 'postgresql', 'INSERT bookings', startMs + durationMs, parent, 8)
    const savedMs = startMs + durationMs + saved.durationMs
    scribe.log('booking-web', savedMs, 'INFO', `booking ${code} confirmed`, {}, parent)
    this.remember('confirmedBooking', code, startMs)
    this.remember('confirmedTrace', parent.traceId, startMs)
    this.task('tickets.render_pdf', savedMs, parent, code)
    return { status: 201, durationMs: durationMs + saved.durationMs + 4 }
  }

  /** A task of Celery; a confirmation follows the ticket. */
  task(name: string, startMs: number, parent: Trace, code: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'redis', 'messaging.destination.name': name.split('.')[0] ?? '' }
    const from = name.startsWith('tickets') ? 'booking-web' : 'ticket-worker'
    const out = { service: from, name: `apply_async/${name}`, startMs, parent, attributes }
    this.call(out, 'producer', (outer) => {
      const takenMs = startMs + random.logNormal(80, 0.5)
      const step = { service: 'ticket-worker', name: `run/${name}`, startMs: takenMs, parent: outer, attributes }
      this.serve(step, 'consumer', (trace) => {
        const durationMs = random.logNormal(name.startsWith('tickets') ? 640 : 150, 0.4)
        const doneMs = takenMs + durationMs
        if (name.startsWith('mails') && random.chance(0.06)) {
          const why = `Task ${name} for ${code} retry: Retry in 30s: SMTPServerDisconnected`
          scribe.log('ticket-worker', doneMs, 'WARN', why, {}, trace)
        } else {
          const seconds = (durationMs / 1000).toFixed(3)
          scribe.log('ticket-worker', doneMs, 'INFO', `Task ${name} for ${code} succeeded in ${seconds}s`, {}, trace)
        }
        if (name.startsWith('tickets')) this.task('mails.send_confirmation', doneMs, trace, code)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: 2 }
    })
  }

  cancel(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'seat-service', name: 'DELETE /reservations/{code}', startMs, parent }
    const code = `RV${random.integer(590_000, 611_000)}`
    return this.through('booking-web', step, (trace) => {
      if (random.chance(0.05)) {
        scribe.log('seat-service', startMs + 4, 'WARN', 'train has already left', { reservation: code }, trace)
        return { status: 410, durationMs: 5 }
      }
      const freed = this.store('seat-service', 'postgresql', 'UPDATE seats', startMs + 1, trace, 7)
      scribe.log('seat-service', startMs + freed.durationMs + 2, 'INFO', 'seats released', { reservation: code }, trace)
      return { status: 204, durationMs: freed.durationMs + 4 }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const customer = `C${random.integer(300_400, 303_900)}`
    const who = { 'customer.id': customer, 'sales.channel': random.pick(CHANNELS) }
    const attributes: Values = { 'http.request.method': method, 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const step = { service: 'booking-web', name: `${method} ${route}`, startMs, parent: root, attributes }
    const done = this.serve(step, 'server', (trace) => {
      const inner = this.inner(method, route, startMs + 2, trace)
      if (inner.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(6, 0.4) }
    })
    const path = route.replace('{station}', 'Berlin').replace('{code}', `RV${random.integer(590_000, 611_000)}`)
    const seconds = ((done.durationMs + 1) / 1000).toFixed(3)
    const text = `"${method} ${path} HTTP/2.0" ${done.status} ${random.integer(180, 9400)} rt=${seconds}`
    const client = { client: `10.8.${random.integer(0, 255)}.${random.integer(1, 254)}` }
    scribe.log('edge-nginx', startMs + done.durationMs + 1, 'INFO', text, client)
    if (random.chance(0.006)) {
      const why = 'an upstream response is buffered to a temporary file'
      scribe.log('edge-nginx', startMs + done.durationMs + 2, 'WARN', why)
    }
  }

  inner(method: string, route: string, startMs: number, trace: Trace): Outcome {
    switch (route) {
      case '/api/journeys':
        return this.journeys(startMs, trace)
      case '/api/departures/{station}':
        return this.departures(startMs, trace)
      case '/api/bookings':
        return this.book(startMs, trace)
      default:
        if (method === 'DELETE') return this.cancel(startMs, trace)
        return this.store('booking-web', 'postgresql', 'SELECT bookings', startMs, trace, 5)
    }
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 850 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 8000 }, random, (timeMs) => {
      const board = `board ${random.pick(STATIONS)}-${random.integer(1, 14)}`
      if (random.chance(0.05)) scribe.log('platform-board', timeMs, 'WARN', `${board} does not acknowledge`)
      else scribe.log('platform-board', timeMs, 'INFO', `${board} updated`)
    })
    for (let timeMs = this.startMs + 9000; timeMs < this.silenceMs - 2000; timeMs += 30_000) {
      const count = random.integer(4, 96)
      scribe.log('delay-feed', timeMs, 'INFO', `feed read: ${count} trains late, worst ${random.integer(6, 140)} min`)
    }
    scribe.log('delay-feed', this.silenceMs, 'INFO', 'feed read: 31 trains late, worst 44 min')
    scribe.log('fare-service', this.releaseMs, 'INFO', 'fare-service 2.5.0 started, 4 workers')
    scribe.log('ticket-worker', this.restartMs, 'INFO', 'worker: Warm shutdown (MainProcess)')
    scribe.log('ticket-worker', this.restartMs + 11_000, 'INFO', 'celery@tickets-a ready.')
    const run = (what: string) => `quota rebalancing RB-311 ${what}`
    scribe.log('seat-service', this.onsetMs - 900, 'INFO', run('started: locks coaches from last to first'))
    scribe.log('seat-service', this.recoveryMs - 300, 'INFO', run('cancelled by operator'))
    for (let timeMs = this.startMs + 14 * MINUTE_MS; timeMs < this.endMs; timeMs += 30 * MINUTE_MS) {
      const fields = { trips: random.integer(41_200, 41_900) }
      scribe.log('timetable-engine', timeMs, 'INFO', 'timetable 2026-W47 loaded', fields)
    }
  }
}

export function rail(endMs: number): World {
  const system = new Rail(endMs)
  system.background()
  sendRailMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, restartMs: restart, silenceMs: silence } = system
  const world = system.world({
    name: 'rail',
    services: SERVICES,
    marks: { onset, release, recovery, restart, silence },
  })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = { deadlockLine: bodyOf('deadlock detected'), failedLine: bodyOf(' failed: seat-service') }
  return {
    ...world,
    names: { ...world.names, ...lines, retryLine: bodyOf('Retry in 30s'), edgeLine: bodyOf('HTTP/2.0" 503 ') },
  }
}
