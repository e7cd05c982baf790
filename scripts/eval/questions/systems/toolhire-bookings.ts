/** Bookings with their deposits: a machine is reserved, the deposit is held outside, the booking is saved and told. */
import type { Severity, Values } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { ToolHire } from './toolhire.ts'
import { askAvailability } from './toolhire-availability.ts'
import { CATEGORIES, CONFIRMED, type Hirer } from './toolhire-names.ts'

const PAYNORTH = 'api.paynorth.example'
const PATIENCE_MS = 2000
const ATTEMPTS = 2
/** Of so many holds one is not answered, and once neither is the second try. */
const LOST_EVERY = 23
const LOST_AT = 7
const LOST_TWICE = 145

/** The payment company outside is asked twice when it does not answer. */
function holdSide(system: ToolHire, startMs: number, trace: Trace, who: Hirer, gbp: number): Outcome {
  const { random, scribe } = system
  const hold = `H-${random.integer(100_000, 999_999)}`
  const number = system.nextHold()
  let atMs = 3
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('deposit-desk', startMs + atMs, severity, text, { hold, account: who.account, gbp, ...more }, trace)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const isLost = attempt === 1 ? number % LOST_EVERY === LOST_AT : number === LOST_TWICE
    const durationMs = isLost ? PATIENCE_MS : random.logNormal(210, 0.3)
    const wire = { traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId }
    scribe.span({
      ...{ ...wire, service: 'deposit-desk', name: 'POST', kind: 'client', startMs: startMs + atMs },
      ...{ durationMs: roundMs(durationMs), isError: isLost },
      attributes: {
        ...{ 'http.request.method': 'POST', 'server.address': PAYNORTH },
        ...(isLost ? { 'error.type': 'timeout' } : { 'http.response.status_code': 200 }),
      },
    })
    atMs += durationMs
    if (!isLost) break
    if (attempt === ATTEMPTS) {
      tell('ERROR', 'hold given up: paynorth did not answer twice')
      return { status: 504, durationMs: atMs + 1 }
    }
    tell('WARN', 'paynorth did not answer within 2000 ms, asking again')
  }
  if (random.chance(0.08)) {
    tell('WARN', 'hold declined', { reason: random.pick(['insufficient_funds', 'insufficient_funds', 'card_expired']) })
    return { status: 402, durationMs: atMs + 1 }
  }
  atMs += system.store('deposit-desk', 'mssql', 'INSERT holds', startMs + atMs, trace, 8).durationMs
  tell('INFO', 'hold placed')
  return { status: 201, durationMs: atMs + 1 }
}

export function depositSide({ random, scribe }: ToolHire, startMs: number, trace: Trace): Outcome {
  const atMs = 2 + random.logNormal(9, 0.3)
  const isUnknown = random.chance(0.07)
  const deposit = `H-${random.integer(100_000, 999_999)}`
  const text = isUnknown ? 'deposit is unknown' : 'deposit read'
  scribe.log('deposit-desk', startMs + atMs, isUnknown ? 'WARN' : 'INFO', text, { hold: deposit }, trace)
  return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
}

/** Dispatch is told of what has to be delivered; the rest is fetched at the counter. */
function confirm(system: ToolHire, startMs: number, parent: Trace, who: Hirer, booking: string): void {
  const { random, scribe } = system
  const attributes = { ...CONFIRMED, 'depot.region': who.region, 'depot.name': who.depot }
  const sent = { service: 'booking-api', name: 'bookings.confirmed publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(180, 0.5)
    const step = {
      service: 'dispatch',
      name: 'bookings.confirmed process',
      startMs: takenMs,
      parent: trace,
      attributes,
    }
    system.serve(step, 'consumer', (inner) => {
      const saved = system.store('dispatch', 'mariadb', 'INSERT deliveries', takenMs + 2, inner, 7)
      const durationMs = 3 + saved.durationMs
      scribe.log('dispatch', takenMs + durationMs, 'INFO', `delivery of ${booking} noted for ${who.depot}`, {}, inner)
      return { status: 200, durationMs: durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

function book(system: ToolHire, startMs: number, trace: Trace, who: Hirer): Outcome {
  const { random, scribe } = system
  const { account, depot, category, channel } = who
  const booking = `B-${random.integer(1_000_000, 9_999_999)}`
  const days = random.pick([1, 1, 2, 2, 3, 5, 5, 10, 14])
  const gbp = days * CATEGORIES[category].perDay
  let atMs = 3
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('booking-api', startMs + atMs, severity, text, { booking, account, depot, ...more }, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `booking refused: ${why}`, { category })
    return { status, durationMs: atMs + 1 }
  }
  if (random.chance(0.04)) return refuse(422, 'no driving licence on file')
  if (who.plan === 'account' && random.chance(0.04)) return refuse(403, 'credit limit is reached')
  const call = { from: 'booking-api', name: 'POST /v1/reservations', startMs: startMs + atMs, parent: trace }
  const reserved = askAvailability(system, call, who)
  atMs += reserved.durationMs + 1
  if (reserved.status === 409) return refuse(409, 'nothing free')
  if (reserved.status >= 500) {
    tell('ERROR', 'booking not saved: availability answered 503', { category })
    system.remember('failedBooking', booking, startMs)
    system.remember('failedBookingTrace', trace.traceId, startMs)
    return { status: 503, durationMs: atMs + 1 }
  }
  if (who.plan !== 'account') {
    const attributes = { 'customer.account': account, 'customer.plan': who.plan }
    const step = { service: 'deposit-desk', name: 'POST /v1/holds', startMs: startMs + atMs, parent: trace, attributes }
    const held = system.through('booking-api', step, (inner) =>
      holdSide(system, startMs + atMs + 1, inner, who, 50 + 10 * days),
    )
    atMs += held.durationMs + 1
    if (held.status === 402) return refuse(402, 'deposit declined')
    if (held.status >= 500) {
      tell('ERROR', 'booking not saved: deposit-desk answered 504', { category })
      return { status: 502, durationMs: atMs + 1 }
    }
  }
  atMs += system.store('booking-api', 'postgresql', 'INSERT bookings', startMs + atMs, trace, 8).durationMs
  if (random.chance(0.6)) confirm(system, startMs + atMs, trace, who, booking)
  atMs += random.logNormal(6, 0.3)
  tell('INFO', 'booking saved', { category, channel, days, gbp })
  system.remember('savedBooking', booking, startMs)
  if (who.plan !== 'account') system.remember('savedBookingTrace', trace.traceId, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

function extend(system: ToolHire, startMs: number, trace: Trace, who: Hirer): Outcome {
  const { random, scribe } = system
  const booking = `B-${random.integer(1_000_000, 9_999_999)}`
  const call = { from: 'booking-api', name: 'PATCH /v1/reservations/{id}', startMs: startMs + 4, parent: trace }
  const changed = askAvailability(system, call, who)
  const atMs = 5 + changed.durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('booking-api', startMs + atMs, severity, text, { booking, account: who.account, ...more }, trace)
  if (changed.status >= 500) tell('ERROR', 'extension not saved: availability answered 503')
  else if (changed.status === 409) tell('WARN', 'extension refused: next hire begins')
  else tell('INFO', 'booking extended', { extra_days: random.integer(1, 7) })
  return { status: changed.status === 201 ? 200 : changed.status, durationMs: atMs + 1 }
}

/** What is asked of bookings over HTTP. */
export function bookingSide(system: ToolHire, name: string, startMs: number, trace: Trace, who: Hirer): Outcome {
  if (name === 'POST /v1/bookings') return book(system, startMs, trace, who)
  if (name.endsWith('/extension')) return extend(system, startMs, trace, who)
  const { random, scribe } = system
  const read = system.store('booking-api', 'postgresql', 'SELECT bookings', startMs + 2, trace, 5)
  let atMs = 2 + read.durationMs
  const fields = { booking: `B-${random.integer(1_000_000, 9_999_999)}`, account: who.account }
  const tell = (severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + atMs, severity, text, fields, trace)
  if (name.startsWith('GET')) {
    const isUnknown = random.chance(0.06)
    tell(isUnknown ? 'WARN' : 'DEBUG', isUnknown ? 'booking is unknown' : 'booking read')
    return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.14)) {
    tell('WARN', 'cancellation refused: hire has begun')
    return { status: 409, durationMs: atMs + 1 }
  }
  atMs += system.store('booking-api', 'postgresql', 'UPDATE bookings', startMs + atMs, trace, 7).durationMs
  tell('INFO', 'booking cancelled')
  return { status: 200, durationMs: atMs + 1 }
}
