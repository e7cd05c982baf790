/** What the ferry line does beside bookings: sailings and fares, money, check-in. */
import type { Severity, Values } from '../records.ts'
import type { Ferries } from './ferries.ts'
import { planSide } from './ferries-decks.ts'
import type { Sailing } from './ferries-names.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** What is asked of a service behind the gateway, by whom, for which sailing. */
export interface Visit {
  readonly name: string
  readonly service: string
  readonly at: Sailing
  readonly partner: string
  readonly vehicle: string
}

export function timetableSide(system: Ferries, name: string, startMs: number, trace: Trace, at: Sailing): Outcome {
  const { random, scribe } = system
  const isCached = random.chance(0.7)
  const cache = isCached ? 'hit' : 'miss'
  const found = system.store('timetable-api', 'redis', 'GET sailings', startMs + 2, trace, 2)
  let atMs = 2 + found.durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('timetable-api', startMs + atMs, severity, text, { cache, ...more }, trace)
  if (!isCached)
    atMs += system.store('timetable-api', 'postgresql', 'SELECT sailings', startMs + atMs, trace, 14).durationMs
  if (name === 'GET /api/sailings') {
    atMs += random.logNormal(startMs < system.releaseMs ? 38 : 57, 0.35)
    tell('INFO', 'sailings listed', { crossing: at.crossing, sailings: random.integer(2, 9) })
    return { status: 200, durationMs: atMs + 1 }
  }
  if (name.includes('{id}')) {
    const isUnknown = random.chance(0.07)
    tell(isUnknown ? 'WARN' : 'DEBUG', isUnknown ? 'sailing is unknown' : 'sailing read')
    return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
  }
  if (name === 'POST /quotes' && random.chance(0.05)) tell('WARN', 'discount code ignored: expired')
  atMs += random.logNormal(9, 0.3)
  if (name === 'POST /quotes') tell('DEBUG', 'quote given')
  else tell('INFO', 'fares listed', { crossing: at.crossing })
  return { status: 200, durationMs: atMs + 1 }
}

/** A call to a payment provider outside, who sends no telemetry. */
function provider(system: Ferries, name: string, startMs: number, parent: Trace, durationMs: number, isLate: boolean) {
  const { scribe } = system
  const attributes = { 'http.request.method': 'POST', 'server.address': `api.${name}.example` }
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'payment-bridge' },
    ...{ name: 'POST', kind: 'client', startMs, durationMs: roundMs(durationMs), isError: isLate },
    ...(isLate ? { statusMessage: 'timeout after 2000 ms' } : {}),
    attributes: isLate
      ? { ...attributes, 'error.type': 'timeout' }
      : { ...attributes, 'http.response.status_code': 200 },
  })
}

export function pay(
  system: Ferries,
  kind: 'charges' | 'refunds',
  startMs: number,
  parent: Trace,
  who: { readonly partner: string; readonly cents: number },
): Outcome & { readonly reason: string } {
  const { random, scribe } = system
  const psp = random.pick(['nordpay', 'nordpay', 'seacard'])
  const method = random.pick(['card', 'card', 'card', 'wallet', 'invoice'])
  let reason = ''
  const attributes = { 'sales.partner': who.partner, 'psp.name': psp, 'payment.method': method }
  const step = { service: 'payment-bridge', name: `POST /${kind}`, startMs, parent, attributes }
  const done = system.through('booking-api', step, (trace) => {
    let atMs = 3
    const tell = (severity: Severity, text: string, more: Values = {}) => {
      const fields = { psp, method, ...more }
      scribe.log('payment-bridge', startMs + atMs, severity, text, fields, trace)
    }
    if (random.chance(0.03)) {
      provider(system, psp, startMs + atMs, trace, 2000, true)
      atMs += 2000
      tell('WARN', `${psp} did not answer in 2000 ms, asking again`)
    }
    const durationMs = random.logNormal(psp === 'seacard' ? 320 : 170, 0.3)
    provider(system, psp, startMs + atMs, trace, durationMs, false)
    atMs += durationMs
    if (kind === 'refunds') {
      tell('INFO', 'refund issued', { cents: who.cents })
      return { status: 201, durationMs: atMs + 1 }
    }
    if (random.chance(0.08)) {
      reason = random.pick(['insufficient_funds', 'insufficient_funds', 'expired_card', 'suspected_fraud'])
      tell('WARN', 'payment declined', { reason })
      return { status: 402, durationMs: atMs + 1 }
    }
    tell('INFO', 'payment captured', { cents: who.cents })
    return { status: 201, durationMs: atMs + 1 }
  })
  return { ...done, reason }
}

export function checkinSide(system: Ferries, visit: Visit, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const { at, vehicle } = visit
  const read = system.store('checkin-api', 'postgresql', 'SELECT bookings', startMs + 2, trace, 6)
  let atMs = 2 + read.durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('checkin-api', startMs + atMs, severity, text, {}, trace)
  if (visit.name.startsWith('GET')) {
    atMs += random.logNormal(17, 0.3)
    tell('DEBUG', `boarding list of ${at.sailing} read: ${random.integer(8, 160)} passengers`)
    return { status: 200, durationMs: atMs + 1 }
  }
  const booking = system.newBooking()
  if (random.chance(0.06)) {
    tell('WARN', `check-in of ${booking} refused: gate at ${at.terminal} is closed`)
    return { status: 422, durationMs: atMs + 1 }
  }
  if (random.chance(0.04)) {
    tell('WARN', `check-in of ${booking} refused: ticket is for another day`)
    return { status: 409, durationMs: atMs + 1 }
  }
  let where = 'on foot'
  if (vehicle !== 'none') {
    const attributes = { 'vessel.name': at.vessel, 'vehicle.type': vehicle }
    const step = {
      service: 'deck-planner',
      name: 'POST /placements',
      startMs: startMs + atMs,
      parent: trace,
      attributes,
    }
    const placed = system.through('checkin-api', step, (inner) =>
      planSide(system, 'place', startMs + atMs + 2, inner, { at, vehicle }),
    )
    atMs += placed.durationMs + 1
    if (placed.status >= 500) {
      tell('ERROR', `check-in of ${booking} at ${at.terminal} failed: deck-planner answered 503`)
      system.remember('failedCheckin', booking, startMs)
      return { status: 503, durationMs: atMs + 1 }
    }
    where = `lane ${random.integer(1, 8)}, ${vehicle}`
  }
  atMs += system.store('checkin-api', 'postgresql', 'UPDATE bookings', startMs + atMs, trace, 9).durationMs
  tell('INFO', `${booking} checked in at ${at.terminal}: ${where}`)
  system.remember('checkedIn', booking, startMs)
  return { status: 200, durationMs: atMs + 1 }
}
