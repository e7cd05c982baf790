/**
 * "Payouts ordered in total", "total vessels announced": where no record carries such a number, the total is how many
 * there were.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Reading } from '../questions/reading.ts'

const TOTAL = /\b(?:in total|altogether|overall|all in all|in all|grand total|total(?: number)?(?: of)?|sum of)\b/gi

/** Asks for an amount, and for no number of things. */
const AMOUNT =
  /\b(?:values?|amounts?|revenue|money|worth|eur|euros?|usd|dollars?|gbp|pounds|cents?|prices?|volume|sizes?|bytes|costs?|weight|kg|litres?|turnover)\b/i

/** The reading as a count; null where the number is there, or where nothing is counted either. */
export async function totalOfEvents(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || plan.measure.of !== 'number' || more !== undefined) return null
  const text = question
    .replace(TOTAL, ' ')
    .replace(/\s{2,}/g, ' ')
    .trim()
  if (plan.measure.statistic !== 'sum' || text === question.trim() || AMOUNT.test(question)) return null
  if (reading.relation !== 'new' || plan.conditions.length === 0) return null
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure' || found.value !== null) return null
  const counted = await readAlone(`how many ${text.replace(/^(?:the|what(?:'s| is| are)?|how many)\s+/i, '')}`)
  const [count, other] = counted.plans
  if (count?.intent !== 'measure' || other !== undefined || counted.leftOut.length > 0) return null
  if (count.measure.of !== 'records' && count.measure.of !== 'requests') return null
  const number = await execute(ctx, catalogue, count)
  return number.kind === 'measure' && (number.value ?? 0) > 0 ? counted : null
}
