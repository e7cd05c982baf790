/** Lanes on deck: a place is found by the deck plan of the vessel, which is cached or loaded from the store. */
import type { Severity, Values } from '../records.ts'
import type { Ferries } from './ferries.ts'
import { LARGE_VESSELS, type Sailing } from './ferries-names.ts'
import { roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const TIMEOUT_MS = 3000
const ABORTED = 'canceling statement due to statement timeout'

/** The deck plan of a vessel; without its cache the store is asked each time, by everybody at once. */
function loadPlan(system: Ferries, startMs: number, parent: Trace, { vessel }: Sailing): Outcome {
  const { random, scribe } = system
  const isLarge = LARGE_VESSELS.includes(vessel)
  const isOverloaded = startMs >= system.onsetMs
  const isAborted = isOverloaded && random.chance(isLarge ? 0.78 : 0.14)
  const medianMs = isOverloaded ? (isLarge ? 2100 : 820) : isLarge ? 210 : 90
  const durationMs = isAborted ? TIMEOUT_MS + random.integer(2, 19) : Math.min(2950, random.logNormal(medianMs, 0.25))
  scribe.span({
    ...{ traceId: parent.traceId, spanId: scribe.newSpan(), parentSpanId: parent.spanId, service: 'deck-planner' },
    ...{ name: 'SELECT deck_plans', kind: 'client', startMs, durationMs: roundMs(durationMs), isError: isAborted },
    ...(isAborted ? { statusMessage: ABORTED } : {}),
    attributes: {
      ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'db.collection.name': 'deck_plans' },
      ...(isAborted ? { 'db.response.status_code': '57014', 'error.type': '57014' } : {}),
    },
  })
  return { status: isAborted ? 503 : 200, durationMs }
}

/** What the planner answers to `what`: bookings allocate, check-ins place, officers look at a deck. */
export function planSide(
  system: Ferries,
  what: 'allocate' | 'place' | 'show',
  startMs: number,
  trace: Trace,
  who: { readonly at: Sailing; readonly vehicle: string },
): Outcome {
  const { random, scribe } = system
  const { at, vehicle } = who
  const isCached = startMs < system.settingMs && random.chance(0.93)
  system.plans.push({ timeMs: startMs, isCached })
  let atMs = random.logNormal(4, 0.3)
  const tell = (severity: Severity, text: string, more: Values = {}) =>
    scribe.log('deck-planner', startMs + atMs, severity, text, { vessel: at.vessel, ...more }, trace)
  const plan = isCached ? 'cached' : 'loaded'
  if (!isCached) {
    const loaded = loadPlan(system, startMs + atMs, trace, at)
    atMs += loaded.durationMs
    if (loaded.status >= 500) {
      tell('ERROR', `deck plan not loaded: ${ABORTED}`, { sailing: at.sailing })
      return { status: 503, durationMs: atMs + 1 }
    }
  }
  if (what === 'show') {
    tell('DEBUG', 'deck shown', { plan, sailing: at.sailing })
    return { status: 200, durationMs: atMs + 2 }
  }
  atMs += random.logNormal(12, 0.4)
  if (what === 'allocate' && random.chance(vehicle === 'truck' ? 0.12 : 0.04)) {
    tell('WARN', 'no lane left', { plan, sailing: at.sailing, vehicle })
    return { status: 409, durationMs: atMs + 1 }
  }
  atMs += system.store('deck-planner', 'postgresql', 'INSERT lane_slots', startMs + atMs, trace, 8).durationMs
  const text = what === 'allocate' ? 'lane allocated' : 'vehicle placed'
  tell('INFO', text, { plan, lane: random.integer(1, 8), vehicle })
  return { status: 201, durationMs: atMs + 1 }
}
