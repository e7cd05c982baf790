/** Which questions the protocol asks about an episode: what is shown, and what time is stated how late. */
import type { SignalName } from '../incident-cases.ts'
import type { Shown } from './cached-source.ts'
import type { Episode } from './episode.ts'

/** People and monitors are 0 to 15 minutes late. */
export const LATE_MIN = [0, 5, 15] as const
export interface Question extends Shown {
  /** How many minutes after the onset the stated time lies; null: no time is stated. */
  readonly lateMin: number | null
}

const MINUTE_MS = 60_000
/** Somebody asks some minutes after it was over. */
const ASKED_AFTER_MS = 600_000

/** @param only how late times are stated, null among them for none; null: as the protocol says. */
export function questionsAbout(
  episode: Episode,
  isQuick: boolean,
  only: readonly (number | null)[] | null = null,
): Question[] {
  const lates = only ?? (isQuick ? [null, 5] : [null, ...LATE_MIN])
  const subsets = isQuick ? [episode.signals] : subsetsOf(episode.signals)
  const changes = episode.hasChanges ? [true, false] : [false]
  return subsets.flatMap((signals) =>
    changes.flatMap((withChanges) => lates.map((lateMin) => ({ signals, withChanges, lateMin }))),
  )
}

/** All signals, each pair of three, each alone: every non-empty subset, larger ones first. */
export function subsetsOf(signals: readonly SignalName[]): SignalName[][] {
  let subsets: SignalName[][] = [[]]
  for (const signal of signals) subsets = [...subsets, ...subsets.map((subset) => [...subset, signal])]
  return subsets.filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length)
}

export interface Times {
  readonly statedMs: number | null
  readonly nowMs: number
}

/** A stated time is never in the future of who states it. */
export function timesOf(episode: Episode, { lateMin }: Question): Times {
  const statedMs = lateMin === null ? null : episode.startMs + lateMin * MINUTE_MS
  return { statedMs, nowMs: Math.max(episode.endMs + ASKED_AFTER_MS, (statedMs ?? 0) + MINUTE_MS) }
}

export function labelOf({ signals, withChanges }: Shown): string {
  return [...signals, ...(withChanges ? ['changes'] : [])].join('+')
}

export function statedLabel({ lateMin }: Question): string {
  return lateMin === null ? 'not stated' : `stated +${lateMin} min`
}
