/**
 * Quotes of a car insurer on Kubernetes: HTTP, database and messaging spans with kinds of seven services, two more
 * write lines only; lines of pino, Spring Boot, Serilog, zap, logrus and loguru. A feature flag gives `rating-engine` a
 * tariff that has no row for electric cars, until it is switched off: over at the end. `vehicle-lookup` was released
 * and is faster since, `document-builder` ran out of memory once long before; refused debits, unknown plates, bounced
 * mail and suspicious quotes are harmless. `partner-feed` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { loguruLine, numberedJson, serilogJson, springLine, zapJson } from './formats.ts'
import { sendMotorMetrics } from './motor-metrics.ts'
import { logrusJson } from './news-formats.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 96 * MINUTE_MS
const FORMATS = {
  'quote-web': numberedJson,
  'quote-api': springLine,
  'rating-engine': serilogJson,
  'vehicle-lookup': zapJson,
  'policy-issuer': springLine,
  'document-builder': logrusJson,
  'quote-mailer': loguruLine,
  'fraud-check': springLine,
  'partner-feed': zapJson,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'quote-web': '12.3.0', 'quote-api': '4.8.1', 'rating-engine': '2027.1.6', 'policy-issuer': '3.5.4' },
  ...{ 'document-builder': '1.7.9', 'quote-mailer': '0.22.3', 'fraud-check': '2.0.8', 'partner-feed': '5.1.0' },
}
const SEVERITY_SENT = new Set(['quote-web', 'vehicle-lookup', 'document-builder', 'policy-issuer', 'partner-feed'])
const CHANNELS = ['website', 'website', 'website', 'app', 'app', 'broker']
const REGIONS = ['north', 'south', 'south', 'east', 'west', 'west']
const FUELS = ['petrol', 'petrol', 'petrol', 'diesel', 'diesel', 'electric', 'electric', 'electric', 'hybrid']
const COVERS = ['liability', 'liability', 'partial', 'partial', 'full']
const NO_TARIFF = 'Rating failed: KeyNotFoundException: tariff ev-2027 has no row for battery class'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['POST', '/quotes', 48],
  ['GET', '/quotes/{quoteId}', 74],
  ['POST', '/policies', 86],
  ['GET', '/vehicles/{plate}', 100],
] as const

class Motor extends SystemByConventions {
  readonly scribe: Scribe
  readonly crashMs: number
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
  #quote = 2_210_300
  #policy = 77_010

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(211, 'motor'))
    this.crashMs = endMs - 79 * MINUTE_MS + 12_000
    this.releaseMs = endMs - 63 * MINUTE_MS + 25_000
    this.onsetMs = endMs - 40 * MINUTE_MS + 16_000
    this.silentMs = endMs - 24 * MINUTE_MS + 4000
    this.recoveryMs = endMs - 13 * MINUTE_MS + 36_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: SEVERITY_SENT.has(name) },
      hasAttributes: name === 'vehicle-lookup' || name === 'document-builder' || name === 'policy-issuer',
      version: (timeMs: number) =>
        name === 'vehicle-lookup' ? (timeMs < this.releaseMs ? '0.9.4' : '0.10.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string, timeMs: number) => this.podOf(name, traceId, timeMs),
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'motor', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        'k8s.node.name': `node-${(index % 3) + 1}`,
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  podOf(name: string, traceId: string, timeMs: number): string {
    if (name === 'vehicle-lookup') return `${name}-${timeMs < this.releaseMs ? '7d8f5c6b9-k2hgt' : '5b6c8d7f4-x9wqn'}`
    if (name === 'quote-api') return `${name}-6f7b8c9d5-${/^[0-7]/.test(traceId) ? 'c4vns' : 'p8rdz'}`
    return `${name}-84d7c6f5b-j3lmh`
  }

  /** The premium of a car; the new tariff knows no electric ones. */
  rate(startMs: number, parent: Trace, car: Values, id: string): Outcome {
    const { random, scribe } = this
    const step = { service: 'rating-engine', name: 'POST /premiums', startMs, parent, attributes: car }
    return this.through('quote-api', step, (trace) => {
      const isNew = startMs >= this.onsetMs && startMs < this.recoveryMs
      if (isNew && car['vehicle.fuel'] === 'electric' && random.chance(0.95)) {
        const durationMs = random.logNormal(7, 0.3)
        scribe.log('rating-engine', startMs + durationMs, 'ERROR', NO_TARIFF, { Quote: id, Fuel: 'electric' }, trace)
        return { status: 500, durationMs }
      }
      const durationMs = random.logNormal(car['quote.cover'] === 'full' ? 74 : 48, 0.3)
      const premium = random.integer(210, 1480)
      const text = `Premium ${premium} EUR calculated for quote ${id}`
      scribe.log('rating-engine', startMs + durationMs, 'INFO', text, { Premium: premium, Quote: id }, trace)
      return { status: 200, durationMs }
    })
  }

  /** The data of a car, from the registry outside or, since the release, mostly from memory. */
  vehicle(from: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const step = { service: 'vehicle-lookup', name: 'GET /vehicles/{plate}', startMs, parent }
    return this.through(from, step, (trace) => {
      const isCached = random.chance(startMs >= this.releaseMs ? 0.7 : 0.2)
      const attributes = { 'http.request.method': 'GET', 'server.address': 'registry.kba.example' }
      const out = { service: 'vehicle-lookup', name: 'GET', startMs: startMs + 2, parent: trace, attributes }
      const asked = isCached
        ? { status: 200, durationMs: 1 }
        : this.call(out, 'client', () => ({ status: 200, durationMs: random.logNormal(160, 0.4) }))
      const durationMs = asked.durationMs + random.logNormal(4, 0.3)
      const isUnknown = random.chance(0.04)
      const plate = `B-${random.pick(['KL', 'MX', 'TR', 'AB'])} ${random.integer(100, 9999)}`
      const text = isUnknown ? 'plate not found in registry' : 'vehicle found'
      if (isUnknown || random.chance(0.2)) {
        const cache = isCached ? 'hit' : 'miss'
        scribe.log('vehicle-lookup', startMs + durationMs, isUnknown ? 'WARN' : 'INFO', text, { plate, cache }, trace)
      }
      return { status: isUnknown ? 404 : 200, durationMs }
    })
  }

  quote(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `Q-${++this.#quote}`
    const car = { 'vehicle.fuel': random.pick(FUELS), 'quote.cover': random.pick(COVERS) }
    return this.through(
      'quote-web',
      { service: 'quote-api', name: 'POST /quotes', startMs, parent, attributes: car },
      (trace) => {
        const found = this.vehicle('quote-api', startMs + 4, trace)
        if (found.status === 404) {
          const text = `Quote ${id} not made: vehicle is unknown`
          scribe.log('quote-api', startMs + found.durationMs + 5, 'WARN', text, {}, trace)
          return { status: 422, durationMs: found.durationMs + 6 }
        }
        const rated = this.rate(startMs + found.durationMs + 5, trace, car, id)
        let tookMs = found.durationMs + rated.durationMs + random.logNormal(9, 0.3)
        if (rated.status >= 500) {
          const text = `Quote ${id} failed: rating-engine answered 500 (${car['vehicle.fuel']}, ${car['quote.cover']})`
          scribe.log('quote-api', startMs + tookMs, 'ERROR', text, {}, trace)
          this.remember('failedQuote', id, startMs)
          return { status: 500, durationMs: tookMs }
        }
        tookMs += this.store('quote-api', 'postgresql', 'INSERT quotes', startMs + tookMs, trace, 6).durationMs
        const text = `Quote ${id} created (${car['vehicle.fuel']}, ${car['quote.cover']}) in ${Math.round(tookMs)} ms`
        scribe.log('quote-api', startMs + tookMs, 'INFO', text, {}, trace)
        this.remember('madeQuote', id, startMs)
        this.remember('quoteTrace', parent.traceId, startMs)
        this.send('quote-api', 'quotes.created', startMs + tookMs, trace, (atMs, inner) => this.mail(atMs, inner, id))
        this.score(startMs + tookMs + 300, id)
        return { status: 201, durationMs: tookMs + 3 }
      },
    )
  }

  /** Puts a message into a queue; `work` is done by whoever takes it out. */
  send(
    service: string,
    queue: string,
    startMs: number,
    parent: Trace,
    work: (startMs: number, trace: Trace) => void,
  ): void {
    const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': queue }
    this.call({ service, name: `publish ${queue}`, startMs, parent, attributes }, 'producer', (trace) => {
      work(startMs + this.random.logNormal(55, 0.4), trace)
      return { status: 200, durationMs: this.random.logNormal(2, 0.2) }
    })
  }

  take(service: string, queue: string, startMs: number, parent: Trace, work: (trace: Trace) => Outcome): void {
    const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': queue }
    this.serve({ service, name: `process ${queue}`, startMs, parent, attributes }, 'consumer', work)
  }

  mail(startMs: number, parent: Trace, id: string): void {
    const { random, scribe } = this
    this.take('quote-mailer', 'quotes.created', startMs, parent, (trace) => {
      const durationMs = random.logNormal(120, 0.3)
      const isBounced = random.chance(0.04)
      const text = isBounced ? `mail for ${id} bounced: no such mailbox` : `mail for ${id} sent`
      scribe.log('quote-mailer', startMs + durationMs, isBounced ? 'WARN' : 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  /** Looks at quotes after they were made, without spans. */
  score(timeMs: number, id: string): void {
    const { random, scribe } = this
    const isHigh = random.chance(0.05)
    const score = isHigh ? random.integer(71, 98) : random.integer(1, 45)
    const text = isHigh ? `Quote ${id} is suspicious: score ${score}` : `Quote ${id} checked: score ${score}`
    scribe.log('fraud-check', timeMs, isHigh ? 'WARN' : 'INFO', text, {})
    if (isHigh) this.remember('suspiciousQuote', id, timeMs)
  }

  issue(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `P-${++this.#policy}`
    const attributes = { 'policy.term_months': random.pick([6, 12, 12, 12]) }
    const step = { service: 'policy-issuer', name: 'POST /policies', startMs, parent, attributes }
    return this.through('quote-web', step, (trace) => {
      const checkedMs = random.logNormal(190, 0.3)
      if (random.chance(0.08)) {
        scribe.log(
          'policy-issuer',
          startMs + checkedMs,
          'WARN',
          `Policy ${id} not issued: direct debit refused`,
          {},
          trace,
        )
        this.remember('refusedPolicy', id, startMs)
        return { status: 402, durationMs: checkedMs }
      }
      const kept = this.store('policy-issuer', 'postgresql', 'INSERT policies', startMs + checkedMs, trace, 8)
      const tookMs = checkedMs + kept.durationMs
      const fields = { premium: random.integer(210, 1480) }
      scribe.log('policy-issuer', startMs + tookMs, 'INFO', `Policy ${id} issued`, fields, trace)
      this.remember('issuedPolicy', id, startMs)
      this.remember('policyTrace', parent.traceId, startMs)
      this.send('policy-issuer', 'policies.issued', startMs + tookMs, trace, (atMs, inner) =>
        this.print(atMs, inner, id),
      )
      return { status: 201, durationMs: tookMs + 3 }
    })
  }

  print(startMs: number, parent: Trace, policy: string): void {
    const { random, scribe } = this
    this.take('document-builder', 'policies.issued', startMs, parent, (trace) => {
      const durationMs = random.logNormal(620, 0.35)
      const pages = random.integer(6, 24)
      scribe.log('document-builder', startMs + durationMs, 'INFO', 'policy document built', { pages, policy }, trace)
      if (random.chance(0.07)) {
        const fields = { font: 'Frutiger', policy }
        scribe.log(
          'document-builder',
          startMs + durationMs - 40,
          'WARN',
          'font is missing, using fallback',
          fields,
          trace,
        )
      }
      return { status: 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = {
      'customer.id': `C${random.integer(30_100, 31_700)}`,
      'sales.channel': random.pick(CHANNELS),
      'customer.region': random.pick(REGIONS),
    }
    const http = { 'http.request.method': method, 'http.route': route }
    const step = { service: 'quote-web', name: `${method} ${route}`, startMs, parent: root }
    let written: Trace = root
    const done = this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (trace) => {
      written = trace
      const inner = this.inner(method, route, startMs + 2, trace)
      return {
        status: inner.status === 500 ? 502 : inner.status,
        durationMs: inner.durationMs + random.logNormal(4, 0.3),
      }
    })
    const isFailed = done.status >= 500
    const fields = { method, path: route, statusCode: done.status, responseTime: Math.round(done.durationMs) }
    const text = isFailed ? 'request errored' : 'request completed'
    scribe.log('quote-web', startMs + done.durationMs, isFailed ? 'ERROR' : 'INFO', text, fields, written)
    if (isFailed) this.remember('failedTrace', root.traceId, startMs)
  }

  inner(method: string, route: string, startMs: number, trace: Trace): Outcome {
    if (route === '/quotes') return this.quote(startMs, trace)
    if (method === 'POST') return this.issue(startMs, trace)
    if (route === '/vehicles/{plate}') return this.vehicle('quote-web', startMs, trace)
    const step = { service: 'quote-api', name: 'GET /quotes/{quoteId}', startMs, parent: trace }
    return this.through('quote-web', step, (inner) => {
      const read = this.store('quote-api', 'postgresql', 'SELECT quotes', startMs + 2, inner, 5)
      const isGone = this.random.chance(0.03)
      const durationMs = read.durationMs + this.random.logNormal(5, 0.3)
      if (isGone) this.scribe.log('quote-api', startMs + durationMs, 'WARN', 'Quote has expired', {}, inner)
      return { status: isGone ? 410 : 200, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 1500 }
    eachArrival({ ...range, meanMs: 780 }, random, (timeMs) => this.request(timeMs))
    eachTick({ ...range, toMs: this.silentMs, everyMs: 20_000 }, random, (timeMs) => {
      const portal = random.pick(['comparo', 'comparo', 'carfinder'])
      const fields = { portal, quotes: random.integer(3, 19) }
      const isSlow = random.chance(0.06)
      const text = isSlow ? 'portal answered slowly' : 'batch delivered'
      scribe.log('partner-feed', timeMs, isSlow ? 'WARN' : 'INFO', text, fields)
    })
    eachArrival({ ...range, meanMs: 230_000 }, random, (timeMs) => {
      scribe.log('policy-issuer', timeMs, 'WARN', 'bank holiday calendar is out of date', { year: 2025 })
    })
    scribe.log('document-builder', this.crashMs, 'FATAL', 'runtime: out of memory, cannot allocate 268435456 bytes', {})
    scribe.log('document-builder', this.crashMs + 9000, 'INFO', 'document-builder started', { workers: 4 })
    scribe.log('vehicle-lookup', this.releaseMs, 'INFO', 'vehicle-lookup 0.10.0 started', { cache: 'memory' })
    const flag = (state: string) => `Feature flag ev-tariff-2027 switched ${state} by product-console`
    scribe.log('rating-engine', this.onsetMs - 1000, 'INFO', flag('on'), {})
    scribe.log('rating-engine', this.recoveryMs, 'INFO', flag('off'), {})
  }
}

export function motor(endMs: number): World {
  const system = new Motor(endMs)
  system.background()
  sendMotorMetrics(system)
  const { crashMs: crash, releaseMs: release, onsetMs: onset, recoveryMs: recovery, silentMs: silent } = system
  const marks = { crash, release, onset, recovery, silent }
  const world = system.world({ name: 'motor', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find((log) => log.message.includes(text))?.body ?? ''
  const lines = {
    ...{ tariffLine: bodyOf('has no row'), failedLine: bodyOf('rating-engine answered 500') },
    ...{ fontLine: bodyOf('font is missing'), flagLine: bodyOf('switched on') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
