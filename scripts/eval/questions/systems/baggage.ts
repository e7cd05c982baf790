/**
 * The baggage handling of an airport on virtual machines: a gateway with access lines only, bag drop, tracking, reconciliation
 * and a lost-bag desk with HTTP spans with kinds; sortation, screening and a handler of airlines' messages whose spans have
 * neither kinds nor anything of HTTP; a billing job with lines only. A reloaded configuration of `typeb-handler` keeps all raw
 * telegrams, so sixteen minutes later its disk is full: messages are put back into the queue and look-ups fail, so two of
 * three bags are not routed and go to manual coding, as many loads are refused, tracking shows bags without their flight, and
 * more bags are reported late; still so at the end. A release that makes `track-api` a little slower, a restart of
 * `screening-gw`, heavy bags, closed flights, unread tags, full chutes, unclear images, absent passengers, unknown tags and
 * incomplete claims are harmless; `billing-job` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, SpanRow, Values, World } from '../records.ts'
import { findMessage, runBilling, screen, storeMessage, tellOfDisk } from './baggage-belt.ts'
import { FORMATS } from './baggage-formats.ts'
import { sendBaggageMetrics } from './baggage-metrics.ts'
import * as names from './baggage-names.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS
const SERVICES = Object.keys(FORMATS)
const AGENTS: Readonly<Record<string, string>> = {
  ...{ 'checkin-drop': 'drop-terminal/2.8', 'track-api': 'Mozilla/5.0', 'bag-recon': 'handheld/6.1' },
  'lostbag-desk': 'desk-client/3.3',
}
const VISITS = [
  ['POST /api/bags', 'checkin-drop', 38],
  ['GET /api/bags/{tag}', 'track-api', 65],
  ['GET /api/flights/{flight}', 'track-api', 73],
  ['POST /api/loads', 'bag-recon', 95],
  ['POST /api/claims', 'lostbag-desk', 100],
] as const

interface Step {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

export class Baggage extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly captureMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly #bags: names.Bag[] = []
  #tag = 604_110
  #claim = 7140

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(70, 'baggage'))
    this.releaseMs = endMs - 62 * MINUTE_MS + 14_000
    this.restartMs = endMs - 53 * MINUTE_MS + 41_000
    this.captureMs = endMs - 46 * MINUTE_MS + 20_000
    this.onsetMs = endMs - 30 * MINUTE_MS + 25_000
    this.darkMs = endMs - 21 * MINUTE_MS + 10_000
    const setups = SERVICES.map((name, index) => ({
      ...{ name, format: FORMATS[name] ?? (() => ''), isSeveritySent: !['bag-gateway', 'screening-gw'].includes(name) },
      hasAttributes: names.WITH_ATTRIBUTES.includes(name),
      version: (timeMs: number) => names.versionOf(name, timeMs < this.releaseMs),
      instance: () => `${name}-1`,
      resource: () => names.placeOf(index),
    }))
    this.scribe = new Scribe(setups, this.random)
    for (let index = 0; index < 40; index++) this.#bags.push(names.bagOf(this.random, this.#newTag()))
  }

  #newTag(): string {
    this.#tag += this.random.integer(1, 5)
    return `BT-${this.#tag}`
  }

  /** How full the disk of the message handler is, in percent. */
  readonly diskAt = (timeMs: number): number => {
    const { startMs, captureMs, onsetMs } = this
    if (timeMs < captureMs) return 71 + (timeMs - startMs) / (20 * MINUTE_MS)
    return timeMs >= onsetMs ? 100 : 73 + (27 * (timeMs - captureMs)) / (onsetMs - captureMs)
  }

  /** A request that a service answers. */
  serve(step: Step, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const hasKinds = names.WITH_KINDS.includes(step.service)
    const [method = '', route = ''] = step.name.split(' ')
    const http: Values = hasKinds
      ? { 'http.request.method': method, 'http.route': route, 'http.response.status_code': done.status }
      : {}
    this.write(step, hasKinds ? 'server' : 'unspecified', trace, done, { ...http, ...step.attributes }, true)
    return done
  }

  write(step: Step, kind: SpanRow['kind'], trace: Trace, done: Outcome, attributes: Values, isEntry: boolean): void {
    const isFailed = done.status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, kind, isEntry },
      ...{ startMs: step.startMs, durationMs: roundMs(done.durationMs), isError: isFailed, isFailed, attributes },
    })
  }

  /** A call to another service. */
  through(step: Step, to: string, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const inner = work(trace)
    const done = { status: inner.status, durationMs: inner.durationMs + 2 }
    this.write(step, 'client', trace, done, { ...step.attributes, 'server.address': to }, false)
    return done
  }

  store(service: string, system: string, operation: string, startMs: number, parent: Trace, medianMs: number): Outcome {
    const [command = '', target = ''] = operation.split(' ')
    const attributes = { 'db.system.name': system, 'db.operation.name': command, 'db.collection.name': target }
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const done = { status: 200, durationMs: this.random.logNormal(medianMs, 0.35) }
    this.write({ service, name: operation, startMs, parent }, 'client', trace, done, attributes, false)
    return done
  }

  #message(service: string, startMs: number, parent: Trace, bag: names.Bag): Outcome {
    const step = { service, name: 'find message', startMs, parent }
    return this.through(step, 'typeb-handler', (trace) => findMessage(this, startMs + 1, trace, bag))
  }

  /** A bag is dropped: it is registered, its message is queued, and it goes to screening. */
  #drop(startMs: number, trace: Trace, bag: names.Bag): Outcome {
    const { random, scribe } = this
    const { tag, airline, flight, terminal, kind, channel, kg } = bag
    const fields = { tag, airline, flight, terminal, kind, channel, kg }
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log('checkin-drop', startMs + afterMs, severity, text, { ...fields, ...more }, trace)
    const readMs = 4 + this.store('checkin-drop', 'postgresql', 'SELECT flights', startMs + 3, trace, 6).durationMs
    if (random.chance(0.045)) {
      tell(readMs, 'WARN', 'bag refused', { kg: random.integer(33, 41), reason: 'over 32 kg' })
      return { status: 422, durationMs: readMs + 2 }
    }
    if (random.chance(0.04)) {
      tell(readMs, 'WARN', 'bag refused', { reason: 'flight closed' })
      this.remember('refusedBag', tag, startMs)
      return { status: 409, durationMs: readMs + 2 }
    }
    let beginMs = readMs + random.logNormal(12, 0.3)
    if (random.chance(0.13)) {
      tell(beginMs, 'INFO', 'excess fee charged', { fee_eur: random.pick([25, 40, 40, 65, 90]) })
      beginMs += random.logNormal(160, 0.3)
    }
    const saved = this.store('checkin-drop', 'postgresql', 'INSERT bags', startMs + beginMs, trace, 8)
    const atMs = beginMs + saved.durationMs
    const sent = { traceId: trace.traceId, spanId: scribe.newSpan() }
    const step = { service: 'checkin-drop', name: 'bsm.in publish', startMs: startMs + atMs, parent: trace }
    const queue = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'bsm.in' }
    this.write(step, 'producer', sent, { status: 200, durationMs: 3 }, queue, false)
    storeMessage(this, startMs + atMs + random.logNormal(240, 0.4), sent, bag)
    tell(atMs + 4, 'INFO', 'bag accepted')
    if (startMs < this.captureMs) this.remember('goodBag', tag, startMs)
    this.#bags.push(bag)
    screen(this, startMs + random.integer(35_000, 120_000), bag)
    return { status: 201, durationMs: atMs + 6 }
  }

  #track(startMs: number, trace: Trace, bag: names.Bag): Outcome {
    const { random, scribe, releaseMs } = this
    const fields = { tag: bag.tag, airline: bag.airline, flight: bag.flight }
    const read = this.store('track-api', 'redis', 'GET bags', startMs + 2, trace, 2)
    const ownMs = read.durationMs + random.logNormal(startMs < releaseMs ? 16 : 23, 0.3)
    if (random.chance(0.05)) {
      scribe.log('track-api', startMs + ownMs, 'INFO', 'tag not known', { tag: bag.tag }, trace)
      return { status: 404, durationMs: ownMs + 1 }
    }
    const found = this.#message('track-api', startMs + ownMs, trace, bag)
    const durationMs = ownMs + found.durationMs + 1
    if (found.status >= 500) {
      const text = 'bag shown without flight details: no answer of typeb-handler'
      scribe.log('track-api', startMs + durationMs, 'WARN', text, fields, trace)
      this.remember('trackTrace', trace.traceId, startMs)
    } else scribe.log('track-api', startMs + durationMs, 'INFO', 'bag shown', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }

  #board(startMs: number, trace: Trace): Outcome {
    const read = this.store('track-api', 'postgresql', 'SELECT flights', startMs + 2, trace, 11)
    return { status: 200, durationMs: read.durationMs + this.random.logNormal(14, 0.3) }
  }

  /** A bag is loaded when its message says that it may. */
  #load(startMs: number, trace: Trace, bag: names.Bag): Outcome {
    const { random, scribe } = this
    const { tag, flight } = bag
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('bag-recon', startMs + afterMs, severity, text, {}, trace)
    const beginMs = random.logNormal(9, 0.3)
    const found = this.#message('bag-recon', startMs + beginMs, trace, bag)
    const foundMs = beginMs + found.durationMs + 1
    if (found.status >= 500) {
      tell(foundMs, 'ERROR', `load of bag ${tag} on ${flight} refused: no message from typeb-handler`)
      this.remember('failedLoad', tag, startMs)
      this.remember('loadTrace', trace.traceId, startMs)
      return { status: 503, durationMs: foundMs + 1 }
    }
    if (random.chance(0.035)) {
      tell(foundMs, 'WARN', `load of bag ${tag} on ${flight} stopped: passenger not on board`)
      return { status: 409, durationMs: foundMs + 1 }
    }
    const saved = this.store('bag-recon', 'postgresql', 'INSERT loads', startMs + foundMs, trace, 9)
    const durationMs = foundMs + saved.durationMs + random.logNormal(7, 0.3)
    tell(durationMs, 'INFO', `bag ${tag} loaded on ${flight}, container AKE-${random.integer(11, 58)}`)
    return { status: 201, durationMs: durationMs + 1 }
  }

  #complain(startMs: number, trace: Trace, { tag, airline }: names.Bag, claimed?: string): Outcome {
    const { random, scribe } = this
    this.#claim += random.integer(1, 3)
    const claim = `LB-${this.#claim}`
    const kind = claimed ?? random.pick(names.CLAIM_KINDS)
    const step = { service: 'lostbag-desk', name: 'GET', startMs: startMs + 5, parent: trace }
    const history = this.through({ ...step, attributes: { 'http.request.method': 'GET' } }, 'bag-recon', (inner) =>
      this.serve({ service: 'bag-recon', name: 'GET /history/{tag}', startMs: startMs + 6, parent: inner }, (deep) =>
        this.store('bag-recon', 'postgresql', 'SELECT loads', startMs + 7, deep, 24),
      ),
    )
    const readMs = 5 + history.durationMs
    const fields = { claim, tag, airline, claim_kind: kind }
    if (random.chance(0.07)) {
      scribe.log('lostbag-desk', startMs + readMs, 'WARN', 'claim incomplete: no address', fields, trace)
      return { status: 422, durationMs: readMs + 1 }
    }
    const saved = this.store('lostbag-desk', 'mysql', 'INSERT claims', startMs + readMs, trace, 10)
    const durationMs = readMs + saved.durationMs + random.logNormal(15, 0.3)
    scribe.log('lostbag-desk', startMs + durationMs, 'INFO', 'claim opened', fields, trace)
    this.remember('goodClaim', claim, startMs)
    return { status: 201, durationMs: durationMs + 1 }
  }

  /** What a terminal, a browser or a handheld asks for, with the gateway's line at the end. */
  visit(startMs: number, ticket: number, claimed?: string): void {
    const { random, scribe } = this
    const [name, service] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const isNew = name === 'POST /api/bags'
    const bag = isNew ? names.bagOf(random, this.#newTag()) : random.pick(this.#bags.slice(-160))
    const [method = '', route = ''] = name.split(' ')
    const path = route.replace('{tag}', bag.tag).replace('{flight}', bag.flight)
    const attributes = isNew ? { ...names.onSpan(bag), 'drop.channel': bag.channel } : names.onSpan(bag)
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const answered = (trace: Trace): Outcome => {
      if (isNew) return this.#drop(startMs, trace, bag)
      if (name === 'POST /api/loads') return this.#load(startMs, trace, bag)
      if (name === 'POST /api/claims') return this.#complain(startMs, trace, bag, claimed)
      return name === 'GET /api/bags/{tag}' ? this.#track(startMs, trace, bag) : this.#board(startMs, trace)
    }
    const isLimited = random.chance(0.011)
    const done = isLimited
      ? { status: 429, durationMs: 1 }
      : this.serve({ service, name, startMs, parent: root, attributes }, answered)
    const tookMs = done.durationMs + random.logNormal(2, 0.3)
    const client = { address: `10.31.${random.integer(2, 9)}.${random.integer(2, 250)}`, agent: AGENTS[service] ?? '' }
    const told = { status: done.status, bytes: random.integer(180, 4100), seconds: (tookMs / 1000).toFixed(3) }
    const fields = { ...client, request: `${method} ${path}`, ...told, upstream: service }
    scribe.log('bag-gateway', startMs + tookMs, 'INFO', `${method} ${route} ${done.status}`, fields)
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, restartMs, releaseMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2600, meanMs: 2050 }, random, (timeMs) =>
      this.visit(timeMs, random.integer(1, 100)),
    )
    const late = { fromMs: onsetMs + 7 * MINUTE_MS, toMs: endMs - 2600, meanMs: 19_000 }
    eachArrival(late, random, (timeMs) => this.visit(timeMs, 100, 'delayed'))
    runBilling(this)
    tellOfDisk(this)
    scribe.log('track-api', releaseMs, 'INFO', 'track-api 3.9.0 started', { change: 'BAG-512' })
    scribe.log(
      'screening-gw',
      restartMs - 21_000,
      'WARN',
      'stopping for a planned restart after the update of the kernel',
    )
    scribe.log('screening-gw', restartMs, 'INFO', 'screening-gw 7.0.5 started, 12 scanners connected')
  }
}

export function baggage(endMs: number): World {
  const system = new Baggage(endMs)
  system.run()
  sendBaggageMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, captureMs: capture, darkMs: dark } = system
  const marks = { onset, release, restart, capture, dark }
  const world = system.world({ name: 'baggage', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  // Wordings name routes with the places of their parts: those stay as they are.
  const lines = {
    ...{ spaceLine: bodyOf('not stored'), journalLine: bodyOf('look-up of bag'), divertLine: bodyOf('not routed') },
    ...{ chuteLine: bodyOf('goes round again'), captureLine: bodyOf('raw_capture') },
    ...{ tag: '{tag}', flight: '{flight}' },
    recirculated: /bag (BT-\d+)/i.exec(bodyOf('goes round again'))?.[1] ?? '',
  }
  return { ...world, names: { ...world.names, ...lines } }
}
