/**
 * Insurance claims on functions and queues: no metrics, spans of the functions only; lines of Node.js, Python with
 * tracebacks, Go, .NET, Java, Ruby and PostgreSQL. After a failover the database only reads: claims and payouts cannot
 * be written, until it is promoted: over at the end. `photo-analyzer-fn` was released; broken photos, refused claims, a
 * certificate that ends in weeks and a printer are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { functionLine, pinoRequest, postgresLine, serilogJson, zapJson } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { nestedEcsJson, nodeFunctionLine, requestIdOf, rubyLine } from './serverless-formats.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 98 * MINUTE_MS
const FORMATS = {
  'customer-portal': pinoRequest,
  'claims-intake-fn': nodeFunctionLine,
  'fraud-score-fn': zapJson,
  'photo-analyzer-fn': functionLine,
  'payout-runner': rubyLine,
  'policy-core': nestedEcsJson,
  'letter-service': serilogJson,
  'claims-pg': postgresLine,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  'customer-portal': '2026.47.1',
  'claims-intake-fn': '58',
  'policy-core': '14.2.0',
  'payout-runner': '3.3.9',
  'claims-pg': '16.4',
}
const TYPES = ['car', 'car', 'car', 'home', 'home', 'travel', 'bike']
const COUNTRIES = ['DE', 'DE', 'DE', 'FR', 'FR', 'ES', 'PL']
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'broker']
const SESSION = { session: 'app@claims' }
const READ_ONLY = (command: string) => `cannot execute ${command} in a read-only transaction`
const TRACEBACK = `Traceback (most recent call last):
  File "/var/task/handler.py", line 61, in handler
    image = Image.open(BytesIO(body))
  File "/var/task/PIL/Image.py", line 3536, in open
    raise UnidentifiedImageError(msg)
PIL.UnidentifiedImageError: cannot identify image file`

interface Step {
  readonly service: string
  readonly name: string
  readonly kind: 'server' | 'consumer'
  readonly startMs: number
  readonly parent: Trace
  readonly attributes: Values
}

class Claims extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  #claim = 51_200
  #waiting = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(113, 'claims'))
    this.releaseMs = endMs - 74 * MINUTE_MS
    this.onsetMs = endMs - 52 * MINUTE_MS + 25_000
    this.recoveryMs = endMs - 30 * MINUTE_MS + 8000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format },
      version: (timeMs: number) =>
        name === 'photo-analyzer-fn' ? (timeMs < this.releaseMs ? '112' : '113') : (VERSIONS[name] ?? '9'),
      resource: () => ({ 'deployment.environment.name': 'production', 'cloud.region': 'eu-central-1' }),
      isSeveritySent: name === 'policy-core',
      hasAttributes: name === 'policy-core' || name === 'letter-service',
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isReadOnly(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** Writes the span of an invocation, and what the platform reports of it. */
  invoke(step: Step, work: (trace: Trace) => Outcome): Outcome {
    const { random, scribe } = this
    const trace = { traceId: step.parent.traceId, spanId: scribe.newSpan() }
    const isCold = random.chance(0.03)
    const done = work(trace)
    const durationMs = done.durationMs + (isCold ? random.integer(380, 900) : 0)
    const code: Values = step.kind === 'server' ? { 'http.response.status_code': done.status } : {}
    const isError = done.status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, kind: step.kind },
      ...{ startMs: step.startMs, durationMs: roundMs(durationMs), isError, isEntry: true },
      attributes: { 'faas.coldstart': isCold ? 'true' : 'false', ...code, ...step.attributes },
    })
    if (step.service === 'claims-intake-fn' || step.service === 'photo-analyzer-fn') {
      const endMs = step.startMs + durationMs
      if (isCold) scribe.log(step.service, step.startMs, 'INFO', 'INIT_START Runtime Version: 22.v31', {}, trace)
      const size = step.service === 'photo-analyzer-fn' ? 2048 : 512
      const used = Math.round(size * (random.integer(24, 71) / 100))
      const billed = Math.ceil(durationMs)
      const text = `REPORT Duration: ${durationMs.toFixed(2)} ms Billed Duration: ${billed} ms Memory Size: ${size} MB Max Memory Used: ${used} MB`
      scribe.log(step.service, endMs + 1, 'INFO', text, {}, trace)
    }
    return { ...done, durationMs }
  }

  /** A statement that writes: refused as long as the database is a standby. */
  writes(startMs: number, command: 'INSERT' | 'UPDATE', table: string, trace: Trace): boolean {
    if (!this.isReadOnly(startMs)) return true
    const text = `${READ_ONLY(command)} STATEMENT: ${command} ${command === 'INSERT' ? 'INTO ' : ''}${table}`
    this.scribe.log('claims-pg', startMs + 1, 'ERROR', text, SESSION, { traceId: '', spanId: trace.spanId })
    return false
  }

  claim(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `CLM-${this.#claim++}`
    const type = random.pick(TYPES)
    const facts = { 'claim.type': type, country: random.pick(COUNTRIES), channel: random.pick(CHANNELS) }
    const step = { service: 'claims-intake-fn', name: 'POST /claims', kind: 'server', attributes: facts } as const
    return this.invoke({ ...step, startMs, parent }, (trace) => {
      const requestId = requestIdOf(trace.traceId)
      const log = (afterMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('claims-intake-fn', startMs + afterMs, severity, text, { requestId }, trace)
      if (random.chance(0.04)) {
        log(6, 'WARN', `claim refused: policy of ${type} claim is not active`)
        return { status: 422, durationMs: random.logNormal(18, 0.3) }
      }
      const scored = this.score(startMs + 5, trace, type, id)
      const beforeMs = scored.durationMs + 8
      if (!this.writes(startMs + beforeMs, 'INSERT', 'claims', trace)) {
        log(beforeMs + 4, 'ERROR', `could not store claim ${id}: ${READ_ONLY('INSERT')}`)
        this.remember('lostClaim', id, startMs)
        this.remember('failedTrace', trace.traceId, startMs)
        return { status: 500, durationMs: beforeMs + random.logNormal(9, 0.3) }
      }
      const durationMs = beforeMs + random.logNormal(24, 0.35)
      log(durationMs, 'INFO', `claim ${id} registered: ${type}, ${facts.country}, via ${facts.channel}`)
      this.remember('goodClaim', id, startMs)
      this.remember('goodTrace', trace.traceId, startMs)
      this.letter(startMs + durationMs + random.integer(900, 4000), id, facts.country)
      return { status: 201, durationMs }
    })
  }

  score(startMs: number, parent: Trace, type: string, id: string): Outcome {
    const { random, scribe } = this
    const score = Math.min(99, Math.round(random.logNormal(14, 0.8)))
    const band = score > 60 ? 'high' : score > 25 ? 'medium' : 'low'
    const attributes = { 'fraud.band': band, 'claim.type': type }
    const step = {
      service: 'fraud-score-fn',
      name: 'POST /score',
      kind: 'server',
      startMs,
      parent,
      attributes,
    } as const
    return this.invoke(step, (trace) => {
      const durationMs = random.logNormal(66, 0.4)
      const fields = { claim: id, score, band }
      const text = band === 'high' ? 'claim needs a manual check' : 'claim scored'
      scribe.log('fraud-score-fn', startMs + durationMs, band === 'high' ? 'WARN' : 'INFO', text, fields, trace)
      if (band === 'high') this.remember('suspiciousClaim', id, startMs)
      return { status: 200, durationMs }
    })
  }

  letter(timeMs: number, claim: string, country: string): void {
    const { random, scribe } = this
    const fields = { ClaimId: claim, Country: country, Kind: random.pick(['confirmation', 'confirmation', 'form']) }
    if (random.chance(0.03)) {
      scribe.log('letter-service', timeMs, 'WARN', `Printer tray ${random.integer(1, 4)} is empty`, {})
    }
    scribe.log('letter-service', timeMs + 20, 'INFO', `Letter printed for ${claim}`, fields)
  }

  photo(startMs: number, parent: Trace): void {
    const { random, scribe } = this
    const queue = { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'claim-photos' }
    const step = { service: 'photo-analyzer-fn', name: 'claim-photos process', kind: 'consumer' } as const
    this.invoke({ ...step, startMs, parent, attributes: queue }, (trace) => {
      const requestId = requestIdOf(trace.traceId)
      const durationMs = random.logNormal(540, 0.4)
      if (random.chance(0.03)) {
        const fields = { requestId, traceback: TRACEBACK }
        scribe.log('photo-analyzer-fn', startMs + 40, 'ERROR', 'UnidentifiedImageError', fields, trace)
        return { status: 500, durationMs: 60 }
      }
      const isBlurred = random.chance(0.07)
      const damage = random.pick(['dent', 'dent', 'scratch', 'glass', 'water'])
      const text = isBlurred
        ? 'photo is blurred, another one is needed'
        : `photo analyzed: damage=${damage} confidence=${(random.integer(52, 99) / 100).toFixed(2)}`
      scribe.log('photo-analyzer-fn', startMs + durationMs, isBlurred ? 'WARN' : 'INFO', text, { requestId }, trace)
      return { status: 200, durationMs }
    })
  }

  payout(startMs: number): void {
    const { random, scribe } = this
    const id = `CLM-${random.integer(50_100, 51_100)}`
    const method = random.pick(['sepa', 'sepa', 'sepa', 'card', 'cheque'])
    const queue = { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'payout-requests' }
    const step = { service: 'payout-runner', name: 'payout-requests process', kind: 'consumer' } as const
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { ...queue, 'payout.method': method }
    this.invoke({ ...step, startMs, parent, attributes }, (trace) => {
      const durationMs = random.logNormal(130, 0.4)
      if (!this.writes(startMs + 12, 'UPDATE', 'payouts', trace)) {
        const text = `payout for ${id} failed: ${READ_ONLY('UPDATE')}, moved to payout-dlq`
        scribe.log('payout-runner', startMs + 30, 'ERROR', text, {}, trace)
        this.#waiting++
        this.remember('failedPayout', id, startMs)
        return { status: 500, durationMs: 31 }
      }
      const euros = (random.logNormal(900, 0.8) + 40).toFixed(2)
      const text = `payout of ${euros} EUR sent for ${id} (${method})`
      scribe.log('payout-runner', startMs + durationMs, 'INFO', text, {}, trace)
      this.remember('paidClaim', id, startMs)
      return { status: 200, durationMs }
    })
  }

  policy(startMs: number): Outcome {
    const { random, scribe } = this
    const durationMs = random.logNormal(38, 0.4)
    const fields = {
      policy_type: random.pick(['full', 'full', 'basic', 'basic', 'basic', 'family']),
      country: random.pick(COUNTRIES),
      duration_ms: Math.round(durationMs),
    }
    scribe.log('policy-core', startMs + durationMs, 'INFO', 'policy loaded', fields)
    return { status: 200, durationMs }
  }

  page(startMs: number): void {
    const { random, scribe } = this
    const place = random.next()
    const method = place < 0.65 ? 'GET' : 'POST'
    const number = random.integer(50_100, 51_100)
    const url =
      place < 0.38
        ? `/claims/CLM-${number}`
        : place < 0.65
          ? `/policies/P${number}`
          : place < 0.85
            ? '/claims'
            : `/claims/CLM-${number}/photos`
    const parent = { traceId: scribe.newTrace(), spanId: '' }
    const done = this.answer(url, startMs + 6, parent)
    const responseTime = Math.round(done.durationMs + random.logNormal(9, 0.3))
    const statusCode = done.status === 500 ? 503 : done.status
    const severity = statusCode >= 500 ? 'ERROR' : statusCode >= 400 ? 'WARN' : 'INFO'
    const text = statusCode >= 500 ? 'request errored' : 'request completed'
    const fields = { method, url, statusCode, responseTime, device: random.pick(['phone', 'phone', 'desktop']) }
    scribe.log('customer-portal', startMs + responseTime, severity, text, fields, parent)
  }

  answer(url: string, startMs: number, parent: Trace): Outcome {
    const { random } = this
    if (url === '/claims') return this.claim(startMs, parent)
    if (url.startsWith('/policies')) return this.policy(startMs)
    if (url.endsWith('/photos')) {
      this.photo(startMs + random.integer(200, 1500), parent)
      return { status: 202, durationMs: random.logNormal(80, 0.4) }
    }
    return random.chance(0.02)
      ? { status: 404, durationMs: random.logNormal(9, 0.3) }
      : { status: 200, durationMs: random.logNormal(22, 0.4) }
  }

  database(): void {
    const { random, scribe, onsetMs, recoveryMs } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs }
    const pg = (timeMs: number, severity: 'INFO' | 'FATAL', text: string) =>
      scribe.log('claims-pg', timeMs, severity, text, SESSION)
    eachTick({ ...whole, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
      pg(timeMs, 'INFO', `checkpoint complete: wrote ${random.integer(40, 900)} buffers`)
    })
    eachArrival({ ...whole, meanMs: 110_000 }, random, (timeMs) => {
      const text = `duration: ${random.integer(1002, 2900)}.${random.integer(100, 999)} ms  statement: SELECT * FROM report_daily`
      pg(timeMs, 'INFO', text)
    })
    for (const afterMs of [-9000, -8900, -8700]) {
      pg(onsetMs + afterMs, 'FATAL', 'terminating connection due to administrator command')
    }
    pg(onsetMs - 3000, 'INFO', 'failover: node pg-2 took over as standby, entering standby mode')
    pg(onsetMs, 'INFO', 'database system is ready to accept read-only connections')
    pg(recoveryMs - 4000, 'INFO', 'received promote request')
    pg(recoveryMs, 'INFO', 'database system is ready to accept connections')
  }

  background(): void {
    const { random, scribe } = this
    const whole = { fromMs: this.startMs, toMs: this.endMs }
    eachArrival({ ...whole, toMs: this.endMs - 2500, meanMs: 1000 }, random, (timeMs) => this.page(timeMs))
    eachArrival({ ...whole, toMs: this.endMs - 900, meanMs: 9000 }, random, (timeMs) => this.payout(timeMs))
    this.database()
    eachTick({ ...whole, everyMs: 16 * MINUTE_MS }, random, (timeMs) => {
      scribe.log('policy-core', timeMs, 'WARN', 'certificate of partner-sftp ends in 21 days', {})
    })
    const waiting = `payout-dlq holds ${this.#waiting} messages that nobody has taken`
    scribe.log('payout-runner', this.recoveryMs + 3 * MINUTE_MS, 'WARN', waiting)
    scribe.log('photo-analyzer-fn', this.releaseMs, 'INFO', 'version 113 is live, alias production moved from 112')
  }
}

export function claims(endMs: number): World {
  const system = new Claims(endMs)
  system.background()
  const world = system.world({
    name: 'claims',
    services: SERVICES,
    marks: { onset: system.onsetMs, recovery: system.recoveryMs, release: system.releaseMs },
  })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.startsWith(start))?.body ?? ''
  return {
    ...world,
    names: { ...world.names, payoutLine: bodyOf('payout for CLM-'), databaseLine: bodyOf('cannot execute INSERT') },
  }
}
