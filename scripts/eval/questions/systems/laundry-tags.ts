/** Tags, lockers and bags: whoever takes laundry in needs a tag, and a tag needs a file for its label. */
import type { Severity, Values } from '../records.ts'
import type { Laundry } from './laundry.ts'
import { BAGS, type Customer } from './laundry-names.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const AGAIN_AFTER_MS = 20_000
const ATTEMPTS = 3

/** Another service wants tags: a label file is opened for them. */
export function tag(
  system: Laundry,
  from: string,
  startMs: number,
  parent: Trace,
  { account, station }: Customer,
  kind: 'bag' | 'garment',
): Outcome {
  const { random, scribe } = system
  const attributes = { 'account.id': account, 'station.id': station, 'tag.kind': kind }
  const step = { service: 'tag-service', name: 'POST /tags', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('tag-service', 'mysql', 'SELECT tag_ranges', startMs + 2, trace, 4)
    const readMs = 2 + read.durationMs
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log('tag-service', startMs + afterMs, severity, text, { account, station, kind, ...more }, trace)
    if (system.isExhaustedAt(startMs) && random.chance(0.85)) {
      const refusedMs = readMs + random.logNormal(3, 0.3)
      const file = `/var/spool/labels/${trace.spanId.slice(0, 8)}.tmp`
      tell(refusedMs, 'ERROR', `tag not issued: EMFILE: too many open files, open '${file}'`)
      return { status: 500, durationMs: refusedMs + 1 }
    }
    const many = kind === 'bag' ? 1 : random.integer(3, 24)
    const saved = system.store('tag-service', 'mysql', 'INSERT tags', startMs + readMs, trace, 7)
    const savedMs = readMs + saved.durationMs + random.logNormal(9 + many / 2, 0.3)
    tell(savedMs, 'INFO', 'tags issued', { many })
    return { status: 201, durationMs: savedMs + 1 }
  })
}

/** How a fabric is cared for: only read, so no file is needed. */
export function readCare(system: Laundry, startMs: number, parent: Trace, fabric: string): Outcome {
  const { random, scribe } = system
  const attributes = { 'garment.fabric': fabric }
  const step = { service: 'tag-service', name: 'GET /care-labels/{code}', startMs, parent, attributes }
  return system.through('quote-service', step, (trace) => {
    const read = system.store('tag-service', 'mysql', 'SELECT care_labels', startMs + 2, trace, 5)
    const durationMs = 2 + read.durationMs + random.logNormal(3, 0.3)
    if (random.chance(0.05)) {
      scribe.log('tag-service', startMs + durationMs, 'WARN', 'care label unknown', { fabric }, trace)
      return { status: 404, durationMs: durationMs + 1 }
    }
    scribe.log('tag-service', startMs + durationMs, 'DEBUG', 'care label read', { fabric }, trace)
    return { status: 200, durationMs: durationMs + 1 }
  })
}

/** A customer stands before a locker, with a bag or for one. */
export function lockerSide(system: Laundry, name: string, startMs: number, trace: Trace, who: Customer): Outcome {
  const { random, scribe } = system
  const { account, plan, station } = who
  const locker = `${station}-${random.pick(['a', 'b', 'c'])}`
  const box = random.integer(1, 36)
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('locker-api', startMs + afterMs, severity, text, { account, plan, station, locker, ...more }, trace)
  const known = system.store('locker-api', 'redis', 'GET boxes', startMs + 2, trace, 2.5)
  let atMs = 2 + known.durationMs
  if (random.chance(0.045)) {
    tell(atMs, 'WARN', 'wrong pin')
    return { status: 403, durationMs: atMs + 1 }
  }
  if (name.endsWith('/collect')) {
    if (random.chance(0.06)) {
      tell(atMs, 'WARN', 'collection refused: order is not paid')
      return { status: 402, durationMs: atMs + 1 }
    }
    const openMs = Math.round(random.logNormal(160, 0.25))
    atMs += openMs
    tell(atMs, 'INFO', 'bag collected', { box, open_ms: openMs })
    return { status: 200, durationMs: atMs + 2 }
  }
  if (random.chance(0.08)) {
    tell(atMs, 'WARN', 'drop-off refused: no free box')
    return { status: 409, durationMs: atMs + 1 }
  }
  const given = tag(system, 'locker-api', startMs + atMs, trace, who, 'bag')
  atMs += given.durationMs + 1
  if (given.status >= 500) {
    tell(atMs, 'ERROR', 'drop-off failed: no tag, tag-service answered 500')
    system.remember('failedDropOff', trace.traceId, startMs)
    return { status: 503, durationMs: atMs + 1 }
  }
  const openMs = Math.round(random.logNormal(160, 0.25))
  atMs += openMs
  tell(atMs, 'INFO', 'bag dropped off', { box, open_ms: openMs })
  receive(system, 'locker-api', startMs + atMs, trace, who)
  return { status: 201, durationMs: atMs + 3 }
}

/** A bag goes to the plant: its garments are tagged there, and what has no tags is tried three times. */
export function receive(system: Laundry, from: string, startMs: number, parent: Trace, who: Customer): void {
  const { random, scribe } = system
  const bag = `BG-${random.integer(100_000, 999_999)}`
  const attributes = { ...BAGS, 'account.id': who.account, 'station.id': who.station }
  const sent = { service: from, name: 'bags.received publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(420, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'intake-worker', name: 'bags.received process', startMs: takenMs, parent: trace }
      const done = system.serve({ ...step, attributes }, 'consumer', (inner) => {
        const tell = (afterMs: number, severity: Severity, text: string) =>
          scribe.log('intake-worker', takenMs + afterMs, severity, text, {}, inner)
        const given = tag(system, 'intake-worker', takenMs + 2, inner, who, 'garment')
        const atMs = 3 + given.durationMs
        if (given.status >= 500) {
          const isLast = attempt === ATTEMPTS
          if (isLast) tell(atMs, 'ERROR', `bag ${bag} of ${who.account} parked after 3 attempts: no tags`)
          else tell(atMs, 'WARN', `bag ${bag} put back, attempt ${attempt} of 3: tag-service answered 500`)
          return { status: 500, durationMs: atMs + 1 }
        }
        const saved = system.store('intake-worker', 'mysql', 'INSERT bags', takenMs + atMs, inner, 8)
        const durationMs = atMs + saved.durationMs + random.logNormal(6, 0.3)
        const weight = random.integer(2, who.plan === 'contract' ? 38 : 12)
        if (random.chance(0.05)) tell(durationMs, 'WARN', `bag ${bag} has stains: sent to spotting`)
        else {
          tell(durationMs, 'INFO', `bag ${bag} of ${who.account} registered: ${weight} kg`)
          system.remember('registeredBag', bag, startMs)
        }
        return { status: 200, durationMs: durationMs + 1 }
      })
      if (done.status < 500 || attempt === ATTEMPTS) {
        system.queued.push({ fromMs: startMs, toMs: takenMs })
        break
      }
      takenMs += AGAIN_AFTER_MS * random.logNormal(1, 0.1)
    }
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}
