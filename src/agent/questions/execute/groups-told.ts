/** Which groups of a measure are told, and in which order. */
import type { PlanOf } from '../plan/plan.ts'
import type { MeasureGroup } from './result.ts'

type MeasurePlan = PlanOf<'measure'>

/** So few groups are told even where they have none. */
const GROUPS_OF_NONE_MAX = 20

/** The groups in the order of the plan, without those that tell nothing. */
export function groupsTold(groups: readonly MeasureGroup[], plan: MeasurePlan): readonly MeasureGroup[] {
  return withoutBare(ofSome(orderedBy(groups, plan), plan), plan)
}

/** Of many groups those that have none of what failed are no groups of it. */
function ofSome(groups: readonly MeasureGroup[], { measure, conditions, order }: MeasurePlan): readonly MeasureGroup[] {
  const isOfFailed = measure.of === 'requests' && conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
  if (!isOfFailed || order === 'lowest' || groups.length <= GROUPS_OF_NONE_MAX) return groups
  const some = groups.filter(({ value }) => (value ?? 0) > 0)
  return some.length === 0 ? groups : some
}

/** Records without the key are told apart from the groups where these are too many to be listed. */
function withoutBare(groups: readonly MeasureGroup[], { measure, limit }: MeasurePlan): readonly MeasureGroup[] {
  if (measure.of !== 'records' || groups.length <= limit) return groups
  const own = groups.filter(({ key }) => !key.every((part) => part === null || part === ''))
  return own.length === 0 ? groups : own
}

/** A share or duration of three requests says little: groups with hardly any requests come after the others. */
function orderedBy(groups: readonly MeasureGroup[], { order, measure: { of } }: MeasurePlan): MeasureGroup[] {
  const sign = order === 'lowest' ? 1 : -1
  // Records without the key are no group of it: they come last.
  const isBare = ({ key }: MeasureGroup): number => (key.every((part) => part === null) ? 1 : 0)
  const isThin = (group: MeasureGroup): number => ((of === 'ratio' || of === 'duration') && (group.of ?? 0) < 5 ? 1 : 0)
  // A request that passes four services is one: where each group has them counted once, these rank.
  const isOnce =
    of === 'requests' &&
    groups.every(({ once }) => once !== undefined) &&
    groups.some(({ once }) => (once?.value ?? 0) > 0)
  const rank = ({ value, once }: MeasureGroup): number => (isOnce ? once?.value : value) ?? 0
  return [...groups].sort(
    (a, b) => isBare(a) - isBare(b) || isThin(a) - isThin(b) || sign * (rank(a) - rank(b)) || (b.of ?? 0) - (a.of ?? 0),
  )
}
