/** Movements of tyres: whoever books, stores, hands out or opens a job writes one, and each needs a new id. */
import type { Severity, Values } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { Tyres } from './tyres.ts'
import { CHECKED_IN, type Driver, SIZES, WAREHOUSES } from './tyres-names.ts'

const AGAIN_AFTER_MS = 30_000
const ATTEMPTS = 3
export const SPENT = 'nextval: reached maximum value of sequence "movements_id_seq" (2147483647)'

export type MovementKind = 'reserve' | 'inbound' | 'outbound' | 'issue'

/** The statement that the database refuses: its span carries the state and the text of PostgreSQL. */
function refusedInsert({ random, scribe }: Tyres, startMs: number, parent: Trace): number {
  const durationMs = random.logNormal(2, 0.25)
  const attributes = {
    ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT', 'db.collection.name': 'movements' },
    ...{ 'db.response.status_code': '2200H', 'error.type': '2200H' },
  }
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'stock-ledger' },
    ...{ name: 'INSERT movements', kind: 'client', startMs, durationMs: roundMs(durationMs) },
    ...{ isError: true, statusMessage: `ERROR: ${SPENT}`, attributes },
  })
  return durationMs
}

/** Another service moves tyres: a row with a new id is written. */
export function move(
  system: Tyres,
  from: string,
  startMs: number,
  parent: Trace,
  { tenant, workshop }: Driver,
  kind: MovementKind,
): Outcome {
  const { random, scribe } = system
  const warehouse = random.pick<string>(WAREHOUSES)
  const size = random.pick<string>(SIZES)
  const attributes = { 'tenant.id': tenant, 'workshop.id': workshop, 'movement.kind': kind, 'warehouse.id': warehouse }
  const step = { service: 'stock-ledger', name: 'POST /movements', startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('stock-ledger', 'postgresql', 'SELECT levels', startMs + 2, trace, 5)
    let atMs = 2 + read.durationMs
    const tell = (severity: Severity, text: string, more: Values = {}) =>
      scribe.log('stock-ledger', startMs + atMs, severity, text, { tenant, kind, warehouse, size, ...more }, trace)
    if (kind === 'reserve' && random.chance(0.07)) {
      tell('WARN', 'movement refused: not enough stock')
      return { status: 409, durationMs: atMs + 1 }
    }
    if (startMs >= system.onsetMs) {
      atMs += refusedInsert(system, startMs + atMs, trace)
      tell('ERROR', `movement not written: ${SPENT}`)
      return { status: 500, durationMs: atMs + 1 }
    }
    const saved = system.store('stock-ledger', 'postgresql', 'INSERT movements', startMs + atMs, trace, 8)
    atMs += saved.durationMs + random.logNormal(5, 0.3)
    tell('INFO', 'movement written', { pieces: random.pick([1, 2, 2, 4, 4, 4]) })
    return { status: 201, durationMs: atMs + 1 }
  })
}

/** A car is in the workshop: its job is opened by a worker, which gives the tyres out and tries that three times. */
export function openJob(system: Tyres, startMs: number, parent: Trace, who: Driver): void {
  const { random, scribe } = system
  const job = `JB-${random.integer(1_000_000, 9_999_999)}`
  const attributes = { ...CHECKED_IN, 'tenant.id': who.tenant, 'workshop.id': who.workshop }
  const sent = { service: 'booking-api', name: 'jobs.checked-in publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(350, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'job-worker', name: 'jobs.checked-in process', startMs: takenMs, parent: trace }
      const done = system.serve({ ...step, attributes }, 'consumer', (inner) => {
        const tell = (afterMs: number, severity: Severity, text: string) =>
          scribe.log('job-worker', takenMs + afterMs, severity, text, {}, inner)
        const issued = move(system, 'job-worker', takenMs + 2, inner, who, 'issue')
        const atMs = 3 + issued.durationMs
        if (issued.status >= 500) {
          const isLast = attempt === ATTEMPTS
          if (isLast) {
            tell(atMs, 'ERROR', `job ${job} of ${who.tenant} sent to dead letters after 3 attempts`)
            system.remember('deadJob', job, startMs)
          } else tell(atMs, 'WARN', `job ${job} put back, attempt ${attempt} of 3: stock-ledger answered 500`)
          return { status: 500, durationMs: atMs + 1 }
        }
        const saved = system.store('job-worker', 'mongodb', 'insert jobs', takenMs + atMs, inner, 7)
        const durationMs = atMs + saved.durationMs + random.logNormal(6, 0.3)
        if (random.chance(0.06)) tell(durationMs, 'WARN', `job ${job} opened without signature of the driver`)
        else {
          tell(
            durationMs,
            'INFO',
            `job ${job} of ${who.tenant} opened at ${who.workshop}: ${random.integer(25, 95)} min`,
          )
          system.remember('openedJob', job, startMs)
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
