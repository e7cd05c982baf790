/** Damage reports that block a machine, trucks that deliver, and who answers what behind the gateway. */
import type { Severity } from '../records.ts'
import { eachArrival, NO_TRACE, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { ToolHire } from './toolhire.ts'
import { askAvailability, availabilitySide } from './toolhire-availability.ts'
import { bookingSide, depositSide } from './toolhire-bookings.ts'
import { DAMAGES, DUE, type Hirer, hirer, truckOf } from './toolhire-names.ts'

const AGAIN_AFTER_MS = 22_000
const ATTEMPTS = 3

/** A damaged machine is blocked, so that nobody gets it next. */
function damageSide(system: ToolHire, startMs: number, trace: Trace, who: Hirer): Outcome {
  const { random, scribe } = system
  const { machine } = who
  let atMs = 3
  const tell = (severity: Severity, text: string) =>
    scribe.log('damage-desk', startMs + atMs, severity, text, {}, trace)
  if (random.chance(0.08)) {
    tell('WARN', `photo of ${machine} rejected: larger than 12 MB`)
    return { status: 413, durationMs: atMs + 1 }
  }
  if (random.chance(0.05)) {
    tell('WARN', `report on ${machine} rejected: hire has ended`)
    return { status: 422, durationMs: atMs + 1 }
  }
  const damage = `D-${random.integer(10_000, 99_999)}`
  atMs += system.store('damage-desk', 'mongodb', 'insert damages', startMs + atMs, trace, 9).durationMs
  const call = { from: 'damage-desk', name: 'POST /v1/blocks', startMs: startMs + atMs, parent: trace }
  const blocked = askAvailability(system, call, who)
  atMs += blocked.durationMs + 1
  if (blocked.status >= 500) {
    tell('ERROR', `damage ${damage} stored, but ${machine} not blocked: availability answered 503`)
    system.remember('failedDamage', damage, startMs)
    return { status: 502, durationMs: atMs + 1 }
  }
  tell('INFO', `damage ${damage} on ${machine} reported: ${random.pick(DAMAGES)}, ${random.integer(1, 6)} photos`)
  system.remember('savedDamage', damage, startMs)
  return { status: 201, durationMs: atMs + 1 }
}

function tourSide(system: ToolHire, startMs: number, trace: Trace): Outcome {
  const { random, scribe } = system
  const read = system.store('dispatch', 'mariadb', 'SELECT tours', startMs + 2, trace, 8)
  const atMs = 2 + read.durationMs + random.logNormal(11, 0.4)
  const truck = truckOf(random)
  const isOff = random.chance(0.06)
  const text = isOff ? `${truck} has no tour today` : `tour of ${truck} read: ${random.integer(2, 9)} stops`
  scribe.log('dispatch', startMs + atMs, isOff ? 'WARN' : 'INFO', text, {}, trace)
  return { status: isOff ? 404 : 200, durationMs: atMs + 1 }
}

/** What the service behind the gateway does. */
export function serviceSide(
  system: ToolHire,
  service: string,
  name: string,
  startMs: number,
  trace: Trace,
  who: Hirer,
) {
  if (service === 'availability') return availabilitySide(system, name, startMs, trace, who)
  if (service === 'damage-desk') return damageSide(system, startMs, trace, who)
  if (service === 'deposit-desk') return depositSide(system, startMs, trace)
  if (service === 'dispatch') return tourSide(system, startMs, trace)
  return bookingSide(system, name, startMs, trace, who)
}

/** A delivery is due: a machine is assigned and a truck is planned, which is tried three times. */
function deliver(system: ToolHire, startMs: number): void {
  const { random, scribe } = system
  const who = hirer(random)
  const booking = `B-${random.integer(1_000_000, 9_999_999)}`
  const root = { ...NO_TRACE, traceId: scribe.newTrace() }
  const attributes = { ...DUE, 'depot.region': who.region, 'depot.name': who.depot, 'machine.category': who.category }
  let takenMs = system.afterRestart(startMs)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const step = { service: 'dispatch', name: 'deliveries.due process', startMs: takenMs, parent: root, attributes }
    const done = system.serve(step, 'consumer', (inner) => {
      let atMs = 2 + system.store('dispatch', 'mariadb', 'SELECT deliveries', takenMs + 2, inner, 6).durationMs
      const tell = (severity: Severity, text: string) =>
        scribe.log('dispatch', takenMs + atMs, severity, text, {}, inner)
      const call = { from: 'dispatch', name: 'POST /v1/assignments', startMs: takenMs + atMs, parent: inner }
      const assigned = askAvailability(system, call, who)
      atMs += assigned.durationMs + 1
      if (assigned.status >= 500) {
        if (attempt < ATTEMPTS)
          tell('WARN', `delivery of ${booking} put back, attempt ${attempt} of 3: availability answered 503`)
        else {
          tell('ERROR', `delivery of ${booking} parked after 3 attempts`)
          system.remember('parkedDelivery', booking, startMs)
        }
        return { status: 500, durationMs: atMs + 1 }
      }
      atMs += random.logNormal(60, 0.4)
      if (assigned.status === 409)
        tell('WARN', `delivery of ${booking} moved to tomorrow: nothing free at ${who.depot}`)
      else tell('INFO', `delivery of ${booking} planned on ${truckOf(random)}: ${random.integer(4, 71)} km`)
      if (assigned.status === 201) system.remember('plannedDelivery', booking, startMs)
      return { status: 200, durationMs: atMs + 1 }
    })
    if (done.status < 500 || attempt === ATTEMPTS) break
    takenMs += AGAIN_AFTER_MS * random.logNormal(1, 0.1)
  }
  system.waiting.push({ fromMs: startMs, toMs: takenMs })
}

export function runDeliveries(system: ToolHire): void {
  const { random, startMs, endMs } = system
  eachArrival({ fromMs: startMs, toMs: endMs - 4000, meanMs: 8200 }, random, (timeMs) => deliver(system, timeMs))
}
