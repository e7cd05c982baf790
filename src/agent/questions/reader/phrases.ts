/** Finds the phrases of a vocabulary in the words of a question: the longest at each place, from left to right. */
import { ENGLISH, type Tag } from '../vocabulary/english.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { MEANINGS, METRIC_WORDS } from '../vocabulary/meanings.ts'
import { editDistance, errorsAllowed, lemmaOf, type Word } from './words.ts'

export interface Phrase {
  readonly tag: Tag
  /** Index of its first word, and how many it has. */
  readonly at: number
  readonly length: number
}
interface Entry {
  readonly tag: Tag
  readonly lemmas: readonly string[]
}

const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = compile()
/** Single words a typing error may be meant for. */
const CORRECT: readonly string[] = [...new Set([...BY_FIRST.values()].flat().flatMap(({ lemmas }) => lemmas))].filter(
  (word) => word.length >= 4,
)
/** Words of metrics and of lines are no typing errors either: "heap" is not a mistyped "help". */
const TELEMETRY_WORDS: readonly string[] = [...METRIC_WORDS.flatMap(([asked]) => asked), ...MEANINGS.flat()].flatMap(
  (phrase) => phrase.split(' '),
)
const KNOWN: ReadonlySet<string> = new Set([...CORRECT, ...FUNCTION_WORDS, ...TELEMETRY_WORDS])
/** Short words that are often mistyped and mean nothing else. */
const SHORT_FIXES: Readonly<Record<string, string>> = {
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
}

function compile(): Map<string, Entry[]> {
  const map = new Map<string, Entry[]>()
  // Object.entries forgets the literal keys, which are the tags.
  for (const [tag, phrases] of Object.entries(ENGLISH) as [Tag, readonly string[]][]) {
    for (const phrase of phrases) {
      const lemmas = phrase.split(' ').map(lemmaOf)
      const first = lemmas[0] ?? ''
      const entries = map.get(first) ?? []
      entries.push({ tag, lemmas })
      map.set(first, entries)
    }
  }
  for (const entries of map.values()) entries.sort((a, b) => b.lemmas.length - a.lemmas.length)
  return map
}

/** The word as it was probably meant, null where it is known as it is or nothing is near. */
export function corrected(word: Word, isKnown: (text: string) => boolean): string | null {
  const short = SHORT_FIXES[word.text]
  if (short !== undefined) return short
  if (!/^[a-z]+$/.test(word.text) || KNOWN.has(word.text) || KNOWN.has(word.lemma) || isKnown(word.text)) return null
  const allowed = errorsAllowed(word.text.length)
  if (allowed === 0) return null
  let best: { word: string; distance: number } | null = null
  for (const candidate of CORRECT) {
    if (candidate[0] !== word.text[0] && candidate[1] !== word.text[1]) continue
    const distance = editDistance(word.lemma, candidate, allowed)
    if (distance <= allowed && (best === null || distance < best.distance)) best = { word: candidate, distance }
  }
  // Two errors in a shorter word make another word.
  return best === null || (best.distance > 1 && word.text.length < 9) ? null : best.word
}

/** Phrases over words that nothing has used yet; the words stay free for their users to take. */
export function findPhrases(words: readonly Word[]): Phrase[] {
  const found: Phrase[] = []
  for (let at = 0; at < words.length; ) at += Math.max(1, longestAt(words, at, found))
  return found
}

function longestAt(words: readonly Word[], at: number, into: Phrase[]): number {
  const first = words[at]
  if (first === undefined || first.usedBy !== null || first.isCode === true) return 1
  let longest = 0
  for (const { tag, lemmas } of BY_FIRST.get(first.lemma) ?? []) {
    if (lemmas.length < longest) break
    const isThere = lemmas.every((lemma, offset) => {
      const word = words[at + offset]
      return word !== undefined && word.usedBy === null && (word.lemma === lemma || word.text === lemma)
    })
    if (!isThere) continue
    longest = lemmas.length
    into.push({ tag, at, length: longest })
  }
  return longest
}
