/**
 * Which characters a column of texts can hold, as 32 bits, without regard to case: lets a search skip a column unread.
 * A set may name more than is there, never less.
 */

/** Letters a bit each; the rest by what tells machine-made texts apart. */
const DIGIT = 1 << 26
const HYPHEN = 1 << 27
const POINT = 1 << 28
const JOINER = 1 << 29
const OTHER_ASCII = 1 << 30
const NON_ASCII = 1 << 31

/** Every character. Also the set of a text beyond ASCII: lower case may turn what is beyond into ASCII. */
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

/** The characters of a text that is searched for. */
export function charactersOf(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; at++) characters |= characterAt(text, at)
  return characters
}

/** The character of a text at a place. */
export function characterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (ASCII[code] ?? 0) : NON_ASCII
}

/**
 * The characters of which a variable between two texts must have one, if `text` is to lie across its border: it begins
 * in what stands before the variable, or ends in what stands behind it. All in lower case.
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

/** The characters a column may hold that has these texts. */
export function charactersOfAll(texts: Iterable<string>): number {
  let characters = 0
  for (const text of texts) {
    characters |= charactersOf(text)
    if (characters < 0) return ANY_CHARACTER
  }
  return characters
}

/** Sets told of a segment; more are taken together. */
const SETS_MAX = 16

/** The sets of several columns without those that another holds. */
export function widestSets(sets: Iterable<number>): readonly number[] {
  let widest: number[] = []
  for (const set of sets) {
    if (widest.some((other) => canHold(other, set))) continue
    widest = widest.filter((other) => !canHold(set, other))
    widest.push(set)
  }
  return widest.length <= SETS_MAX ? widest : [widest.reduce((all, set) => all | set, 0)]
}

/** Whether a column can hold all of `needed`. */
export function canHold(characters: number, needed: number): boolean {
  return (needed & ~characters) === 0
}
