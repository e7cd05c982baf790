/**
 * A translation agency's platform on Kubernetes: services in Go, Python and Java with HTTP, database and messaging spans
 * with kinds, lines of zap, structlog and Spring Boot, a runner of payouts with lines only; gauges and counters by
 * Prometheus' names. A customer's import of 1.9 million terms fills the Redis cache of `termbase` up to its limit, so
 * it refuses to keep what it looked up and lookups of terms fail, until the import is dropped: over at the end. A release
 * of `linguist-desk`, a restart of `mt-bridge`, declined jobs, refused files and busy engines are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import { springTraced } from './translation-formats.ts'
import { sendTranslationMetrics } from './translation-metrics.ts'
import { CUSTOMERS, FILES, FULL, PAIRS, REASONS, SERVICES, SETUPS, VISITS, type Visit } from './translation-names.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 75 * MINUTE_MS

class Translation extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly importMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silenceMs: number
  #serial = 48_210

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(41, 'translation'))
    this.releaseMs = endMs - 62 * MINUTE_MS + 24_000
    this.restartMs = endMs - 52 * MINUTE_MS + 41_000
    this.onsetMs = endMs - 41 * MINUTE_MS + 12_000
    this.importMs = this.onsetMs - 6 * MINUTE_MS
    this.silenceMs = endMs - 27 * MINUTE_MS + 35_000
    this.recoveryMs = endMs - 10 * MINUTE_MS + 18_000
    const setups = Object.entries(SETUPS).map(([name, [format, version]], index) => ({
      ...{ name, format, isSeveritySent: format !== springTraced, hasAttributes: format !== springTraced },
      version: (timeMs: number) => (name === 'linguist-desk' && timeMs >= this.releaseMs ? '5.4.0' : version),
      instance: (_traceId: string, timeMs: number) => this.#pod(name, timeMs),
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'lingua', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `worker-${(index % 4) + 1}` },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #pod(name: string, timeMs: number): string {
    if (name === 'linguist-desk') return `${name}-${timeMs < this.releaseMs ? '69bd5c4f7d-x2kqp' : '7c86f9b5d8-m7vrt'}`
    if (name === 'mt-bridge') return `${name}-58cc7d9f66-${timeMs < this.restartMs ? 'jw4hs' : 'q9zbn'}`
    return `${name}-6d5b8f7c94-l8tfc`
  }

  serial(prefix: string): string {
    return `${prefix}-${++this.#serial}`
  }

  /** Looks up terms: what is not in the cache comes from the database and has to be kept before it is answered. */
  terms(from: string, name: string, startMs: number, parent: Trace, { pair, customer }: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'lang.pair': pair, 'customer.name': customer }
    return this.through(from, { service: 'termbase', name, startMs, parent, attributes }, (trace) => {
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('termbase', startMs + afterMs, severity, text, {}, trace)
      const cached = this.store('termbase', 'redis', 'GET terms', startMs + 1, trace, 1.4)
      const cachedMs = cached.durationMs + 2
      if (random.chance(0.36)) return { status: 200, durationMs: cachedMs }
      const found = this.store('termbase', 'postgresql', 'SELECT entries', startMs + cachedMs, trace, 14)
      const foundMs = cachedMs + found.durationMs
      const redis = { 'db.system.name': 'redis', 'db.operation.name': 'SETEX', 'db.collection.name': 'terms' }
      const keep = {
        service: 'termbase',
        name: 'SETEX terms',
        startMs: startMs + foundMs,
        parent: trace,
        attributes: redis,
      }
      const status = startMs >= this.onsetMs && startMs < this.recoveryMs ? 500 : 200
      const kept = this.call(keep, 'client', () => ({ status, durationMs: random.logNormal(1.6, 0.3) }))
      const durationMs = foundMs + kept.durationMs + 1
      if (status === 500) {
        say(durationMs, 'ERROR', `term lookup failed for ${customer} ${pair}: RedisCommandExecutionException: ${FULL}`)
        return { status, durationMs }
      }
      if (random.chance(0.05)) say(durationMs, 'WARN', `no approved term in ${pair} for ${customer}, draft term used`)
      return { status, durationMs }
    })
  }

  translate(startMs: number, parent: Trace, pair: string): Outcome {
    const { random, scribe } = this
    const provider = random.chance(0.6) ? 'deepwave' : 'lingocore'
    const attributes = { 'mt.provider': provider, 'lang.pair': pair }
    const step = { service: 'mt-bridge', name: 'POST /translate', startMs, parent, attributes }
    return this.through('pretranslate', step, (trace) => {
      const durationMs = random.logNormal(provider === 'deepwave' ? 640 : 410, 0.35)
      if (random.chance(0.07)) {
        const busy = { provider, code: 429 }
        scribe.log('mt-bridge', startMs + 60, 'WARN', 'engine busy, retried on the second key', busy, trace)
      }
      const characters = random.integer(1800, 26_000)
      scribe.log('mt-bridge', startMs + durationMs, 'INFO', 'batch translated', { provider, characters, pair }, trace)
      return { status: 200, durationMs }
    })
  }

  /** A document's segments get their terms and a machine translation. */
  pretranslate(startMs: number, parent: Trace, document: string, visit: Visit): void {
    const { random, scribe } = this
    const { pair, customer } = visit
    const queue = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'documents.ready' }
    const sent = { service: 'project-api', name: 'documents.ready publish', startMs, parent, attributes: queue }
    this.call(sent, 'producer', (outer) => {
      const pickMs = startMs + random.logNormal(240, 0.5)
      const attributes = { ...queue, 'lang.pair': pair, 'customer.name': customer }
      const taken = {
        service: 'pretranslate',
        name: 'documents.ready process',
        startMs: pickMs,
        parent: outer,
        attributes,
      }
      this.serve(taken, 'consumer', (trace) => {
        const looked = this.terms('pretranslate', 'GET /terms', pickMs + 5, trace, visit)
        const lookedMs = looked.durationMs + 8
        const fields = { document, pair, customer }
        if (looked.status >= 500) {
          const parked = { ...fields, reason: 'termbase answered 500' }
          scribe.log(
            'pretranslate',
            pickMs + lookedMs,
            'ERROR',
            'pre-translation failed, document parked',
            parked,
            trace,
          )
          this.remember('parkedDocument', document, pickMs)
          this.remember('parkedTrace', trace.traceId, pickMs)
          return { status: 500, durationMs: lookedMs }
        }
        const translated = this.translate(pickMs + lookedMs, trace, pair)
        const durationMs = lookedMs + translated.durationMs + random.logNormal(35, 0.3)
        const segments = random.integer(12, 640)
        scribe.log(
          'pretranslate',
          pickMs + durationMs,
          'INFO',
          'pre-translation finished',
          { ...fields, segments },
          trace,
        )
        this.remember('finishedDocument', document, pickMs)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  upload(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { pair, customer, project } = visit
    const attributes = { 'lang.pair': pair, 'customer.name': customer }
    const step = { service: 'project-api', name: 'POST /projects', startMs, parent, attributes }
    return this.through('portal-gateway', step, (trace) => {
      const type = random.pick(FILES)
      const document = this.serial('DOC')
      const file = { service: 'file-intake', name: 'POST /documents', startMs: startMs + 3, parent: trace }
      const put = this.through('project-api', { ...file, attributes: { 'file.type': type } }, (inner) => {
        const durationMs = random.logNormal(type === 'pdf' ? 310 : 130, 0.4)
        const say = (severity: Severity, text: string, fields: Values) =>
          scribe.log('file-intake', startMs + durationMs, severity, text, { document, type, ...fields }, inner)
        const status = random.chance(0.05) ? 415 : random.chance(0.03) ? 413 : 201
        if (status === 415) say('WARN', 'file refused: no text layer', { customer })
        else if (status === 413) say('WARN', 'file refused: larger than 200 MB', { customer })
        else say('INFO', 'document stored', { customer, words: random.integer(120, 14_000) })
        return { status, durationMs }
      })
      const putMs = put.durationMs + 5
      if (put.status !== 201) return { status: put.status, durationMs: putMs }
      const saved = this.store('project-api', 'postgresql', 'INSERT projects', startMs + putMs, trace, 8)
      const durationMs = putMs + saved.durationMs
      scribe.log(
        'project-api',
        startMs + durationMs,
        'INFO',
        `project ${project} created for ${customer}, ${pair}`,
        {},
        trace,
      )
      this.remember('createdProject', project, startMs)
      this.pretranslate(startMs + durationMs, trace, document, visit)
      return { status: 201, durationMs }
    })
  }

  /** Jobs of translators: offered, accepted, declined. */
  job(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const [method, name] = visit.route === '/api/jobs' ? ['GET', '/jobs'] : ['POST', visit.route.slice(4)]
    const step = { service: 'linguist-desk', name: `${method} ${name}`, startMs, parent }
    return this.through('portal-gateway', { ...step, attributes: { 'lang.pair': visit.pair } }, (trace) => {
      const found = this.store('linguist-desk', 'postgresql', 'SELECT jobs', startMs + 1, trace, 12)
      const durationMs = found.durationMs + random.logNormal(startMs < this.releaseMs ? 31 : 19, 0.3)
      const say = (severity: Severity, text: string) =>
        scribe.log('linguist-desk', startMs + durationMs, severity, text, {}, trace)
      const job = this.serial('JOB')
      const translator = `L-${random.integer(310, 690)}`
      if (name === '/jobs/{id}/decline') say('INFO', `job ${job} declined by ${translator}: ${random.pick(REASONS)}`)
      if (name !== '/jobs/{id}/accept') return { status: 200, durationMs }
      if (random.chance(0.09)) {
        say('WARN', `job ${job} is already taken`)
        return { status: 409, durationMs }
      }
      say('INFO', `job ${job} accepted by ${translator}, ${visit.pair}`)
      this.remember('acceptedJob', job, startMs)
      return { status: 200, durationMs }
    })
  }

  review(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const attributes = { 'lang.pair': visit.pair, 'customer.name': visit.customer }
    const step = { service: 'linguist-desk', name: 'POST /reviews', startMs, parent, attributes }
    return this.through('portal-gateway', step, (trace) => {
      const review = this.serial('RV')
      const checked = this.terms('linguist-desk', 'POST /terms/check', startMs + 4, trace, visit)
      const checkedMs = checked.durationMs + 6
      const say = (afterMs: number, severity: Severity, text: string) =>
        scribe.log('linguist-desk', startMs + afterMs, severity, text, {}, trace)
      if (checked.status >= 500) {
        say(checkedMs, 'ERROR', `review ${review} not saved: term check answered 500`)
        this.remember('failedReview', review, startMs)
        return { status: 502, durationMs: checkedMs }
      }
      const saved = this.store('linguist-desk', 'postgresql', 'INSERT reviews', startMs + checkedMs, trace, 9)
      const durationMs = checkedMs + saved.durationMs
      if (random.chance(0.21)) say(durationMs, 'WARN', `review ${review} sent back to the translator: wrong terms`)
      else {
        say(durationMs, 'INFO', `review ${review} approved`)
        this.remember('approvedReview', review, startMs)
        this.deliver(startMs + durationMs, trace, visit)
      }
      return { status: 201, durationMs }
    })
  }

  deliver(startMs: number, parent: Trace, { customer, pair }: Visit): void {
    const { random, scribe } = this
    const queue = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'reviews.approved' }
    const sent = { service: 'linguist-desk', name: 'reviews.approved publish', startMs, parent, attributes: queue }
    this.call(sent, 'producer', (outer) => {
      const pickMs = startMs + random.logNormal(180, 0.4)
      const attributes = { ...queue, 'customer.name': customer, 'lang.pair': pair }
      const taken = { service: 'delivery-packer', name: 'reviews.approved process', startMs: pickMs, parent: outer }
      this.serve({ ...taken, attributes }, 'consumer', (trace) => {
        const packedMs = random.logNormal(420, 0.4)
        const fields = {
          delivery: this.serial('DL'),
          customer,
          channel: random.pick(['portal', 'portal', 'sftp', 'mail']),
        }
        if (random.chance(0.05)) {
          const hook = { customer, code: 404 }
          scribe.log('delivery-packer', pickMs + packedMs, 'WARN', 'webhook of the customer not found', hook, trace)
        }
        const billed = this.invoice(pickMs + packedMs, trace, customer)
        const durationMs = packedMs + billed.durationMs + 3
        scribe.log('delivery-packer', pickMs + durationMs, 'INFO', 'delivery sent', fields, trace)
        this.remember('sentDelivery', fields.delivery, pickMs)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  invoice(startMs: number, parent: Trace, customer: string): Outcome {
    const { random, scribe } = this
    const attributes = { 'customer.name': customer }
    const step = { service: 'billing-ledger', name: 'POST /invoices', startMs, parent, attributes }
    return this.through('delivery-packer', step, (trace) => {
      const saved = this.store('billing-ledger', 'postgresql', 'INSERT invoices', startMs + 2, trace, 11)
      const durationMs = saved.durationMs + random.logNormal(22, 0.3)
      const euros = random.integer(45, 1900)
      const text = `invoice ${this.serial('INV')} over ${euros} EUR issued to ${customer}`
      scribe.log('billing-ledger', startMs + durationMs, 'INFO', text, {}, trace)
      return { status: 201, durationMs }
    })
  }

  /** What only reads: a project, the invoices of a customer. */
  read(service: string, name: string, table: string, startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    return this.through('portal-gateway', { service, name, startMs, parent }, (trace) => {
      const found = this.store(service, 'postgresql', `SELECT ${table}`, startMs + 1, trace, 10)
      const durationMs = found.durationMs + random.logNormal(12, 0.3)
      if (service !== 'project-api' || !random.chance(0.06)) return { status: 200, durationMs }
      if (random.chance(0.5)) {
        scribe.log(service, startMs + durationMs, 'WARN', 'quote has expired, prices are computed again', {}, trace)
        return { status: 200, durationMs }
      }
      return { status: 404, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    switch (visit.route) {
      case '/api/projects':
        return this.upload(startMs, trace, visit)
      case '/api/projects/{id}':
        return this.read('project-api', 'GET /projects/{id}', 'projects', startMs, trace)
      case '/api/invoices':
        return this.read('billing-ledger', 'GET /invoices', 'invoices', startMs, trace)
      case '/api/terms':
        return this.terms('portal-gateway', 'GET /terms', startMs, trace, visit)
      case '/api/reviews':
        return this.review(startMs, trace, visit)
      default:
        return this.job(startMs, trace, visit)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const customer = random.pick(CUSTOMERS)
    const visit = { route, customer, pair: random.pick(PAIRS), project: this.serial('TR') }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'customer.name': customer },
      ...{ 'lang.pair': visit.pair, 'user.id': `u-${random.integer(1200, 1790)}` },
    }
    const step = { service: 'portal-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const isStale = random.chance(0.02)
      const inner = isStale ? { status: 401, durationMs: 1 } : this.inner(visit, startMs + 2, trace)
      const status = inner.status >= 500 ? 502 : inner.status
      const durationMs = inner.durationMs + random.logNormal(3, 0.3)
      const fields = { method, path: route, status, latency_ms: Math.round(durationMs), customer }
      const atMs = startMs + durationMs
      if (isStale) scribe.log('portal-gateway', atMs, 'WARN', 'token has expired', fields, trace)
      else if (status === 502) {
        scribe.log('portal-gateway', atMs, 'ERROR', 'bad answer from upstream', fields, trace)
        this.remember('failedTrace', root.traceId, startMs)
      } else scribe.log('portal-gateway', atMs, 'INFO', 'request completed', fields, trace)
      return { status, durationMs }
    })
  }

  /** Translators are paid by a runner that writes lines only. */
  payout(timeMs: number): void {
    const { random, scribe } = this
    const fields = {
      payout: this.serial('PO'),
      translator: `L-${random.integer(310, 690)}`,
      euros: random.integer(18, 940),
    }
    if (random.chance(0.08)) scribe.log('payout-runner', timeMs, 'WARN', 'payout held: bank account missing', fields)
    else scribe.log('payout-runner', timeMs, 'INFO', 'payout sent', fields)
  }

  background(): void {
    const { random, scribe, startMs, endMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2000, meanMs: 1350 }, random, (timeMs) => this.request(timeMs))
    const paying = { fromMs: startMs, toMs: this.silenceMs, meanMs: 9000 }
    eachArrival(paying, random, (timeMs) => this.payout(timeMs))
    eachTick({ fromMs: startMs + 50_000, toMs: endMs - 20_000, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
      const text = `reminder run finished: ${random.integer(2, 19)} deadlines are near`
      scribe.log('project-api', timeMs, 'INFO', text)
    })
    const imported = 'term base import IM-77 of medilux'
    scribe.log('termbase', this.importMs, 'INFO', `${imported} started: 1912044 entries`)
    scribe.log('termbase', this.importMs + 3 * MINUTE_MS, 'INFO', `${imported}: 950000 entries cached`)
    scribe.log('termbase', this.onsetMs - 800, 'WARN', `${imported} stopped: cache is at its limit of 4 GB`)
    scribe.log('termbase', this.recoveryMs, 'INFO', `${imported} dropped by an operator, 1840312 keys removed`)
    scribe.log('linguist-desk', this.releaseMs, 'INFO', 'Started LinguistDeskApplication 5.4.0 in 6.1 seconds')
    scribe.log('mt-bridge', this.restartMs - 4000, 'WARN', 'SIGTERM received, node worker-1 is drained')
    scribe.log('mt-bridge', this.restartMs, 'INFO', 'mt-bridge started', { workers: 4 })
    scribe.log('file-intake', startMs + 17 * MINUTE_MS, 'INFO', 'virus signatures updated', { revision: 27_611 })
  }
}

export function translation(endMs: number): World {
  const system = new Translation(endMs)
  system.background()
  sendTranslationMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence, recoveryMs: recovery } = system
  const marks = { onset, release, restart, silence, recovery, import: system.importMs }
  const world = system.world({ name: 'translation', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names = {
    ...{ ...world.names, fullLine: bodyOf('OOM command'), parkedLine: bodyOf('document parked') },
    ...{ backLine: bodyOf('sent back'), busyLine: bodyOf('engine busy') },
  }
  return { ...world, names }
}
