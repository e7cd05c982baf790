/**
 * A follow-up that puts other words in the place of what was counted and keeps the rest: "and refused ones?" of bookings
 * at one clinic. Where no record has both, "none" would answer what nobody asked: it is asked back instead.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { nounOfKey } from '../questions/reader/fields.ts'
import type { Previous } from '../questions/reader/state.ts'
import { lostSubject } from '../questions/reader/within-thread.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { coverFollowUp } from './cover-follow-up.ts'
import { keyOf } from './in-its-thread.ts'
import { isCarried } from './joined-to-thread.ts'
import { askedBack } from './settled-reading.ts'

export async function withoutFalseNone(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  previous: Previous | undefined,
): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan === undefined || more !== undefined || previous === undefined || reading.relation !== 'follow_up')
    return reading
  if (isIgnored(plan)) return askedBack(reading, 'what lines state does not tell which of them failed')
  const ungrouped = isOtherSignal(plan, previous.plan) ? await withoutLostGroups(ctx, catalogue, plan) : null
  if (ungrouped !== null) return { ...reading, plans: [ungrouped] }
  if (plan.intent !== 'measure' || !isOtherSubject(plan, previous.plan)) return reading
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure' || (found.value ?? 0) > 0) return reading
  const covered = await coverFollowUp(ctx, catalogue, plan)
  if (covered !== null) return { ...reading, plans: [covered.plan], notes: [...reading.notes, covered.note] }
  const freed = await withoutOwn(ctx, catalogue, plan, previous.plan)
  if (freed !== null) return { ...reading, plans: [freed.plan], notes: [...reading.notes, ...freed.notes] }
  return askedBack(reading, lostSubject(previous))
}

/** Requests in the place of lines, under the groups of the lines. */
function isOtherSignal(plan: Plan, base: Plan): plan is PlanOf<'measure'> {
  if (plan.intent !== 'measure' || base.intent !== 'measure' || plan.groupBy.length === 0) return false
  const isSame = JSON.stringify(plan.groupBy) === JSON.stringify(base.groupBy)
  return isSame && plan.measure.of === 'requests' && base.measure.of === 'records'
}

/** The number without groups that only the lines had; null where the requests have them too. */
async function withoutLostGroups(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: PlanOf<'measure'>,
): Promise<Plan | null> {
  const found = await execute(ctx, catalogue, plan)
  const isLost = found.kind === 'measure' && (found.value ?? 0) > 0 && found.groups.length === 0
  return isLost ? { ...plan, groupBy: [] } : null
}

/** "The ones that failed" of numbers that lines state: no line has an outcome, so the number would be the old one. */
function isIgnored(plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'number') return false
  return plan.measure.signal === 'logs' && plan.conditions.some(({ on }) => on === 'outcome')
}

/** Other words than those of the last plan, under a value that it was restricted by. */
function isOtherSubject(plan: PlanOf<'measure'>, base: Plan): boolean {
  if (plan.measure.of !== 'records' || base.intent !== 'measure') return false
  const held = new Set(base.conditions.map(keyOf))
  const said = plan.conditions.filter((one) => isWords(one) && !(one.on === 'text' && held.has(keyOf(one))))
  const old = base.conditions.filter(isWords)
  const isReplaced = said.length > 0 && old.length > 0 && said.every((one) => !held.has(keyOf(one)))
  return isReplaced && plan.conditions.some((one) => isHeld(one, base))
}

/** A value, or a text that said something of the lines before: "to tier2" of escalations says nothing of breaches. */
function isHeld(one: PlanCondition, { conditions }: Plan): boolean {
  return (one.on === 'attribute' || one.on === 'text') && conditions.some((own) => keyOf(own) === keyOf(one))
}

/** The other lines without what only those before said or carried; null where these restrict by more, or there are none. */
async function withoutOwn(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: PlanOf<'measure'>,
  base: Plan,
): Promise<{ plan: Plan; notes: readonly string[] } | null> {
  const count = (one: PlanOf<'measure'>): Promise<number> => countOf(ctx, catalogue, { ...one, groupBy: [] })
  const held = plan.conditions.filter((one) => isHeld(one, base))
  const others = plan.conditions.filter((one) => !held.includes(one))
  const kept: PlanCondition[] = [...others]
  const notes: string[] = []
  for (const one of held) {
    if (one.on !== 'attribute') continue
    if (await isCarried({ ...plan, conditions: others }, one, catalogue, count)) kept.push(one)
    else notes.push(`These lines do not carry \`${nounOfKey(one.key)}\`, so this is of all of them.`)
  }
  if (kept.length === plan.conditions.length) return null
  return (await count({ ...plan, conditions: kept })) > 0 ? { plan: { ...plan, conditions: kept }, notes } : null
}

function isWords(one: PlanCondition): boolean {
  return (one.on === 'templates' || one.on === 'text') && one.not !== true
}
