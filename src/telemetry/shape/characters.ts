/**
 * Character classes of the line scanner: one table look-up per character instead of chains of comparisons. The classes
 * are bits, so that a set of classes is one number.
 */

export const DIGIT = 1
export const HEX_LETTER = 2
export const OTHER_LETTER = 4
/** `_ - + ~ % $ # &`: characters that hold a chunk together and mean nothing on their own. */
export const JOINER = 8
export const DOT = 16
export const COLON = 32
export const SLASH = 64
export const AT = 128
export const BACKSLASH = 256

export const LETTER = HEX_LETTER | OTHER_LETTER
export const ALPHANUMERIC = DIGIT | LETTER
/** The classes in a chunk, which is a run without blanks and brackets. */
export const CHUNK = ALPHANUMERIC | JOINER | DOT | COLON | SLASH | AT | BACKSLASH

const TABLE = buildTable()

function buildTable(): Uint16Array {
  const table = new Uint16Array(128)
  for (let c = 48; c <= 57; c++) table[c] = DIGIT
  for (let c = 65; c <= 90; c++) table[c] = c <= 70 ? HEX_LETTER : OTHER_LETTER
  for (let c = 97; c <= 122; c++) table[c] = c <= 102 ? HEX_LETTER : OTHER_LETTER
  for (const c of '_-+~%$#&') table[c.charCodeAt(0)] = JOINER
  table[46] = DOT
  table[58] = COLON
  table[47] = SLASH
  table[64] = AT
  table[92] = BACKSLASH
  return table
}

/** Returns the class bit of a UTF-16 code unit. Beyond ASCII it is a letter; past the end of a text (NaN) it is 0. */
export function classOf(code: number): number {
  return code >= 128 ? OTHER_LETTER : (TABLE[code] ?? 0)
}

/** Returns true for the code of `0` to `9`. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Returns true for the code of a letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return (classOf(code) & ALPHANUMERIC) !== 0
}
