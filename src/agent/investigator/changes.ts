/** Judges changes that people made against what broke. That a change is close in time does not make it the cause. */
import type { ChangeRecord, ChangeVerdict } from './verdict.ts'

/** A change shows its effect soon. One that ended longer ago than this is not to blame. */
export const CHANGE_BEFORE_MS = 60 * 60_000
/**
 * Clocks differ, and an onset found in coarse steps is imprecise. So a change may seem to begin up to this much after
 * its effect.
 */
const CHANGE_AFTER_MS = 2 * 60_000

export interface JudgedOrigin {
  readonly service: string
  readonly onsetMs: number
}

/** The time at which a change can have begun to act: its start while it is under way, else its end. */
export function isNear(change: ChangeRecord, onsetMs: number): boolean {
  const lastMs = change.endedMs ?? change.startedMs
  return change.startedMs <= onsetMs + CHANGE_AFTER_MS && lastMs >= onsetMs - CHANGE_BEFORE_MS
}

/** Of several changes of the origin, the one closest before the onset is the culprit. */
export function judgeChanges(changes: readonly ChangeRecord[], origin: JudgedOrigin | null): ChangeVerdict[] {
  const own =
    origin === null ? [] : changes.filter((change) => isOf(change, origin.service) && isNear(change, origin.onsetMs))
  const culprit = own.toSorted((a, b) => b.startedMs - a.startedMs || a.id.localeCompare(b.id))[0]
  return changes
    .toSorted((a, b) => a.startedMs - b.startedMs || a.id.localeCompare(b.id))
    .map((change) => ({ change, ...judged(change, culprit, origin) }))
}

function isOf(change: ChangeRecord, service: string): boolean {
  return change.services.includes(service)
}

function judged(
  change: ChangeRecord,
  culprit: ChangeRecord | undefined,
  origin: JudgedOrigin | null,
): Pick<ChangeVerdict, 'state' | 'because'> {
  if (origin === null) return { state: 'unrelated', because: 'nothing broke' }
  const minutes = Math.round((origin.onsetMs - change.startedMs) / 60_000)
  const when = minutes >= 0 ? `${minutes} min before the onset` : `${-minutes} min after the onset`
  if (change === culprit) return { state: 'culprit', because: `it changed ${origin.service} ${when}` }
  if (!isNear(change, origin.onsetMs)) return { state: 'unrelated', because: `it began ${when}` }
  const whom = change.services.length === 0 ? 'names no service' : `changed ${change.services.join(', ')}`
  return isOf(change, origin.service)
    ? { state: 'weakened', because: `it changed ${origin.service} ${when}, but another change was nearer to the onset` }
    : { state: 'weakened', because: `it began ${when} but ${whom}; the evidence points to ${origin.service}` }
}
