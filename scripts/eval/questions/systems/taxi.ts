/**
 * Ride hailing with German names: logfmt of its own, spans with kinds. A match ends in Hamburg, four times the ride
 * requests arrive, and the queue of `disponent` is full: requests wait, then are rejected. Over again at the end.
 * `preis-rechner` was released before, `fahrer-push` has expired tokens all the time: both are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { shortLogfmt } from './formats.ts'
import { eachArrival, eachTick, NO_TRACE, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 57 * MINUTE_MS
const QUEUE_SIZE = 400
const SERVICES = ['fahrt-api', 'disponent', 'preis-rechner', 'geo-index', 'fahrer-push', 'zahlung']
const CITIES = ['berlin', 'berlin', 'hamburg', 'muenchen', 'koeln']
const CLASSES = ['standard', 'standard', 'standard', 'xl', 'premium']
const VERSIONS: Readonly<Record<string, string>> = { 'fahrt-api': '12.4.0', disponent: '7.0.3', zahlung: '3.3.1' }

class Taxi extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(6, 'taxi'))
    this.releaseMs = endMs - 42 * MINUTE_MS
    this.onsetMs = endMs - 23 * MINUTE_MS - 15_000
    this.recoveryMs = endMs - 9 * MINUTE_MS - 5000
    const version = (name: string) => (timeMs: number) =>
      name === 'preis-rechner' ? (timeMs < this.releaseMs ? '2.8.0' : '2.9.0') : (VERSIONS[name] ?? '1.0.7')
    const setups = SERVICES.map((name) => ({
      ...{ name, format: shortLogfmt, version: version(name), isSeveritySent: false },
      hasAttributes: name === 'fahrt-api' || name === 'disponent',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isFull(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** A server span, and the client span of the caller when there is one. */
  serve(
    hop: {
      readonly service: string
      readonly route: string
      readonly attributes: Values
      readonly caller: string | null
    },
    startMs: number,
    parent: Trace,
    work: (trace: Trace) => Outcome,
  ): Outcome {
    const { scribe } = this
    const { service, route, attributes, caller } = hop
    const [method = '', path = ''] = route.split(' ')
    const clientId = caller === null ? parent.spanId : scribe.newSpan()
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const common = { 'http.request.method': method, 'http.response.status_code': status }
    const isError = status >= 500
    scribe.span({
      ...trace,
      ...{ parentSpanId: clientId, service, name: route, kind: 'server', isEntry: true, isError },
      ...{ startMs: startMs + 0.2, durationMs: roundMs(durationMs) },
      attributes: { ...common, 'http.route': path, ...attributes },
    })
    if (caller !== null) {
      scribe.span({
        ...{ traceId: parent.traceId, spanId: clientId, parentSpanId: parent.spanId, service: caller, name: route },
        ...{ kind: 'client', isError, startMs, durationMs: roundMs(durationMs + 0.9) },
        attributes: { ...common, 'server.address': service },
      })
    }
    return { status, durationMs }
  }

  dispatch(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const hop = { service: 'disponent', route: 'POST /auftraege', attributes: {}, caller: 'fahrt-api' }
    return this.serve(hop, startMs, parent, (trace) => {
      const ride = `F-${random.integer(400_000, 499_999)}`
      const fields = { ...who, ride }
      if (this.isFull(startMs) && random.chance(0.46)) {
        const durationMs = random.logNormal(9, 0.2)
        const text = `ride ${ride} rejected: request queue full (${QUEUE_SIZE} of ${QUEUE_SIZE})`
        scribe.log('disponent', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('rejectedRide', ride, startMs)
        this.remember('rejectedTrace', trace.traceId, startMs)
        return { status: 503, durationMs }
      }
      const found = this.search(startMs + 3, trace)
      const durationMs = found.durationMs + random.logNormal(this.isFull(startMs) ? 4200 : 120, 0.3)
      const driver = `D-${random.integer(100, 999)}`
      const text = `ride ${ride} assigned to driver ${driver} in ${Math.round(durationMs)} ms`
      scribe.log('disponent', startMs + durationMs, 'INFO', text, fields, trace)
      this.remember('assignedRide', ride, startMs)
      this.push(startMs + durationMs, driver)
      return { status: 201, durationMs }
    })
  }

  search(startMs: number, parent: Trace): Outcome {
    const hop = { service: 'geo-index', route: 'GET /fahrer/nahe', attributes: {}, caller: 'disponent' }
    return this.serve(hop, startMs, parent, (trace) => {
      const durationMs = this.random.logNormal(8, 0.3)
      const drivers = this.random.integer(1, 30)
      if (this.random.chance(0.2))
        this.scribe.log('geo-index', startMs + durationMs, 'DEBUG', `lookup found ${drivers} drivers`, {}, trace)
      return { status: 200, durationMs }
    })
  }

  push(timeMs: number, driver: string): void {
    const isLost = this.random.chance(0.04)
    const text = isLost ? `push to driver ${driver} failed: token expired` : `push to driver ${driver} sent`
    this.scribe.log('fahrer-push', timeMs + 40, isLost ? 'WARN' : 'INFO', text, {}, NO_TRACE)
  }

  estimate(startMs: number, parent: Trace, city: string): Outcome {
    const hop = { service: 'preis-rechner', route: 'POST /preise', attributes: {}, caller: 'fahrt-api' }
    return this.serve(hop, startMs, parent, (trace) => {
      const durationMs = this.random.logNormal(26, 0.3)
      if (this.random.chance(0.1)) {
        const factor = (1 + this.random.next()).toFixed(1)
        this.scribe.log(
          'preis-rechner',
          startMs + durationMs,
          'INFO',
          `surge factor of ${city} is ${factor}`,
          {},
          trace,
        )
      }
      return { status: 200, durationMs }
    })
  }

  pay(startMs: number, parent: Trace): Outcome {
    const hop = { service: 'zahlung', route: 'POST /buchungen', attributes: {}, caller: 'fahrt-api' }
    return this.serve(hop, startMs, parent, (trace) => {
      const { random, scribe } = this
      const durationMs = random.logNormal(210, 0.25)
      const id = `Z-${random.integer(70_000, 79_999)}`
      const isDeclined = random.chance(0.05)
      const cents = random.integer(600, 6000)
      const text = isDeclined
        ? `charge ${id} declined: limit exceeded`
        : `charge ${id} captured ${(cents / 100).toFixed(2)} EUR`
      scribe.log('zahlung', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, {}, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  request(timeMs: number, route: string, city: string): void {
    const { random, scribe } = this
    const who = { stadt: city, klasse: random.pick(CLASSES) }
    const attributes = { ...who, 'enduser.id': `r${random.integer(10_000, 10_800)}` }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'fahrt-api', route, attributes, caller: null }, timeMs, root, (trace) => {
      const selfMs = random.logNormal(6, 0.25)
      if (route === 'GET /fahrten/status') return { status: random.chance(0.02) ? 404 : 200, durationMs: selfMs }
      const inner =
        route === 'POST /fahrten/anfrage'
          ? this.dispatch(timeMs + 2, trace, who)
          : route === 'POST /preise/schaetzung'
            ? this.estimate(timeMs + 2, trace, city)
            : this.pay(timeMs + 2, trace)
      if (inner.status >= 500)
        scribe.log('fahrt-api', timeMs + inner.durationMs + 3, 'ERROR', `${route} answered ${inner.status}`, who, trace)
      return { status: inner.status, durationMs: inner.durationMs + selfMs }
    })
  }

  traffic(): void {
    const { random } = this
    const all = { fromMs: this.startMs, toMs: this.endMs - 200 }
    eachArrival({ ...all, meanMs: 1000 }, random, (timeMs) => {
      const place = random.next()
      const route =
        place < 0.3
          ? 'POST /fahrten/anfrage'
          : place < 0.65
            ? 'GET /fahrten/status'
            : place < 0.85
              ? 'POST /preise/schaetzung'
              : 'POST /zahlungen'
      this.request(timeMs, route, random.pick(CITIES))
    })
    const surge = { fromMs: this.onsetMs, toMs: this.recoveryMs, meanMs: 1100 }
    eachArrival(surge, random, (timeMs) => this.request(timeMs, 'POST /fahrten/anfrage', 'hamburg'))
    this.scribe.log('preis-rechner', this.releaseMs, 'INFO', 'preis-rechner 2.9.0 started, tariff table 118 loaded', {})
  }

  metrics(): void {
    const { random, scribe } = this
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 20_000 }, random, (timeMs) => {
      const isFull = this.isFull(timeMs)
      const gauge = { type: 'gauge', timeMs } as const
      const length = isFull ? QUEUE_SIZE - random.integer(0, 6) : random.integer(0, 22)
      scribe.point('disponent', { ...gauge, name: 'disponent.queue.length', unit: '{request}', value: length })
      for (const [index, service] of SERVICES.entries()) {
        const isHot = service === 'disponent' && isFull
        const value = Math.round((isHot ? 0.95 : 0.12 + 0.05 * index) * (0.96 + 0.08 * random.next()) * 1000) / 1000
        scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: Math.min(1, value) })
      }
      scribe.point('fahrer-push', {
        ...gauge,
        name: 'drivers.online',
        unit: '{driver}',
        value: random.integer(310, 350),
      })
      const assigned = scribe.logs.filter(
        (log) => log.timeMs > timeMs - 20_000 && log.timeMs <= timeMs && / assigned to driver /.test(log.message),
      ).length
      const counter = { name: 'rides.assigned', unit: '{ride}', type: 'delta', timeMs } as const
      scribe.point('disponent', { ...counter, startMs: timeMs - 20_000, value: assigned })
    })
  }
}

export function taxi(endMs: number): World {
  const system = new Taxi(endMs)
  system.traffic()
  system.metrics()
  return system.world({
    name: 'taxi',
    services: SERVICES,
    marks: { onset: system.onsetMs, recovery: system.recoveryMs, release: system.releaseMs },
  })
}
