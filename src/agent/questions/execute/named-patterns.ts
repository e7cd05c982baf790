/** The log patterns that a plan names, with how often each occurs under its other conditions. */
import type { LogPattern } from '../../../telemetry/index.ts'
import type { PlanTime } from '../plan/plan.ts'
import type { PartCondition } from './complement.ts'
import { type Desk, logFilter, note, rangeOf } from './filters.ts'

const PATTERNS_MAX = 1_000

/** Records of the patterns a plan names (of all patterns where it names none) that fit its other conditions. */
export async function patternsOf(
  desk: Desk,
  conditions: readonly PartCondition[],
  time: PlanTime,
  intervalMs: number | null,
): Promise<readonly LogPattern[]> {
  const filter = logFilter(
    conditions.filter(({ on }) => on !== 'templates'),
    desk.catalogue,
  )
  const found = await desk.ctx.telemetry.logPatterns(desk.ctx.project, {
    range: rangeOf(time),
    filter,
    intervalMs,
    limit: PATTERNS_MAX,
  })
  note(desk, found.work)
  const named = conditions.flatMap((condition) => (condition.on === 'templates' ? [new Set(condition.ids)] : []))
  return found.patterns.filter(({ id }) => named.every((ids) => ids.has(id)))
}
