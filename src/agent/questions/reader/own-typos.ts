/** Typing errors in words that only the project has: of its lines, routes, keys and values. */
import { TECHNOLOGIES } from '../vocabulary/technologies.ts'
import { isSlip, isVocabulary } from './phrases.ts'
import { editDistance, type Word } from './words.ts'

/** Shorter words are too near to others. */
const LETTERS_MIN = 5
/** Longer words may hold two errors. */
const LONG = 10

/**
 * The word of the project that was probably meant: one letter too few or too many, or two that changed places. Another
 * letter makes another word ("shipped" is no "skipped"). Null where the word is known, or where several are as near.
 */
export function nearestOwn({ text, lemma }: Word, own: ReadonlySet<string>): string | null {
  if (!/^[a-z]+$/.test(text) || text.length < LETTERS_MIN || isVocabulary(text) || isVocabulary(lemma)) return null
  if (own.has(text) || own.has(lemma) || own.has(`${text}s`) || TECHNOLOGIES.has(text)) return null
  // "Evaluations" of what lines or routes call "evaluate".
  const verb = /^([a-z]{2,20}at)ions?$/.exec(text)?.[1]
  if (verb !== undefined && ['e', 'ed', 'es', 'ing'].some((ending) => own.has(verb + ending))) return null
  const allowed = text.length >= LONG ? 2 : 1
  let best: { word: string; distance: number } | null = null
  let isTied = false
  for (const word of own) {
    if (word[0] !== text[0] || word.length < LETTERS_MIN || !/^[a-z]+$/.test(word)) continue
    for (const meant of [word, `${word}s`]) {
      if (!isSlip(text, meant)) continue
      const distance = editDistance(text, meant, allowed)
      if (distance > allowed || (best !== null && distance > best.distance)) continue
      isTied = best !== null && distance === best.distance && stem(best.word) !== stem(meant)
      best = { word: meant, distance }
    }
  }
  return best === null || isTied ? null : best.word
}

function stem(word: string): string {
  return word.replace(/s$/, '')
}
