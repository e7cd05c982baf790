/** Doors and grants: a door that does not know the grant of a member asks for a new one, twice if need be. */
import type { Severity, Values } from '../records.ts'
import type { Coworking } from './coworking.ts'
import { type Member, USAGE, ZONES } from './coworking-names.ts'
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const AGAIN_AFTER_MS = 400

/** Another service wants a grant for a member: a number of the sequence for each. */
export function grant(
  system: Coworking,
  from: string,
  startMs: number,
  parent: Trace,
  { member, company, site }: Member,
  zone: string,
): Outcome {
  const { random, scribe } = system
  const attributes = { 'company.id': company, 'site.id': site, 'door.zone': zone }
  const step = { service: 'grant-service', name: 'POST /grants', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('grant-service', 'postgresql', 'SELECT access_rules', startMs + 2, trace, 4)
    const readMs = 2 + read.durationMs
    const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
      scribe.log('grant-service', startMs + afterMs, severity, text, { company, site, zone, member, ...more }, trace)
    if (system.isUsedUpAt(startMs)) {
      const insert = { service: 'grant-service', name: 'INSERT grants', startMs: startMs + readMs, parent: trace }
      const store = { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT', 'db.collection.name': 'grants' }
      const refused = system.call(
        { ...insert, attributes: { ...store, 'db.response.status_code': '2200H' } },
        'client',
        () => ({ status: 500, durationMs: random.logNormal(3, 0.3) }),
      )
      const refusedMs = readMs + refused.durationMs + 1
      tell(
        refusedMs,
        'ERROR',
        'grant not issued: nextval: reached maximum value of sequence "grants_id_seq" (2147483647)',
      )
      return { status: 500, durationMs: refusedMs + 1 }
    }
    const saved = system.store('grant-service', 'postgresql', 'INSERT grants', startMs + readMs, trace, 7)
    const savedMs = readMs + saved.durationMs + random.logNormal(4, 0.3)
    tell(savedMs, 'INFO', 'grant issued', { valid_min: random.pick([30, 60, 60, 120, 480]) })
    return { status: 201, durationMs: savedMs + 1 }
  })
}

/** Another service looks a grant up: that needs no new number. */
export function readGrant(system: Coworking, from: string, startMs: number, parent: Trace, who: Member): Outcome {
  const { random, scribe } = system
  const { member, company, site } = who
  const attributes = { 'company.id': company, 'site.id': site }
  const step = { service: 'grant-service', name: 'GET /grants/{id}', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('grant-service', 'postgresql', 'SELECT grants', startMs + 2, trace, 5)
    const durationMs = 2 + read.durationMs + random.logNormal(3, 0.3)
    scribe.log('grant-service', startMs + durationMs, 'DEBUG', 'grant read', { company, site, member }, trace)
    return { status: 200, durationMs: durationMs + 1 }
  })
}

/** A member stands before a door. */
export function unlock(system: Coworking, startMs: number, trace: Trace, member: Member, zone: string): Outcome {
  const { random, scribe } = system
  const { company, plan, site } = member
  const door = `${site}-${zone.slice(0, 1)}${random.integer(1, 4)}`
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) => {
    const fields = { company, plan, site, zone, door, ...more }
    scribe.log('door-api', startMs + afterMs, severity, text, fields, trace)
  }
  const known = system.store('door-api', 'redis', 'GET grant', startMs + 2, trace, 2.5)
  let atMs = 2 + known.durationMs
  if (random.chance(0.03)) {
    tell(atMs, 'WARN', 'unlock refused: badge unknown')
    return { status: 404, durationMs: atMs + 1 }
  }
  if (random.chance(plan === 'daypass' || plan === 'flex' ? 0.09 : 0.025)) {
    tell(atMs, 'WARN', 'unlock refused: outside the hours of the plan')
    return { status: 403, durationMs: atMs + 1 }
  }
  const isKnown = random.chance(system.knownOf(plan))
  if (!isKnown) {
    const first = grant(system, 'door-api', startMs + atMs, trace, member, zone)
    atMs += first.durationMs + 1
    if (first.status >= 500) {
      tell(atMs, 'WARN', 'grant asked for again')
      const second = grant(system, 'door-api', startMs + atMs + AGAIN_AFTER_MS, trace, member, zone)
      atMs += AGAIN_AFTER_MS + second.durationMs + 1
      tell(atMs, 'ERROR', 'unlock failed: no grant, grant-service answered 500')
      system.remember('failedUnlock', trace.traceId, startMs)
      return { status: 503, durationMs: atMs + 1 }
    }
  }
  const motorMs = Math.round(random.logNormal(130, 0.25))
  atMs += motorMs
  tell(atMs, 'INFO', 'door opened', { motor_ms: motorMs })
  use(system, 'door-api', startMs + atMs, trace, member, 'entry')
  return { status: 200, durationMs: atMs + 3 }
}

export function zoneOf({ random }: Coworking): string {
  return random.pick<string>(ZONES)
}

/** What was used goes to the ledger, which charges what the plan does not include. */
export function use(
  system: Coworking,
  from: string,
  startMs: number,
  parent: Trace,
  { company, plan }: Member,
  kind: 'entry' | 'booking' | 'print',
): void {
  const { random, scribe } = system
  const attributes = { ...USAGE, 'company.id': company, 'usage.kind': kind }
  system.call({ service: from, name: 'usage.events publish', startMs, parent, attributes }, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(85, 0.4)
    const step = { service: 'usage-ledger', name: 'usage.events process', startMs: takenMs, parent: trace, attributes }
    system.serve(step, 'consumer', (inner) => {
      const saved = system.store('usage-ledger', 'postgresql', 'INSERT usage', takenMs + 1, inner, 6)
      const durationMs = saved.durationMs + random.logNormal(5, 0.3)
      const tell = (severity: Severity, text: string, more: Values = {}) =>
        scribe.log('usage-ledger', takenMs + durationMs, severity, text, { company, plan, kind, ...more }, inner)
      if (random.chance(0.03)) tell('WARN', 'usage booked without price: plan has no rate')
      else if (kind === 'entry' || plan === 'office') tell('INFO', 'usage is within the plan')
      else
        tell('INFO', 'usage charged', { cents: kind === 'print' ? random.integer(8, 240) : random.integer(900, 6400) })
      return { status: 200, durationMs: durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}
