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

/** Two clauses, of which the second asks why, whether or since when. */
const CLAUSES =
  /^(.{8,120}?)[,;?.!]{1,3} ?(?:and |but |so )?((?:why|how come|since when|when|is|are|was|were|did|does|do|has|have|what)\b.{2,100})$/i
/** A clause that asks, and does not only say what is wrong. */
const ASKS =
  /^(?:(?:so|and|ok|hey|hi|please)[, ]+)*(?:how|what|which|when|who|(?:error|failure|success) rate|rate|share|percentage|p\d{2,3}|average|avg|mean|median|max(?:imum)?|min(?:imum)?|number|count|last|first|total|sum)\b/i
const POINTS = /\b(?:it|that|this|they|them|these|those)\b/i
const OF_TROUBLE: ReadonlySet<Plan['intent']> = new Set(['cause', 'state', 'health'])

/**
 * "Error rate of /buy, is the shop affected?", "when did the last mail go out, and why did they stop?", read as what the
 * second clause asks: the first one is read by itself and answered before it.
 */
export async function withFirstClause(
  question: string,
  reading: Reading,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const { plans, relation, language, leftOut } = reading
  if (plans.length === 0 || !plans.every(({ intent }) => OF_TROUBLE.has(intent))) return reading
  if (relation !== 'new' || language !== 'en' || question.length > CHARS_MAX) return reading
  const [, first = '', second = ''] = CLAUSES.exec(question.trim()) ?? []
  if (!ASKS.test(first)) return reading
  const own = await readAlone(`${first}?`)
  const [number, other] = own.plans
  if (number === undefined || other !== undefined || own.leftOut.length > 0 || !isTold(number)) return reading
  const rest = POINTS.test(second) ? reading : await readAlone(second)
  const behind = rest.plans.length > 0 && rest.plans.every(({ intent }) => OF_TROUBLE.has(intent)) ? rest : reading
  return {
    ...behind,
    plans: [number, ...behind.plans],
    notes: [...new Set([...own.notes, ...behind.notes])],
    leftOut: behind === rest ? rest.leftOut : leftOut,
  }
}

/** A number, or the time of a record. */
function isTold(plan: Plan): boolean {
  return isNumber(plan) || (plan.intent === 'list' && plan.isTimeAsked === true)
}

const BY_WHICH =
  /(?:,|\band\b) ?(?:and )?((?:of|for|by|from|on|in|at) (?:which|what|whose) ([a-z][a-z_.-]{1,20}(?: [a-z]{2,20})?))[\s?.!]*$/i

const OF_TIME = /^(?:times?|moment|minute|hour|second|day|date|point|o'?clock|pace|rate)\b/i

/** "How many requests failed, and of which tenants": the number by groups, or the words that it leaves out. */
export async function withGroupAsked(
  question: string,
  reading: Reading,
  readBehind: (question: string, plan: Plan) => Promise<Reading>,
): Promise<Reading> {
  const [plan, more] = reading.plans
  const [, said = '', noun = ''] = BY_WHICH.exec(question) ?? []
  if (noun === '' || OF_TIME.test(noun) || plan?.intent !== 'measure' || more !== undefined || plan.groupBy.length > 0)
    return reading
  if (plan.measure.of === 'distinct' || reading.leftOut.length > 0 || reading.notes.some((note) => note.includes(said)))
    return reading
  const grouped = await readBehind(`by ${noun}`, plan)
  const [own, other] = grouped.plans
  if (own?.intent === 'measure' && other === undefined && own.groupBy.length > 0 && grouped.leftOut.length === 0)
    return { ...reading, plans: [plan, own], notes: [...new Set([...reading.notes, ...grouped.notes])] }
  return { ...reading, leftOut: [said] }
}
