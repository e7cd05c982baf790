/** Labels: whoever stores, packs or ships seeds needs one, and each is drawn by a process of its own on the first instance. */
import type { Severity, Values } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Seedbank } from './seedbank.ts'
import { APPROVED, type Curator } from './seedbank-names.ts'
import type { Outcome } from './system.ts'

const AGAIN_AFTER_MS = 25_000
const ATTEMPTS = 3
const NO_PROCESS = 'spawn /usr/bin/zint EAGAIN'

type LabelKind = 'tube' | 'bag' | 'parcel'

/** The program that draws bars cannot be started: its span carries the text of Node.js. */
function refusedSpawn({ random, scribe }: Seedbank, startMs: number, parent: Trace): number {
  const durationMs = random.logNormal(3, 0.25)
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'label-press' },
    ...{ name: 'draw barcode', kind: 'internal', startMs, durationMs: roundMs(durationMs) },
    ...{ isError: true, statusMessage: `Error: ${NO_PROCESS}`, attributes: { 'error.type': 'EAGAIN' } },
  })
  return durationMs
}

/** What the press does with one label. */
export function press(
  system: Seedbank,
  startMs: number,
  trace: Trace,
  { institute }: Curator,
  kind: LabelKind,
): Outcome {
  const { random, scribe } = system
  const read = system.store('label-press', 'redis', 'GET templates', startMs + 1, trace, 2)
  let atMs = 1 + read.durationMs
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('label-press', startMs + atMs, severity, text, { institute, kind, ...more }, trace)
  if (random.chance(0.05)) {
    tell('WARN', 'label refused: name is too long for the template')
    return { status: 422, durationMs: atMs + 1 }
  }
  if (startMs >= system.onsetMs && system.isFirst('label-press', trace.traceId)) {
    atMs += refusedSpawn(system, startMs + atMs, trace)
    tell('ERROR', `label not printed: ${NO_PROCESS}`)
    return { status: 500, durationMs: atMs + 1 }
  }
  atMs += random.logNormal(kind === 'parcel' ? 95 : 48, 0.3)
  tell('INFO', 'label printed', { bytes: random.integer(2100, 9400) })
  return { status: 201, durationMs: atMs + 1 }
}

/** Another service wants a label. */
export function label(
  system: Seedbank,
  from: string,
  startMs: number,
  parent: Trace,
  who: Curator,
  kind: LabelKind,
): Outcome {
  const attributes = { 'institute.id': who.institute, 'vault.id': who.vault, 'label.kind': kind }
  const step = { service: 'label-press', name: 'POST /labels', startMs, parent, attributes }
  return system.through(from, step, (trace) => press(system, startMs + 1, trace, who, kind))
}

/** An approved order is packed by a worker, which needs a label for the bag and tries that three times. */
export function pack(system: Seedbank, startMs: number, parent: Trace, who: Curator, order: string): void {
  const { random, scribe } = system
  const attributes = { ...APPROVED, 'institute.id': who.institute, 'vault.id': who.vault }
  const sent = { service: 'order-desk', name: 'send orders-approved', startMs, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    let takenMs = startMs + random.logNormal(420, 0.5)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const step = { service: 'pack-worker', name: 'process orders-approved', startMs: takenMs, parent: trace }
      const done = system.serve({ ...step, attributes }, 'consumer', (inner) => {
        const tell = (afterMs: number, severity: Severity, text: string) =>
          scribe.log('pack-worker', takenMs + afterMs, severity, text, {}, inner)
        const packets = random.integer(1, 30)
        const weighed = random.logNormal(30, 0.4) + packets * 2
        const printed = label(system, 'pack-worker', takenMs + weighed, inner, who, 'bag')
        const atMs = weighed + printed.durationMs + 1
        if (printed.status >= 500) {
          if (attempt === ATTEMPTS) {
            tell(atMs, 'ERROR', `order ${order} of ${who.institute} moved to dead letters after 3 attempts`)
            system.remember('deadOrder', order, startMs)
          } else tell(atMs, 'WARN', `order ${order} put back, attempt ${attempt} of 3: label-press answered 500`)
          return { status: 500, durationMs: atMs + 1 }
        }
        const saved = system.store('pack-worker', 'mongodb', 'insert parcels', takenMs + atMs, inner, 7)
        const durationMs = atMs + saved.durationMs
        if (printed.status >= 400)
          tell(durationMs, 'WARN', `order ${order} packed without a label, to be written by hand`)
        else {
          tell(durationMs, 'INFO', `order ${order} of ${who.institute} packed at ${who.vault}: ${packets} packets`)
          system.remember('packedOrder', order, startMs)
        }
        return { status: 200, durationMs: durationMs + 1 }
      })
      if (done.status < 500 || attempt === ATTEMPTS) {
        system.queued.push({ fromMs: startMs, toMs: takenMs })
        break
      }
      takenMs += AGAIN_AFTER_MS * random.logNormal(1, 0.1)
    }
    return { status: 202, durationMs: random.logNormal(4, 0.2) }
  })
}
