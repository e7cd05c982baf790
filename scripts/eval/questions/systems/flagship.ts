/**
 * Feature flags and experiments as a service, on Kubernetes: a gateway for SDKs, an evaluator, a hub of streams, APIs for
 * flags, segments and experiments, consumers of Kafka for exposures and webhooks, a controller of relays with lines only.
 * A customer uploads a segment of six million keys; three minutes later the Redis replica that `evaluator` reads is at
 * its limit, evicts the rules of everybody and answers late or not at all: evaluations, streams and assignments fail with
 * 503 and exposures are not attributed, so their lag grows; still so at the end. A release of `experiment-api` that makes
 * its results slower, a restart of `webhook-sender`, unknown SDK keys, rate limits, conflicts of flag versions, changes
 * that wait for an approval, segments that are refused, unknown experiments, uneven samples, late exposures and dead
 * webhooks are harmless; `relay-controller` is silent since it is scaled down.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { klogLine, logbackLine, pairsLine, pinoLine, zapLine } from './flagship-formats.ts'
import { sendFlagshipMetrics } from './flagship-metrics.ts'
import * as names from './flagship-names.ts'
import { assigned, exposed, runRelays, visitDesk } from './flagship-side.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 85 * MINUTE_MS
const FORMATS = {
  'sdk-gateway': zapLine,
  evaluator: zapLine,
  'stream-hub': pinoLine,
  'flag-api': pinoLine,
  'segment-service': logbackLine,
  'experiment-api': logbackLine,
  'event-ingest': pairsLine,
  'webhook-sender': zapLine,
  'relay-controller': klogLine,
}
const SERVICES = Object.keys(FORMATS)
const WITH_ATTRIBUTES = ['sdk-gateway', 'flag-api', 'segment-service', 'event-ingest', 'webhook-sender']
const REDIS_TIMEOUT_MS = 1500
const PAYLOAD_TIMEOUT_MS = 1000
const GIB = 2 ** 30

export interface Visit {
  readonly customer: string
  readonly plan: string
  readonly sdk: string
  readonly flag: string
  readonly environment: string
}

export class Flagship extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly uploadMs: number
  readonly onsetMs: number
  readonly darkMs: number
  /** Exposures: when they were queued and when they were taken. */
  readonly queued: { readonly fromMs: number; readonly toMs: number }[] = []
  /** When Redis evicted how many keys. */
  readonly evicted: { readonly timeMs: number; readonly keys: number }[] = []
  /** Reads of rules: whether the cache had them. */
  readonly reads: { readonly timeMs: number; readonly isHit: boolean }[] = []

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(69, 'flagship'))
    this.restartMs = endMs - 68 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 32 * MINUTE_MS + 17_000
    this.uploadMs = this.onsetMs - 3 * MINUTE_MS - 8000
    this.releaseMs = this.onsetMs - 21 * MINUTE_MS + 14_000
    this.darkMs = endMs - 47 * MINUTE_MS + 9000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'relay-controller', hasAttributes: WITH_ATTRIBUTES.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (traceId: string, timeMs: number) => this.#pod(name, traceId, timeMs),
      resource: (pod: string) => ({
        ...{ 'k8s.cluster.name': 'flags-prod', 'k8s.namespace.name': 'flagship', 'k8s.deployment.name': name },
        ...{ 'k8s.pod.name': pod, 'k8s.node.name': `flags-node-${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'experiment-api') return timeMs < this.releaseMs ? '12.6.5' : '12.7.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  #pod(name: string, traceId: string, timeMs: number): string {
    if (name === 'experiment-api' && timeMs >= this.releaseMs) return 'experiment-api-7d5b8f6c44-m2xqt'
    if (name === 'webhook-sender' && timeMs >= this.restartMs) return 'webhook-sender-59c6d7b8f9-rr4jd'
    const isSecond = name === 'evaluator' && '89abcdef'.includes(traceId.at(-1) ?? '0')
    return isSecond ? `${name}-5f9c7b6d88-kt9vz` : `${name}-5f9c7b6d88-h7w2p`
  }

  /** Bytes that the replica uses: the segment is copied to it until it is full. */
  usedAt(timeMs: number): number {
    const { uploadMs, onsetMs } = this
    const usual = 1.34 * GIB
    if (timeMs < uploadMs) return usual
    return timeMs >= onsetMs ? 4 * GIB : usual + ((4 * GIB - usual) * (timeMs - uploadMs)) / (onsetMs - uploadMs)
  }

  /** The rules of a customer: from Redis, else from the database; a full replica mostly does not answer. */
  #rules(startMs: number, trace: Trace, customer: string): Outcome {
    const { random, scribe, onsetMs } = this
    const fromDatabase = (afterMs: number): Outcome => {
      this.reads.push({ timeMs: startMs, isHit: false })
      const read = this.store('evaluator', 'postgresql', 'SELECT rulesets', startMs + afterMs, trace, 14)
      return { status: 200, durationMs: afterMs + read.durationMs }
    }
    if (startMs < onsetMs) {
      const read = this.store('evaluator', 'redis', 'GET rulesets', startMs, trace, 2)
      if (random.chance(0.03)) return fromDatabase(read.durationMs)
      this.reads.push({ timeMs: startMs, isHit: true })
      return read
    }
    if (random.chance(0.56)) {
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': 'GET', 'db.collection.name': 'rulesets' }
      const step = { service: 'evaluator', name: 'GET rulesets', startMs, parent: trace, attributes }
      this.call(step, 'client', () => ({ status: 503, durationMs: REDIS_TIMEOUT_MS - 1 }))
      const text = `redis: i/o timeout after ${REDIS_TIMEOUT_MS}ms on GET ruleset:${customer}, replica ${names.REPLICA}`
      scribe.log('evaluator', startMs + REDIS_TIMEOUT_MS, 'ERROR', text, {}, trace)
      return { status: 503, durationMs: REDIS_TIMEOUT_MS }
    }
    const slow = this.store('evaluator', 'redis', 'GET rulesets', startMs, trace, 330)
    if (random.chance(0.6)) {
      const text = `ruleset of ${customer} not in redis (evicted), reading it from postgres`
      scribe.log('evaluator', startMs + slow.durationMs, 'WARN', text, {}, trace)
      return fromDatabase(slow.durationMs)
    }
    this.reads.push({ timeMs: startMs, isHit: true })
    return slow
  }

  /** What another service asks of the evaluator. */
  evaluated(from: string, name: string, startMs: number, parent: Trace, visit: Visit): Outcome {
    const { customer, plan, flag } = visit
    const attributes = { 'customer.name': customer, 'customer.plan': plan, 'feature_flag.key': flag }
    return this.through(from, { service: 'evaluator', name, startMs, parent, attributes }, (trace) => {
      const ownMs = this.random.logNormal(3, 0.3)
      const rules = this.#rules(startMs + 1 + ownMs, trace, customer)
      return { status: rules.status, durationMs: ownMs + rules.durationMs + 1 }
    })
  }

  /** A flag is evaluated for an app. */
  #evaluate(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { customer, flag, sdk, environment } = visit
    const done = this.evaluated('sdk-gateway', 'POST /v1/evaluate', startMs + 2, trace, visit)
    const durationMs = 2 + done.durationMs + this.random.logNormal(2, 0.2)
    const fields = { customer, flag, sdk, environment, took_ms: Math.round(durationMs) }
    const isFailed = done.status >= 500
    const text = isFailed ? 'evaluation failed, app gets the default: evaluator answered 503' : 'flag evaluated'
    const variant = isFailed ? {} : { variant: this.random.chance(0.38) ? 'on' : 'off' }
    this.scribe.log(
      'sdk-gateway',
      startMs + durationMs,
      isFailed ? 'ERROR' : 'INFO',
      text,
      { ...fields, ...variant },
      trace,
    )
    this.remember(isFailed ? 'failedTrace' : 'goodTrace', trace.traceId, startMs)
    return { status: done.status, durationMs }
  }

  /** A stream of changes is opened; it begins with all rules of the customer. */
  #stream(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { customer, plan, sdk } = visit
    const attributes = { 'customer.name': customer, 'customer.plan': plan, 'sdk.name': sdk }
    const step = { service: 'stream-hub', name: 'GET /v1/streams', startMs: startMs + 2, parent: trace, attributes }
    const opened = this.through('sdk-gateway', step, (inner) => {
      const atMs = startMs + 4 + random.logNormal(4, 0.3)
      const payload = this.evaluated('stream-hub', 'GET /v1/payload', atMs, inner, visit)
      const isLate = payload.durationMs > PAYLOAD_TIMEOUT_MS
      const durationMs = atMs - startMs - 3 + (isLate ? PAYLOAD_TIMEOUT_MS : payload.durationMs)
      const tell = (severity: Severity, text: string) =>
        scribe.log('stream-hub', startMs + 3 + durationMs, severity, text, {}, inner)
      if (isLate || payload.status >= 500) {
        tell('ERROR', `stream refused for ${customer} (${sdk}): no payload from evaluator in ${PAYLOAD_TIMEOUT_MS} ms`)
        this.remember('streamTrace', inner.traceId, startMs)
        return { status: 503, durationMs: durationMs + 1 }
      }
      tell('INFO', `stream opened for ${customer} (${sdk}) with ${random.integer(40, 320)} flags`)
      return { status: 200, durationMs: durationMs + 1 }
    })
    return { status: opened.status, durationMs: opened.durationMs + 3 }
  }

  /** What an SDK asks of the gateway. */
  #gate(name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { customer, sdk } = visit
    const refuse = (status: number, text: string) => {
      scribe.log('sdk-gateway', startMs + 1, 'WARN', text, { customer, sdk }, trace)
      return { status, durationMs: 1.4 }
    }
    if (random.chance(0.022)) return refuse(401, 'sdk key is not known')
    if (random.chance(0.018)) return refuse(429, 'rate limit of the plan is reached')
    if (name === 'POST /sdk/v2/evaluate') return this.#evaluate(startMs, trace, visit)
    return name === 'GET /sdk/v2/stream' ? this.#stream(startMs, trace, visit) : exposed(this, startMs, trace, visit)
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const visit = {
      ...random.pick(names.CUSTOMERS),
      ...{ sdk: random.pick(names.SDKS), flag: random.pick(names.FLAGS) },
      environment: random.pick(names.ENVIRONMENTS),
    }
    const [method = '', route = ''] = name.split(' ')
    const who = { 'customer.name': visit.customer, 'customer.plan': visit.plan }
    const app: Values = service === 'sdk-gateway' ? { 'sdk.name': visit.sdk } : {}
    const flag: Values = name === 'POST /sdk/v2/evaluate' ? { 'feature_flag.key': visit.flag } : {}
    const attributes = { 'http.request.method': method, 'http.route': route, ...who, ...app, ...flag }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service, name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (service === 'sdk-gateway') return this.#gate(name, startMs, trace, visit)
      return name === 'POST /v1/assignments'
        ? assigned(this, startMs, trace, visit)
        : visitDesk(this, name, startMs, trace, visit)
    })
  }

  #fillReplica(): void {
    const { random, scribe, uploadMs, onsetMs, endMs } = this
    const { customer, segment, keys } = names.BIG
    const stored = { upload: 'SEG-40917', customer, segment, keys }
    this.ids['bigUpload'] = 'SEG-40917'
    scribe.log('segment-service', uploadMs, 'INFO', 'segment stored', stored)
    const text = `segment ${segment} of ${customer} is copied to redis: ${keys} keys`
    scribe.log('evaluator', uploadMs + 4000, 'INFO', text)
    for (let atMs = uploadMs + 60_000; atMs < onsetMs; atMs += 38_000) {
      const used = `${(this.usedAt(atMs) / GIB).toFixed(2)} GiB of 4 GiB`
      scribe.log('evaluator', atMs, 'WARN', `redis replica ${names.REPLICA} grows: ${used}`)
    }
    const full = `redis replica ${names.REPLICA} is at maxmemory 4 GiB, evicting by allkeys-lru`
    scribe.log('evaluator', onsetMs, 'WARN', full)
    eachTick({ fromMs: onsetMs + 40_000, toMs: endMs, everyMs: 60_000 }, random, (timeMs) => {
      const gone = random.integer(41_000, 68_000)
      this.evicted.push({ timeMs, keys: gone })
      scribe.log('evaluator', timeMs, 'WARN', `redis evicted ${gone} keys in the last minute`)
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, restartMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2500, meanMs: 2450 }, random, (timeMs) => this.visit(timeMs))
    this.#fillReplica()
    runRelays(this)
    const started = 'Started experiment-api 12.7.0 (change EXP-882: confidence intervals on the results page)'
    scribe.log('experiment-api', releaseMs, 'INFO', started)
    scribe.log('webhook-sender', restartMs - 9000, 'WARN', 'SIGTERM received, draining for a planned restart')
    scribe.log('webhook-sender', restartMs, 'INFO', 'webhook-sender 2.9.1 started, 4 workers')
  }
}

export function flagship(endMs: number): World {
  const system = new Flagship(endMs)
  system.run()
  sendFlagshipMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, uploadMs: upload, darkMs: dark } = system
  const world = system.world({ name: 'flagship', services: SERVICES, marks: { onset, release, restart, upload, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ timeoutLine: bodyOf('i/o timeout'), evictedLine: bodyOf('redis evicted'), ruleLine: bodyOf('not in redis') },
    ...{ streamLine: bodyOf('stream refused'), hookLine: bodyOf('webhook refused') },
    ...{ exposureLine: bodyOf('exposure not attributed'), unevenLine: bodyOf('sample ratio') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
