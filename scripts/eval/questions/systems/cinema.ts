/**
 * Online tickets of a chain of cinemas on Kubernetes, told by semantic conventions: a booking front, holds of seats,
 * screenings, prices, payments, members, scans at the doors, snacks, mail; JSON of pino, slog and structlog, plain lines of
 * Spring Boot. A Redis replica is promoted with an old eviction policy, so `seat-hold` loses holds of the large halls and
 * bookings fail after payment, until the policy is set: over at the end. A release of `loyalty`, a restart of
 * `newsletter`, declined cards, taken seats, expired holds, used tickets, sold-out snacks, unknown vouchers and bounces
 * are harmless; `poster-sync`, a script with lines only, goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { Severity, Values, World } from '../records.ts'
import { runBackground } from './cinema-background.ts'
import { sendCinemaMetrics } from './cinema-metrics.ts'
import {
  attributesOf,
  FORMATS,
  LOYALTY_AFTER,
  LOYALTY_BEFORE,
  METHODS,
  SERVICES,
  VERSIONS,
  type Visitor,
  visitorOf,
} from './cinema-names.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 72 * MINUTE_MS
const PLAIN = ['pay-desk', 'poster-sync']

class Cinema extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly darkMs: number
  readonly recoveryMs: number
  #hold = 720_100
  #booking = 90_400

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(5252, 'cinema'))
    this.releaseMs = endMs - 57 * MINUTE_MS + 17_000
    this.restartMs = endMs - 46 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 37 * MINUTE_MS + 21_000
    this.darkMs = endMs - 23 * MINUTE_MS + 9000
    this.recoveryMs = endMs - 14 * MINUTE_MS + 32_000
    const suffix = (name: string, timeMs: number) => {
      if (name === 'loyalty') return timeMs < this.releaseMs ? '84c9d6b7f-t2mxk' : '6f5b9c8d47-qw8rj'
      if (name === 'newsletter') return timeMs < this.restartMs ? '5d7f8c6b9-zk4pn' : '5d7f8c6b9-h6vcd'
      return '7c8d5f9b64-l9xgs'
    }
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: name !== 'poster-sync', hasAttributes: !PLAIN.includes(name) },
      version: (timeMs: number) =>
        name === 'loyalty' ? (timeMs < this.releaseMs ? LOYALTY_BEFORE : LOYALTY_AFTER) : (VERSIONS[name] ?? '1.0.0'),
      instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
      resource: (instance: string) => ({
        ...{ 'k8s.namespace.name': 'cinema', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
        ...{ 'k8s.node.name': `reel-${(index % 3) + 1}`, 'k8s.cluster.name': 'lichtspiel-prod' },
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  /** Whether the promoted Redis has thrown a key of a hall away; those of the large halls are the largest. */
  isGone(size: string, atMs: number): boolean {
    return size === 'large' && atMs >= this.onsetMs && atMs < this.recoveryMs && this.random.chance(0.72)
  }

  reportGone(hold: string, hall: string, atMs: number, trace: Trace): void {
    const fields = { hold, hall, ttl_left_s: this.random.integer(40, 520), node: 'holds-b' }
    this.scribe.log('seat-hold', atMs, 'ERROR', 'hold gone before its ttl ran out', fields, trace)
    this.remember('goneHold', hold, atMs)
  }

  front(name: string, startMs: number, who: Values, work: (trace: Trace) => Outcome): Outcome {
    const [method = '', route = ''] = name.split(' ')
    const parent = { traceId: this.scribe.newTrace(), spanId: '' }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who }
    return this.serve({ service: 'box-front', name, startMs, parent, attributes }, 'server', work)
  }

  say(atMs: number, severity: Severity, text: string, fields: Values, trace: Trace): void {
    this.scribe.log('box-front', atMs, severity, text, fields, trace)
  }

  screening(from: string, startMs: number, parent: Trace, film: string): Outcome {
    const { random } = this
    const to = { service: 'screenings', name: 'GET /screenings', startMs, parent, attributes: { 'film.title': film } }
    return this.through(from, to, (trace) => {
      const read = this.store('screenings', 'postgresql', 'SELECT screenings', startMs + 2, trace, 12)
      const durationMs = read.durationMs + random.logNormal(11, 0.3)
      if (random.chance(0.02)) {
        const fields = { film, minutes: random.integer(1, 9) }
        this.scribe.log(
          'screenings',
          startMs + durationMs,
          'WARN',
          'plan of the site is late, old one used',
          fields,
          trace,
        )
      }
      return { status: 200, durationMs }
    })
  }

  /** The map of a hall's seats; what Redis has thrown away is built anew. */
  map(startMs: number, visitor: Visitor): void {
    const { random } = this
    const who = attributesOf(visitor)
    this.front('GET /screenings/{id}/seats', startMs, who, (trace) => {
      const attributes = { 'hall.name': visitor.hall, 'hall.size': visitor.size }
      const to = {
        service: 'seat-hold',
        name: 'GET /halls/{hall}/map',
        startMs: startMs + 3,
        parent: trace,
        attributes,
      }
      const drawn = this.through('box-front', to, (inner) => {
        const read = this.store('seat-hold', 'redis', 'GET maps', startMs + 5, inner, 2)
        let durationMs = read.durationMs + random.logNormal(5, 0.3)
        if (this.isGone(visitor.size, startMs)) {
          const built = this.screening('seat-hold', startMs + durationMs, inner, visitor.film)
          durationMs += built.durationMs + random.logNormal(240, 0.35)
          const fields = { hall: visitor.hall, node: 'holds-b' }
          this.scribe.log('seat-hold', startMs + durationMs, 'WARN', 'seat map missing, built anew', fields, inner)
        }
        return { status: 200, durationMs }
      })
      return { status: 200, durationMs: drawn.durationMs + random.logNormal(12, 0.3) }
    })
  }

  /** Seats are held while somebody pays; the hold's id, or nothing where they are taken. */
  hold(startMs: number, visitor: Visitor): string | undefined {
    const { random } = this
    const { hall, size, seats, channel } = visitor
    const hold = `HD-${++this.#hold}`
    const done = this.front('POST /holds', startMs, attributesOf(visitor), (trace) => {
      const attributes = { 'hall.name': hall, 'hall.size': size }
      const to = { service: 'seat-hold', name: 'POST /holds', startMs: startMs + 3, parent: trace, attributes }
      const held = this.through('box-front', to, (inner) => {
        const stored = this.store('seat-hold', 'redis', 'SET holds', startMs + 5, inner, 3)
        const durationMs = stored.durationMs + random.logNormal(6, 0.3)
        const isTaken = random.chance(0.06)
        const fields = { hold, hall, seats }
        if (isTaken) this.scribe.log('seat-hold', startMs + durationMs, 'WARN', 'seat already taken', fields, inner)
        else this.scribe.log('seat-hold', startMs + durationMs, 'INFO', 'seats held', fields, inner)
        return { status: isTaken ? 409 : 201, durationMs }
      })
      if (held.status === 409) return { status: 409, durationMs: held.durationMs + 6 }
      const quoted = this.quote(startMs + held.durationMs + 5, trace, channel)
      return { status: 201, durationMs: held.durationMs + quoted.durationMs + random.logNormal(9, 0.3) }
    })
    return done.status === 201 ? hold : undefined
  }

  quote(startMs: number, parent: Trace, channel: string): Outcome {
    const { random } = this
    const attributes = { 'booking.channel': channel }
    const to = { service: 'pricing', name: 'POST /quotes', startMs, parent, attributes }
    return this.through('box-front', to, (trace) => {
      const durationMs = random.logNormal(26, 0.4)
      if (random.chance(0.95)) return { status: 200, durationMs }
      const fields = { channel, voucher: `V${random.integer(1000, 9999)}` }
      this.scribe.log('pricing', startMs + durationMs, 'WARN', 'voucher unknown, full price quoted', fields, trace)
      return { status: 422, durationMs }
    })
  }

  /** A charge or a refund. */
  money(
    way: 'charges' | 'refunds',
    startMs: number,
    parent: Trace,
    bill: { method: string; cents: number; id: string },
  ) {
    const { random } = this
    const { method, cents, id } = bill
    const attributes = { 'payment.method': method }
    const to = { service: 'pay-desk', name: `POST /${way}`, startMs, parent, attributes }
    return this.through('box-front', to, (trace) => {
      const isCharge = way === 'charges'
      const medianMs = method === 'paypal' ? 520 : method === 'card' ? 240 : 70
      const durationMs = random.logNormal(isCharge ? medianMs : 130, 0.32)
      const isDeclined = isCharge && method === 'card' && random.chance(0.08)
      const write = (severity: Severity, text: string) =>
        this.scribe.log('pay-desk', startMs + durationMs, severity, text, {}, trace)
      if (isDeclined) write('WARN', `issuer declined ${cents} cents by ${method} for ${id}`)
      else write('INFO', `${isCharge ? 'charged' : 'refunded'} ${cents} cents by ${method} for ${id}`)
      return { status: isDeclined ? 402 : 201, durationMs }
    })
  }

  confirm(startMs: number, parent: Trace, hold: string, { hall, size, seats }: Visitor): Outcome {
    const { random } = this
    const attributes = { 'hall.name': hall, 'hall.size': size }
    const to = { service: 'seat-hold', name: 'POST /holds/{id}/confirm', startMs, parent, attributes }
    return this.through('box-front', to, (trace) => {
      const read = this.store('seat-hold', 'redis', 'GETDEL holds', startMs + 2, trace, 3)
      const durationMs = read.durationMs + random.logNormal(7, 0.3)
      if (this.isGone(size, startMs)) {
        this.reportGone(hold, hall, startMs + durationMs, trace)
        return { status: 500, durationMs }
      }
      this.scribe.log('seat-hold', startMs + durationMs, 'INFO', 'seats confirmed', { hold, hall, seats }, trace)
      return { status: 200, durationMs }
    })
  }

  book(startMs: number, hold: string, visitor: Visitor): void {
    const { random } = this
    const { channel, hall, film, seats } = visitor
    const method = random.pick(METHODS)
    const id = `BK-${++this.#booking}`
    const cents = seats * random.pick([950, 1150, 1250, 1490])
    const fields = { booking: id, hold, channel, hall, film, seats }
    const who = { ...attributesOf(visitor), 'payment.method': method }
    this.front('POST /bookings', startMs, who, (trace) => {
      const end = (durationMs: number, severity: Severity, text: string, more: Values, status: number) => {
        this.say(startMs + durationMs, severity, text, { ...fields, ...more }, trace)
        return { status, durationMs }
      }
      if (random.chance(0.035)) return end(8, 'WARN', 'hold expired, customer took too long', {}, 410)
      const paid = this.money('charges', startMs + 6, trace, { method, cents, id })
      const paidMs = paid.durationMs + 8
      if (paid.status === 402) {
        this.remember('declinedBooking', id, startMs)
        return end(paidMs + 2, 'WARN', 'booking stopped, card declined', {}, 402)
      }
      const confirmed = this.confirm(startMs + paidMs, trace, hold, visitor)
      const doneMs = paidMs + confirmed.durationMs + 3
      if (confirmed.status >= 500) {
        const refund = this.money('refunds', startMs + doneMs, trace, { method, cents, id })
        this.remember('failedBooking', id, startMs)
        this.remember('failedTrace', trace.traceId, startMs)
        const text = 'booking failed after payment: seat-hold answered 500'
        return end(doneMs + refund.durationMs, 'ERROR', text, { cents }, 502)
      }
      this.remember('goodBooking', id, startMs)
      const credited = random.chance(0.45) ? this.credit(startMs + doneMs, trace, Math.floor(cents / 100)) : 0
      return end(doneMs + credited + random.logNormal(10, 0.3), 'INFO', 'booking completed', { cents }, 201)
    })
  }

  credit(startMs: number, parent: Trace, points: number): number {
    const { random } = this
    const tier = random.pick(['silver', 'silver', 'silver', 'gold', 'platinum'])
    const attributes = { 'loyalty.tier': tier }
    const to = { service: 'loyalty', name: 'POST /points', startMs, parent, attributes }
    const done = this.through('box-front', to, (trace) => {
      const stored = this.store('loyalty', 'postgresql', 'INSERT points', startMs + 2, trace, 9)
      const durationMs = stored.durationMs + random.logNormal(8, 0.3)
      this.scribe.log('loyalty', startMs + durationMs, 'INFO', 'points credited', { tier, points }, trace)
      return { status: 201, durationMs }
    })
    return done.durationMs
  }

  /** Somebody looks for a film, most look at seats, many hold some, most of those pay. */
  journey(startMs: number): void {
    const { random } = this
    const visitor = visitorOf(random)
    const { site, channel, customer, film } = visitor
    const who = { 'cinema.site': site, 'film.title': film, 'booking.channel': channel, 'customer.id': customer }
    this.front('GET /films', startMs, who, (trace) => {
      const found = this.screening('box-front', startMs + 4, trace, film)
      return { status: 200, durationMs: found.durationMs + random.logNormal(14, 0.3) }
    })
    const mapMs = startMs + random.integer(4000, 30_000)
    if (random.chance(0.2)) return
    this.map(mapMs, visitor)
    const holdMs = mapMs + random.integer(8000, 50_000)
    if (random.chance(0.25)) return
    const hold = this.hold(holdMs, visitor)
    const bookMs = holdMs + random.integer(25_000, 150_000)
    if (hold === undefined || random.chance(0.1)) return
    this.book(bookMs, hold, visitor)
  }

  /** A booking is looked up or cancelled. */
  desk(startMs: number): void {
    const { random } = this
    const { site, channel, customer } = visitorOf(random)
    const who = { 'cinema.site': site, 'booking.channel': channel, 'customer.id': customer }
    const booking = `BK-${random.integer(81_000, 90_200)}`
    if (random.chance(0.2)) {
      this.front('POST /bookings/{code}/cancel', startMs, who, (trace) => {
        const bill = { method: random.pick(METHODS), cents: random.integer(1, 5) * 1150, id: booking }
        const paid = this.money('refunds', startMs + 9, trace, bill)
        const durationMs = paid.durationMs + random.logNormal(20, 0.3)
        this.say(startMs + durationMs, 'INFO', 'booking cancelled by customer', { booking, channel }, trace)
        return { status: 200, durationMs }
      })
      return
    }
    this.front('GET /bookings/{code}', startMs, who, (trace) => {
      const durationMs = random.logNormal(31, 0.4)
      if (random.chance(0.93)) return { status: 200, durationMs }
      this.say(startMs + durationMs, 'WARN', 'booking code unknown', { booking, channel }, trace)
      return { status: 404, durationMs }
    })
  }

  run(): void {
    const { random, startMs, endMs } = this
    const range = { fromMs: startMs, toMs: endMs - 2000 }
    eachArrival({ ...range, meanMs: 4900 }, random, (timeMs) => this.journey(timeMs))
    eachArrival({ ...range, meanMs: 14_000 }, random, (timeMs) => this.desk(timeMs))
    runBackground(this)
  }
}

export function cinema(endMs: number): World {
  const system = new Cinema(endMs)
  system.run()
  sendCinemaMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, darkMs: dark, recoveryMs: recovery } = system
  const marks = { onset, release, restart, dark, recovery }
  const world = system.world({ name: 'cinema', services: SERVICES, marks })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ goneLine: bodyOf('hold gone before'), failedLine: bodyOf('booking failed after payment') },
    ...{ policyLine: bodyOf('allkeys-lru'), declinedLine: bodyOf('issuer declined') },
    ...{ usedLine: bodyOf('ticket already used'), droppedLine: bodyOf('snack order dropped') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
