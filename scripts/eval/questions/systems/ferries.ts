/**
 * A regional ferry line: a gateway, sailings and fares, bookings, payments, a planner of decks, check-in, a worker that
 * sends tickets and consumes from a queue, crews whose spans have no kinds, and with lines only berths and the weather.
 * A setting of `deck-planner` gives the cache of deck plans a lifetime of milliseconds instead of minutes, so each
 * request loads its plan from the store; two minutes later the store is overloaded and statements are aborted: most
 * bookings and check-ins with a vehicle on the two large vessels fail and few on the small ones, queues at lanes grow,
 * while foot passengers, sailings, fares and payments go on. A restart of the planner does not help: it still goes on.
 * A release of `timetable-api` ten minutes before that makes it slower, one of `crew-roster` in the midst, a restart of
 * `notify-worker`, full sailings, decks without a lane, trucks that are too high, declined payments, a provider that
 * answers late, closed gates, wrong days, short rests, ramp sensors, full mailboxes and rate limits are harmless;
 * `weather-feed` is silent since the met office announced maintenance.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { bookingSide } from './ferries-bookings.ts'
import { planSide } from './ferries-decks.ts'
import * as formats from './ferries-formats.ts'
import { sendFerriesMetrics } from './ferries-metrics.ts'
import * as names from './ferries-names.ts'
import { runQuay } from './ferries-quay.ts'
import { checkinSide, timetableSide, type Visit } from './ferries-side.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const FORMATS = {
  'web-gateway': formats.haproxyLine,
  'timetable-api': formats.hclogLine,
  'booking-api': formats.jsonLayout,
  'payment-bridge': formats.dotnetJson,
  'deck-planner': formats.slogTermLine,
  'checkin-api': formats.log4jsLine,
  'crew-roster': formats.mojoLine,
  'notify-worker': formats.apexJson,
  'berth-control': formats.plcLine,
  'weather-feed': formats.daemonLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['timetable-api', 'payment-bridge', 'deck-planner', 'notify-worker']
const WITHOUT_SEVERITY = ['checkin-api', 'crew-roster', 'berth-control', 'weather-feed']
const ON_TWO_PODS = ['web-gateway', 'booking-api', 'deck-planner']
const SAILINGS = 28

export class Ferries extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly releaseMs: number
  readonly settingMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly rosterMs: number
  readonly attemptMs: number
  /** Messages: when they were sent and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  /** Looks into the cache of deck plans. */
  readonly plans: { readonly timeMs: number; readonly isCached: boolean }[] = []
  readonly sailings = names.sailings(SAILINGS)

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(79, 'ferries'))
    this.restartMs = endMs - 57 * MINUTE_MS + 18_000
    this.releaseMs = endMs - 43 * MINUTE_MS + 41_000
    this.settingMs = endMs - 34 * MINUTE_MS + 9000
    this.onsetMs = endMs - 32 * MINUTE_MS + 23_000
    this.darkMs = endMs - 24 * MINUTE_MS + 35_000
    this.rosterMs = endMs - 17 * MINUTE_MS + 50_000
    this.attemptMs = endMs - 9 * MINUTE_MS + 14_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, hasAttributes: WITH_ATTRIBUTES.includes(name) },
      isSeveritySent: !WITHOUT_SEVERITY.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string) => this.#instance(name, traceId),
      resource: (instance: string) => ({
        ...{ 'deployment.environment.name': 'production', 'k8s.cluster.name': 'harbour', 'k8s.namespace.name': 'line' },
        ...{ 'k8s.pod.name': instance, 'k8s.node.name': `quay-node-${(index % 3) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'timetable-api') return timeMs < this.releaseMs ? '4.2.3' : '4.3.0'
    if (name === 'crew-roster') return timeMs < this.rosterMs ? '1.9.0' : '1.9.1'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #instance(name: string, traceId: string): string {
    const isSecond = ON_TWO_PODS.includes(name) && traceId.charCodeAt(0) % 2 === 1
    return `${name}-${isSecond ? 'b7k2' : 'x4mq'}`
  }

  newBooking(): string {
    return `B-${this.random.integer(1_000_000, 9_999_999)}`
  }

  /** Messages wait while the worker that takes them starts again. */
  waitedMs(timeMs: number): number {
    return timeMs >= this.restartMs - 9000 && timeMs < this.restartMs ? this.restartMs - timeMs : 0
  }

  #answer(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { name, service, at, vehicle } = visit
    if (service === 'timetable-api') return timetableSide(this, name, startMs, trace, at)
    if (service === 'booking-api') return bookingSide(this, visit, startMs, trace)
    if (service === 'checkin-api') return checkinSide(this, visit, startMs, trace)
    return planSide(this, 'show', startMs, trace, { at, vehicle })
  }

  #channel(name: string): string {
    if (name.includes('checkins')) return this.random.pick(['kiosk', 'lane', 'lane', 'app'])
    if (name.includes('boarding') || name.includes('decks')) return 'crew-tablet'
    return this.random.pick(['web', 'web', 'app', 'agent-portal'])
  }

  /** What a client asks for, through the gateway, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const at = random.pick(this.sailings)
    const visit = { name, service, at, partner: names.partnerOf(random.integer(1, 100)) }
    const vehicle = random.pick<string>(names.VEHICLES)
    const channel = this.#channel(name)
    const [method = '', route = ''] = name.split(' ')
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const known = { 'sales.partner': visit.partner, 'ferry.crossing': at.crossing, 'app.channel': channel }
    const attributes = { 'http.request.method': method, 'http.route': route, ...known }
    const isOfVehicle = ['POST /api/bookings', 'POST /api/checkins'].includes(name)
    const onVessel = isOfVehicle || service === 'deck-planner' ? { 'vessel.name': at.vessel } : {}
    const more = { ...onVessel, ...(isOfVehicle ? { 'vehicle.type': vehicle } : {}) }
    const done = this.serve({ service: 'web-gateway', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.012)) return { status: 429, durationMs: 1.1 }
      if (random.chance(channel === 'agent-portal' ? 0.04 : 0.008)) return { status: 401, durationMs: 1.6 }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'web-gateway', name: method, startMs: startMs + 2, parent: trace, attributes: call }
      const inside = { ...attributes, ...more }
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 3, parent: between, attributes: inside }, 'server', (inner) =>
          this.#answer({ ...visit, vehicle }, startMs + 4, inner),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const { status } = done
    const severity = status >= 500 ? 'ERROR' : status === 429 || status === 401 ? 'WARN' : 'INFO'
    const fields = {
      method,
      route,
      status,
      durationMs: Math.round(done.durationMs),
      backend: service.split('-')[0] ?? '',
    }
    scribe.log('web-gateway', startMs + done.durationMs, severity, `${name} ${status}`, fields, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 7000, meanMs: 1450 }, random, (timeMs) => this.visit(timeMs))
    runQuay(this)
    const say = scribe.log.bind(scribe)
    say('notify-worker', this.restartMs - 9000, 'WARN', 'SIGTERM received, stopping: node quay-node-2 is updated')
    say('notify-worker', this.restartMs, 'INFO', 'notify-worker ready, consuming booking.confirmed')
    say('timetable-api', this.releaseMs, 'INFO', 'timetable-api 4.3.0 started, change FER-398')
    const cancelled = 'sailing S-1219 cancelled: bow door of tern is repaired'
    say('timetable-api', this.releaseMs - 3 * MINUTE_MS, 'WARN', cancelled)
    say('deck-planner', this.settingMs, 'INFO', 'setting plan_cache_ttl changed: 15m -> 15ms, change FER-412')
    say('crew-roster', this.rosterMs, 'INFO', 'crew-roster 1.9.1 started, change FER-405')
    say('deck-planner', this.attemptMs - 6000, 'WARN', 'SIGTERM received, stopping: restarted by operator')
    say('deck-planner', this.attemptMs, 'INFO', 'deck-planner ready, plan cache is empty')
    say('weather-feed', this.darkMs, 'WARN', 'met office announced maintenance, polling paused')
  }
}

export function ferries(endMs: number): World {
  const system = new Ferries(endMs)
  system.run()
  sendFerriesMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, settingMs: setting, darkMs: dark } = system
  const marks = { onset, release, restart, setting, dark, roster: system.rosterMs, attempt: system.attemptMs }
  const world = system.world({ name: 'ferries', services: SERVICES, marks })
  const bodyOf = (text: RegExp) => world.logs.findLast(({ message }) => text.test(message))?.body ?? ''
  const more = {
    ...{ planLine: bodyOf(/^deck plan not loaded/), bookingLine: bodyOf(/answered 503 twice$/) },
    ...{ settingLine: bodyOf(/plan_cache_ttl changed/), rampLine: bodyOf(/ramp sensor gives no reading$/) },
    cancelRoute: '/api/bookings/{ref}/cancel',
  }
  return { ...world, names: { ...world.names, ...more } }
}
