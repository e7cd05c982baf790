/** The course of each group over a window: its value in a few parts of equal length, one after the other. */
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import type { GroupCourses, Measured, MeasureGroup } from './result.ts'

type MeasurePlan = PlanOf<'measure'>

const PARTS = 6

/** Whether the course of each group is asked for, and not of all of them together. */
export function isCourseOfGroups(plan: MeasurePlan): boolean {
  return (
    plan.isTrendAsked === true &&
    plan.isPeakAsked !== true &&
    plan.against === null &&
    plan.groupBy.length > 0 &&
    plan.isGroupImplied !== true
  )
}

/** Returns each listed group with its values. A group that a part does not have counts as null there. */
export async function groupCourses(
  { groups, covered, window }: Measured,
  read: (time: PlanTime) => Promise<readonly MeasureGroup[]>,
): Promise<GroupCourses> {
  const fromMs = Date.parse((covered ?? window).from)
  const toMs = Math.max(Date.parse((covered ?? window).to) + 1, fromMs + PARTS)
  const stepMs = (toMs - fromMs) / PARTS
  const edge = (at: number): string => new Date(Math.round(fromMs + at * stepMs)).toISOString()
  const parts: ReadonlyMap<string, MeasureGroup>[] = []
  // One after the other: together they read what one query over the whole window does.
  for (let at = 0; at < PARTS; at++) {
    const found = await read({ from: edge(at), to: edge(at + 1), basis: 'asked' })
    parts.push(new Map(found.map((group) => [JSON.stringify(group.key), group])))
  }
  return {
    from: edge(0),
    stepMs,
    groups: groups.map(({ key }) => {
      const id = JSON.stringify(key)
      return { key, values: parts.map((part) => part.get(id)?.value ?? null) }
    }),
  }
}
