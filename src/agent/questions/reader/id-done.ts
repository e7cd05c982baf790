/** "When was order 4711 shipped?", "has A-71 been booked?": the moment at which lines of one thing say that it was done. */

import { plainMeasure } from '../plan/plain-measure.ts'
import type { PlanOf } from '../plan/plan.ts'
import { firstLine } from './first-line.ts'
import { idsNamed } from './history-ids.ts'
import { classValue } from './known-values.ts'
import { type ReadContext, stateOf } from './state.ts'
import { isDenied, isReasonOnly, templateCondition, templatesWith } from './texts.ts'
import { cleaned, stemOf } from './words.ts'

export interface IdDone {
  /** Null where no line of anything says it. */
  readonly plan: PlanOf<'list'> | PlanOf<'measure'> | null
  readonly id: string
  readonly verb: string
}

const LEAD = '^(?:(?:so|and|but|ok|hey|please) )*'
const DONE = '([a-z]{3,20}(?:ed|en|nt|id|ut|ade|old|ost|ught|ft|ewn|awn|ung|un)?)'
const WHEN = new RegExp(
  `${LEAD}(?:when|at what time|what time) (was|were|did|has|had|is) (?:the |our )?(?:[a-z]{2,20} ){0,3}?(\\S*\\d\\S*) (?:(?:been|get|got|finally|first|last|actually|really|again) )*${DONE}\\W*$`,
)
const WHETHER = new RegExp(
  `${LEAD}(was|has|did|is) (?:the |our )?(?:[a-z]{2,20} ){0,3}?(\\S*\\d\\S*) (?:(?:been|get|got|ever|already|finally|actually|really|yet) )*${DONE}(?: (?:yet|already|now|today|at all|or not))*\\W*$`,
)
/** What is said of requests and services, and asks for no line of its own. */
const OF_STATE =
  /^(?:failed|fail|affected|broken|hit|impacted|down|up|slow|called|seen|logged|sent|mentioned|said|done|happened|happen|started|start|ok|okay|fine|good|working|stuck|gone|lost|wrong)$/

/** The plan of such a question; null where it names no id. */
export function idDone(question: string, context: ReadContext): IdDone | null {
  const text = cleaned(question)
  const when = WHEN.exec(text)
  const [, auxiliary = '', said = '', verb = ''] = when ?? WHETHER.exec(text) ?? []
  const ids = verb === '' ? [] : idsNamed(question, context)
  if (verb === '' || ids.length > 1 || OF_STATE.test(verb)) return null
  const [id] = ids
  // One of a few that things are of: what was done with it last.
  const isClass = id === undefined && /^[a-z][\w.-]*\d/.test(said) && classValue({ context }, said) !== null
  const name = id ?? (isClass ? { text: said, written: said } : undefined)
  if (name === undefined) return null
  // "Did it renew" has the verb in its plain form; "was it renew" has none.
  if (auxiliary !== 'did' && !PAST.test(verb)) return null
  const told = templatesWith([verb], context.catalogue, []).filter(
    (template) =>
      !isDenied(verb, template) &&
      !isReasonOnly(verb, template) &&
      template.tokens.some((token) => token === verb || stemOf(token) === stemOf(verb)),
  )
  const done = templateCondition([verb], told)
  const first = done === null ? null : firstLine(context, [done])
  if (first?.intent !== 'list' || done === null) return isClass ? null : { plan: null, id: name.written, verb }
  const { time } = stateOf(question, context, {})
  const conditions = [{ on: 'text' as const, text: name.text, mode: 'phrase' as const }, done]
  const window = time ?? { ...first.time, basis: 'inherited' as const }
  if (when === null)
    return {
      plan: plainMeasure({ measure: { of: 'records' }, conditions, time: window, isYesNo: true }),
      id: name.written,
      verb,
    }
  const isFirst = /\b(?:first|earliest)\b/.test(text)
  const order = isFirst ? ('oldest' as const) : isClass ? ('newest' as const) : first.order
  return { plan: { ...first, conditions, time: window, order }, id: name.written, verb }
}

const PAST = /(?:ed|en|nt|id|ut|ade|old|ost|ught|ft|wn|ung|un)$/
