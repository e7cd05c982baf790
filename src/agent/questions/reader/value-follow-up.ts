/** "App only", "only IC", "by card only" after a number: restricted by the value of an attribute, whatever else the word means. */
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { adjusted } from './fit-measure.ts'
import { merged } from './follow-up.ts'
import { windowOf } from './follow-up-time.ts'
import { classValue } from './known-values.ts'
import type { Previous, QuestionState } from './state.ts'

const BEFORE = '(?:(?:by|for|on|with|in|via|from|over|the|of|those|ones) )*'
const ONLY = new RegExp(
  `^(?:(?:and|but|ok|okay|now|then) )*(?:(?:just|only) ${BEFORE}(\\S{2,60})|${BEFORE}(\\S{2,60}) only)(?: please)?\\W*$`,
)

/** The last number restricted by the value that the words name; null where they name none. */
export function onlyValue(state: QuestionState, { plan: base }: Previous): Plan | null {
  const found = ONLY.exec(state.text.trim())
  const said = (found?.[1] ?? found?.[2] ?? '').replace(/[?.!,]+$/, '')
  if (said === '' || base.intent !== 'measure' || state.named.length > 0) return null
  const known = classValue(state, said)
  if (known === null) return null
  const { key, scope, value } = known
  const condition: PlanCondition = { on: 'attribute', key, scope, values: [value] }
  const tried = {
    ...state,
    conditions: merged(base.conditions, [condition], false),
    leftOut: [],
    notes: [...state.notes],
  }
  const measure = adjusted(tried, base.measure, null)
  if (measure === null || tried.leftOut.length > 0) {
    const because = `I could not combine ${key} ${value} with what was counted before`
    state.askBack = { because, readings: [`how many requests with ${value} failed?`] }
    return null
  }
  state.notes.splice(0, state.notes.length, ...tried.notes)
  for (const word of state.words) word.usedBy ??= 'attribute'
  return {
    ...base,
    measure,
    conditions: tried.conditions,
    time: windowOf(base.time),
    groupBy: base.groupBy.filter(({ field }) => field !== key),
  }
}
