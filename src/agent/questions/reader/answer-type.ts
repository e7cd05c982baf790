/**
 * Whether a plan answers in the kind that was asked for: a number, a share, a time, a length of time, a name, the most
 * frequent of something, yes or no. A plan of another kind answers another question, however many words of the question
 * it uses.
 */
import type { Plan } from '../plan/plan.ts'
import { askedOrLately, lastMinutes } from './noun-state.ts'
import { has, onlyService, type QuestionState } from './state.ts'

/** A longer text tells a story around its question. */
const WORDS_MAX = 40

const STILL_MS = 5 * 60_000

export type Kind = 'number' | 'share' | 'length' | 'moment' | 'name' | 'most' | 'yes or no'

/** What the answer to a plan consists of. */
type Given =
  | 'count'
  | 'groups'
  | 'course'
  | 'rate'
  | 'different values'
  | 'share'
  | 'durations'
  | 'amount'
  | 'yes or no'
  | 'moment of a record'
  | 'harm'
  | 'how long'
  | 'since'
  | Exclude<Plan['intent'], 'measure'>

/** What is no answer to a question of a kind. */
const NO_ANSWER: Readonly<Record<Kind, readonly Given[]>> = {
  number: ['durations', 'list', 'state', 'health', 'versions', 'dependencies', 'deployments', 'timeline'],
  share: ['count', 'rate', 'different values', 'durations', 'list', 'patterns', 'since', 'how long', 'versions'],
  length: ['count', 'different values', 'share', 'health', 'state', 'patterns'],
  moment: ['count', 'different values', 'share', 'durations', 'health', 'state'],
  name: ['count', 'rate', 'share', 'durations', 'amount'],
  most: ['count', 'cause', 'since', 'how long', 'harm', 'state', 'health', 'delivery', 'timeline'],
  'yes or no': ['count', 'durations', 'amount'],
}

const COUNTS = /\bhow many\b|\b(?:number|count) of\b|\bhow often\b/
const COUNTS_TIME = /\bhow many (?:ms|milliseconds|secs?|seconds|mins?|minutes|hours)\b/
const IS_SHARE =
  /\b(?:share|percentage|proportion|fraction|per ?cent) of\b|\b(?:error|failure|success) (?:rate|ratio)\b|\bfailure percentage\b/
const IS_LENGTH = /\bhow long\b(?! (?:do|does|did|is|are) .*\btak)/
/** "How long did it take until quotes worked again": the outage, not one request. */
const IS_UNTIL =
  /\bhow long\b.*\b(?:until|till|before)\b.*\b(?:work\w*|back|normal|recover\w*|fixed|resolved|over|ok|fine|healthy|stopped|gone|again)\b/
const IS_MOMENT = /^(?:so |and |but |ok |hey )*(?:(?:at|from|since) )?(?:when|what time|which minute)\b/
/** "When did web last crash": no beginning. */
const IS_LAST =
  /\b(?:the last|last (?:crash|restart|fail|error|finish|succeed|work|time)\w*|latest|most recent)\b(?! (?:\d|hours?|minutes?|night|days?|weeks?))|\blast\W*$/
const IS_NAME = /^(?:so |and |but |ok |hey )*(?:which|who|where (?:do|does|did|are|is) (?:the )?most)\b/
const IS_MOST =
  /\bmost (?:common|frequent|often|popular|frequently|commonly)\b|\bcommonest\b|^(?:the |our )?top (?:\d+ )?[a-z]/
const IS_YES_NO =
  /^(?:so |and |but |hey |ok |please )*(?:is|are|was|were|does|do|did|has|have|had|can|could)\b(?! (?:you|u)\b| (?:i|we) (?:get|see|have|know)\b)/
const SENDERS =
  /\b(?:services?|components?|sources?|senders?|apps?|applications?|streams?|connections?|keys?|hosts?|pods?|systems?|logs?|records?|spans?|metrics?|telemetry|data|traces?)\b/
const ASKS_ELSE = /\b(?:how|what|which|when|where|who|whom|whose|why)\b/

/** The plan, in the kind asked for where it can be turned into it; null where it answers another kind of question. */
export function inAskedKind(state: QuestionState, plan: Plan): Plan | null {
  const still = stillThere(state, plan) ?? firstOfThem(state, plan) ?? moreThanBefore(state, plan)
  if (still !== null) return still
  const kind = kindOf(state)
  // "How many stations went quiet" is not answered by which services did.
  const isOfSenders = plan.intent === 'coverage' || plan.intent === 'delivery'
  if (kind === 'number' && isOfSenders && !SENDERS.test(state.text)) return null
  if (kind === null || state.words.length > WORDS_MAX) return plan
  const turned = ofGood(state, turnedInto(kind, state, plan))
  return isOfKind(kind, state.text, turned) ? turned : null
}

/** Whether the answer to a plan is of a kind. */
export function isOfKind(kind: Kind, text: string, plan: Plan): boolean {
  const given = givenBy(plan)
  if (kind === 'number' && given === 'durations') return COUNTS_TIME.test(text)
  if (kind === 'moment' && given === 'since') return !IS_LAST.test(text)
  // The moment of a crash is told with it.
  if (kind === 'moment' && plan.intent === 'health' && plan.premise === 'crashed') return true
  if (kind === 'share' && plan.intent === 'measure' && given === 'groups')
    return ['ratio', 'metric', 'number'].includes(plan.measure.of)
  return !NO_ANSWER[kind].includes(given)
}

function givenBy(plan: Plan): Given {
  if (plan.intent === 'list') return plan.isTimeAsked === true ? 'moment of a record' : 'list'
  if (plan.intent === 'cause')
    return plan.aspect === 'impact'
      ? 'harm'
      : plan.aspect === 'how_long'
        ? 'how long'
        : plan.aspect === 'since'
          ? 'since'
          : 'cause'
  if (plan.intent === 'dependencies' && plan.amountAsked !== undefined)
    return plan.amountAsked === 'rate' ? 'share' : plan.amountAsked === 'duration' ? 'durations' : 'count'
  if (plan.intent !== 'measure') return plan.intent
  if (plan.isYesNo === true) return 'yes or no'
  if (plan.groupBy.length > 0) return 'groups'
  if (plan.against !== null || plan.intervalMs !== null || plan.isTrendAsked === true) return 'course'
  if (plan.per !== null) return 'rate'
  switch (plan.measure.of) {
    case 'distinct':
      return 'different values'
    case 'ratio':
      return 'share'
    case 'duration':
      return 'durations'
    case 'metric':
    case 'number':
      return 'amount'
    default:
      return 'count'
  }
}

const ASKS_GOOD =
  /\b(?:ok|okay|fine|works?|working|healthy|(?:go|goes|going|get|gets|getting|come|coming) (?:through|out|in)|succeed\w*|accepted|possible|available|normal(?:ly)?|alright|in order|up)\b/
const ASKS_BAD =
  /\b(?:fail\w*|broken|down|affected|hit|hurt|impacted|not|never|no|problems?|trouble|issues?|errors?|slow\w*|stuck|lost|refused|rejected|wrong|bad|worse|up (?:to|since|compared|against|from)|more|less|than|going (?:up|down))\b|n't/

/** "Do card payments work?" is answered with yes where they succeed. */
function ofGood(state: QuestionState, plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio' || plan.measure.share !== 'failed') return plan
  const isPlain =
    plan.isYesNo === true && plan.against === null && plan.groupBy.length === 0 && plan.bound === undefined
  if (!isPlain || !ASKS_GOOD.test(state.text) || ASKS_BAD.test(state.text)) return plan
  const isOpen = plan.time.basis === 'last_with_telemetry' && plan.time.anchor === undefined
  const isNow = isOpen && !/\b(?:did|was|were|had)\b/.test(state.text)
  return { ...plan, measure: { of: 'ratio', share: 'succeeded' }, ...(isNow ? { time: lastMinutes(state) } : {}) }
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

const IS_ONE =
  /^(?:so |and |but |ok |hey )*(?:the )?(?:very )?(?:(first|earliest)|last|latest|most recent) (?!\d|few|two|three|four|five|six|ten|couple|dozen|half|quarter|hours?|minutes?|days?|weeks?|night|value)/

/** "First 503 on web?", "last \u201ccard declined\u201d?" ask for one of them, with its moment. */
function firstOfThem(state: QuestionState, plan: Plan): Plan | null {
  const found = IS_ONE.exec(state.text)
  const isCount = plan.intent === 'measure' && givenBy(plan) === 'count' && plan.measure.of !== 'spans'
  const isList = plan.intent === 'list' && plan.of !== 'traces' && plan.order !== 'slowest'
  if (found === null || !(isCount || isList) || isOfSeveral(state, found[0].length)) return null
  const { conditions, time } = plan
  if (conditions.every(({ on }) => on === 'service')) return null
  const of = plan.intent === 'list' ? plan.of : plan.measure.of === 'records' ? 'logs' : 'spans'
  const order = found[1] === undefined ? 'newest' : 'oldest'
  return { intent: 'list', of, conditions, time, order, limit: 5, isTimeAsked: true }
}

/** "Are more quotes failing than before?": yes or no, and by how much. */
function moreThanBefore({ text }: QuestionState, plan: Plan): Plan | null {
  const found =
    /\b(?:(up|more|higher|worse|slower|longer)|down|less|fewer|lower|better|faster|shorter)(?: now)? (?:compared (?:to|with)|against|versus|vs\.?)\b/.exec(
      text,
    ) ??
    /\b(?:(more|higher|bigger|larger|busier|slower|longer)|less|fewer|lower|smaller|faster|shorter)\b.{0,60}\bthan (?:before|earlier|usual|normal|an? |one |yesterday|in the|at|around|about|during|between|from|\d)/.exec(
      text,
    )
  // By itself yes means that there are more.
  const isMore = found?.[1] !== undefined
  const isOpen =
    plan.intent === 'measure' &&
    plan.against !== null &&
    (plan.isYesNo !== true || !isMore) &&
    plan.isTrendAsked !== true
  if (
    found === null ||
    !isOpen ||
    /\b(?:by|per|each|which)\b/.test(text) ||
    plan.isUsualAsked !== undefined ||
    !IS_YES_NO.test(text)
  )
    return null
  return { ...plan, groupBy: [], isYesNo: false, isUsualAsked: isMore ? 'more' : 'less' }
}

/** "Last errors of web": several, and no one moment. */
function isOfSeveral({ words, text }: QuestionState, from: number): boolean {
  const end = text.slice(from).search(/ (?:on|of|in|at|from|for|with|by|before|after|since)\b/)
  return words.some(
    ({ start, text: said, lemma, usedBy }) =>
      start >= from && (end < 0 || start < from + end) && said !== lemma && !/^(?:time|service)$/.test(usedBy ?? ''),
  )
}

function kindOf(state: QuestionState): Kind | null {
  const { text } = state
  if (has(state, 'show', 'compare', 'trend')) return null
  if (COUNTS.test(text)) return 'number'
  if (IS_SHARE.test(text)) return 'share'
  if (IS_LENGTH.test(text) || IS_UNTIL.test(text)) return 'length'
  if (IS_MOMENT.test(text)) return 'moment'
  if (IS_MOST.test(text)) return 'most'
  if (IS_NAME.test(text)) return 'name'
  if (IS_YES_NO.test(text) && !ASKS_ELSE.test(text) && !has(state, 'count', 'any', 'share', 'duration'))
    return 'yes or no'
  return null
}

const IS_ABLE = /^(?:so |and |but |ok |okay |hey |now )*(?:can|could|are (?:the |our )?[\w-]{2,40} able to)\b/

/** "How long has web been failing", "does POST /play work": what is asked of the same things in the right kind. */
function turnedInto(kind: Kind, state: QuestionState, plan: Plan): Plan {
  const { conditions, time } = plan
  const isCrash = plan.intent === 'health' && plan.premise === 'crashed'
  const isOfTrouble = (plan.intent === 'health' && !(isCrash && kind === 'moment')) || plan.intent === 'state'
  if ((kind === 'length' || kind === 'moment') && isOfTrouble) {
    const isOver = /\b(?:over|back|normal|stop\w*|end\w*|recover\w*|resolved|fixed|gone|better|again)\b/.test(
      state.text,
    )
    const aspect = kind === 'length' || isOver ? 'how_long' : 'since'
    return { intent: 'cause', aspect, conditions, time }
  }
  if (kind === 'length' && givenBy(plan) === 'durations' && IS_UNTIL.test(state.text))
    return { intent: 'cause', aspect: 'how_long', conditions: conditions.filter(({ on }) => on === 'service'), time }
  const isOfRequests =
    plan.intent === 'measure' &&
    plan.measure.of === 'requests' &&
    plan.groupBy.length === 0 &&
    conditions.some(({ on }) => on === 'operation') &&
    conditions.every(({ on }) => on !== 'outcome' && on !== 'status_code')
  const isYesNo = kind === 'yes or no' && isOfRequests && plan.intent === 'measure' && plan.isYesNo !== true
  // "Can runners see their results again?": yes is that they can.
  if (isYesNo && IS_ABLE.test(state.text))
    return { ...plan, measure: { of: 'ratio', share: 'succeeded' }, isYesNo: true, time: askedOrLately(state, time) }
  if (isYesNo)
    return onlyService(state) === null || has(state, 'state', 'premise_failing', 'impact')
      ? { ...plan, measure: { of: 'ratio', share: 'failed' }, isYesNo: true }
      : plan
  return plan
}
