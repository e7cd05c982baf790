/**
 * A retail stock-trading app on virtual machines and two containers, told by semantic conventions: HTTP and database
 * spans with kinds of six services, a consumer of Kafka; a feed of quotes and a nightly batch with lines only. The FIX
 * gateway has read an old store of sequence numbers, so one of three venues refuses its logon and takes neither orders nor
 * cancellations, still so at the end. A release that makes `portfolio-api` a little slower, a restart of `cash-ledger`,
 * missing buying power, wrong PINs, withdrawals over a limit, orders that are filled already and stale quotes are
 * harmless; `eod-settle` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { bracketText, houseLogfmt, jobText, logbackJson, zerologJson } from './brokerage-formats.ts'
import { sendBrokerageMetrics } from './brokerage-metrics.ts'
import {
  ACK_MS,
  HOSTS,
  ORDER_TYPES,
  PLATFORMS,
  SHARES,
  SIDES,
  TIERS,
  TOO_LOW,
  TOPIC,
  VERSIONS,
  VISITS,
  type Visit,
} from './brokerage-names.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, eachTick, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 70 * MINUTE_MS
const RESTART_MS = 14_000
const FORMATS = {
  'trade-gate': zerologJson,
  'order-desk': logbackJson,
  'risk-check': houseLogfmt,
  'portfolio-api': logbackJson,
  'fix-gateway': bracketText,
  'cash-ledger': houseLogfmt,
  'trade-notifier': zerologJson,
  'quote-feed': bracketText,
  'eod-settle': jobText,
}
const SERVICES = Object.keys(FORMATS)
const LINES_IN_TEXT = ['fix-gateway', 'quote-feed', 'eod-settle']
const CONTAINERS = ['portfolio-api', 'trade-notifier']
class Brokerage extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly silenceMs: number
  #order = 771_300
  #booking = 52_040

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(131, 'brokerage'))
    this.releaseMs = endMs - 52 * MINUTE_MS + 9000
    this.restartMs = endMs - 41 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 26 * MINUTE_MS + 23_000
    this.silenceMs = endMs - 18 * MINUTE_MS - 12_000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: !LINES_IN_TEXT.includes(name), hasAttributes: !LINES_IN_TEXT.includes(name) },
      version: (timeMs: number) =>
        name === 'portfolio-api' ? (timeMs < this.releaseMs ? '3.14.2' : '3.15.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (traceId: string) => {
        const hosts = HOSTS[name] ?? []
        return hosts[Number.parseInt(traceId.slice(0, 2) || '0', 16) % hosts.length] ?? name
      },
      resource: (instance: string): Values =>
        CONTAINERS.includes(name)
          ? { 'host.name': 'fra-docker-1', 'container.name': instance, 'deployment.environment.name': 'prod' }
          : { 'host.name': instance, 'os.type': 'linux', 'deployment.environment.name': 'prod' },
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  isSessionLost(venue: string, timeMs: number): boolean {
    return venue === 'NORDX' && timeMs >= this.onsetMs
  }

  /** May this client buy or sell that? */
  check(startMs: number, parent: Trace, visit: Visit, amount: number): Outcome {
    const { random, scribe } = this
    const { order, symbol, side } = visit
    const attributes = { 'order.side': side, 'instrument.symbol': symbol }
    const step = { service: 'risk-check', name: 'POST /checks', startMs, parent, attributes }
    return this.through('order-desk', step, (trace) => {
      const read = this.store('risk-check', 'redis', 'HGETALL limits', startMs + 1, trace, 1.4)
      const durationMs = read.durationMs + random.logNormal(7, 0.3)
      const fields = { order, symbol, side, amount }
      const say = (severity: Severity, text: string) =>
        scribe.log('risk-check', startMs + durationMs, severity, text, fields, trace)
      if (side === 'buy' && random.chance(0.1)) {
        say('WARN', 'rejected: not enough buying power')
        this.remember('refusedOrder', order, startMs)
        return { status: 422, durationMs }
      }
      if (visit.type === 'limit' && random.chance(0.05)) {
        say('WARN', 'rejected: limit price outside of the band')
        return { status: 422, durationMs }
      }
      say('INFO', 'check passed')
      return { status: 200, durationMs }
    })
  }

  /** Sends an order or its cancellation to the venue, over the session that is kept with it. */
  route(startMs: number, parent: Trace, visit: Visit, quantity: number | null): Outcome {
    const { random, scribe } = this
    const { order, symbol, venue, price } = visit
    const name = quantity === null ? 'DELETE /venue-orders/{id}' : 'POST /venue-orders'
    const attributes = { 'order.venue': venue, 'instrument.symbol': symbol }
    const step = { service: 'fix-gateway', name, startMs, parent, attributes }
    return this.through('order-desk', step, (trace) => {
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('fix-gateway', timeMs, severity, text, {}, trace)
      if (this.isSessionLost(venue, startMs)) {
        const durationMs = random.logNormal(5, 0.3)
        const what = quantity === null ? `cancel of ${order}` : `order ${order}`
        say(startMs + durationMs, 'ERROR', `${what} not sent: session ${venue} is not logged on`)
        return { status: 503, durationMs }
      }
      const durationMs = random.logNormal(ACK_MS[venue] ?? 50, 0.35)
      if (quantity === null && random.chance(0.14)) {
        say(startMs + durationMs, 'WARN', `cancel of ${order} refused by ${venue}: already filled`)
        return { status: 409, durationMs }
      }
      const done =
        quantity === null ? `order ${order} cancelled at ${venue}` : `order ${order} acknowledged by ${venue}`
      say(startMs + durationMs, 'INFO', done)
      if (quantity === null) this.tell(startMs + durationMs, trace, 'cancelled', visit)
      else if (random.chance(0.8)) {
        const filledMs = startMs + durationMs + random.logNormal(1300, 0.7)
        if (this.isSessionLost(venue, filledMs)) return { status: 201, durationMs }
        const paid = (price * (0.99 + 0.02 * random.next())).toFixed(2)
        say(filledMs, 'INFO', `order ${order} filled: ${quantity} ${symbol} at ${paid}`)
        this.remember('filledOrder', order, filledMs)
        this.tell(filledMs, trace, 'filled', visit)
      }
      return { status: quantity === null ? 200 : 201, durationMs }
    })
  }

  /** What became of an order is told to the client's phone. */
  tell(startMs: number, parent: Trace, event: string, visit: Visit): void {
    const { random, scribe } = this
    const { order } = visit
    const step = { service: 'fix-gateway', name: 'order.events publish', startMs, parent, attributes: TOPIC }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(70, 0.5)
      const attributes = { ...TOPIC, 'order.event': event }
      const taken = {
        service: 'trade-notifier',
        name: 'order.events process',
        startMs: pickMs,
        parent: trace,
        attributes,
      }
      this.serve(taken, 'consumer', (inner) => {
        const durationMs = random.logNormal(88, 0.4)
        const isDead = random.chance(0.05)
        const text = isDead ? 'device token is gone, mail sent instead' : 'confirmation pushed'
        scribe.log('trade-notifier', pickMs + durationMs, isDead ? 'WARN' : 'INFO', text, { order, event }, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
  }

  place(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { order, symbol, venue, side, type } = visit
    const quantity = random.integer(1, 40)
    const amount = Math.round(quantity * visit.price)
    const attributes = { 'order.side': side, 'order.type': type, 'order.venue': venue, 'instrument.symbol': symbol }
    const step = { service: 'order-desk', name: 'POST /orders', startMs, parent, attributes }
    return this.through('trade-gate', step, (trace) => {
      const fields = { order, symbol, venue, side, type, amount }
      const say = (timeMs: number, severity: Severity, text: string) =>
        scribe.log('order-desk', timeMs, severity, text, fields, trace)
      const checked = this.check(startMs + 3, trace, visit, amount)
      const checkedMs = checked.durationMs + 4
      if (checked.status === 422) {
        say(startMs + checkedMs, 'WARN', 'order refused by risk check')
        return { status: 422, durationMs: checkedMs }
      }
      const saved = this.store('order-desk', 'postgresql', 'INSERT orders', startMs + checkedMs, trace, 6)
      const savedMs = checkedMs + saved.durationMs
      const routed = this.route(startMs + savedMs, trace, visit, quantity)
      const durationMs = savedMs + routed.durationMs + 2
      if (routed.status >= 500) {
        say(startMs + durationMs, 'ERROR', 'order could not be placed: fix-gateway replied 503')
        this.remember('failedOrder', order, startMs)
        this.remember('failedTrace', parent.traceId, startMs)
        return { status: 502, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'order placed')
      return { status: 201, durationMs }
    })
  }

  cancel(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { scribe } = this
    const { order, symbol, venue } = visit
    const attributes = { 'order.venue': venue, 'instrument.symbol': symbol }
    const step = { service: 'order-desk', name: 'DELETE /orders/{id}', startMs, parent, attributes }
    return this.through('trade-gate', step, (trace) => {
      const found = this.store('order-desk', 'postgresql', 'SELECT orders', startMs + 2, trace, 4)
      const routed = this.route(startMs + found.durationMs + 3, trace, visit, null)
      const durationMs = found.durationMs + routed.durationMs + 5
      const say = (severity: Severity, text: string) =>
        scribe.log('order-desk', startMs + durationMs, severity, text, { order, symbol, venue }, trace)
      if (routed.status >= 500) say('ERROR', 'cancel failed: fix-gateway replied 503')
      else if (routed.status === 409) say('WARN', 'too late to cancel')
      else say('INFO', 'order cancelled')
      return { status: routed.status >= 500 ? 502 : routed.status, durationMs }
    })
  }

  /** Money that comes in or goes out. */
  book(startMs: number, parent: Trace, what: 'deposit' | 'withdrawal'): Outcome {
    const { random, scribe } = this
    const isDeposit = what === 'deposit'
    const method = isDeposit ? random.pick(['sepa', 'sepa', 'card', 'instant']) : 'sepa'
    const attributes = { 'transfer.method': method }
    const step = { service: 'cash-ledger', name: `POST /${what}s`, startMs, parent, attributes }
    return this.through('trade-gate', step, (trace) => {
      const saved = this.store('cash-ledger', 'postgresql', 'INSERT bookings', startMs + 1, trace, 9)
      const durationMs = saved.durationMs + random.logNormal(method === 'card' ? 240 : 60, 0.3)
      const booking = `BK${++this.#booking}`
      const amount = random.integer(1, 60) * 25
      const fields = { booking, amount, currency: 'EUR', method }
      if (!isDeposit && random.chance(0.15)) {
        scribe.log('cash-ledger', startMs + durationMs, 'WARN', 'withdrawal over daily limit', fields, trace)
        return { status: 403, durationMs }
      }
      if (isDeposit) {
        this.remember('booking', booking, startMs)
        this.remember('depositTrace', parent.traceId, startMs)
      }
      scribe.log('cash-ledger', startMs + durationMs, 'INFO', `${what} booked`, fields, trace)
      return { status: 201, durationMs }
    })
  }

  portfolio(startMs: number, parent: Trace, name: string): Outcome {
    const { random, scribe } = this
    return this.through('trade-gate', { service: 'portfolio-api', name, startMs, parent }, (trace) => {
      const isPositions = name.includes('positions')
      const [table, medianMs] = isPositions ? (['positions', 15] as const) : (['watchlists', 6] as const)
      const isNew = startMs >= this.releaseMs
      const query = `SELECT ${table}`
      const readMs = isNew ? medianMs * 1.6 : medianMs
      const found = this.store('portfolio-api', 'postgresql', query, startMs + 1, trace, readMs)
      const durationMs = found.durationMs + random.logNormal(8, 0.3)
      const text = random.chance(0.03) ? 'price missing, position valued at last close' : `${table} read`
      const severity = text.startsWith('price') ? 'WARN' : 'INFO'
      if (severity === 'WARN' || random.chance(0.35))
        scribe.log('portfolio-api', startMs + durationMs, severity, text, { rows: random.integer(1, 38) }, trace)
      return { status: 200, durationMs }
    })
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random, scribe } = this
    switch (visit.route) {
      case '/v1/orders':
        return this.place(startMs, trace, visit)
      case '/v1/orders/{id}':
        return this.cancel(startMs, trace, visit)
      case '/v1/deposits':
        return this.book(startMs, trace, 'deposit')
      case '/v1/withdrawals':
        return this.book(startMs, trace, 'withdrawal')
      case '/v1/portfolio':
        if (random.chance(0.06))
          scribe.log('trade-gate', startMs + 1, 'INFO', 'session renewed', { ttl_s: 1800 }, trace)
        return this.portfolio(startMs, trace, 'GET /positions')
      case '/v1/watchlists':
        return this.portfolio(startMs, trace, 'GET /watchlists')
      case '/v1/login': {
        const found = this.store('trade-gate', 'redis', 'GET devices', startMs, trace, 1.6)
        const durationMs = found.durationMs + random.logNormal(55, 0.2)
        if (!random.chance(0.12)) return { status: 200, durationMs }
        scribe.log('trade-gate', startMs + durationMs, 'WARN', 'login failed: wrong pin', {}, trace)
        return { status: 401, durationMs }
      }
      default: {
        const found = this.store('trade-gate', 'redis', 'GET quotes', startMs, trace, 1.2)
        return { status: random.chance(0.02) ? 404 : 200, durationMs: found.durationMs }
      }
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const isDown = startMs >= this.restartMs - 2000 && startMs < this.restartMs + RESTART_MS
    if (isDown && /deposits|withdrawals/.test(route)) return
    const [symbol, venue, price] = random.pick(SHARES)
    const shares = { symbol, venue, price, side: random.pick(SIDES), type: random.pick(ORDER_TYPES) }
    const visit = { route, ...shares, order: `O-${++this.#order}` }
    const client = `C-${random.integer(40_000, 41_700)}`
    const who = { 'client.id': client, 'app.platform': random.pick(PLATFORMS), 'account.tier': random.pick(TIERS) }
    const path = route.replace('{symbol}', symbol).replace('{id}', visit.order)
    const http = { 'http.request.method': method, 'http.route': route, 'url.path': path, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const step = { service: 'trade-gate', name: `${method} ${route}`, startMs, parent: root, attributes: http }
    this.serve(step, 'server', (trace) => {
      const isLimited = random.chance(0.01)
      const done = isLimited ? { status: 429, durationMs: 1 } : this.inner(visit, startMs + 2, trace)
      const durationMs = done.durationMs + random.logNormal(4, 0.3)
      const fields = { method, path, status: done.status, took_ms: Math.round(durationMs), client }
      const severity = done.status >= 500 ? 'ERROR' : 'INFO'
      scribe.log('trade-gate', startMs + durationMs, severity, 'request served', fields, trace)
      return { status: done.status, durationMs }
    })
  }

  /** The feed of quotes writes down what it sees now and then. */
  quotes(timeMs: number): void {
    const { random, scribe } = this
    const [symbol, , price] = random.pick(SHARES)
    if (random.chance(0.06)) {
      const age = random.integer(2100, 7900)
      scribe.log('quote-feed', timeMs, 'WARN', `quote of ${symbol} is stale: ${age} ms old`)
      return
    }
    const bid = price * (0.99 + 0.02 * random.next())
    const text = random.chance(0.2)
      ? `book of ${symbol} rebuilt in ${random.integer(6, 58)} ms`
      : `${symbol} bid ${bid.toFixed(2)} ask ${(bid * 1.001).toFixed(2)}`
    scribe.log('quote-feed', timeMs, 'INFO', text)
  }

  /** Accounts are settled in chunks, until the job stops saying anything. */
  settle(): void {
    const { random, scribe } = this
    let chunk = 22
    eachTick({ fromMs: this.startMs + 25_000, toMs: this.silenceMs, everyMs: 58_000 }, random, (timeMs) => {
      const accounts = random.integer(310, 420)
      if (random.chance(0.35)) {
        const account = `A-${random.integer(100_000, 180_000)}`
        scribe.log('eod-settle', timeMs - 9000, 'WARN', `account ${account} skipped: no tax id on file`)
      }
      scribe.log('eod-settle', timeMs, 'INFO', `chunk ${++chunk} of 140 settled: ${accounts} accounts`)
    })
    scribe.log('eod-settle', this.silenceMs, 'INFO', `chunk ${chunk + 1} of 140 started`)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 2000 }
    eachArrival({ ...range, meanMs: 950 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 2400 }, random, (timeMs) => this.quotes(timeMs))
    this.settle()
    scribe.log('portfolio-api', this.releaseMs, 'INFO', 'portfolio-api 3.15.0 up, schema is current', { port: 8080 })
    scribe.log('cash-ledger', this.restartMs, 'INFO', 'stopping: signal terminated', { host: 'fra-vm-14' })
    scribe.log('cash-ledger', this.restartMs + RESTART_MS - 1000, 'INFO', 'cash-ledger 2.9.4 listening', { port: 7070 })
    this.sessions()
  }

  sessions(): void {
    const { random, scribe, onsetMs } = this
    const say = (timeMs: number, severity: Severity, text: string) => scribe.log('fix-gateway', timeMs, severity, text)
    eachTick({ fromMs: this.startMs + 20_000, toMs: this.endMs - 3000, everyMs: 60_000 }, random, (timeMs) => {
      for (const venue of Object.keys(ACK_MS))
        if (!this.isSessionLost(venue, timeMs)) say(timeMs + random.integer(0, 900), 'INFO', `heartbeat ${venue} ok`)
    })
    say(onsetMs - 4000, 'WARN', 'session NORDX: sequence store reloaded from snapshot of last night')
    say(onsetMs, 'ERROR', `session NORDX: logout received, ${TOO_LOW} 96012`)
    let sent = 96_012
    eachTick({ fromMs: onsetMs + 15_000, toMs: this.endMs - 3000, everyMs: 20_000 }, random, (timeMs) =>
      say(timeMs, 'ERROR', `session NORDX: logon refused, ${TOO_LOW} ${++sent}`),
    )
  }
}

export function brokerage(endMs: number): World {
  const system = new Brokerage(endMs)
  system.background()
  sendBrokerageMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silenceMs: silence } = system
  const world = system.world({ name: 'brokerage', services: SERVICES, marks: { onset, release, restart, silence } })
  const bodyOf = (start: string) => world.logs.findLast((log) => log.message.includes(start))?.body ?? ''
  const names = {
    ...{ ...world.names, refusedLine: bodyOf('logon refused'), failedLine: bodyOf('order could not be placed') },
    ...{ staleLine: bodyOf('is stale') },
  }
  return { ...world, names }
}
