/** The log patterns that a plan names, with how often each occurs under its other conditions. */
import { fromMillis, type LogPattern, toMillis } from '../../../telemetry/index.ts'
import { patternText } from '../../message-text.ts'
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

/** Patterns whose lines say the same, such as those that differ in how a number is written, as one; the most frequent first. */
export function asOne(patterns: readonly LogPattern[]): LogPattern[] {
  const byText = Map.groupBy(patterns, ({ service, severity, template }) =>
    [service, severity, patternText(template).replace(/\s+/g, '')].join('\u0000'),
  )
  return [...byText.values()]
    .flatMap((alike): LogPattern[] => {
      const [first] = alike
      if (first === undefined) return []
      return [
        {
          ...first,
          count: alike.reduce((sum, { count }) => sum + count, 0),
          firstSeen: fromMillis(Math.min(...alike.map((one) => toMillis(one.firstSeen)))),
          lastSeen: fromMillis(Math.max(...alike.map((one) => toMillis(one.lastSeen)))),
        },
      ]
    })
    .sort((a, b) => b.count - a.count)
}
