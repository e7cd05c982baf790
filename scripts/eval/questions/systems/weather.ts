/**
 * A service of weather data: stations and radars come in over a queue, forecasts are computed in batches, customers ask an
 * API. Spans without kinds, lines of plain text, gauges of every 30 seconds. One report that cannot be read kills
 * `qc-worker`, which takes it up again after each restart: observations grow old and the API refuses to give them, until
 * the report is set aside: over at the end. A release of `tile-render`, wrong keys, exceeded quotas, late radar pictures
 * and removed spikes are harmless; `alert-mailer` has sent nothing for a while.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'
import { clockLine, datedLine, goLine, levelFirstLine, messagesLine } from './weather-formats.ts'
import { sendWeatherMetrics } from './weather-metrics.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 100 * MINUTE_MS
const FORMATS = {
  'wx-api': datedLine,
  'key-auth': goLine,
  'grid-store': goLine,
  'tile-render': datedLine,
  'forecast-run': clockLine,
  'qc-worker': levelFirstLine,
  'station-ingest': messagesLine,
  'radar-fetch': clockLine,
  'alert-mailer': messagesLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{
    'wx-api': '9.4.1',
    'key-auth': '2.2.0',
    'grid-store': '6.0.7',
    'forecast-run': '2026.11',
    'qc-worker': '1.14.2',
  },
  ...{ 'station-ingest': '3.8.0', 'radar-fetch': '0.9.5', 'alert-mailer': '1.1.3' },
}
/** Customers, with the share of the traffic that is theirs and what they pay for. */
const TENANTS = [
  ['agrisense', 'gold', 30],
  ['skyfleet', 'gold', 54],
  ['ski-portal', 'silver', 72],
  ['harbour-ops', 'silver', 88],
  ['newsdesk', 'free', 100],
] as const
const VISITS = [
  ['/v1/current', 30],
  ['/v1/hourly', 58],
  ['/v1/radar/{z}/{x}/{y}', 85],
  ['/v1/warnings', 96],
  ['/v1/history', 100],
] as const
const REGIONS = ['alps', 'baltic', 'rhine', 'rhine', 'danube']
const NETWORKS = ['synop', 'synop', 'metar', 'private', 'private', 'buoy']
/** Older observations are not given to anybody. */
const AGE_MAX_S = 120
const UNREADABLE = "ValueError: could not convert string to float: '///' (station ST-6613, field pressure)"

interface Caller {
  readonly tenant: string
  readonly plan: string
}

class Weather extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'http.status_code', hasSpanStatus: true }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly stoppedMs: number
  #batch = 77_100

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(73, 'weather'))
    this.releaseMs = endMs - 74 * MINUTE_MS + 19_000
    this.onsetMs = endMs - 40 * MINUTE_MS + 14_000
    this.recoveryMs = endMs - 17 * MINUTE_MS + 26_000
    this.stoppedMs = endMs - 52 * MINUTE_MS
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: false, hasAttributes: false },
      version: (timeMs: number) =>
        name === 'tile-render' ? (timeMs < this.releaseMs ? '3.1.6' : '3.2.0') : (VERSIONS[name] ?? '1.0'),
      instance: (traceId: string) => (name === 'wx-api' ? `wx-api-${/^[0-7]/.test(traceId) ? 1 : 2}` : `${name}-1`),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isDead(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** How old the newest observation is; after the recovery the queue is worked off in two minutes. */
  ageS(timeMs: number): number {
    const usual = 9 + this.random.integer(0, 14)
    if (this.isDead(timeMs)) return usual + (timeMs - this.onsetMs) / 1000
    const drainedMs = this.recoveryMs + 2 * MINUTE_MS
    if (timeMs < this.recoveryMs || timeMs >= drainedMs) return usual
    return usual + ((drainedMs - timeMs) / (2 * MINUTE_MS)) * ((this.recoveryMs - this.onsetMs) / 1000)
  }

  /** A step inside a service: a span of the same service, no request. */
  step(service: string, name: string, startMs: number, parent: Trace, durationMs: number): void {
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId, service, name },
      ...{ kind: 'unspecified', startMs, durationMs: roundMs(durationMs), isError: false, attributes: {} },
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const [place, part] = [random.integer(1, 100), random.integer(1, 100)]
    const [route] = VISITS.find(([, upTo]) => place <= upTo) ?? VISITS[0]
    const [tenant, plan] = TENANTS.find(([, , upTo]) => part <= upTo) ?? TENANTS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const region = random.pick(REGIONS)
    const attributes = { 'http.method': 'GET', 'http.route': route, tenant, plan, region }
    const name = `GET ${route}`
    let text = ''
    const done = this.serve('wx-api', name, startMs, root, attributes, (trace) => {
      const checked = this.check(startMs + 1, trace, { tenant, plan })
      if (checked.status !== 200) return { ...checked, durationMs: checked.durationMs + 2 }
      const inner = this.behind(route, startMs + 2 + checked.durationMs, trace)
      const durationMs = checked.durationMs + inner.durationMs + random.logNormal(4, 0.3)
      if (inner.status === 503) {
        const age = Math.round(this.ageS(startMs))
        text = `observations too old: newest from qc-worker is ${age} s old, limit ${AGE_MAX_S} s`
        scribe.log('wx-api', startMs + durationMs - 1, 'ERROR', `${text} tenant=${tenant}`, {}, trace)
      }
      return { status: inner.status, durationMs }
    })
    const path = route.replace('{z}/{x}/{y}', `7/${random.integer(60, 70)}/${random.integer(40, 46)}`)
    const took = Math.round(done.durationMs)
    const said = `GET ${path} tenant=${tenant} status=${done.status} ${took}ms`
    const severity = done.status >= 400 && done.status < 500 ? 'WARN' : 'INFO'
    scribe.log('wx-api', startMs + done.durationMs, severity, said, {}, root)
    if (done.status === 503) this.remember('failedTrace', root.traceId, startMs)
    else if (route === '/v1/hourly' && done.status === 200) this.remember('hourlyTrace', root.traceId, startMs)
  }

  /** Whether the key is known and within its quota. */
  check(startMs: number, parent: Trace, { tenant, plan }: Caller): Outcome {
    const { random, scribe } = this
    return this.serve('key-auth', 'check key', startMs, parent, { tenant }, (trace) => {
      const durationMs = random.logNormal(1.8, 0.3)
      if (random.chance(0.012)) {
        scribe.log('key-auth', startMs + durationMs, 'WARN', `key of ${tenant} is wrong or expired`, {}, trace)
        return { status: 401, durationMs }
      }
      if (plan === 'free' && random.chance(0.11)) {
        scribe.log('key-auth', startMs + durationMs, 'WARN', `quota of ${tenant} exceeded`, {}, trace)
        return { status: 429, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  behind(route: string, startMs: number, trace: Trace): Outcome {
    const { random } = this
    switch (route) {
      case '/v1/current': {
        this.step('wx-api', 'read newest observation', startMs, trace, 2)
        const isOld = this.ageS(startMs) > AGE_MAX_S
        return { status: isOld ? 503 : 200, durationMs: isOld ? 3 : random.logNormal(9, 0.3) }
      }
      case '/v1/hourly':
        return this.read(startMs, trace, 16)
      case '/v1/history':
        return random.chance(0.04) ? { status: 400, durationMs: 2 } : this.read(startMs, trace, 480)
      case '/v1/warnings':
        return { status: 200, durationMs: random.logNormal(6, 0.3) }
      default:
        return this.serve('tile-render', 'render tile', startMs, trace, { 'tile.zoom': 7 }, (inner) => {
          const isHit = random.chance(0.7)
          const field = isHit ? { status: 200, durationMs: 1 } : this.read(startMs + 2, inner, 14)
          const isNew = startMs >= this.releaseMs
          const durationMs = field.durationMs + random.logNormal(isHit ? 3 : isNew ? 64 : 52, 0.35)
          const text = `rendered a tile of zoom 7 in ${Math.round(durationMs)} ms`
          if (!isHit && random.chance(0.5))
            this.scribe.log('tile-render', startMs + durationMs, 'INFO', text, {}, inner)
          return { status: 200, durationMs }
        })
    }
  }

  read(startMs: number, parent: Trace, medianMs: number): Outcome {
    const { random, scribe } = this
    return this.serve('grid-store', 'read field', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(medianMs, 0.35)
      this.step('grid-store', 'seek', startMs + 1, trace, durationMs * 0.6)
      if (durationMs > 900) {
        const text = `slow read: ${Math.round(durationMs)} ms for 30 years of one point`
        scribe.log('grid-store', startMs + durationMs, 'WARN', text, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  /** A batch of reports is checked; what is implausible is thrown away. */
  batch(startMs: number): void {
    const { random, scribe } = this
    const id = `B-${++this.#batch}`
    const network = random.pick(NETWORKS)
    const reports = random.integer(60, 340)
    const root = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const durationMs = random.logNormal(700 + 2 * reports, 0.25)
    const rejected = random.pick([0, 0, 1, 2, 3, 5])
    this.job('qc-worker', 'check batch', startMs, root, durationMs, { network, reports, 'job.result': 'ok' })
    const text = `batch ${id} from ${network} checked: ${reports} reports, ${rejected} rejected`
    scribe.log('qc-worker', startMs + durationMs, 'INFO', text, {}, root)
    this.remember('checkedBatch', id, startMs)
    if (random.chance(0.12)) {
      const station = `ST-${random.integer(1100, 7900)}`
      scribe.log(
        'qc-worker',
        startMs + durationMs - 9,
        'WARN',
        `station ${station}: temperature spike removed`,
        {},
        root,
      )
    }
  }

  /** Work without a caller: the root of its own trace. */
  job(service: string, name: string, startMs: number, root: Trace, durationMs: number, attributes: Values): void {
    const isError = attributes['job.result'] === 'failed'
    this.scribe.span({
      ...{ ...root, parentSpanId: '', service, name, kind: 'unspecified', startMs, durationMs: roundMs(durationMs) },
      ...{ isError, isFailed: isError, isEntry: true, attributes },
    })
  }

  /** The report that nobody can read, again and again. */
  deaths(): void {
    const { random, scribe } = this
    const id = `B-${++this.#batch}`
    let delivery = 0
    for (let at = this.onsetMs; at < this.recoveryMs - 20_000; at += 52_000 + random.integer(0, 9000)) {
      const root = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
      const [durationMs, result] = [random.logNormal(310, 0.2), { network: 'private', reports: 118 }]
      this.job('qc-worker', 'check batch', at, root, durationMs, { ...result, 'job.result': 'failed' })
      scribe.log('qc-worker', at + durationMs, 'ERROR', `batch ${id} failed: ${UNREADABLE}`, {}, root)
      scribe.log('qc-worker', at + durationMs + 40, 'FATAL', 'unhandled exception, exiting with code 1')
      const text = `qc-worker 1.14.2 starting, resuming ${id} (delivery ${++delivery + 1})`
      scribe.log('qc-worker', at + durationMs + 9000, 'INFO', text)
    }
    this.ids['poison'] = id
    const aside = `batch ${id} moved to the dead letter queue by operator`
    scribe.log('station-ingest', this.recoveryMs - 3000, 'INFO', aside)
  }

  /** Every few minutes a forecast is computed and its fields are written. */
  run(startMs: number, model: string, medianMs: number, fields: number): void {
    const { random, scribe } = this
    const root = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const durationMs = random.logNormal(medianMs, 0.12)
    const id = `${model}-${new Date(startMs).toISOString().slice(11, 16).replace(':', '')}`
    scribe.log('forecast-run', startMs, 'INFO', `run ${id} started`, {}, root)
    this.step('forecast-run', 'assimilate', startMs + 500, root, durationMs * 0.4)
    for (let one = 0; one < 6; one++) {
      const writeMs = startMs + durationMs * 0.5 + one * (durationMs * 0.07)
      this.serve('grid-store', 'write field', writeMs, root, { model }, () => ({
        ...{ status: 200, durationMs: random.logNormal(190, 0.3) },
      }))
    }
    if (this.ageS(startMs) > 300) {
      const text = `run ${id}: observations are older than 5 minutes, using the last analysis`
      scribe.log('forecast-run', startMs + 900, 'WARN', text, {}, root)
    }
    this.job('forecast-run', `run ${model}`, startMs, root, durationMs, { model, 'job.result': 'ok' })
    const text = `run ${id} finished in ${Math.round(durationMs / 1000)} s, ${fields} fields`
    scribe.log('forecast-run', startMs + durationMs, 'INFO', text, {}, root)
    this.remember('finishedRun', id, startMs)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 720 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 5600 }, random, (timeMs) => {
      if (!this.isDead(timeMs)) this.batch(timeMs)
    })
    const drain = { fromMs: this.recoveryMs, toMs: this.recoveryMs + 4 * MINUTE_MS, meanMs: 1100 }
    eachArrival(drain, random, (timeMs) => this.batch(timeMs))
    this.deaths()
    const until = this.endMs - 100_000
    const runs = { fromMs: this.startMs + 40_000, toMs: until, everyMs: 5 * MINUTE_MS }
    eachTick(runs, random, (timeMs) => this.run(timeMs, 'nowcast', 71_000, 48))
    const long = { fromMs: this.startMs + 190_000, toMs: until - 4 * MINUTE_MS, everyMs: 20 * MINUTE_MS }
    eachTick(long, random, (timeMs) => this.run(timeMs, 'regional', 236_000, 312))
    this.incoming(range)
    scribe.log('tile-render', this.releaseMs, 'INFO', 'tile-render 3.2.0 ready, palette v4')
  }

  incoming(range: { readonly fromMs: number; readonly toMs: number }): void {
    const { random, scribe } = this
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => {
      const text = `received ${random.integer(60, 340)} reports from ${random.pick(NETWORKS)}`
      scribe.log('station-ingest', timeMs, 'INFO', text)
    })
    eachArrival({ ...range, meanMs: 95_000 }, random, (timeMs) => {
      const station = `ST-${random.integer(1100, 7900)}`
      scribe.log('station-ingest', timeMs, 'WARN', `station ${station} has not reported for 60 minutes`)
      this.remember('quietStation', station, timeMs)
    })
    eachTick({ fromMs: range.fromMs + 80_000, toMs: range.toMs, everyMs: 2.5 * MINUTE_MS }, random, (timeMs) => {
      const late = random.chance(0.15)
      const text = late
        ? 'composite is late, using the one before'
        : `composite fetched, ${random.integer(880, 1440)} kB`
      scribe.log('radar-fetch', timeMs, late ? 'WARN' : 'INFO', text)
    })
    eachTick({ fromMs: range.fromMs + 30_000, toMs: this.stoppedMs, everyMs: 3 * MINUTE_MS }, random, (timeMs) => {
      const text = `warning level ${random.integer(1, 3)} mailed to ${random.integer(12, 240)} subscribers`
      scribe.log('alert-mailer', timeMs, 'INFO', text)
    })
  }
}

export function weather(endMs: number): World {
  const system = new Weather(endMs)
  system.background()
  sendWeatherMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery, stoppedMs: stopped } = system
  const world = system.world({ name: 'weather', services: SERVICES, marks: { onset, release, recovery, stopped } })
  const bodyOf = (part: string) => world.logs.find((log) => log.message.includes(part))?.body ?? ''
  const lines = { failedLine: bodyOf('observations too old'), deathLine: bodyOf('could not convert') }
  return { ...world, names: { ...world.names, ...lines, quotaLine: bodyOf('quota of') } }
}
