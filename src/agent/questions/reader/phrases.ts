/** Finds the phrases of a vocabulary in the words of a question: the longest at each place, from left to right. */

import { COMMON_WORDS } from '../vocabulary/common-words.ts'
import { ENGLISH, type Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { MEANINGS, METRIC_WORDS } from '../vocabulary/meanings.ts'
import { matchLength, type Pattern, patternsOf } from '../vocabulary/pattern.ts'
import { REQUEST_VERBS, SMALL_WORDS } from '../vocabulary/small-words.ts'
import { synonyms } from '../vocabulary/synonyms/index.ts'
import { TYPED_WORDS } from '../vocabulary/typed-words.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { NEGATION_WORDS } from './negation.ts'
import { editDistance, errorsAllowed, lemmaOf, type Word } from './words.ts'

export interface Phrase {
  readonly tag: Tag
  /** Index of its first word, and how many it has. */
  readonly at: number
  readonly length: number
}
interface Entry {
  readonly tag: Tag
  readonly pattern: Pattern
}

const ENTRIES: readonly Entry[] = Object.entries(ENGLISH).flatMap(([tag, text]) =>
  // Object.entries forgets the literal keys, which are the tags.
  patternsOf(text, lemmaOf).map((pattern) => ({ tag: tag as Tag, pattern })),
)
const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = byFirst()
/** Single words a typing error may be meant for. */
const CORRECT: readonly string[] = [...new Set(ENTRIES.flatMap(({ pattern }) => pattern.words))].filter(
  (word) => word.length >= 4,
)
/** Words of metrics and of lines are no typing errors either: "heap" is not a mistyped "help". */
const TELEMETRY_WORDS: readonly string[] = [...METRIC_WORDS.flatMap(([asked]) => asked), ...MEANINGS.flat()].flatMap(
  (phrase) => phrase.split(' '),
)
const KNOWN: ReadonlySet<string> = new Set([
  ...CORRECT,
  ...COMMON_WORDS,
  ...FUNCTION_WORDS,
  ...TELEMETRY_WORDS,
  ...SMALL_WORDS,
  ...REQUEST_VERBS,
  ...NEGATION_WORDS,
  ...TYPED_WORDS,
])
/** Tags whose words, where they are values in the project's data, mean the values: "ranked", "switch", "peak". */
const SOFT_TAGS: ReadonlySet<Tag> = new Set([
  'highest',
  'lowest',
  'trend',
  'premise_down',
  'premise_crashed',
  'premise_slow',
  'premise_failing',
  'premise_lagging',
  'premise_restarted',
  'still',
  'silent',
  'deployment',
  'changes',
  'compare',
  'sum',
  'unusual',
  'coverage',
  'callers',
  'callees',
  'mean',
  'max',
  'min',
  'slowest',
  'fastest',
  'success_ratio',
])

/** Whether a word of the vocabulary gives way to a value of the data that is written alike. */
export function givesWay(word: string): boolean {
  const tags = ENTRIES.filter(({ pattern }) => pattern.firsts.has(word) && pattern.parts.length > 0).flatMap(
    ({ tag, pattern }) => (matchLength(pattern, [{ text: word, lemma: lemmaOf(word) }], 0) === 1 ? [tag] : []),
  )
  return tags.length > 0 && tags.every((tag) => SOFT_TAGS.has(tag))
}

/** Short words that are often mistyped and mean nothing else. */
const SHORT_FIXES = wordTable<string>({
  wht: 'what',
  wat: 'what',
  waht: 'what',
  whta: 'what',
  hwo: 'how',
  teh: 'the',
  hte: 'the',
  adn: 'and',
  brok: 'broke',
  wich: 'which',
  wy: 'why',
  erors: 'errors',
  erros: 'errors',
  u: 'you',
  ur: 'your',
})

function byFirst(): Map<string, Entry[]> {
  const map = new Map<string, Entry[]>()
  for (const entry of ENTRIES)
    for (const word of entry.pattern.firsts) {
      const entries = map.get(word) ?? []
      entries.push(entry)
      map.set(word, entries)
    }
  return map
}

/** A letter too few or too many, or two that changed places: in a short word another letter makes another word. */
export function isSlip(typed: string, meant: string): boolean {
  const sorted = (text: string): string => [...text].sort().join('')
  return typed.length !== meant.length || sorted(typed) === sorted(meant)
}

/** "Operating" and "operation" end in other endings that are both spelled right: two words, and no slip. */
function isOtherForm(typed: string, meant: string): boolean {
  const [, base] = /^(.{4,})(?:ing|ion|ed|er|or)$/.exec(typed) ?? []
  return base !== undefined && typed !== meant && new RegExp(`^${RegExp.escape(base)}(?:ing|ion|ed|er|or)$`).test(meant)
}

/** Whether the reader knows a word, in whatever sense. */
export function isVocabulary(word: string): boolean {
  return KNOWN.has(word)
}

/** The word as it was probably meant, null where it is known as it is or nothing is near. */
export function corrected(word: Word, isKnown: (text: string) => boolean): string | null {
  const short = SHORT_FIXES[word.text]
  if (short !== undefined) return short
  if (!/^[a-z]+$/.test(word.text) || KNOWN.has(word.text) || KNOWN.has(word.lemma) || isKnown(word.text)) return null
  // A word of some trade is meant as it is written.
  if (synonyms().has(word.text)) return null
  const allowed = errorsAllowed(word.lemma.length)
  if (allowed === 0) return null
  let best: { word: string; distance: number } | null = slipOf(word.text)
  for (const candidate of CORRECT) {
    if (candidate[0] !== word.text[0] || (word.lemma.length < 6 && !isSlip(word.lemma, candidate))) continue
    if (isOtherForm(word.text, candidate)) continue
    // "Planks" are no "plan": a short plural that is longer is another thing.
    if (word.text !== word.lemma && word.lemma.length < 6 && candidate.length < word.lemma.length) continue
    const distance = editDistance(word.lemma, candidate, allowed)
    // A "submarine" is no "summarize": slips add, drop or swap letters, they hardly exchange two for others.
    if (distance > 1 && lettersApart(word.lemma, candidate) > 2) continue
    if (distance <= allowed && (best === null || distance < best.distance)) best = { word: candidate, distance }
  }
  // Two errors in a shorter word make another word.
  return best === null || (best.distance > 1 && word.text.length < 9) ? null : best.word
}

/** Shorter words are one slip away from too many others. */
const TYPED_MIN = 6

/** The only word that people type in questions, if any, which is one slip of the fingers away; with its beginning. */
function slipOf(typed: string): { word: string; distance: number } | null {
  if (typed.length < TYPED_MIN - 1) return null
  const near = TYPED_WORDS.filter(
    (word) =>
      word.length >= TYPED_MIN && word[0] === typed[0] && isSlip(typed, word) && editDistance(typed, word, 1) === 1,
  )
  // Two letters that changed places are likelier than one too many: "retursn".
  const first = near.find((word) => word.length === typed.length) ?? near[0]
  return first === undefined || near.some((word) => lemmaOf(word) !== lemmaOf(first))
    ? null
    : { word: first, distance: 1 }
}

/** How many letters one word has and the other has not. */
function lettersApart(a: string, b: string): number {
  const counts = new Map<string, number>()
  for (const letter of a) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  for (const letter of b) counts.set(letter, (counts.get(letter) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

/** "The longest search", "p95 of a check", "failed fetch": what stands behind such a word is no order. */
const BEFORE_NOUNS =
  /^(?:the|a|an|per|of|by|for|in|on|each|every|any|no|one|longest|shortest|slowest|fastest|slow|fast|quickest|average|mean|median|typical|p\d{2,3}|max|maximum|min|minimum|failed|failing|successful|single|worst|biggest|smallest|last|latest|first)$/

/** Phrases over words that nothing has used yet; the words stay free for their users to take. */
export function findPhrases(words: readonly Word[]): Phrase[] {
  const found: Phrase[] = []
  for (let at = 0; at < words.length; ) at += Math.max(1, longestAt(words, at, found))
  return found
}

function longestAt(words: readonly Word[], at: number, into: Phrase[]): number {
  const first = words[at]
  if (first === undefined || first.usedBy !== null || first.isCode === true) return 1
  // Words that something has used end a phrase.
  const end = words.findIndex(({ usedBy }, place) => place > at && usedBy !== null)
  const open = end < 0 ? words : words.slice(0, end)
  let longest = 0
  const tags = new Set<Tag>()
  for (const { tag, pattern } of new Set([...(BY_FIRST.get(first.lemma) ?? []), ...(BY_FIRST.get(first.text) ?? [])])) {
    const length = matchLength(pattern, open, at)
    if (length === 0 || length < longest) continue
    if (length > longest) tags.clear()
    longest = length
    tags.add(tag)
  }
  // "How many searches", "failed checks": a noun, where "search" and "check" would be orders.
  const isNoun = first.text !== first.lemma || BEFORE_NOUNS.test(words[at - 1]?.text ?? '')
  if (longest === 1 && isNoun) tags.delete('show')
  for (const tag of tags) into.push({ tag, at, length: longest })
  return longest
}
