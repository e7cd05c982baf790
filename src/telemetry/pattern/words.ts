/** Templates as words: the unit in which patterns compare shapes. */
import { isAlphanumeric, isDigit } from '../shape/characters.ts'

/** Words a pattern compares; longer templates are compared by their first words and the rest as one. */
export const WORDS_MAX = 96

const DELIMITERS = /((?:[\s=:,;()[\]{}"'|<>]|\.{2,})+)/
const VARIABLE = '\u0000'

/** Words and delimiters in turn; blanks are one blank, a variable is one NUL character inside its word. */
export function wordsOf(template: string): string[] {
  const parts = template.replaceAll('<*>', VARIABLE).split(DELIMITERS)
  const words: string[] = []
  for (const part of parts) {
    if (part === '') continue
    if (words.length === WORDS_MAX) {
      words.push(VARIABLE)
      break
    }
    if (isDelimiter(part)) words.push(...splitEmptyBrackets(part.replace(/\s+/g, ' ')))
    else words.push(part)
  }
  return words
}

export function isDelimiter(word: string): boolean {
  return /^(?:[\s=:,;()[\]{}"'|<>]|\.\.)/.test(word)
}

/** What a word is to the comparison. */
export const WILD = '*'

/**
 * The words that tell shapes apart: whatever holds a variable, a digit or a dotted name is wild, lists of wild words
 * are one, an empty pair of brackets is like a filled one.
 */
export function keyWords(words: readonly string[]): string[] {
  const key: string[] = []
  for (const word of words) {
    if (isDelimiter(word)) key.push(word)
    else if (isWild(word) || isUnitAfterNumber(key, word) || isAbsentValue(key, word)) key.push(WILD)
    else key.push(word)
  }
  return collapse(dropAnnotations(joinRanges(key)))
}

/** `node-[3-7]` beside `node-3`: a range of names is a name. */
function joinRanges(key: readonly string[]): string[] {
  const joined: string[] = []
  for (let i = 0; i < key.length; i++) {
    const word = key[i] ?? ''
    const next = key.findIndex((one, at) => at > i && one.includes(']'))
    const isRange = /[-_][A-Za-z]?$/.test(word) && key[i + 1] === '[' && next > i && onlyWild(key.slice(i + 2, next))
    if (!isRange) {
      joined.push(word)
      continue
    }
    const rest = (key[next] ?? '').slice(1)
    joined.push(WILD, ...(rest === '' ? [] : [rest]))
    i = next
  }
  return joined
}

function onlyWild(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => word === WILD || /^[,\s]+$/.test(word))
}

/** `426 bytes (1.2 KB) sent` beside `26 bytes sent`: a value in brackets of its own explains the one before it. */
function dropAnnotations(key: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < key.length; i++) {
    const word = key[i] ?? ''
    const close = key[i + 2] ?? ''
    const isAnnotation = word === ' (' && key[i + 1] === WILD && close.startsWith(')') && i > 0
    if (!isAnnotation) {
      kept.push(word)
      continue
    }
    if (close.length > 1) kept.push(close.slice(1))
    i += 2
  }
  return kept
}

const UNITS = new Set(
  'ns us µs ms s sec secs second seconds m min mins minute minutes h hour hours B kB KB MB GB TB KiB MiB GiB'.split(
    ' ',
  ),
)

/** `took 5 ms`, `took 2 s`: programs that choose the unit by the size of the number say the same thing. */
function isUnitAfterNumber(key: readonly string[], word: string): boolean {
  return key.at(-1) === ' ' && key.at(-2) === WILD && UNITS.has(word)
}

const ABSENT = new Set('null nil None undefined'.split(' '))

/** `owner=null` beside `owner=com.example`: a missing value is a value. */
function isAbsentValue(key: readonly string[], word: string): boolean {
  return ABSENT.has(word) && /[=:]\s*$/.test(key.at(-1) ?? '')
}

/** Empty, starred out, or holding a variable, a digit, or a dot between letters. */
function isWild(word: string): boolean {
  if (word === '' || /^\*+$/.test(word)) return true
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code === 0 || isDigit(code)) return true
    if (code === 46 && i > 0 && isNamePart(word.charCodeAt(i - 1)) && isNamePart(word.charCodeAt(i + 1))) return true
  }
  return false
}

function isNamePart(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45
}

/** `()` holds an empty word, so that it compares with `(<*>)`. */
function splitEmptyBrackets(delimiter: string): string[] {
  const at = delimiter.search(/\(\)|\[\]|\{\}/)
  if (at < 0) return [delimiter]
  return [delimiter.slice(0, at + 1), '', delimiter.slice(at + 1)]
}

const LIST_DELIMITER = /^(?:[ ,:/|;]| ?, ?)$/

/** Words and delimiters of one round of a repetition, at most. */
const ROUND_MAX = 12

/** `* * *`, `*, *`: a list of values is one value, and `node=* <ok> node=* <ok>` is one round, whatever the length. */
export function collapse(words: readonly string[]): string[] {
  const result: string[] = []
  for (const word of words) {
    const last = result.length - 1
    if (word === WILD && result[last] === WILD) continue
    if (word === WILD && last >= 1 && result[last - 1] === WILD && LIST_DELIMITER.test(result[last] ?? '')) {
      result.pop()
      continue
    }
    result.push(word)
    dropRepeatedRound(result)
  }
  return result
}

/** Drops the last round when it says the same as the one before it and holds a value. */
function dropRepeatedRound(words: string[]): void {
  const end = words.length
  for (let round = 2; round <= ROUND_MAX && round * 2 <= end; round++) {
    let hasWild = false
    let at = 1
    for (; at <= round; at++) {
      const word = words[end - at]
      if (word !== words[end - at - round]) break
      if (word === WILD) hasWild = true
    }
    if (at > round && hasWild) {
      words.length = end - round
      return
    }
  }
}
