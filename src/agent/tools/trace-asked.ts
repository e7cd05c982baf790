/**
 * "The trace id of a failed card order", "latest refused appointment with its trace id", and "trace id?" behind what was
 * told: the rest of the question says which records or requests, and one of them is told with its trace.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type Plan, type PlanOf, without } from '../questions/plan/plan.ts'
import type { Previous } from '../questions/reader/state.ts'
import { iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const CHARS_MAX = 160
const LEAD =
  '^(?:(?:and|so|ok|please|pls|can i have|could i have|i need|i want|give me|give us|show me|show|get me|get|find|send me|what is|whats|what was|print) )*'
const TRACE_ID = '(?:(?:the|its|their|an?|one|any|some) )*trace[- ]?ids?'
const BEFORE = new RegExp(
  `${LEAD}${TRACE_ID},? (?:of|for|from) (?:(?:an?|one|any|some|the) )?(.{3,100}?)(?: please| pls)?$`,
)
const BEHIND = new RegExp(`^(.{5,120}?),? (?:(?:and|with|incl|including|plus) )+${TRACE_ID}(?: please| pls)?$`)
const ALONE = new RegExp(
  `${LEAD}${TRACE_ID}(?: (?:of|for|to|from) (?:it|that|this|one|them|any|that one|this one|one of (?:it|them|those|these)))?(?: please| pls)?$`,
)
const OF_THREAD = /^(?:it|that|this|one|them|any|that one|this one|one of (?:it|them|those|these))$/
const ASKS_LINES = /^(?:show|list|give|find|get|latest|newest|last|first|oldest|slowest|longest)\b/

const ORDERED = /\b(?:newest|latest|last|most recent|first|oldest|earliest)\b/

/** The reading of such a question; null of any other, and where nothing is named that has traces. */
export async function traceAsked(
  question: string,
  previous: Previous | undefined,
  { lastMs }: Pick<Catalogue, 'lastMs'>,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const text = cleaned(question).replace(/[\s?.!]{1,5}$/, '')
  if (text.length > CHARS_MAX || !/\btrace[- ]?ids?\b/.test(text)) return null
  const rest = (BEFORE.exec(text) ?? BEHIND.exec(text))?.[1]
  if (rest !== undefined && !OF_THREAD.test(rest)) {
    const reading = await read(ASKS_LINES.test(rest) ? rest : `show me a ${rest}`)
    const plan = reading.leftOut.length > 0 ? null : oneOf(reading.plans, ORDERED.test(rest))
    return plan === null ? null : { ...reading, plans: [plan], unrestricted: [] }
  }
  const lastRecord = lastMs === null ? null : iso(lastMs)
  const plan = previous !== undefined && (ALONE.test(text) || rest !== undefined) ? oneOf([previous.plan]) : null
  return plan === null
    ? null
    : { plans: [plan], notes: [], leftOut: [], relation: 'follow_up', lastRecord, language: 'en' }
}

/** One of the records or requests that a plan is about, with its trace; null where it is about none. */
function oneOf([plan, more]: readonly Plan[], isOrdered = true): PlanOf<'list'> | null {
  if (plan === undefined || more !== undefined) return null
  if (plan.intent === 'list') {
    const { isTimeAsked: _, isRawAsked: __, ...list } = plan
    const order = list.of === 'logs' || isOrdered ? list.order : ('slowest' as const)
    return { ...list, order, isTold: true, limit: 1 }
  }
  if (plan.intent !== 'measure') return null
  const { measure, time } = plan
  const isSlowest = measure.of === 'duration'
  if (!isSlowest && measure.of !== 'records' && measure.of !== 'requests') return null
  const conditions = measure.of === 'records' ? plan.conditions : without(plan.conditions, 'number')
  return {
    ...{ intent: 'list', of: measure.of === 'records' ? 'logs' : 'spans', conditions, time },
    ...{ order: isSlowest ? 'slowest' : 'newest', isTold: true, limit: 1 },
  }
}
