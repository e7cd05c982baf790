/** Templates as words: the unit in which patterns compare shapes. */

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
  return collapse(key)
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

function isWild(word: string): boolean {
  return (
    word === '' || word.includes(VARIABLE) || word === WILD || /\d/.test(word) || /[\p{L}\d_-]\.[\p{L}_]/u.test(word)
  )
}

/** `()` holds an empty word, so that it compares with `(<*>)`. */
function splitEmptyBrackets(delimiter: string): string[] {
  const match = /^(.*?)(\(\)|\[\]|\{\})(.*)$/.exec(delimiter)
  if (match === null) return [delimiter]
  const [, before = '', pair = '', after = ''] = match
  return [before + pair.charAt(0), '', pair.charAt(1) + after]
}

const LIST_DELIMITER = /^(?:[ ,:/|;]| ?, ?)$/

/** `* * *`, `*, *`: a list of values is one value, whatever its length. */
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
  }
  return result
}
