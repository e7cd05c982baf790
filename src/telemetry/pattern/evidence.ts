/**
 * When words that differ at one place of otherwise equal templates are values of a variable. Every rule looks at the
 * set of words only and never turns false when the set grows: patterns can only merge, in whatever order shapes come.
 */
import { WILD } from './words.ts'

/** Words that state an outcome: templates which differ by them are different events, however many there are. */
const CLOSED = new Set(
  (
    'true false null nil none undefined yes no on off ok failed failure success successful succeeded unknown not valid invalid ' +
    'enabled disabled active inactive up down open opened closed start started stop stopped begin end error warning info ' +
    'is are was were be been has have had can cannot could will would and or but the a an of to from in at by for with without'
  ).split(' '),
)

/** Nouns before a name of the installation: what follows is a value as soon as there are two of them. */
const NAMING = new Set('user username host hostname'.split(' '))

/** Distinct values that make a variable of a place among plain words. */
const VALUES_MIN = 5
/** Where the template says little else (one other word), or the place is its first word, more are needed. */
const VALUES_MIN_VAGUE = 10
const VALUES_MIN_NAMED = 2

/** Whether a word may turn out to be a value at all. */
export function mayVary(word: string): boolean {
  return !CLOSED.has(word.toLowerCase())
}

export interface Place {
  readonly isFirst: boolean
  /** Literal words of the template besides this one. */
  readonly otherWords: number
  readonly previousWord: string
  readonly previousDelimiter: string
}

/** The weight of distinct words at which a place is a variable. */
export function weightNeeded(place: Place): number {
  if (place.otherWords === 0) return Number.POSITIVE_INFINITY
  if (place.previousDelimiter === ' ' && NAMING.has(place.previousWord.toLowerCase())) return VALUES_MIN_NAMED
  return place.isFirst || place.otherWords === 1 ? VALUES_MIN_VAGUE : VALUES_MIN
}

/** How much one distinct word says for its place being a variable. */
export function weightOf(word: string): number {
  // Numbers, addresses or names of machines have been seen there.
  if (word === WILD) return 3
  // States and constants are written in capitals, deeds end in -ed and -ing.
  if (/^[A-Z][A-Z_]+$/.test(word)) return 0.25
  if (/(?:ed|ing)$/.test(word)) return 0.5
  if (/[_\-/$@]/.test(word)) return 1.5
  return 1
}
