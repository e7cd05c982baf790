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
/** For the argument of a call in a template that says much else: a number and one word (`chdir(/home)`, `chdir(pwd)`). */
const VALUES_MIN_ARGUMENT = 4
const SPECIFIC_WORDS_MIN = 5

/** Returns true if a word can be a value, false if it is one of `CLOSED`. A capital A names a zone or a drive. */
export function mayVary(word: string): boolean {
  return word === 'A' || !CLOSED.has(word.toLowerCase())
}

/** Words of one stem that are told apart by their last letter (`LNKA`, `LNKB`, …) are a series from this many on. */
export const SERIES_MIN = 3

/** Returns the stem of a word that may be one of a series; null if it cannot. Names of disks (`sda`) have no vowels. */
export function seriesStem(word: string): string | null {
  return /^(?:[A-Z][A-Z_]+|[b-df-hj-np-tv-z]{2,4})[A-Za-z]$/.test(word) ? word.slice(0, -1) : null
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
  if (place.isFirst || place.otherWords === 1) return VALUES_MIN_VAGUE
  return place.previousDelimiter === '(' && place.otherWords >= SPECIFIC_WORDS_MIN ? VALUES_MIN_ARGUMENT : VALUES_MIN
}

/** A constant with its argument (`LOCAL(0)`), as `keyWords` writes it. */
const CONSTANT_CALL = /^[A-Z][A-Z_]+\(\)$/

/** Returns what a word weighs in addition where its place has also held a number, an address or a name of a machine. */
export function weightBesideValues(word: string): number {
  return CONSTANT_CALL.test(word) ? 2 : 0
}

/** Returns the weight of one distinct word: how strongly it suggests that its place is a variable. */
export function weightOf(word: string): number {
  // The place has held numbers, addresses or names of machines.
  if (word === WILD) return 3
  if (/^[A-Za-z]$/.test(word)) return 2.5
  // Programs write states and constants in capitals. Names of actions end in -ed or -ing.
  if (/^[A-Z][A-Z_]+(?:\(\))?$/.test(word)) return 0.25
  if (/(?:ed|ing)$/.test(word)) return 0.5
  if (/[_\-/$@]/.test(word)) return 1.5
  return 1
}
