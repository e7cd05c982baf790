/** How much each of a thing came to: the first way of telling it in which the data holds a number. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { amountsOfThing, MONEY_LED } from '../questions/reader/thing-amounts.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

/** The reading of an amount of a thing; null where none is asked for, none is stated, or it was read already. */
export async function thingAmount(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
): Promise<Reading | null> {
  if (reading.relation !== 'new' || reading.language !== 'en' || question.length > LONGEST) return null
  const [read, more] = reading.plans
  if (more !== undefined) return null
  const amounts = amountsOfThing(cleaned(question), context)
  if (amounts.length === 0) return null
  const isLed = MONEY_LED.test(cleaned(question))
  const isRead = !isLed && read?.intent === 'measure' && isAmount(read, cleaned(question))
  if (isRead && (await isTold(ctx, catalogue, read))) return null
  for (const { plan, note } of amounts) {
    if (!(await isTold(ctx, catalogue, plan))) continue
    const { askBack: _, remark: __, ...rest } = reading
    return { ...rest, plans: [plan], notes: note === undefined ? [] : [note], leftOut: [], unrestricted: [] }
  }
  return null
}

const LONGEST = 120

async function isTold(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' && (found.value !== null || found.groups.length > 0)
}

/** Numbers and durations, and a metric of which the question says the whole name. */
function isAmount({ measure }: PlanOf<'measure'>, text: string): boolean {
  if (measure.of !== 'metric') return measure.of === 'number' || measure.of === 'duration'
  return measure.metric
    .toLowerCase()
    .split(/[._/-]+/)
    .every((part) => text.includes(part.replace(/s$/, '')))
}
