/**
 * An auction house online on hosts of a platform without Kubernetes: a shop front of Rails, a catalogue and payments in
 * Kotlin with spans with kinds, bids and notices in Elixir with spans without kinds, and jobs of Sidekiq, a socket and a
 * script with lines only. One of two replicas of the lots' database falls behind, so `bid_engine` places no bids on lots
 * that it reads there, still so at the end. A release that makes `lot-catalog` a little slower, a restart of
 * `closing-worker`, low bids, ended lots, declined cards and reserves that are not met are harmless; `fx_rates` has gone
 * silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { elixirLine, logbackLine, logstashJson, rubyLine, sidekiqLine } from './auction-formats.ts'
import { sendAuctionMetrics } from './auction-metrics.ts'
import { pythonLine } from './formats.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 104 * MINUTE_MS
const FORMATS = {
  storefront: rubyLine,
  'lot-catalog': logstashJson,
  bid_engine: elixirLine,
  payments: logbackLine,
  outbid_notifier: elixirLine,
  'closing-worker': sidekiqLine,
  live_socket: elixirLine,
  fx_rates: pythonLine,
}
const SERVICES = Object.keys(FORMATS)
/** Services whose spans have no kinds and no status, and the code under an older key. */
const WITHOUT_KINDS = new Set(['bid_engine', 'outbid_notifier'])
const WITH_SEVERITY = new Set(['storefront', 'lot-catalog', 'bid_engine', 'outbid_notifier'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ storefront: '2026.11.4', bid_engine: '0.44.2', payments: '8.1.0', outbid_notifier: '0.19.3' },
  ...{ 'closing-worker': '2026.11.4', live_socket: '0.31.0', fx_rates: '1.6.2' },
}
const PLATFORMS = ['web', 'web', 'web', 'ios', 'ios', 'android'] as const
const CATEGORIES = ['watches', 'watches', 'art', 'art', 'wine', 'cars', 'furniture'] as const
const COUNTRIES = ['DE', 'DE', 'FR', 'GB', 'GB', 'US', 'NL'] as const
const METHODS = ['card', 'card', 'card', 'wallet', 'bank_transfer'] as const

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/lots', 'LotsController#index', 30],
  ['GET', '/lots/:id', 'LotsController#show', 58],
  ['POST', '/lots/:id/bids', 'BidsController#create', 82],
  ['PUT', '/watchlist/:id', 'WatchlistController#update', 93],
  ['POST', '/invoices/:id/payment', 'PaymentsController#create', 100],
] as const

interface Step {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

class Auction extends SimulatedSystem {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #bid = 3_204_100
  #charge = 77_410

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(251, 'auction'))
    this.releaseMs = endMs - 81 * MINUTE_MS + 14_000
    this.restartMs = endMs - 61 * MINUTE_MS + 40_000
    this.onsetMs = endMs - 36 * MINUTE_MS + 12_000
    this.silenceMs = endMs - 27 * MINUTE_MS + 35_000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: WITH_SEVERITY.has(name), hasAttributes: name === 'lot-catalog' },
      version: (timeMs: number) =>
        name === 'lot-catalog' ? (timeMs < this.releaseMs ? '3.8.1' : '3.9.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string) => `${name}.${name === 'storefront' && traceId < '8' ? 2 : 1}`,
      resource: (instance: string) => ({
        ...{ 'service.namespace': 'auction-house', 'host.name': `fsn-${instance.replaceAll(/[._]/g, '-')}` },
        'cloud.region': 'eu-central',
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isLate(timeMs: number): boolean {
    return timeMs >= this.onsetMs
  }

  /** How many seconds the second replica is behind the primary. */
  lagS(timeMs: number): number {
    return this.isLate(timeMs) ? 8 + Math.min(130, Math.round((timeMs - this.onsetMs) / 9000)) : 0
  }

  write(step: Step, kind: SpanRow['kind'], trace: Trace, { status, durationMs }: Outcome, attributes: Values): void {
    const isFailed = status >= 500
    const hasKinds = !WITHOUT_KINDS.has(step.service)
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, isFailed },
      ...{ startMs: step.startMs, durationMs: roundMs(durationMs), kind: hasKinds ? kind : 'unspecified' },
      ...{ isEntry: kind === 'server' || kind === 'consumer', isError: hasKinds ? isFailed : null },
      attributes: { ...attributes, ...step.attributes },
    })
  }

  serve(step: Step, kind: 'server' | 'consumer', work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const key = WITHOUT_KINDS.has(step.service) ? 'http.status_code' : 'http.response.status_code'
    this.write(step, kind, trace, done, kind === 'server' ? { [key]: done.status } : {})
    return done
  }

  call(step: Step, kind: 'client' | 'producer', work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const inner = work(trace)
    const done = { status: inner.status, durationMs: inner.durationMs + 1 }
    this.write(step, kind, trace, done, {})
    return done
  }

  /** A call of the shop front to a service behind it. */
  behind(to: Step, method: string, work: (trace: Trace) => Outcome): Outcome {
    const attributes = { 'http.request.method': method, 'server.address': to.service }
    const out = { service: 'storefront', name: `HTTP ${method}`, startMs: to.startMs, parent: to.parent, attributes }
    return this.call(out, 'client', (trace) =>
      this.serve({ ...to, startMs: to.startMs + 1, parent: trace }, 'server', work),
    )
  }

  store(service: string, system: string, operation: string, startMs: number, parent: Trace, medianMs: number): Outcome {
    const [command = '', target = ''] = operation.split(' ')
    const attributes = { 'db.system.name': system, 'db.operation.name': command, 'db.collection.name': target }
    const step = { service, name: operation, startMs, parent, attributes }
    return this.call(step, 'client', () => ({ status: 200, durationMs: this.random.logNormal(medianMs, 0.35) }))
  }

  bid(startMs: number, parent: Trace, category: string): Outcome {
    const { random, scribe } = this
    const id = `BID-${++this.#bid}`
    const lot = `LOT-${random.integer(61_000, 61_900)}`
    const replica = random.chance(0.6) ? 'lots-replica-2' : 'lots-replica-1'
    const kind = random.pick(['manual', 'manual', 'proxy'])
    const attributes = { 'lot.category': category, 'bid.kind': kind, 'db.replica': replica, 'http.route': '/api/bids' }
    const step = { service: 'bid_engine', name: 'BidController.create', startMs, parent, attributes }
    return this.behind(step, 'POST', (trace) => {
      const read = this.store('bid_engine', 'postgresql', 'SELECT lots', startMs + 2, trace, 6)
      const readMs = startMs + read.durationMs + 2
      if (replica === 'lots-replica-2' && this.isLate(startMs)) {
        const text = `${id} on ${lot} not placed: lots-replica-2 is ${this.lagS(startMs)} s behind, 5 s are allowed`
        scribe.log('bid_engine', readMs + 1, 'ERROR', text, {}, trace)
        this.remember('lostBid', id, startMs)
        return { status: 503, durationMs: read.durationMs + 4 }
      }
      if (random.chance(0.13)) {
        const low = `${id} on ${lot} refused: below the minimum`
        scribe.log('bid_engine', readMs + 1, 'INFO', low, {}, trace)
        this.remember('lowBid', id, startMs)
        return { status: 422, durationMs: read.durationMs + 4 }
      }
      if (random.chance(0.05)) {
        scribe.log('bid_engine', readMs + 1, 'INFO', `${id} on ${lot} refused: the lot has ended`, {}, trace)
        return { status: 409, durationMs: read.durationMs + 4 }
      }
      const saved = this.store('bid_engine', 'postgresql', 'INSERT bids', readMs, trace, 13)
      const savedMs = readMs + saved.durationMs
      const amount = 10 * random.integer(3, 420)
      scribe.log('bid_engine', savedMs, 'INFO', `${id} of ${amount} EUR on ${lot} accepted`, {}, trace)
      this.remember('acceptedBid', id, startMs)
      this.remember('acceptedTrace', parent.traceId, startMs)
      this.tell(savedMs + 1, trace, id)
      return { status: 201, durationMs: read.durationMs + saved.durationMs + 8 }
    })
  }

  /** Tells those who were outbid, over RabbitMQ. */
  tell(startMs: number, parent: Trace, bid: string): void {
    const { random, scribe } = this
    const attributes = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'bids.accepted' }
    const out = { service: 'bid_engine', name: 'bids.accepted publish', startMs, parent, attributes }
    this.call(out, 'producer', (trace) => {
      const takenMs = startMs + random.logNormal(45, 0.4)
      const step = { service: 'outbid_notifier', name: 'bids.accepted process', startMs: takenMs, parent: trace }
      this.serve({ ...step, attributes }, 'consumer', (inner) => {
        const durationMs = random.logNormal(180, 0.45)
        if (random.chance(0.05)) {
          scribe.log('outbid_notifier', takenMs + durationMs, 'WARN', `notice for ${bid}: mailbox is full`, {}, inner)
        } else {
          const text = `notice for ${bid} sent to ${random.integer(1, 9)} bidders`
          scribe.log('outbid_notifier', takenMs + durationMs, 'INFO', text, {}, inner)
        }
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: 2 }
    })
  }

  lots(startMs: number, parent: Trace, route: string, category: string): Outcome {
    const { random, scribe } = this
    const isList = route === '/lots'
    const attributes = { 'lot.category': category, 'http.route': isList ? '/search' : '/lots/{id}' }
    const step = {
      service: 'lot-catalog',
      name: isList ? 'GET /search' : 'GET /lots/{id}',
      startMs,
      parent,
      attributes,
    }
    return this.behind(step, 'GET', (trace) => {
      const isNew = startMs >= this.releaseMs
      const medianMs = isList ? (isNew ? 58 : 44) : 9
      const found = this.store(
        'lot-catalog',
        isList ? 'opensearch' : 'postgresql',
        'SELECT lots',
        startMs + 1,
        trace,
        medianMs,
      )
      const foundMs = startMs + found.durationMs
      if (isList) {
        const hits = random.chance(0.06) ? 0 : random.integer(1, 240)
        const text = hits === 0 ? 'search without hits' : 'search done'
        const fields = { category, hits, took_ms: Math.round(found.durationMs) }
        if (hits === 0 || random.chance(0.5)) scribe.log('lot-catalog', foundMs, 'INFO', text, fields, trace)
      } else if (random.chance(0.035)) {
        scribe.log('lot-catalog', foundMs, 'WARN', 'lot has no pictures', { category }, trace)
      } else if (random.chance(0.03)) {
        return { status: 404, durationMs: found.durationMs + 2 }
      }
      return { status: 200, durationMs: found.durationMs + random.logNormal(5, 0.3) }
    })
  }

  pay(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const id = `CH-${++this.#charge}`
    const method = random.pick(METHODS)
    const attributes = { 'payment.method': method, 'http.route': '/charges' }
    const step = { service: 'payments', name: 'POST /charges', startMs, parent, attributes }
    return this.behind(step, 'POST', (trace) => {
      const amount = `${random.integer(30, 2900)}.${random.integer(10, 99)}`
      const out = { service: 'payments', name: 'POST', startMs: startMs + 3, parent: trace }
      const acquirer = { 'http.request.method': 'POST', 'server.address': 'api.acquirer.example' }
      const asked = this.call({ ...out, attributes: acquirer }, 'client', () => ({
        ...{ status: 200, durationMs: random.logNormal(390, 0.35) },
      }))
      const doneMs = startMs + asked.durationMs + 4
      if (random.chance(0.1)) {
        const reason = random.pick(['insufficient funds', 'insufficient funds', 'card expired', 'suspected fraud'])
        scribe.log('payments', doneMs, 'WARN', `charge ${id} of ${amount} EUR declined: ${reason}`, {}, trace)
        this.remember('declinedCharge', id, startMs)
        return { status: 402, durationMs: asked.durationMs + 6 }
      }
      const saved = this.store('payments', 'mysql', 'INSERT charges', doneMs, trace, 7)
      scribe.log(
        'payments',
        doneMs + saved.durationMs,
        'INFO',
        `charge ${id} of ${amount} EUR captured by ${method}`,
        {},
        trace,
      )
      this.remember('capturedCharge', id, startMs)
      return { status: 201, durationMs: asked.durationMs + saved.durationMs + 7 }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route, action] = VISITS.find(([, , , upTo]) => ticket <= upTo) ?? VISITS[0]
    const category = random.pick(CATEGORIES)
    const user = `u${random.integer(20_100, 22_400)}`
    const platform = random.pick(PLATFORMS)
    const who = { 'user.id': user, 'user.country': random.pick(COUNTRIES), 'app.platform': platform }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'storefront', name: action, startMs, parent: root, attributes }, 'server', (trace) => {
      const done = this.inner(route, startMs + 2, trace, category)
      const durationMs = done.durationMs + random.logNormal(11, 0.4)
      const path = route.replace(':id', String(random.integer(1000, 9999)))
      const text = `method=${method} path=${path} action=${action} status=${done.status} duration=${durationMs.toFixed(2)}`
      const severity = done.status >= 500 ? 'ERROR' : 'INFO'
      if (done.status >= 500) this.remember('failedTrace', root.traceId, startMs)
      scribe.log('storefront', startMs + durationMs, severity, `${text} user=${user}`, {}, trace)
      return { status: done.status, durationMs }
    })
  }

  inner(route: string, startMs: number, trace: Trace, category: string): Outcome {
    switch (route) {
      case '/lots/:id/bids':
        return this.bid(startMs, trace, category)
      case '/watchlist/:id':
        return { ...this.store('storefront', 'redis', 'SADD watchlist', startMs, trace, 1.4), status: 204 }
      case '/invoices/:id/payment':
        return this.pay(startMs, trace)
      default:
        return this.lots(startMs, trace, route, category)
    }
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2500 }
    eachArrival({ ...range, meanMs: 760 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 19_000 }, random, (timeMs) => {
      const lot = `LOT-${random.integer(60_100, 60_990)}`
      const text = random.chance(0.18)
        ? `${lot} unsold, reserve not met`
        : `${lot} sold for ${10 * random.integer(6, 900)} EUR`
      scribe.log('closing-worker', timeMs, 'INFO', text, { class: 'CloseLotJob' })
    })
    eachArrival({ ...range, meanMs: 5200 }, random, (timeMs) => {
      const text = random.chance(0.55) ? 'viewer joined' : 'viewer left'
      scribe.log('live_socket', timeMs, 'INFO', `${text} lot:${random.integer(61_000, 61_900)}`)
    })
    for (let timeMs = this.startMs + 21_000; timeMs <= this.silenceMs; timeMs += MINUTE_MS) {
      const late = `rate of ${random.pick(['TRY', 'BRL', 'ZAR'])} is older than 10 min`
      if (random.chance(0.12)) scribe.log('fx_rates', timeMs, 'WARN', late)
      else scribe.log('fx_rates', timeMs, 'INFO', `rates updated: ${random.integer(28, 31)} currencies`)
    }
    scribe.log('fx_rates', this.silenceMs, 'INFO', 'rates updated: 30 currencies')
    scribe.log('lot-catalog', this.releaseMs, 'INFO', 'lot-catalog 3.9.0 started, responding at http://0.0.0.0:8080')
    scribe.log('closing-worker', this.restartMs, 'INFO', 'Received TERM, shutting down', { class: 'Sidekiq' })
    scribe.log('closing-worker', this.restartMs + 9000, 'INFO', 'Booted Rails 8.0.3 application', { class: 'Sidekiq' })
    for (let timeMs = this.onsetMs + 400; timeMs < range.toMs; timeMs += 2 * MINUTE_MS) {
      const why = 'replay waits for a query of reporting'
      scribe.log('bid_engine', timeMs, 'WARN', `lots-replica-2 is ${this.lagS(timeMs)} s behind the primary, ${why}`)
    }
  }
}

export function auction(endMs: number): World {
  const system = new Auction(endMs)
  system.background()
  sendAuctionMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'auction', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    lateLine: bodyOf('not placed'),
    declinedLine: bodyOf('declined'),
    fullLine: bodyOf('mailbox is full'),
  }
  return { ...world, names: { ...world.names, ...lines, failedLine: bodyOf('status=503') } }
}
