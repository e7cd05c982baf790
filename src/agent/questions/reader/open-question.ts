/**
 * What a follow-up means after a question that was asked back. Where it is a whole question about trouble, it is read
 * alone; where one name in that question was not known, and the follow-up gives another, it is read in its place.
 */
import type { Reading } from '../reading.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { has, type OpenQuestion, type Previous, type QuestionState } from './state.ts'

const LEAD = /^(?:(?:so|and|but|ok|okay|well|then|sorry|i mean|i meant|no|oh|ah|just|only|what about|how about)[, ]+)*/
const END = /[\s?.!,]*$/

/** Asked of what is broken, with what it asks for when nothing was asked before. */
const ALONE: readonly (readonly [said: RegExp, whole: string])[] = [
  [/^(?:since|since when|from when|as of when|when did (?:it|that|this) (?:start|begin))$/, 'since when is it broken'],
  [
    /^(?:why|why (?:is|was) (?:it|that|this)|what (?:caused|causes) (?:it|that|this)|(?:the )?cause)$/,
    'why did it break',
  ],
  [/^(?:who|who is|what is) (?:affected|hit)$/, 'who is affected'],
  [/^(?:until when|till when|when did (?:it|that) (?:end|stop)|for how long|how long)$/, 'how long did it last'],
]
const OF_TROUBLE =
  /\b(?:broken|broke|breaks?|breaking|wrong|fail\w*|problems?|down|happen\w*|issues?|outages?|errors?|incidents?|troubles?|going on|went on|weird|odd|anything)\b/i

/** The whole question that a follow-up is by itself; null where it needs the one before. */
export function askedAlone({ text }: QuestionState, open: OpenQuestion | undefined): string | null {
  if (open === undefined || !OF_TROUBLE.test(open.question)) return null
  const plain = text.trim().replace(LEAD, '').replace(END, '')
  return ALONE.find(([said]) => said.test(plain))?.[1] ?? null
}

const JOINT = /^(?:(?:for|of|on|in|at|from|with|by|the|a|an)[ ]+)*/
const WORDS_MAX = 3

/** The question before with what the follow-up names in the place of the one name that nothing explained. */
export function inItsPlace(state: QuestionState, open: OpenQuestion | undefined): string | null {
  const [word, more] = open?.words ?? []
  if (open === undefined || word === undefined || more !== undefined || state.time !== null) return null
  if (has(state, 'by', 'why', 'since_when', 'how_long', 'what_broke', 'count', 'show', 'state')) return null
  // "Only bay A" is no other key than the one that was to tell them apart.
  if (has(state, 'only') && new RegExp(`\\b(?:by|per) ${RegExp.escape(word)}\\b`, 'i').test(open.question)) return null
  const said = state.written.trim().replace(END, '')
  const name = said
    .slice(LEAD.exec(said.toLowerCase())?.[0].length ?? 0)
    .replace(JOINT, '')
    .replace(/ (?:then|instead|please|only|i mean|i meant|sorry)$/i, '')
  const parts = name.toLowerCase().split(/\s+/)
  if (isOtherHead(state) && [...open.question.matchAll(heldIn(word))].length === 1)
    return open.question.replace(heldIn(word), name)
  const isName = parts.length <= WORDS_MAX && parts.some((part) => !FUNCTION_WORDS.has(part) && isContentWord(part))
  const held = heldIn(word)
  // What is counted is another thing than what restricts it.
  const isHead = new RegExp(
    `\\b(?:how many|how much|number of|share of|count of|what|which) (?:different |distinct |of the )?${RegExp.escape(word)}\\b`,
    'i',
  ).test(open.question)
  if (!isName || isHead || [...open.question.matchAll(held)].length !== 1) return null
  return open.question.replace(held, name)
}

function heldIn(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`, 'gi')
}

/** "I mean failed requests" after "how many frobs in web?", which nothing goes by: what is counted is put right. */
export function isOtherHead({ context, words, time, named }: QuestionState): boolean {
  const [word, more] = context.open?.words ?? []
  if (context.isCorrection !== true || context.isLastOpen !== true || word === undefined || more !== undefined)
    return false
  return words.length <= WORDS_MAX && time === null && named.length === 0
}

const PART_OF_LAST =
  /^(?:(?:so|and|but|ok|okay|then|now) )*(?:how many|how much|how often|what (?:share|part|percentage|fraction|proportion)|which|(?:the )?(?:share|percentage|number|count)|any|some|most|all|none|(?:were|are|did|do|have|was) (?:any|some|most|all|many))(?: [a-z]{2,12})? of (?:them|these|those|that)(?= |\W*$)(?! [a-z-]{3,30}s\b(?! (?:ago|old)\b))/

/** "And the drivers among them?", "the failed ones among those". */
const AMONG_LAST =
  /^(?:(?:so|and|but|ok|okay|then|now|what about|how about) )*(?:only )?(?:the )?[a-z][a-z -]{1,30} (?:among|out of|of) (?:them|those|these)\W*$/

/** "How many of those got a 403": a part of what the question before told, which is nothing where that was asked back. */
export function isPartOfLast({ text, quoted }: Pick<QuestionState, 'text' | 'quoted'>): boolean {
  return quoted.length === 0 && (PART_OF_LAST.test(text.trim()) || AMONG_LAST.test(text.trim()))
}

const CHOSEN =
  /^(?:(?:yes|yeah|ok|please|i mean|take|use|show|the|number|option|no) ?[,.]? ?)*(?:the )?(?:(first|1st|one|1|upper|top)|(second|2nd|two|2)|(third|3rd|three|3))(?: (?:one|reading|option|question|please|of (?:them|those|these)))*$/

/** "The second one" after a question back: that reading, or the name that it offers in the place of the unknown one. */
export function chosenReading({ text }: QuestionState, open: OpenQuestion | undefined): string | null {
  const found = CHOSEN.exec(text.trim().replace(END, ''))
  if (found === null || open?.readings === undefined) return null
  const reading = open.readings[found[1] !== undefined ? 0 : found[2] !== undefined ? 1 : 2]
  if (reading === undefined) return null
  // "By service" in the place of the field that there is not.
  if (/^by \S+$/.test(reading)) {
    const asked = open.question.match(/\b(?:by|per) [\w.-]+/gi) ?? []
    return asked.length === 1 ? open.question.replace(asked[0] ?? '', reading) : null
  }
  if (/\s/.test(reading)) return reading.replace(/ \(without .*$/, '')
  const [word, more] = open.words
  const isOnce = word !== undefined && more === undefined && [...open.question.matchAll(heldIn(word))].length === 1
  return isOnce ? open.question.replace(heldIn(word), reading) : null
}

/** "Now by region", "now only the locks" in a thread: what comes next, and no time. */
export function inSequence(state: QuestionState, previous: Previous | null): QuestionState {
  const isNext =
    previous !== null &&
    state.time?.basis === 'now' &&
    /^(?:and |ok |so )*now,? (?!is\b|are\b|does\b|do\b|how\b|what (?!about\b)|which\b|then\b|please\b)[a-z]/.test(
      state.text,
    ) &&
    !/^(?:and |ok |so )*now\b.*\b(?:now|currently|at the moment)\b/.test(state.text)
  return isNext ? { ...state, time: null } : state
}

const DONE = new RegExp(`^(?:${PARTICIPLE})$`)
const OTHER_DONE =
  /^(?:(?:and|but|ok|so|now) )*(?:what about |how about )?(?:(?:how many|those|the ones|the) )?(?:(?:were|was|got|are|is) )?([a-z]{3,20})(?: ones)?\W*$/

const WORTH =
  /^(?:(?:and|so|ok) )*(?:worth how much|how much (?:(?:is|was|are|were) )?(?:that|it|they|those|this|these)(?: all)?(?: worth)?|how (?:much|many) (?:money|worth|euros?|eur|dollars?|usd|pounds)(?: (?:is|was|are|were) (?:that|it|those|they))?|(?:what|how much) (?:is|was|are|were) (?:that|it|they|those) (?:worth|in (?:money|eur|euros?|usd|dollars?|gbp|pounds))|(?:what (?:is|was) )?(?:the |their |its )?(?:total |overall )?(?:value|worth)|in (?:money|eur|euros?|usd|dollars?|gbp|pounds))(?: (?:in (?:total|all|sum|money|eur|euros?|usd|dollars?|gbp|pounds)|altogether|together|overall|worth))*\W*$/

/** "Worth how much in total" after "orders paid today?": what these lines are worth, added up. */
export function worthOfSame(
  text: string,
  { plan, question, before }: Pick<Previous, 'plan' | 'question' | 'before'>,
): string | null {
  if (question === undefined || before !== undefined || plan.intent !== 'measure') return null
  const isCount =
    plan.measure.of === 'records' ||
    (plan.measure.of === 'requests' && /^(?:how many\b|[a-z -]{3,40}\W*$)/i.test(question))
  const isOfThing = plan.conditions.some(({ on }) => on === 'templates' || on === 'operation' || on === 'text')
  if (!isCount || !isOfThing || plan.groupBy.length > 0 || !WORTH.test(text.trim())) return null
  const counted = question
    .replace(/^(?:how many|number of|count(?: of)?|count the) /i, '')
    .replace(/ (?:were|was|are|have been|has been|got|did we (?:have|get|see)) /i, ' ')
    .replace(/[\s?.!]+$/, '')
  return /^how many\b/i.test(question) || plan.measure.of === 'requests'
    ? `how much money in ${counted}`
    : `total value of ${counted}`
}

const SHARE =
  /^(?:(?:and|so|ok) )*(?:(?:what|which|how (?:big|large|high) an?) (?:share|percentage|percent|fraction|%) (?:is|are|was|were) (?:that|those|they|it|these)|(?:as (?:an? )?|in )(?:percent|percentage|share|%)|(?:the )?(?:share|percentage))\W*$/
const HOW_MANY = /^(?:(?:and|so|ok|hey),? )*how many (?!of\b)(?=[a-z])/i

/** "What share is that?" after "how many transfers failed?": of transfers, as long as nothing was cut out of them since. */
export function shareOfSame(
  text: string,
  { plan, question, before }: Pick<Previous, 'plan' | 'question' | 'before'>,
): string | null {
  const isOfLines = plan.intent === 'measure' && plan.measure.of === 'records' && plan.groupBy.length === 0
  if (question === undefined || before !== undefined || !isOfLines || !SHARE.test(text.trim())) return null
  const done = plan.conditions.find((one) => one.on === 'templates' && one.not !== true)
  const isOfDone =
    done?.on === 'templates' &&
    done.words.split(' ').some((word) => DONE.test(word) || /^fail(?:s|ed|ing)?$/.test(word))
  return isOfDone && HOW_MANY.test(question) ? question.replace(HOW_MANY, 'what share of ') : null
}

/** "And accepted?" after "how many orders were rejected?": that question with the one verb in the place of the other. */
export function otherVerb({ text }: QuestionState, previous: Previous): string | null {
  const { plan, question, before } = previous
  const verb = OTHER_DONE.exec(text.trim())?.[1] ?? ''
  if (question === undefined || before !== undefined || plan.intent !== 'measure' || !DONE.test(verb)) return null
  const said = question
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => DONE.test(word))
  const [only, more] = said
  if (only === undefined || more !== undefined || only === verb) return null
  return question.replace(new RegExp(`\\b${RegExp.escape(only)}\\b`, 'i'), verb)
}

/** The question with another verb, restricted by the values that the last one was, which it may have read as words. */
export function withHeldValues(reading: Reading, { plan: base }: Previous): Reading {
  const [plan] = reading.plans
  const isCount = plan?.intent === 'measure' && plan.measure.of === 'records'
  const isHeld = (key: string): boolean =>
    plan?.conditions.some((one) => one.on === 'attribute' && one.key === key) === true
  const missing = base.conditions.filter((one) => one.on === 'attribute' && !isHeld(one.key))
  const isSame = base.intent === 'measure' && base.measure.of === 'records'
  if (!isCount || !isSame || missing.length === 0) return { ...reading, relation: 'follow_up' }
  return {
    ...reading,
    plans: [{ ...plan, conditions: [...plan.conditions, ...missing] }],
    notes: [],
    relation: 'follow_up',
  }
}
