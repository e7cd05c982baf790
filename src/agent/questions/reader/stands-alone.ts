/**
 * Whether a follow-up needs its thread. What names a thing of its own and what is asked of it stands alone; a superlative
 * that names only what it goes by, and a question of nothing but words of the thread, lean on it.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { isOfSpans } from './fit-measure.ts'
import { windowOf } from './follow-up-time.ts'
import type { OpenQuestion, Previous } from './state.ts'
import { lemmaOf, stemOf } from './words.ts'

const POINTS =
  /\b(?:it|its|that|those|these|them|they|their|there|this|then|same|ones?|both|others?|rest|instead|too|also|his|hers?)\b/
const NARROWS =
  /^(?:(?:and|so|but|ok|okay|now|then|please)[, ]+)*(?:only|just|without|except|by|per|for|in|on|at|from|with|of|the)\b/
const COUNTED_NOUN =
  /\b(?:requests?|calls?|traffic|logs?|lines?|records?|entries|messages?|events?|errors?|warnings?|failures?|failed|fails?|failing|traces?|spans?|hits|services?|overall|total|all|everything)\b/

/** "Which garage most often?" says what to group by and not what: read alone it is of everything. */
export function countsNothing(text: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.conditions.length > 0 || plan.groupBy.length === 0) return false
  return (plan.measure.of === 'records' || plan.measure.of === 'requests') && !COUNTED_NOUN.test(text.toLowerCase())
}

/** Whether a question, read without its thread to this plan, says all that it needs. */
export function isWholeAlone(text: string, plan: Plan): boolean {
  const said = text.toLowerCase().trim()
  if (POINTS.test(said) || NARROWS.test(said) || plan.intent !== 'measure') return false
  return (
    plan.measure.of === 'metric' ||
    plan.conditions.some(({ on }) => on === 'operation') ||
    plan.conditions.some((one) => one.on === 'templates' && one.not !== true && one.words.includes(' '))
  )
}

const DONE = new RegExp(`^(?:${PARTICIPLE})$`)
const LEAD = /^(?:(?:and|so|but|ok|okay|now|then|what about|how about|how many|any)[, ]+)+/

/** "Surveys skipped?", "boxes rejected?": another thing than that of the thread, with its own verb. */
export function namesOtherThing(text: string, { plan, question, root }: Previous): boolean {
  const said = text.toLowerCase().trim()
  if (POINTS.test(said) || NARROWS.test(said)) return false
  const words = said.replace(LEAD, '').match(/[a-z][a-z-]*/g) ?? []
  const [noun = '', ...more] = words.filter((word) => !FUNCTION_WORDS.has(word))
  const isClause = more.length > 0 && more.length < 3 && /[^s]s$/.test(noun) && DONE.test(more.at(-1) ?? '')
  return isClause && !wordsOfThread({ plan, question, root }).has(lemmaOf(noun))
}

/** Another thing is still of the tenant and the time that the thread is restricted to, where its records carry them. */
export function restrictedAs(plan: Plan, base: Plan, { keys }: Catalogue): Plan {
  if (plan.intent !== 'measure' || base.intent !== 'measure' || base.measure.of === 'metric') return plan
  const signal = isOfSpans(plan.measure) ? 'spans' : 'logs'
  const said = new Set(plan.conditions.flatMap((one) => (one.on === 'attribute' ? [one.key] : [])))
  const held = base.conditions.filter(
    (one) =>
      one.on === 'attribute' &&
      !said.has(one.key) &&
      keys.some(({ key, signal: own }) => key === one.key && own === signal),
  )
  const isAsked = plan.time.basis === 'asked'
  return { ...plan, conditions: [...plan.conditions, ...held], time: isAsked ? plan.time : windowOf(base.time) }
}

const ASKS =
  /^(?:share|percentage|percent|rate|ratio|proportion|fraction|average|mean|median|max|maximum|min|minimum|highest|lowest|largest|biggest|smallest|worst|best|hardest|longest|shortest|often|mostly|usual|normal|newest|oldest|latest|earliest|list|trend|reasons?|top|second|third|runner-up|leads?|hit|suffers?|affected|kinds?|which|compare|higher|lower|better|worse|earlier)$/
const SHARED_MIN = 4
/** Another window of the same. */
const OF_TIME =
  /^(?:whole|entire|full|evening|night|tonight|day|today|yesterday|morning|afternoon|hours?|minutes?|mins?|seconds?|weeks?|past|previous|earlier|later|since|until|time|times|beginning|start|end|now|currently|minute-by-minute|per)$/

/** "At nordvik only", "the largest one?": what follows it is about that one, which nobody knows. */
const CHOOSES =
  /^(?:(?:and|so|but|ok|okay|now|then|what about|how about)[, ]+)*(?:only|just|without|except|for|in|on|at|from|with)\b|\bonly\W*$|\b(?:largest|biggest|smallest|highest|lowest|longest|shortest|slowest|fastest|worst|best|top|first|last|latest|newest|oldest|earliest|most|least)\b/

/** Whether the questions that were not answered name nothing that the thread does not have: they leave its subject. */
export function isOfThread({ question, words, before = [] }: OpenQuestion, previous: Previous): boolean {
  if ([question, ...before].some((asked) => CHOOSES.test(asked.toLowerCase().trim()))) return false
  const known = wordsOfThread(previous)
  const stems = [...known].map(stemOf).filter((stem) => stem.length >= SHARED_MIN)
  const isKnown = (word: string): boolean =>
    FUNCTION_WORDS.has(word) ||
    ASKS.test(word) ||
    OF_TIME.test(word) ||
    known.has(lemmaOf(word)) ||
    stems.some((stem) => stemOf(word).startsWith(stem) || stem.startsWith(stemOf(word)))
  const isOfSame = (asked: string): boolean => (asked.toLowerCase().match(/[a-z][a-z'-]*/g) ?? []).every(isKnown)
  return words.every((word) => word.toLowerCase().split(' ').every(isKnown)) && [question, ...before].every(isOfSame)
}

/** What the last answers were about, word by word. */
function wordsOfThread({ plan, question = '', root = '' }: Pick<Previous, 'plan' | 'question' | 'root'>): Set<string> {
  const told = plan.conditions.flatMap((one) =>
    one.on === 'templates' ? [one.words] : one.on === 'text' ? [one.text] : one.on === 'attribute' ? [one.key] : [],
  )
  const words =
    [question, root, ...told]
      .join(' ')
      .toLowerCase()
      .match(/[a-z][a-z-]*/g) ?? []
  return new Set(words.filter((word) => !FUNCTION_WORDS.has(word)).map(lemmaOf))
}
