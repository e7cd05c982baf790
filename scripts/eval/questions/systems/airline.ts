/**
 * Check-in of an airline: access lines and JSON events, spans with status but without kinds. `dcs-link` cannot reach the
 * departure control system of a partner any more: connections time out, still so at the end. `loyalty` was released
 * before, kiosks go offline now and then: both are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { accessLine, eventJson } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 52 * MINUTE_MS
const CONNECT_TIMEOUT_MS = 5000
const SERVICES = ['web-edge', 'checkin-api', 'seat-map', 'dcs-link', 'bag-tags', 'loyalty']
const AIRPORTS = ['MUC', 'MUC', 'FRA', 'FRA', 'LIS', 'CPH']
const CHANNELS = ['app', 'app', 'web', 'kiosk']
const FLIGHTS = ['NB410', 'NB412', 'NB733', 'NB118', 'NB902']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const VERSIONS: Readonly<Record<string, string>> = {
  'web-edge': '1.27.3',
  'checkin-api': '6.1.0',
  'dcs-link': '0.18.2',
}

class Airline extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'http.response.status_code', hasSpanStatus: true }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(7, 'airline'))
    this.releaseMs = endMs - 35 * MINUTE_MS
    this.onsetMs = endMs - 15 * MINUTE_MS - 25_000
    const version = (name: string) => (timeMs: number) =>
      name === 'loyalty' ? (timeMs < this.releaseMs ? '4.4.1' : '4.5.0') : (VERSIONS[name] ?? '2.2.0')
    const setups = SERVICES.map((name) => ({
      ...{ name, format: name === 'web-edge' ? accessLine : eventJson, version: version(name) },
      isSeveritySent: false,
      hasAttributes: name === 'checkin-api',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  control(startMs: number, parent: Trace, flight: string): Outcome {
    const { random, scribe } = this
    return this.serve('dcs-link', 'POST /dcs/messages', startMs, parent, {}, (trace) => {
      const isLost = startMs >= this.onsetMs && random.chance(0.66)
      const callMs = isLost ? CONNECT_TIMEOUT_MS + random.next() * 8 : random.logNormal(95, 0.3)
      scribe.span({
        ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId, service: 'dcs-link' },
        ...{ name: 'send dcs.hostlink.example', kind: 'unspecified', isError: isLost },
        ...{ startMs: startMs + 0.5, durationMs: roundMs(callMs), statusMessage: isLost ? 'connect ETIMEDOUT' : '' },
        attributes: { 'server.address': 'dcs.hostlink.example' },
      })
      const endMs = startMs + callMs + 1
      if (isLost) {
        const text = `connect ETIMEDOUT 10.40.2.9:4433 (dcs.hostlink.example), gave up after ${CONNECT_TIMEOUT_MS} ms`
        scribe.log('dcs-link', endMs, 'ERROR', text, { flight }, trace)
        return { status: 504, durationMs: callMs + 1 }
      }
      if (random.chance(0.3))
        scribe.log('dcs-link', endMs, 'DEBUG', 'departure control acknowledged', { flight }, trace)
      return { status: 200, durationMs: callMs + 1 }
    })
  }

  checkin(startMs: number, parent: Trace, who: Values, flight: string): Outcome {
    const { random, scribe } = this
    return this.serve('checkin-api', 'POST /checkin', startMs, parent, { flight }, (trace) => {
      const pnr = `${random.pick(['KX', 'QW', 'RT', 'LM'])}${random.hex(4).toUpperCase()}`
      const seats = this.seats(startMs + 2, trace, flight)
      const sent = this.control(startMs + 3 + seats.durationMs, trace, flight)
      const durationMs = seats.durationMs + sent.durationMs + random.logNormal(18, 0.25)
      const fields = { ...who, flight, pnr }
      if (sent.status !== 200) {
        const text = `check-in of ${pnr} on ${flight} failed: departure control not reachable`
        scribe.log('checkin-api', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('failedPnr', pnr, startMs)
        this.remember('failedTrace', trace.traceId, startMs)
        return { status: 502, durationMs }
      }
      if (random.chance(0.04)) {
        const text = `check-in of ${pnr} on ${flight} refused: passport data missing`
        scribe.log('checkin-api', startMs + durationMs, 'WARN', text, fields, trace)
        return { status: 422, durationMs }
      }
      const text = `check-in of ${pnr} on ${flight} completed`
      scribe.log('checkin-api', startMs + durationMs, 'INFO', text, fields, trace)
      this.remember('checkedPnr', pnr, startMs)
      if (random.chance(0.5)) this.bag(startMs + durationMs + 300, flight)
      return { status: 201, durationMs }
    })
  }

  seats(startMs: number, parent: Trace, flight: string): Outcome {
    const { random, scribe } = this
    return this.serve('seat-map', 'GET /seats', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(14, 0.35)
      if (random.chance(0.03))
        scribe.log(
          'seat-map',
          startMs + durationMs,
          'WARN',
          `seat map of ${flight} served from a stale cache`,
          {},
          trace,
        )
      return { status: 200, durationMs }
    })
  }

  points(startMs: number, parent: Trace): Outcome {
    return this.serve('loyalty', 'GET /miles', startMs, parent, {}, (trace) => {
      const durationMs = this.random.logNormal(40, 0.3)
      if (this.random.chance(0.2)) {
        const miles = this.random.integer(100, 90_000)
        this.scribe.log('loyalty', startMs + durationMs, 'INFO', `balance read: ${miles} miles`, {}, trace)
      }
      return { status: this.random.chance(0.03) ? 404 : 200, durationMs }
    })
  }

  bag(timeMs: number, flight: string): void {
    const isJam = this.random.chance(0.05)
    const text = isJam
      ? `bag tag printer ${this.random.integer(1, 12)} is out of paper`
      : `bag tag of ${flight} printed`
    this.scribe.log('bag-tags', timeMs, isJam ? 'WARN' : 'INFO', text, {})
  }

  request(timeMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const name = place < 0.45 ? 'POST /api/checkin' : place < 0.8 ? 'GET /api/seats' : 'GET /api/miles'
    const who = { airport: random.pick(AIRPORTS), channel: random.pick(CHANNELS) }
    const flight = random.pick(FLIGHTS)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { ...who, 'user.id': `pax${random.integer(3000, 3900)}` }
    const done = this.serve('web-edge', name, timeMs, root, attributes, (trace) => {
      const inner =
        name === 'POST /api/checkin'
          ? this.checkin(timeMs + 2, trace, who, flight)
          : name === 'GET /api/seats'
            ? this.seats(timeMs + 2, trace, flight)
            : this.points(timeMs + 2, trace)
      return { status: inner.status, durationMs: inner.durationMs + random.logNormal(4, 0.2) }
    })
    const at = new Date(timeMs + done.durationMs)
    const stamp = `${at.toISOString().slice(8, 10)}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`
    const address = `${random.integer(20, 190)}.${random.integer(1, 250)}.${random.integer(1, 250)}.${random.integer(1, 250)}`
    const size = random.integer(200, 9000)
    const line = `${address} - - [${stamp}] "${name} HTTP/1.1" ${done.status} ${size} "-" "nordbird-${who.channel}/3.2" ${(done.durationMs / 1000).toFixed(3)}`
    scribe.log('web-edge', at.getTime(), 'INFO', line, {})
  }

  background(): void {
    const { random, scribe } = this
    eachArrival({ fromMs: this.startMs, toMs: this.endMs - 200, meanMs: 1000 }, random, (timeMs) =>
      this.request(timeMs),
    )
    eachArrival({ fromMs: this.startMs, toMs: this.endMs, meanMs: 90_000 }, random, (timeMs) => {
      const text = `kiosk K${random.integer(1, 40)} at ${random.pick(AIRPORTS)} went offline`
      scribe.log('bag-tags', timeMs, 'WARN', text, {})
    })
    scribe.log('loyalty', this.releaseMs, 'INFO', 'loyalty 4.5.0 is up, listening on 8080', {})
  }

  metrics(): void {
    const { random, scribe } = this
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs: 30_000 }, random, (timeMs) => {
      const isLost = timeMs >= this.onsetMs
      const gauge = { type: 'gauge', timeMs } as const
      const sockets = isLost ? random.integer(70, 96) : random.integer(6, 15)
      scribe.point('dcs-link', { ...gauge, name: 'dcs.sockets.open', unit: '{socket}', value: sockets })
      for (const [index, service] of SERVICES.entries()) {
        const value = Math.round((150 + 45 * index) * 1e6 * (0.96 + 0.08 * random.next()))
        scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
      }
      for (const airport of ['MUC', 'FRA', 'LIS', 'CPH']) {
        const value = random.integer(20, 24)
        scribe.point('bag-tags', { ...gauge, name: 'kiosks.online', unit: '{kiosk}', value, attributes: { airport } })
      }
      const done = scribe.logs.filter((log) => log.timeMs <= timeMs && / completed$/.test(log.message)).length
      const counter = { name: 'checkins.completed', unit: '{checkin}', type: 'cumulative', timeMs } as const
      scribe.point('checkin-api', { ...counter, startMs: this.startMs - 600 * MINUTE_MS, value: 51_000 + done })
    })
  }
}

export function airline(endMs: number): World {
  const system = new Airline(endMs)
  system.background()
  system.metrics()
  return system.world({
    name: 'airline',
    services: SERVICES,
    marks: { onset: system.onsetMs, release: system.releaseMs },
  })
}
