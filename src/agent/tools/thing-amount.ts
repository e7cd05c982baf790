/** How much each of a thing came to: the first way of telling it in which the data holds a number. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { moneyAsked } from '../questions/reader/money-asked.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { amountsOfThing, isAmountName, MONEY_LED } from '../questions/reader/thing-amounts.ts'
import { cleaned, stemOf, wordsOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

/** The reading of an amount of a thing; null where none is asked for, none is stated, or it was read already. */
export async function thingAmount(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  context: ReadContext,
): Promise<Reading | null> {
  if (reading.relation !== 'new' || reading.language !== 'en' || question.length > CHARS_MAX) return null
  const [read, more] = reading.plans
  if (more !== undefined) return null
  const ofThing = amountsOfThing(cleaned(question), context)
  const amounts = ofThing.length > 0 ? ofThing : moneyAsked(cleaned(question), context)
  if (amounts.length === 0) return null
  const isLed = MONEY_LED.test(cleaned(question))
  const isMoney = ofThing.length === 0
  const isRead =
    !isLed && read?.intent === 'measure' && isAmount(read, cleaned(question)) && !(isMoney && isOther(read, question))
  if (isRead && (await isTold(ctx, catalogue, read))) return null
  for (const { plan, note } of amounts) {
    if (!(await isTold(ctx, catalogue, plan))) continue
    const { askBack: _, remark: __, ...rest } = reading
    return { ...rest, plans: [plan], notes: note === undefined ? [] : [note], leftOut: [], unrestricted: [] }
  }
  return null
}

const CHARS_MAX = 120

async function isTold(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return false
  return plan.groupBy.length > 0 ? found.groups.length > 0 : found.value !== null
}

/** A duration, or an amount of lines that the question says nothing of. */
function isOther({ measure, conditions }: PlanOf<'measure'>, question: string): boolean {
  if (measure.of !== 'number') return measure.of === 'duration'
  const said = new Set(wordsOf(cleaned(question)).map(({ text }) => stemOf(text)))
  return conditions.some(
    (one) => one.on === 'templates' && one.words.split(' ').some((word) => !said.has(stemOf(word))),
  )
}

/** "Average amount of payments": neither how long they take nor how many there are. */
const NAMES_AMOUNT = /\b(?:amounts?|values?|prices?|costs?|sizes?|weights?|worth) (?:of|per|for|by|in)\b/

const LONGEST = /^(?:(?:what|which) (?:is|was) )?(?:the |our )?(?:longest|shortest) (?!requests?\b|calls? to\b)/
const BIGGEST = /\b(?:biggest|largest|heaviest)\b/

/** Numbers and durations, and a metric of which the question says the whole name. */
function isAmount({ measure }: PlanOf<'measure'>, text: string): boolean {
  if (NAMES_AMOUNT.test(text)) return measure.of === 'number'
  // "Longest call" of lines that say how long calls were: not the slowest request on the route of calls.
  if (LONGEST.test(text) && measure.of === 'duration') return false
  if (BIGGEST.test(text) && measure.of === 'metric' && measure.statistic !== 'max') return false
  if (BIGGEST.test(text) && measure.of === 'number') return isAmountName(measure.key)
  if (measure.of !== 'metric') return measure.of === 'number' || measure.of === 'duration'
  return measure.metric
    .toLowerCase()
    .split(/[._/-]+/)
    .every((part) => text.includes(part.replace(/s$/, '')))
}
