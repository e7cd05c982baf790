/**
 * "Failed ones?" behind lines that say "webhook delivered": no such line failed, so those that say so of the same thing
 * are asked for. Where nothing says so, the question is asked back: all of them would be a broader answer.
 */
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { isNegated } from '../questions/plan/plan.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

/** The reading of those that failed; the same reading where it asks for no such lines. */
export async function failedOfLines(reading: Reading, readAlone: (text: string) => Promise<Reading>): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || reading.relation !== 'follow_up') return reading
  const outcome = plan.conditions.find(({ on }) => on === 'outcome')
  if (plan.measure.of !== 'records' || outcome?.on !== 'outcome') return reading
  const lines = plan.conditions.find((one) => one.on === 'templates' && !isNegated(one))
  const thing = lines?.on === 'templates' ? withoutDeed(lines.words) : ''
  const read = outcome.is === 'failed' && thing !== '' ? await readAlone(`failed ${thing}`) : null
  const [other, further] = read?.plans ?? []
  const isRead = other?.intent === 'measure' && further === undefined && read?.leftOut.length === 0
  if (!isRead) return askedBack(reading, 'I could not tell which of these failed')
  return { ...reading, plans: [ofSame(other, plan)], notes: [...(read?.notes ?? []), ...reading.notes] }
}

/** "Webhooks delivered": webhooks. */
function withoutDeed(words: string): string {
  return words
    .split(' ')
    .filter((word) => !/(?:ed|sent|made|done|ok)$/.test(word))
    .join(' ')
}

/** With the time, the groups and what else restricts the plan that it goes on from. */
function ofSame(plan: PlanOf<'measure'>, base: PlanOf<'measure'>): Plan {
  const kept = base.conditions.filter((one) => one.on === 'attribute' || one.on === 'service')
  const isHeld = (one: (typeof kept)[number]): boolean =>
    plan.conditions.some((other) => JSON.stringify(other) === JSON.stringify(one))
  const conditions = [...plan.conditions, ...kept.filter((one) => !isHeld(one))].slice(0, 20)
  return { ...plan, conditions, time: base.time, groupBy: plan.groupBy.length > 0 ? plan.groupBy : base.groupBy }
}
