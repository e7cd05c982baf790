/** What is free when: searches, reservations, blocks and assignments read the hire periods; single machines do not. */
import type { Severity } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { ToolHire } from './toolhire.ts'
import { type Hirer, SCAN_MS } from './toolhire-names.ts'

const TIMEOUT_MS = 3000
const SLOW_MS = 1000
export const CANCELLED = 'canceling statement due to statement timeout'

/** A query over the periods of a depot: by an index, or through all periods of its region once that is gone. */
function readPeriods(
  { random, scribe, queries, onsetMs }: ToolHire,
  startMs: number,
  trace: Trace,
  { region }: Hirer,
): { readonly isCancelled: boolean; readonly durationMs: number } {
  const isScan = startMs >= onsetMs
  const wantedMs = random.logNormal(isScan ? (SCAN_MS[region] ?? 1000) : 17, isScan ? 0.33 : 0.4)
  const isCancelled = wantedMs > TIMEOUT_MS
  const durationMs = isCancelled ? TIMEOUT_MS + random.integer(1, 9) : wantedMs
  queries.push({ fromMs: startMs, toMs: startMs + durationMs, rows: isScan ? Math.round(wantedMs * 1100) : 40 })
  scribe.span({
    ...{ traceId: trace.traceId, spanId: scribe.newSpan(), parentSpanId: trace.spanId, service: 'availability' },
    ...{ name: 'SELECT hire_periods', kind: 'client', startMs, durationMs: roundMs(durationMs), isError: isCancelled },
    ...(isCancelled ? { statusMessage: `ERROR: ${CANCELLED}` } : {}),
    attributes: {
      ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'db.collection.name': 'hire_periods' },
      ...(isCancelled ? { 'error.type': '57014' } : {}),
    },
  })
  return { isCancelled, durationMs }
}

/** Single machines are read by their number, mostly from a cache. */
function readMachine(system: ToolHire, startMs: number, trace: Trace, { machine }: Hirer): Outcome {
  const { random, scribe } = system
  let atMs = 1 + system.store('availability', 'redis', 'GET machines', startMs + 1, trace, 2).durationMs
  if (random.chance(0.3))
    atMs += system.store('availability', 'postgresql', 'SELECT machines', startMs + atMs, trace, 6).durationMs
  const isUnknown = random.chance(0.05)
  const text = isUnknown ? `machine ${machine} is unknown` : `machine ${machine} read`
  scribe.log('availability', startMs + atMs, isUnknown ? 'WARN' : 'DEBUG', text, {}, trace)
  return { status: isUnknown ? 404 : 200, durationMs: atMs + 1 }
}

/** What the service answers to a route. */
export function availabilitySide(system: ToolHire, name: string, startMs: number, trace: Trace, who: Hirer): Outcome {
  if (name === 'GET /v1/machines/{id}') return readMachine(system, startMs, trace, who)
  const { random, scribe } = system
  const { depot, category, machine } = who
  const read = readPeriods(system, startMs + 2, trace, who)
  let atMs = 2 + read.durationMs
  const tell = (severity: Severity, text: string) =>
    scribe.log('availability', startMs + atMs, severity, text, {}, trace)
  if (read.isCancelled) {
    tell('ERROR', `query on hire_periods failed for ${depot}: ${CANCELLED}`)
    return { status: 503, durationMs: atMs + 1 }
  }
  if (read.durationMs > SLOW_MS) tell('WARN', `slow query on hire_periods: ${Math.round(read.durationMs)} ms, Seq Scan`)
  if (name === 'GET /v1/availability') {
    atMs += random.logNormal(6, 0.3)
    tell('INFO', `search of ${category} at ${depot}: ${random.integer(0, 14)} free`)
    return { status: 200, durationMs: atMs + 1 }
  }
  if (!name.endsWith('/blocks') && random.chance(0.07)) {
    tell('WARN', `no ${category} free at ${depot}`)
    return { status: 409, durationMs: atMs + 1 }
  }
  atMs += system.store('availability', 'postgresql', 'INSERT hire_periods', startMs + atMs, trace, 6).durationMs
  const done = name.endsWith('/blocks') ? 'blocked' : name.endsWith('/assignments') ? 'assigned' : 'reserved'
  tell('INFO', `${machine} ${done} at ${depot}`)
  return { status: 201, durationMs: atMs + 1 }
}

/** Another service asks. */
export function askAvailability(
  system: ToolHire,
  call: { readonly from: string; readonly name: string; readonly startMs: number; readonly parent: Trace },
  who: Hirer,
): Outcome {
  const { from, name, startMs, parent } = call
  const attributes = { 'depot.region': who.region, 'depot.name': who.depot, 'machine.category': who.category }
  const step = { service: 'availability', name, startMs, parent, attributes }
  return system.through(from, step, (trace) => availabilitySide(system, name, startMs + 1, trace, who))
}
