/**
 * A payment processor for merchants on machines and containers: a gateway, payments, a connector to three card networks,
 * fraud checks, a ledger, payouts to banks, webhooks, a dashboard, a settlement job and a mailer of receipts with lines
 * only. One of the networks, solapay, answers after many seconds or not at all, so the six worker threads of
 * `network-connector` wait for it and payments and refunds of the other networks find none: merchants get 504, still so at
 * the end. A release of `fraud-check` four minutes before, a restart of `webhook-dispatcher`, declined cards, blocked
 * payments, large refunds, wrong keys, rate limits, a shaky endpoint, slow queries, returned payouts and bounced receipts
 * are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, SpanRow, Values, World } from '../records.ts'
import { FORMATS } from './paycore-formats.ts'
import { sendPaycoreMetrics } from './paycore-metrics.ts'
import * as names from './paycore-names.ts'
import { book, notify, runSettlement, sendPayout, showDashboard } from './paycore-side.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS
const SERVICES = Object.keys(FORMATS)
export const WORKERS = 6
const PATIENCE_MS = 10_000
const QUEUE_LIMIT_MS = 9500
const NETWORK_LIMIT_MS = 120_000

export interface Payment {
  readonly id: string
  readonly merchant: string
  readonly network: string
  readonly country: string
  readonly eur: number
}
interface Step {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export class Paycore extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  /** When a worker thread was at work, when a request waited for one, when an event waited for the dispatcher. */
  readonly busy: Span[] = []
  readonly waiting: Span[] = []
  readonly queued: Span[] = []
  readonly #freeMs = Array.from({ length: WORKERS }, () => 0)
  #number = 41_200

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(65, 'paycore'))
    this.restartMs = endMs - 51 * MINUTE_MS + 33_000
    this.releaseMs = endMs - 32 * MINUTE_MS + 10_000
    this.onsetMs = endMs - 28 * MINUTE_MS + 22_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{
        name,
        format,
        isSeveritySent: name !== 'receipt-mailer',
        hasAttributes: names.WITH_ATTRIBUTES.includes(name),
      },
      version: (timeMs: number) => names.versionOf(name, timeMs < this.releaseMs),
      instance: () => `${name}-1`,
      resource: () => names.placeOf(name, index),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  newId(prefix: string): string {
    this.#number += this.random.integer(1, 4)
    return `${prefix}_${this.#number}`
  }

  /** A request that a service answers. */
  serve(step: Step, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const hasKinds = names.WITH_KINDS.includes(step.service)
    const code: Values = { [hasKinds ? 'http.response.status_code' : 'http.status_code']: done.status }
    this.write(step, hasKinds ? 'server' : 'unspecified', trace, done, { ...step.attributes, ...code }, true)
    return done
  }

  write(step: Step, kind: SpanRow['kind'], trace: Trace, done: Outcome, attributes: Values, isEntry: boolean): void {
    const isFailed = done.status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, kind, isEntry },
      ...{ startMs: step.startMs, durationMs: roundMs(done.durationMs), isError: isFailed, isFailed, attributes },
    })
  }

  /** A call of one service to another; the caller waits no longer than its patience, the other goes on. */
  through(from: string, to: Step, work: (trace: Trace) => Outcome): Outcome {
    const [method = '', route = ''] = to.name.split(' ')
    const trace = { traceId: to.parent.traceId, spanId: this.scribe.newSpan() }
    const inner = { 'http.request.method': method, 'http.route': route, ...to.attributes }
    const done = this.serve({ ...to, startMs: to.startMs + 1, parent: trace, attributes: inner }, work)
    const isLost = done.durationMs > PATIENCE_MS
    const seen = isLost
      ? { status: 504, durationMs: PATIENCE_MS }
      : { status: done.status, durationMs: done.durationMs + 2 }
    const attributes = { 'http.request.method': method, 'server.address': to.service }
    const out = { service: from, name: method, startMs: to.startMs, parent: to.parent }
    this.write(out, 'client', trace, seen, attributes, false)
    return seen
  }

  store(service: string, system: string, operation: string, startMs: number, parent: Trace, medianMs: number): Outcome {
    const [command = '', target = ''] = operation.split(' ')
    const attributes = { 'db.system.name': system, 'db.operation.name': command, 'db.collection.name': target }
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const done = { status: 200, durationMs: this.random.logNormal(medianMs, 0.35) }
    this.write({ service, name: operation, startMs, parent }, 'client', trace, done, attributes, false)
    return done
  }

  /** What a network does with a request: how long its answers take, and whether there is one. */
  #asked(startMs: number, trace: Trace, { id, network }: Payment, operation: string): Outcome {
    const { random, scribe, onsetMs } = this
    const attempt = (atMs: number, done: Outcome) => {
      const span = { traceId: trace.traceId, spanId: scribe.newSpan() }
      const step = { service: 'network-connector', name: `${network} ${operation}`, startMs: atMs, parent: trace }
      this.write(step, 'unspecified', span, done, { 'card.network': network }, false)
    }
    if (network !== 'solapay' || startMs < onsetMs) {
      const medianMs = { northcard: 310, solapay: 360, axio: 440 }[network] ?? 300
      const done = { status: 200, durationMs: random.logNormal(medianMs, 0.3) }
      attempt(startMs, done)
      return done
    }
    if (random.chance(0.28)) {
      const done = { status: 200, durationMs: Math.max(5200, random.logNormal(24_000, 0.7)) }
      attempt(startMs, done)
      return done
    }
    for (const one of [0, 1]) {
      const atMs = startMs + one * (NETWORK_LIMIT_MS + 400)
      attempt(atMs, { status: 504, durationMs: NETWORK_LIMIT_MS })
      const text = `solapay: no answer for ${id} within ${NETWORK_LIMIT_MS} ms, attempt ${one + 1} of 2`
      scribe.log('network-connector', atMs + NETWORK_LIMIT_MS, 'ERROR', text, {}, trace)
    }
    return { status: 504, durationMs: 2 * NETWORK_LIMIT_MS + 400 }
  }

  /** A request waits for a worker thread, which is then busy until the network has answered. */
  #connected(startMs: number, trace: Trace, payment: Payment, operation: string): Outcome {
    const { random, scribe } = this
    const { id, network } = payment
    const say = (atMs: number, severity: Severity, text: string) =>
      scribe.log('network-connector', atMs, severity, text, {}, trace)
    const nextMs = Math.min(...this.#freeMs)
    const waitMs = Math.max(0, nextMs - startMs)
    if (waitMs > 20) this.waiting.push({ fromMs: startMs, toMs: startMs + Math.min(waitMs, QUEUE_LIMIT_MS) })
    if (waitMs > QUEUE_LIMIT_MS) {
      const text = `${id} (${network}) rejected: no free worker thread within ${QUEUE_LIMIT_MS} ms, 6 of 6 busy`
      say(startMs + QUEUE_LIMIT_MS, 'ERROR', text)
      return { status: 503, durationMs: QUEUE_LIMIT_MS }
    }
    const answer = this.#asked(startMs + waitMs + 2, trace, payment, operation)
    const durationMs = waitMs + answer.durationMs + random.logNormal(6, 0.3)
    this.#freeMs[this.#freeMs.indexOf(nextMs)] = startMs + durationMs
    this.busy.push({ fromMs: startMs + waitMs, toMs: startMs + durationMs })
    if (answer.status !== 200) return { status: 504, durationMs }
    if (durationMs > PATIENCE_MS) {
      const took = `after ${Math.round(durationMs)} ms, caller has gone`
      say(startMs + durationMs, 'WARN', `${network}: late answer for ${id} ${took}; reversal queued`)
      return { status: 200, durationMs }
    }
    if (operation === 'charge' && random.chance(0.085)) {
      say(startMs + durationMs, 'INFO', `${id} declined by ${network} in ${Math.round(durationMs)} ms`)
      return { status: 402, durationMs }
    }
    const done = operation === 'charge' ? 'authorized' : 'credited'
    say(startMs + durationMs, 'INFO', `${id} ${done} by ${network} in ${Math.round(durationMs)} ms`)
    return { status: 200, durationMs }
  }

  /** A charge or a credit goes over the connector; what fails there is a 504 for the merchant. */
  sent(startMs: number, parent: Trace, payment: Payment, operation: 'charge' | 'credit'): Outcome {
    const attributes = { 'card.network': payment.network, 'merchant.name': payment.merchant }
    const step = { service: 'network-connector', name: `POST /${operation}`, startMs, parent, attributes }
    return this.through('payment-intents', step, (trace) => this.#connected(startMs + 1, trace, payment, operation))
  }

  #checked(startMs: number, parent: Trace, { id, merchant, country }: Payment): Outcome & { readonly risk: number } {
    const { random, scribe, releaseMs } = this
    const risk = Math.min(99, Math.round(random.logNormal(22, 0.6)))
    const attributes = { 'merchant.name': merchant, 'risk.score': risk }
    const step = { service: 'fraud-check', name: 'POST /check', startMs, parent, attributes }
    const done = this.through('payment-intents', step, (trace) => {
      const durationMs = random.logNormal(startMs < releaseMs ? 28 : 33, 0.3)
      const isBlocked = risk >= 70
      const fields = { payment: id, merchant, country, score: risk }
      const text = isBlocked ? 'payment blocked' : 'payment cleared'
      scribe.log('fraud-check', startMs + durationMs, isBlocked ? 'WARN' : 'INFO', text, fields, trace)
      return { status: 200, durationMs }
    })
    return { ...done, risk }
  }

  charge(startMs: number, trace: Trace, payment: Payment): Outcome {
    const { random, scribe } = this
    const { id, merchant, network, country, eur } = payment
    const fields = { payment: id, merchant, network, country, amount_eur: eur }
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log('payment-intents', startMs + afterMs, severity, text, { ...fields, ...more }, trace)
    const noted = this.store('payment-intents', 'redis', 'SET idempotency', startMs + 1, trace, 2)
    const beginMs = noted.durationMs + random.logNormal(9, 0.3)
    const check = this.#checked(startMs + beginMs, trace, payment)
    const checkedMs = beginMs + check.durationMs + 1
    if (check.risk >= 70) {
      tell(checkedMs, 'WARN', 'payment refused by the fraud check')
      this.remember('blockedPayment', id, startMs)
      return { status: 403, durationMs: checkedMs }
    }
    const answer = this.sent(startMs + checkedMs, trace, payment, 'charge')
    const durationMs = checkedMs + answer.durationMs + 2
    if (answer.status >= 500) {
      const why =
        answer.status === 504
          ? `timeout after ${PATIENCE_MS} ms waiting for network-connector`
          : 'network-connector has no free worker'
      tell(durationMs, 'ERROR', `payment failed: ${why}`)
      this.remember(network === 'solapay' ? 'failedPayment' : 'otherFailedPayment', id, startMs)
      this.remember(answer.status === 504 ? 'timeoutTrace' : 'rejectedTrace', trace.traceId, startMs)
      notify(this, startMs + durationMs, trace, payment, 'payment.failed')
      return { status: 504, durationMs }
    }
    if (answer.status === 402) {
      tell(durationMs, 'WARN', 'card declined', { reason: random.pick(names.DECLINES) })
      this.remember('declinedPayment', id, startMs)
      notify(this, startMs + durationMs, trace, payment, 'payment.failed')
      return { status: 402, durationMs }
    }
    const booked = book(this, startMs + durationMs, trace, payment, 'payment')
    const totalMs = durationMs + booked.durationMs + 1
    tell(totalMs, 'INFO', 'payment captured')
    this.remember('goodPayment', id, startMs)
    notify(this, startMs + totalMs, trace, payment, 'payment.captured')
    if (random.chance(0.6)) {
      const isBounced = random.chance(0.04)
      const text = isBounced ? `receipt for ${id} bounced: mailbox full` : `receipt for ${id} sent`
      scribe.log('receipt-mailer', startMs + totalMs + random.integer(2000, 9000), 'INFO', text)
    }
    return { status: 201, durationMs: totalMs }
  }

  refund(startMs: number, trace: Trace, payment: Payment): Outcome {
    const { random, scribe } = this
    const { merchant, network, country, eur } = payment
    const fields = { refund: payment.id, merchant, network, country, amount_eur: eur }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('payment-intents', startMs + afterMs, severity, text, fields, trace)
    const read = this.store('payment-intents', 'postgresql', 'SELECT payments', startMs + 1, trace, 5)
    const beginMs = read.durationMs + random.logNormal(11, 0.3)
    if (random.chance(0.08)) {
      tell(beginMs, 'WARN', 'refund rejected: amount exceeds the captured amount')
      return { status: 422, durationMs: beginMs }
    }
    const answer = this.sent(startMs + beginMs, trace, payment, 'credit')
    const durationMs = beginMs + answer.durationMs + 2
    if (answer.status >= 500) {
      tell(durationMs, 'ERROR', 'refund failed: no answer of network-connector')
      return { status: 504, durationMs }
    }
    const booked = book(this, startMs + durationMs, trace, payment, 'refund')
    tell(durationMs + booked.durationMs + 1, 'INFO', 'refund issued')
    notify(this, startMs + durationMs + booked.durationMs, trace, payment, 'refund.issued')
    return { status: 201, durationMs: durationMs + booked.durationMs + 1 }
  }

  /** What a merchant asks for, through the gateway, with its line at the end. */
  visit(startMs: number): void {
    const { random } = this
    const ticket = random.integer(1, 100)
    const [name, service, prefix, median] =
      ticket <= 52
        ? ['POST /v1/payments', 'payment-intents', 'pay', 48]
        : ticket <= 60
          ? ['POST /v1/refunds', 'payment-intents', 're', 31]
          : ticket <= 76
            ? ['GET /v1/payments/{id}', 'payment-intents', 'pay', 40]
            : ticket <= 83
              ? ['POST /v1/payouts', 'payouts', 'po', 900]
              : ticket <= 90
                ? ['GET /v1/balance', 'ledger', 'bal', 40]
                : ['GET /dashboard/overview', 'merchant-dashboard', 'dash', 40]
    const payment: Payment = {
      ...{ id: this.newId(prefix as string), merchant: random.pick(names.MERCHANTS) },
      ...{ network: random.pick(names.NETWORKS), country: random.pick(names.COUNTRIES) },
      eur: Math.round(random.logNormal(median as number, 0.7) * 100) / 100,
    }
    const step = { service: service as string, name: name as string }
    this.#pass(startMs, step, payment)
  }

  #pass(
    startMs: number,
    { service, name }: { readonly service: string; readonly name: string },
    payment: Payment,
  ): void {
    const { random, scribe } = this
    const { id, merchant, network, country, eur } = payment
    const [method = '', route = ''] = name.split(' ')
    const isCard = service === 'payment-intents' && method === 'POST'
    const money = method === 'POST' ? { 'amount.eur': eur } : {}
    const card = isCard ? { 'card.network': network, 'payment.country': country } : {}
    const attributes = { 'merchant.name': merchant, ...card, ...money }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const frame = { 'http.request.method': method, 'http.route': route, 'merchant.name': merchant }
    const done = this.serve({ service: 'front-gateway', name, startMs, parent: root, attributes: frame }, (trace) => {
      if (random.chance(0.012)) return { status: 429, durationMs: 0.9 }
      if (random.chance(0.015)) return { status: 401, durationMs: 1.6 }
      const step = { service, name, startMs: startMs + 2, parent: trace, attributes }
      const limit = this.#inside(step, payment)
      return { status: limit.status, durationMs: limit.durationMs + 3 }
    })
    const path = route.replace('{id}', id)
    const told = { method, path, status: done.status, duration_ms: Math.round(done.durationMs), merchant }
    const severity = done.status >= 500 ? 'ERROR' : done.status === 429 || done.status === 401 ? 'WARN' : 'INFO'
    scribe.log('front-gateway', startMs + done.durationMs, severity, `${method} ${path} ${done.status}`, told)
  }

  /** The gateway is more patient than the payments. */
  #inside(step: Step, payment: Payment): Outcome {
    const [method = '', route = ''] = step.name.split(' ')
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const inner = { 'http.request.method': method, 'http.route': route, ...step.attributes }
    const within = { ...step, startMs: step.startMs + 1, parent: trace, attributes: inner }
    const done = this.serve(within, (own) => this.#work(step.name, within.startMs + 1, own, payment))
    const seen = { status: done.status, durationMs: done.durationMs + 2 }
    const out = { service: 'front-gateway', name: method, startMs: step.startMs, parent: step.parent }
    this.write(out, 'client', trace, seen, { 'http.request.method': method, 'server.address': step.service }, false)
    return seen
  }

  #work(name: string, startMs: number, trace: Trace, payment: Payment): Outcome {
    const { random } = this
    if (name === 'POST /v1/payments') return this.charge(startMs, trace, payment)
    if (name === 'POST /v1/refunds') return this.refund(startMs, trace, payment)
    if (name === 'POST /v1/payouts') return sendPayout(this, startMs, trace, payment)
    if (name === 'GET /dashboard/overview') return showDashboard(this, startMs, trace, payment)
    const isBalance = name === 'GET /v1/balance'
    const [service, table] = isBalance ? (['ledger', 'balances'] as const) : (['payment-intents', 'payments'] as const)
    const read = this.store(service, 'postgresql', `SELECT ${table}`, startMs + 1, trace, 6)
    const isMissing = !isBalance && random.chance(0.05)
    return { status: isMissing ? 404 : 200, durationMs: read.durationMs + random.logNormal(12, 0.3) }
  }

  run(): void {
    const { random, scribe, startMs, endMs, restartMs, releaseMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 12_500, meanMs: 2700 }, random, (timeMs) => this.visit(timeMs))
    runSettlement(this)
    for (let atMs = this.fullMs + 5000; atMs < endMs; atMs += 30_000) {
      const waiting = this.waiting.filter(({ fromMs, toMs }) => fromMs <= atMs && toMs > atMs).length
      const isFull = this.busy.filter(({ fromMs, toMs }) => fromMs <= atMs && toMs > atMs).length === WORKERS
      const text = `worker pool exhausted: 6 of 6 threads busy, ${waiting} requests waiting`
      if (isFull) scribe.log('network-connector', atMs, 'WARN', text)
    }
    const change = { change: 'PP-2207', version: '3.14.0' }
    scribe.log('fraud-check', releaseMs, 'INFO', 'fraud-check 3.14.0 started, rules of November', change)
    scribe.log(
      'webhook-dispatcher',
      restartMs - 6000,
      'WARN',
      'received SIGTERM, finishing 2 deliveries (host patching)',
    )
    scribe.log('webhook-dispatcher', restartMs, 'INFO', 'webhook-dispatcher 5.5.1 started, 4 senders')
  }

  /** When all worker threads were busy for the first time. */
  get fullMs(): number {
    const moments = this.waiting.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs >= this.onsetMs)
    return Math.min(...moments)
  }
}

export function paycore(endMs: number): World {
  const system = new Paycore(endMs)
  system.run()
  sendPaycoreMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, fullMs: full } = system
  const world = system.world({ name: 'paycore', services: SERVICES, marks: { onset, release, restart, full } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ rejectedLine: bodyOf('no free worker thread within'), lateLine: bodyOf('late answer for') },
    ...{ hookLine: bodyOf('endpoint answered 500'), slowLine: bodyOf('slow query') },
    timeoutLine: bodyOf('payment failed: timeout'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
