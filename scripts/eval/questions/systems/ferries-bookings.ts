/** Bookings: a sailing with room, a quote, a lane for the vehicle, money, and a ticket that is sent over a queue. */
import type { Severity } from '../records.ts'
import type { Ferries } from './ferries.ts'
import { planSide } from './ferries-decks.ts'
import { CONFIRMED } from './ferries-names.ts'
import { pay, timetableSide, type Visit } from './ferries-side.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const ATTEMPTS = 2
const PAUSE_MS = 200

/** The ticket goes out by mail or text message. */
function sendTicket(system: Ferries, startMs: number, parent: Trace, booking: string, visit: Visit): void {
  const { random, scribe } = system
  const kind = random.pick(['email', 'email', 'sms'])
  const attributes = { ...CONFIRMED, 'sales.partner': visit.partner }
  const sent = { service: 'booking-api', name: 'booking.confirmed publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(300, 0.5) + system.waitedMs(startMs)
    const step = { service: 'notify-worker', name: 'booking.confirmed process', startMs: takenMs, parent: trace }
    system.serve({ ...step, attributes: { ...attributes, 'ticket.kind': kind } }, 'consumer', (inner) => {
      const found = system.store('notify-worker', 'mongodb', 'find templates', takenMs + 1, inner, 4)
      const durationMs = 1 + found.durationMs + random.logNormal(kind === 'sms' ? 190 : 110, 0.4)
      const tell = (severity: Severity, text: string) =>
        scribe.log('notify-worker', takenMs + durationMs, severity, text, { kind, booking }, inner)
      if (random.chance(0.05))
        tell('WARN', kind === 'sms' ? 'ticket not sent: number is invalid' : 'ticket not sent: mailbox is full')
      else tell('INFO', 'ticket sent')
      return { status: 200, durationMs: durationMs + 1 }
    })
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

/** A lane for the vehicle: the planner is asked twice. */
function allocate(system: Ferries, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { scribe } = system
  const { at, vehicle, partner } = visit
  const attributes = { 'vessel.name': at.vessel, 'vehicle.type': vehicle, 'sales.partner': partner }
  let atMs = 0
  for (let attempt = 1; ; attempt++) {
    const fromMs = startMs + atMs
    const step = { service: 'deck-planner', name: 'POST /allocations', startMs: fromMs, parent: trace, attributes }
    const done = system.through('booking-api', step, (inner) =>
      planSide(system, 'allocate', fromMs + 2, inner, { at, vehicle }),
    )
    atMs += done.durationMs
    if (done.status < 500 || attempt === ATTEMPTS) return { status: done.status, durationMs: atMs }
    const text = `deck-planner answered 503 for ${at.sailing}, asking again in ${PAUSE_MS} ms`
    scribe.log('booking-api', startMs + atMs, 'WARN', text, {}, trace)
    atMs += PAUSE_MS
  }
}

function book(system: Ferries, visit: Visit, startMs: number, trace: Trace, readMs: number): Outcome {
  const { random, scribe } = system
  const { at, vehicle, partner } = visit
  let atMs = readMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + atMs, severity, text, {}, trace)
  const refuse = (status: number, why: string): Outcome => {
    tell('WARN', `booking on ${at.sailing} refused: ${why}`)
    return { status, durationMs: atMs + 1 }
  }
  if (random.chance(0.06)) return refuse(409, 'sailing is full')
  if (vehicle === 'truck' && random.chance(0.15)) return refuse(422, 'vehicle is too high')
  const quote = { service: 'timetable-api', name: 'POST /quotes', startMs: startMs + atMs, parent: trace }
  atMs += system.through('booking-api', quote, (inner) =>
    timetableSide(system, 'POST /quotes', startMs + atMs + 2, inner, at),
  ).durationMs
  const booking = system.newBooking()
  const passengers = random.integer(1, 5)
  const cents = passengers * 1450 + (vehicle === 'none' ? 0 : vehicle === 'truck' ? 18_900 : 4200)
  if (vehicle !== 'none') {
    const lane = allocate(system, startMs + atMs, trace, visit)
    atMs += lane.durationMs + 1
    if (lane.status === 409) return refuse(409, `no lane left for a ${vehicle}`)
    if (lane.status >= 500) {
      tell('ERROR', `booking ${booking} on ${at.sailing} failed: deck-planner answered 503 twice`)
      system.remember('failedBooking', booking, startMs)
      system.remember('failedTrace', trace.traceId, startMs)
      return { status: 502, durationMs: atMs + 1 }
    }
  }
  const paid = pay(system, 'charges', startMs + atMs, trace, { partner, cents })
  atMs += paid.durationMs + 1
  if (paid.status === 402) return refuse(402, `payment declined, ${paid.reason}`)
  atMs += system.store('booking-api', 'postgresql', 'INSERT bookings', startMs + atMs, trace, 8).durationMs
  atMs += random.logNormal(6, 0.3)
  const what = vehicle === 'none' ? 'foot' : vehicle
  tell('INFO', `booking ${booking} on ${at.sailing} confirmed: ${what}, ${passengers} passengers, ${cents} cents`)
  system.remember('doneBooking', booking, startMs)
  if (vehicle !== 'none') system.remember('doneTrace', trace.traceId, startMs)
  sendTicket(system, startMs + atMs, trace, booking, visit)
  return { status: 201, durationMs: roundMs(atMs + 1) }
}

export function bookingSide(system: Ferries, visit: Visit, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const read = system.store('booking-api', 'postgresql', 'SELECT sailings', startMs + 2, trace, 5)
  let atMs = 2 + read.durationMs
  if (visit.name === 'POST /api/bookings') return book(system, visit, startMs, trace, atMs)
  const tell = (severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + atMs, severity, text, {}, trace)
  const booking = system.newBooking()
  if (visit.name.startsWith('GET')) {
    const isUnknown = random.chance(0.08)
    tell(isUnknown ? 'WARN' : 'DEBUG', isUnknown ? `booking ${booking} is unknown` : `booking ${booking} read`)
    return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
  }
  if (random.chance(0.14)) {
    tell('WARN', `booking ${booking} not cancelled: sailing has left`)
    return { status: 409, durationMs: atMs + 1 }
  }
  const cents = random.integer(10, 90) * 100
  const back = pay(system, 'refunds', startMs + atMs, trace, { partner: visit.partner, cents })
  atMs += back.durationMs + 1
  tell('INFO', `booking ${booking} cancelled by customer, ${cents} cents go back`)
  return { status: 200, durationMs: atMs + 1 }
}
