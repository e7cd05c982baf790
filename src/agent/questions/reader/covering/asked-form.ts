/**
 * The form of a question apart from what it is about: what is to be computed, by what it is cut, and which words are
 * left to be found in the data.
 */
import type { Statistic } from '../../plan/plan.ts'
import { FUNCTION_WORDS } from '../../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../../vocabulary/small-words.ts'
import { type FieldChoice, fieldOf, isOfApp, keysOf } from '../fields.ts'
import { classValue } from '../known-values.ts'
import type { QuestionState } from '../state.ts'
import type { Word } from '../words.ts'

export interface AskedForm {
  readonly asks: 'count' | 'statistic' | 'share' | 'values' | 'distinct' | 'moment'
  readonly statistic: Statistic | null
  /** Keys that numbers are asked by, or of which the first is asked for; likeliest first. */
  readonly groups: readonly FieldChoice[]
  readonly isRanked: boolean
  readonly order: 'highest' | 'lowest'
  readonly end: 'newest' | 'oldest'
  readonly isNow: boolean
  /** How long requests take is asked for. */
  readonly isDuration: boolean
  /** "Were app users affected as well?": whether requests of a kind failed. */
  readonly isAffectedAsked: boolean
  readonly outcome: 'failed' | 'succeeded' | null
  /** Words that something in the data has to have. The first is what is counted or measured. */
  readonly needed: readonly Word[]
  /** Everyday words that lines may have as well. */
  readonly welcome: readonly Word[]
  /** All that is left of the question, in its order. */
  readonly rest: readonly Word[]
  /** Words whose values are excluded. */
  readonly excluded: ReadonlySet<Word>
}

const STATISTICS: readonly (readonly [Statistic, RegExp])[] = [
  ['p50', /\b(?:median|p50)\b/],
  ['p75', /\bp75\b/],
  ['p90', /\bp90\b/],
  ['p95', /\bp95\b/],
  ['p99', /\bp99\b/],
  ['mean', /\b(?:average|avg|mean|on average|typical(?:ly)?)\b/],
  [
    'max',
    /\b(?:highest|maximum|max|biggest|largest|longest|greatest|peak(?:ed)?|(?<!\b(?:is|are|was|were)(?: the)? )worst|heaviest|oldest|hottest|top value|most expensive|dearest|priciest)\b/,
  ],
  ['min', /\b(?:lowest|minimum|min|smallest|shortest|cheapest|lightest|youngest|coldest|least expensive)\b/],
  [
    'sum',
    /\b(?:sum(?: up)?(?: of)?|total(?: of| amount of| amount| number of)?|in total|altogether|in sum|overall|how much|combined)\b/,
  ],
]
/** Money is added up where nothing else is said. */
const REVENUE = /\b(?:revenue|turnover|money|earnings)\b/
/** "Was the yard affected too?", "did card payments fail as well?", "does it hit orders from Ulm?" */
const AFFECTED =
  /^(?:(?:so|and|but|ok|hey) )*(?:(?:is|are|was|were) (?:the |our |any )?(?=.{2,80}\b(?:affected|hit|impacted|concerned|failing|broken)\b)|(?:did|do) (?:the |our |any )?(?=.{2,80}\b(?:fail|break|suffer)\b)|(?:does|did) (?:it|this|that|the (?:problem|outage|incident|issue)) (?:also )?(?:affect|hit|impact|concern|touch) (?:the |our )?)/
const AFFECTED_WORDS =
  /\b(?:affected|hit|impacted|concerned|failing|broken|fail|break|suffer|affect|impact|concern|touch|too|as well|also|it|this|that|the problem|outage|incident|issue|during|by|from it)\b/g
const SHARE =
  /\b(?:what |which )?(?:share|percentage|fraction|proportion|percent|part) of\b|\b(?:error|failure|success) rates?(?: of)?\b|\bhow many percent(?: of)?\b|\bwhat percent(?: of)?\b|%(?: of)?/
const COUNT = /\b(?:how many(?: times)?|how often|number of|count(?: of)?|nr of|no of|amount of|times)\b/
const DISTINCT = /\b(?:different|distinct|unique)\b/
const HIT_HARDEST =
  /\b(?:(?:hit|affected|struck) (?:the )?(?:hardest|most|worst)|(?:hardest|worst|most) (?:hit|affected)|suffer(?:s|ed)? (?:the )?most|fail(?:s|ed)? (?:the )?most(?: often)?)\b/
const RANKED =
  /\b(?:the )?(?:most (?:common|frequent|often|popular|used|frequently)|commonest|busiest|top(?: \d{1,2}| one| three| five| ten)?|(?:the )?most|the least|fewest|least (?:common|frequent|often|popular|used))\b/
const VALUES =
  /^(?:(?:so|and|please|can you|could you|hey|ok) )*(?:(?:list|name|show|give|tell|enumerate)(?: me| us)?(?: all)?(?: of)?(?: the| our| its)?|(?:what|which)(?: are)?(?: all)?(?: the| our)?|all (?:the |our )?|(?:different|distinct) )\b|\b(?:are|is) (?:out )?there\b|\bdo we (?:have|use|run|see|know|offer|sell|serve)\b|\bexist\b|\bout there\b|\bin use\b/
const EXISTS =
  /\b(?:(?:are|is) (?:out )?there|(?:do|does|did) (?:we|you|they|it) (?:have|use|run|see|know|offer|sell|serve|support)|exists?|out there|in use)\b/
const GROUP =
  /\b(?:grouped by|broken down by|break(?:down)? by|split by|by|per|for each|for every|in each|each|across)\s+(?:the |each |every |all )?([a-z][\w.-]{1,40}(?: [a-z][\w.-]{1,40})?)/
const WHEN = /\b(?:when|what time)\b/
const NOW = /\b(?:right now|now|currently|at the moment|at present|current|latest|just now|atm)\b/
const FAILED = /\b(?:failed|failing|fails?|failures?|unsuccessful|errored|errors?|went wrong)\b/
const SUCCEEDED = /\b(?:successful(?:ly)?|succeeded|succeed|(?:went|go|gone|got|come|came|made it) through)\b/
const DURATION = /\b(?:durations?|latency|latencies|(?:response|processing|execution|run) ?times?)\b/
const TIME_UNIT = /^(?:second|sec|minute|min|hour|day|week|percent)s?\b/

/** Reads the form of a question; null where nothing of it is left to be found. */
export function formOf(state: QuestionState): AskedForm | null {
  const { text, context } = state
  const formed = new Set<Word>()
  const take = (expression: RegExp): RegExpExecArray | null => {
    const found = expression.exec(text)
    if (found !== null) for (const word of within(state, found.index, found.index + found[0].length)) formed.add(word)
    return found
  }
  const isDistinct = take(DISTINCT) !== null
  const isShare = take(SHARE) !== null
  const isCount = take(COUNT) !== null
  const statistics = isShare ? [] : STATISTICS.filter(([, expression]) => expression.test(text))
  const [found] = statistics
  // "Min and max of threads" are two numbers.
  if (statistics.length > 1) return null
  if (found !== undefined) take(found[1])
  const isWhen = take(WHEN) !== null
  const end = isWhen ? /\b(?:very )?(first|earliest|last|latest|most recent)\b/ : null
  const endSaid = end === null ? null : take(end)
  const hit = take(HIT_HARDEST)
  const ranked = hit ?? take(RANKED)
  const isNow = take(NOW) !== null
  const isDuration = take(DURATION) !== null
  const groups = groupsOf(state, formed, ranked !== null, found?.[0] === 'mean')
  if (groups === null) return null
  const isValues = !isCount && found === undefined && !isShare && ranked === null && VALUES.test(text)
  if (isValues) {
    take(VALUES)
    take(EXISTS)
  }
  const outcome =
    hit !== null || FAILED.test(text) || /\b(?:error|failure) rates?\b/.test(text)
      ? 'failed'
      : SUCCEEDED.test(text)
        ? 'succeeded'
        : null
  const excluded = excludedOf(state)
  const isAffectedAsked = AFFECTED.test(text)
  if (isAffectedAsked)
    for (const { index, 0: said } of text.matchAll(AFFECTED_WORDS))
      for (const word of within(state, index, index + said.length)) formed.add(word)
  else if (isYesNo(text)) return null
  const rest = state.words.filter(
    (word) =>
      word.usedBy !== 'time' &&
      word.usedBy !== 'condition' &&
      !formed.has(word) &&
      !isGrammar(word, state) &&
      !isOfNegation(state, word),
  )
  const head = headOf(state, rest, formed)
  const telling = rest.filter(
    (word) =>
      word === head || isTelling(word) || excluded.has(word) || isAlternative(word, state) || isPlaced(word, state),
  )
  // "Most common fault code": without another word the everyday one says what is counted.
  const needed = telling.length === 0 && groups.length > 0 ? rest : telling
  const welcome = rest.filter((word) => !needed.includes(word) && /^[a-z]{3,}$/.test(word.text))
  if (rest.length === 0 && groups.length === 0) return null
  const statistic = found?.[0] ?? (REVENUE.test(text) && !isCount && !isShare && !isDistinct ? 'sum' : null)
  const asks = isWhen
    ? 'moment'
    : isShare || isAffectedAsked
      ? 'share'
      : statistic !== null
        ? 'statistic'
        : isDistinct
          ? 'distinct'
          : isValues
            ? 'values'
            : 'count'
  return {
    asks,
    statistic,
    groups,
    isRanked: ranked !== null,
    order: /\b(?:least|fewest)\b/.test(text) ? 'lowest' : 'highest',
    end: endSaid?.[1] === 'first' || endSaid?.[1] === 'earliest' ? 'oldest' : 'newest',
    isNow: isNow || (context.previous === null && /\bat the moment\b/.test(text)),
    isDuration,
    isAffectedAsked,
    outcome: isAffectedAsked ? 'failed' : outcome,
    needed: head === null ? needed : [head, ...needed.filter((word) => word !== head)],
    welcome,
    rest,
    excluded,
  }
}

/** "About health or data": what stands beside "or" restricts, however small the word. */
function isAlternative(word: Word, { words }: QuestionState): boolean {
  const at = words.indexOf(word)
  return [words[at - 1], words[at + 1]].some((beside) => beside !== undefined && /^n?or$/.test(beside.text))
}

/** "Starts from the app": what stands behind such a word restricts, however everyday it is. */
function isPlaced(word: Word, { words }: QuestionState): boolean {
  const before = words
    .slice(0, words.indexOf(word))
    .findLast(({ text }) => !/^(?:the|a|an|our|my|their|its|all|any)$/.test(text))
  return before !== undefined && /^(?:from|via|through|by|at|for|with|without|except|on)$/.test(before.text)
}

function isYesNo(text: string): boolean {
  return /^(?:(?:so|and|but|ok|hey) )*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|any)\b/.test(text)
}

function within({ words }: QuestionState, from: number, to: number): Word[] {
  return words.filter(({ start, end }) => start < to && end > from)
}

function isTelling({ text, lemma }: Word): boolean {
  return !FUNCTION_WORDS.has(text) && !SMALL_WORDS.has(text) && !FUNCTION_WORDS.has(lemma) && !SMALL_WORDS.has(lemma)
}

const GRAMMAR =
  /^(?:a|an|the|of|in|on|at|to|for|from|with|and|or|but|is|are|was|were|be|been|do|does|did|have|has|had|i|me|we|us|our|you|it|its|he|she|they|them|this|that|these|those|there|what|which|who|how|when|where|why|can|could|will|would|by|per|as|so|than|then|if|not|no|any|all|some|please|pls|because)$/

function isGrammar({ text }: Word, { quoted }: QuestionState): boolean {
  return GRAMMAR.test(text) || /^[%$#.:/-]+$/.test(text) || quoted.length > 0
}

/** What is counted stands behind the words that ask for it; else it is the first word that tells something. */
function headOf(state: QuestionState, rest: readonly Word[], formed: ReadonlySet<Word>): Word | null {
  const at = state.words.findIndex((word, index) => formed.has(word) && !formed.has(state.words[index + 1] ?? word))
  const behind = state.words.slice(at + 1).find((word) => rest.includes(word))
  const isCounted =
    /\b(?:how many|number of|count of|share of|percentage of|fraction of|different|distinct|unique)\b/.test(state.text)
  if (isCounted && behind !== undefined) return behind
  return openingNoun(state, rest) ?? rest.find(isTelling) ?? null
}

/** "Fault reports from nordbau": what a question opens with is what it counts, however everyday the word is. */
function openingNoun({ words }: QuestionState, rest: readonly Word[]): Word | null {
  const end = words.findIndex((word) => !rest.includes(word))
  const [noun, next] = [words[end - 1], words[end]]
  const isPlural = noun !== undefined && noun.text !== noun.lemma && /s$/.test(noun.text)
  return isPlural && /^(?:from|of|by|in|on|at|via|over|with|for|through)$/.test(next?.text ?? '') ? noun : null
}

/** The keys by which numbers are told apart, or of which the first is asked for. */
function groupsOf(state: QuestionState, formed: Set<Word>, isRanked: boolean, isMean: boolean): FieldChoice[] | null {
  const { text, words } = state
  const by = GROUP.exec(text)
  const from = by === null ? 0 : by.index + by[0].length - (by[1]?.length ?? 0)
  // "The average number of seats per booking" is one number.
  const isOne = by === null || (isMean && by[0].startsWith('per '))
  if (!isOne && !TIME_UNIT.test(by[1] ?? '') && !isDoer(state, by.index, from)) {
    const start = words.findIndex((word) => word.start >= from)
    const fields = takeNoun(state, start, formed)
    if (fields.length > 0) {
      for (const word of within(state, by.index, from)) formed.add(word)
      return fields
    }
    // Numbers by something that no key goes by are not asked for without it.
    if (/^(?:per|for each|for every|grouped by|broken down by|split by)\b/.test(by[0])) return null
  }
  if (!isRanked) return []
  const which = /\b(?:which|what)\b/.exec(text)
  const having =
    /\b(?:with|has|have|had|having|gets?|got|sees?|saw|shows?|makes?|made|causes?|caused) (?:the )?(?:most|fewest|least)\b/.exec(
      text,
    )
  const before = having === null ? -1 : words.findLastIndex(({ end }) => end <= having.index)
  const places = [
    which === null ? -1 : words.findIndex(({ start }) => start > (which.index ?? 0)),
    ...(before > 0 ? [before - 1] : []),
    before,
    lastOf(words, formed) + 1,
  ]
  for (const place of places) {
    const fields = takeNoun(state, place, formed)
    if (fields.length === 0) continue
    if (having !== null)
      for (const word of within(state, having.index, having.index + having[0].length)) formed.add(word)
    return fields
  }
  return []
}

/** "Started by app": who did it, where that is a value of the data. */
function isDoer({ words, context }: QuestionState, by: number, from: number): boolean {
  const before = words.findLast(({ end }) => end <= by)
  const noun = words.find(({ start }) => start >= from)
  const isDone = before !== undefined && /(?:ed|ade|ent|aken|iven|old|ought)$/.test(before.text)
  return isDone && noun !== undefined && classValue({ context }, noun.text) !== null
}

function lastOf(words: readonly Word[], formed: ReadonlySet<Word>): number {
  return words.findLastIndex((word) => formed.has(word) && RANKING.test(word.text))
}
const RANKING =
  /^(?:common|frequent|often|popular|used|commonest|busiest|top|most|least|fewest|\d{1,2}|one|three|five|ten)$/

/**
 * The fields that go by the next two words, by the next one, or by the one behind it: "fault code" may be the code of
 * faults.
 */
function takeNoun(state: QuestionState, at: number, formed: Set<Word>): FieldChoice[] {
  if (at < 0) return []
  const { words } = state
  // "Which kind of party": the kind that parties have.
  const ofKind = words.slice(at, at + 3)
  const [kind, of, thing] = ofKind
  if (kind !== undefined && thing !== undefined && of?.text === 'of' && KIND.test(kind.lemma)) {
    const byName = fieldsOf(`${thing.text} ${kind.text}`, state)
    const fields = byName.length > 0 ? byName : fieldsOf(thing.text, state)
    for (const word of fields.length > 0 ? ofKind : []) formed.add(word)
    return fields
  }
  const [first, second] = words.slice(at, at + 2)
  if (first !== undefined && isOfApp(first, second)) return []
  for (const said of [words.slice(at, at + 2), words.slice(at, at + 1), words.slice(at + 1, at + 2)]) {
    const fields = fieldsOf(said.map(({ text }) => text).join(' '), state)
    if (fields.length === 0) continue
    for (const word of said) formed.add(word)
    return fields
  }
  return []
}

const KIND = /^(?:kind|type|sort|class|category)$/

/** More keys than these that go by one noun are tried no longer. */
const FIELDS_MAX = 4

/** The keys that go by a noun; those first that have another word of the question in their name. */
function fieldsOf(noun: string, { words, context: { catalogue } }: QuestionState): FieldChoice[] {
  if (noun === '') return []
  const builtin = fieldOf(noun, catalogue)
  const keys = keysOf(noun, catalogue).map(({ key, scope, signal }) => ({ field: key, scope, signals: [signal] }))
  const said = (field: string): boolean =>
    field
      .toLowerCase()
      .split(/[._-]/)
      .some((part) => part !== noun && words.some(({ text, lemma }) => text === part || lemma === part))
  const fields: FieldChoice[] = [
    ...keys.filter(({ field }) => said(field)),
    ...keys.filter(({ field }) => !said(field)),
  ]
  return [...(builtin?.scope === 'builtin' ? [builtin] : []), ...fields].slice(0, FIELDS_MAX)
}

function excludedOf({ negations, words }: QuestionState): ReadonlySet<Word> {
  return new Set(negations.flatMap(({ scope }) => [...scope].flatMap((place) => words[place] ?? [])))
}

function isOfNegation({ negations, words }: QuestionState, word: Word): boolean {
  return negations.some(({ by }) => by.some((place) => words[place] === word))
}
