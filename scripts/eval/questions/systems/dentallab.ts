/**
 * A dental laboratory on Kubernetes: a gateway, cases of practices, an intake of scans, a vault that keeps each scan as a
 * file, a worker that designs teeth behind a queue, materials, prices, mills, and with lines only couriers and furnaces.
 * `scan-vault` loads new virus signatures, one of which takes four of five scans for infected: uploads of scans and
 * previews fail, designs are put back and end as dead letters, while cases, prices and materials go on. The signatures
 * that follow 18 minutes later end it; what was put into quarantine stays there. A release of `scan-intake` and a new setting of `price-book` shortly before, a restart of `material-store`, full
 * delivery dates, used up credit lines, shades out of stock, refused scans, cracked blanks, incomplete addresses, unknown
 * postcodes and rate limits are harmless; `furnace-watch` is silent since the cable to the furnaces is out.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import * as formats from './dentallab-formats.ts'
import { runHalls } from './dentallab-halls.ts'
import { sendDentallabMetrics } from './dentallab-metrics.ts'
import * as names from './dentallab-names.ts'
import { attributesOf, serviceSide } from './dentallab-side.ts'
import { syslogLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'lab-gateway': formats.caddyJson,
  'case-desk': formats.monologLine,
  'scan-intake': formats.zerologJson,
  'scan-vault': formats.logstashJson,
  'design-worker': formats.workerLine,
  'material-store': formats.bunyanJson,
  'price-book': formats.slogText,
  'mill-link': formats.millLine,
  'courier-desk': formats.log4netLine,
  'furnace-watch': syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['scan-vault', 'material-store', 'price-book']
const WITHOUT_SEVERITY = ['design-worker', 'mill-link', 'courier-desk', 'furnace-watch']
const PRACTICES = 130
const TAKEN_FOR_INFECTED = 0.8
const SIGNATURES = { first: 8_712_004, bad: 8_712_391, good: 8_712_390 }

export class Dentallab extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly darkMs: number
  /** Designs: when they were sent to the worker and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  /** When objects were put into quarantine. */
  readonly hits: number[] = []
  readonly practices: readonly names.Practice[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(76, 'dentallab'))
    this.restartMs = endMs - 51 * MINUTE_MS + 22_000
    this.reloadMs = endMs - 42 * MINUTE_MS + 13_000
    this.releaseMs = endMs - 36 * MINUTE_MS + 37_000
    this.onsetMs = endMs - 31 * MINUTE_MS + 19_000
    this.darkMs = endMs - 19 * MINUTE_MS + 6000
    this.recoveryMs = endMs - 13 * MINUTE_MS + 41_000
    this.practices = names.practices(this.random, PRACTICES)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'k8s.namespace.name': 'lab' },
        'k8s.node.name': `node-${(index % 4) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'scan-intake') return timeMs < this.releaseMs ? '4.2.6' : '4.3.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['lab-gateway', 'case-desk'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    return `${name}-${isSecond ? 2 : 1}`
  }

  /** How many signatures of viruses the vault knows. */
  signaturesAt(timeMs: number): number {
    if (timeMs < this.onsetMs) return SIGNATURES.first
    return timeMs < this.recoveryMs ? SIGNATURES.bad : SIGNATURES.good
  }

  /** Whether the bad signature takes an object for infected. */
  isTakenForInfected(): boolean {
    return this.random.chance(TAKEN_FOR_INFECTED)
  }

  /** What a client asks for, through the gateway, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.practices)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(who) }
    const done = this.serve({ service: 'lab-gateway', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.018)) return { status: 429, durationMs: 1.1 }
      if (random.chance(who.channel === 'api' ? 0.05 : 0.008)) return { status: 401, durationMs: 1.7 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'lab-gateway', name: method, startMs: startMs + 2, parent: trace, attributes: call }
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 3, parent: between, attributes }, 'server', (inner) =>
          serviceSide(this, { name, service }, startMs + 4, inner, who),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const durationMs = Math.round(done.durationMs)
    const fields = { method, route, status, durationMs, tenant: who.tenant, upstream: service }
    scribe.log('lab-gateway', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, recoveryMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1550 }, random, (timeMs) => this.visit(timeMs))
    runHalls(this)
    scribe.log('material-store', this.restartMs - 7000, 'WARN', 'stopping: node-2 is drained')
    scribe.log('material-store', this.restartMs, 'INFO', 'listening on :8080', { blocks: 2987 })
    const reload = { change: 'LAB-318', key: 'rush_fee_percent' }
    scribe.log('price-book', this.reloadMs, 'INFO', 'setting rush_fee_percent changed: 12 -> 15', reload)
    scribe.log('scan-intake', this.releaseMs, 'INFO', 'scan-intake 4.3.0 started', { change: 'LAB-322' })
    const loaded = (atMs: number, daily: number, what: string) =>
      scribe.log('scan-vault', atMs, 'INFO', `virus signatures daily-${daily} loaded${what}`, {
        signatures: this.signaturesAt(atMs),
      })
    loaded(startMs + 3 * MINUTE_MS, 27_831, '')
    loaded(onsetMs, 27_832, '')
    loaded(recoveryMs, 27_833, ', Stl.Trojan.Mesh withdrawn')
    const dark = 'serial port closed: cable to the furnaces is out, waiting for a technician'
    scribe.log('furnace-watch', this.darkMs, 'WARN', dark)
  }
}

export function dentallab(endMs: number): World {
  const system = new Dentallab(endMs)
  system.run()
  sendDentallabMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release } = system
  const marks = { onset, recovery, release, restart: system.restartMs, reload: system.reloadMs, dark: system.darkMs }
  const world = system.world({ name: 'dentallab', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ vaultLine: bodyOf('object quarantined'), intakeLine: bodyOf('not stored: scan-vault') },
    ...{ millLine: bodyOf('spindle load is high'), furnaceLine: bodyOf('serial port closed') },
    ...{ designLine: bodyOf('put back'), courierLine: bodyOf('postcode unknown') },
    ...{ putObject: 'PUT /objects/{key}', getObject: 'GET /objects/{key}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
