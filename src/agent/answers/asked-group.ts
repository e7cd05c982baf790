/** The yes or no of a question about one of several groups. */
import { code } from '../embedded/markdown.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'

/** Whether the group that was asked about is the first one: the yes or no of a comparison of two. */
export function firstOrNot(plan: PlanOf<'measure'>, result: MeasureResult): string {
  const [first, second] = result.groups
  if (plan.onlyAsked !== undefined) return onlyOrNot(plan.onlyAsked, result)
  if (plan.firstAsked === undefined || first === undefined) return ''
  const isFirst = first.key[0] === plan.firstAsked || first.key[0]?.endsWith(` ${plan.firstAsked}`) === true
  if (isFirst && isAlike(plan, first.value, second?.value ?? null)) return 'No, they are about the same: '
  return isFirst && first.value !== second?.value ? 'Yes: ' : 'No: '
}

/** Shares and durations that differ by less are the same to whoever asks. */
const ALIKE = 0.02

function isAlike({ measure }: PlanOf<'measure'>, first: number | null, second: number | null): boolean {
  if ((measure.of !== 'ratio' && measure.of !== 'duration') || first === null || second === null) return false
  return Math.abs(first - second) <= ALIKE * Math.max(Math.abs(first), Math.abs(second))
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
