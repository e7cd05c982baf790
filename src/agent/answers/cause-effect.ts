/** How badly requests are affected, and whether the trouble still goes on. */
import type { Impact } from '../investigator/verdict.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import type { CauseMaterial } from './cause-material.ts'
import { clock, milliseconds, percent } from './format.ts'

/** A share of failed requests up to this is not worth mentioning. */
const IMPORTANT = 0.005

/**
 * The end of the last minute in which clearly more requests failed than before the onset, or the last failed request of
 * that minute, where that is known. Null if it cannot be determined.
 */
export function failedUntil({
  effect,
  lastFailedMs,
}: Pick<CauseMaterial, 'effect' | 'lastFailedMs'>): { readonly untilMs: number; readonly isOver: boolean } | null {
  if (effect === null || effect.series.length < 3) return null
  const limit = Math.max(0.02, 3 * (effect.against?.value ?? 0))
  const bad = effect.series.filter(([, share]) => share > limit)
  const last = bad.at(-1)
  const end = effect.series.at(-1)
  if (last === undefined || end === undefined) return null
  const untilMs = lastFailedMs ?? Date.parse(last[0]) + 60_000
  return { untilMs, isOver: Date.parse(end[0]) - Date.parse(last[0]) >= 3 * 60_000 }
}

/** Whether the trouble goes on. The requests decide if there are any, else the investigation. */
export function goesOn(material: CauseMaterial): string {
  const until = failedUntil(material)
  const { verdict } = material.result
  if (until?.isOver === true) return `over since ${clock(new Date(until.untilMs).toISOString(), material.askedAtMs)}`
  if (until !== null && verdict.state.kind === 'recovered') return 'still going on'
  return stateWords(material)
}

/** Whether the trouble goes on, by the same signs; null where they do not tell. */
export function isOngoing(material: CauseMaterial): boolean | null {
  const until = failedUntil(material)
  if (until !== null) return !until.isOver
  const { kind } = material.result.verdict.state
  return kind === 'unknown' ? null : kind !== 'recovered'
}

/** Requests from outside, each once; where none of these failed, all those that services made of each other. */
export function amountOf({ effect }: Pick<CauseMaterial, 'effect'>): {
  readonly amount: Pick<MeasureResult, 'failed' | 'of' | 'value'> | null
  /** Whether only requests between services failed. */
  readonly isInner: boolean
} {
  const isInner = effect?.once !== undefined && (effect.once.failed ?? 0) === 0 && (effect.failed ?? 0) > 0
  return { amount: isInner ? effect : (effect?.once ?? effect), isInner }
}

/** How many requests fail, or how slow they are, compared with before. Empty if nothing noteworthy was measured. */
export function effectWords(material: CauseMaterial): string {
  const { amount } = amountOf(material)
  if (amount == null || (amount.of ?? 0) === 0 || (amount.value ?? 0) <= IMPORTANT)
    return impactWords(material.result.verdict.impact)
  return `${percent(amount.value ?? 0)} of requests fail (before: ${percent(material.effect?.against?.value ?? 0)})`
}

function impactWords(impact: Impact | null): string {
  if (impact === null || impact.requests === 0) return ''
  if (impact.share > IMPORTANT && impact.share > impact.before.share)
    return `${percent(impact.share)} of requests fail (before: ${percent(impact.before.share)})`
  const { before, since } = impact.meanMs
  return since > before * 1.3 && since - before > 5
    ? `requests take ${milliseconds(since)} on average instead of ${milliseconds(before)}`
    : ''
}

function stateWords({ result, askedAtMs }: CauseMaterial): string {
  const { state } = result.verdict
  const at = state.atMs === null ? '' : clock(new Date(state.atMs).toISOString(), askedAtMs)
  switch (state.kind) {
    case 'ongoing':
      return 'still going on'
    case 'recovered':
      return `over since ${at}`
    case 'silent':
      return result.hasLaterTelemetry === true
        ? `still going on at ${at}, where the time that I looked at ends`
        : `still going on when the telemetry ended at ${at}`
    case 'unknown':
      return 'I cannot tell whether it goes on'
  }
}
