/**
 * A set of the characters that a column of texts may contain, as 32 bits, ignoring case. A search uses it to skip a
 * column without reading it. The set may contain too many characters, but never too few.
 */

/** Persisted: never renumber. Bits 0 to 25 stand for the letters, these for the other characters of a set. */
const DIGIT = 1 << 26
const HYPHEN = 1 << 27
const POINT = 1 << 28
const JOINER = 1 << 29
const OTHER_ASCII = 1 << 30
const NON_ASCII = 1 << 31

/** Every character. Also the set of text beyond ASCII, because lower-casing may turn it into ASCII. */
export const ANY_CHARACTER = -1

const ASCII = new Int32Array(128).fill(OTHER_ASCII)
for (let letter = 0; letter < 26; letter++) {
  ASCII[65 + letter] = 1 << letter
  ASCII[97 + letter] = 1 << letter
}
ASCII.fill(DIGIT, 48, 58)
ASCII[45] = HYPHEN
ASCII[46] = POINT
for (const joiner of '_/:@') ASCII[joiner.charCodeAt(0)] = JOINER

export const NUMBER_CHARACTERS = charactersOf('0-')
export const DECIMAL_CHARACTERS = charactersOf('0.-')
export const HEX_CHARACTERS = charactersOf('0abcdefx')
export const UUID_CHARACTERS = charactersOf('0abcdef-')

/** The characters of the text to search for. */
export function charactersOf(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; at++) characters |= characterAt(text, at)
  return characters
}

/** The bit of the character at a position. */
export function characterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (ASCII[code] ?? 0) : NON_ASCII
}

/**
 * The characters of which a variable between two literals must contain one, if `text` is to cross its border: the text
 * begins in the literal before the variable or ends in the literal behind it. All texts are lower case.
 */
export function crossingCharacters(text: string, left: string, right: string): number {
  let characters = 0
  const last = left.at(-1)
  const first = right.at(0)
  const mayBegin = last !== undefined && text.includes(last)
  const mayEnd = first !== undefined && text.includes(first)
  for (let cut = 1; cut < text.length && (mayBegin || mayEnd); cut++) {
    if (mayBegin && left.endsWith(text.slice(0, cut))) characters |= characterAt(text, cut)
    const rest = text.slice(cut)
    if (mayEnd && (right.startsWith(rest) || rest.startsWith(right))) characters |= characterAt(text, cut - 1)
  }
  return characters
}

/** The characters that a column with these texts may contain. */
export function charactersOfAll(texts: Iterable<string>): number {
  let characters = 0
  for (const text of texts) {
    characters |= charactersOf(text)
    if (characters < 0) return ANY_CHARACTER
  }
  return characters
}

/** Most sets stored per segment; more are united. */
const SETS_MAX = 16

/** The sets of several columns, without those that another set includes. */
export function widestSets(sets: Iterable<number>): readonly number[] {
  let widest: number[] = []
  for (const set of sets) {
    if (widest.some((other) => canHold(other, set))) continue
    widest = widest.filter((other) => !canHold(set, other))
    widest.push(set)
  }
  return widest.length <= SETS_MAX ? widest : [widest.reduce((all, set) => all | set, 0)]
}

/** True when a column may contain all of `needed`. */
export function canHold(characters: number, needed: number): boolean {
  return (needed & ~characters) === 0
}
