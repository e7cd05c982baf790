/** Cuts templates into words and delimiters, which is how patterns compare shapes. */
import { isAlphanumeric, isDigit } from '../shape/characters.ts'

/** Most words of a template to compare. The words behind them count as one variable. */
export const WORDS_MAX = 96

const DELIMITERS = /((?:[\s=:,;()[\]{}"'|<>]|\.{2,})+)/
const VARIABLE = '\u0000'

/** Returns the words and delimiters of a template in order. A run of blanks is one blank; a variable is one NUL character. */
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

/** Returns true if a part of a template is a delimiter. */
export function isDelimiter(word: string): boolean {
  return /^(?:[\s=:,;()[\]{}"'|<>]|\.\.)/.test(word)
}

/** Stands for a word that may differ between shapes of one pattern. */
export const WILD = '*'

/**
 * Returns the key of a template: its words with `WILD` for each word that holds a variable, a digit or a dotted name. A
 * list of wild words counts as one, and an empty pair of brackets as a filled one. Templates of one key are one pattern.
 */
export function keyWords(words: readonly string[]): string[] {
  const key: string[] = []
  for (const word of words) {
    if (isDelimiter(word)) key.push(word)
    else if (key.length === 0 && isDottedName(word)) key.push(word)
    else if (isWild(word) || isUnitAfterNumber(key, word) || isAbsentValue(key, word)) key.push(WILD)
    else key.push(word)
  }
  // A name that nothing but values follows is a value as well.
  if (isDottedName(key[0] ?? '') && !key.some((word, i) => i > 0 && !isDelimiter(word) && word !== WILD)) key[0] = WILD
  return collapse(joinConstantCalls(dropAnnotations(joinRanges(key))))
}

/** Returns true for a name with dots and without digits: a setting, an event, an exception. */
function isDottedName(word: string): boolean {
  return /^[A-Za-z_$][A-Za-z_$-]*(?:\.[A-Za-z_$-]+)+$/.test(word)
}

/** Makes a constant with a value in brackets one word, so that `LOCAL(0)` can be a value beside `10.0.0.1`. */
function joinConstantCalls(key: readonly string[]): string[] {
  const joined: string[] = []
  for (let i = 0; i < key.length; i++) {
    const [word = '', open, value, close = ''] = key.slice(i, i + 4)
    joined.push(word)
    if (open !== '(' || value !== WILD || !close.startsWith(')') || !/^[A-Z][A-Z_]+$/.test(word)) continue
    joined[joined.length - 1] = `${word}()`
    if (close.length > 1) joined.push(close.slice(1))
    i += 3
  }
  return joined
}

/** Treats a range of names as a name, so that `node-[3-7]` equals `node-3`. */
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

/** Drops a value in brackets that repeats the one before it, so that `426 bytes (1.2 KB) sent` equals `26 bytes sent`. */
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

/** Returns true for a unit behind a number, so that `took 5 ms` equals `took 2 s`: the program chose the unit by size. */
function isUnitAfterNumber(key: readonly string[], word: string): boolean {
  return key.at(-1) === ' ' && key.at(-2) === WILD && UNITS.has(word)
}

const ABSENT = new Set('null nil None undefined'.split(' '))

/** Returns true for a missing value, so that `owner=null` equals `owner=com.example`. */
function isAbsentValue(key: readonly string[], word: string): boolean {
  return ABSENT.has(word) && /[=:]\s*$/.test(key.at(-1) ?? '')
}

/** Returns true if a word is empty, all asterisks, or holds a variable, a digit, or a dot inside a name. */
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

/** Puts an empty word into an empty pair of brackets, so that `()` equals `(<*>)`. */
function splitEmptyBrackets(delimiter: string): string[] {
  const at = delimiter.search(/\(\)|\[\]|\{\}/)
  if (at < 0) return [delimiter]
  return [delimiter.slice(0, at + 1), '', delimiter.slice(at + 1)]
}

const LIST_DELIMITER = /^(?:[ ,:/|;]| ?, ?)$/

/** Most words and delimiters in one round of a repetition. */
const ROUND_MAX = 12

/** Reduces a list of values (`* * *`, `*, *`) to one value, and repeated rounds (`node=* node=*`) to one round. */
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

/** Drops the last round if it equals the one before it and holds a value. */
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
