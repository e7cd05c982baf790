/**
 * Reads a question that is cut by a bare noun: its core is read by itself, and told apart by the field that the noun
 * means and that is carried there. Takes the place of a reading without groups, or of none.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { chosenLines } from '../questions/grounding/chosen-lines.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { type CutAsked, cutsAsked } from '../questions/reader/cut-asked.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { groupsOfLines } from './quantity-groups.ts'

type MeasurePlan = PlanOf<'measure'>

const LISTED = 20
const FIELDS_MAX = 5

/** The reading by the noun; the same reading where it has its groups, or none is meant. */
export async function cutQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: (question: string) => Promise<Reading>,
): Promise<Reading> {
  if (reading.relation !== 'new' || reading.language !== 'en' || reading.remark !== undefined) return reading
  if (reading.plans.length > 1) return reading
  for (const asked of cutsAsked(cleaned(question), catalogue)) {
    if (!isUncut(reading, asked) && !(await isWithoutGroups(ctx, catalogue, reading))) continue
    for (const core of asked.cores) {
      const counted = await read(core)
      const [plan, more] = counted.plans
      if (plan?.intent !== 'measure' || more !== undefined || !isWhole(counted, plan)) continue
      const grouped = await groupedBy(ctx, catalogue, plan, asked)
      if (grouped === null) continue
      const { askBack: _, open: __, ...rest } = reading
      return {
        ...rest,
        plans: [grouped.plan],
        notes: [...counted.notes, ...grouped.notes],
        leftOut: [],
        unrestricted: [],
      }
    }
  }
  return reading
}

/** Whether the noun is not told by the reading: it has no plan, left something out, or counts without these groups. */
function isUncut({ plans: [plan], leftOut }: Reading, { fields, isMarked, isOfNames }: CutAsked): boolean {
  if (plan === undefined || leftOut.length > 0) return true
  if (plan.intent === 'health') return isOfNames
  if (plan.intent !== 'measure' || plan.against !== null || plan.intervalMs !== null) return false
  if (plan.measure.of === 'distinct' || plan.measure.of === 'metric' || plan.isYesNo === true) return false
  const isField = (name: string): boolean => fields.some(({ field }) => field === name)
  if (plan.conditions.some((one) => one.on === 'attribute' && isField(one.key))) return false
  return plan.groupBy.length === 0 || (isMarked && !plan.groupBy.some(({ field }) => isField(field)))
}

/** A number that lines state may not be told apart by what it is asked for. */
async function isWithoutGroups(
  ctx: AgentContext,
  catalogue: Catalogue,
  { plans: [plan], leftOut }: Reading,
): Promise<boolean> {
  if (plan?.intent !== 'measure' || plan.measure.of !== 'number' || plan.groupBy.length === 0) return false
  if (leftOut.length > 0 || plan.against !== null) return false
  return (await groupsIn(ctx, catalogue, plan)) === 0
}

/** A number of something, and no words lost. */
function isWhole({ leftOut, relation, remark }: Reading, plan: MeasurePlan): boolean {
  if (leftOut.length > 0 || relation !== 'new' || remark !== undefined) return false
  if (plan.against !== null || plan.intervalMs !== null || plan.measure.of === 'distinct') return false
  return plan.conditions.length > 0 && (plan.groupBy.length === 0 || plan.isGroupImplied === true)
}

/** The number told apart by the first of the fields that is carried, or by a place of its lines. */
async function groupedBy(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: MeasurePlan,
  { noun, fields, order }: CutAsked,
): Promise<{ readonly plan: MeasurePlan; readonly notes: readonly string[] } | null> {
  const { isYesNo: _, isGroupImplied: __, ...rest } = plan
  const base: MeasurePlan = { ...rest, groupBy: [], order, limit: LISTED }
  const signal = isOfSpans(plan.measure) ? 'spans' : 'logs'
  const own = fields.filter(({ signals }) => signals.includes(signal))
  const others = signal === 'logs' ? fields.filter((one) => !own.includes(one)) : []
  let only: MeasurePlan | null = null
  for (const { field, scope } of [...own, ...others].slice(0, FIELDS_MAX)) {
    const grouped: MeasurePlan = { ...base, groupBy: [{ field, scope }] }
    const told = await groupsIn(ctx, catalogue, grouped)
    // A key that all have the same value of tells nothing apart, where another one does.
    if (told > 1) return { plan: grouped, notes: [] }
    if (told === 1) only ??= grouped
  }
  if (only !== null) return { plan: only, notes: [] }
  if (signal === 'spans') return null
  const found = await groupsOfLines(
    ctx,
    catalogue,
    base,
    { nouns: [noun], order, isRanked: true },
    chosenLines(plan.conditions, catalogue),
  )
  return found === null ? null : { plan: found.plan, notes: found.note === undefined ? [] : [found.note] }
}

/** So much of what is counted has to carry the field. */
const CARRIED_MIN = 0.5
const EACH_MIN = 5

/** How many groups there are that have a name and some of it. */
async function groupsIn(ctx: AgentContext, catalogue: Catalogue, plan: MeasurePlan): Promise<number> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return 0
  const isCount = plan.measure.of === 'records' || plan.measure.of === 'requests'
  const told = found.groups.filter(
    ({ key, value }) => key.every((part) => part !== null && part !== '') && (!isCount || (value ?? 0) > 0),
  )
  // Groups of one each are ids of what is counted.
  if (isCount && told.length > EACH_MIN && told.every(({ value }) => value === 1)) return 0
  const sum = told.reduce((all, { value }) => all + (value ?? 0), found.other ?? 0)
  return isCount && sum < CARRIED_MIN * (found.value ?? 0) ? 0 : told.length
}
