/**
 * A ski resort on Kubernetes, told by semantic conventions: gates of lifts, passes, a ticket shop, payments, ski rental,
 * car parks, sensors of slopes, avalanche sectors, snow guns, boards with lines only. The database's pooler is reloaded
 * with another mode, so `pass-ledger` loses its prepared statements and most passes cannot be read or written, still so at
 * the end. A release of `rental-bench`, a restart of `slope-sense`, invalid passes, refused cards, full car parks, sizes
 * that are out and guns that wait for the cold are harmless, `piste-board` goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { logfmt } from './formats.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import { controllerLine, namedEventJson, typedEventJson } from './skiresort-formats.ts'
import { sendSkiresortMetrics } from './skiresort-metrics.ts'
import { runMountain } from './skiresort-mountain.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 66 * MINUTE_MS
const FORMATS = {
  'turnstile-hub': namedEventJson,
  'pass-ledger': namedEventJson,
  'ticket-shop': typedEventJson,
  'card-till': logfmt,
  'rental-bench': typedEventJson,
  'carpark-gate': logfmt,
  'slope-sense': namedEventJson,
  'avalanche-desk': controllerLine,
  'snowgun-ctl': controllerLine,
  'piste-board': controllerLine,
}
const SERVICES = Object.keys(FORMATS)
const PLAIN = ['avalanche-desk', 'snowgun-ctl', 'piste-board']
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'turnstile-hub': '5.3.1', 'pass-ledger': '3.6.4', 'ticket-shop': '8.0.12', 'card-till': '2.4.0' },
  ...{ 'carpark-gate': '1.9.7', 'slope-sense': '1.14.2', 'avalanche-desk': '0.8.5', 'snowgun-ctl': '4.1.0' },
  ...{ 'piste-board': '1.2.2' },
}
const LIFTS = ['talexpress', 'talexpress', 'talexpress', 'sonnbahn', 'sonnbahn', 'gratlift', 'zwergerl']
const PASS_TYPES = ['day', 'day', 'day', 'season', 'season', 'halfday', 'multi']
const CHANNELS = ['web', 'web', 'app', 'app', 'app', 'kiosk']
const METHODS = ['card', 'card', 'card', 'twint', 'paypal']
const LOTS = ['P1', 'P2', 'P2', 'P3', 'P3']
const NO_STATEMENT = 'prepared statement "pl_lookup_7" does not exist'

interface Call {
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes: Values
}

class Skiresort extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly darkMs: number
  #order = 88_300
  #booking = 41_700

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(50, 'skiresort'))
    this.releaseMs = endMs - 51 * MINUTE_MS + 22_000
    this.restartMs = endMs - 39 * MINUTE_MS + 44_000
    this.onsetMs = endMs - 26 * MINUTE_MS + 13_000
    this.darkMs = endMs - 17 * MINUTE_MS + 6000
    const isOld = (timeMs: number) => timeMs < this.releaseMs
    const suffix = (name: string, timeMs: number) => {
      if (name === 'rental-bench') return isOld(timeMs) ? '7b6c9f5d84-kx2pd' : '58d4c7b9f6-wm7qz'
      if (name === 'slope-sense') return timeMs < this.restartMs ? '6c8f7d9b5-n4vtr' : '6c8f7d9b5-b9jlc'
      return '5f9b7c6d48-h3sxg'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'piste-board', hasAttributes: !PLAIN.includes(name) },
      version: (timeMs: number) =>
        name === 'rental-bench' ? (isOld(timeMs) ? '2.9.3' : '2.10.0') : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'resort', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `hut-node-${(index % 3) + 1}`, 'k8s.cluster.name': 'gletscher-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  say(
    service: string,
    atMs: number,
    severity: Severity,
    [event, text]: readonly [string, string],
    data: Values,
    trace: Trace,
  ) {
    const name = service === 'card-till' || service === 'carpark-gate' ? {} : { 'event.name': event }
    this.scribe.log(service, atMs, severity, text, { ...name, ...data }, trace)
  }

  /** A statement by the pooler; most are lost once it hands connections out per transaction. */
  statement(operation: string, startMs: number, parent: Trace): Outcome {
    const [command = '', target = ''] = operation.split(' ')
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': command, 'db.collection.name': target }
    const isLost = startMs >= this.onsetMs && this.random.chance(0.64)
    const code: Values = isLost ? { 'db.response.status_code': '26000' } : {}
    const step = { service: 'pass-ledger', name: operation, startMs, parent, attributes: { ...attributes, ...code } }
    return this.call(step, 'client', () => ({ status: isLost ? 500 : 200, durationMs: this.random.logNormal(5, 0.35) }))
  }

  /** Reads, checks or writes a pass. */
  pass(from: string, call: Call, operation: string, passId: string): Outcome {
    const { random } = this
    return this.through(from, { service: 'pass-ledger', ...call }, (trace) => {
      const asked = this.statement(operation, call.startMs + 1, trace)
      const durationMs = asked.durationMs + random.logNormal(7, 0.3)
      const atMs = call.startMs + durationMs
      if (asked.status >= 500) {
        const data = { pass: passId, sqlstate: '26000', pooler: 'pgb-passes' }
        this.say('pass-ledger', atMs, 'ERROR', ['pass.statement.lost', NO_STATEMENT], data, trace)
        return { status: 500, durationMs }
      }
      if (call.name === 'POST /v1/passes/validate' && random.chance(0.045)) {
        const data = { pass: passId, passType: call.attributes['pass.type'] ?? '' }
        this.say('pass-ledger', atMs, 'WARN', ['pass.invalid', 'pass is not valid today'], data, trace)
        return { status: 403, durationMs }
      }
      if (call.name === 'POST /v1/passes') {
        this.say('pass-ledger', atMs, 'INFO', ['pass.issued', 'pass issued'], { pass: passId }, trace)
        return { status: 201, durationMs }
      }
      return { status: 200, durationMs }
    })
  }

  scan(startMs: number): void {
    const { random, scribe } = this
    const lift = random.pick(LIFTS)
    const passId = `SP-${random.integer(600_000, 603_400)}`
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const type = random.pick(PASS_TYPES)
    const who = { 'lift.name': lift, 'pass.id': passId, 'pass.type': type }
    const http = { 'http.request.method': 'POST', 'http.route': '/v1/gates/{gate}/scan', ...who }
    const step = {
      service: 'turnstile-hub',
      name: 'POST /v1/gates/{gate}/scan',
      startMs,
      parent: root,
      attributes: http,
    }
    const gate = `${lift}-${random.integer(1, 4)}`
    this.serve(step, 'server', (trace) => {
      const call = {
        name: 'POST /v1/passes/validate',
        startMs: startMs + 3,
        parent: trace,
        attributes: { 'pass.type': type },
      }
      const checked = this.pass('turnstile-hub', call, 'SELECT passes', passId)
      const durationMs = checked.durationMs + random.logNormal(9, 0.3)
      const data = { gate, lift, pass: passId }
      const write = (severity: Severity, event: string, text: string) =>
        this.say('turnstile-hub', startMs + durationMs, severity, [event, text], data, trace)
      if (checked.status >= 500) {
        write('ERROR', 'gate.stuck', 'gate stays shut: pass-ledger answered 500')
        this.remember('stuckTrace', root.traceId, startMs)
        this.remember('stuckPass', passId, startMs)
        return { status: 503, durationMs }
      }
      if (checked.status === 403) {
        write('WARN', 'gate.refused', 'skier turned away')
        return { status: 403, durationMs }
      }
      if (random.chance(0.02)) {
        write('WARN', 'gate.double', 'pass used twice within ten seconds')
        return { status: 409, durationMs }
      }
      write('INFO', 'gate.opened', 'gate opened')
      this.remember('openedTrace', root.traceId, startMs)
      return { status: 200, durationMs }
    })
  }

  pay(from: string, startMs: number, parent: Trace, purpose: string, cents: number): Outcome {
    const { random } = this
    const method = from === 'carpark-gate' ? 'card' : random.pick(METHODS)
    const attributes = { 'payment.method': method, 'payment.purpose': purpose }
    return this.through(
      from,
      { service: 'card-till', name: 'POST /payments', startMs, parent, attributes },
      (trace) => {
        const durationMs = random.logNormal(method === 'paypal' ? 460 : 210, 0.3)
        const data = { purpose, method, cents }
        const isRefused = method === 'card' && random.chance(0.07)
        if (isRefused) this.say('card-till', startMs + durationMs, 'WARN', ['', 'issuer refused the card'], data, trace)
        else this.say('card-till', startMs + durationMs, 'INFO', ['', 'payment booked'], data, trace)
        return { status: isRefused ? 402 : 201, durationMs }
      },
    )
  }

  order(startMs: number, trace: Trace, channel: string, order: string): Outcome {
    const data = { order, channel }
    const cents = 100 * this.random.integer(38, 214)
    const paid = this.pay('ticket-shop', startMs + 4, trace, 'ticket', cents)
    const paidMs = paid.durationMs + 5
    if (paid.status === 402) {
      this.say('ticket-shop', startMs + paidMs, 'WARN', ['order.unpaid', 'order dropped, card refused'], data, trace)
      this.remember('unpaidOrder', order, startMs)
      return { status: 402, durationMs: paidMs }
    }
    const passId = `SP-${this.random.integer(603_401, 609_900)}`
    const call = { name: 'POST /v1/passes', startMs: startMs + paidMs, parent: trace, attributes: {} }
    const issued = this.pass('ticket-shop', call, 'INSERT passes', passId)
    const durationMs = paidMs + issued.durationMs + 3
    if (issued.status >= 500) {
      const text = 'order failed after payment: pass-ledger answered 500'
      this.say('ticket-shop', startMs + durationMs, 'ERROR', ['order.failed', text], { ...data, cents }, trace)
      this.remember('failedOrder', order, startMs)
      return { status: 502, durationMs }
    }
    this.say(
      'ticket-shop',
      startMs + durationMs,
      'INFO',
      ['order.completed', 'order completed'],
      { ...data, cents },
      trace,
    )
    this.remember('goodOrder', order, startMs)
    return { status: 201, durationMs }
  }

  visit(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name =
      ticket <= 42
        ? 'GET /shop/products'
        : ticket <= 58
          ? 'GET /shop/cart'
          : ticket <= 88
            ? 'POST /shop/orders'
            : 'GET /shop/orders/{id}'
    const [method = '', route = ''] = name.split(' ')
    const channel = random.pick(CHANNELS)
    const who = { 'shop.channel': channel, 'guest.id': `GU-${random.integer(2000, 2790)}` }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'ticket-shop', name, startMs, parent: root, attributes }, 'server', (trace) => {
      if (route === '/shop/orders') return this.order(startMs, trace, channel, `SO-${++this.#order}`)
      const read = this.store(
        'ticket-shop',
        'redis',
        route === '/shop/products' ? 'GET products' : 'GET carts',
        startMs + 1,
        trace,
        2,
      )
      const durationMs = read.durationMs + random.logNormal(16, 0.4)
      if (route !== '/shop/orders/{id}' || random.chance(0.93)) return { status: 200, durationMs }
      return { status: 404, durationMs }
    })
  }

  rental(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const name = ticket <= 44 ? 'GET /rental/sizes' : ticket <= 76 ? 'POST /rental/handouts' : 'POST /rental/returns'
    const [method = '', route = ''] = name.split(' ')
    const kind = random.pick(['ski', 'ski', 'ski', 'snowboard', 'sled'])
    const attributes = { 'http.request.method': method, 'http.route': route, 'gear.kind': kind }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'rental-bench', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const slow = startMs >= this.releaseMs && route === '/rental/sizes' ? 1.7 : 1
      const read = this.store('rental-bench', 'mysql', 'SELECT gear', startMs + 1, trace, 11 * slow)
      const durationMs = read.durationMs + random.logNormal(13 * slow, 0.3)
      const data = { booking: `RB-${++this.#booking}`, kind }
      const say = (atMs: number, severity: Severity, event: string, text: string) =>
        this.say('rental-bench', atMs, severity, [event, text], data, trace)
      if (route === '/rental/sizes') return { status: 200, durationMs }
      if (route === '/rental/returns') {
        const isLate = random.chance(0.09)
        if (isLate) say(startMs + durationMs, 'WARN', 'gear.late', 'gear came back late, fee added')
        else say(startMs + durationMs, 'INFO', 'gear.returned', 'gear returned')
        return { status: 200, durationMs }
      }
      if (random.chance(0.08)) {
        say(startMs + durationMs, 'WARN', 'gear.out', 'size is out of stock')
        return { status: 409, durationMs }
      }
      const call = { name: 'GET /v1/passes/{id}', startMs: startMs + durationMs, parent: trace, attributes: {} }
      const known = this.pass('rental-bench', call, 'SELECT passes', `SP-${random.integer(600_000, 603_400)}`)
      const endMs = durationMs + known.durationMs + 2
      if (known.status >= 500) {
        say(startMs + endMs, 'ERROR', 'gear.blocked', 'handout stopped: pass-ledger answered 500')
        return { status: 502, durationMs: endMs }
      }
      say(startMs + endMs, 'INFO', 'gear.handed', 'gear handed out')
      this.remember('handout', data.booking, startMs)
      return { status: 201, durationMs: endMs }
    })
  }

  car(startMs: number): void {
    const { random, scribe } = this
    const isEntry = random.chance(0.62)
    const name = isEntry ? 'POST /barriers/entry' : 'POST /barriers/exit'
    const lot = random.pick(LOTS)
    const plate = `${random.pick(['IM', 'LA', 'KU', 'GAP'])}-${random.integer(100, 999)}${random.pick(['AB', 'KT', 'ZE'])}`
    const attributes = { 'http.request.method': 'POST', 'http.route': name.slice(5), 'parking.lot': lot }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve({ service: 'carpark-gate', name, startMs, parent: root, attributes }, 'server', (trace) => {
      const ownMs = random.logNormal(38, 0.3)
      const data = { lot, plate }
      const say = (atMs: number, severity: Severity, text: string) =>
        this.say('carpark-gate', atMs, severity, ['', text], data, trace)
      if (isEntry && lot === 'P1' && random.chance(0.3)) {
        say(startMs + ownMs, 'WARN', 'lot is full, car sent on')
        return { status: 409, durationMs: ownMs }
      }
      if (isEntry) {
        if (random.chance(0.03)) say(startMs + ownMs, 'WARN', 'plate unreadable, paper ticket printed')
        else say(startMs + ownMs, 'INFO', 'barrier raised for entry')
        return { status: 200, durationMs: ownMs }
      }
      const paid = this.pay('carpark-gate', startMs + ownMs, trace, 'parking', 100 * random.integer(4, 18))
      const durationMs = ownMs + paid.durationMs
      if (paid.status === 402) say(startMs + durationMs, 'WARN', 'exit blocked, card refused')
      else say(startMs + durationMs, 'INFO', 'barrier raised for exit')
      return { status: paid.status === 402 ? 402 : 200, durationMs }
    })
  }

  run(): void {
    const { random, scribe, startMs, endMs } = this
    const range = { fromMs: startMs, toMs: endMs - 2000 }
    eachArrival({ ...range, meanMs: 1300 }, random, (timeMs) => this.scan(timeMs))
    eachArrival({ ...range, meanMs: 3600 }, random, (timeMs) => this.visit(timeMs))
    eachArrival({ ...range, meanMs: 6200 }, random, (timeMs) => this.rental(timeMs))
    eachArrival({ ...range, meanMs: 8000 }, random, (timeMs) => this.car(timeMs))
    runMountain(this)
    const release = { 'event.name': 'process.start', build: '2.10.0' }
    scribe.log('rental-bench', this.releaseMs, 'INFO', 'rental-bench 2.10.0 started', release)
    const reload = { 'event.name': 'pooler.reload', pooler: 'pgb-passes', change: 'AL-209' }
    const text = 'pooler pgb-passes reloaded: pool_mode session -> transaction (change AL-209)'
    scribe.log('pass-ledger', this.onsetMs - 1500, 'INFO', text, reload)
    const season = { 'event.name': 'tariff.loaded', tariff: 'winter-peak' }
    scribe.log('ticket-shop', startMs + 9 * MINUTE_MS, 'INFO', 'tariff winter-peak loaded, no error found', season)
  }
}

export function skiresort(endMs: number): World {
  const system = new Skiresort(endMs)
  system.run()
  sendSkiresortMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, darkMs: dark } = system
  const world = system.world({ name: 'skiresort', services: SERVICES, marks: { onset, release, restart, dark } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{
      statementLine: bodyOf('prepared statement'),
      shutLine: bodyOf('gate stays shut'),
      gunLine: bodyOf('wet bulb'),
    },
    ...{ lotLine: bodyOf('lot is full') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
