/**
 * Decides when the words at one place of otherwise equal templates are values of a variable. Each rule depends only on
 * the set of words, and stays true when the set grows. So patterns only ever merge, whatever the order of shapes.
 */
import { WILD } from './words.ts'

/** Words that state an outcome or belong to the grammar. Templates that differ in one of them are different events. */
const CLOSED = new Set(
  (
    'true false null nil none undefined yes no on off ok failed failure success successful succeeded unknown not valid invalid ' +
    'enabled disabled active inactive up down open opened closed start started stop stopped begin end error warning info ' +
    'is are was were be been has have had can cannot could will would and or but the a an of to from in at by for with without'
  ).split(' '),
)

/** Nouns that a name follows: two distinct words after one of them are enough to make a variable. */
const NAMING = new Set('user username host hostname'.split(' '))

/** The weight of distinct words that makes a place a variable. */
const VALUES_MIN = 5
/** The weight needed if the template has only one other word, or if the place is its first word. */
const VALUES_MIN_VAGUE = 10
const VALUES_MIN_NAMED = 2

/** Returns true if a word can be a value, false if it is one of `CLOSED`. */
export function mayVary(word: string): boolean {
  return !CLOSED.has(word.toLowerCase())
}

/** A place in a key, with what stands before it. */
export interface Place {
  readonly isFirst: boolean
  /** Literal words of the template besides this one. */
  readonly otherWords: number
  readonly previousWord: string
  readonly previousDelimiter: string
}

/** Returns the weight of distinct words at which a place becomes a variable; infinite if it never does. */
export function weightNeeded(place: Place): number {
  if (place.otherWords === 0) return Number.POSITIVE_INFINITY
  if (place.previousDelimiter === ' ' && NAMING.has(place.previousWord.toLowerCase())) return VALUES_MIN_NAMED
  return place.isFirst || place.otherWords === 1 ? VALUES_MIN_VAGUE : VALUES_MIN
}

/** Returns the weight of one distinct word: how strongly it suggests that its place is a variable. */
export function weightOf(word: string): number {
  // The place has held numbers, addresses or names of machines.
  if (word === WILD) return 3
  // Programs write states and constants in capitals. Names of actions end in -ed or -ing.
  if (/^[A-Z][A-Z_]+$/.test(word)) return 0.25
  if (/(?:ed|ing)$/.test(word)) return 0.5
  if (/[_\-/$@]/.test(word)) return 1.5
  return 1
}
