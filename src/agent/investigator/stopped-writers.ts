/**
 * Stores that stopped writing. A store without spans writes of itself all day (checkpoints, saves, connections). Where
 * that ends while others write on, it is gone, or nobody forwards its lines any more.
 */

import type { Finding } from './findings.ts'
import type { LogView } from './log-view.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import { baselineBlocks, intervalStartMs, rangeSum, type Split } from './split.ts'
import { poissonLlr, ratioDispersion } from './stats.ts'

/** Lines that its usual pace leads us to expect. If fewer are expected, their absence says nothing. */
const EXPECTED_MIN = 6
/** Who still writes more than this share of them has not stopped. */
const STOPPED_SHARE = 0.3

/** Those of the services that write nothing for so long that `EXPECTED_MIN` lines and more are missing. */
export function stoppedAmong(names: readonly string[], totals: LogView['totals']): string[] {
  const all = [...totals.values()]
  return names.filter((name) => {
    const own = totals.get(name)
    if (own === undefined) return false
    // Intervals without any line of anybody are no silence of this one.
    const heard = own.filter((count, i) => count > 0 || all.some((counts) => (counts[i] ?? 0) > 0))
    const gap = longestGap(heard)
    const lines = heard.reduce((sum, count) => sum + count, 0)
    return gap < heard.length && (lines / (heard.length - gap)) * gap >= EXPECTED_MIN
  })
}

function longestGap(counts: readonly number[]): number {
  let longest = 0
  let gap = 0
  for (const count of counts) {
    gap = count === 0 ? gap + 1 : 0
    longest = Math.max(longest, gap)
  }
  return longest
}

/** Finds which of these services write much less than they did. Their own pace counts: routine does not follow requests. */
export function stoppedFindings(names: readonly string[], view: LogView, split: Split, query: string): Finding[] {
  return names.flatMap((service): Finding[] => {
    const counts = view.totals.get(service) ?? []
    const lines = rangeSum(counts, split.from, split.onset)
    const after = split.to - split.latest
    const expected = (lines / Math.max(1, split.onset - split.from)) * after
    const observed = rangeSum(counts, split.latest, split.to)
    if (expected < EXPECTED_MIN || observed > STOPPED_SHARE * expected) return []
    const blocks = baselineBlocks(counts, split)
    const scatter = ratioDispersion(
      blocks,
      blocks.map(() => 1),
    )
    return [
      {
        kind: 'silence',
        service,
        subject: service,
        // That a service is not heard may be the fault of who forwards its lines.
        strength: Math.min(UNDER_EVERYDAY, poissonLlr(observed, expected) / scatter),
        onsetMs: intervalStartMs(split.grid, split.onset),
        text: `${service} wrote ${observed} of about ${Math.round(expected)} expected lines`,
        peer: null,
        reach: 'own',
        queries: [query],
        selector: null,
      },
    ]
  })
}
