/** What a question tells things apart by: "which stall", "who", "where", "per district", "by kind of work". */
import { FUNCTION_WORDS } from '../../vocabulary/function-words.ts'
import { classValue } from '../known-values.ts'
import type { QuestionState } from '../state.ts'
import type { Word } from '../words.ts'

const NOUNS = '([a-z][a-z-]{1,25}(?: [a-z][a-z-]{1,25})?)'
const BY = new RegExp(
  `,? (?:(?:broken down|grouped|split|separated) )?(?:by|per|for each|for every|each|every) (?:the |single )?${NOUNS}(?= |\\W*$)`,
)
const WHICH = new RegExp(
  `(?:^|[, ])(?:at |in |on |for |with |from |by |and |mostly )*(?:which|what|whose) (?:of (?:the|our) )?${NOUNS}`,
)
const WHO = /(?:^|[, ])(?:and )?(?:by )?whom?\b/
const PARTICIPLE = /^[a-z]{2,20}(?:ed|en|id|nt)$/
const WHERE = /^(?:(?:so|and|but|ok|hey) )*where\b/
const RANKED = /\b(?:most|least|fewest|best|worst|[a-z]+est)\b/
/** Nouns that ask for a part of the question itself. */
const NO_GROUP =
  /^(?:is|are|was|were|do|does|did|has|have|had|time|way|kind|sort|much|about|happened|happens|the|a|an|to|we|of)\b/
/** Verbs and small words behind the noun. */
const SMALL_BEHIND =
  /^(?:is|are|was|were|do|does|did|has|have|had|gets?|got|made|make|makes|took|takes|sells?|sold|with|the|most|lets?|in|on|up)$/

export interface Grouped {
  readonly nouns: readonly string[]
  readonly isRanked: boolean
  /** "…, and which patient": behind the extreme that is asked for. */
  readonly isTail: boolean
  readonly words: ReadonlySet<Word>
}

/** What the question tells things apart by; takes its words. */
export function groupOf(state: QuestionState, words: readonly Word[], formed: Set<Word>): Grouped | null {
  const { text } = state
  const which = WHICH.exec(text)
  const asked = which?.[1] ?? ''
  if (which !== null && asked !== '' && !NO_GROUP.test(asked)) {
    const from = which.index + which[0].length - asked.length
    const [first = '', second] = asked.split(' ')
    const isOne = second === undefined || SMALL_BEHIND.test(second) || /(?:[^s]s|ed|est)$/.test(second)
    const own = takeFrom(words, from, isOne ? first.length : asked.length, formed)
    takeFrom(words, which.index, from - which.index, formed)
    const nouns = isOne ? [first] : [asked, second]
    const isTail = which.index > 0 && /^(?:,| and\b)/.test(which[0])
    return { nouns, isRanked: true, isTail, words: own }
  }
  const where = WHERE.exec(text)
  if (where !== null && RANKED.test(text)) {
    const own = takeFrom(words, where.index, where[0].length, formed)
    return { nouns: ['place'], isRanked: true, isTail: false, words: own }
  }
  const who = WHO.exec(text)
  if (who !== null && RANKED.test(text)) {
    const own = takeFrom(words, who.index, who[0].length, formed)
    return { nouns: ['who'], isRanked: true, isTail: who.index > 0, words: own }
  }
  const by = BY.exec(text.replace(/\b(kind|type|sort)s? of (?=[a-z])/g, (said) => said.replaceAll(' ', '-')))
  const noun = by?.[1]
  if (by === null || noun === undefined || /^(?:second|minute|hour|day|week)s?\b/.test(noun)) return null
  if (/^,? ?by /.test(by[0]) && isWayOfDoing(noun.split(' ')[0] ?? '', state)) return null
  const from = by.index + by[0].length - noun.length
  const [first = '', second] = noun.split(' ')
  const isOne = second === undefined || FUNCTION_WORDS.has(second) || PARTICIPLE.test(second)
  const own = takeFrom(words, from, isOne ? first.length : noun.length, formed)
  takeFrom(words, by.index, from - by.index, formed)
  // "Per confirmed booking": of bookings.
  const kind = /^(?:kind|type|sort)s?-of-(.+)$/.exec(first)?.[1]
  const nouns =
    kind !== undefined
      ? [`kind of ${kind}`, kind]
      : isOne
        ? [first]
        : PARTICIPLE.test(first)
          ? [second]
          : [noun, second]
  return { nouns, isRanked: false, isTail: false, words: own }
}

/** "Sold by card", which lines say so: how or by whom it was done, and no group. */
function isWayOfDoing(word: string, state: QuestionState): boolean {
  const isSaid = state.context.catalogue.templates.some(({ tokens }) =>
    tokens.some((token, at) => token === word && tokens[at - 1] === 'by'),
  )
  return isSaid || classValue(state, word) !== null
}

function takeFrom(words: readonly Word[], from: number, length: number, formed: Set<Word>): ReadonlySet<Word> {
  const own = words.filter(({ start, end }) => start < from + length && end > from)
  for (const word of own) formed.add(word)
  return new Set(own)
}
