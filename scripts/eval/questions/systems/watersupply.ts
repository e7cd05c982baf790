/**
 * The control room of a water supplier: a gateway polls pumping stations and reservoirs, a time-series database keeps the
 * readings, a worker looks for leaks, crews are sent out, pumps and valves get commands, samples are judged, customers
 * report outages, meters are billed, a retention job writes lines only. A change of the retention job makes small shards
 * of large ones, so `readings-db` runs out of file handles: writes and queries are refused, the leak detector works on old
 * values and raises false leaks, crews are sent out in vain, dashboards answer 503, still so at the end. A release of
 * `water-quality`, a restart of `meter-billing`, hot motors, locked valves, bad frames, samples out of limits, implausible
 * meters, returned debits and unknown addresses are harmless, nothing goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { checkZone, showOrder, siteOrder } from './watersupply-crews.ts'
import { databaseLogfmt, dotnetLines, gatewayLine, officeLogfmt, roomJson, workerLine } from './watersupply-formats.ts'
import { sendWatersupplyMetrics } from './watersupply-metrics.ts'
import { bill, meterReading, portalVisit, sample } from './watersupply-office.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 90 * MINUTE_MS
const FORMATS = {
  'scada-gateway': gatewayLine,
  'readings-db': databaseLogfmt,
  'retention-job': officeLogfmt,
  'leak-detector': workerLine,
  'crew-dispatch': dotnetLines,
  'control-room': roomJson,
  'pump-control': roomJson,
  'water-quality': roomJson,
  'outage-portal': roomJson,
  'meter-billing': officeLogfmt,
}
const SERVICES = Object.keys(FORMATS)
const WITHOUT_ATTRIBUTES = ['scada-gateway', 'leak-detector']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'scada-gateway': '4.1.0', 'readings-db': '2.7.3', 'leak-detector': '1.9.2', 'crew-dispatch': '5.3.0' },
  ...{ 'control-room': '8.0.6', 'pump-control': '3.12.1', 'outage-portal': '6.2.0', 'meter-billing': '7.4.1' },
}
const STATIONS = [
  ...['hilltop', 'hilltop', 'hilltop', 'riverside', 'riverside', 'mill-lane', 'quarry'],
  ...['castle', 'castle', 'meadow', 'oakwood'],
]
const PUMPS = ['hilltop', 'hilltop', 'riverside', 'riverside', 'riverside', 'mill-lane', 'quarry']
const DASHBOARDS = ['overview', 'overview', 'overview', 'pumps', 'pumps', 'pressure', 'quality']
const OPERATORS = ['hahn', 'hahn', 'hahn', 'ruiz', 'ruiz', 'osei']
const RESERVOIRS = ['castle', 'meadow', 'oakwood']

interface Told extends Outcome {
  readonly attributes: Values
}

export class WaterSupply extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly changeMs: number
  readonly onsetMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(63, 'watersupply'))
    this.releaseMs = endMs - 72 * MINUTE_MS + 24_000
    this.restartMs = endMs - 58 * MINUTE_MS + 11_000
    this.onsetMs = endMs - 34 * MINUTE_MS + 27_000
    this.changeMs = this.onsetMs - 74_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'scada-gateway', hasAttributes: !WITHOUT_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: () => `${name}-1`,
      resource: () => ({ 'host.name': `aqua-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'retention-job') return timeMs < this.changeMs ? '1.6.0' : '1.7.0'
    if (name === 'water-quality') return timeMs < this.releaseMs ? '2.7.4' : '2.8.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  say(service: string, timeMs: number, severity: Severity, text: string, fields: Values, trace: Trace): void {
    this.scribe.log(service, timeMs, severity, text, fields, trace)
  }

  root(): Trace {
    return { traceId: this.scribe.newTrace(), spanId: '' }
  }

  /** A request from outside, by method and route. */
  enter(service: string, name: string, startMs: number, more: Values, work: (trace: Trace) => Outcome): Outcome {
    const [method = '', route = ''] = name.split(' ')
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    return this.serve({ service, name, startMs, parent: this.root(), attributes }, 'server', work)
  }

  /** A piece of work of the two services whose spans have no kinds. */
  plain(service: string, name: string, startMs: number, work: (trace: Trace) => Told): void {
    const trace = { traceId: this.scribe.newTrace(), spanId: this.scribe.newSpan() }
    const { status, durationMs, attributes } = work(trace)
    this.scribe.span({
      ...{ ...trace, parentSpanId: '', service, name, kind: 'unspecified', isEntry: true, startMs, attributes },
      ...{ durationMs: roundMs(durationMs), isError: status >= 500, isFailed: status >= 500 },
    })
  }

  /** The time-series database: out of file handles it refuses most of what it is asked. */
  database(from: string, name: 'POST /write' | 'GET /query', startMs: number, parent: Trace, more: Values): Outcome {
    const { random } = this
    const [method = '', route = ''] = name.split(' ')
    const attributes = { 'http.request.method': method, 'http.route': route, 'client.name': from, ...more }
    const isWrite = name === 'POST /write'
    const work = (trace: Trace): Outcome => {
      if (startMs >= this.onsetMs && random.chance(isWrite ? 0.82 : 0.76)) {
        const durationMs = random.logNormal(4, 0.3)
        const file = `/var/lib/readings/shards/${random.integer(1000, 4600)}/data.tsm`
        const text = `open ${file}: too many open files`
        this.say('readings-db', startMs + durationMs, 'ERROR', text, { op: isWrite ? 'write' : 'query' }, trace)
        return { status: 503, durationMs }
      }
      const isSlow = !isWrite && random.chance(0.025)
      const durationMs = random.logNormal(isWrite ? 9 : 38, 0.35) + (isSlow ? 950 : 0)
      const fields = { op: isWrite ? 'write' : 'query', client: from }
      if (isSlow) this.say('readings-db', startMs + durationMs, 'WARN', 'query took longer than 900 ms', fields, trace)
      else if (random.chance(0.3))
        this.say('readings-db', startMs + durationMs, 'INFO', isWrite ? 'points written' : 'query done', fields, trace)
      return { status: isWrite ? 204 : 200, durationMs }
    }
    const step = { service: 'readings-db', name, startMs, parent, attributes }
    if (from === 'scada-gateway' || from === 'leak-detector') return this.serve(step, 'server', work)
    return this.through(from, step, work)
  }

  poll(startMs: number): void {
    const { random } = this
    const station = random.pick(STATIONS)
    const count = random.integer(4, 9)
    this.plain('scada-gateway', 'poll station', startMs, (trace) => {
      const tell = (afterMs: number, severity: Severity, text: string) =>
        this.say('scada-gateway', startMs + afterMs, severity, text, {}, trace)
      const isLate = random.chance(0.015)
      const askedMs = random.logNormal(station === 'quarry' ? 210 : 85, 0.35) + (isLate ? 2000 : 0)
      if (isLate) tell(askedMs, 'WARN', `${station} did not answer within 2000 ms, asked again`)
      const attributes = { station, 'readings.count': count }
      if (random.chance(0.022)) {
        tell(askedMs + 1, 'WARN', `frame of ${station} dropped: bad checksum`)
        return { status: 200, durationMs: askedMs + 2, attributes: { ...attributes, 'poll.result': 'dropped' } }
      }
      const kept = this.database('scada-gateway', 'POST /write', startMs + askedMs, trace, { station })
      const durationMs = askedMs + kept.durationMs + 2
      if (kept.status === 503) {
        tell(durationMs, 'ERROR', `write of ${count} readings of ${station} refused by readings-db (503), buffered`)
        this.remember('refusedTrace', trace.traceId, startMs)
        return { status: 503, durationMs, attributes: { ...attributes, 'poll.result': 'buffered' } }
      }
      tell(durationMs, 'INFO', `${count} readings of ${station} written`)
      return { status: 200, durationMs, attributes: { ...attributes, 'poll.result': 'written' } }
    })
  }

  command(kind: 'pump' | 'valve', startMs: number, parent: Trace, operator: string): Outcome {
    const { random } = this
    const station = random.pick(PUMPS)
    const isPump = kind === 'pump'
    const action = random.chance(0.6) ? (isPump ? 'start' : 'open') : isPump ? 'stop' : 'close'
    const unit = isPump ? `P-${random.integer(1, 9)}` : `V-${random.integer(10, 60)}`
    const more = isPump ? { 'pump.action': action } : { 'valve.action': action }
    const attributes = { station, operator, ...more }
    const step = { service: 'pump-control', name: `POST /${kind}s/{id}/commands`, startMs, parent, attributes }
    return this.through('control-room', step, (trace) => {
      const durationMs = random.logNormal(isPump ? 140 : 420, 0.35)
      const fields = { unit, station, action, operator }
      const tell = (severity: Severity, text: string) =>
        this.say('pump-control', startMs + durationMs, severity, text, fields, trace)
      if (isPump && action === 'start' && random.chance(0.08)) {
        tell('WARN', `start of ${unit} at ${station} refused: motor too hot`)
        return { status: 409, durationMs }
      }
      if (!isPump && random.chance(0.09)) {
        tell('WARN', `valve ${unit} not moved: locked by maintenance`)
        return { status: 423, durationMs }
      }
      const done = { start: 'started', stop: 'stopped', open: 'opened', close: 'closed' }[action]
      tell('INFO', isPump ? `pump ${unit} at ${station} ${done}` : `valve ${unit} ${done}`)
      return { status: 202, durationMs }
    })
  }

  visit(startMs: number): void {
    const { random } = this
    const operator = random.pick(OPERATORS)
    const ticket = random.integer(1, 100)
    const service = 'control-room'
    if (ticket <= 48) {
      const dashboard = random.pick(DASHBOARDS)
      const more = { dashboard, operator }
      this.enter(service, 'GET /dashboards/{name}', startMs, more, (trace) => {
        const ownMs = random.logNormal(18, 0.3)
        if (dashboard === 'quality') {
          const step = { service: 'water-quality', name: 'GET /samples', startMs: startMs + ownMs, parent: trace }
          const read = this.through(service, step, () => ({ status: 200, durationMs: random.logNormal(26, 0.3) }))
          return { status: 200, durationMs: ownMs + read.durationMs }
        }
        const read = this.database(service, 'GET /query', startMs + ownMs, trace, {})
        const durationMs = ownMs + read.durationMs + 3
        const atMs = startMs + durationMs
        if (read.status === 503) {
          this.say(service, atMs, 'ERROR', `dashboard ${dashboard} not loaded: readings-db answered 503`, more, trace)
          this.remember('dashboardTrace', trace.traceId, startMs)
          return { status: 503, durationMs }
        }
        if (read.durationMs > 900) this.remember('slowTrace', trace.traceId, startMs)
        if (random.chance(0.4)) this.say(service, atMs, 'INFO', `dashboard ${dashboard} loaded`, more, trace)
        return { status: 200, durationMs }
      })
      return
    }
    if (ticket <= 80) {
      const kind = ticket <= 70 ? 'pump' : 'valve'
      this.enter(service, `POST /${kind}s/{id}/commands`, startMs, { operator }, (trace) => {
        const ownMs = random.logNormal(11, 0.3)
        const done = this.command(kind, startMs + ownMs, trace, operator)
        return { status: done.status, durationMs: ownMs + done.durationMs + 2 }
      })
      return
    }
    this.enter(service, 'GET /alarms', startMs, { operator }, () => {
      return { status: 200, durationMs: random.logNormal(15, 0.3) }
    })
  }

  /** Pumps follow the levels by themselves, as long as these are fresh. */
  automatic(timeMs: number): void {
    const { random, onsetMs } = this
    const reservoir = random.pick(RESERVOIRS)
    const fields = { reservoir }
    const service = 'pump-control'
    if (timeMs >= onsetMs + 90_000) {
      const minutes = Math.floor((timeMs - onsetMs) / MINUTE_MS)
      const text = `automatic control of ${reservoir} held: level is ${minutes} min old`
      this.scribe.log(service, timeMs, 'WARN', text, fields)
    } else this.scribe.log(service, timeMs, 'INFO', `automatic control of ${reservoir}: no change`, fields)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, changeMs, restartMs, releaseMs } = this
    const range = { fromMs: startMs, toMs: endMs - 4000 }
    const each = (meanMs: number, visit: (timeMs: number) => void) => eachArrival({ ...range, meanMs }, random, visit)
    each(2400, (timeMs) => this.poll(timeMs))
    each(3400, (timeMs) => this.visit(timeMs))
    each(7000, (timeMs) => checkZone(this, timeMs))
    each(15_000, (timeMs) => showOrder(this, timeMs))
    each(75_000, (timeMs) => siteOrder(this, timeMs))
    each(15_000, (timeMs) => sample(this, timeMs))
    each(5200, (timeMs) => portalVisit(this, timeMs))
    each(9000, (timeMs) => meterReading(this, timeMs))
    each(17_000, (timeMs) => bill(this, timeMs))
    eachTick({ fromMs: startMs + 9000, toMs: endMs - 1000, everyMs: 20_000 }, random, (timeMs) =>
      this.automatic(timeMs),
    )
    eachTick({ fromMs: startMs + 40_000, toMs: endMs - 1000, everyMs: 120_000 }, random, (timeMs) => {
      const shards = timeMs < changeMs ? random.integer(88, 94) : random.integer(4290, 4480)
      scribe.log('retention-job', timeMs, 'INFO', 'retention run done', { shards, dropped: random.integer(1, 4) })
    })
    const started = 'retention-job 1.7.0 started, shards of 10 minutes instead of one day (change WW-880)'
    scribe.log('retention-job', changeMs, 'INFO', started)
    scribe.log('readings-db', onsetMs - 16_000, 'WARN', 'open files at 90 percent of the limit of 4096')
    scribe.log('water-quality', releaseMs, 'INFO', 'water-quality 2.8.0 started, new lab interface (change WW-871)')
    scribe.log('meter-billing', restartMs - 5000, 'INFO', 'stopping meter-billing for a planned restart')
    scribe.log('meter-billing', restartMs, 'INFO', 'meter-billing 7.4.1 started')
  }
}

export function waterSupply(endMs: number): World {
  const system = new WaterSupply(endMs)
  system.run()
  sendWatersupplyMetrics(system)
  const { onsetMs: onset, changeMs: change, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'watersupply', services: SERVICES, marks: { onset, change, release, restart } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    filesLine: bodyOf('too many open files'),
    lockedLine: bodyOf('locked by maintenance'),
    heldLine: bodyOf('held: level'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
