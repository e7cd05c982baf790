/** The yes or no of a question about one of several groups. */
import { code } from '../embedded/markdown.ts'
import type { MeasureGroup, MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'

/** Whether the group that was asked about is the first one: the yes or no of a comparison of two. */
export function firstOrNot(plan: PlanOf<'measure'>, result: MeasureResult): string {
  const [first, second] = result.groups
  if (plan.onlyAsked !== undefined) return onlyOrNot(plan.onlyAsked, result)
  if (plan.firstAsked === undefined || first === undefined) return setAgainst(plan, result)
  const isFirst = first.key[0] === plan.firstAsked || first.key[0]?.endsWith(` ${plan.firstAsked}`) === true
  const isByChance = second !== undefined && plan.measure.of === 'ratio' && isOfChance(first, second)
  if (isFirst && (isByChance || isAlike(plan, first.value, second?.value ?? null)))
    return 'No, they are about the same: '
  return isFirst && first.value !== second?.value ? 'Yes: ' : 'No: '
}

/** Fewer requests tell little of a share. */
const FEW_MAX = 20
/** Durations that differ by less are about the same, where nobody asked for a yes or no. */
const ALIKE_TIMES = 0.1

/** Of groups that are set side by side, whether they differ at all. */
function setAgainst(plan: PlanOf<'measure'>, { groups, groupsTotal }: MeasureResult): string {
  const [first] = groups
  const last = groups.at(-1)
  const isOne = plan.isOneWorseAsked === true
  if (first === undefined || last === undefined || first === last || groupsTotal > groups.length) return ''
  if (!isOne && !isOfSides(plan)) return ''
  const isSame =
    plan.measure.of === 'ratio'
      ? isOfChance(first, last)
      : plan.measure.of === 'duration' && isWithin(ALIKE_TIMES, first.value, last.value)
  if (!isSame) return isOne ? 'Yes: ' : ''
  const isFew = plan.measure.of === 'ratio' && groups.some(({ of }) => (of ?? 0) < FEW_MAX)
  return isFew ? 'Too few to tell them apart: ' : isOne ? 'No, about the same: ' : 'About the same: '
}

/** Whether the groups are what the question names side by side. */
function isOfSides({ groupBy, conditions }: PlanOf<'measure'>): boolean {
  const [group, more] = groupBy
  return (
    more === undefined &&
    conditions.some(
      (one) =>
        'values' in one &&
        one.values.length > 1 &&
        (one.on === 'attribute' ? one.key === group?.field : one.on === group?.field),
    )
  )
}

/** So many deviations apart are no chance. */
const DEVIATIONS = 1.64

/** Whether two shares lie no further apart than chance does it. */
function isOfChance(one: MeasureGroup, other: MeasureGroup): boolean {
  const [n, m] = [one.of ?? 0, other.of ?? 0]
  if (n === 0 || m === 0 || one.value === null || other.value === null) return false
  const all = (one.value * n + other.value * m) / (n + m)
  const deviation = Math.sqrt(all * (1 - all) * (1 / n + 1 / m))
  return Math.abs(one.value - other.value) <= DEVIATIONS * deviation
}

/** Shares and durations that differ by less are the same to whoever asks. */
const ALIKE = 0.02

function isAlike({ measure }: PlanOf<'measure'>, first: number | null, second: number | null): boolean {
  if ((measure.of !== 'ratio' && measure.of !== 'duration') || first === null || second === null) return false
  return isWithin(ALIKE, first, second)
}

function isWithin(part: number, one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false
  return Math.abs(one - other) <= part * Math.max(Math.abs(one), Math.abs(other))
}

/** "Which channel had no refunds?": the values without any, or that each of them has some. */
export function lackingOf(result: MeasureResult, what: string, by: string): string {
  const { lacking = [], groupsTotal } = result
  const names = lacking.slice(0, LACKING_MAX).map((value) => code(value, 80))
  const more = lacking.length > names.length ? ` and ${lacking.length - names.length} others` : ''
  return lacking.length === 0
    ? `None: each of the ${groupsTotal} that there are by ${code(by, 80)} has ${what}`
    : `${names.join(', ')}${more} ${lacking.length === 1 ? 'has' : 'have'} no ${what}: **0**, by ${code(by, 80)}; ${groupsTotal === 1 ? 'the other one has' : `the ${groupsTotal} others have`} some`
}

const LACKING_MAX = 10

/** "Only ios": a stray failure of another one makes it no less true. */
function onlyOrNot(asked: string, { groups, other }: MeasureResult): string {
  const counts = groups.map(({ key, value }) => ({ isIt: key[0] === asked, count: value ?? 0 }))
  const all = counts.reduce((sum, { count }) => sum + count, other ?? 0)
  const own = counts.find(({ isIt }) => isIt)?.count ?? 0
  if (own === 0) return `No: not ${code(asked, 80)}. `
  return all - own <= all / 20 ? `Yes: only ${code(asked, 80)}. ` : `No, not only ${code(asked, 80)}: `
}
