/**
 * A mobile operator on Kubernetes, told by semantic conventions: HTTP, database and messaging spans with kinds, a
 * histogram, open files, memory and lag; lines of JSON and logfmt. `balance-api` loses a file with each lookup until it
 * may open no more: balances, top-ups and the rating of calls fail. A restart ends it: over at the end. `plan-catalog`
 * was released and is a little slower since; declined cards, wrong numbers, used SIMs and phones that are off are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { dottedJson, flatJson, logfmt, numberedJson, slogJson, structlogJson } from './formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { sendTelecomMetrics } from './telecom-metrics.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 88 * MINUTE_MS
const FORMATS = {
  'public-gateway': slogJson,
  'balance-api': logfmt,
  'topup-api': logfmt,
  'payment-adapter': numberedJson,
  'plan-catalog': flatJson,
  'sim-activation': dottedJson,
  'usage-rater': structlogJson,
  'sms-dispatcher': slogJson,
}
const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'public-gateway': '3.14.0', 'balance-api': '4.3.1', 'topup-api': '4.1.0', 'payment-adapter': '2.22.5' },
  ...{ 'sim-activation': '1.9.2', 'usage-rater': '0.31.0', 'sms-dispatcher': '1.4.7' },
}
const CHANNELS = ['app', 'app', 'app', 'web', 'web', 'ussd', 'retail']
const TARIFFS = ['prepaid', 'prepaid', 'prepaid', 'flex-s', 'flex-m', 'flex-m', 'flex-l']
const AMOUNTS = [5, 10, 10, 15, 20, 20, 30, 50]
const NO_FILE = 'dial tcp 10.20.4.11:5432: socket: too many open files'

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/v1/balance', 42],
  ['GET', '/v1/plans', 64],
  ['POST', '/v1/topups', 88],
  ['POST', '/v1/sims/{iccid}/activate', 100],
] as const

class Telecom extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  #topup = 880_100

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(41, 'telecom'))
    this.releaseMs = endMs - 66 * MINUTE_MS + 8000
    this.onsetMs = endMs - 34 * MINUTE_MS + 21_000
    this.recoveryMs = endMs - 12 * MINUTE_MS + 40_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'plan-catalog') return timeMs < this.releaseMs ? '5b7c9d8f6-hx2vq' : '7d4f8b5c99-mm8zt'
      if (name === 'balance-api') return timeMs < this.recoveryMs ? '66d5c4b8f7-9kqsl' : '66d5c4b8f7-vt4np'
      return '84c6b9d7f5-r5wdj'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'topup-api', hasAttributes: name !== 'payment-adapter' },
      version: (timeMs: number) =>
        name === 'plan-catalog' ? (timeMs < this.releaseMs ? '2.8.4' : '2.9.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'selfcare', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 3) + 1}`, 'deployment.environment.name': 'production' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Reads or changes a balance; without a file descriptor no connection to the database can be opened. */
  balance(from: string, name: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through(from, { service: 'balance-api', name, startMs, parent }, (trace) => {
      const isOut = startMs >= this.onsetMs && startMs < this.recoveryMs && random.chance(0.64)
      if (isOut) {
        const durationMs = random.logNormal(4, 0.3)
        scribe.log('balance-api', startMs + durationMs, 'ERROR', NO_FILE, { op: name.split(' ')[0] ?? '' }, trace)
        return { status: 500, durationMs }
      }
      const statement = name.startsWith('GET') ? 'SELECT balances' : 'UPDATE balances'
      const done = this.store('balance-api', 'postgresql', statement, startMs + 2, trace, 6)
      const durationMs = done.durationMs + random.logNormal(5, 0.3)
      if (name.startsWith('GET') && random.chance(0.02)) {
        scribe.log('balance-api', startMs + durationMs, 'WARN', 'unknown subscriber', { status: 404 }, trace)
        return { status: 404, durationMs }
      }
      if (random.chance(0.2)) {
        const fields = { op: name.split(' ')[0] ?? '', took_ms: Math.round(durationMs) }
        scribe.log('balance-api', startMs + durationMs, 'INFO', 'balance served', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  topup(startMs: number, parent: Trace, who: Values): Outcome {
    const { random, scribe } = this
    const id = `TU-${++this.#topup}`
    const euros = random.pick(AMOUNTS)
    const attributes = { 'topup.amount': euros, 'subscriber.tariff': who['subscriber.tariff'] ?? '' }
    const step = { service: 'topup-api', name: 'POST /topups', startMs, parent, attributes }
    return this.through('public-gateway', step, (trace) => {
      const paid = this.pay(startMs + 3, trace, euros)
      const paidMs = paid.durationMs + 5
      if (paid.status === 402) {
        scribe.log('topup-api', startMs + paidMs, 'WARN', 'payment declined', { topup: id, amount: euros }, trace)
        this.remember('declinedTopup', id, startMs)
        return { status: 402, durationMs: paidMs }
      }
      const credited = this.balance('topup-api', 'POST /balance/credit', startMs + paidMs, trace)
      const durationMs = paidMs + credited.durationMs + random.logNormal(6, 0.3)
      if (credited.status >= 500) {
        const text = `top-up ${id} paid but not credited: balance-api answered 500`
        scribe.log('topup-api', startMs + durationMs, 'ERROR', text, { topup: id, amount: euros }, trace)
        this.remember('failedTopup', id, startMs)
        return { status: 503, durationMs }
      }
      scribe.log('topup-api', startMs + durationMs, 'INFO', 'top-up credited', { topup: id, amount: euros }, trace)
      this.remember('creditedTopup', id, startMs)
      this.remember('topupTrace', parent.traceId, startMs)
      this.text(startMs + durationMs, trace, id)
      return { status: 201, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, euros: number): Outcome {
    const { random, scribe } = this
    const provider = random.pick(['cardstream', 'cardstream', 'cardstream', 'paywise'])
    const attributes = { 'payment.provider': provider }
    const step = { service: 'payment-adapter', name: 'POST /payments', startMs, parent, attributes }
    return this.through('topup-api', step, (trace) => {
      const durationMs = random.logNormal(provider === 'paywise' ? 410 : 180, 0.3)
      const isDeclined = random.chance(0.07)
      const reason = random.pick(['insufficient_funds', 'insufficient_funds', 'card_expired', 'suspected_fraud'])
      const fields = { provider, amount: euros, ...(isDeclined ? { reason } : {}) }
      const text = isDeclined ? 'card declined' : 'payment captured'
      scribe.log('payment-adapter', startMs + durationMs, isDeclined ? 'WARN' : 'INFO', text, fields, trace)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  text(startMs: number, parent: Trace, id: string): void {
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'topups.completed' }
    const step = { service: 'topup-api', name: 'topups.completed publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + this.random.logNormal(40, 0.4)
      const taken = { service: 'sms-dispatcher', name: 'topups.completed process', startMs: pickMs, parent: trace }
      this.serve({ ...taken, attributes: topic }, 'consumer', (inner) => {
        const isOff = this.random.chance(0.06)
        const text = isOff ? 'SMS not delivered: handset is switched off' : 'SMS delivered'
        const fields = { topup: id, segments: this.random.integer(1, 2) }
        this.scribe.log('sms-dispatcher', pickMs + 90, isOff ? 'WARN' : 'INFO', text, fields, inner)
        return { status: 200, durationMs: this.random.logNormal(88, 0.3) }
      })
      return { status: 200, durationMs: this.random.logNormal(3, 0.2) }
    })
  }

  plans(startMs: number, parent: Trace): Outcome {
    return this.through('public-gateway', { service: 'plan-catalog', name: 'GET /plans', startMs, parent }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('plan-catalog', 'postgresql', 'SELECT plans', startMs + 2, trace, 8)
      const durationMs = found.durationMs + this.random.logNormal(isNew ? 21 : 15, 0.3)
      if (this.random.chance(0.1)) {
        const fields = { plans: this.random.integer(6, 24), cache: this.random.pick(['hit', 'hit', 'miss']) }
        this.scribe.log('plan-catalog', startMs + durationMs, 'INFO', 'plans listed', fields, trace)
      }
      return { status: 200, durationMs }
    })
  }

  activate(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const iccid = `89490${random.integer(10_000_000, 99_999_999)}`
    const step = { service: 'sim-activation', name: 'POST /activations', startMs, parent }
    return this.through('public-gateway', step, (trace) => {
      const isUsed = random.chance(0.08)
      const isEsim = random.chance(0.35)
      const durationMs = isUsed ? random.logNormal(24, 0.3) : random.logNormal(640, 0.4)
      const fields = { iccid, 'sim.type': isEsim ? 'esim' : 'plastic' }
      if (isUsed) scribe.log('sim-activation', startMs + durationMs, 'WARN', 'SIM is already active', fields, trace)
      else {
        const text = `SIM activated in ${Math.round(durationMs)} ms`
        scribe.log('sim-activation', startMs + durationMs, 'INFO', text, fields, trace)
        this.remember('activatedSim', iccid, startMs)
      }
      return { status: isUsed ? 409 : 200, durationMs }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = {
      'subscriber.id': `S-${random.integer(41_000, 42_400)}`,
      'subscriber.tariff': random.pick(TARIFFS),
      'app.channel': random.pick(CHANNELS),
    }
    const http = { 'http.request.method': method, 'http.route': route }
    const step = { service: 'public-gateway', name: `${method} ${route}`, startMs, parent: root }
    let written: Trace = root
    const done = this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (trace) => {
      written = trace
      if (random.chance(0.012)) return { status: 429, durationMs: random.logNormal(1.2, 0.2) }
      const inner = this.inner(route, startMs + 2, trace, who)
      const durationMs = inner.durationMs + random.logNormal(2.5, 0.3)
      return { status: inner.status === 500 ? 502 : inner.status, durationMs }
    })
    const fields = { method, route, status: done.status, duration_ms: Math.round(done.durationMs) }
    const severity = done.status >= 500 ? 'ERROR' : done.status === 429 ? 'WARN' : 'INFO'
    const text = done.status >= 500 ? 'upstream failed' : done.status === 429 ? 'rate limit exceeded' : 'request served'
    scribe.log('public-gateway', startMs + done.durationMs, severity, text, fields, written)
    if (done.status === 502) this.remember('failedTrace', root.traceId, startMs)
  }

  inner(route: string, startMs: number, trace: Trace, who: Values): Outcome {
    switch (route) {
      case '/v1/balance':
        return this.balance('public-gateway', 'GET /balance', startMs, trace)
      case '/v1/plans':
        return this.plans(startMs, trace)
      case '/v1/topups':
        return this.topup(startMs, trace, who)
      default:
        return this.activate(startMs, trace)
    }
  }

  /** A call or a session that the network has recorded is charged to a balance. */
  rate(startMs: number): void {
    const { random, scribe } = this
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const usage = random.pick(['voice', 'data', 'data', 'data', 'sms'])
    const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'call.records', 'usage.type': usage }
    const step = { service: 'usage-rater', name: 'call.records process', startMs, parent: root, attributes: topic }
    this.serve(step, 'consumer', (trace) => {
      const debited = this.balance('usage-rater', 'POST /balance/debit', startMs + 2, trace)
      const durationMs = debited.durationMs + random.logNormal(7, 0.3)
      const endMs = startMs + durationMs
      const isFailed = debited.status >= 500
      const text = isFailed ? 'record not charged, put back' : 'record rated'
      const fields = { usage, cents: random.integer(1, 240) }
      if (isFailed || random.chance(0.3))
        scribe.log('usage-rater', endMs, isFailed ? 'ERROR' : 'INFO', text, fields, trace)
      return { status: isFailed ? 500 : 200, durationMs }
    })
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 1500 }
    eachArrival({ ...range, meanMs: 820 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 2100 }, random, (timeMs) => this.rate(timeMs))
    eachArrival({ ...range, meanMs: 260_000 }, random, (timeMs) => {
      scribe.log('payment-adapter', timeMs, 'WARN', 'settlement file of paywise is late', { minutes: 5 })
    })
    eachArrival({ ...range, meanMs: 150_000 }, random, (timeMs) => {
      scribe.log('sms-dispatcher', timeMs, 'WARN', 'SMS centre answered slowly', { centre: 'smsc-2' })
    })
    scribe.log('plan-catalog', this.releaseMs, 'INFO', 'plan-catalog 2.9.0 started, 14 migrations applied', {})
    scribe.log('balance-api', this.onsetMs - 3 * MINUTE_MS, 'WARN', 'open files near the limit', { open: 987 })
    const limits = { version: '4.3.1', open_files_max: 1024 }
    scribe.log('balance-api', this.recoveryMs - 6000, 'INFO', 'SIGTERM received, shutting down', {})
    scribe.log('balance-api', this.recoveryMs + 500, 'INFO', 'balance-api started', limits)
  }
}

export function telecom(endMs: number): World {
  const system = new Telecom(endMs)
  system.background()
  sendTelecomMetrics(system)
  const { onsetMs: onset, releaseMs: release, recoveryMs: recovery } = system
  const world = system.world({ name: 'telecom', services: SERVICES, marks: { onset, release, recovery } })
  const failedLine = world.logs.find((log) => log.message.includes('paid but not credited'))?.body ?? ''
  return { ...world, names: { ...world.names, failedLine } }
}
