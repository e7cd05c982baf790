/** Free words grounded in the project's data: as ids, values of attributes or texts. What fits nothing is left out. */
import { WHOLE_SYSTEM } from '../vocabulary/function-words.ts'
import { KIND_OF_TROUBLE, NAME_OF_ERROR } from '../vocabulary/meanings.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { REQUEST_VERBS, SMALL_WORDS } from '../vocabulary/small-words.ts'
import {
  channelValues,
  furtherValues,
  keyedValues,
  keyedWords,
  peopleValues,
  tableValues,
  valueConditions,
  valuesBeforeKey,
} from './attribute-values.ts'
import { attributeField } from './fields.ts'
import { idConditions, idValue, isCapital, isIdLike } from './ids.ts'
import { takeAsText, templateWords, wholeTemplate } from './line-words.ts'
import { freeWords, isAskedVerb, type QuestionState, type TextHits } from './state.ts'
import { otherWordsFor } from './texts.ts'
import type { Word } from './words.ts'

const GENERIC_PEOPLE = /^(?:customer|user|person|client|visitor|folk|boss|manager|support|everybody|colleague)$/
/** Words that only say that something went well or not. */
const COMPANIONS = /^(?:successfully|successful|unsuccessfully|ok)$/

const OUTCOMES = /^(?:un)?successful(?:ly)?$/

/** "Successful /v1/current requests": of requests the word restricts, whatever stands between. */
function outcomeSaid({ conditions }: QuestionState, { text }: Word): void {
  if (conditions.some(({ on }) => on === 'outcome')) return
  conditions.push({ on: 'outcome', is: text.startsWith('un') ? 'failed' : 'succeeded' })
}

/** A question of so many words has a line pasted into it. */
const PASTED_MIN = 20

/** At most this many words are looked up for one question: each costs a search. */
const LOOKED_UP_MAX = 8

/** Words to look up before a second reading: whether they are values of attributes, and whether any text has them. */
export interface Lookups {
  readonly words: readonly string[]
}

/**
 * Grounds what it can and says which words are still to look up. `hits` are the results of the look-up, null before it.
 * `isAboutLogs` says that words may be texts of log records.
 */
export function groundFreeWords(state: QuestionState, hits: TextHits | null, isAboutLogs: boolean): Lookups {
  // An id, a code, or a value whose key stands beside it is looked up before any word is taken for a text.
  const valued =
    hits === null
      ? [...freeWords(state).filter((word) => isIdLike(word) || isCapital(state, word)), ...keyedWords(state)]
      : []
  if (valued.length > 0) {
    const words = [...new Set([...valued, ...freeWords(state)].map(({ text }) => text))]
    return { words: words.slice(0, LOOKED_UP_MAX) }
  }
  keyedValues(state, hits)
  valuesBeforeKey(state)
  for (const word of freeWords(state)) if (isIdLike(word)) idValue(state, word, hits, isAboutLogs)
  idConditions(state)
  peopleValues(state)
  for (const word of freeWords(state))
    if ((WHOLE_SYSTEM.has(word.lemma) && isOfOne(word) && word.isCode !== true) || COMPANIONS.test(word.text)) {
      word.usedBy = 'no condition'
      if (!isAboutLogs && OUTCOMES.test(word.text)) outcomeSaid(state, word)
    }
  tableValues(state)
  channelValues(state)
  // A line that has all words together goes before a value that one of them happens to be.
  if (isAboutLogs) wholeTemplate(state)
  valueConditions(state, isAboutLogs)
  furtherValues(state)
  const isSmall = ({ text, lemma }: Word): boolean =>
    SMALL_WORDS.has(text) ||
    SMALL_WORDS.has(lemma) ||
    (!isAboutLogs && REQUEST_VERBS.has(text)) ||
    isAskedVerb(state, text)
  if (isAboutLogs) templateWords(state, hits !== null, isSmall)
  for (const word of freeWords(state)) if (isSmall(word)) word.usedBy = 'no condition'
  // "All countries": the name of an attribute by itself restricts nothing.
  for (const word of freeWords(state)) if (isAllOf(state, word)) word.usedBy = 'no condition'
  // Of "premium customers" it is the first word that restricts.
  for (const word of freeWords(state)) if (GENERIC_PEOPLE.test(word.lemma)) word.usedBy = 'no condition'
  // Of "gold members" it is the value.
  for (const word of freeWords(state))
    if (PEOPLE.test(word.lemma) && state.words[state.words.indexOf(word) - 1]?.usedBy === 'attribute')
      word.usedBy = 'no condition'
  const rest = freeWords(state)
  if (rest.length === 0) return { words: [] }
  if (hits === null) {
    // Of a plural the singular may be what lines say.
    const forms = rest.flatMap(({ text, lemma }) => (lemma === text ? [text] : [text, lemma]))
    return { words: forms.slice(0, LOOKED_UP_MAX) }
  }
  for (const word of rest) {
    const others = KIND_OF_TROUBLE.test(word.text) ? otherWordsFor(word.text) : null
    // A small number stands in thousands of lines and was meant as an amount of something.
    const isAmount = /^\d{1,4}$/.test(word.text) && state.words.length < PASTED_MIN
    if (isAboutLogs && !isAmount && (hits[word.text] ?? 0) > 0) {
      takeAsText(state, word)
    } else if (isAboutLogs && !isAmount && (hits[word.lemma] ?? 0) > 0) {
      takeAsText(state, word, word.lemma)
    } else if (isAboutLogs && (others !== null || NAME_OF_ERROR.test(word.text))) {
      word.usedBy = 'text'
      state.conditions.push({ on: 'text', text: word.text, mode: 'all' })
    } else if (isWorkOf(state, word) || isKindOf(state, word)) {
      word.usedBy = 'no condition'
    } else {
      word.usedBy = 'left out'
      state.leftOut.push(word.text)
    }
  }
  return { words: [] }
}

/** "Companies" are several, and none of them the whole system. */
function isOfOne({ text }: Word): boolean {
  return text !== 'companies'
}

/** "Transcoding jobs": what is done is said by the word before, and that it is work restricts nothing. */
function isWorkOf({ words }: QuestionState, word: Word): boolean {
  const before = words[words.indexOf(word) - 1]?.usedBy
  // "Android phones": the value says which ones.
  if (before === 'attribute' && /^(?:phone|device|browser|handset|tablet)$/.test(word.lemma)) return true
  const isSaid = before === 'template' || before === 'service'
  return isSaid && /^(?:job|task|run|attempt|operation|process|work)$/.test(word.lemma)
}

/** "Premium class", "carriers other than swift": what the value beside it is one of. */
function isKindOf({ words, negations }: QuestionState, word: Word): boolean {
  const at = words.indexOf(word)
  if (words[at - 1]?.usedBy === 'attribute' && KIND.test(word.lemma)) return true
  return negations.some(
    ({ by, scope, isVerb }) =>
      by[0] === at + 1 &&
      by.length > 1 &&
      isVerb !== true &&
      [...scope].some((place) => words[place]?.usedBy === 'attribute'),
  )
}

const KIND =
  /^(?:class|tier|plan|type|kind|sort|category|platform|region|channel|edition|segment|brand|model|tenant|carrier)$/

/** Whether a word names an attribute of which all values are meant. */
function isAllOf({ words, context, text, negations }: QuestionState, word: Word): boolean {
  if (negations.length > 0 || /\bor (?:just|only)\b/.test(text)) return false
  const before = words[words.indexOf(word) - 1]?.text ?? ''
  return /^(?:all|every|any)$/.test(before) && attributeField(word.text, context.catalogue)?.scope === 'attribute'
}
