/** What co-working spaces do beside doors: members, rooms, guests, printers, wifi, badges. */
import type { Severity } from '../records.ts'
import type { Coworking } from './coworking.ts'
import { grant, readGrant, use } from './coworking-doors.ts'
import { type Member, PRINTS, SITES } from './coworking-names.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** A request waits while the pod of members is moved. */
function movedMs({ restartMs }: Coworking, startMs: number): number {
  return startMs >= restartMs - 9000 && startMs < restartMs ? 1400 : 0
}

function memberSide(system: Coworking, name: string, startMs: number, trace: Trace, who: Member): Outcome {
  const { random, scribe } = system
  const { member, site, company } = who
  const read = system.store('member-api', 'postgresql', 'SELECT members', startMs + 2, trace, 5)
  const readMs = 2 + read.durationMs + movedMs(system, startMs)
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('member-api', startMs + afterMs, severity, text, {}, trace)
  if (name.startsWith('GET')) {
    const isUnknown = random.chance(0.05)
    tell(readMs + 4, 'INFO', `Member ${member} ${isUnknown ? 'not found' : 'shown'}`)
    return { status: isUnknown ? 404 : 200, durationMs: readMs + random.logNormal(9, 0.3) }
  }
  if (name.endsWith('/checkins')) {
    if (random.chance(0.11)) {
      tell(readMs, 'WARN', `Check-in of ${member} refused: already checked in at ${site}`)
      return { status: 409, durationMs: readMs + 1 }
    }
    const saved = system.store('member-api', 'postgresql', 'INSERT checkins', startMs + readMs, trace, 8)
    const durationMs = readMs + saved.durationMs + random.logNormal(8, 0.3)
    tell(durationMs, 'INFO', `Member ${member} checked in at ${site} for ${company}`)
    return { status: 201, durationMs: durationMs + 1 }
  }
  const job = `pj-${random.integer(100_000, 999_999)}`
  if (random.chance(0.12)) {
    tell(readMs, 'WARN', `Print job ${job} refused: no credit left for ${company}`)
    system.remember('refusedJob', job, startMs)
    return { status: 402, durationMs: readMs + 1 }
  }
  print(system, startMs + readMs, trace, who, job)
  const durationMs = readMs + random.logNormal(10, 0.3)
  tell(durationMs, 'INFO', `Print job ${job} queued by ${member}`)
  return { status: 202, durationMs: durationMs + 1 }
}

/** A job waits in the queue of its printer; the spans of who prints have no kinds. */
function print(system: Coworking, startMs: number, parent: Trace, who: Member, job: string): void {
  const { random, scribe } = system
  const printer = `prn-${who.site.slice(0, 3)}-${random.integer(1, 2)}`
  const attributes = { ...PRINTS, 'company.id': who.company, 'site.id': who.site }
  const sent = { service: 'member-api', name: 'print.jobs publish', startMs: startMs + 1, parent, attributes }
  system.call(sent, 'producer', (between) => {
    const takenMs = startMs + random.logNormal(900, 0.5)
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const trace = { traceId: between.traceId, spanId: scribe.newSpan() }
    const pages = random.pick([1, 1, 2, 2, 3, 4, 6, 9, 14, 28])
    const isColour = random.chance(0.35)
    const isJammed = random.chance(0.07)
    const durationMs = random.logNormal(700 + 240 * pages, 0.2) + (isJammed ? 4000 : 0)
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('print-relay', takenMs + afterMs, severity, text, {}, trace)
    if (isJammed) tell(durationMs / 3, 'WARN', `paper jam on ${printer}, ${job} sent again`)
    tell(durationMs, 'INFO', `printed ${job} on ${printer}: ${pages} pages, ${isColour ? 'colour' : 'grey'}`)
    system.remember('printedJob', job, startMs)
    scribe.span({
      ...{ ...trace, parentSpanId: between.spanId, service: 'print-relay', name: 'print', kind: 'unspecified' },
      ...{ startMs: takenMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { printer, mode: isColour ? 'colour' : 'grey', pages, site: who.site },
    })
    use(system, 'print-relay', takenMs + durationMs, trace, who, 'print')
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

/** Rooms: free slots, bookings with a grant for the door of the room, cancellations. */
function bookingSide(system: Coworking, name: string, startMs: number, trace: Trace, who: Member): Outcome {
  const { random, scribe } = system
  const room = `${who.site}/${random.pick(['lighthouse', 'harbour', 'attic', 'foundry', 'studio'])}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('booking-api', startMs + afterMs, severity, text, {}, trace)
  if (name.startsWith('GET')) {
    const read = system.store('booking-api', 'postgresql', 'SELECT slots', startMs + 2, trace, 16)
    const durationMs = read.durationMs + random.logNormal(12, 0.35)
    tell(durationMs, 'INFO', `Slots of ${room} shown: ${random.integer(0, 11)} free`)
    return { status: 200, durationMs: durationMs + 1 }
  }
  const booking = `BK-${random.integer(40_000, 89_999)}`
  if (name.startsWith('DELETE')) {
    const saved = system.store('booking-api', 'postgresql', 'UPDATE bookings', startMs + 2, trace, 9)
    const isLate = random.chance(0.18)
    const text = isLate
      ? `Cancellation of ${booking} refused: starts in less than an hour`
      : `Booking ${booking} cancelled`
    tell(saved.durationMs + 4, isLate ? 'WARN' : 'INFO', text)
    return { status: isLate ? 409 : 204, durationMs: saved.durationMs + 6 }
  }
  const read = system.store('booking-api', 'postgresql', 'SELECT bookings', startMs + 2, trace, 11)
  const readMs = 2 + read.durationMs
  if (random.chance(0.14)) {
    tell(readMs, 'WARN', `Booking refused for ${who.company}: ${room} is taken`)
    return { status: 409, durationMs: readMs + 1 }
  }
  if (random.chance(0.06)) {
    tell(readMs, 'WARN', `Booking refused for ${who.company}: plan ${who.plan} has no hours left`)
    return { status: 422, durationMs: readMs + 1 }
  }
  const given = grant(system, 'booking-api', startMs + readMs, trace, who, 'room')
  const givenMs = readMs + given.durationMs + 1
  if (given.status >= 500) {
    tell(givenMs, 'ERROR', `Booking ${booking} of ${room} not saved: no grant, grant-service answered 500`)
    system.remember('lostBooking', booking, startMs)
    return { status: 502, durationMs: givenMs + 1 }
  }
  const saved = system.store('booking-api', 'postgresql', 'INSERT bookings', startMs + givenMs, trace, 12)
  const durationMs = givenMs + saved.durationMs + random.logNormal(10, 0.3)
  tell(
    durationMs,
    'INFO',
    `Booking ${booking} of ${room} saved for ${who.company}: ${random.pick([30, 60, 60, 90, 120])} min`,
  )
  system.remember('savedBooking', booking, startMs)
  use(system, 'booking-api', startMs + durationMs, trace, who, 'booking')
  return { status: 201, durationMs: durationMs + 3 }
}

/** Guests: without a grant they are announced all the same, and wait at the door for their host. */
function visitorSide(system: Coworking, name: string, startMs: number, trace: Trace, who: Member): Outcome {
  const { random, scribe } = system
  const visit = `V-${random.integer(10_000, 99_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('visitor-desk', startMs + afterMs, severity, text, {}, trace)
  if (name.startsWith('GET')) {
    const read = system.store('visitor-desk', 'mysql', 'SELECT visits', startMs + 2, trace, 9)
    if (random.chance(0.12)) {
      tell(read.durationMs + 5, 'INFO', `Visit ${visit} is over`)
      return { status: 410, durationMs: read.durationMs + 7 }
    }
    const badge = readGrant(system, 'visitor-desk', startMs + 3 + read.durationMs, trace, who)
    const durationMs = 4 + read.durationMs + badge.durationMs
    tell(durationMs, 'INFO', `Visit ${visit} shown`)
    return { status: 200, durationMs: durationMs + 1 }
  }
  if (random.chance(0.1)) {
    tell(5, 'WARN', `Visit refused for ${who.company}: guest list of ${who.site} is full`)
    return { status: 422, durationMs: 6 }
  }
  const given = grant(system, 'visitor-desk', startMs + 4, trace, who, 'main')
  const saved = system.store('visitor-desk', 'mysql', 'INSERT visits', startMs + 5 + given.durationMs, trace, 14)
  const durationMs = 6 + given.durationMs + saved.durationMs + random.logNormal(12, 0.3)
  if (given.status >= 500) {
    tell(durationMs, 'WARN', `Visit ${visit} announced without badge: host ${who.member} has to open`)
    system.remember('badgelessVisit', visit, startMs)
  } else tell(durationMs, 'INFO', `Visit ${visit} announced, badge sent to guest of ${who.company}`)
  return { status: 201, durationMs: durationMs + 1 }
}

/** The requests that open no door. */
export function visitSide(system: Coworking, name: string, startMs: number, trace: Trace, who: Member): Outcome {
  if (name.includes('/bookings') || name.includes('/rooms/')) return bookingSide(system, name, startMs, trace, who)
  if (name.includes('/visits')) return visitorSide(system, name, startMs, trace, who)
  return memberSide(system, name, startMs, trace, who)
}

/** Who writes lines only: logins to the wifi, and badges for the locks until the vendor's session expires. */
export function runWriters(system: Coworking): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  let login = 71_204
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 4700 }, random, (timeMs) => {
    login += 1
    const site = random.pick<string>(SITES)
    const point = `ap-${site.slice(0, 3)}-${random.integer(1, 6)}`
    const user = random.pick(system.members).member
    if (random.chance(0.04)) {
      scribe.log('wifi-radius', timeMs, 'WARN', `client ${point} answers late, request of ${user} sent again`, {})
      return
    }
    const why = random.pick(['mschap: wrong password', 'mschap: wrong password', 'certificate of device expired'])
    const text = random.chance(0.13)
      ? `Login incorrect (${why}): [${user}] from ${point}`
      : `Login OK: [${user}] from ${point}`
    scribe.log('wifi-radius', timeMs, 'INFO', text, { login })
  })
  eachTick({ fromMs: startMs + 6000, toMs: darkMs - 4000, everyMs: 17_000 }, random, (timeMs) => {
    const site = random.pick<string>(SITES)
    const many = random.integer(3, 60)
    if (random.chance(0.12)) scribe.log('badge-sync', timeMs, 'WARN', `lock battery below 20 % at ${site}`)
    else scribe.log('badge-sync', timeMs, 'INFO', `pushed ${many} badges to locks of ${site}`)
  })
}
