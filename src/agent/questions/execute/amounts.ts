/** The amount that a measure reads from statistics of spans: a count, a share, a duration. Pure. */
import type { Measure, Statistic } from '../plan/plan.ts'
import type { PartCondition } from './complement.ts'
import type { SpanRow } from './durations.ts'
import type { Amount } from './result.ts'

interface AskedAmount {
  readonly measure: Measure
  readonly conditions: readonly PartCondition[]
}

/** The share of a whole; null of nothing. */
export function ratio(part: number | undefined, whole: number | undefined): number | null {
  return whole === undefined || whole === 0 ? null : (part ?? 0) / whole
}

/** Returns the amount that a measure reads from statistics of spans. */
export function amountOf(row: SpanRow | null, { measure, conditions }: AskedAmount): Amount {
  if (row === null) return { value: measure.of === 'requests' || measure.of === 'spans' ? 0 : null, of: 0, failed: 0 }
  const { requests, errors, durationMs } = row
  const known = (['p50', 'p95', 'p99', 'mean', 'max'] as const).flatMap((name) =>
    durationMs[name] === undefined ? [] : [[name, durationMs[name]] as const],
  )
  const behind = { of: requests, failed: errors, ...Object.fromEntries(known) }
  switch (measure.of) {
    case 'ratio':
      return {
        ...behind,
        value: measure.share === 'succeeded' ? ratio(requests - errors, requests) : ratio(errors, requests),
      }
    case 'duration':
      return { ...behind, value: durationOf(row, measure.statistic) }
    default: {
      const outcome = conditions.find((condition) => condition.on === 'outcome')
      const value = outcome?.on !== 'outcome' ? requests : outcome.is === 'failed' ? errors : requests - errors
      return { ...behind, value }
    }
  }
}

function durationOf({ durationMs, requests }: SpanRow, statistic: Statistic): number | null {
  if (requests === 0) return null
  switch (statistic) {
    case 'last':
      return durationMs.p50 ?? null
    case 'sum':
      return durationMs.mean * requests
    default:
      return durationMs[statistic] ?? null
  }
}
