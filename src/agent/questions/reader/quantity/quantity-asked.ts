/**
 * Which quantity a question asks for, before it is looked for in the data: its kind (money, weight, how many of a noun),
 * the statistic, what it is told apart by, and the words that the lines, the requests or the metric have to tell.
 */
import type { Statistic } from '../../plan/plan.ts'
import { FUNCTION_WORDS } from '../../vocabulary/function-words.ts'
import { EVERYDAY_PEOPLE, PEOPLE } from '../../vocabulary/people.ts'
import { SMALL_WORDS } from '../../vocabulary/small-words.ts'
import { partsOf } from '../covering/told.ts'
import type { QuestionState } from '../state.ts'
import type { Word } from '../words.ts'
import { type Claim, claimOf, type Dimension, dimensionOf, MONEY, TIME } from './dimensions.ts'
import { groupOf } from './group-asked.ts'

export interface QuantityAsked {
  /** The kind of amount; null where a noun says what is added up, or nothing does. */
  readonly dimension: Dimension | null
  readonly claimedBy: Claim['by'] | 'verb' | null
  /** Money that came in, where nothing says for what. */
  readonly isIncome: boolean
  /** "Pallets" of "how many pallets", "the most pallets": what may be counted, or added up where lines state how many. */
  readonly counted: Word | null
  readonly statistic: Statistic | null
  readonly group: GroupAsked | null
  readonly isNow: boolean
  /** Words that have to be told. */
  readonly needed: readonly Word[]
  /** Words that may be told, and else say nothing more. */
  readonly welcome: readonly Word[]
  /** Words that are told already by what claims the kind; a name of the number may still have them. */
  readonly claiming: readonly Word[]
}

export interface GroupAsked {
  /** What things are told apart by, longest first: "payment method", "method". */
  readonly nouns: readonly string[]
  /** Whether one of them is asked for, and not all. */
  readonly isRanked: boolean
  readonly order: 'highest' | 'lowest'
}

/** Asks for anything else than one quantity. */
const OTHER =
  /["`]|\b(?:why|how come|share|percent\w*|percentage|ratio|part of|how often|trend|over time|compared?|vs|versus|than|usual|normal|per (?:second|minute|hour|day)|distinct|different|unique|when|list|trace|errors?|latest|newest|without|except|excluding|apart from|not|never|no|(?:of|on|for|in|at|from|by|with|among) (?:those|them|these|that|it|this))\b/
const YES_NO = /^(?:(?:so|and|but|ok|hey) )*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|any)\b/

const MEAN = /\b(?:on average|average|avg|mean|typical(?:ly)?|usually)\b/
const STATISTICS: readonly (readonly [Statistic, RegExp])[] = [
  ['p50', /\b(?:median|p50)\b/],
  ['p90', /\bp90\b/],
  ['p95', /\bp95\b/],
  ['p99', /\bp99\b/],
  ['mean', MEAN],
  ['max', /\b(?:highest|maximum|max|biggest|largest|greatest|strongest|deepest|tallest|peak|worst|top)\b/],
  ['min', /\b(?:lowest|minimum|min|smallest|tiniest|weakest|poorest|shallowest)\b/],
  ['sum', /\b(?:sum|total|in total|altogether|in all|overall|combined|how much|all the)\b/],
]
const MOST = /\b(?:the )?(?:most|mostly|best|more)(?: of)?\b/
const LEAST = /\b(?:the )?(?:(?<!\bat )least|fewest)\b/
/** "How hot did it get" asks how far it went. */
const HOW_FAR = /\bhow [a-z]+ (?:did|do|does|has|have) .{2,60}\b(?:get|gets|gotten|become|go|goes|gone|reach|run)\b/
/** What is added up anyway, however big: "the biggest bill". */
const ADDED_UP =
  /\b(?:biggest|largest|highest|smallest|lowest) (?:bill|revenue|turnover|takings|income|spend|earnings|proceeds|cost)\b/
const LITTLE = /\b(?:lowest|smallest|weakest|poorest)\b/
const NOW = /\b(?:right now|now|currently|at the moment|at present|just now|atm)\b/

/** Nothing is said of what, so it is money: "which clinic brings in the most", "how much did we take". */
const MONEY_VERBS: readonly RegExp[] = [
  /\b(?:brings?|brought|takes?|took|makes?|made|earns?|earned|pulls?|pulled) (?:us )?(?:in )?(?:the )?(?:most|least)\b(?! [a-z]+s\b)/,
  /\bhow much (?:did|do|does|have|has) (?:[a-z0-9_-]+ ){1,4}?(?:brings?|brought|takes?|taken|make|made|earn(?:ed)?|spend|spent|pay|paid|charged?)\b/,
  /\bhow much (?:has |have )?(?:went|goes|go|gone|came|come|comes) (?:back|out|in)\b/,
  /\bwhat (?:did|do|have|has) (?:we|they|it) (?:take|taken|make|made|earn(?:ed)?|charged?)\b/,
  /\bhow much (?:was|were|is|has been|have been|got) (?:paid|charged|spent|earned|captured|refunded|sold|billed|collected|taken)\b/,
  /\bhow much [a-z]{3,20} (?:was|were|is|has been|have been|got) (?:paid|charged|spent|earned|refunded|billed)\b/,
  /\b(?:billed|charged|invoiced|pays?|paid|spends?|spent) (?:us |the )?(?:most|least)\b(?! [a-z]+s\b)/,
]
/** What is done with amounts of every kind, and so no event of its own. */
const FLOW =
  /^(?:sells?|sold|bu(?:y|ys)|bought|pays?|paid|paying|spends?|spent|charges?|charged|uses?|used|consumes?|consumed|draws?|drew|drawn|pulls?|pulled|gives?|gave|given|takes?|took|taken|brings?|brought|earns?|earned|makes?|made|runs?|ran|went|come|came|rakes?|raked|racks?|costs?|did|got|gets?|in|out|up|off)$/

/** The quantity that a question asks for; null where it asks for something else. */
export function quantityAsked(state: QuestionState): QuantityAsked | null {
  const { text } = state
  if (OTHER.test(text) || YES_NO.test(text) || state.traceId !== null || state.against !== null) return null
  const words = state.words.filter(({ usedBy }) => usedBy !== 'time')
  const formed = new Set<Word>()
  const take = (found: RegExpExecArray | null): RegExpExecArray | null => {
    if (found !== null)
      for (const word of words)
        if (word.start < found.index + found[0].length && word.end > found.index) formed.add(word)
    return found
  }
  const isNow = take(NOW.exec(text)) !== null
  const asked = groupOf(state, words, formed)
  const left = words.filter((word) => !formed.has(word))
  const claim = claimOf(left) ?? claimOfMetric(left, state)
  const isSuperlative = claim?.words.some((word) => isSuperlativeIn(text, word.text, claim.dimension)) === true
  const [stated] = STATISTICS.find(([, says]) => says.test(text)) ?? []
  for (const [, says] of STATISTICS) take(says.exec(text))
  const isMoneyVerb = claim === null && MONEY_VERBS.some((form) => form.test(text))
  const counted = countedIn(text, left)
  const most = take(MOST.exec(text))
  const least = take(LEAST.exec(text))
  const isExtreme = isSuperlative || stated === 'max' || stated === 'min'
  const isRanked = asked?.isRanked === true && (most !== null || least !== null || isExtreme || asked.isTail)
  if (asked?.isRanked === true && !isRanked) return null
  const isLittle = claim?.isLittle === true || (isSuperlative && least !== null)
  const isAddedUp =
    isMoneyVerb || most !== null || least !== null || opensWithAmount(left, claim, counted) || isInUnit(text, claim)
  const statistic = ((): Statistic | null => {
    if (MEAN.test(text)) return 'mean'
    if (isRanked && ADDED_UP.test(text)) return 'sum'
    if (isSuperlative) return isLittle ? 'min' : 'max'
    if (stated !== undefined) return stated
    if (HOW_FAR.test(text)) return 'max'
    return isAddedUp ? 'sum' : null
  })()
  const isLeast = least !== null || isLittle || (stated === 'min' && statistic !== 'mean') || LITTLE.test(text)
  const isTime = claim?.dimension === TIME
  const claiming = isTime || claim === null ? [] : claim.words
  const rest = left.filter(
    (word) => !formed.has(word) && !claim?.words.includes(word) && word !== counted && !/^[%$#.:/-]+$/.test(word.text),
  )
  const isSoft = ({ text: said, lemma }: Word): boolean =>
    FUNCTION_WORDS.has(said) ||
    SMALL_WORDS.has(said) ||
    FUNCTION_WORDS.has(lemma) ||
    PEOPLE.test(lemma) ||
    EVERYDAY_PEOPLE.test(lemma) ||
    ((claim !== null || isMoneyVerb) && FLOW.test(said)) ||
    PARTICLE.test(said)
  const needed = rest.filter((word) => !isSoft(word) || isPlaced(word, words))
  const ofEach = asked !== null && !asked.isRanked ? words.filter((word) => asked.words.has(word)) : []
  return {
    dimension: claim?.dimension ?? (isMoneyVerb ? MONEY : null),
    claimedBy: claim?.by ?? (isMoneyVerb ? 'verb' : null),
    isIncome:
      (isMoneyVerb || claim?.words.some(({ text: said }) => INCOME.test(said)) === true) && !OUTGOING.test(text),
    counted,
    statistic,
    group:
      asked === null
        ? null
        : { nouns: asked.nouns, isRanked: asked.isRanked, order: isLeast && asked.isRanked ? 'lowest' : 'highest' },
    isNow,
    needed,
    welcome: [...rest.filter((word) => !needed.includes(word)), ...ofEach],
    claiming,
  }
}

const INCOME = /^(?:money|revenues?|turnover|takings|income|earnings|proceeds|cash|earns?|earned)$/
const OUTGOING = /\b(?:refund\w*|pa(?:y|id) (?:back|out)|spen[dt]\w*|credit\w*|back)\b/
const PARTICLE = /^(?:in|out|up|off|down|away|back|over|single|anybody|somebody|ever|lets?)$/

/** "Charged for printing": what stands behind such a word restricts, however everyday it is. */
function isPlaced({ text, lemma, start }: Word, words: readonly Word[]): boolean {
  const before = words.findLast((word) => word.end <= start && !/^(?:the|a|an|our|all)$/.test(word.text))
  const isGrammar = FUNCTION_WORDS.has(text) || PEOPLE.test(lemma) || EVERYDAY_PEOPLE.test(lemma)
  return !isGrammar && /^(?:for|from|via|through|by|at|with|on)$/.test(before?.text ?? '')
}

/** "Priciest", "most expensive". */
function isSuperlativeIn(text: string, said: string, { much, little }: Dimension): boolean {
  if (!much.test(said) && !little.test(said)) return false
  return /est$/.test(said) || text.includes(`most ${said}`) || text.includes(`least ${said}`)
}

/** "How many pallets", "the most pallets", "fewest machines": a noun in plural right behind. */
function countedIn(text: string, words: readonly Word[]): Word | null {
  const found = /\b(?:how many|number of|most|fewest|least|total) (?:of )?(?:the )?(?:[a-z-]+ )?([a-z-]+s)\b/.exec(text)
  if (found === null) return null
  const [noun = ''] = found[0]
    .replace(/^(?:how many|number of|most|fewest|least|total) (?:of )?(?:the )?/, '')
    .split(' ')
  const end = found.index + found[0].length
  const all = words.filter((word) => word.end <= end && word.start >= found.index)
  return (
    all.find((word) => word.text === noun && word.text !== word.lemma) ?? all.find((word) => word.end === end) ?? null
  )
}

/** "How much water", where a metric of that name is in litres. */
function claimOfMetric(words: readonly Word[], { text, context }: QuestionState): Claim | null {
  const noun = /\b(?:how much|total|amount of) ([a-z]{3,20})\b/.exec(text)?.[1]
  const word = words.find((one) => one.text === noun)
  if (word === undefined) return null
  const units = new Set(
    context.catalogue.metrics.filter(({ name }) => partsOf(name).includes(word.lemma)).map(({ unit }) => unit),
  )
  const [unit, more] = units
  const dimension = unit === undefined || more !== undefined ? null : dimensionOf(unit, [])
  const isOther = dimension === null || dimension === MONEY || dimension === TIME
  return isOther ? null : { dimension, words: [word], by: 'noun', isLittle: false }
}

/** "…, in dollars": says of what the amount is. */
function isInUnit(text: string, claim: Claim | null): boolean {
  return (
    claim?.by === 'unit' &&
    claim.words.some((word) => new RegExp(`\\bin ${RegExp.escape(word.text)}(?![\\w-])`).test(text))
  )
}

/** "kWh sold in berlin", "litres used on T2", "value of all quotes": the question opens with the amount. */
function opensWithAmount(words: readonly Word[], claim: Claim | null, counted: Word | null): boolean {
  const opening = words
    .filter(({ text }) => !/^(?:the|our|all|and|so|of|show|give|me|ok|what|is|was)$/.test(text))
    .slice(0, 2)
  const [first] = opening
  if (first === undefined) return false
  // "Pickup fees per district".
  const isNoun = claim?.by !== 'adjective' && opening.some((word) => claim?.words.includes(word) === true)
  return claim?.words.includes(first) === true || first === counted || isNoun
}
