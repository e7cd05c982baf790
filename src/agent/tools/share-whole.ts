/**
 * "Share of wool quotes refused": of all wool quotes, and not of all that is of wool. Where the whole of a share is told
 * by nothing but a value, the noun before it says what it is a share of.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

const WHOLE =
  /\b(?:share|percentage|percent|per ?cent|fraction|portion|proportion|part|%) (?:of )?(?:the |all |our )*([a-z][a-z -]{2,50}?) (?:(?:that|which|who) )?(?:(?:was|were|is|are|got|get|gets|has been|have been|had) )*(?:[a-z]{2,20}(?:ed|en|nt|ld|ut)|without|with|lost|sent|put|fail|failed)\b/

/** The reading with the whole that its noun names; asked back where nothing tells it, as it was where the whole has more than a value. */
export async function withWholeOfShare(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  read: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'ratio') return reading
  const { among } = plan.measure
  const isValueOnly = among !== undefined && among.length > 0 && among.every(({ on }) => on === 'attribute')
  const noun = isValueOnly ? WHOLE.exec(cleaned(question))?.[1] : undefined
  if (among === undefined || noun === undefined) return reading
  const counted = await read(`how many ${noun}`)
  const [whole, further] = counted.plans
  const isRead = whole?.intent === 'measure' && further === undefined && counted.leftOut.length === 0
  const isOfThing = isRead && whole.conditions.some(({ on }) => on === 'operation' || on === 'templates')
  if (!isOfThing || (whole.measure.of !== 'requests' && whole.measure.of !== 'records')) return reading
  const held = new Set(whole.conditions.map(keyOf))
  const conditions = [...whole.conditions, ...among.filter((one) => !held.has(keyOf(one)))].slice(0, AMONG_MAX)
  const meant: PlanOf<'measure'> = { ...plan, measure: { ...plan.measure, among: conditions } }
  const found = await execute(ctx, catalogue, meant)
  return found.kind === 'measure' && found.value !== null
    ? { ...reading, plans: [meant] }
    : askedBack(reading, `I could not tell what that is a share of`)
}

const AMONG_MAX = 5

function keyOf(one: PlanCondition): string {
  // Lines and requests may keep the same value under other keys.
  return one.on === 'attribute' ? `attribute ${one.values.join(' ').toLowerCase()}` : JSON.stringify(one)
}
