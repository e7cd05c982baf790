/**
 * A bakery chain's wholesale: a portal for cafés, a stock ledger, recipes, ovens, delivery routes, invoices, allergen
 * labels, loyalty cards of the shops, a forecast script with lines only. A release of `stock-ledger` takes pieces for trays,
 * so orders and loads above a size are refused as out of stock, until it is rolled back: over at the end. A release of
 * `recipe-book`, a restart of `label-print`, late orders, accounts on hold, open oven doors, locked back doors, unknown
 * cards and printers without paper are harmless, `forecast-script` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, Values, World } from '../records.ts'
import { levelInBrackets, logbackJson, oldSyslogLine, rubyLine, zerologJson } from './bakery-formats.ts'
import { runHouse } from './bakery-house.ts'
import { sendBakeryMetrics } from './bakery-metrics.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 84 * MINUTE_MS
const FORMATS = {
  'cafe-portal': zerologJson,
  'stock-ledger': logbackJson,
  'recipe-book': logbackJson,
  'oven-ctl': oldSyslogLine,
  'route-planner': rubyLine,
  'invoice-run': rubyLine,
  'label-print': levelInBrackets,
  'loyalty-api': zerologJson,
  'forecast-script': levelInBrackets,
}
const SERVICES = Object.keys(FORMATS)
const JSON_SENDERS = ['cafe-portal', 'stock-ledger', 'recipe-book', 'loyalty-api']
/** Their spans have no status. */
const STATELESS = ['route-planner', 'loyalty-api']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'cafe-portal': '6.8.1', 'oven-ctl': '3.0.5', 'route-planner': '2.12.0', 'invoice-run': '1.7.3' },
  ...{ 'label-print': '0.9.4', 'loyalty-api': '5.1.2' },
}
const ITEMS = ['croissant', 'croissant', 'roll', 'roll', 'roll', 'sourdough', 'pretzel', 'danish']
const REGIONS = ['old-town', 'old-town', 'old-town', 'harbour', 'harbour', 'university', 'airport']
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'edi']
const ROUTES = ['R1', 'R2', 'R2', 'R3', 'R4', 'R4']
/** Pieces of an order; what is above the trays on hand is refused while pieces count as trays. */
const SMALL = [12, 24, 36, 48, 60, 72, 96]
const LARGE = [144, 168, 192, 240, 288, 360, 480]
const ON_HAND_TRAYS = [98, 126] as const

interface Wanted {
  readonly sku: string
  readonly pieces: number
  readonly ref: string
}

class Bakery extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly darkMs: number
  #order = 52_000
  #refused = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(55, 'bakery'))
    this.releaseMs = endMs - 71 * MINUTE_MS + 34_000
    this.restartMs = endMs - 59 * MINUTE_MS + 12_000
    this.onsetMs = endMs - 48 * MINUTE_MS + 17_000
    this.recoveryMs = endMs - 15 * MINUTE_MS + 25_000
    this.darkMs = endMs - 27 * MINUTE_MS + 9000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'forecast-script', hasAttributes: JSON_SENDERS.includes(name) },
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => `${name}-${this.#version(name, timeMs).replaceAll('.', '')}`,
      resource: () => ({ 'host.name': `bake-vm-${(index % 4) + 1}`, 'deployment.environment.name': 'production' }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'stock-ledger') return this.isWrong(timeMs) ? '4.2.0' : '4.1.6'
    if (name === 'recipe-book') return timeMs < this.releaseMs ? '1.8.7' : '1.9.0'
    return VERSIONS[name] ?? '1.0.0'
  }

  isWrong(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** The ledger answers 409 for what it thinks is out of stock; two senders set no status, one knows no kinds. */
  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: Values,
  ): void {
    const isFailed = done.status >= 500 || done.status === 409
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, attributes },
      ...{ durationMs: roundMs(done.durationMs), isError: STATELESS.includes(service) ? null : isFailed, isFailed },
      isEntry: kind === 'server' || kind === 'consumer' || kind === 'unspecified',
    })
  }

  reserve(from: string, startMs: number, parent: Trace, { sku, pieces, ref }: Wanted): Outcome {
    const { random, scribe } = this
    const attributes = { 'stock.item': sku, 'stock.quantity': pieces }
    const step = { service: 'stock-ledger', name: 'POST /ledger/reservations', startMs, parent, attributes }
    return this.through(from, step, (trace) => {
      const read = this.store('stock-ledger', 'postgresql', 'SELECT stock', startMs + 2, trace, 6)
      const soFarMs = read.durationMs + random.logNormal(9, 0.3)
      const onHand = random.integer(...ON_HAND_TRAYS)
      const data = { ref, sku, quantity: pieces, unit: this.isWrong(startMs) ? 'TRAY' : 'PIECE' }
      if (this.isWrong(startMs) && pieces > onHand) {
        const text = `reservation refused: ${pieces} trays wanted, ${onHand} trays on hand`
        scribe.log('stock-ledger', startMs + soFarMs, 'ERROR', text, data, trace)
        return { status: 409, durationMs: soFarMs }
      }
      const saved = this.store('stock-ledger', 'postgresql', 'INSERT reservations', startMs + soFarMs, trace, 5)
      const durationMs = soFarMs + saved.durationMs
      scribe.log('stock-ledger', startMs + durationMs, 'INFO', 'reservation booked', data, trace)
      return { status: 201, durationMs }
    })
  }

  /** What was accepted goes on to invoices and labels. */
  accepted(startMs: number, parent: Trace, order: string, cafe: string, cents: number): void {
    const { random, scribe } = this
    const topic = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'orders.accepted' }
    const sent = { service: 'cafe-portal', name: 'orders.accepted publish', startMs, parent, attributes: topic }
    this.call(sent, 'producer', (trace) => {
      const billMs = startMs + random.logNormal(900, 0.5)
      const taken = { service: 'invoice-run', name: 'orders.accepted process', startMs: billMs, parent: trace }
      this.serve({ ...taken, attributes: topic }, 'consumer', (inner) => {
        const saved = this.store('invoice-run', 'mysql', 'INSERT invoices', billMs + 1, inner, 8)
        const durationMs = saved.durationMs + random.logNormal(95, 0.4)
        const number = `IN-${order.slice(3)}`
        const text = `invoice ${number} for ${cafe} over ${(cents / 100).toFixed(2)} EUR`
        scribe.log('invoice-run', billMs + durationMs, 'INFO', text, {}, inner)
        const lateMs = billMs + durationMs + 1
        if (random.chance(0.06))
          scribe.log('invoice-run', lateMs, 'WARN', `mail to ${cafe} bounced, ${number} stays in the portal`, {}, inner)
        else if (random.chance(0.04))
          scribe.log('invoice-run', lateMs, 'WARN', `${cafe} has no VAT id on file`, {}, inner)
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: random.logNormal(4, 0.2) }
    })
  }

  order(
    startMs: number,
    trace: Trace,
    order: string,
    who: { readonly cafe: string; readonly wanted: Wanted },
  ): Outcome {
    const { random, scribe } = this
    const { cafe, wanted } = who
    const { sku: item, pieces } = wanted
    const ownMs = random.logNormal(28, 0.3)
    const cents = pieces * random.integer(62, 118)
    const data = { order, cafe, item, pieces, cents }
    const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
      scribe.log('cafe-portal', atMs, severity, text, data, trace)
    if (random.chance(0.055)) {
      say(startMs + ownMs, 'WARN', 'order came in after the cutoff')
      this.remember('lateOrder', order, startMs)
      return { status: 422, durationMs: ownMs }
    }
    if (random.chance(0.035)) {
      say(startMs + ownMs, 'WARN', 'account is on hold, order not taken')
      return { status: 403, durationMs: ownMs }
    }
    const booked = this.reserve('cafe-portal', startMs + ownMs, trace, wanted)
    const durationMs = ownMs + booked.durationMs + random.logNormal(11, 0.3)
    if (booked.status === 409) {
      say(startMs + durationMs, 'ERROR', 'order refused: out of stock')
      if (++this.#refused === 9) this.remember('refusedOrder', order, startMs)
      this.remember('refusedTrace', trace.traceId, startMs)
      this.remember('refusedCafe', cafe, startMs)
      return { status: 409, durationMs }
    }
    say(startMs + durationMs, 'INFO', 'order accepted')
    this.remember('goodOrder', order, startMs)
    this.accepted(startMs + durationMs, trace, order, cafe, cents)
    return { status: 201, durationMs }
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name =
      ticket <= 36
        ? 'GET /catalog'
        : ticket <= 56
          ? 'GET /orders/{id}'
          : ticket <= 92
            ? 'POST /orders'
            : 'PATCH /orders/{id}'
    const [method = '', route = ''] = name.split(' ')
    const cafe = `CF-${random.integer(101, 268)}`
    const region = random.pick(REGIONS)
    const order = `WO-${++this.#order}`
    const wanted = { sku: random.pick(ITEMS), pieces: random.pick(random.chance(0.52) ? LARGE : SMALL), ref: order }
    const who = { 'cafe.id': cafe, 'cafe.region': region, 'order.channel': random.pick(CHANNELS) }
    const what: Values = name === 'POST /orders' ? { 'order.item': wanted.sku, 'order.pieces': wanted.pieces } : {}
    const attributes = { 'http.request.method': method, 'http.route': route, ...who, ...what }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'cafe-portal', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (name === 'POST /orders') return this.order(startMs, trace, order, { cafe, wanted })
      const query = route === '/catalog' ? 'GET catalog' : 'GET orders'
      const read = this.store('cafe-portal', 'redis', query, startMs + 1, trace, 2)
      const soFarMs = read.durationMs + random.logNormal(17, 0.4)
      if (route === '/catalog') return { status: 200, durationMs: soFarMs }
      if (method === 'GET') return { status: random.chance(0.06) ? 404 : 200, durationMs: soFarMs }
      const more = { ...wanted, pieces: random.pick(SMALL) }
      const booked = this.reserve('cafe-portal', startMs + soFarMs, trace, more)
      const data = { order, cafe, item: more.sku, pieces: more.pieces }
      const durationMs = soFarMs + booked.durationMs + 4
      scribe.log('cafe-portal', startMs + durationMs, 'INFO', 'order changed', data, trace)
      return { status: 200, durationMs }
    })
  }

  drive(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name = ticket <= 30 ? 'GET /routes/{id}' : ticket <= 62 ? 'POST /routes/loads' : 'POST /routes/stops'
    const [method = '', route = ''] = name.split(' ')
    const line = random.pick(ROUTES)
    const van = `van ${random.integer(3, 19)}`
    const attributes = { 'http.request.method': method, 'http.route': route, 'route.name': line }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'route-planner', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const ownMs = random.logNormal(44, 0.4)
      const say = (atMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string) =>
        scribe.log('route-planner', atMs, severity, text, {}, trace)
      if (name === 'GET /routes/{id}') return { status: 200, durationMs: ownMs }
      if (name === 'POST /routes/stops') {
        if (random.chance(0.09))
          say(startMs + ownMs, 'WARN', `${line} back door locked, crates left with the neighbour`)
        else if (random.chance(0.05)) say(startMs + ownMs, 'WARN', `${line} ${van} is stuck in traffic`)
        else say(startMs + ownMs, 'INFO', `${line} stop delivered, ${random.integer(2, 14)} crates`)
        return { status: 200, durationMs: ownMs }
      }
      const pieces = random.pick(random.chance(0.75) ? LARGE : SMALL)
      const wanted = { sku: random.pick(ITEMS), pieces, ref: `LD-${random.integer(4000, 9999)}` }
      const booked = this.reserve('route-planner', startMs + ownMs, trace, wanted)
      const durationMs = ownMs + booked.durationMs + random.logNormal(14, 0.3)
      if (booked.status === 409) {
        say(startMs + durationMs, 'ERROR', `${line} ${van} load not confirmed: stock-ledger answered 409`)
        return { status: 502, durationMs }
      }
      say(startMs + durationMs, 'INFO', `${line} ${van} loaded with ${pieces} pieces`)
      return { status: 200, durationMs }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, recoveryMs } = this
    const range = { fromMs: startMs, toMs: endMs - 3000 }
    eachArrival({ ...range, meanMs: 2700 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 8500 }, random, (timeMs) => this.drive(timeMs))
    runHouse(this)
    const recipe = { change: 'BK-702' }
    scribe.log('recipe-book', this.releaseMs, 'INFO', 'recipe-book 1.9.0 started', recipe)
    const started = 'stock-ledger 4.2.0 started, unit resolver v2 active (change BK-731)'
    scribe.log('stock-ledger', onsetMs, 'INFO', started, { change: 'BK-731' })
    const guess = 'unit resolver: items without a pack size are counted in trays'
    scribe.log('stock-ledger', onsetMs + 1200, 'WARN', guess, { change: 'BK-731' })
    scribe.log('stock-ledger', recoveryMs - 2500, 'INFO', 'stopping for rollback to 4.1.6', { reason: 'rollback' })
    scribe.log('stock-ledger', recoveryMs, 'INFO', 'stock-ledger 4.1.6 started', { reason: 'rollback' })
    const catalog = { season: 'winter' }
    scribe.log('cafe-portal', startMs + 7 * MINUTE_MS, 'INFO', 'catalogue of the season loaded, 0 errors', catalog)
  }
}

export function bakery(endMs: number): World {
  const system = new Bakery(endMs)
  system.run()
  sendBakeryMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'bakery', services: SERVICES, marks: { onset, recovery, release, restart, dark } })
  const bodyOf = (text: string) => world.logs.find(({ message }) => message.includes(text))?.body ?? ''
  const lines = {
    ...{ ledgerLine: bodyOf('reservation refused'), loadLine: bodyOf('load not confirmed') },
    ...{ doorLine: bodyOf('door is open'), unitLine: bodyOf('unit resolver: items') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
