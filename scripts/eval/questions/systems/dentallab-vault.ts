/** The vault of scans: each object is checked for viruses before it is stored or handed out. */
import type { Severity, Values } from '../records.ts'
import type { Dentallab } from './dentallab.ts'
import { FALSE_HIT, MATERIALS, type Practice, WANTED, WORKS } from './dentallab-names.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const AGAIN_AFTER_MS = 40_000
const ATTEMPTS = 3

export type ObjectUse = 'store' | 'read' | 'preview'

/** The span of the check, within the vault. */
function checkFile(system: Dentallab, startMs: number, parent: Trace, isHit: boolean): number {
  const { random, scribe } = system
  const durationMs = random.logNormal(isHit ? 9 : 16, 0.25)
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'scan-vault' },
    ...{ name: 'check object', kind: 'internal', startMs, durationMs: roundMs(durationMs) },
    ...{ isError: isHit, statusMessage: isHit ? `clamd: ${FALSE_HIT}` : '' },
    attributes: { 'peer.service': 'clamd', ...(isHit ? { 'error.type': 'InfectedObject' } : {}) },
  })
  return durationMs
}

/** Another service stores or reads an object. */
export function object(
  system: Dentallab,
  from: string,
  startMs: number,
  parent: Trace,
  { tenant, site }: Practice,
  use: ObjectUse,
  isTaken = system.isTakenForInfected(),
): Outcome {
  const { random, scribe } = system
  const megabytes = random.integer(18, 96)
  const name = use === 'store' ? 'PUT /objects/{key}' : 'GET /objects/{key}'
  const attributes = { 'tenant.id': tenant, 'lab.site': site, 'object.use': use }
  const step = { service: 'scan-vault', name, startMs, parent, attributes }
  return system.through(from, step, (trace) => {
    const read = system.store('scan-vault', 'sqlite', 'SELECT objects', startMs + 2, trace, 3)
    let atMs = 2 + read.durationMs
    const tell = (severity: Severity, text: string, more: Values = {}) =>
      scribe.log('scan-vault', startMs + atMs, severity, text, { tenant, use, ...more }, trace)
    const isHit = isTaken && startMs >= system.onsetMs && startMs < system.recoveryMs
    atMs += checkFile(system, startMs + atMs, trace, isHit)
    if (isHit) {
      system.hits.push(startMs)
      tell('ERROR', `object quarantined: ${FALSE_HIT}`)
      return { status: 500, durationMs: atMs + 1 }
    }
    atMs += random.logNormal(use === 'store' ? 95 : 48, 0.4)
    tell('INFO', use === 'store' ? 'object stored' : 'object read', { megabytes })
    return { status: use === 'store' ? 201 : 200, durationMs: atMs + 1 }
  })
}

/** A case is open: a worker designs the tooth from its scan, and tries that three times. */
export function wantDesign(system: Dentallab, startMs: number, parent: Trace, who: Practice): void {
  const { random, scribe } = system
  const design = `DJ-${random.integer(1_000_000, 9_999_999)}`
  const work = random.pick<string>(WORKS)
  const isTaken = system.isTakenForInfected()
  const attributes = { ...WANTED, 'tenant.id': who.tenant, 'lab.site': who.site, 'design.work': work }
  const sent = { service: 'case-desk', name: 'designs.wanted publish', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(420, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'design-worker', name: 'designs.wanted process', startMs: takenMs, parent: trace }
      const done = system.serve({ ...step, attributes }, 'consumer', (inner) => {
        const tell = (afterMs: number, severity: Severity, text: string) =>
          scribe.log('design-worker', takenMs + afterMs, severity, text, {}, inner)
        const scan = object(system, 'design-worker', takenMs + 2, inner, who, 'read', isTaken)
        const atMs = 3 + scan.durationMs
        if (scan.status >= 500) {
          if (attempt === ATTEMPTS) {
            tell(atMs, 'ERROR', `design ${design} of ${who.tenant} sent to dead letters after 3 attempts`)
            system.remember('deadDesign', design, startMs)
          } else tell(atMs, 'WARN', `design ${design} put back, attempt ${attempt} of 3: scan-vault answered 500`)
          return { status: 500, durationMs: atMs + 1 }
        }
        const computedMs = atMs + random.logNormal(work === 'bridge' ? 2600 : 1300, 0.3)
        if (random.chance(0.08)) {
          tell(computedMs, 'WARN', `design ${design} needs a technician: bite is not aligned`)
          return { status: 200, durationMs: computedMs + 1 }
        }
        const saved = system.store('design-worker', 'postgresql', 'INSERT designs', takenMs + computedMs, inner, 7)
        const units = work === 'bridge' ? random.integer(3, 6) : random.integer(1, 2)
        const material = random.pick<string>(MATERIALS)
        const durationMs = computedMs + saved.durationMs
        const what = `${work} in ${material}, ${units} units`
        tell(durationMs, 'INFO', `design ${design} of ${who.tenant} finished: ${what}`)
        system.remember('goodDesign', design, startMs)
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
