/**
 * A chain of laundries on Kubernetes: a proxy, orders, slots, quotes, lockers, tags, a worker that takes bags in behind a
 * queue, the washers of the plant, and with lines only messages to customers and stops of couriers. A setting of
 * `tag-service` (previews of care labels) leaves a file open with each preview, so a quarter of an hour later all 4,096 are
 * in use: most of `POST /tags` ends with `EMFILE`, bags are not dropped off, orders are not saved, bags in the plant are
 * put back and parked, while care labels are still read; over since an operator turned the setting off and started the
 * service again. A release of `locker-api` and a new setting of `order-api` shortly before, a restart of `slot-planner`,
 * taken slots, full lockers, wrong pins, unpaid orders, orders below the minimum, declined cards, hand wash, customers who
 * are not at home, stains, wet batches, opted-out customers and rate limits are harmless; `courier-sync` is silent since
 * its token for the fleet's vendor was revoked.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { ecsJson, numberedJson, pythonLine, slogJson, syslogLine } from './formats.ts'
import { envoyJson, lagerLine, logbackLine, logrusLine, monologLine } from './laundry-formats.ts'
import { sendLaundryMetrics } from './laundry-metrics.ts'
import * as names from './laundry-names.ts'
import { attributesOf, runWriters, serviceSide } from './laundry-side.ts'
import { eachArrival, Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'web-gw': envoyJson,
  'order-api': monologLine,
  'slot-planner': logrusLine,
  'quote-service': ecsJson,
  'locker-api': slogJson,
  'tag-service': numberedJson,
  'intake-worker': logbackLine,
  'wash-line': lagerLine,
  'sms-notify': pythonLine,
  'courier-sync': syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['locker-api', 'tag-service', 'quote-service']
const WITHOUT_SEVERITY = ['intake-worker', 'wash-line', 'courier-sync']
const CUSTOMERS = 110
const FILES = { everyday: 310, limit: 4096 }

export class Laundry extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly flagMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  /** Bags: when they were sent to the plant and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly customers: readonly names.Customer[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(74, 'laundry'))
    this.restartMs = endMs - 54 * MINUTE_MS + 21_000
    this.reloadMs = endMs - 49 * MINUTE_MS + 33_000
    this.flagMs = endMs - 45 * MINUTE_MS + 14_000
    this.releaseMs = endMs - 36 * MINUTE_MS + 48_000
    this.onsetMs = endMs - 31 * MINUTE_MS + 25_000
    this.darkMs = endMs - 20 * MINUTE_MS + 9000
    this.recoveryMs = endMs - 12 * MINUTE_MS + 37_000
    this.customers = names.customers(this.random, CUSTOMERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string, timeMs: number) => this.#pod(name, traceId, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'linen-nl1', 'k8s.namespace.name': 'laundry', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `linen-nl1-n${(index % 3) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'locker-api') return timeMs < this.releaseMs ? '2.8.4' : '2.9.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    const isSecond = ['locker-api', 'web-gw'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    if (name === 'locker-api' && timeMs >= this.releaseMs) return `${name}-7d9b64c5f-${isSecond ? 'q2wlt' : 'n8hxk'}`
    return `${name}-5c8f7b9d66-${isSecond ? 'z4mvr' : 'b6tjd'}`
  }

  /** Whether no file can be opened any more. */
  isExhaustedAt(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** What a client asks for, through the proxy, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.customers)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(who) }
    const done = this.serve({ service: 'web-gw', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.017)) return { status: 429, durationMs: 1.2 }
      if (random.chance(0.012)) return { status: 401, durationMs: 1.8 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'web-gw', name: method, startMs: startMs + 2, parent: trace, attributes: call }
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
    const fields = { method, route, status, durationMs, account: who.account, upstream: service }
    scribe.log('web-gw', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, flagMs, onsetMs, recoveryMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1700 }, random, (timeMs) => this.visit(timeMs))
    runWriters(this)
    scribe.log('slot-planner', this.restartMs - 7000, 'WARN', 'terminating: pod evicted, node is drained')
    scribe.log('slot-planner', this.restartMs, 'INFO', 'slot-planner 2.2.7 listening on :8080')
    const reload = { change: 'LDR-208' }
    scribe.log('order-api', this.reloadMs, 'INFO', 'Settings reloaded: pickup_cutoff 18:00 -> 19:00', reload)
    const release = { change: 'LDR-211' }
    scribe.log('locker-api', this.releaseMs, 'INFO', 'locker-api 2.9.0 started', release)
    const on = { change: 'LDR-214', operator: 'm.visser' }
    scribe.log('tag-service', flagMs, 'INFO', 'setting care_preview changed: off -> on', on)
    for (let atMs = flagMs + 11 * MINUTE_MS; atMs < onsetMs; atMs += random.integer(38_000, 52_000)) {
      const open = Math.round(this.openFilesAt(atMs))
      scribe.log('tag-service', atMs, 'WARN', 'open files near limit', { open, limit: FILES.limit })
    }
    const off = { change: 'LDR-217', operator: 'j.bakker' }
    scribe.log('tag-service', recoveryMs - 9000, 'INFO', 'setting care_preview changed: on -> off', off)
    scribe.log('tag-service', recoveryMs - 6000, 'WARN', 'SIGTERM received, closing server')
    scribe.log('tag-service', recoveryMs, 'INFO', 'tag-service 6.3.2 started')
    const dark = 'fleet vendor answered 401: refresh token revoked, waiting for operator'
    scribe.log('courier-sync', this.darkMs, 'WARN', dark)
  }

  /** How many files `tag-service` has open: more and more while previews are on. */
  openFilesAt(timeMs: number): number {
    const { flagMs, onsetMs, recoveryMs } = this
    const { everyday, limit } = FILES
    if (timeMs < flagMs || timeMs >= recoveryMs) return everyday
    return Math.min(limit, everyday + ((limit - everyday) * (timeMs - flagMs)) / (onsetMs - flagMs))
  }
}

export function laundry(endMs: number): World {
  const system = new Laundry(endMs)
  system.run()
  sendLaundryMetrics(system)
  const { onsetMs: onset, releaseMs: release, flagMs: flag, restartMs: restart, startMs } = system
  const { reloadMs: reload, darkMs: dark, recoveryMs: recovery } = system
  const marks = { onset, release, flag, restart, reload, dark, recovery }
  const world = system.world({ name: 'laundry', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const clock = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16)
  const clocks = [0, 5, 10, 12, 15, 20, 25, 30, 35, 40, 45].map((minutes) => [
    `at${minutes}`,
    clock(startMs + minutes * MINUTE_MS),
  ])
  const more = {
    ...Object.fromEntries(clocks),
    ...{ atOnset: clock(onset), atRecovery: clock(recovery) },
    ...{ tagLine: bodyOf('tag not issued'), dropLine: bodyOf('drop-off failed') },
    ...{ wetLine: bodyOf('too wet'), fleetLine: bodyOf('refresh token revoked') },
  }
  return { ...world, names: { ...world.names, ...more } }
}
