/**
 * A seed bank on Nomad: a proxy, a catalogue of accessions, orders, permits, the inventory of vaults, a press for labels,
 * a worker that packs orders behind a queue, chambers that count seedlings, and with lines only freezers and collectors.
 * One of two instances of `label-press` draws bars with a program since a setting was tried there; the processes of that
 * program are never reaped, and after twenty minutes the limit of processes is reached: since then this instance starts
 * no program and prints no label, so about half of the deposits are not stored, half of the orders not shipped, and
 * packing is put back and ends as dead letters, while searches, permits, new orders and the other instance go on; it goes
 * on until the end. A release of `order-desk` and a new setting of `permit-office` shortly before, a restart of
 * `accession-catalog`, used up quotas, closed imports, moist seeds, full couriers, missing signatures, long names,
 * mould, open doors and rate limits are harmless; `field-notes` is silent since its satellite link was paused.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { pinoRequest, slogJson, springLine, structlogJson, syslogLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'
import * as formats from './seedbank-formats.ts'
import { runHalls } from './seedbank-halls.ts'
import { sendSeedbankMetrics } from './seedbank-metrics.ts'
import * as names from './seedbank-names.ts'
import { attributesOf, serviceSide } from './seedbank-side.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  portal: formats.nginxJson,
  'accession-catalog': slogJson,
  'order-desk': springLine,
  'permit-office': structlogJson,
  'vault-inventory': formats.logrusLine,
  'label-press': pinoRequest,
  'pack-worker': formats.sidekiqLine,
  'germination-bench': formats.glogLine,
  'cold-watch': syslogLine,
  'field-notes': formats.juliLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['accession-catalog', 'permit-office', 'label-press']
const WITHOUT_SEVERITY = ['pack-worker', 'germination-bench', 'cold-watch', 'field-notes']
/** Services on two instances, and the digit of a trace that tells which of them handles it. */
const DIGIT_OF: Readonly<Record<string, number>> = { portal: 0, 'order-desk': 3, 'label-press': 6 }
const CURATORS = 110
const USUAL_PROCESSES = 22
const PROCESS_LIMIT = 256

export class Seedbank extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly trialMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Orders to pack: when they were sent to the worker and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly curators: readonly names.Curator[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(77, 'seedbank'))
    this.restartMs = endMs - 49 * MINUTE_MS + 22_000
    this.trialMs = endMs - 44 * MINUTE_MS + 5000
    this.reloadMs = endMs - 34 * MINUTE_MS + 12_000
    this.releaseMs = endMs - 29 * MINUTE_MS + 33_000
    this.onsetMs = endMs - 24 * MINUTE_MS + 16_000
    this.darkMs = endMs - 17 * MINUTE_MS + 40_000
    this.curators = names.curators(this.random, CURATORS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => `${name}-${this.isFirst(name, traceId) ? 1 : 2}`,
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'cloud.region': 'eu-north-1' },
        'cloud.availability_zone': `eu-north-1${'abc'.charAt(index % 3)}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'order-desk') return timeMs < this.releaseMs ? '8.4.2' : '8.5.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  /** Whether the first instance of a service handles a trace. */
  isFirst(service: string, traceId: string): boolean {
    const digit = DIGIT_OF[service]
    return digit === undefined || traceId.charCodeAt(digit) % 2 !== 1
  }

  /** How many processes the first instance of the press has. */
  processesAt(timeMs: number): number {
    const { trialMs, onsetMs } = this
    const share = Math.min(1, Math.max(0, (timeMs - trialMs) / (onsetMs - trialMs)))
    return USUAL_PROCESSES + Math.floor((PROCESS_LIMIT - USUAL_PROCESSES) * share)
  }

  /** What a client asks for, through the proxy, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.curators)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(who) }
    const done = this.serve({ service: 'portal', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(who.channel === 'api' ? 0.04 : 0.008)) return { status: 429, durationMs: 1.1 }
      if (random.chance(who.channel === 'partner' ? 0.06 : 0.009)) return { status: 401, durationMs: 1.7 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'portal', name: method, startMs: startMs + 2, parent: trace, attributes: call }
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
    const fields = { method, route, status, durationMs, institute: who.institute, upstream: service }
    scribe.log('portal', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1550 }, random, (timeMs) => this.visit(timeMs))
    runHalls(this)
    scribe.log('accession-catalog', this.restartMs - 5000, 'WARN', 'stopping: node is drained')
    scribe.log('accession-catalog', this.restartMs, 'INFO', 'listening', { addr: ':8080' })
    const trial = { change: 'SB-418', setting: 'renderer', scope: 'label-press-1' }
    scribe.log('label-press', this.trialMs, 'INFO', 'setting renderer changed: bwip -> zint', trial)
    const reload = { change: 'SB-422', setting: 'permit_days_max' }
    scribe.log('permit-office', this.reloadMs, 'INFO', 'setting permit_days_max changed: 90 -> 120', reload)
    scribe.log('order-desk', this.releaseMs, 'INFO', 'order-desk 8.5.0 started, change SB-427')
    for (let atMs = onsetMs - 7 * MINUTE_MS; atMs < onsetMs; atMs += random.integer(60_000, 90_000)) {
      const fields = { processes: this.processesAt(atMs), limit: PROCESS_LIMIT }
      scribe.log('label-press', atMs, 'WARN', 'processes almost at the limit: children of zint are not reaped', fields)
    }
    scribe.log('field-notes', this.darkMs, 'WARN', 'satellite link paused: data plan is used up, waiting for operator')
  }
}

export function seedbank(endMs: number): World {
  const system = new Seedbank(endMs)
  system.run()
  sendSeedbankMetrics(system)
  const { onsetMs: onset, trialMs: trial, releaseMs: release, restartMs: restart } = system
  const marks = { onset, trial, release, restart, reload: system.reloadMs, dark: system.darkMs }
  const world = system.world({ name: 'seedbank', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ pressLine: bodyOf('label not printed'), depositLine: bodyOf('deposit not stored') },
    ...{ shipLine: bodyOf('not shipped: label-press'), packLine: bodyOf('put back') },
    ...{ chamberLine: bodyOf('image is blurred'), fieldLine: bodyOf('satellite link paused') },
    ...{ probeLine: bodyOf('gives no reading'), one: '/v1/accessions/{id}', ship: '/v1/orders/{id}/ship' },
    ...{ approve: '/v1/orders/{id}/approve', cancel: 'DELETE /v1/orders/{id}', permit: '/v1/permits/{id}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
