/** What the tyre workshops do beside movements: search, quotes, appointments, stored wheels. */
import type { Severity, Values } from '../records.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { Tyres } from './tyres.ts'
import { type Driver, SIZES } from './tyres-names.ts'
import { move, openJob } from './tyres-stock.ts'

export function attributesOf({ tenant, workshop, channel }: Driver): Values {
  return { 'tenant.id': tenant, 'workshop.id': workshop, 'client.channel': channel }
}

/** Requests wait while the catalogue starts again. */
function movedMs({ restartMs }: Tyres, startMs: number): number {
  return startMs >= restartMs - 6000 && startMs < restartMs ? 2100 : 0
}

function catalogSide(system: Tyres, name: string, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const size = random.pick<string>(SIZES)
  const season = random.pick(['winter', 'winter', 'winter', 'summer', 'allseason'])
  const search = system.store('tyre-catalog', 'elasticsearch', 'search tyres', startMs + 2, trace, 14)
  const atMs = 2 + search.durationMs + movedMs(system, startMs)
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('tyre-catalog', startMs + afterMs, severity, text, { size, season, ...more }, trace)
  if (name.includes('{sku}')) {
    if (random.chance(0.05)) {
      tell(atMs, 'WARN', 'sku not found')
      return { status: 404, durationMs: atMs + 1 }
    }
    tell(atMs, 'DEBUG', 'tyre read')
    return { status: 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.06)) {
    tell(atMs, 'WARN', 'search refused: malformed tyre size')
    return { status: 400, durationMs: atMs + 1 }
  }
  const durationMs = atMs + random.logNormal(26, 0.4)
  tell(durationMs, 'INFO', 'tyres listed', { hits: random.integer(0, 60) })
  return { status: 200, durationMs: durationMs + 1 }
}

/** What new tyres cost; the catalogue is asked for the tyre. */
function quote(system: Tyres, startMs: number, trace: Trace, who: Driver): Outcome {
  const { random, scribe } = system
  const rates = system.store('pricing', 'redis', 'GET rates', startMs + 2, trace, 2.5)
  let atMs = 2 + rates.durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('pricing', startMs + atMs, severity, text, { tenant: who.tenant, ...more }, trace)
  if (random.chance(0.06)) {
    tell('WARN', 'quote refused: no price for this tyre')
    return { status: 422, durationMs: atMs + 1 }
  }
  const step = { service: 'tyre-catalog', name: 'GET /skus/{sku}', startMs: startMs + atMs, parent: trace }
  const found = system.through('pricing', step, (inner) =>
    catalogSide(system, 'GET /skus/{sku}', startMs + atMs + 1, inner),
  )
  atMs += found.durationMs + random.logNormal(7, 0.3)
  if (found.status === 404) {
    tell('WARN', 'quote refused: tyre is discontinued')
    return { status: 410, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) tell('WARN', 'coupon ignored: expired')
  const tyres = random.pick([1, 2, 2, 4, 4, 4])
  tell('INFO', 'quote given', { tyres, cents: tyres * random.integer(5900, 18_900) })
  return { status: 200, durationMs: atMs + 1 }
}

function book(system: Tyres, startMs: number, trace: Trace, who: Driver, readMs: number): Outcome {
  const { random, scribe } = system
  const { tenant, workshop } = who
  let atMs = readMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + atMs, severity, text, {}, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `Booking for ${tenant} refused: ${why}`)
    return { status, durationMs: atMs + 1 }
  }
  if (random.chance(0.1)) return refuse(409, 'bay is taken')
  if (tenant !== 'private' && random.chance(0.08)) return refuse(402, 'account is on credit hold')
  const step = { service: 'pricing', name: 'POST /quotes', startMs: startMs + atMs, parent: trace }
  const priced = system.through('booking-api', { ...step, attributes: attributesOf(who) }, (inner) =>
    quote(system, startMs + atMs + 2, inner, who),
  )
  atMs += priced.durationMs + 1
  if (priced.status >= 400) return refuse(422, 'no price')
  const booking = `AP-${random.integer(1_000_000, 9_999_999)}`
  const hasOwnTyres = random.chance(0.22)
  if (!hasOwnTyres) {
    const moved = move(system, 'booking-api', startMs + atMs, trace, who, 'reserve')
    atMs += moved.durationMs + 1
    if (moved.status === 409) return refuse(409, 'tyre is out of stock')
    if (moved.status >= 500) {
      tell('ERROR', `Appointment ${booking} not saved: stock-ledger answered 500`)
      system.remember('lostBooking', booking, startMs)
      system.remember('failedBookingTrace', trace.traceId, startMs)
      return { status: 502, durationMs: atMs + 1 }
    }
  }
  const saved = system.store('booking-api', 'mysql', 'INSERT appointments', startMs + atMs, trace, 9)
  atMs += saved.durationMs + random.logNormal(8, 0.3)
  const work = hasOwnTyres ? 'own tyres' : `${random.pick([2, 4, 4])} new tyres`
  tell('INFO', `Appointment ${booking} booked for ${tenant} at ${workshop}: ${work}`)
  system.remember('goodBooking', booking, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

function bookingSide(system: Tyres, name: string, startMs: number, trace: Trace, who: Driver): Outcome {
  const { random, scribe } = system
  const { driver, workshop } = who
  const read = system.store('booking-api', 'mysql', 'SELECT bays', startMs + 2, trace, 7)
  const atMs = 2 + read.durationMs
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + afterMs, severity, text, {}, trace)
  if (name === 'POST /v1/appointments') return book(system, startMs, trace, who, atMs)
  if (name.startsWith('GET')) {
    const durationMs = atMs + random.logNormal(17, 0.35)
    tell(durationMs, 'INFO', `Free bays at ${workshop} listed: ${random.integer(0, 8)}`)
    return { status: 200, durationMs: durationMs + 1 }
  }
  if (name.startsWith('DELETE')) {
    if (random.chance(0.18)) {
      tell(atMs, 'WARN', `Cancellation by ${driver} refused: less than 2 hours ahead`)
      return { status: 409, durationMs: atMs + 1 }
    }
    tell(atMs + 6, 'INFO', `Appointment cancelled by ${driver}`)
    return { status: 204, durationMs: atMs + 7 }
  }
  if (random.chance(0.08)) {
    tell(atMs, 'WARN', `Check-in of ${driver} refused: no appointment today`)
    return { status: 404, durationMs: atMs + 1 }
  }
  openJob(system, startMs + atMs, trace, who)
  const durationMs = atMs + random.logNormal(6, 0.3)
  tell(durationMs, 'INFO', `Car of ${driver} checked in at ${workshop}: bay ${random.integer(1, 6)}`)
  return { status: 202, durationMs: durationMs + 1 }
}

function hotelSide(system: Tyres, name: string, startMs: number, trace: Trace, who: Driver): Outcome {
  const { random, scribe } = system
  const { tenant } = who
  const set = `WS-${random.integer(100_000, 999_999)}`
  const known = system.store('wheel-hotel', 'mongodb', 'find wheel_sets', startMs + 2, trace, 6)
  let atMs = 2 + known.durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('wheel-hotel', startMs + atMs, severity, text, {}, trace)
  const isRetrieval = name.endsWith('/retrieve')
  if (isRetrieval && random.chance(0.05)) {
    tell('WARN', `wheel set ${set} is unknown`)
    return { status: 404, durationMs: atMs + 1 }
  }
  if (isRetrieval && random.chance(0.08)) {
    tell('WARN', `wheel set ${set} held back: storage fee of ${tenant} is unpaid`)
    return { status: 402, durationMs: atMs + 1 }
  }
  const moved = move(system, 'wheel-hotel', startMs + atMs, trace, who, isRetrieval ? 'outbound' : 'inbound')
  atMs += moved.durationMs + 1
  if (moved.status >= 500) {
    const what = isRetrieval ? 'not handed out' : 'not stored'
    tell('ERROR', `wheel set ${set} ${what}: stock-ledger answered 500`)
    system.remember('failedSet', set, startMs)
    return { status: 503, durationMs: atMs + 1 }
  }
  atMs += random.logNormal(10, 0.3)
  if (isRetrieval) {
    tell(
      'INFO',
      `wheel set ${set} of ${tenant} on its way: rack ${random.pick(['A', 'B', 'C'])}${random.integer(1, 40)}`,
    )
    return { status: 202, durationMs: atMs + 1 }
  }
  const tread = random.integer(14, 80) / 10
  if (tread < 3) tell('WARN', `wheel set ${set} stored with worn tyres: tread ${tread.toFixed(1)} mm`)
  else tell('INFO', `wheel set ${set} of ${tenant} stored: tread ${tread.toFixed(1)} mm`)
  system.remember('storedSet', set, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

/** What the service behind the proxy does. */
export function serviceSide(
  system: Tyres,
  visit: { readonly name: string; readonly service: string },
  startMs: number,
  trace: Trace,
  who: Driver,
): Outcome {
  if (visit.service === 'tyre-catalog') return catalogSide(system, visit.name, startMs, trace)
  if (visit.service === 'pricing') return quote(system, startMs, trace, who)
  if (visit.service === 'booking-api') return bookingSide(system, visit.name, startMs, trace, who)
  return hotelSide(system, visit.name, startMs, trace, who)
}
