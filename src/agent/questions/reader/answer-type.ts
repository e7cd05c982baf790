/**
 * Whether a plan answers in the kind that was asked for: a number, a time, a length of time, a name, yes or no. A plan of
 * another kind answers another question, however many words of the question it uses.
 */
import type { Plan } from '../plan/plan.ts'
import { has, onlyService, type QuestionState } from './state.ts'

/** A longer text tells a story around its question. */
const WORDS_MAX = 40

const STILL_MS = 5 * 60_000

type Kind = 'number' | 'length' | 'moment' | 'name' | 'yes or no'

const COUNTS = /\bhow many\b|\b(?:number|count) of\b/
const IS_LENGTH = /\bhow long\b(?! (?:do|does|did|is|are) .*\btak)/
const IS_MOMENT = /^(?:so |and |but |ok |hey )*(?:(?:at|from|since) )?(?:when|what time|which minute)\b/
const IS_NAME = /^(?:so |and |but |ok |hey )*(?:which|who)\b/
const IS_YES_NO =
  /^(?:so |and |but |hey |ok |please )*(?:is|are|was|were|does|do|did|has|have|had|can|could)\b(?! (?:you|u)\b| (?:i|we) (?:get|see|have|know)\b)/
const SENDERS =
  /\b(?:services?|components?|sources?|senders?|apps?|applications?|streams?|connections?|keys?|hosts?|pods?|systems?|logs?|records?|spans?|metrics?|telemetry|data|traces?)\b/
const ASKS_ELSE = /\b(?:how|what|which|when|where|who|whom|whose|why)\b/

/** The plan, in the kind asked for where it can be turned into it; null where it answers another kind of question. */
export function inAskedKind(state: QuestionState, plan: Plan): Plan | null {
  const still = stillThere(state, plan)
  if (still !== null) return still
  const kind = kindOf(state)
  // "How many stations went quiet" is not answered by which services did.
  const isOfSenders = plan.intent === 'coverage' || plan.intent === 'delivery'
  if (kind === 'number' && isOfSenders && !SENDERS.test(state.text)) return null
  if (kind === null || state.words.length > WORDS_MAX) return plan
  const turned = turnedInto(kind, state, plan)
  return turned !== null && isOfKind(kind, turned) ? turned : null
}

/** "Still 503s?" asks about the last minutes, and for yes or no. */
function stillThere(state: QuestionState, plan: Plan): Plan | null {
  const isStill =
    /^(?:and |so |are (?:there|we|you) |do we |is there )*still\b/.test(state.text) && !COUNTS.test(state.text)
  const isCount =
    plan.intent === 'measure' && ['records', 'requests'].includes(plan.measure.of) && plan.groupBy.length === 0
  if (!isStill || !isCount || plan.conditions.length === 0 || state.time !== null) return null
  const toMs = Date.parse(plan.time.to)
  const from = new Date(toMs - STILL_MS).toISOString()
  return { ...plan, isYesNo: true, time: { from, to: plan.time.to, basis: 'now' } }
}

function kindOf(state: QuestionState): Kind | null {
  const { text } = state
  if (has(state, 'show', 'compare', 'trend')) return null
  if (COUNTS.test(text)) return 'number'
  if (IS_LENGTH.test(text)) return 'length'
  if (IS_MOMENT.test(text)) return 'moment'
  if (IS_NAME.test(text)) return 'name'
  if (IS_YES_NO.test(text) && !ASKS_ELSE.test(text) && !has(state, 'count', 'any', 'share', 'duration'))
    return 'yes or no'
  return null
}

function isOfKind(kind: Kind, plan: Plan): boolean {
  const isCount = plan.intent === 'measure' && ['records', 'requests', 'spans'].includes(plan.measure.of)
  switch (kind) {
    case 'number':
      return !['health', 'state', 'versions', 'dependencies', 'deployments', 'timeline'].includes(plan.intent)
    case 'length':
      return !isCount && plan.intent !== 'health' && plan.intent !== 'state'
    case 'moment':
      return !isCount && plan.intent !== 'health' && plan.intent !== 'state'
    case 'name':
      return !(isCount && plan.intent === 'measure' && plan.groupBy.length === 0)
    case 'yes or no':
      return !(isCount && plan.intent === 'measure' && plan.isYesNo !== true && plan.groupBy.length === 0)
  }
}

/** "How long has web been failing", "does POST /play work": what is asked of the same things in the right kind. */
function turnedInto(kind: Kind, state: QuestionState, plan: Plan): Plan | null {
  const { conditions, time } = plan
  const isOfTrouble = plan.intent === 'health' || plan.intent === 'state'
  if ((kind === 'length' || kind === 'moment') && isOfTrouble) {
    const isOver = /\b(?:over|back|normal|stop\w*|end\w*|recover\w*|resolved|fixed|gone|better|again)\b/.test(
      state.text,
    )
    const aspect = kind === 'length' || isOver ? 'how_long' : 'since'
    return { intent: 'cause', aspect, conditions, time }
  }
  const isOfRequests =
    plan.intent === 'measure' &&
    plan.measure.of === 'requests' &&
    conditions.some(({ on }) => on === 'operation') &&
    conditions.every(({ on }) => on !== 'outcome' && on !== 'status_code')
  if (kind === 'yes or no' && isOfRequests && plan.intent === 'measure' && plan.isYesNo !== true)
    return onlyService(state) === null || has(state, 'state', 'premise_failing', 'impact')
      ? { ...plan, measure: { of: 'ratio', share: 'failed' }, isYesNo: true }
      : plan
  return plan
}
