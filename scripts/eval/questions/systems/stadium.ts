/**
 * Tickets of a stadium, sold by a small company: Envoy with access lines only, five services by semantic conventions on
 * three hosts, a controller of the turnstiles and a script of the mailing list with lines only; metrics by Prometheus'
 * names. The clock of one host of `pay-bridge` has jumped, so one of two acquirers refuses what that host signs, still
 * so at the end. A release of `seat-map`, declined cards, taken seats, used tickets and bots are harmless.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { flatJson, logfmt, numberedJson, pythonLine, slogJson } from './formats.ts'
import { eachArrival, eachTick, NO_TRACE, Scribe, type Trace } from './scribe.ts'
import { sendStadiumMetrics } from './stadium-metrics.ts'
import type { Outcome } from './system.ts'
import { controllerLine, envoyLine, scriptLine } from './venue-formats.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 92 * MINUTE_MS
const FORMATS = {
  'gate-envoy': envoyLine,
  'box-office': slogJson,
  'seat-map': logfmt,
  orders: flatJson,
  'pay-bridge': numberedJson,
  'ticket-pdf': pythonLine,
  'turnstile-ctl': controllerLine,
  'crm-sync': scriptLine,
}
const SERVICES = Object.keys(FORMATS)
/** Lines of these state their severity in their text only, or not at all. */
const TEXT_ONLY = new Set(['gate-envoy', 'turnstile-ctl', 'crm-sync', 'ticket-pdf'])
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'gate-envoy': '1.31.2', 'box-office': '7.12.0', orders: '3.9.4', 'pay-bridge': '2.5.1' },
  ...{ 'ticket-pdf': '0.18.0', 'turnstile-ctl': '4.2', 'crm-sync': '1.3' },
}
const HOSTS: Readonly<Record<string, string>> = {
  ...{ 'gate-envoy': 'tix-edge1', 'box-office': 'tix-app1', 'seat-map': 'tix-app1', orders: 'tix-app2' },
  ...{ 'ticket-pdf': 'tix-app2', 'turnstile-ctl': 'arena-ctl', 'crm-sync': 'tix-cron' },
}
const EVENTS = ['E-201', 'E-201', 'E-201', 'E-204', 'E-204', 'E-207', 'E-210']
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'partner']
const STANDS = ['north', 'south', 'south', 'east', 'west', 'west']
const SKEW_S = 311

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/api/events', 30],
  ['GET', '/api/events/{id}/seats', 58],
  ['POST', '/api/holds', 75],
  ['POST', '/api/orders', 95],
  ['GET', '/api/tickets/{order}', 100],
] as const

interface Visit {
  readonly method: string
  readonly route: string
  readonly event: string
  readonly order: string
}

class Stadium extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  #order = 314_400
  #seat = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(66, 'stadium'))
    this.releaseMs = endMs - 71 * MINUTE_MS + 12_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 24_000
    const setups = Object.entries(FORMATS).map(([name, format]) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.has(name) },
      hasAttributes: name === 'box-office' || name === 'orders' || name === 'pay-bridge',
      version: (timeMs: number) =>
        name === 'seat-map' ? (timeMs < this.releaseMs ? '5.2.3' : '5.3.0') : (VERSIONS[name] ?? '1.0'),
      instance: (traceId: string) => (name === 'pay-bridge' ? payHostOf(traceId) : (HOSTS[name] ?? 'tix-app1')),
      resource: (instance: string) => ({ 'host.name': instance, 'deployment.environment.name': 'prod' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  seats(startMs: number, parent: Trace, name: string, event: string): Outcome {
    const { random, scribe } = this
    const stand = random.pick(STANDS)
    const attributes = { 'event.id': event, 'stand.block': stand }
    return this.through('box-office', { service: 'seat-map', name, startMs, parent, attributes }, (trace) => {
      const isNew = startMs >= this.releaseMs
      const held = this.store('seat-map', 'redis', 'HGETALL seats', startMs + 1, trace, isNew ? 2.2 : 3.1)
      const row = random.integer(1, 38)
      const seat = ++this.#seat % 30
      if (name.startsWith('GET')) return { status: 200, durationMs: held.durationMs + random.logNormal(14, 0.3) }
      const saved = this.store('seat-map', 'postgresql', 'INSERT holds', startMs + 4, trace, 7)
      const durationMs = held.durationMs + saved.durationMs + random.logNormal(5, 0.3)
      const isTaken = random.chance(0.09)
      const fields = { event, block: stand, row, seat }
      if (isTaken) scribe.log('seat-map', startMs + durationMs, 'WARN', 'seat already taken', fields, trace)
      else if (random.chance(0.5)) scribe.log('seat-map', startMs + durationMs, 'INFO', 'seats held', fields, trace)
      return { status: isTaken ? 409 : 201, durationMs }
    })
  }

  buy(startMs: number, parent: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { order, event } = visit
    const tickets = random.pick([1, 2, 2, 2, 3, 4])
    const price = random.pick([24.5, 39, 39, 58, 92])
    const euros = tickets * price
    const attributes = { 'event.id': event, 'order.tickets': tickets }
    const step = { service: 'orders', name: 'POST /orders', startMs, parent, attributes }
    return this.through('box-office', step, (trace) => {
      const paid = this.pay(startMs + 4, trace, order, euros)
      const paidMs = paid.durationMs + random.logNormal(6, 0.3)
      const fields = { order, event, tickets, amount: euros }
      if (paid.status === 402) {
        scribe.log('orders', startMs + paidMs, 'WARN', 'order not placed: card declined', fields, trace)
        this.remember('declinedOrder', order, startMs)
        return { status: 402, durationMs: paidMs }
      }
      if (paid.status >= 500) {
        const text = `order ${order} failed: pay-bridge answered 500`
        scribe.log('orders', startMs + paidMs, 'ERROR', text, fields, trace)
        this.remember('failedOrder', order, startMs)
        return { status: 502, durationMs: paidMs }
      }
      const saved = this.store('orders', 'postgresql', 'INSERT orders', startMs + paidMs, trace, 9)
      const durationMs = paidMs + saved.durationMs
      scribe.log('orders', startMs + durationMs, 'INFO', 'order placed', fields, trace)
      this.remember('placedOrder', order, startMs)
      this.remember('placedTrace', parent.traceId, startMs)
      this.print(startMs + durationMs, trace, order, tickets)
      return { status: 201, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, order: string, euros: number): Outcome {
    const { random, scribe } = this
    const provider = random.pick(['nordpay', 'nordpay', 'nordpay', 'klarpay'])
    const attributes = { 'payment.provider': provider }
    return this.through(
      'orders',
      { service: 'pay-bridge', name: 'POST /payments', startMs, parent, attributes },
      (trace) => {
        const isLate = startMs >= this.onsetMs && payHostOf(trace.traceId) === 'tix-pay2' && provider === 'nordpay'
        const durationMs = isLate
          ? random.logNormal(62, 0.25)
          : random.logNormal(provider === 'klarpay' ? 390 : 210, 0.3)
        const atMs = startMs + durationMs
        const fields = { order, provider, amount: euros }
        if (isLate) {
          const text = `nordpay refused the request: timestamp outside of tolerance (${SKEW_S} s ahead, 120 s allowed)`
          scribe.log('pay-bridge', atMs, 'ERROR', text, fields, trace)
          return { status: 500, durationMs }
        }
        const isDeclined = random.chance(0.06)
        const reason = random.pick(['no_funds', 'no_funds', 'expired_card', 'wrong_cvc'])
        if (isDeclined) scribe.log('pay-bridge', atMs, 'WARN', 'card declined', { ...fields, reason }, trace)
        else scribe.log('pay-bridge', atMs, 'INFO', 'payment captured', fields, trace)
        return { status: isDeclined ? 402 : 201, durationMs }
      },
    )
  }

  print(startMs: number, parent: Trace, order: string, tickets: number): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'redis', 'messaging.destination.name': 'tickets.to-print' }
    const step = { service: 'orders', name: 'tickets.to-print publish', startMs, parent, attributes: topic }
    this.call(step, 'producer', (trace) => {
      const pickMs = startMs + random.logNormal(120, 0.5)
      const taken = { service: 'ticket-pdf', name: 'tickets.to-print process', startMs: pickMs, parent: trace }
      this.serve({ ...taken, attributes: topic }, 'consumer', (inner) => {
        const durationMs = random.logNormal(260 + 90 * tickets, 0.3)
        const text = `${order}: ${tickets} tickets rendered in ${Math.round(durationMs)} ms`
        scribe.log('ticket-pdf', pickMs + durationMs, 'INFO', text, {}, inner)
        if (random.chance(0.04)) {
          const warning = `${order}: font ArenaSans is missing, using the fallback`
          scribe.log('ticket-pdf', pickMs + durationMs - 5, 'WARN', warning, {}, inner)
        }
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(2, 0.2) }
    })
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const visit = { method, route, event: random.pick(EVENTS), order: `TK-${++this.#order}` }
    const channel = random.pick(CHANNELS)
    if (random.chance(0.008)) {
      this.access(startMs, visit, { status: 429, durationMs: 1 }, channel)
      return
    }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'fan.id': `F-${random.integer(52_000, 53_600)}`, 'sales.channel': channel }
    const http = { 'http.request.method': method, 'http.route': route }
    const step = { service: 'box-office', name: `${method} ${route}`, startMs: startMs + 1, parent: root }
    const done = this.serve({ ...step, attributes: { ...http, ...who } }, 'server', (trace) => {
      const inner = this.inner(visit, startMs + 3, trace)
      const durationMs = inner.durationMs + random.logNormal(4, 0.3)
      const fields = { route, status: inner.status, order: visit.order }
      if (inner.status >= 500) {
        scribe.log('box-office', startMs + durationMs, 'ERROR', 'checkout failed', fields, trace)
        this.remember('failedTrace', root.traceId, startMs)
      } else if (route === '/api/orders' && inner.status === 201)
        scribe.log('box-office', startMs + durationMs, 'INFO', 'checkout done', fields, trace)
      return { status: inner.status, durationMs }
    })
    this.access(startMs, visit, { ...done, durationMs: done.durationMs + 2 }, channel)
  }

  inner(visit: Visit, startMs: number, trace: Trace): Outcome {
    const { random } = this
    switch (visit.route) {
      case '/api/events/{id}/seats':
        return this.seats(startMs, trace, 'GET /seats', visit.event)
      case '/api/holds':
        return this.seats(startMs, trace, 'POST /holds', visit.event)
      case '/api/orders':
        return this.buy(startMs, trace, visit)
      case '/api/tickets/{order}': {
        const found = this.store('box-office', 'postgresql', 'SELECT tickets', startMs, trace, 5)
        return random.chance(0.05) ? { status: 404, durationMs: found.durationMs } : { ...found, status: 200 }
      }
      default:
        return this.store('box-office', 'redis', 'GET events', startMs, trace, 1.5)
    }
  }

  /** The line of the gateway, its only telemetry beside counters. */
  access(startMs: number, visit: Visit, { status, durationMs }: Outcome, channel: string): void {
    const { random } = this
    const path = visit.route.replace('{id}', visit.event).replace('{order}', visit.order)
    const agent = channel === 'app' ? 'ArenaApp/5.8' : channel === 'partner' ? 'partner-sdk/2.1' : 'Mozilla/5.0'
    const took = Math.round(durationMs)
    const flags = status === 429 ? 'RL' : status === 404 && path.includes('php') ? 'NR' : '-'
    const upstream = flags === '-' ? '"10.30.1.11:8080"' : '"-"'
    const bytes = status === 200 ? random.integer(600, 48_000) : random.integer(60, 400)
    const client = `"84.17.${random.integer(0, 250)}.${random.integer(2, 250)}"`
    const line = `"${visit.method} ${path} HTTP/2" ${status} ${flags} 0 ${bytes} ${took} ${Math.max(0, took - 1)} ${client} "${agent}" ${upstream}`
    this.scribe.log('gate-envoy', startMs + durationMs, 'INFO', line, {}, NO_TRACE)
  }

  turnstile(timeMs: number): void {
    const { random, scribe } = this
    const gate = random.integer(1, 16)
    const code = random.integer(70_100_000, 70_999_999)
    const chance = random.next()
    if (chance < 0.93) scribe.log('turnstile-ctl', timeMs, 'INFO', `gate ${gate}: ticket ${code} admitted`)
    else if (chance < 0.98) {
      scribe.log('turnstile-ctl', timeMs, 'WARN', `gate ${gate}: ticket ${code} rejected, already used`)
      this.remember('usedTicket', String(code), timeMs)
    } else scribe.log('turnstile-ctl', timeMs, 'WARN', `gate ${gate}: reader did not answer, retrying`)
  }

  background(): void {
    const { random, scribe } = this
    const range = { fromMs: this.startMs, toMs: this.endMs - 1800 }
    eachArrival({ ...range, meanMs: 780 }, random, (timeMs) => this.request(timeMs))
    eachArrival({ ...range, meanMs: 2600 }, random, (timeMs) => this.turnstile(timeMs))
    eachArrival({ ...range, meanMs: 70_000 }, random, (timeMs) => {
      const [method, route] = random.pick([
        ['GET', '/wp-login.php'],
        ['POST', '/xmlrpc.php'],
      ] as const)
      this.access(timeMs, { method, route, event: '', order: '' }, { status: 404, durationMs: 1 }, 'web')
    })
    eachTick({ fromMs: this.startMs + 95_000, toMs: this.endMs - 20_000, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
      const [pushed, bounced] = [random.integer(30, 160), random.integer(0, 4)]
      scribe.log('crm-sync', timeMs, 'INFO', `pushed ${pushed} contacts to the newsletter`)
      if (bounced > 2) scribe.log('crm-sync', timeMs + 900, 'WARN', `${bounced} addresses bounced`)
    })
    scribe.log('seat-map', this.releaseMs, 'INFO', 'seat-map 5.3.0 started', { migrations: 2 })
    const ntp = 'clock source lost: ntp01.arena.lan unreachable, stepping to the local clock'
    scribe.log('pay-bridge', this.onsetMs - 4000, 'WARN', ntp, { host: 'tix-pay2' })
  }
}

/** Two hosts share the payments: a trace stays on one. What belongs to no trace is of the second. */
function payHostOf(traceId: string): string {
  return Number.parseInt(traceId.slice(0, 1) || '1', 16) % 2 === 0 ? 'tix-pay1' : 'tix-pay2'
}

export function stadium(endMs: number): World {
  const system = new Stadium(endMs)
  system.background()
  sendStadiumMetrics(system)
  const { onsetMs: onset, releaseMs: release } = system
  const world = system.world({ name: 'stadium', services: SERVICES, marks: { onset, release } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const names: Values = {
    ...world.names,
    ...{ failedLine: bodyOf('pay-bridge answered 500'), refusedLine: bodyOf('timestamp outside') },
    ...{ accessLine: bodyOf('" 502 '), usedLine: bodyOf('already used') },
  }
  return { ...world, names: Object.fromEntries(Object.entries(names).map(([key, value]) => [key, String(value)])) }
}
