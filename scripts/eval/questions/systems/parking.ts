/**
 * Car parks: an app and lanes on Kubernetes, told by semantic conventions (HTTP, database and messaging spans with kinds, a
 * histogram, gauges, counters), barriers and cameras on hosts of their own that write lines only. Lines of two JSON loggers,
 * logfmt of Go, syslog, a camera's firmware and a job. The graphics card of `plate-reader` overheats and falls off the bus: few
 * plates are read, and slowly, until its pod runs on another node, so barriers stay closed and the app's check fails. A release of
 * `tariff-engine`, a restart of `occupancy-tracker`, declined cards, permits refused, open balances, full garages are harmless;
 * `statement-export` is a job that finishes early.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { logfmt, numberedJson, structlogJson, syslogLine } from './formats.ts'
import { cameraLine, jobLine } from './parking-formats.ts'
import { Lanes } from './parking-lanes.ts'
import { sendParkingMetrics } from './parking-metrics.ts'
import { eachArrival, eachTick, Scribe, type ServiceSetup, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 66 * MINUTE_MS
const FORMATS = {
  'kerb-api': numberedJson,
  'lane-controller': logfmt,
  'plate-reader': logfmt,
  'tariff-engine': structlogJson,
  'pay-bridge': numberedJson,
  'permit-book': structlogJson,
  'occupancy-tracker': logfmt,
  'barrier-unit': syslogLine,
  'lane-camera': cameraLine,
  'statement-export': jobLine,
}
const SERVICES = Object.keys(FORMATS)
const ON_HOSTS: readonly string[] = ['barrier-unit', 'lane-camera']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'kerb-api': '7.3.0', 'lane-controller': '5.11.2', 'plate-reader': '1.8.3', 'pay-bridge': '3.0.6' },
  ...{ 'permit-book': '2.4.1', 'occupancy-tracker': '4.0.9', 'barrier-unit': 'fw-2.17', 'lane-camera': 'fw-9.1.0' },
}
const CLIENTS = ['ios', 'ios', 'ios', 'android', 'android', 'browser']
const METHODS = ['card', 'card', 'card', 'apple_pay', 'apple_pay', 'sepa']
const TENANTS = ['acme-leasing', 'city-clinic', 'nordbank', 'opera-house', 'hotel-adler', 'stadtwerke']

/** What the app asks for, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/garages', 38],
  ['GET', '/v1/stays/current', 60],
  ['POST', '/v1/payments', 75],
  ['POST', '/v1/plates/check', 87],
  ['GET', '/v1/permits', 94],
  ['POST', '/v1/permits', 100],
] as const

function nodeOf(instance: string, index: number): string {
  if (!instance.startsWith('plate-reader')) return `worker-${(index % 3) + 4}`
  return instance.endsWith('mx2pl') ? 'gpu-02' : 'gpu-03'
}

class Parking extends Lanes {
  readonly scribe: Scribe
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly releaseMs: number
  readonly restartMs: number
  #payment = 88_310

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(341, 'parking'))
    this.onsetMs = endMs - 39 * MINUTE_MS + 22_000
    this.recoveryMs = endMs - 13 * MINUTE_MS + 8000
    this.releaseMs = endMs - 48 * MINUTE_MS + 41_000
    this.restartMs = endMs - 54 * MINUTE_MS + 15_000
    const setups = Object.entries(FORMATS).map(([name, format], index): ServiceSetup => {
      const isOnHost = ON_HOSTS.includes(name)
      const prefix = name === 'barrier-unit' ? 'bar' : 'cam'
      return {
        ...{ name, format, isSeveritySent: name !== 'statement-export' },
        hasAttributes: !isOnHost && name !== 'statement-export',
        version: (timeMs) =>
          name === 'tariff-engine' ? (timeMs < this.releaseMs ? '2.9.4' : '2.10.0') : (VERSIONS[name] ?? '0.6.0'),
        instance: (_traceId, timeMs) =>
          isOnHost ? `${prefix}-${this.garage}-01` : `${name}-${this.pod(name, timeMs)}`,
        resource: (instance) =>
          isOnHost
            ? { 'host.name': instance, 'host.arch': 'armv7l', 'site.region': 'north' }
            : {
                ...{ 'k8s.namespace.name': 'garage', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
                ...{ 'k8s.node.name': nodeOf(instance, index), 'k8s.cluster.name': 'park-eu' },
              },
      }
    })
    this.scribe = new Scribe(setups, this.random)
  }

  pod(name: string, timeMs: number): string {
    switch (name) {
      case 'plate-reader':
        return timeMs < this.recoveryMs ? '7c5d9f6b88-mx2pl' : '7c5d9f6b88-q8tzn'
      case 'tariff-engine':
        return timeMs < this.releaseMs ? '6d84c7b9f5-vk7sd' : '59bb7d8c46-h2wlx'
      case 'occupancy-tracker':
        return timeMs < this.restartMs ? '0' : '1'
      default:
        return '84f6b9c7d5-r5nqc'
    }
  }

  pay(startMs: number, parent: Trace, garage: string, payment: string): Outcome {
    const { random, scribe } = this
    const method = random.pick(METHODS)
    const attributes = { 'payment.method': method, 'parking.garage': garage }
    const step = { service: 'pay-bridge', name: 'POST /captures', startMs, parent, attributes }
    return this.through('kerb-api', step, (trace) => {
      const fields = { payment, method, garage }
      const durationMs = random.logNormal(method === 'sepa' ? 520 : 230, 0.3)
      if (random.chance(0.01)) {
        scribe.log('pay-bridge', startMs + 3000, 'ERROR', 'acquirer gave no answer within 3000 ms', fields, trace)
        return { status: 504, durationMs: 3001 }
      }
      if (method === 'card' && random.chance(0.09)) {
        const reason = random.pick(['insufficient_funds', 'do_not_honor', 'expired'])
        scribe.log(
          'pay-bridge',
          startMs + durationMs,
          'WARN',
          'payment declined by issuer',
          { ...fields, reason },
          trace,
        )
        this.remember('declinedPayment', payment, startMs)
        return { status: 402, durationMs }
      }
      const cents = 50 * random.integer(2, 52)
      scribe.log('pay-bridge', startMs + durationMs, 'INFO', 'payment captured', { ...fields, cents }, trace)
      this.remember('capturedPayment', payment, startMs)
      return { status: 201, durationMs }
    })
  }

  apply(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const fields = {
      kind: random.pick(['resident', 'resident', 'season']),
      zone: random.pick(['A1', 'A1', 'B2', 'C3']),
    }
    const attributes = { 'permit.kind': fields.kind, 'permit.zone': fields.zone }
    const step = { service: 'permit-book', name: 'POST /permits', startMs, parent, attributes }
    return this.through('kerb-api', step, (trace) => {
      const saved = this.store('permit-book', 'postgresql', 'INSERT permits', startMs + 1, trace, 11)
      const durationMs = saved.durationMs + random.logNormal(8, 0.3)
      const isRefused = random.chance(fields.zone === 'A1' ? 0.4 : 0.08)
      if (isRefused)
        scribe.log('permit-book', startMs + durationMs, 'WARN', 'permit refused: zone quota reached', fields, trace)
      else scribe.log('permit-book', startMs + durationMs, 'INFO', 'permit issued', fields, trace)
      return { status: isRefused ? 409 : 201, durationMs }
    })
  }

  inner(route: string, method: string, startMs: number, trace: Trace, payment: string): Outcome {
    const garage = this.pickGarage()
    switch (route) {
      case '/v1/stays/current':
        return this.balance('kerb-api', startMs, trace)
      case '/v1/payments': {
        const owed = this.balance('kerb-api', startMs, trace)
        const paid = this.pay(startMs + owed.durationMs, trace, garage, payment)
        return { status: paid.status, durationMs: owed.durationMs + paid.durationMs }
      }
      case '/v1/plates/check':
        return this.recognise('kerb-api', startMs, trace, garage)
      case '/v1/permits':
        return method === 'POST' ? this.apply(startMs, trace) : this.permit('kerb-api', startMs, trace)
      default:
        return this.store('kerb-api', 'redis', 'MGET spaces', startMs, trace, 2)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const payment = `PM-${++this.#payment}`
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'driver.id': `D-${random.integer(4000, 5400)}` },
      ...{ 'client.app': random.pick(CLIENTS) },
    }
    const step = { service: 'kerb-api', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const write = (status: number, durationMs: number, text = 'request completed') => {
        const fields = { method, route, status, ms: Math.round(durationMs) }
        const severity = status >= 500 ? 'ERROR' : status === 429 ? 'WARN' : 'INFO'
        scribe.log('kerb-api', startMs + durationMs, severity, text, fields, trace)
        return { status, durationMs }
      }
      if (random.chance(0.012)) return write(429, 1, 'too many requests from one device')
      if (random.chance(0.03)) return write(401, 2, 'token expired')
      const { status, durationMs } = this.inner(route, method, startMs + 3, trace, payment)
      const allMs = durationMs + random.logNormal(4, 0.3) + 3
      if (status === 500) {
        this.remember('failedTrace', root.traceId, startMs)
        return write(502, allMs, 'plate check failed: upstream error')
      }
      return status === 504 ? write(504, allMs, 'payment failed: upstream timeout') : write(status, allMs)
    })
  }

  /** What the barriers, and a job that ends, write by themselves. */
  hosts(): void {
    const { random, startMs, endMs, scribe } = this
    for (const garage of ['harbour', 'station', 'market', 'opera']) {
      const self = { fromMs: startMs + random.integer(2000, 50_000), toMs: endMs - 2000, everyMs: MINUTE_MS }
      eachTick(self, random, (timeMs) => this.onHost('barrier-unit', timeMs, 'INFO', 'self test passed', garage))
      const noisy = { fromMs: startMs, toMs: endMs - 2000, meanMs: 9 * MINUTE_MS }
      eachArrival(noisy, random, (timeMs) => {
        const lane = `${garage}-in${random.integer(1, 2)}`
        const text = random.chance(0.5) ? `loop detector noisy on lane ${lane}` : `paper roll low on lane ${lane}`
        this.onHost('barrier-unit', timeMs, 'WARN', text, garage)
      })
    }
    let written = 0
    const job = { fromMs: startMs + 4 * MINUTE_MS, toMs: startMs + 22 * MINUTE_MS, everyMs: 18_000 }
    scribe.log('statement-export', job.fromMs - 2000, 'INFO', 'monthly statements of season tickets: begin')
    eachTick(job, random, (timeMs) => {
      const text = `statement written for ${random.pick(TENANTS)}, ${random.integer(3, 48)} tickets`
      scribe.log('statement-export', timeMs, 'INFO', text)
      written++
    })
    scribe.log('statement-export', job.toMs + 4000, 'INFO', `all ${written} statements done, exiting with code 0`)
  }

  background(): void {
    const { random, scribe, onsetMs, recoveryMs } = this
    const range = { fromMs: this.startMs + 200, toMs: this.endMs - 4000 }
    eachArrival({ ...range, meanMs: 1500 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 6000 }, random, (timeMs) => this.car(timeMs, 'arrival'))
    eachArrival({ ...range, meanMs: 8500 }, random, (timeMs) => this.car(timeMs, 'departure'))
    this.hosts()
    scribe.log('plate-reader', onsetMs - 4 * MINUTE_MS, 'WARN', 'gpu 0 at 91 C, clocks throttled', {
      gpu: 0,
      celsius: 91,
    })
    const xid = 'NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus'
    scribe.log('plate-reader', onsetMs, 'ERROR', xid, { gpu: 0 })
    eachArrival({ fromMs: onsetMs, toMs: recoveryMs, meanMs: 25_000 }, random, (timeMs) => {
      scribe.log('plate-reader', timeMs, 'WARN', 'no CUDA device, frames go to the cpu worker', { gpu: 0 })
    })
    scribe.log('plate-reader', recoveryMs, 'INFO', 'plate-reader 1.8.3 started', { model: 'eu-plates-14', gpu: 1 })
    scribe.log('tariff-engine', this.releaseMs, 'INFO', 'tariff-engine 2.10.0 started', { tables: 38 })
    scribe.log('occupancy-tracker', this.restartMs, 'INFO', 'occupancy-tracker 4.0.9 started')
    scribe.log('occupancy-tracker', this.restartMs + 2400, 'WARN', 'consumer group rebalanced', { partitions: 6 })
  }
}

export function parking(endMs: number): World {
  const system = new Parking(endMs)
  system.background()
  sendParkingMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'parking', services: SERVICES, marks: { onset, recovery, release, restart } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, gpuLine: bodyOf('GPU is lost'), heldLine: bodyOf(': no decision') },
    ...{ quotaLine: bodyOf('zone quota reached'), undecidedLine: bodyOf('arrival undecided') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
