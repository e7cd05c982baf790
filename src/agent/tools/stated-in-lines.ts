/** Reads a number that the question expects lines to state; where no line does, it is asked back. */
import { type StatedAsked, statedAsked } from '../questions/reader/stated-asked.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

/** The reading of such a question; null of any other. */
export async function statedInLines(
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const asked = statedAsked(cleaned(question))
  if (asked === null) return null
  for (const text of asked.texts) {
    const reading = await read(text)
    if (isStated(reading, asked)) return reading
  }
  const own = await read(asked.rest)
  if (isStated(own, asked) || own.plans.length === 0 || own.relation !== 'new') return own
  const isNumber = own.plans.some(
    (plan) => plan.intent === 'measure' && /^(?:duration|metric|number)$/.test(plan.measure.of),
  )
  return isNumber ? askedBack(own, 'no line states such a number') : own
}

/** Whether lines state it, in the unit that is asked for or under a name that is said. */
function isStated({ plans, leftOut }: Reading, { units, rest }: StatedAsked): boolean {
  const [plan, more] = plans
  if (plan?.intent !== 'measure' || plan.measure.of !== 'number' || plan.measure.signal !== 'logs') return false
  const key = plan.measure.key.toLowerCase()
  return more === undefined && leftOut.length === 0 && (units.length === 0 || units.includes(key) || rest.includes(key))
}
