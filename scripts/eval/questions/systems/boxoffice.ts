/**
 * A box office online for concerts and for the trains to them, on virtual machines: a shop front, a catalogue, the map
 * of seats, baskets, a checkout, payments, a printer of tickets, the scanners of the gates and a mailer. A setting of
 * `seat-map` keeps holds for an hour instead of eight minutes, so six minutes later the lock table in its cache is full
 * and the oldest holds are evicted: more than half of the orders are refused because their hold is lost, baskets expire
 * early, some seats cannot be held at all; still so at the end, the gates are not touched. A release of `catalogue` that
 * makes it a little slower, a restart of `ticket-print`, seats that are taken, declined payments, expired vouchers, too
 * many tickets, baskets whose time ran out, printers without paper, used tickets and bounced mail are harmless; `mailer`
 * is silent since its host is taken down for a new kernel.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, SpanRow, Values, World } from '../records.ts'
import { hallPairs, payJson, shopJson, webPairs } from './boxoffice-formats.ts'
import { sendBoxOfficeMetrics } from './boxoffice-metrics.ts'
import * as names from './boxoffice-names.ts'
import { browse, expire, letIn, refund, send } from './boxoffice-side.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 80 * MINUTE_MS
const FORMATS = {
  'shop-front': webPairs,
  catalogue: shopJson,
  'seat-map': webPairs,
  basket: shopJson,
  checkout: webPairs,
  pay: payJson,
  'ticket-print': payJson,
  'scan-gate': hallPairs,
  mailer: hallPairs,
}
const SERVICES = Object.keys(FORMATS)
/** Whose spans say nothing about how they ended, apart from the code of HTTP. */
const WITHOUT_STATUS = ['shop-front', 'basket', 'ticket-print', 'mailer']
const SENDS_NO_SEVERITY = ['scan-gate', 'mailer']
const BUYERS = 380

export interface Visit extends names.Buyer, names.Show {
  readonly tier: string
  readonly seats: number
  readonly amount: number
}
type Step = Parameters<SystemByConventions['write']>[0]

export class BoxOffice extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly settingMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly #buyers: readonly names.Buyer[]
  #order = 770_300
  #hold = 91_000

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(68, 'boxoffice'))
    this.releaseMs = endMs - 66 * MINUTE_MS + 18_000
    this.restartMs = endMs - 53 * MINUTE_MS + 41_000
    this.settingMs = endMs - 40 * MINUTE_MS + 14_000
    this.onsetMs = this.settingMs + 6 * MINUTE_MS + 7000
    this.darkMs = endMs - 12 * MINUTE_MS
    this.#buyers = names.buyers((items) => this.random.pick(items), BUYERS)
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !SENDS_NO_SEVERITY.includes(name), hasAttributes: true },
      version: (timeMs: number) => this.#version(name, timeMs),
      resource: () => ({ 'host.name': name === 'mailer' ? 'bo-mail-1' : `bo-vm-${(index % 4) + 1}` }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'catalogue') return timeMs < this.releaseMs ? '5.1.9' : '5.2.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  override write(step: Step, kind: SpanRow['kind'], trace: Trace, done: Outcome, attributes: Values): void {
    if (!WITHOUT_STATUS.includes(step.service)) {
      super.write(step, kind, trace, done, attributes)
      return
    }
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, kind, attributes },
      ...{ startMs: step.startMs, durationMs: roundMs(done.durationMs), isError: null, isFailed: done.status >= 500 },
      isEntry: kind === 'server' || kind === 'consumer',
    })
  }

  newHold(): string {
    this.#hold += this.random.integer(1, 4)
    return `H-${this.#hold}`
  }

  /** Seats are held for a basket. A full table is searched for a victim, and sometimes not even that makes room. */
  #holdSeats(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe, onsetMs } = this
    const { act, venue, tier, channel, seats } = visit
    const hold = this.newHold()
    const isFull = startMs >= onsetMs
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log(
        'seat-map',
        startMs + afterMs,
        severity,
        text,
        { hold, act, venue, tier, channel, seats, ...more },
        trace,
      )
    const read = this.store('seat-map', 'redis', 'GET locks', startMs + 1, trace, 3)
    const readMs = 1 + read.durationMs
    if (random.chance(0.08)) {
      tell(readMs, 'WARN', 'hold refused: seat is taken')
      return { status: 409, durationMs: readMs + 1 }
    }
    const searchMs = isFull ? random.logNormal(260, 0.4) : 0
    if (isFull && random.chance(0.17)) {
      tell(readMs + searchMs, 'ERROR', 'hold not written: lock table is full')
      return { status: 503, durationMs: readMs + searchMs + 1 }
    }
    if (isFull) {
      const victim = { hold: `H-${this.#hold - random.integer(60, 400)}`, age_s: random.integer(70, 700) }
      scribe.log('seat-map', startMs + readMs + searchMs, 'WARN', 'hold evicted: lock table is full', victim, trace)
    }
    const kept = this.store('seat-map', 'redis', 'SET locks', startMs + readMs + searchMs, trace, 4)
    const durationMs = readMs + searchMs + kept.durationMs
    tell(durationMs, 'INFO', 'hold placed')
    return { status: 201, durationMs: durationMs + 1 }
  }

  #openBasket(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { act, venue, tier, channel, seats, customer, amount } = visit
    const basket = `B-${random.integer(100_000, 999_999)}`
    const fields = { basket, customer, act, venue, tier, channel, seats, amount_eur: amount }
    const attributes = { channel, act, venue, tier }
    const step = { service: 'seat-map', name: 'POST /holds', startMs: startMs + 3, parent: trace, attributes }
    const held = this.through('basket', step, (inner) => this.#holdSeats(startMs + 5, inner, visit))
    const heldMs = 3 + held.durationMs
    if (held.status >= 400) {
      const isTaken = held.status === 409
      const text = isTaken ? 'basket not opened: seat is taken' : 'basket not opened: seats could not be held'
      scribe.log('basket', startMs + heldMs, isTaken ? 'WARN' : 'ERROR', text, fields, trace)
      return { status: held.status, durationMs: heldMs + 1 }
    }
    const kept = this.store('basket', 'mongodb', 'INSERT baskets', startMs + heldMs, trace, 6)
    const durationMs = heldMs + kept.durationMs
    scribe.log('basket', startMs + durationMs, 'INFO', 'basket opened', fields, trace)
    expire(this, startMs + durationMs, fields)
    return { status: 201, durationMs: durationMs + 1 }
  }

  /** The hold of an order is made a sale, if it is still there. */
  #confirm(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe, onsetMs } = this
    const { act, venue, tier, channel, seats } = visit
    const fields = { hold: this.newHold(), act, venue, tier, channel, seats }
    const read = this.store('seat-map', 'redis', 'GET locks', startMs + 1, trace, 3)
    if (startMs >= onsetMs && random.chance(0.57)) {
      scribe.log('seat-map', startMs + 1 + read.durationMs, 'ERROR', 'hold lost: evicted before sale', fields, trace)
      return { status: 500, durationMs: read.durationMs + 2 }
    }
    const kept = this.store('seat-map', 'postgresql', 'INSERT sales', startMs + 1 + read.durationMs, trace, 9)
    const durationMs = 1 + read.durationMs + kept.durationMs
    scribe.log('seat-map', startMs + durationMs, 'INFO', 'hold confirmed', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }

  #charge(startMs: number, trace: Trace, visit: Visit, order: string, method: string): Outcome {
    const { random, scribe } = this
    const { channel, customer, amount } = visit
    const out = { 'http.request.method': 'POST', 'server.address': 'cards.paybank.example' }
    const call = { service: 'pay', name: 'POST', startMs: startMs + 4, parent: trace, attributes: out }
    const asked = this.call(call, 'client', () => ({ status: 200, durationMs: random.logNormal(310, 0.35) }))
    const durationMs = 5 + asked.durationMs
    const fields = { order, customer, channel, method, amount_eur: amount }
    if (random.chance(0.11)) {
      const reason = random.pick(names.DECLINES)
      scribe.log('pay', startMs + durationMs, 'WARN', 'charge declined', { ...fields, reason }, trace)
      return { status: 402, durationMs: durationMs + 1 }
    }
    scribe.log('pay', startMs + durationMs, 'INFO', 'charge taken', fields, trace)
    return { status: 201, durationMs: durationMs + 1 }
  }

  #placeOrder(startMs: number, trace: Trace, visit: Visit): Outcome {
    const { random, scribe } = this
    const { act, venue, tier, channel, seats, customer, amount } = visit
    this.#order += random.integer(1, 6)
    const order = `O-${this.#order}`
    const method = random.pick(names.METHODS)
    const fields = { order, customer, act, venue, tier, channel, seats, amount_eur: amount }
    const refuse = (afterMs: number, status: number, reason: string): Outcome => {
      const severity = status >= 500 ? 'ERROR' : 'WARN'
      scribe.log('checkout', startMs + afterMs, severity, 'order refused', { ...fields, reason }, trace)
      return { status, durationMs: afterMs + 1 }
    }
    if (random.chance(0.035)) return refuse(4, 422, 'voucher expired')
    if (random.chance(0.025)) return refuse(5, 422, 'too many tickets')
    const attributes = { channel, act, venue, tier }
    const confirm = {
      service: 'seat-map',
      name: 'POST /holds/confirm',
      startMs: startMs + 5,
      parent: trace,
      attributes,
    }
    const held = this.through('checkout', confirm, (inner) => this.#confirm(startMs + 7, inner, visit))
    const heldMs = 5 + held.durationMs
    if (held.status >= 500) {
      this.remember('lostOrder', order, startMs)
      this.remember('lostTrace', trace.traceId, startMs)
      return refuse(heldMs, 503, 'hold lost')
    }
    const paying = { 'payment.method': method, channel }
    const charge = {
      service: 'pay',
      name: 'POST /charges',
      startMs: startMs + heldMs,
      parent: trace,
      attributes: paying,
    }
    const paid = this.through('checkout', charge, (inner) =>
      this.#charge(startMs + heldMs + 2, inner, visit, order, method),
    )
    const paidMs = heldMs + paid.durationMs
    if (paid.status === 402) {
      this.remember('declinedOrder', order, startMs)
      return refuse(paidMs, 402, 'payment declined')
    }
    const kept = this.store('checkout', 'postgresql', 'INSERT orders', startMs + paidMs, trace, 8)
    const durationMs = paidMs + kept.durationMs
    scribe.log('checkout', startMs + durationMs, 'INFO', 'order paid', { ...fields, method }, trace)
    this.remember('paidOrder', order, startMs)
    this.remember('paidTrace', trace.traceId, startMs)
    send(this, startMs + durationMs, trace, fields)
    return { status: 201, durationMs: durationMs + 2 }
  }

  /** What a buyer asks the shop for, with its line at the end. */
  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [name, service] = names.VISITS.find(([, , upTo]) => ticket <= upTo) ?? names.VISITS[0]
    const show = random.pick(names.PROGRAMME)
    const [tier, seats] = [random.pick(names.TIERS), random.pick(names.SEATS)]
    const amount = Math.round(100 * show.price * (names.FACTORS[tier] ?? 1) * seats) / 100
    const buyer = random.pick(this.#buyers)
    const isNoKiosk = name === 'POST /refunds' && buyer.channel === 'kiosk'
    const visit: Visit = { ...buyer, ...(isNoKiosk ? { channel: 'web' } : {}), ...show, tier, seats, amount }
    const [method = '', route = ''] = name.split(' ')
    const { customer, channel, act, venue } = visit
    const isOfShow = name !== 'GET /events' && name !== 'POST /refunds'
    const isOfTier = name === 'POST /baskets' || name === 'POST /orders'
    const more: Values = { channel, ...(isOfShow ? { act, venue } : {}), ...(isOfTier ? { tier } : {}) }
    const attributes = { 'http.request.method': method, 'http.route': route, customer, ...more }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const at = { service: 'shop-front', name, startMs, parent: root, attributes }
    let traced: Trace = root
    const done = this.serve(at, 'server', (trace) => {
      traced = trace
      const inside = { service, name, startMs: startMs + 2, parent: trace, attributes: more }
      const answer = this.through('shop-front', inside, (inner) => {
        if (name === 'POST /baskets') return this.#openBasket(startMs + 4, inner, visit)
        if (name === 'POST /orders') return this.#placeOrder(startMs + 4, inner, visit)
        if (name === 'POST /refunds') return refund(this, startMs + 4, inner, visit)
        return browse(this, name, startMs + 4, inner, visit)
      })
      return { status: answer.status, durationMs: answer.durationMs + 4 }
    })
    const fields = { method, route, status: done.status, took_ms: Math.round(done.durationMs), customer, channel }
    const severity = done.status >= 500 ? 'WARN' : 'INFO'
    const text = done.status >= 500 ? 'request failed' : 'request served'
    scribe.log('shop-front', startMs + done.durationMs, severity, text, fields, traced)
  }

  run(): void {
    const { random, scribe, startMs, endMs, releaseMs, restartMs, settingMs, onsetMs, darkMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 2500, meanMs: 2900 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ fromMs: startMs, toMs: endMs - 500, meanMs: 4700 }, random, (timeMs) => letIn(this, timeMs))
    scribe.log('catalogue', releaseMs, 'INFO', 'catalogue 5.2.0 started', { change: 'BO-207' })
    scribe.log('ticket-print', restartMs - 9000, 'WARN', 'stopping for a planned restart')
    scribe.log('ticket-print', restartMs, 'INFO', 'ticket-print 2.9.5 started')
    const change = { setting: 'hold_ttl', from: '8m', to: '60m', change: 'BO-219', note: 'longer holds for groups' }
    scribe.log('seat-map', settingMs, 'INFO', 'setting hold_ttl changed from 8m to 60m', change)
    for (const percent of [70, 80, 90, 95]) {
      const atMs = settingMs + ((percent - 31) / 69) * (onsetMs - settingMs)
      const text = `lock table is ${percent} % full`
      scribe.log('seat-map', atMs, 'WARN', text, { entries: percent * 200, limit: 20_000 })
    }
    scribe.log('mailer', darkMs - 300, 'INFO', 'stopping: host bo-mail-1 goes down for a new kernel')
  }
}

export function boxOffice(endMs: number): World {
  const system = new BoxOffice(endMs)
  system.run()
  sendBoxOfficeMetrics(system)
  const { onsetMs: onset, settingMs: setting, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const marks = { onset, setting, release, restart, dark }
  const world = system.world({ name: 'boxoffice', services: SERVICES, marks })
  const lineOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ evictedLine: lineOf('hold evicted'), settingLine: lineOf('setting hold_ttl') },
    bounceLine: lineOf('mail bounced'),
  }
  return { ...world, names: { ...world.names, ...lines } }
}
