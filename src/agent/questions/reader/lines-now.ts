/**
 * What lines say of the present, by the whole form of the question: "are refunds being paid?", "are trips still being
 * dropped?", "is the checksum error gone?", and since when they say it: "when did the checksum errors start?", "when did
 * web start returning 502?".
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanTime } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import type { Scope } from './decision.ts'
import { failsNow } from './fails-now.ts'
import { LEAD } from './incident-forms.ts'
import { askedOrLately, isRouteNoun } from './noun-state.ts'
import type { QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'

const TAIL =
  '(?: (?:again|now|right now|at the moment|currently|at present|today|tonight|still|yet|as usual|normally|any ?more|or not))*\\W*$'
const DONE = '[a-z]{2,14}(?:ed|en|id|nt|ld|st|lt|ing)|timing out'
const DOING = new RegExp(
  `${LEAD}(?:is|are) (?:the |our |any |all |new )*([a-z][\\w -]{2,50}?) (?:(?:still|currently|now|even|again|all|always) )*(?:(?:being|getting|ending up|coming out) )?(${DONE})((?: (?:in|out|up|off|down|back)(?= |\\W*$))?(?: (?:as|with|for|because of|by|from|in|to|of)(?: (?:the|a|an))? [a-z-]{2,20}(?: (?:letters?|queues?|lists?|files?))?){0,2})${TAIL}`,
)
/** Words that say that the present is meant; without them it may be a state or a trait. */
const IS_PRESENT = /\b(?:still|being|now|currently|at the moment|at present)\b/
const GONE = new RegExp(
  `${LEAD}(?:is|are|has|have|do|does|did) (?:the |our |those |these |all )*([a-z][\\w -]{2,50}?) (?:errors?|exceptions?|warnings?|messages?|lines?|failures?|timeouts?|problems?)? ?(?:(?:now|all|finally|really|already) )*(?:(gone(?: away)?|over|stopped|disappeared|vanished|cleared(?: up)?|history|no more|fixed|resolved|solved)|(still (?:there|here|happening|coming|logged|around|occurring|showing(?: up)?|being logged|appear(?:ing)?|present)|back))${TAIL}`,
)
const BEGAN = new RegExp(
  `${LEAD}(?:when|since when|at what time|what time) (?:did|have|has|do|are|were) (?:the |our |those |these )*([a-z][\\w -]{4,50}?) (?:(?:first|all|to) )?(?:start(?:ed)?|beg[aiu]n|appear(?:ed)?|show up|showed up|come up|came up|occur(?:red)?|set in)(?: (?:to )?(?:appear|happen|occur|come|show up|first))?\\W*$`,
)
const RETURNS = new RegExp(
  `${LEAD}(?:when|since when|at what time|what time) (?:did|has|have|does|is) (.{2,60}?) (?:(?:start|started|begin|began|begun) )?(?:return(?:ing|ed)?|answer(?:ing|ed)?|giv(?:e|ing|en)|send(?:ing)?|throw(?:ing)?|respond(?:ing|ed)?)(?: (?:back|with|out|us|only|any))* (?:\\d\\d\\d|[45]xx)s?\\W*$`,
)
/** What is said of services and requests as a whole, which have answers of their own. */
const OF_STATE =
  /^(?:work\w*|runn?ing|fail\w*|affected|hit|impacted|broken|going|coming|flowing|getting|arriving|sending|reporting|responding|healing|recover\w*|deployed|released|restarted|restarting|growing|rising|falling|dropping|increasing|climbing|shrinking|filling|draining|piling|lagging|behaving|doing|being|serving|using|calling|happening|degraded|overloaded|monitored|logging)$/
const NO_THING =
  /^(?:it|that|this|they|we|there|anything|anyone|everything|things|users?|people|customers?|services?|requests?|calls|errors?|logs?|lines?|metrics?|data|traffic|telemetry|which|who|what)$/
/** Whatever fails to be done, or is not done, is told by no line of what was done. */
const DENIED_NOUN = /\b(?:not|never|fail|fails|failing|unable)\b/
const DENIED = /^(?:not|no|never|without|cannot|none)$/

/** The plan of such a question; null where no lines tell of it. */
export function linesNow(state: QuestionState, scope: Scope): Plan | null {
  if (state.quoted.length > 0 || state.text.length > 160) return null
  return (
    failsNow(state, scope) ??
    doneNow(state, scope) ??
    goneNow(state, scope) ??
    beganAt(state, scope) ??
    firstStatus(state, scope)
  )
}

/** "Are refunds being paid?": whether lines of the last minutes say so. */
function doneNow(state: QuestionState, { time }: Scope): Plan | null {
  const [, noun = '', verb = '', rest = ''] = DOING.exec(state.text) ?? []
  if (
    noun === '' ||
    DENIED_NOUN.test(noun) ||
    OF_STATE.test(verb) ||
    !IS_PRESENT.test(state.text) ||
    isRouteNoun(`${noun} ${verb}`, state)
  )
    return null
  const condition = toldBy([...noun.split(' '), ...verb.split(' '), ...rest.split(' ')], state, false, verb)
  return condition === null ? null : now(state, condition, askedOrLately(state, time))
}

/** "Is the checksum error gone?": a yes means that no line of the last minutes says it. */
function goneNow(state: QuestionState, { time }: Scope): Plan | null {
  const [, noun = '', gone] = GONE.exec(state.text) ?? []
  // "Is the paywall fixed?" beside paywall-service: how that is.
  const isService = state.named.some(({ length }) => length === noun.split(' ').length)
  const condition = noun === '' || isService ? null : toldBy(noun.split(' '), state, true)
  if (condition === null) return null
  const plan = now(state, condition, askedOrLately(state, time))
  return gone === undefined ? plan : { ...plan, isNoneAsked: true }
}

function now(state: QuestionState, condition: PlanCondition, time: PlanTime) {
  useAll(state)
  return plainMeasure({ measure: { of: 'records' }, conditions: [condition], time, isYesNo: true })
}

/** The form is known as a whole: each word says what the lines say, or what is asked of them. */
function useAll(state: QuestionState): void {
  for (const word of state.words) if (word.usedBy !== 'time') word.usedBy = 'template'
  for (const open of [state.leftOut, state.unknown, state.notes]) open.splice(0)
}

/** "When did the checksum errors start?": the first line that says it, and not the beginning of all trouble. */
function beganAt(state: QuestionState, { time }: Scope): Plan | null {
  const said = BEGAN.exec(state.text)?.[1]
  // One word is hardly what lines say: "the timeouts" are the trouble itself.
  const noun =
    said?.includes(' ') !== true ? undefined : said.replace(/ (?:errors?|warnings?|exceptions?|messages?|lines?)$/, '')
  const condition = noun === undefined ? null : toldBy(noun.split(' '), state, true)
  if (condition === null) return null
  useAll(state)
  return { intent: 'list', of: 'logs', conditions: [condition], time, order: 'oldest', limit: 5, isTimeAsked: true }
}

/** "When did web start returning 502?": its first request with that status. */
function firstStatus(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const isOfStatus = conditions.some(({ on }) => on === 'status_code')
  const isKnown = conditions.every(({ on }) => on === 'status_code' || on === 'service' || on === 'operation')
  if (!RETURNS.test(state.text) || !isOfStatus || !isKnown || conditions.length < 2) return null
  if (state.context.catalogue.records.spans === 0) return null
  useAll(state)
  return { intent: 'list', of: 'spans', conditions, time, order: 'oldest', limit: 5, isTimeAsked: true }
}

/** Lines that say all of these words, without those that deny them; of trouble, where that is asked for. */
function toldBy(
  said: readonly string[],
  { context, named }: QuestionState,
  isTrouble = false,
  verb = '',
): PlanCondition | null {
  const words = said.filter((word) => word !== '' && (isContentWord(word) || word === verb))
  const nouns = words.filter((word) => !NO_THING.test(word))
  if (nouns.length < words.length || words.length > 5 || words.length < (isTrouble ? 1 : 2)) return null
  if (named.some(({ how }) => how === 'exact')) return null
  const found = templatesWith(words, context.catalogue, []).filter(
    ({ severity }) => !isTrouble || /^(?:warn|error|fatal)$/.test(severity),
  )
  const plain = found.filter(({ tokens }) => !tokens.some((token) => DENIED.test(token)))
  return templateCondition(words, plain.length > 0 ? plain : found)
}
