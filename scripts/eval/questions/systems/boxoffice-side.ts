/** What the box office does beside selling seats: pages, refunds, baskets that expire, tickets, mails, gates. */
import type { Values } from '../records.ts'
import type { BoxOffice, Visit } from './boxoffice.ts'
import * as names from './boxoffice-names.ts'
import { NO_TRACE, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000

/** Lists, pages of events, plans of seats. */
export function browse(system: BoxOffice, name: string, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe, releaseMs } = system
  const { act, venue, event, channel } = visit
  if (name === 'GET /seats') {
    const read = system.store('seat-map', 'postgresql', 'SELECT seats', startMs + 2, trace, 11)
    const durationMs = read.durationMs + random.logNormal(9, 0.3)
    scribe.log('seat-map', startMs + durationMs, 'INFO', 'plan shown', { event, act, venue, channel }, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }
  const isList = name === 'GET /events'
  const medianMs = (isList ? 30 : 17) * (startMs < releaseMs ? 1 : 1.9)
  const read = system.store('catalogue', 'mysql', 'SELECT events', startMs + 2, trace, medianMs)
  const durationMs = read.durationMs + random.logNormal(10, 0.3)
  if (isList) {
    const fields = { channel, hits: random.integer(3, 40) }
    scribe.log('catalogue', startMs + durationMs, 'INFO', 'events listed', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  }
  const fields = { event, act, venue, channel }
  if (random.chance(0.06)) {
    scribe.log('catalogue', startMs + durationMs, 'WARN', 'event not found', fields, trace)
    return { status: 404, durationMs: durationMs + 1 }
  }
  scribe.log('catalogue', startMs + durationMs, 'INFO', 'event shown', fields, trace)
  return { status: 200, durationMs: durationMs + 1 }
}

/** Money goes back; never for the quartet. */
export function refund(system: BoxOffice, startMs: number, trace: Trace, visit: Visit): Outcome {
  const { random, scribe } = system
  const read = system.store('pay', 'postgresql', 'SELECT charges', startMs + 2, trace, 8)
  const { customer, channel, seats, amount } = visit
  const act = visit.act === 'osk-quartet' ? 'lantern-parade' : visit.act
  const number = `R-${random.integer(10_000, 99_999)}`
  const fields = { refund: number, customer, act, channel, seats, amount_eur: amount }
  const durationMs = 2 + read.durationMs + random.logNormal(190, 0.3)
  if (random.chance(0.2)) {
    const text = 'refund refused'
    scribe.log('pay', startMs + durationMs, 'WARN', text, { ...fields, reason: 'too late' }, trace)
    system.remember('refusedRefund', number, startMs)
    return { status: 422, durationMs: durationMs + 1 }
  }
  const reason = random.pick(names.REFUNDS)
  scribe.log('pay', startMs + durationMs, 'INFO', 'refund booked', { ...fields, reason }, trace)
  system.remember('bookedRefund', number, startMs)
  return { status: 201, durationMs: durationMs + 1 }
}

/** Baskets that nobody pays expire when their time is over; once holds get lost, many do much earlier. */
export function expire({ random, scribe, onsetMs }: BoxOffice, openedMs: number, fields: Values): void {
  if (random.chance(openedMs >= onsetMs ? 0.62 : 0.1)) {
    const atMs = Math.max(openedMs, onsetMs) + random.integer(50, 210) * 1000
    if (openedMs >= onsetMs - 8 * MINUTE_MS) {
      const more = { ...fields, reason: 'hold lost', after_s: Math.round((atMs - openedMs) / 1000) }
      scribe.log('basket', atMs, 'ERROR', 'basket expired', more)
      return
    }
  }
  if (random.chance(0.33)) {
    const atMs = openedMs + 8 * MINUTE_MS
    scribe.log('basket', atMs, 'INFO', 'basket expired', { ...fields, reason: 'time ran out', after_s: 480 })
  }
}

/** The customer gets the tickets by mail. */
function mail(system: BoxOffice, startMs: number, parent: Trace, ordered: Values): void {
  const { random, scribe, darkMs } = system
  const { order = '', customer = '', channel = '' } = ordered
  const out = { service: 'ticket-print', name: 'mails publish', startMs, parent, attributes: names.MAILS }
  system.call(out, 'producer', (trace) => {
    const gotMs = startMs + random.logNormal(1500, 0.4)
    const step = { service: 'mailer', name: 'mails process', startMs: gotMs, parent: trace }
    const attributes = { ...names.MAILS, channel }
    if (gotMs < darkMs - 2000) system.serve({ ...step, attributes }, 'consumer', (inner) => deliver(gotMs, inner))
    return { status: 200, durationMs: random.logNormal(2, 0.2) }
  })
  function deliver(gotMs: number, trace: Trace): Outcome {
    const tookMs = random.logNormal(240, 0.3)
    const fields = { order, customer, template: 'tickets' }
    if (random.chance(0.05)) {
      const more = { ...fields, reason: random.pick(names.BOUNCES) }
      scribe.log('mailer', gotMs + tookMs, 'WARN', 'mail bounced', more, trace)
      system.remember('bouncedOrder', String(order), gotMs)
    } else scribe.log('mailer', gotMs + tookMs, 'INFO', 'mail sent', fields, trace)
    return { status: 200, durationMs: tookMs + 1 }
  }
}

/** Tickets of an order are made, and then mailed as long as there is a mailer. */
export function send(system: BoxOffice, startMs: number, parent: Trace, order: Values): void {
  const { random, scribe, restartMs } = system
  const isAway = startMs > restartMs - 12_000 && startMs < restartMs
  const takenMs = (isAway ? restartMs : startMs) + random.logNormal(900, 0.4)
  const sent = { service: 'checkout', name: 'tickets publish', startMs, parent, attributes: names.TICKETS }
  const [format, printer] = [random.pick(names.PAPERS), random.pick(names.PRINTERS)]
  const { act = '', venue = '', channel = '' } = order
  const attributes = { ...names.TICKETS, act, venue, channel, format }
  system.call(sent, 'producer', (trace) => {
    const step = { service: 'ticket-print', name: 'tickets process', startMs: takenMs, parent: trace, attributes }
    system.serve(step, 'consumer', (inner) => {
      const isEmpty = format === 'paper' && printer !== 'P-4' && random.chance(0.4)
      const paperMs = random.logNormal(format === 'paper' ? 1400 : 170, 0.3) + (isEmpty ? 4000 : 0)
      const what = { order: order['order'] ?? '', act, seats: order['seats'] ?? 1, format }
      const fields = format === 'paper' ? { ...what, printer } : what
      if (isEmpty) scribe.log('ticket-print', takenMs + 90, 'WARN', 'printer out of paper', { printer, venue }, inner)
      scribe.log('ticket-print', takenMs + paperMs, 'INFO', 'ticket printed', fields, inner)
      mail(system, takenMs + paperMs + 1, inner, order)
      return { status: 200, durationMs: paperMs + 2 }
    })
    return { status: 200, durationMs: random.logNormal(2, 0.2) }
  })
}

/** A ticket is held under a scanner at a gate. */
export function letIn(system: BoxOffice, startMs: number): void {
  const { random, scribe } = system
  const { act, venue } = random.pick(names.TONIGHT)
  const [gate, device] = [random.pick(names.GATES), random.pick(names.DEVICES)]
  const ticket = `T-${random.integer(1_000_000, 9_999_999)}`
  const root = { ...NO_TRACE, traceId: scribe.newTrace() }
  const attributes = { 'http.request.method': 'POST', 'http.route': '/scans', gate, device, venue, act }
  const step = { service: 'scan-gate', name: 'POST /scans', startMs, parent: root, attributes }
  system.serve(step, 'server', (trace) => {
    const read = system.store('scan-gate', 'sqlite', 'SELECT tickets', startMs + 2, trace, 14)
    const durationMs = read.durationMs + random.logNormal(20, 0.3)
    const fields = { ticket, gate, device, venue, act }
    if (random.chance(0.09)) {
      const more = { ...fields, reason: random.pick(names.REFUSALS) }
      scribe.log('scan-gate', startMs + durationMs, 'WARN', 'ticket turned away', more, trace)
      system.remember('turnedTicket', ticket, startMs)
      return { status: 403, durationMs: durationMs + 1 }
    }
    scribe.log('scan-gate', startMs + durationMs, 'INFO', 'ticket admitted', fields, trace)
    return { status: 200, durationMs: durationMs + 1 }
  })
}
