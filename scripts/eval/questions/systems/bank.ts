/**
 * Card payments of a bank: logfmt lines, spans without kinds and without status, 100 minutes. `fraud-scorer` gets a bad
 * release and is rolled back: the trouble is over at the end. The heap of `statement-builder` drifts upward all the time.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { logfmt } from './formats.ts'
import { eachArrival, eachTick, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SystemWithoutSpanKinds } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 100 * MINUTE_MS
const SERVICES = ['card-gateway', 'fraud-scorer', 'ledger', 'fx-rates', 'statement-builder']
const REGIONS = ['eu', 'eu', 'eu', 'us', 'us', 'apac']
const SCHEMES = ['visa', 'visa', 'mastercard', 'amex']
const MERCHANTS = ['bakery-42', 'trainline', 'cinema-9', 'grocer-7', 'pharma-3', 'fuel-11']
const BAD = '4.3.0'
const GOOD = '4.2.1'

class Bank extends SystemWithoutSpanKinds {
  readonly sender = { statusKey: 'http.status_code', hasSpanStatus: false }
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly rollbackMs: number

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(2, 'bank'))
    this.releaseMs = endMs - 38 * MINUTE_MS
    this.rollbackMs = endMs - 15 * MINUTE_MS
    const version = (name: string) => (timeMs: number) => {
      if (name === 'fraud-scorer') return this.isBad(timeMs) ? BAD : GOOD
      return { 'card-gateway': '11.0.3', ledger: '2.8.0', 'fx-rates': '0.9.12' }[name] ?? '1.1.1'
    }
    const setups = SERVICES.map((name) => ({
      ...{
        name,
        format: logfmt,
        version: version(name),
        isSeveritySent: false,
        hasAttributes: name === 'card-gateway',
      },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isBad(timeMs: number): boolean {
    return timeMs >= this.releaseMs && timeMs < this.rollbackMs
  }

  /** A span inside a service, under its own: never a request. */
  inner(service: string, name: string, startMs: number, durationMs: number, parent: Trace): void {
    this.scribe.span({
      ...{ traceId: parent.traceId, spanId: this.scribe.newSpan(), parentSpanId: parent.spanId, service, name },
      ...{
        kind: 'unspecified',
        isError: null,
        startMs,
        durationMs: roundMs(durationMs),
        attributes: { 'db.system': 'postgresql' },
      },
    })
  }

  score(startMs: number, parent: Trace, merchant: string): Outcome {
    const { random, scribe } = this
    return this.serve('fraud-scorer', 'POST /score', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(22, 0.3)
      if (this.isBad(startMs) && random.chance(0.48)) {
        const text = `NullPointerException: feature vector has no merchant_category (model v7)`
        scribe.log('fraud-scorer', startMs + durationMs, 'ERROR', text, { merchant }, trace)
        return { status: 500, durationMs }
      }
      if (random.chance(0.02))
        scribe.log(
          'fraud-scorer',
          startMs + durationMs,
          'WARN',
          'score near threshold, manual review queued',
          { merchant },
          trace,
        )
      return { status: 200, durationMs }
    })
  }

  post(name: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('ledger', name, startMs, parent, {}, (trace) => {
      const queryMs = random.logNormal(6, 0.4)
      this.inner('ledger', 'SELECT accounts', startMs + 0.5, queryMs, trace)
      if (name === 'POST /entries')
        this.inner('ledger', 'INSERT entries', startMs + 1 + queryMs, random.logNormal(4, 0.3), trace)
      if (random.chance(0.25)) scribe.log('ledger', startMs + queryMs, 'DEBUG', 'balance read', {}, trace)
      return { status: 200, durationMs: queryMs + random.logNormal(6, 0.2) }
    })
  }

  convert(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.serve('fx-rates', 'GET /convert', startMs, parent, {}, (trace) => {
      const durationMs = random.logNormal(3, 0.3)
      if (random.chance(0.05))
        scribe.log(
          'fx-rates',
          startMs + durationMs,
          'WARN',
          `rate EURUSD is stale: ${random.integer(31, 90)}s old`,
          {},
          trace,
        )
      return { status: 200, durationMs }
    })
  }

  request(timeMs: number): void {
    const { random, scribe } = this
    const region = random.pick(REGIONS)
    const merchant = random.pick(MERCHANTS)
    const scheme = random.pick(SCHEMES)
    const place = random.next()
    const route = place < 0.68 ? '/v1/authorize' : place < 0.8 ? '/v1/refund' : '/v1/balance'
    const attributes = { 'http.target': route, region, merchant, 'card.scheme': scheme }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const name = route === '/v1/balance' ? `GET ${route}` : `POST ${route}`
    this.serve('card-gateway', name, timeMs, root, attributes, (trace) => {
      const selfMs = random.logNormal(11, 0.3)
      const fields = { region, merchant, scheme }
      if (route === '/v1/authorize') return this.authorize(timeMs, selfMs, trace, fields)
      const done = this.post(route === '/v1/refund' ? 'POST /entries' : 'GET /balance', timeMs + 2, trace)
      if (route === '/v1/refund') {
        scribe.log(
          'card-gateway',
          timeMs + selfMs + done.durationMs,
          'INFO',
          `refund RF-${random.integer(1000, 9999)} accepted`,
          fields,
          trace,
        )
      }
      return { status: 200, durationMs: selfMs + done.durationMs }
    })
  }

  authorize(timeMs: number, selfMs: number, trace: Trace, fields: Values): Outcome {
    const { random, scribe } = this
    const id = `AUTH-${random.integer(7_000_000, 7_999_999)}`
    const scored = this.score(timeMs + 2, trace, String(fields['merchant']))
    let durationMs = selfMs + scored.durationMs
    const say = (severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
      scribe.log(
        'card-gateway',
        timeMs + durationMs,
        severity,
        `authorization ${id} ${text}`,
        { ...fields, auth: id },
        trace,
      )
    if (scored.status !== 200) {
      say('ERROR', 'failed: risk check unavailable')
      this.remember('failedAuth', id, timeMs)
      this.remember('failedTrace', trace.traceId, timeMs)
      return { status: 502, durationMs }
    }
    if (random.chance(0.25)) durationMs += this.convert(timeMs + 3 + scored.durationMs, trace).durationMs
    const place = random.next()
    if (place < 0.06) {
      say('WARN', 'declined: insufficient funds')
      return { status: 402, durationMs }
    }
    if (place < 0.085) {
      say('WARN', 'declined: card expired')
      return { status: 402, durationMs }
    }
    durationMs += this.post('POST /entries', timeMs + durationMs, trace).durationMs
    say('INFO', 'approved')
    this.remember('approvedAuth', id, timeMs)
    return { status: 200, durationMs }
  }

  metrics(): void {
    const { random, scribe } = this
    const everyMs = 60_000
    eachTick({ fromMs: this.startMs, toMs: this.endMs, everyMs }, random, (timeMs) => {
      for (const [index, service] of SERVICES.entries()) {
        const drift = service === 'statement-builder' ? 1 + (1.6 * (timeMs - this.startMs)) / LENGTH_MS : 1
        const value = Math.round(400_000_000 * (1 + index / 4) * drift * (0.97 + 0.06 * random.next()))
        scribe.point(service, {
          name: 'jvm.memory.used',
          unit: 'By',
          type: 'gauge',
          timeMs,
          value,
          attributes: { 'jvm.memory.type': 'heap' },
        })
      }
      const approved = scribe.logs.filter(
        (log) => log.timeMs > timeMs - everyMs && log.timeMs <= timeMs && / approved$/.test(log.message),
      ).length
      scribe.point('card-gateway', {
        name: 'payments.approved',
        unit: '{payment}',
        type: 'delta',
        timeMs,
        startMs: timeMs - everyMs,
        value: approved,
      })
      scribe.point('ledger', {
        name: 'ledger.replication.lag',
        unit: 's',
        type: 'gauge',
        timeMs,
        value: Math.round((0.2 + random.next()) * 1000) / 1000,
      })
    })
  }

  background(): void {
    const { random, scribe } = this
    eachArrival({ fromMs: this.startMs, toMs: this.endMs, meanMs: 25_000 }, random, (timeMs) => {
      scribe.log('statement-builder', timeMs, 'INFO', `statement run finished: ${random.integer(20, 90)} statements`, {
        took_ms: random.integer(300, 900),
      })
    })
    const started = (timeMs: number, build: string) =>
      scribe.log('fraud-scorer', timeMs, 'INFO', `fraud-scorer ${build} started, model v7 loaded`, { build })
    started(this.releaseMs, BAD)
    started(this.rollbackMs, GOOD)
  }
}

export function bank(endMs: number): World {
  const system = new Bank(endMs)
  eachArrival({ fromMs: system.startMs, toMs: endMs - 200, meanMs: 1300 }, system.random, (timeMs) =>
    system.request(timeMs),
  )
  system.background()
  system.metrics()
  return system.world({
    name: 'bank',
    services: SERVICES,
    marks: { onset: system.releaseMs, release: system.releaseMs, recovery: system.rollbackMs },
  })
}
