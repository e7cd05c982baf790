/**
 * "How many orders were lost since the migration, and since when", "empty decks, since when and why": two things are asked,
 * and a reading of what broke answers one of them. The other is read by itself and answered too; where it cannot be read,
 * the answer says that it was left out.
 */
import type { Plan } from '../questions/plan/plan.ts'
import type { Reading } from '../questions/reading.ts'

const CHARS_MAX = 200
const SECOND = /,? (?:and|plus) (?:since when|from when|when|why|how come)[\s?.!]{0,5}$/i
const SINCE_AND_WHY = /\b(?:since when|from when|when),? and (?:why|how come)[\s?.!]{0,5}$/i
const ASKS_NUMBER = /\b(?:how many|how much|how often|number of|what share|what percentage)\b/i

/** The reading with both; the same reading where it has both, or one thing is asked. */
export async function withSecondAsked(
  question: string,
  reading: Reading,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'cause' || more !== undefined || question.length > CHARS_MAX) return reading
  if (reading.relation !== 'new' || reading.language !== 'en') return reading
  if (plan.aspect === 'since' && SINCE_AND_WHY.test(question))
    return { ...reading, plans: [plan, { ...plan, aspect: 'why' }] }
  const first = question.replace(SECOND, '')
  if (first === question || !ASKS_NUMBER.test(first)) return reading
  const counted = await readAlone(`${first}?`)
  const [number, other] = counted.plans
  if (number !== undefined && other === undefined && isNumber(number) && counted.leftOut.length === 0)
    return { ...reading, plans: [number, plan], notes: [...counted.notes, ...reading.notes] }
  return { ...reading, notes: [...reading.notes, `I left out: "${first.slice(0, 80)}".`] }
}

function isNumber(plan: Plan): boolean {
  return plan.intent === 'measure' && plan.isYesNo !== true
}
