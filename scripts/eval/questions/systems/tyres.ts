/**
 * A chain of tyre workshops on Nomad: a proxy, appointments, a catalogue, prices, stored wheels, the ledger of stock, a
 * worker that opens jobs behind a topic, benches that balance wheels, and with lines only reminders and vans on the road.
 * The ids of movements in `stock-ledger` are numbers of 32 bits, and the sequence that gives them reaches its last value:
 * since then no movement can be written, so appointments with new tyres are not saved, stored wheels are neither taken in
 * nor handed out, and jobs are put back and end as dead letters, while searches, quotes, free bays, cancellations and
 * appointments with own tyres go on; it goes on until the end. A release of `booking-api` and a new setting of `pricing`
 * shortly before, a restart of `tyre-catalog`, taken bays, credit holds, tyres out of stock, unpaid fees, unknown wheel
 * sets, expired coupons, bent rims, unsubscribed drivers, full mailboxes and rate limits are harmless; `roadside` is
 * silent since the subscription for positions of vans expired.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { syslogLine } from './formats.ts'
import { eachArrival, Scribe } from './scribe.ts'
import * as formats from './tyres-formats.ts'
import { runHalls } from './tyres-halls.ts'
import { sendTyresMetrics } from './tyres-metrics.ts'
import * as names from './tyres-names.ts'
import { attributesOf, serviceSide } from './tyres-side.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 60 * MINUTE_MS
const FORMATS = {
  'front-door': formats.traefikJson,
  'booking-api': formats.rubyLine,
  'tyre-catalog': formats.dotnetJson,
  pricing: formats.winstonJson,
  'wheel-hotel': formats.elixirLine,
  'stock-ledger': formats.quarkusJson,
  'job-worker': formats.celeryLine,
  'bench-link': formats.spdlogLine,
  'reminder-mailer': formats.envLoggerLine,
  roadside: syslogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['tyre-catalog', 'pricing', 'stock-ledger']
const WITHOUT_SEVERITY = ['job-worker', 'bench-link', 'reminder-mailer', 'roadside']
const DRIVERS = 120
const IDS_AT_START = 5230

export class Tyres extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly reloadMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Jobs: when they were sent to the worker and when they were taken for the last time. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly drivers: readonly names.Driver[]

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(75, 'tyres'))
    this.restartMs = endMs - 47 * MINUTE_MS + 18_000
    this.reloadMs = endMs - 34 * MINUTE_MS + 41_000
    this.releaseMs = endMs - 28 * MINUTE_MS + 12_000
    this.onsetMs = endMs - 23 * MINUTE_MS + 27_000
    this.darkMs = endMs - 15 * MINUTE_MS + 8000
    this.drivers = names.drivers(this.random, DRIVERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: () => ({
        ...{ 'deployment.environment.name': 'production', 'cloud.region': 'eu-central-1' },
        'cloud.availability_zone': `eu-central-1${'abc'.charAt(index % 3)}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'booking-api') return timeMs < this.releaseMs ? '6.2.1' : '6.3.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ['front-door', 'booking-api'].includes(name) && traceId.charCodeAt(0) % 2 === 1
    return `${name}-${isSecond ? 2 : 1}`
  }

  /** How much of the hour had passed when ids ran out. */
  get shareUntilOnset(): number {
    return (this.onsetMs - this.startMs) / LENGTH_MS
  }

  /** How many ids the sequence can still give. */
  idsLeftAt(timeMs: number): number {
    const { startMs, onsetMs } = this
    return Math.max(0, Math.round((IDS_AT_START * (onsetMs - timeMs)) / (onsetMs - startMs)))
  }

  /** What a client asks for, through the proxy, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const who = random.pick(this.drivers)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...attributesOf(who) }
    const done = this.serve({ service: 'front-door', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.016)) return { status: 429, durationMs: 1.1 }
      if (random.chance(who.channel === 'partner' ? 0.05 : 0.008)) return { status: 401, durationMs: 1.7 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'front-door', name: method, startMs: startMs + 2, parent: trace, attributes: call }
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
    scribe.log('front-door', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 5000, meanMs: 1600 }, random, (timeMs) => this.visit(timeMs))
    runHalls(this)
    scribe.log('tyre-catalog', this.restartMs - 6000, 'WARN', 'Application is shutting down: host is drained')
    scribe.log('tyre-catalog', this.restartMs, 'INFO', 'Application started, listening on http://[::]:8080')
    const reload = { change: 'GRP-1142', key: 'winter_discount' }
    scribe.log('pricing', this.reloadMs, 'INFO', 'setting winter_discount changed: 5 -> 8', reload)
    scribe.log('booking-api', this.releaseMs, 'INFO', 'booking-api 6.3.0 started, change GRP-1150')
    for (let atMs = startMs + 14 * MINUTE_MS; atMs < onsetMs; atMs += random.integer(150_000, 200_000))
      scribe.log('stock-ledger', atMs, 'WARN', 'movement ids almost used up', { left: this.idsLeftAt(atMs) })
    const dark = 'positions stream closed: subscription expired, waiting for operator'
    scribe.log('roadside', this.darkMs, 'WARN', dark)
  }
}

export function tyres(endMs: number): World {
  const system = new Tyres(endMs)
  system.run()
  sendTyresMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, reloadMs: reload, darkMs: dark } = system
  const marks = { onset, release, restart, reload, dark }
  const world = system.world({ name: 'tyres', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.findLast(({ message }) => message.includes(text))?.body ?? ''
  const more = {
    ...{ ledgerLine: bodyOf('movement not written'), bookingLine: bodyOf('not saved: stock-ledger') },
    ...{ benchLine: bodyOf('measured again'), roadLine: bodyOf('subscription expired') },
    ...{ jobLine: bodyOf('put back'), mailLine: bodyOf('mailbox full'), skus: 'GET /skus/{sku}' },
  }
  return { ...world, names: { ...world.names, ...more } }
}
