/**
 * Durations of requests that no single filter of the store selects: those with a status that services name differently,
 * or all but some. Counts and means of several rows add up, percentiles do not: they are found by counting how many
 * requests took at most so long.
 */
import type { SpanStatsRow } from '../../../telemetry/index.ts'
import type { Statistic } from '../plan/plan.ts'

/** Duration bounds counted side by side, and the ratio of two bounds that is near enough. */
const PROBES = 4
const NEAR = 1.004
/** Shorter is no duration: bounds are ratios and never reach zero. */
const SHORTEST_MS = 0.01
/** The store's percentiles are those of a histogram: a bound that is one of them may lie this much off. */
const SLACK = 1.05

const SHARE: Partial<Record<Statistic, number>> = {
  ...{ p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 },
  ...{ min: 0, max: 1, last: 0.5 },
}

/** Statistics of requests of which only some are known: of several rows only what adds up. */
export type SpanRow = Omit<SpanStatsRow, 'durationMs'> & {
  readonly durationMs: Partial<SpanStatsRow['durationMs']> & Pick<SpanStatsRow['durationMs'], 'mean'>
}
export interface SignedRow {
  readonly sign: 1 | -1
  readonly row: SpanRow
}

/** One row of several that are added or taken away. */
export function joined(rows: readonly SignedRow[]): SpanRow | null {
  const [first] = rows
  if (first === undefined) return null
  if (rows.length === 1 && first.sign === 1) return first.row
  const total = (of: (row: SpanRow) => number): number => rows.reduce((sum, { sign, row }) => sum + sign * of(row), 0)
  const requests = total((row) => row.requests)
  const spentMs = total((row) => row.requests * row.durationMs.mean)
  return {
    ...first.row,
    requests,
    errors: total((row) => row.errors),
    durationMs: { mean: requests === 0 ? 0 : spentMs / requests },
  }
}

/** Returns a statistic of the durations of all rows; null where it is known already or adds up. */
export async function durationOfAll(
  rows: readonly SignedRow[],
  statistic: Statistic,
  countUpTo: (ms: number) => Promise<number>,
): Promise<number | null> {
  const share = SHARE[statistic]
  const whole = joined(rows)
  if (share === undefined || whole === null || whole.requests <= 0) return null
  const known = statistic === 'last' ? 'p50' : (statistic as keyof SpanRow['durationMs'])
  if (whole.durationMs[known] !== undefined) return whole.durationMs[known]
  const isSum = rows.every(({ sign }) => sign === 1)
  // The percentile of all lies between those of the parts; what is left of a whole may lie anywhere in it.
  const lows = rows.map(({ row }) => (isSum ? row.durationMs[known] : row.durationMs.min) ?? 0)
  const highs = rows.map(({ row }) => (isSum ? row.durationMs[known] : row.durationMs.max) ?? 0)
  if (isSum && statistic === 'max') return Math.max(...highs)
  if (isSum && statistic === 'min') return Math.min(...lows)
  const wanted = Math.max(1, Math.ceil(share * whole.requests))
  let low = Math.max(SHORTEST_MS, Math.min(...lows)) / SLACK
  let high = Math.max(SHORTEST_MS, ...highs) * SLACK
  while (high / low > NEAR) {
    const step = (high / low) ** (1 / (PROBES + 1))
    const from = low
    const bounds = Array.from({ length: PROBES }, (_, index) => from * step ** (index + 1))
    const counts = await Promise.all(bounds.map(countUpTo))
    const at = counts.findIndex((count) => count >= wanted)
    low = at === 0 ? from : (bounds.at(at < 0 ? -1 : at - 1) ?? from)
    high = at < 0 ? high : (bounds[at] ?? high)
  }
  return high
}
