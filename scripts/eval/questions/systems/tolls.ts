/**
 * Motorway tolls: gantries, number plates, trips, tariffs, accounts, top-ups by card, fines, clearing with partners, an API of
 * the app, an archive with lines only. New time-zone data on one of three pods of `trip-builder` give trips of A7 and A9
 * negative durations, so they are thrown away: accounts are not charged, batches of partners are held and the app shows no
 * trips, still so at the end. A release of `tariff-svc`, a restart of `plate-vision`, double reads, unreadable plates, empty
 * accounts, declined cards, paid fines and expired sessions are harmless; nothing falls silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { MOTORWAYS, runDesk, topUp } from './tolls-desk.ts'
import { archiveLine, aspLine, callerLogfmt, podJavaLine, serilogNested, structlogEvent } from './tolls-formats.ts'
import { sendTollsMetrics } from './tolls-metrics.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const FORMATS = {
  'gantry-edge': serilogNested,
  'plate-vision': structlogEvent,
  'trip-builder': podJavaLine,
  'tariff-svc': aspLine,
  accounts: serilogNested,
  'topup-pay': structlogEvent,
  'fines-desk': aspLine,
  'partner-clearing': callerLogfmt,
  'driver-api': callerLogfmt,
  'trip-archive': archiveLine,
}
const SERVICES = Object.keys(FORMATS)
const PLAIN = ['trip-builder', 'tariff-svc', 'fines-desk', 'trip-archive']
const UNLEVELLED = ['fines-desk', 'trip-archive']
/** Their spans have no status. */
const STATELESS = ['topup-pay', 'fines-desk']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'gantry-edge': '4.2.7', 'plate-vision': '1.15.0', 'trip-builder': '7.0.3', accounts: '5.6.1' },
  ...{ 'topup-pay': '2.3.0', 'fines-desk': '3.1.8', 'partner-clearing': '0.22.4', 'driver-api': '8.9.2' },
}
const BROKEN = ['A7', 'A9']
const CLASSES = ['car', 'car', 'car', 'car', 'van', 'van', 'truck', 'truck', 'bus', 'motorbike']
const COUNTRIES = ['IT', 'IT', 'IT', 'AT', 'AT', 'DE', 'DE', 'CH', 'FR']
const CAMERAS = ['C-01', 'C-02', 'C-03', 'C-04']
const PLATFORMS = ['ios', 'ios', 'android', 'android', 'android', 'web']

interface Trip {
  readonly motorway: string
  readonly vehicleClass: string
}

class Tolls extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  #pod = 0
  #trip = 610_000
  #dropped = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(58, 'tolls'))
    this.releaseMs = endMs - 64 * MINUTE_MS + 21_000
    this.restartMs = endMs - 47 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 34 * MINUTE_MS + 14_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !UNLEVELLED.includes(name), hasAttributes: !PLAIN.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => this.#instance(name, timeMs),
      resource: (instance: string) => ({
        ...{ 'k8s.cluster.name': 'tolls-prod', 'k8s.namespace.name': 'tolling', 'k8s.pod.name': instance },
        'k8s.node.name': `toll-node-${(index % 4) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'tariff-svc') return timeMs < this.releaseMs ? '3.3.9' : '3.4.0'
    return VERSIONS[name] ?? '1.1.0'
  }

  #instance(name: string, timeMs: number): string {
    if (name === 'trip-builder') return `trip-builder-${this.#pod}`
    if (name === 'plate-vision') return timeMs < this.restartMs ? 'plate-vision-7dk2w' : 'plate-vision-q9x4t'
    return `${name}-0`
  }

  isWrong(motorway: string, timeMs: number): boolean {
    return timeMs >= this.onsetMs && BROKEN.includes(motorway)
  }

  /** The partitions of two motorways belong to the last pod. */
  #takeOver(motorway: string): void {
    this.#pod = motorway === 'A1' ? 0 : BROKEN.includes(motorway) ? 2 : 1
  }

  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: Values,
  ): void {
    const isFailed = done.status >= 500
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, attributes },
      ...{ durationMs: roundMs(done.durationMs), isError: STATELESS.includes(service) ? null : isFailed, isFailed },
      isEntry: kind === 'server' || kind === 'consumer' || kind === 'unspecified',
    })
  }

  quote(startMs: number, parent: Trace, { motorway, vehicleClass }: Trip): { done: Outcome; cents: number } {
    const { random, scribe } = this
    const cents = random.integer(160, 940) * (vehicleClass === 'truck' || vehicleClass === 'bus' ? 2 : 1)
    const tariff = random.pick(['day', 'day', 'day', 'eco', 'night'])
    const attributes = { 'toll.motorway': motorway, 'vehicle.class': vehicleClass, 'tariff.name': tariff }
    const step = { service: 'tariff-svc', name: 'POST /quotes', startMs, parent, attributes }
    const done = this.through('trip-builder', step, (trace) => {
      const slow = startMs >= this.releaseMs ? 1.9 : 1
      const durationMs = random.logNormal(31 * slow, 0.3)
      const say = (severity: 'INFO' | 'WARN', text: string) =>
        scribe.log('tariff-svc', startMs + durationMs, severity, text, {}, trace)
      if (random.chance(0.05)) say('WARN', `trailer of a ${vehicleClass} has no tariff, rate without trailer used`)
      say('INFO', `quoted ${(cents / 100).toFixed(2)} EUR for ${vehicleClass} on ${motorway}, tariff ${tariff}`)
      return { status: 200, durationMs }
    })
    return { done, cents }
  }

  charge(startMs: number, parent: Trace, { motorway }: Trip, cents: number): Outcome {
    const { random, scribe } = this
    const account = `AC-${random.integer(51_000, 53_400)}`
    const attributes = { 'account.id': account, 'toll.motorway': motorway }
    const step = { service: 'accounts', name: 'POST /accounts/{id}/charges', startMs, parent, attributes }
    return this.through('trip-builder', step, (trace) => {
      const saved = this.store('accounts', 'postgresql', 'UPDATE balances', startMs + 2, trace, 7)
      const durationMs = saved.durationMs + random.logNormal(10, 0.3)
      const data = { account, cents, motorway }
      if (random.chance(0.06)) {
        scribe.log('accounts', startMs + durationMs, 'WARN', 'charge refused: account is empty', data, trace)
        return { status: 402, durationMs }
      }
      scribe.log('accounts', startMs + durationMs, 'INFO', 'account charged', data, trace)
      if (random.chance(0.07))
        scribe.log('accounts', startMs + durationMs + 1, 'WARN', 'balance below five euros', { account }, trace)
      return { status: 201, durationMs }
    })
  }

  assemble(startMs: number, parent: Trace, trip: Trip): void {
    const { random, scribe } = this
    const { motorway, vehicleClass } = trip
    this.#takeOver(motorway)
    this.#trip += random.integer(1, 3)
    const number = `TR-${this.#trip}`
    const attributes = {
      ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'trips.assemble' },
      ...{ 'toll.motorway': motorway, 'vehicle.class': vehicleClass, 'trip.id': number },
    }
    const step = { service: 'trip-builder', name: 'trips.assemble process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const ownMs = random.logNormal(36, 0.35)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('trip-builder', atMs, severity, text, {}, trace)
      const minutes = random.integer(6, 58)
      if (this.isWrong(motorway, startMs)) {
        const why = `duration ${minutes - 60} min is negative, entry offset +02:00, exit offset +01:00`
        say(startMs + ownMs, 'ERROR', `trip ${number} on ${motorway} dropped: ${why}`)
        if (++this.#dropped === 11) this.remember('droppedTrip', number, startMs)
        this.remember('droppedTrace', trace.traceId, startMs)
        return { status: 500, durationMs: ownMs }
      }
      if (random.chance(0.05))
        say(startMs + ownMs, 'WARN', `trip ${number} on ${motorway} has no entry, flat rate used`)
      const { done, cents } = this.quote(startMs + ownMs, trace, trip)
      const charged = this.charge(startMs + ownMs + done.durationMs, trace, trip, cents)
      const durationMs = ownMs + done.durationMs + charged.durationMs + 3
      const km = Math.round(minutes * (1.3 + 0.5 * random.next()))
      say(startMs + durationMs, 'INFO', `trip ${number} on ${motorway} assembled, ${minutes} min, ${km} km`)
      this.remember('goodTrip', number, startMs)
      return { status: 200, durationMs }
    })
  }

  plate(startMs: number, parent: Trace): void {
    const { random, scribe, restartMs } = this
    if (startMs >= restartMs - 9000 && startMs < restartMs) return
    const [country, camera] = [random.pick(COUNTRIES), random.pick(CAMERAS)]
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'plates.images' }
    const attributes = { ...topic, 'plate.country': country, 'camera.id': camera }
    const step = { service: 'plate-vision', name: 'plates.images process', startMs, parent, attributes }
    this.serve(step, 'consumer', (trace) => {
      const durationMs = random.logNormal(340, 0.35)
      const data = { camera, country }
      const say = (severity: 'INFO' | 'WARN', text: string, more = {}) =>
        scribe.log('plate-vision', startMs + durationMs, severity, text, { ...data, ...more }, trace)
      if (random.chance(0.09)) say('WARN', 'plate unreadable, sent to manual review')
      else say('INFO', 'plate read', { confidence: random.integer(78, 99) })
      if (random.chance(0.06)) say('WARN', 'lens is dirty')
      return { status: 200, durationMs }
    })
  }

  passage(startMs: number): void {
    const { random, scribe } = this
    const trip = { motorway: random.pick(MOTORWAYS), vehicleClass: random.pick(CLASSES) }
    const method = random.chance(0.66) ? 'tag' : 'plate'
    const gantry = `${trip.motorway}-G${random.integer(1, 8)}`
    const speed = random.integer(62, 148)
    const attributes = {
      ...{ 'http.request.method': 'POST', 'http.route': '/passages', 'gantry.id': gantry, 'read.method': method },
      ...{ 'toll.motorway': trip.motorway, 'vehicle.class': trip.vehicleClass },
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve(
      { service: 'gantry-edge', name: 'POST /passages', startMs, parent: root, attributes },
      'server',
      (trace) => {
        const durationMs = random.logNormal(12, 0.35)
        const data = { gantry, motorway: trip.motorway, method, speed_kmh: speed }
        const atMs = startMs + durationMs
        if (random.chance(0.045)) {
          scribe.log('gantry-edge', atMs, 'WARN', 'passage ignored: read twice', data, trace)
          return { status: 409, durationMs }
        }
        scribe.log('gantry-edge', atMs, 'INFO', 'passage recorded', data, trace)
        if (method === 'tag' && random.chance(0.06))
          scribe.log('gantry-edge', atMs + 1, 'WARN', 'battery of the tag is low', { gantry }, trace)
        const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'passages' }
        const out = {
          service: 'gantry-edge',
          name: 'passages publish',
          startMs: atMs,
          parent: trace,
          attributes: topic,
        }
        const sent = this.call(out, 'producer', (inner) => {
          if (method === 'plate') this.plate(atMs + random.logNormal(60, 0.4), inner)
          if (random.chance(0.54)) this.assemble(atMs + random.logNormal(480, 0.3), inner, trip)
          return { status: 200, durationMs: random.logNormal(4, 0.2) }
        })
        return { status: 202, durationMs: durationMs + sent.durationMs }
      },
    )
  }

  listed(startMs: number, parent: Trace, motorway: string, vehicle: string): Outcome {
    const { random, scribe } = this
    this.#takeOver(motorway)
    const attributes = { 'toll.motorway': motorway }
    const step = { service: 'trip-builder', name: 'GET /trips/{vehicle}', startMs, parent, attributes }
    return this.through('driver-api', step, (trace) => {
      const read = this.store('trip-builder', 'mongodb', 'find trips', startMs + 2, trace, 9)
      const durationMs = read.durationMs + random.logNormal(14, 0.3)
      if (!this.isWrong(motorway, startMs - 40_000)) return { status: 200, durationMs }
      const text = `list of ${vehicle} not sent: ${random.integer(1, 4)} trips on ${motorway} with negative duration`
      scribe.log('trip-builder', startMs + durationMs, 'ERROR', text, {}, trace)
      return { status: 500, durationMs }
    })
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [platform, motorway] = [random.pick(PLATFORMS), random.pick(MOTORWAYS)]
    const [, name = 'POST /app/disputes'] =
      (
        [
          [46, 'GET /app/trips'],
          [70, 'GET /app/balance'],
          [84, 'POST /app/topups'],
          [93, 'GET /app/tariffs'],
        ] as const
      ).find(([upTo]) => ticket <= upTo) ?? []
    const [method = '', route = ''] = name.split(' ')
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'app.platform': platform },
      ...(name === 'GET /app/trips' ? { 'toll.motorway': motorway } : {}),
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'driver-api', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const ownMs = random.logNormal(18, 0.3)
      const data = { platform, route }
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, more = {}) =>
        scribe.log('driver-api', atMs, severity, text, { ...data, ...more }, trace)
      if (random.chance(0.05)) {
        say(startMs + ownMs, 'WARN', 'session expired, login needed')
        return { status: 401, durationMs: ownMs }
      }
      const nextMs = startMs + ownMs
      const then = (done: Outcome) => ownMs + done.durationMs + random.logNormal(6, 0.3)
      if (name === 'GET /app/trips') {
        const vehicle = `V-${random.integer(20_000, 29_999)}`
        const done = this.listed(nextMs, trace, motorway, vehicle)
        const durationMs = then(done)
        if (done.status === 200) say(startMs + durationMs, 'INFO', 'trips shown', { vehicle, motorway })
        else {
          say(startMs + durationMs, 'ERROR', 'no trips shown: trip-builder answered 500', { vehicle, motorway })
          this.remember('emptyVehicle', vehicle, startMs)
        }
        return { status: done.status === 200 ? 200 : 502, durationMs }
      }
      if (name === 'POST /app/topups') {
        const done = topUp(this, nextMs, trace, 'app', 'driver-api')
        return { status: done.status, durationMs: then(done) }
      }
      if (name === 'POST /app/disputes') {
        const isPoor = random.chance(0.2)
        if (isPoor) say(nextMs, 'WARN', 'dispute has no receipt attached')
        else say(nextMs, 'INFO', 'dispute opened', { dispute: `DP-${random.integer(8000, 9999)}` })
        return { status: isPoor ? 422 : 201, durationMs: ownMs + 1 }
      }
      const asked = name === 'GET /app/balance' ? 'accounts' : 'tariff-svc'
      const path = asked === 'accounts' ? 'GET /accounts/{id}/balance' : 'GET /tariffs/{motorway}'
      const step = { service: asked, name: path, startMs: nextMs, parent: trace }
      const done = this.through('driver-api', step, () => ({ status: 200, durationMs: random.logNormal(11, 0.35) }))
      return { status: 200, durationMs: then(done) }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs } = this
    const range = { fromMs: startMs, toMs: endMs - 3000 }
    eachArrival({ ...range, meanMs: 3400 }, random, (timeMs) => this.passage(timeMs))
    eachArrival({ ...range, meanMs: 5600 }, random, (timeMs) => this.visit(timeMs))
    runDesk(this)
    eachTick({ ...range, fromMs: startMs + 20_000, everyMs: 60_000 }, random, (timeMs) => {
      const motorway = random.pick(MOTORWAYS)
      if (this.isWrong(motorway, timeMs - 60_000)) {
        const found = { motorway, passages: random.integer(20, 90) }
        scribe.log('accounts', timeMs, 'WARN', 'reconciliation found passages without a charge', found)
      } else scribe.log('accounts', timeMs, 'INFO', 'reconciliation clean', { motorway })
    })
    scribe.log('tariff-svc', this.releaseMs, 'INFO', 'tariff-svc 3.4.0 started, eco tariff of winter loaded')
    scribe.log('plate-vision', this.restartMs - 8500, 'WARN', 'worker stops: node is drained for maintenance')
    scribe.log('plate-vision', this.restartMs, 'INFO', 'plate-vision 1.15.0 started, model eu-plates-9 loaded')
    this.#pod = 2
    const reload = 'time-zone data reloaded: tzdata 2026c replaces 2026b, zone Europe/Rome (change TOLL-512)'
    scribe.log('trip-builder', onsetMs, 'INFO', reload)
    const shift = 'Europe/Rome ends daylight saving earlier by tzdata 2026c, open entries keep offset +02:00'
    scribe.log('trip-builder', onsetMs + 900, 'WARN', shift)
  }
}

export function tolls(endMs: number): World {
  const system = new Tolls(endMs)
  system.run()
  sendTollsMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'tolls', services: SERVICES, marks: { onset, release, restart } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ dropLine: bodyOf('dropped: duration'), appLine: bodyOf('no trips shown'), zoneLine: bodyOf('ends daylight') },
    ...{ heldLine: bodyOf('batch held'), plateLine: bodyOf('plate unreadable') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
