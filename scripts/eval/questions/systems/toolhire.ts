/**
 * A hire company for machines and tools: a gateway, bookings, hire periods, deposits, damage reports and dispatch behind
 * HTTP, dispatch behind queues too, frames of machines, invoices, and with lines only the workshop and fuel cards.
 * A release of `availability` runs a migration that drops an index as unused. Since then each query over the hire
 * periods reads all of a region: slow in the north and the east, cancelled after 3 s in the west, where most searches,
 * bookings, extensions and blocks of damaged machines fail and due deliveries are put back and parked. Single machines,
 * reads, cancellations, deposits, tours, frames and invoices go on. Still so at the end.
 * A release of `deposit-desk`, a new setting of `booking-api` and a restart of `dispatch` before, taken machines, declined
 * deposits, a slow payment company, missing licences, credit limits, late cancellations, large photos, wrong checksums,
 * low batteries, held invoices, full mailboxes, failed inspections and rate limits are harmless; `fuel-sync` is silent
 * since the key of the partner's server changed.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt, pipeLine, serilogJson, springLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'
import * as formats from './toolhire-formats.ts'
import { sendToolHireMetrics } from './toolhire-metrics.ts'
import * as names from './toolhire-names.ts'
import { runDeliveries, serviceSide } from './toolhire-side.ts'
import { runYard } from './toolhire-yard.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
/** How long the starting service takes for its migration, and the stop of dispatch for its start. */
const MIGRATION_MS = 2400
const STOPPED_MS = 9000
const FORMATS = {
  'hire-gateway': formats.kongJson,
  'booking-api': formats.nestJson,
  availability: springLine,
  'deposit-desk': serilogJson,
  dispatch: formats.semanticLine,
  'damage-desk': formats.gunicornLine,
  'fleet-telematics': logfmt,
  invoicing: formats.gokitLogfmt,
  workshop: pipeLine,
  'fuel-sync': formats.cronJobLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['hire-gateway', 'booking-api', 'deposit-desk', 'fleet-telematics']
const WITHOUT_SEVERITY = ['dispatch', 'damage-desk', 'invoicing', 'workshop', 'fuel-sync']

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export class ToolHire extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly patchMs: number
  readonly settingMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Queries over the hire periods, with how many rows each has read. */
  readonly queries: (Span & { readonly rows: number })[] = []
  /** Due deliveries: when they were told and when they were taken for the last time. */
  readonly waiting: Span[] = []
  #holds = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(80, 'toolhire'))
    this.restartMs = endMs - 57 * MINUTE_MS + 14_000
    this.patchMs = endMs - 44 * MINUTE_MS + 33_000
    this.settingMs = endMs - 36 * MINUTE_MS + 8000
    this.onsetMs = endMs - 27 * MINUTE_MS + 22_000
    this.darkMs = endMs - 18 * MINUTE_MS + 41_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'host.name': `hw-${(index % 3) + 1}` },
        'container.runtime': 'docker',
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'deposit-desk') return timeMs < this.patchMs ? '2.14.1' : '2.14.2'
    if (name === 'availability') return timeMs < this.onsetMs - MIGRATION_MS ? '4.9.3' : '4.10.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['hire-gateway', 'booking-api'].includes(name) && traceId.charCodeAt(1) % 2 === 1
    return `${name}-${isSecond ? 'b' : 'a'}`
  }

  nextHold(): number {
    this.#holds += 1
    return this.#holds
  }

  /** Messages wait while dispatch starts again. */
  afterRestart(timeMs: number): number {
    return timeMs >= this.restartMs - STOPPED_MS && timeMs < this.restartMs ? this.restartMs + 400 : timeMs
  }

  /** What a client asks for, through the gateway, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = names.hirer(random)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'customer.account': who.account },
      ...{ 'customer.plan': who.plan, 'depot.name': who.depot, 'depot.region': who.region },
      ...{ 'machine.category': who.category, 'sales.channel': who.channel },
    }
    const done = this.serve({ service: 'hire-gateway', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(who.channel === 'web' ? 0.02 : 0.004)) return { status: 429, durationMs: 1.1 }
      if (random.chance(0.012)) return { status: 401, durationMs: 1.7 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'hire-gateway', name: method, startMs: startMs + 1, parent: trace, attributes: call }
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 2, parent: between, attributes }, 'server', (inner) =>
          serviceSide(this, service, name, startMs + 3, inner, who),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 2 }
    })
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const fields = { method, route, status, durationMs: Math.round(done.durationMs), account: who.account }
    scribe.log('hire-gateway', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1700 }, random, (timeMs) => this.visit(timeMs))
    runDeliveries(this)
    runYard(this)
    scribe.log('dispatch', this.restartMs - STOPPED_MS, 'WARN', 'SIGTERM received, stopping: kernel update of hw-2')
    scribe.log('dispatch', this.restartMs, 'INFO', 'dispatch ready, 4 workers')
    scribe.log('deposit-desk', this.patchMs, 'INFO', 'deposit-desk 2.14.2 started, change TH-1192')
    const setting = 'setting max_hire_days changed: 90 -> 120, change TH-1198'
    scribe.log('booking-api', this.settingMs, 'INFO', setting)
    const migration = 'migration 0147 started: drop unused indexes, change TH-1204'
    scribe.log('availability', onsetMs - MIGRATION_MS, 'INFO', migration)
    scribe.log('availability', onsetMs - 700, 'INFO', 'migration 0147 done: index hire_periods_machine_from dropped')
    scribe.log('availability', onsetMs, 'INFO', 'availability 4.10.0 started in 6.1 seconds')
    const dark = 'host key of sftp.fuelcard.example has changed: refusing to connect, waiting for operator'
    scribe.log('fuel-sync', this.darkMs, 'ERROR', dark)
  }
}

export function toolHire(endMs: number): World {
  const system = new ToolHire(endMs)
  system.run()
  sendToolHireMetrics(system)
  const { onsetMs: onset, patchMs: patch, settingMs: setting, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'toolhire', services: SERVICES, marks: { onset, patch, setting, restart, dark } })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ queryLine: bodyOf('query on hire_periods failed'), slowLine: bodyOf('slow query on hire_periods') },
    ...{ blockLine: bodyOf('but '), putBackLine: bodyOf('put back, attempt'), fuelLine: bodyOf('host key of') },
    ...{ printLine: bodyOf('label printer is offline'), holdLine: bodyOf('hold given up') },
    ...{ bookingRoute: '/v1/bookings/{id}', machineRoute: '/v1/machines/{id}', truckRoute: '/v1/tours/{truck}' },
    ...{ extensionRoute: '/v1/bookings/{id}/extension', depositRoute: '/v1/deposits/{id}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
