/**
 * A payment service provider: an edge, the API of payments, a gateway to card networks, 3-D Secure, tokens, fraud scores,
 * webhooks to merchants, a ledger, an exporter of settlement files with lines only. The client certificate of
 * `card-gateway` towards mastercard expires, so handshakes fail; recurring and phone payments of that network fail at once,
 * the others are tried again over the second route, which has too few slots and times out, also for jcb, and ten minutes
 * later for the directory of 3-D Secure and so for everyone; the API's workers are busy and webhooks pile up: still so at
 * the end. A release that makes `fraud-score` slower, a restart of `token-vault`, declines, lapsed tokens, blocked
 * payments, failed challenges, large refunds, shaky endpoints of merchants and rate limits are harmless,
 * `settlement-exporter` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { backLogfmt, goMicrosLine, nginxLine, paymentsJson, riskJson } from './acquirer-formats.ts'
import { sendAcquirerMetrics } from './acquirer-metrics.ts'
import * as names from './acquirer-names.ts'
import { book, notify, runSettlement } from './acquirer-side.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const FORMATS = {
  'pay-edge': nginxLine,
  'payment-api': paymentsJson,
  'card-gateway': goMicrosLine,
  'threeds-server': riskJson,
  'token-vault': paymentsJson,
  'fraud-score': riskJson,
  'webhook-sender': backLogfmt,
  'ledger-book': backLogfmt,
  'settlement-exporter': backLogfmt,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = SERVICES.filter((name) => name !== 'pay-edge' && name !== 'card-gateway')
const SECONDARY_TIMEOUT_MS = 6000
const DIRECTORY_TIMEOUT_MS = 8000

export interface Payment {
  readonly id: string
  readonly merchant: string
  readonly network: string
  readonly channel: string
  readonly country: string
  readonly eur: number
}

export class Acquirer extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly threedsMs: number
  readonly darkMs: number
  /** Events for merchants: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  #payment = 80_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(62, 'acquirer'))
    this.releaseMs = endMs - 66 * MINUTE_MS + 25_000
    this.restartMs = endMs - 53 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 38 * MINUTE_MS + 17_000
    this.threedsMs = this.onsetMs + 10 * MINUTE_MS + 12_000
    this.darkMs = endMs - 30 * MINUTE_MS + 9000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'pay-edge', hasAttributes: WITH_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: () => `${name}-1`,
      resource: () => ({ 'host.name': `psp-${(index % 3) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'fraud-score') return timeMs < this.releaseMs ? '4.7.2' : '4.8.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  /** How long a request waits for a worker of the API. */
  waitMs(timeMs: number): number {
    return timeMs < this.threedsMs ? 0 : this.random.logNormal(1300, 0.3)
  }

  /** The second route answers quickly, then slowly, then often not at all. */
  secondary(startMs: number, trace: Trace, what: string, limitMs: number): Outcome {
    const { random, scribe, onsetMs } = this
    const attributes = { 'network.route': 'secondary' }
    const out = { service: 'card-gateway', name: 'secondary', startMs, parent: trace, attributes }
    const isFull = startMs >= onsetMs + 3 * MINUTE_MS
    const isLost = isFull && (what !== 'directory' || startMs >= this.threedsMs) && random.chance(0.64)
    return this.call(out, 'client', () => {
      if (isLost) {
        const text = `secondary route: no answer for ${what} in ${limitMs}ms, ${random.integer(148, 160)} of 160 slots in use`
        scribe.log('card-gateway', startMs + limitMs, 'ERROR', text, {}, trace)
        return { status: 504, durationMs: limitMs }
      }
      return { status: 200, durationMs: random.logNormal(isFull ? 2100 : 310, 0.25) }
    })
  }

  /** An authorisation goes to its network; without a handshake it goes over the second route. */
  authorized(startMs: number, trace: Trace, { id, network, channel }: Payment): Outcome {
    const { random, scribe } = this
    const say = (atMs: number, severity: Severity, text: string) =>
      scribe.log('card-gateway', atMs, severity, text, {}, trace)
    let answer: Outcome
    if (network === 'jcb') answer = this.secondary(startMs + 4, trace, id, SECONDARY_TIMEOUT_MS)
    else if (network === 'mastercard' && startMs >= this.onsetMs) {
      const handshakeMs = random.logNormal(45, 0.3)
      const atMs = startMs + handshakeMs
      const reason = 'remote error: tls: expired certificate (client cert CN=acq-mc-01)'
      say(atMs, 'ERROR', `tls handshake with mastercard failed for ${id}: ${reason}`)
      if (names.ONLY_PRIMARY.includes(channel)) return { status: 502, durationMs: handshakeMs + 2 }
      say(atMs + 1, 'WARN', `${id} is tried again over the secondary route`)
      const again = this.secondary(atMs + 2, trace, id, SECONDARY_TIMEOUT_MS)
      answer = { ...again, durationMs: again.durationMs + handshakeMs }
    } else {
      const attributes = { 'network.route': 'primary' }
      const out = { service: 'card-gateway', name: 'primary', startMs: startMs + 4, parent: trace, attributes }
      const work = () => ({ status: 200, durationMs: random.logNormal(network === 'amex' ? 390 : 230, 0.3) })
      answer = this.call(out, 'client', work)
    }
    const durationMs = answer.durationMs + 6
    if (answer.status === 200) say(startMs + durationMs, 'INFO', `answer of ${network} for ${id}`)
    return { status: answer.status, durationMs }
  }

  /** The vault gives the card for a token. */
  detokenized(startMs: number, parent: Trace): Outcome {
    const { random, scribe, restartMs } = this
    const step = { service: 'token-vault', name: 'GET /tokens/{id}', startMs, parent }
    return this.through('payment-api', step, (trace) => {
      const isBack = startMs < restartMs - 7000 || startMs >= restartMs
      const read = this.store('token-vault', 'postgresql', 'SELECT tokens', startMs + 2, trace, 4)
      const durationMs = read.durationMs + random.logNormal(9, 0.3) + (isBack ? 0 : 1500)
      if (random.chance(0.035)) {
        scribe.log('token-vault', startMs + durationMs, 'WARN', 'token has lapsed', { lapsed_days: 3 }, trace)
        return { status: 410, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  scored(
    startMs: number,
    parent: Trace,
    { merchant, channel, country }: Payment,
  ): Outcome & { readonly score: number } {
    const { random, scribe } = this
    const risk = Math.min(100, Math.round(random.logNormal(channel === 'ecom' ? 26 : 15, 0.6)))
    const attributes = { 'merchant.name': merchant, 'fraud.score': risk }
    const step = { service: 'fraud-score', name: 'POST /score', startMs, parent, attributes }
    const done = this.through('payment-api', step, (trace) => {
      const durationMs = random.logNormal(startMs < this.releaseMs ? 36 : 61, 0.3)
      const decision = risk >= 75 ? 'block' : risk >= 55 ? 'review' : 'pass'
      const fields = { merchantName: merchant, country, score: risk, decision }
      const severity = decision === 'block' ? 'WARN' : 'INFO'
      const text = decision === 'block' ? 'payment blocked' : 'payment scored'
      scribe.log('fraud-score', startMs + durationMs, severity, text, fields, trace)
      return { status: 200, durationMs }
    })
    return { ...done, score: risk }
  }

  authorize(startMs: number, trace: Trace, payment: Payment): Outcome {
    const { random, scribe } = this
    const { id, merchant, network, channel, eur } = payment
    const fields = { payment: id, merchant, network, channel, amount_eur: eur }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('payment-api', startMs + afterMs, severity, text, fields, trace)
    const noted = this.store('payment-api', 'redis', 'SET idempotency', startMs + 1, trace, 2)
    const beginMs = noted.durationMs + random.logNormal(14, 0.3) + this.waitMs(startMs)
    const card = this.detokenized(startMs + beginMs, trace)
    const knownMs = beginMs + card.durationMs + 1
    if (card.status === 410) {
      tell(knownMs, 'WARN', 'authorization refused: token has lapsed')
      return { status: 422, durationMs: knownMs }
    }
    const risk = this.scored(startMs + knownMs, trace, payment)
    const scoredMs = knownMs + risk.durationMs + 1
    if (risk.score >= 75) {
      tell(scoredMs, 'WARN', 'authorization blocked by the fraud score')
      this.remember('blockedPayment', id, startMs)
      return { status: 403, durationMs: scoredMs }
    }
    const attributes = { 'card.network': network, 'payment.channel': channel }
    const atMs = startMs + scoredMs
    const step = { service: 'card-gateway', name: 'POST /authorize', startMs: atMs, parent: trace, attributes }
    const answer = this.through('payment-api', step, (inner) => this.authorized(atMs + 1, inner, payment))
    const durationMs = scoredMs + answer.durationMs + 3
    if (answer.status >= 500) {
      const why = answer.status === 504 ? 'no answer of the network in time' : 'network not reachable'
      tell(durationMs, 'ERROR', `authorization failed: ${why}`)
      notify(this, startMs + durationMs, trace, payment, 'payment.failed')
      if (answer.status === 502) this.remember('failedPayment', id, startMs)
      else this.remember('timeoutTrace', trace.traceId, startMs)
      if (answer.status === 502) this.remember('failedTrace', trace.traceId, startMs)
      return { status: answer.status, durationMs }
    }
    if (random.chance(0.075)) {
      tell(durationMs, 'WARN', `authorization declined by the issuer: ${random.pick(names.DECLINES)}`)
      this.remember('declinedPayment', id, startMs)
      return { status: 402, durationMs }
    }
    tell(durationMs, 'INFO', 'authorization approved')
    this.remember('goodPayment', id, startMs)
    notify(this, startMs + durationMs, trace, payment, 'payment.authorized')
    return { status: 201, durationMs }
  }

  /** 3-D Secure asks the directory of the card's network, and that goes over the second route. */
  checked(startMs: number, trace: Trace, { id, merchant, network, country }: Payment): Outcome {
    const { random, scribe } = this
    const ownMs = random.logNormal(26, 0.3)
    const lookupMs = startMs + ownMs
    const attributes = { 'card.network': network }
    const step = { service: 'card-gateway', name: 'POST /directory', startMs: lookupMs, parent: trace, attributes }
    const found = this.through('threeds-server', step, (inner) =>
      this.secondary(lookupMs + 2, inner, 'directory', DIRECTORY_TIMEOUT_MS),
    )
    const durationMs = ownMs + found.durationMs + 3
    const fields = { payment: id, merchantName: merchant, cardNetwork: network, country }
    const tell = (severity: Severity, text: string, more: Values = {}) =>
      scribe.log('threeds-server', startMs + durationMs, severity, text, { ...fields, ...more }, trace)
    if (found.status === 504) {
      tell('ERROR', `3-D Secure check timed out: directory did not answer in ${DIRECTORY_TIMEOUT_MS} ms`)
      this.remember('threedsTrace', trace.traceId, startMs)
      return { status: 504, durationMs }
    }
    const flow = random.chance(0.3) ? 'challenge' : 'frictionless'
    if (flow === 'challenge' && random.chance(0.24)) {
      tell('WARN', 'cardholder failed the challenge', { flow })
      return { status: 401, durationMs }
    }
    tell('INFO', '3-D Secure check passed', { flow })
    return { status: 200, durationMs }
  }

  #next(): Payment {
    const { random } = this
    const eur = Math.round(random.logNormal(48, 0.8) * 100) / 100
    const who = { merchant: random.pick(names.MERCHANTS), country: random.pick(names.COUNTRIES) }
    const how = { network: random.pick(names.NETWORKS), channel: random.pick(names.CHANNELS) }
    this.#payment += random.integer(1, 4)
    return { id: `PAY-${this.#payment}`, ...who, ...how, eur }
  }

  /** What a merchant asks for, through the edge, with nginx' line at its end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const drawn = this.#next()
    const isThreeds = ticket > 46 && ticket <= 63
    const payment = isThreeds ? { ...drawn, channel: 'ecom' } : drawn
    const { id, merchant, network, channel, country, eur } = payment
    const name =
      ticket <= 46
        ? 'POST /v1/authorizations'
        : isThreeds
          ? 'POST /3ds/authenticate'
          : ticket <= 75
            ? 'POST /v1/captures'
            : ticket <= 82
              ? 'POST /v1/refunds'
              : ticket <= 92
                ? 'GET /v1/payments/{id}'
                : 'POST /tokens'
    const [method = '', route = ''] = name.split(' ')
    const service = isThreeds ? 'threeds-server' : route === '/tokens' ? 'token-vault' : 'payment-api'
    const card = { 'card.network': network, 'payment.channel': channel, 'payment.country': country }
    const isRead = method === 'GET' || route === '/tokens'
    const attributes = { 'merchant.name': merchant, ...(isRead ? {} : { ...card, 'payment.amount_eur': eur }) }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const frame = { 'http.request.method': method, 'http.route': route, 'merchant.name': merchant }
    const edge = { service: 'pay-edge', name, startMs, parent: root, attributes: frame }
    const done = this.serve(edge, 'server', (trace) => {
      if (random.chance(0.014)) return { status: 429, durationMs: 1.2 }
      const inside = { service, name, startMs: startMs + 2, parent: trace, attributes }
      const answer = this.through('pay-edge', inside, (inner) => this.#work(name, startMs + 3, inner, payment))
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const client = {
      address: `81.19.${random.integer(2, 60)}.${random.integer(2, 250)}`,
      agent: random.pick(names.AGENTS),
    }
    const request = `${method} ${route.replace('{id}', id)}`
    const told = { status: done.status, bytes: random.integer(180, 940), seconds: (done.durationMs / 1000).toFixed(3) }
    const atMs = startMs + done.durationMs
    scribe.log('pay-edge', atMs, 'INFO', `${request} ${done.status}`, { ...client, request, ...told })
  }

  #work(name: string, startMs: number, trace: Trace, payment: Payment): Outcome {
    const { random, scribe } = this
    if (name === 'POST /v1/authorizations') return this.authorize(startMs, trace, payment)
    if (name === 'POST /3ds/authenticate') return this.checked(startMs, trace, payment)
    if (name === 'POST /v1/captures') return book(this, startMs, trace, payment, 'capture')
    if (name === 'POST /v1/refunds') return book(this, startMs, trace, payment, 'refund')
    const read = this.store(
      name === 'POST /tokens' ? 'token-vault' : 'payment-api',
      'postgresql',
      'SELECT cards',
      startMs + 1,
      trace,
      5,
    )
    if (name === 'POST /tokens') {
      const durationMs = read.durationMs + random.logNormal(21, 0.3)
      const isWrong = random.chance(0.07)
      const fields = { merchant: payment.merchant }
      const text = isWrong ? 'card number refused: wrong check digit' : 'token created'
      scribe.log('token-vault', startMs + durationMs, isWrong ? 'WARN' : 'INFO', text, fields, trace)
      return { status: isWrong ? 422 : 201, durationMs }
    }
    const durationMs = read.durationMs + random.logNormal(15, 0.3) + this.waitMs(startMs)
    return { status: random.chance(0.06) ? 404 : 200, durationMs }
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, restartMs, releaseMs, threedsMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 9500, meanMs: 3700 }, random, (timeMs) => this.visit(timeMs))
    runSettlement(this)
    for (const [minutes, left] of [
      [36, '36m'],
      [16, '16m'],
    ] as const) {
      const text = `client certificate CN=acq-mc-01 for mastercard expires in ${left}`
      scribe.log('card-gateway', onsetMs - minutes * MINUTE_MS, 'WARN', text)
    }
    for (let atMs = threedsMs + 4000; atMs < endMs; atMs += 95_000)
      scribe.log('payment-api', atMs, 'WARN', 'all 64 workers are busy, requests wait', { busy: 64 })
    const started = 'fraud-score 4.8.0 started, model of November (change RSK-318)'
    scribe.log('fraud-score', releaseMs, 'INFO', started, { change: 'RSK-318' })
    scribe.log('token-vault', restartMs - 7000, 'WARN', 'stopping token-vault for a planned restart')
    scribe.log('token-vault', restartMs, 'INFO', 'token-vault 2.15.0 started')
  }
}

export function acquirer(endMs: number): World {
  const system = new Acquirer(endMs)
  system.run()
  sendAcquirerMetrics(system)
  const { onsetMs: onset, threedsMs: threeds, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const marks = { onset, threeds, release, restart, dark }
  const world = system.world({ name: 'acquirer', services: SERVICES, marks })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ tlsLine: bodyOf('tls handshake with'), slotsLine: bodyOf('secondary route: no answer') },
    ...{ lapsedLine: bodyOf('token has lapsed'), hookLine: bodyOf('endpoint answered 500') },
    fileLine: bodyOf('row without an interchange'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
