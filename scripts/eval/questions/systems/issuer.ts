/**
 * Back end of a regional online bank's cards on Kubernetes: an edge, authorisations, a broker of the hardware security
 * modules, holds on accounts, card orders, tokens of wallets, settlement behind Kafka, and with lines only push messages
 * and files for the card factory. A job of `hsm-broker` that wraps keys anew keeps a session for each batch, so ten
 * minutes later none of 64 is free: most authorisations, card orders and tokens fail, and settlement falls behind; still
 * so at the end. A release of `wallet-tokens` shortly before the job, a restart of `hold-ledger`, declines, wrong PINs,
 * orders and devices that are refused, slow queries, duplicates and rate limits are harmless; `push-notifier` is silent
 * since its key for the push services has expired.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { ecsJson, logbackLine, logrusText, slogLine } from './issuer-formats.ts'
import { sendIssuerMetrics } from './issuer-metrics.ts'
import * as names from './issuer-names.ts'
import { runEmbosser, settle, visitSide } from './issuer-side.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const FORMATS = {
  'card-edge': slogLine,
  'auth-engine': ecsJson,
  'hsm-broker': logbackLine,
  'hold-ledger': ecsJson,
  'card-issuing': logrusText,
  'wallet-tokens': slogLine,
  'settlement-batcher': logrusText,
  'push-notifier': logbackLine,
  'embosser-bridge': logrusText,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['auth-engine', 'hold-ledger', 'wallet-tokens', 'settlement-batcher']
const LINES_ONLY = ['push-notifier', 'embosser-bridge']
export const SESSIONS = 64
const SESSION_TIMEOUT_MS = 3000
const HOLDERS = 380
const APPROVALS_PUSHED = 0.8

export interface Visit extends names.Holder {
  readonly channel: string
  readonly country: string
  readonly amount: number
}

export class Issuer extends SystemByConventions {
  readonly scribe: Scribe
  readonly restartMs: number
  readonly releaseMs: number
  readonly rewrapMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Clearing records: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  readonly #holders: readonly names.Holder[]
  #authorisation = 5_510_340

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(71, 'issuer'))
    this.restartMs = endMs - 64 * MINUTE_MS + 17_000
    this.releaseMs = endMs - 53 * MINUTE_MS + 41_000
    this.rewrapMs = endMs - 46 * MINUTE_MS + 8000
    this.onsetMs = this.rewrapMs + 10 * MINUTE_MS + 14_000
    this.darkMs = endMs - 22 * MINUTE_MS + 26_000
    this.#holders = names.holders((items) => this.random.pick(items), HOLDERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !LINES_ONLY.includes(name), hasAttributes: WITH_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string, timeMs: number) => this.#pod(name, traceId, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'cards-prod', 'k8s.namespace.name': 'cards', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `cards-prod-n${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'wallet-tokens') return timeMs < this.releaseMs ? '3.7.2' : '3.8.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    if (name === 'wallet-tokens' && timeMs >= this.releaseMs) return `${name}-66d8fb75c9-lw4nt`
    const isSecond = name === 'auth-engine' && traceId.charCodeAt(0) % 2 === 1
    return `${name}-5b7c49d6f8-${isSecond ? 'zr9tk' : 'h6vqx'}`
  }

  /** How many sessions the job has kept for good. */
  keptAt(timeMs: number): number {
    const { rewrapMs, onsetMs } = this
    if (timeMs < rewrapMs) return 0
    return timeMs >= onsetMs ? SESSIONS : Math.floor((54 * (timeMs - rewrapMs)) / (onsetMs - rewrapMs))
  }

  /** Another service asks for an operation of a security module, which needs a session; without a free one it waits. */
  secured(from: string, name: string, operation: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const attributes = { 'hsm.operation': operation }
    return this.through(from, { service: 'hsm-broker', name, startMs, parent, attributes }, (trace) => {
      const node = `hsm-${random.integer(1, 2)}`
      const isFull = startMs >= this.onsetMs
      if (isFull && random.chance(0.62)) {
        const state = `${SESSIONS} of ${SESSIONS} in use, waiting=${random.integer(8, 22)}`
        const text = `C_OpenSession on ${node}: CKR_SESSION_COUNT, no session free after ${SESSION_TIMEOUT_MS} ms (${state})`
        scribe.log('hsm-broker', startMs + SESSION_TIMEOUT_MS, 'ERROR', text, {}, trace)
        return { status: 503, durationMs: SESSION_TIMEOUT_MS + 1 }
      }
      const waitMs = isFull ? Math.min(2800, random.logNormal(1150, 0.35)) : 0
      const workMs = waitMs + random.logNormal(operation === 'pin-block' ? 34 : 9, 0.3)
      scribe.log('hsm-broker', startMs + workMs, 'DEBUG', `${operation} done on ${node}`, {}, trace)
      return { status: 200, durationMs: workMs + 1 }
    })
  }

  /** A purchase or a withdrawal: is the card genuine, may it pay, and the amount is held. */
  authorise(startMs: number, trace: Trace, visit: Visit, told: Record<string, string | number>): Outcome {
    const { random, scribe } = this
    const { customer, card, product, scheme, channel, country, amount } = visit
    this.#authorisation += random.integer(1, 6)
    const id = `A-${this.#authorisation}`
    const fields = { auth_id: id, customer, scheme, product, channel, country, amount_eur: amount }
    const decide = (decision: string, code: string) => {
      told['auth.decision'] = decision
      told['auth.response_code'] = code
    }
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log('auth-engine', startMs + afterMs, severity, text, { ...fields, ...more }, trace)
    const looked = this.store('auth-engine', 'redis', 'GET card', startMs + 2, trace, 3)
    const atMs = 2 + looked.durationMs
    const operation = channel === 'ecom' ? 'cvv' : 'arqc'
    const genuine = this.secured('auth-engine', 'POST /hsm/verify', operation, startMs + atMs, trace)
    const knownMs = atMs + genuine.durationMs + 1
    if (genuine.status >= 500) {
      decide('unavailable', '91')
      tell(knownMs, 'ERROR', 'authorisation failed: cryptogram not verified, hsm-broker answered 503', { code: '91' })
      this.remember('failedAuth', id, startMs)
      this.remember('failedTrace', trace.traceId, startMs)
      return { status: 503, durationMs: knownMs + 1 }
    }
    const refuse = (code: string, reason: string) => {
      decide('declined', code)
      tell(knownMs, 'WARN', `authorisation declined: ${reason}`, { code })
      this.remember('declinedAuth', id, startMs)
      return { status: 200, durationMs: knownMs + 1 }
    }
    if ((channel === 'atm' || channel === 'chip') && random.chance(0.1)) return refuse('55', 'wrong PIN')
    if (random.chance(0.085)) {
      const [code, reason] = random.pick(names.DECLINES)
      return refuse(code, reason)
    }
    const step = { service: 'hold-ledger', name: 'POST /holds', startMs: startMs + knownMs, parent: trace }
    const held = this.through('auth-engine', { ...step, attributes: { 'card.product': product } }, (inner) =>
      this.held(startMs + knownMs + 2, inner, { customer, amount_eur: amount, auth_id: id }),
    )
    const durationMs = knownMs + held.durationMs + random.logNormal(6, 0.3)
    decide('approved', '00')
    tell(durationMs, 'INFO', 'authorisation approved', { code: '00' })
    this.remember('goodAuth', id, startMs)
    if (random.chance(0.6)) settle(this, startMs + durationMs, trace, { id, card, scheme, product, amount })
    if (startMs < this.darkMs - 4000 && random.chance(APPROVALS_PUSHED)) this.push(startMs + durationMs, visit)
    return { status: 200, durationMs: durationMs + 3 }
  }

  /** An amount is held on an account; now and then the query is slow. */
  held(startMs: number, trace: Trace, fields: Values): Outcome {
    const { random, scribe, restartMs } = this
    const isBack = startMs < restartMs - 6000 || startMs >= restartMs
    const isSlow = random.chance(0.05)
    const saved = this.store('hold-ledger', 'postgresql', 'INSERT holds', startMs, trace, isSlow ? 640 : 7)
    const durationMs = saved.durationMs + random.logNormal(7, 0.3) + (isBack ? 0 : 1300)
    if (isSlow) {
      const more = { table: 'holds', took_ms: Math.round(saved.durationMs) }
      scribe.log('hold-ledger', startMs + saved.durationMs, 'WARN', 'slow query on table holds', more, trace)
    }
    scribe.log('hold-ledger', startMs + durationMs, 'INFO', 'hold placed', fields, trace)
    return { status: 201, durationMs: durationMs + 1 }
  }

  push(startMs: number, { customer, platform, amount }: Visit): void {
    const { random, scribe } = this
    const atMs = startMs + random.logNormal(900, 0.4)
    if (atMs >= this.darkMs) return
    if (random.chance(0.09)) scribe.log('push-notifier', atMs, 'WARN', `push skipped: ${customer} has no device`)
    else scribe.log('push-notifier', atMs, 'INFO', `push sent to ${customer} on ${platform}: ${amount} EUR`)
  }

  /** What a scheme or the app asks for, through the edge, with its access line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const holder = random.pick(this.#holders)
    const amount = Math.round(Math.min(900, random.logNormal(29, 0.9)) * 100) / 100
    const visit = { ...holder, channel: random.pick(names.CHANNELS), country: random.pick(names.COUNTRIES), amount }
    const { customer, product, scheme, platform, channel, country } = visit
    const [method = '', route = ''] = name.split(' ')
    const who = { 'customer.id': customer, 'card.product': product }
    const isPaying = service === 'auth-engine'
    const more: Values = isPaying
      ? { ...who, 'card.scheme': scheme, 'auth.channel': channel, 'merchant.country': country }
      : { ...who, 'app.platform': platform }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...more }
    const done = this.serve({ service: 'card-edge', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (random.chance(0.012)) return { status: 429, durationMs: 1.2 }
      const told: Record<string, string | number> = { ...attributes }
      const call = { 'http.request.method': method, 'server.address': service }
      const out = { service: 'card-edge', name: method, startMs: startMs + 2, parent: trace, attributes: call }
      const answer = this.call(out, 'client', (between) =>
        this.serve({ service, name, startMs: startMs + 3, parent: between, attributes: told }, 'server', (inner) =>
          isPaying ? this.authorise(startMs + 4, inner, visit, told) : visitSide(this, name, startMs + 4, inner, visit),
        ),
      )
      return { status: answer.status, durationMs: answer.durationMs + 3 }
    })
    const severity = done.status >= 500 ? 'ERROR' : done.status === 429 ? 'WARN' : 'INFO'
    const fields = { method, route, status: done.status, duration_ms: Math.round(done.durationMs), upstream: service }
    const atMs = startMs + done.durationMs
    scribe.log('card-edge', atMs, severity, `${method} ${route} ${done.status}`, { ...fields, customer }, root)
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, rewrapMs, onsetMs, restartMs, darkMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 4200, meanMs: 2550 }, random, (timeMs) => this.visit(timeMs))
    runEmbosser(this)
    scribe.log('hold-ledger', restartMs - 6000, 'WARN', 'shutting down: node is patched')
    scribe.log('hold-ledger', restartMs, 'INFO', 'hold-ledger 5.3.2 started')
    const release = 'wallet-tokens 3.8.0 started (change TOK-318: names of devices are shown in the app)'
    scribe.log('wallet-tokens', releaseMs, 'INFO', release)
    const job = 'KeyRewrapJob started: 3800 PIN keys from LMK-06 to LMK-07 (CRY-204)'
    scribe.log('hsm-broker', rewrapMs, 'INFO', job)
    let batch = 0
    for (let atMs = rewrapMs + 75_000; atMs < onsetMs - 5000; atMs += 38_000) {
      batch += 6
      const text = `KeyRewrapJob batch ${batch} done, session not given back (${this.keptAt(atMs)} of ${SESSIONS} in use)`
      scribe.log('hsm-broker', atMs, 'WARN', text)
    }
    scribe.log('hsm-broker', onsetMs, 'ERROR', 'KeyRewrapJob waits: no session free, 64 of 64 in use')
    const expired =
      'key push-2025 of the push services has expired, consumer of auth-events is closed until a new one is there'
    scribe.log('push-notifier', darkMs, 'WARN', expired)
  }
}

export function issuer(endMs: number): World {
  const system = new Issuer(endMs)
  system.run()
  sendIssuerMetrics(system)
  const { onsetMs: onset, releaseMs: release, rewrapMs: rewrap, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'issuer', services: SERVICES, marks: { onset, release, rewrap, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    /** The place of an id in a route, as a wording writes it. */
    id: '{id}',
    ...{ sessionLine: bodyOf('CKR_SESSION_COUNT'), keptLine: bodyOf('session not given back') },
    ...{ slowLine: bodyOf('slow query'), authLine: bodyOf('authorisation failed') },
    ...{ recordLine: bodyOf('record put back'), pinLine: bodyOf('wrong PIN'), edgeLine: bodyOf('/v2/tokens 503') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
