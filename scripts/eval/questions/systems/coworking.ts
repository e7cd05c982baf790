/**
 * A chain of co-working spaces on Kubernetes: a proxy, members, rooms, doors, grants, guests, printers and a ledger of
 * usage behind queues, and with lines only logins to the wifi and badges for locks. A backfill in `grant-service` rewrites
 * the grants of four years and so uses up the last numbers of the sequence of its table: no grant can be written any more,
 * `POST /grants` ends with 500, doors that do not know a member's grant stay shut, rooms are not booked and guests come
 * without a badge, while reads and known grants work: still so at the end. A release of `door-api`, a new setting of
 * `booking-api` and a restart of `member-api` before, hours of plans, unknown badges, taken rooms, late cancellations,
 * double check-ins, empty credit, paper jams, wrong passwords and rate limits are harmless; `badge-sync` is silent since
 * the session with the vendor of its locks expired.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { unlock, zoneOf } from './coworking-doors.ts'
import { elixirLine, radiusLine, rubyLine, traefikJson } from './coworking-formats.ts'
import { sendCoworkingMetrics } from './coworking-metrics.ts'
import * as names from './coworking-names.ts'
import { runWriters, visitSide } from './coworking-side.ts'
import { ecsJson, pythonLine, serilogJson, slogJson, springLine, syslogLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'front-proxy': traefikJson,
  'member-api': springLine,
  'booking-api': rubyLine,
  'door-api': slogJson,
  'grant-service': serilogJson,
  'visitor-desk': pythonLine,
  'print-relay': elixirLine,
  'usage-ledger': ecsJson,
  'wifi-radius': radiusLine,
  'badge-sync': syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['door-api', 'grant-service', 'usage-ledger']
const WITHOUT_SEVERITY = ['print-relay', 'wifi-radius', 'badge-sync']
const MEMBERS = 96

export class Coworking extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly backfillMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Print jobs: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly members: readonly names.Member[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(73, 'coworking'))
    this.restartMs = endMs - 52 * MINUTE_MS + 17_000
    this.reloadMs = endMs - 46 * MINUTE_MS + 41_000
    this.backfillMs = endMs - 40 * MINUTE_MS + 8000
    this.releaseMs = endMs - 33 * MINUTE_MS + 26_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 35_000
    this.darkMs = endMs - 17 * MINUTE_MS + 12_000
    this.members = names.members(this.random, MEMBERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string, timeMs: number) => this.#pod(name, traceId, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'desk-eu2', 'k8s.namespace.name': 'spaces', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `desk-eu2-n${(index % 3) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'door-api') return timeMs < this.releaseMs ? '4.6.2' : '4.7.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    const isSecond = ['door-api', 'front-proxy'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    if (name === 'door-api' && timeMs >= this.releaseMs) return `${name}-6bd49f7c8-${isSecond ? 'x5rtn' : 'h2gqp'}`
    return `${name}-58f6c9d7b4-${isSecond ? 'w8kzj' : 'c4mvl'}`
  }

  /** Whether the sequence has no numbers left. */
  isUsedUpAt(timeMs: number): boolean {
    return timeMs >= this.onsetMs
  }

  knownOf(plan: string): number {
    return names.KNOWN[plan] ?? 0.5
  }

  /** What a client asks for, through the proxy, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.members)
    const { company, plan, site, client } = who
    const zone = zoneOf(this)
    const [method = '', route = ''] = name.split(' ')
    const own: Values = { 'company.id': company, 'plan.name': plan, 'site.id': site, 'client.type': client }
    const more: Values = service === 'door-api' ? { ...own, 'door.zone': zone } : own
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    const done = this.serve({ service: 'front-proxy', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.015)) return { status: 429, durationMs: 1.1 }
      if (random.chance(0.013)) return { status: 401, durationMs: 1.7 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'front-proxy', name: method, startMs: startMs + 2, parent: trace, attributes: call }
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 3, parent: between, attributes }, 'server', (inner) =>
          service === 'door-api'
            ? unlock(this, startMs + 4, inner, who, zone)
            : visitSide(this, name, startMs + 4, inner, who),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const fields = { method, route, status, durationNs: Math.round(done.durationMs * 1e6), company, upstream: service }
    scribe.log('front-proxy', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, backfillMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1800 }, random, (timeMs) => this.visit(timeMs))
    runWriters(this)
    scribe.log('member-api', this.restartMs - 9000, 'WARN', 'Stopping: node is drained')
    scribe.log('member-api', this.restartMs, 'INFO', 'Started member-api 3.8.4 in 8.3 seconds')
    scribe.log('booking-api', this.reloadMs, 'INFO', 'Settings reloaded: horizon_days 30 -> 45 (ACC-369)')
    const release = { change: 'ACC-372', protocol: 'osdp-2.2' }
    scribe.log('door-api', this.releaseMs, 'INFO', 'door-api 4.7.0 started', release)
    const job = { job: 'ACC-377', operator: 't.brandt' }
    scribe.log('grant-service', backfillMs, 'INFO', 'backfill started: grants of 2021 to 2024 are rewritten', job)
    for (let atMs = backfillMs + 52_000; atMs < onsetMs - 9000; atMs += random.integer(49_000, 56_000)) {
      const rewritten = Math.round((atMs - backfillMs) * 38)
      scribe.log('grant-service', atMs, 'INFO', 'backfill progress', { job: 'ACC-377', rewritten })
    }
    for (let atMs = backfillMs + 6 * MINUTE_MS; atMs < onsetMs; atMs += random.integer(61_000, 80_000)) {
      const used = Math.floor(100 * this.usedPercentAt(atMs)) / 100
      scribe.log('grant-service', atMs, 'WARN', 'sequence grants_id_seq is nearly used up', { used_percent: used })
    }
    const text = 'backfill aborted: nextval: reached maximum value of sequence "grants_id_seq" (2147483647)'
    scribe.log('grant-service', onsetMs, 'ERROR', text, { job: 'ACC-377' })
    const dark = 'session with lock vendor expired, waiting for operator to sign in'
    scribe.log('badge-sync', this.darkMs, 'WARN', dark)
  }

  /** How much of the sequence is used: slowly more, and fast while the backfill runs. */
  usedPercentAt(timeMs: number): number {
    const { backfillMs, onsetMs } = this
    const before = 97.3
    if (timeMs >= onsetMs) return 100
    if (timeMs < backfillMs) return before
    return before + ((100 - before) * (timeMs - backfillMs)) / (onsetMs - backfillMs)
  }
}

export function coworking(endMs: number): World {
  const system = new Coworking(endMs)
  system.run()
  sendCoworkingMetrics(system)
  const { onsetMs: onset, releaseMs: release, backfillMs: backfill, restartMs: restart, startMs } = system
  const { reloadMs: reload, darkMs: dark } = system
  const marks = { onset, release, backfill, restart, reload, dark }
  const world = system.world({ name: 'coworking', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const clock = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16)
  const clocks = [4, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((minutes) => [
    `at${minutes}`,
    clock(startMs + minutes * MINUTE_MS),
  ])
  const more = {
    /** The place of an id in a route, as a wording writes it. */
    id: '{id}',
    ...Object.fromEntries(clocks),
    ...{ atOnset: clock(onset), atRelease: clock(release), atRestart: clock(restart), atBackfill: clock(backfill) },
    ...{ grantLine: bodyOf('grant not issued'), jamLine: bodyOf('paper jam') },
    ...{ shutLine: bodyOf('unlock failed'), vendorLine: bodyOf('session with lock vendor expired') },
  }
  return { ...world, names: { ...world.names, ...more } }
}
