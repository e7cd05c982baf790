/**
 * An agricultural co-operative on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with
 * kinds, a consumer of farm sensors, a watch of the weather with lines only. A new profile of the tankers' sensors
 * makes samples of two fleets larger than the producer of `sample-desk` may send, so their pickups are not booked,
 * still so at the end. A release of `tour-planner`, a restart of `barn-sensors`, warm milk, emptied tanks, moist
 * grain, frost guards, valves that do not answer and unverified accounts are harmless; `storm-watch` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { watchDairy } from './dairy-background.ts'
import { sendDairyMetrics } from './dairy-metrics.ts'
import * as f from './formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 64 * MINUTE_MS
const FORMATS = {
  'coop-gateway': f.slogJson,
  'tour-planner': f.springLine,
  'pickup-service': f.zapJson,
  'sample-desk': f.dottedJson,
  'herd-book': f.logfmt,
  'barn-sensors': f.structlogJson,
  'field-control': f.tracingLine,
  'silo-keeper': f.serilogLine,
  'milk-money': f.numberedJson,
  'storm-watch': f.pythonLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'coop-gateway': '3.4.1', 'pickup-service': '7.2.0', 'sample-desk': '2.9.3', 'herd-book': '11.0.6' },
  ...{ 'barn-sensors': '1.8.2', 'field-control': '0.14.0', 'silo-keeper': '4.3.5', 'milk-money': '5.6.1' },
  ...{ 'storm-watch': '1.1.0' },
}
/** The producer of Kafka takes no larger message. */
const MAX_BYTES = 1_048_576

/** Where a request goes, up to which ticket of a hundred, and from which application. */
const VISITS = [
  ['GET', '/api/tours/today', 16, ['driver-app']],
  ['POST', '/api/pickups', 38, ['driver-app']],
  ['GET', '/api/samples/{id}', 48, ['member-app', 'member-app', 'office-web']],
  ['GET', '/api/herds/{id}', 62, ['member-app', 'member-app', 'office-web']],
  ['POST', '/api/herds/{id}/events', 72, ['member-app']],
  ['POST', '/api/valves/{id}/open', 79, ['member-app', 'office-web']],
  ['POST', '/api/grain/tickets', 86, ['weighbridge']],
  ['GET', '/api/statements', 96, ['member-app', 'member-app', 'office-web']],
  ['POST', '/api/payouts', 100, ['office-web']],
] as const

export interface Visit {
  readonly route: string
  readonly fleet: string
  readonly tanker: string
  readonly member: string
}

class Dairy extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silentMs: number
  #pickup = 430_100
  #sample = 881_400
  #ticket = 20_760
  #payout = 6_340

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(145, 'dairy'))
    this.releaseMs = endMs - 49 * MINUTE_MS + 12_000
    this.restartMs = endMs - 37 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 25 * MINUTE_MS + 26_000
    this.silentMs = endMs - 17 * MINUTE_MS
    const versionOf = (name: string, timeMs: number) =>
      name === 'tour-planner' ? (timeMs < this.releaseMs ? '2.14.0' : '2.15.0') : (VERSIONS[name] ?? '1.0.0')
    const suffix = (name: string, timeMs: number) =>
      name === 'tour-planner' && timeMs >= this.releaseMs ? '66c9f7d5b8-q2rlc' : '7b8d5c6f94-m7kxw'
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !['silo-keeper', 'storm-watch'].includes(name) },
      hasAttributes: !['tour-planner', 'storm-watch', 'silo-keeper'].includes(name),
      version: (timeMs: number) => versionOf(name, timeMs),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'coop', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `meadow-${(index % 3) + 1}`, 'k8s.cluster.name': 'coop-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** A sample is stored and told to the laboratory, with the spectrum that the tanker took. */
  register(startMs: number, parent: Trace, visit: Visit, pickup: string): Outcome {
    const { random, scribe } = this
    const sample = `SM-${++this.#sample}`
    const attributes = { 'tanker.fleet': visit.fleet, 'tanker.id': visit.tanker }
    const step = { service: 'sample-desk', name: 'POST /samples', startMs, parent, attributes }
    return this.through('pickup-service', step, (trace) => {
      const saved = this.store('sample-desk', 'postgresql', 'INSERT samples', startMs + 2, trace, 6)
      const sendMs = startMs + saved.durationMs + 3
      const isHighResolution = startMs >= this.onsetMs && visit.fleet !== 'west' && random.chance(0.82)
      const size = isHighResolution ? random.integer(1_101_000, 1_690_000) : random.integer(88_000, 412_000)
      const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'sample.registered' }
      const publish = { service: 'sample-desk', name: 'sample.registered publish', startMs: sendMs, parent: trace }
      const sent = this.call({ ...publish, attributes: topic }, 'producer', () => ({
        ...{ status: size > MAX_BYTES ? 500 : 200, durationMs: random.logNormal(size > MAX_BYTES ? 2 : 7, 0.3) },
      }))
      const durationMs = saved.durationMs + sent.durationMs + 5
      const fields = { sample, pickup, fleet: visit.fleet, tanker: visit.tanker, bytes: size }
      if (sent.status >= 500) {
        const text = `publish to sample.registered failed: RecordTooLargeException: The message is ${size} bytes when serialized which is larger than ${MAX_BYTES}, the value of max.request.size`
        scribe.log('sample-desk', startMs + durationMs, 'ERROR', text, fields, trace)
        this.remember('failedSample', sample, startMs)
        return { status: 500, durationMs }
      }
      if (random.chance(0.04))
        scribe.log('sample-desk', startMs + durationMs, 'WARN', 'bottle label unreadable, typed by hand', fields, trace)
      scribe.log('sample-desk', startMs + durationMs, 'INFO', 'sample registered', fields, trace)
      return { status: 201, durationMs }
    })
  }

  pickup(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const pickup = `PU-${++this.#pickup}`
    const attributes = { 'tanker.fleet': visit.fleet, 'tanker.id': visit.tanker, 'member.id': visit.member }
    const step = { service: 'pickup-service', name: 'POST /pickups', startMs, parent, attributes }
    return this.through('coop-gateway', step, (trace) => {
      const litres = random.integer(380, 4200)
      const fields = { pickup, member: visit.member, fleet: visit.fleet, tanker: visit.tanker }
      const say = (timeMs: number, severity: Severity, text: string, more: Values = {}) =>
        scribe.log('pickup-service', timeMs, severity, text, { ...fields, ...more }, trace)
      const found = this.store('pickup-service', 'postgresql', 'SELECT tanks', startMs + 1, trace, 5)
      const foundMs = found.durationMs + 2
      if (random.chance(0.035)) {
        say(startMs + foundMs, 'WARN', 'milk too warm, pickup refused', { celsius: random.integer(7, 12) })
        this.remember('warmPickup', pickup, startMs)
        return { status: 422, durationMs: foundMs }
      }
      if (random.chance(0.03)) {
        say(startMs + foundMs, 'WARN', 'tank was already emptied today')
        return { status: 409, durationMs: foundMs }
      }
      let sampled = this.register(startMs + foundMs, trace, visit, pickup)
      let sampledMs = foundMs + sampled.durationMs
      if (sampled.status >= 500 && random.chance(0.35)) {
        say(startMs + sampledMs, 'WARN', 'sample not taken, trying once more')
        sampled = this.register(startMs + sampledMs + 200, trace, visit, pickup)
        sampledMs += 200 + sampled.durationMs
      }
      if (sampled.status >= 500) {
        say(startMs + sampledMs, 'ERROR', 'pickup not booked: sample-desk answered 500', { litres })
        this.remember('failedPickup', pickup, startMs)
        return { status: 502, durationMs: sampledMs }
      }
      const done = this.stop(startMs + sampledMs, trace, visit)
      const saved = this.store('pickup-service', 'postgresql', 'INSERT pickups', startMs + sampledMs, trace, 8)
      const durationMs = sampledMs + Math.max(done.durationMs, saved.durationMs) + 3
      say(startMs + durationMs, 'INFO', 'pickup booked', { litres })
      this.remember('bookedPickup', pickup, startMs)
      this.remember('bookedTrace', parent.traceId, startMs)
      return { status: 201, durationMs }
    })
  }

  /** The stop of a tour is ticked off. */
  stop(startMs: number, parent: Trace, visit: Visit): Outcome {
    const attributes = { 'tanker.fleet': visit.fleet }
    const step = { service: 'tour-planner', name: 'PATCH /stops/{id}', startMs, parent, attributes }
    return this.through('pickup-service', step, (trace) => {
      const saved = this.store('tour-planner', 'postgresql', 'UPDATE stops', startMs + 1, trace, 6)
      return { status: 200, durationMs: saved.durationMs + this.random.logNormal(4, 0.3) }
    })
  }

  tours(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'tanker.fleet': visit.fleet }
    const step = { service: 'tour-planner', name: 'GET /tours/today', startMs, parent, attributes }
    return this.through('coop-gateway', step, (trace) => {
      const found = this.store('tour-planner', 'postgresql', 'SELECT tours', startMs + 1, trace, 12)
      const durationMs = found.durationMs + random.logNormal(startMs < this.releaseMs ? 34 : 52, 0.3)
      const text = `tour of ${visit.tanker} (${visit.fleet}) read, ${random.integer(5, 19)} stops left`
      scribe.log('tour-planner', startMs + durationMs, 'INFO', text, {}, trace)
      if (random.chance(0.05)) {
        const late = `tour of ${visit.tanker} is ${random.integer(16, 74)} minutes late`
        scribe.log('tour-planner', startMs + durationMs, 'WARN', late, {}, trace)
      }
      return { status: 200, durationMs }
    })
  }

  sample(startMs: number, parent: Trace): Outcome {
    const step = { service: 'sample-desk', name: 'GET /samples/{id}', startMs, parent }
    return this.through('coop-gateway', step, (trace) => {
      const found = this.store('sample-desk', 'postgresql', 'SELECT samples', startMs + 1, trace, 9)
      return { status: this.random.chance(0.06) ? 404 : 200, durationMs: found.durationMs + 3 }
    })
  }

  herd(startMs: number, parent: Trace, isEvent: boolean): Outcome {
    const { random, scribe } = this
    const breed = random.pick(['holstein', 'holstein', 'holstein', 'jersey', 'brown-swiss'])
    const event = random.pick(['calving', 'insemination', 'insemination', 'movement', 'treatment', 'loss'])
    const attributes: Values = { 'herd.breed': breed, ...(isEvent ? { 'herd.event': event } : {}) }
    const name = isEvent ? 'POST /herds/{id}/events' : 'GET /herds/{id}'
    return this.through('coop-gateway', { service: 'herd-book', name, startMs, parent, attributes }, (trace) => {
      const found = this.store('herd-book', 'mysql', 'SELECT animals', startMs + 1, trace, 14)
      const foundMs = found.durationMs + random.logNormal(22, 0.4)
      if (!isEvent) return { status: 200, durationMs: foundMs }
      const fields = { event, breed, ear_tag: `DE 09 ${random.integer(10_000, 99_999)}` }
      if (random.chance(0.07)) {
        scribe.log('herd-book', startMs + foundMs, 'WARN', 'ear tag not in the herd', fields, trace)
        return { status: 404, durationMs: foundMs }
      }
      const saved = this.store('herd-book', 'mysql', 'INSERT events', startMs + foundMs, trace, 8)
      scribe.log('herd-book', startMs + foundMs + saved.durationMs, 'INFO', 'herd event recorded', fields, trace)
      return { status: 201, durationMs: foundMs + saved.durationMs + 2 }
    })
  }

  valve(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const [valve, crop] = [`V-${random.integer(101, 148)}`, random.pick(['maize', 'maize', 'potato', 'grass'])]
    const attributes = { 'field.crop': crop, 'valve.id': valve }
    const step = { service: 'field-control', name: 'POST /valves/{id}/open', startMs, parent, attributes }
    return this.through('coop-gateway', step, (trace) => {
      const found = this.store('field-control', 'redis', 'GET valves', startMs + 1, trace, 2)
      const fields = { valve, crop }
      const say = (ms: number, severity: Severity, text: string) =>
        scribe.log('field-control', startMs + ms, severity, text, fields, trace)
      if (random.chance(0.09)) {
        say(found.durationMs + 1, 'WARN', 'valve is held by the frost guard')
        return { status: 409, durationMs: found.durationMs + 2 }
      }
      if (random.chance(0.04)) {
        say(5002, 'ERROR', 'valve did not answer within 5 s')
        return { status: 504, durationMs: 5004 }
      }
      const durationMs = found.durationMs + random.logNormal(640, 0.4)
      say(durationMs, 'INFO', 'valve opened')
      return { status: 200, durationMs }
    })
  }

  grain(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const [crop, silo] = [random.pick(['wheat', 'wheat', 'barley', 'rapeseed']), `S${random.integer(1, 4)}`]
    const attributes = { 'grain.crop': crop, 'silo.id': silo, 'member.id': visit.member }
    const step = { service: 'silo-keeper', name: 'POST /grain/tickets', startMs, parent, attributes }
    return this.through('coop-gateway', step, (trace) => {
      const ticket = `GT-${++this.#ticket}`
      const saved = this.store('silo-keeper', 'mssql', 'INSERT tickets', startMs + 1, trace, 11)
      const durationMs = saved.durationMs + random.logNormal(70, 0.4)
      const tonnes = random.integer(4, 27)
      if (random.chance(0.1)) {
        const text = `Ticket ${ticket} refused, ${crop} too moist: ${random.integer(16, 23)} %`
        scribe.log('silo-keeper', startMs + durationMs, 'WARN', text, {}, trace)
        return { status: 422, durationMs }
      }
      const text = `Ticket ${ticket}: ${tonnes} t ${crop} stored in ${silo}`
      scribe.log('silo-keeper', startMs + durationMs, 'INFO', text, {}, trace)
      return { status: 201, durationMs }
    })
  }

  money(startMs: number, parent: Trace, visit: Visit, isPayout: boolean): Outcome {
    const { random, scribe } = this
    const kind = random.pick(['milk', 'milk', 'milk', 'grain', 'bonus'])
    const attributes: Values = { 'member.id': visit.member, ...(isPayout ? { 'payout.kind': kind } : {}) }
    const name = isPayout ? 'POST /payouts' : 'GET /statements'
    return this.through('coop-gateway', { service: 'milk-money', name, startMs, parent, attributes }, (trace) => {
      const found = this.store('milk-money', 'postgresql', 'SELECT statements', startMs + 1, trace, 17)
      const foundMs = found.durationMs + random.logNormal(isPayout ? 210 : 31, 0.3)
      if (!isPayout) return { status: 200, durationMs: foundMs }
      const payout = `PO-${++this.#payout}`
      const fields = { payout, kind, member: visit.member, euros: random.integer(90, 7400) }
      if (random.chance(0.12)) {
        scribe.log('milk-money', startMs + foundMs, 'WARN', 'bank account not verified, payout held', fields, trace)
        this.remember('heldPayout', payout, startMs)
        return { status: 402, durationMs: foundMs }
      }
      scribe.log('milk-money', startMs + foundMs, 'INFO', 'payout ordered', fields, trace)
      return { status: 201, durationMs: foundMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/api/tours/today':
        return this.tours(startMs, trace, visit)
      case '/api/pickups':
        return this.pickup(startMs, trace, visit)
      case '/api/samples/{id}':
        return this.sample(startMs, trace)
      case '/api/herds/{id}':
      case '/api/herds/{id}/events':
        return this.herd(startMs, trace, visit.route.endsWith('events'))
      case '/api/valves/{id}/open':
        return this.valve(startMs, trace)
      case '/api/grain/tickets':
        return this.grain(startMs, trace, visit)
      default:
        return this.money(startMs, trace, visit, visit.route === '/api/payouts')
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route, , clients] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const tanker = random.integer(11, 34)
    const fleet = tanker <= 20 ? 'north' : tanker <= 28 ? 'west' : 'lake'
    const member = `M-${random.integer(1001, 1240)}`
    const visit = { route, fleet, tanker: `T-${tanker}`, member }
    const client = random.pick([...clients])
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who: Values = { 'member.id': member, 'app.client': client }
    const http = { 'http.request.method': method, 'http.route': route, ...who }
    const step = { service: 'coop-gateway', name: `${method} ${route}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (outer) => {
      const write = (status: number, durationMs: number) => {
        const took = Math.round(durationMs)
        const fields = { method, path: route.replace('{id}', member), status, duration_ms: took, client }
        const severity = status >= 500 ? 'ERROR' : 'INFO'
        scribe.log('coop-gateway', startMs + durationMs, severity, 'request completed', fields, outer)
        return { status, durationMs }
      }
      if (random.chance(0.012)) {
        scribe.log('coop-gateway', startMs + 1, 'WARN', 'token expired, sign in again', { client }, outer)
        return write(401, 2)
      }
      if (random.chance(0.006)) return write(429, 1)
      const { status, durationMs } = this.inner(visit, startMs + 3, outer)
      if (status === 502) this.remember('failedTrace', root.traceId, startMs)
      return write(status, durationMs + random.logNormal(4, 0.3))
    })
  }
}

export function dairy(endMs: number): World {
  const system = new Dairy(endMs)
  const range = { fromMs: system.startMs, toMs: endMs - 6000, meanMs: 1050 }
  eachArrival(range, system.random, (timeMs) => system.request(timeMs))
  watchDairy(system)
  sendDairyMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silentMs: silent } = system
  const world = system.world({ name: 'dairy', services: SERVICES, marks: { onset, release, restart, silent } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...{ ...world.names, largeLine: bodyOf('RecordTooLarge'), failedLine: bodyOf('pickup not booked') },
    ...{ frostLine: bodyOf('frost guard'), warmLine: bodyOf('milk too warm') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
