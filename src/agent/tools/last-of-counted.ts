/**
 * "Last charge on acme" where no line has both words, though requests for charges carry `acme`: the last of what would be
 * counted.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const LAST =
  /^(?:(?:so|and|ok|hey|please) )*(?:when (?:was|is|did) (?:the |our )?)?(?:the )?(?:last|latest|newest|most recent|first|earliest|oldest) (?=[a-z])/

const SUCCESSFUL = /^(?:successful|succeeded) /

/** The reading of such a question; null of any other, and where nothing is counted either. */
export async function lastOfCounted(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  const text = cleaned(question)
  const isOfTexts =
    plan?.intent === 'list' && plan.of === 'logs' && plan.isTimeAsked === true && plan.conditions.some(isText)
  if (!isOfTexts || more !== undefined || reading.relation !== 'new' || !LAST.test(text)) return null
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'list' || found.total > 0) return null
  const asked = text.replace(LAST, '')
  const counted = await read(severalOf(asked.replace(SUCCESSFUL, '')))
  const [other, further] = counted.plans
  if (other?.intent !== 'measure' || further !== undefined || counted.leftOut.length > 0) return null
  if (other.measure.of !== 'requests' || other.groupBy.length > 0) return null
  const { order, limit, isTimeAsked } = plan
  const conditions = SUCCESSFUL.test(asked)
    ? [...other.conditions, { on: 'outcome' as const, is: 'succeeded' as const }]
    : other.conditions
  const last: Plan = {
    intent: 'list',
    of: 'spans',
    conditions,
    time: plan.time,
    order,
    limit,
    isTimeAsked,
  }
  const told = await execute(ctx, catalogue, last)
  return told.kind === 'list' && told.total > 0 ? { ...counted, plans: [last] } : null
}

function isText({ on }: Plan['conditions'][number]): boolean {
  return on === 'text'
}

/** "Charge on acme": "charges on acme". */
function severalOf(text: string): string {
  return text.replace(/^((?:failed )?[a-z-]{3,30}[a-rt-z])(?= (?:on|of|for|with|by|via|from|to|in)\b)/, '$1s')
}
