/** The things that a question names by their ids: "letter LT-31967, why not printed", "what is wrong with card 2001740". */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition } from '../plan/plan.ts'
import { keysOf } from './fields.ts'
import type { ReadContext } from './state.ts'
import { templatesWith } from './texts.ts'
import { cleaned, lemmaOf, wordsOf } from './words.ts'

const IDS_MAX = 3
/** Ids in a line that is pasted are those of one occurrence: its kind is asked for. */
const PASTED = /\n|\{"|\w=\S|\d\d:\d\d:\d\d[.,]\d|\d{4}-\d\d-\d\d[T ]\d|\b[A-Z]\w{2,40}(?:Error|Exception)\b/
const QUESTION_MAX = 300
/** A code of letters and digits, as things of a business have them. */
const CODE = /^#?(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9][\w-]{3,39}$/
const LONG_NUMBER = /^#?\d{6,18}$/
/** Percentiles, durations, sizes, versions, quarters, hex of a trace: numbers of a question, not of a thing. */
const NO_ID =
  /^(?:p\d+|\d+(?:ms|s|m|h|d|min|mins|sec|hrs?|k|kb|mb|gb|am|pm|xx|x|st|nd|rd|th|z)|v\d[\w-]*|[a-z]+\d|\d+[a-z]{2,}|[0-9a-f]{32}|[45]xxs?|[1-5]\d\ds)$/

/** Such ids in a question, in small letters and as they are written; names that the project knows are none. */
export function idsNamed(question: string, { catalogue, values }: ReadContext): { text: string; written: string }[] {
  const text = cleaned(question)
  if (PASTED.test(question) || text.length > QUESTION_MAX) return []
  const coded = wordsOf(text).filter(
    (word) => (CODE.test(word.text) && !NO_ID.test(word.text)) || LONG_NUMBER.test(word.text),
  )
  // Hardly any question names an id: what the project knows is only put together for one that may.
  if (coded.length === 0) return []
  const names = new Set(
    [
      ...catalogue.services.flatMap(({ name }) => [name, ...name.split(/[/: ]/)]),
      ...catalogue.metrics.map(({ name }) => name),
      ...catalogue.metrics.flatMap(({ attributes }) => attributes.flatMap((own) => own.values)),
      ...catalogue.operations,
      ...values.flatMap((known) => (known.values.length <= 20 ? known.values.map(({ value }) => value) : [])),
    ].map((name) => name.toLowerCase()),
  )
  const said = new Set(catalogue.templates.flatMap(({ tokens }) => tokens))
  const ids = coded.flatMap((word) =>
    names.has(word.text) || said.has(word.text) ? [] : [word.text.replace(/^#/, '')],
  )
  return [...new Set(ids)].slice(0, IDS_MAX).map((id) => ({ text: id, written: asTyped(question, id) }))
}

function asTyped(question: string, id: string): string {
  const at = question.toLowerCase().indexOf(id)
  return at < 0 ? id : question.slice(at, at + id.length)
}

/** Asks for what went wrong with it: the records that tell of it go first. */
const OF_TROUBLE =
  /\b(?:why|wrong|errors?|fail\w*|broke\w*|problems?|trouble|complain\w*|cannot|not|never|no|reject\w*|refus\w*|denied|declin\w*|lost|stuck|missing|reason|issue|went|angry)\b/

/** What is counted or measured, or leaves something out, is no history of one thing. */
const ASKS_FOR_NUMBER =
  /\b(?:how many|how often|how frequent\w*|number of|counts?|total|median|average|avg|mean|p\d\d|percentiles?|latency|response times?|durations?|share|ratio|rates?|percent\w*|max|maximum|min|minimum|peak|slowest|fastest|per|except|excluding|without|other than|besides)\b|%/

/** Whether the records of a thing may answer a question that names it. */
export function asksForHistory(question: string): boolean {
  return !ASKS_FOR_NUMBER.test(cleaned(question))
}

/** "RTC-889?", "what about order #4711": an id with no word that asks for anything of it. */
export function isBareId(question: string): boolean {
  return /^\W*(?:(?:what about|what is|what's|anything (?:on|about)|tell me about|so|and|the|this|that|[a-z]{3,15}(?= #?\S*\d)) )*#?(?=\S*\d)[\w-]{4,40}\W*$/i.test(
    question.trim(),
  )
}

export function asksForTrouble(question: string): boolean {
  return OF_TROUBLE.test(cleaned(question))
}

/** Intents about all of the system, or a part of it: none of them tells of one thing. */
const OF_ALL: ReadonlySet<Plan['intent']> = new Set(['cause', 'state', 'health', 'timeline', 'anomaly'])

/** Whether a plan answers for more than the one thing that the question names. */
export function isOfAll({ intent }: Plan): boolean {
  return OF_ALL.has(intent)
}

/** Whether a plan is about records that have the id in their text. */
export function isRestrictedTo(plan: Plan, id: string): boolean {
  return plan.conditions.some((one) => one.on === 'text' && one.not !== true && one.text === id)
}

/** Nouns for records and for what went wrong, which any thing has. */
const OF_ANYTHING =
  /^(?:logs|lines|records|events|entries|messages|details|traces|spans|requests|calls|news|steps|things|errors|warnings|failures|problems|issues|hours|minutes|seconds|days|status|updates|infos?|facts|attempts|retries|changes|occurrences|instances|mentions)$/

/** "Ovations for POT-4010": what is asked of a thing, where nothing in the data goes by the noun; null else. */
export function untoldOf(question: string, condition: PlanCondition, catalogue: Catalogue): string | null {
  const id = condition.on === 'text' ? condition.text.toLowerCase() : null
  if (id === null || !CODE.test(id)) return null
  const found = new RegExp(
    `\\b([a-z]{4,30}s) (?:of|on|for|from|at|in|with) (?:the |our )?(?:[a-z]{2,20} )?${RegExp.escape(id)}(?![\\w-])`,
  ).exec(cleaned(question).toLowerCase())
  const noun = found?.[1]
  if (noun === undefined || OF_ANYTHING.test(noun) || keysOf(noun, catalogue).length > 0) return null
  const isTold =
    templatesWith([noun], catalogue, []).length > 0 ||
    [...catalogue.operations, ...catalogue.services.map(({ name }) => name)].some((name) =>
      name.toLowerCase().includes(lemmaOf(noun)),
    )
  return isTold ? null : noun
}
