/**
 * Finds the variables in one chunk. A chunk is a run of letters, digits and joining punctuation without blanks or
 * brackets, such as `blk_-123`, `10.0.0.1:443`, `com.example.App`, `2026-11-20T10:00:00Z` or `node-7.example.com:9000`.
 */
import {
  ALPHANUMERIC,
  AT,
  BACKSLASH,
  COLON,
  classOf,
  DIGIT,
  DOT,
  HEX_LETTER,
  isAlphanumeric,
  isDigit,
  SLASH,
} from './characters.ts'
import { isHostName } from './host.ts'
import type { Spans } from './spans.ts'

const LOWER = 32
const URL_ENDS = ' \t\r\n"\'`,)]}<>'
const URL_CHARS_MAX = 1_024

/**
 * Adds the variables of a chunk to `spans`. A url may reach beyond the end of its chunk.
 *
 * @param start index of the first UTF-16 code unit of the chunk in `line`
 * @param end index behind the last one
 * @param any the class bits (characters.ts) that occur in the chunk
 */
export function scanChunk(line: string, start: number, end: number, any: number, spans: Spans): void {
  if (isDigit(line.charCodeAt(start)) || (any & COLON) !== 0) {
    if (isNumericChunk(line, start, end)) {
      spans.add(start, end)
      return
    }
  }
  const scheme = (any & COLON) !== 0 && (any & SLASH) !== 0 ? line.indexOf('://', start) : -1
  if (scheme > start && scheme < end) {
    spans.add(scheme + 3, urlEnd(line, end))
    return
  }
  if ((any & BACKSLASH) !== 0 && isWindowsPath(line, start, end)) {
    spans.add(start, end)
    return
  }
  if ((any & AT) !== 0 && isMailAddress(line, start, end)) {
    spans.add(start, end)
    return
  }
  if ((any & (COLON | AT | BACKSLASH)) === 0) {
    scanPiece(line, start, end, any, spans)
    return
  }
  scanPieces(line, start, end, spans)
}

/** Returns the end of a url. Its query and fragment may hold characters that end any other chunk. */
function urlEnd(line: string, from: number): number {
  let end = from
  while (end < line.length && end - from < URL_CHARS_MAX && !URL_ENDS.includes(line.charAt(end))) end++
  while (end > from && '.:;?!'.includes(line.charAt(end - 1))) end--
  return end
}

/** Scans each part between colons, at signs and backslashes separately. */
function scanPieces(line: string, start: number, end: number, spans: Spans): void {
  let from = start
  let pieceAny = 0
  for (let i = start; i <= end; i++) {
    const bits = i < end ? classOf(line.charCodeAt(i)) : COLON
    if ((bits & (COLON | AT | BACKSLASH)) === 0) {
      pieceAny |= bits
      continue
    }
    if (i > from) {
      if (isDigit(line.charCodeAt(from)) && isNumericChunk(line, from, i)) spans.add(from, i)
      else scanPiece(line, from, i, pieceAny, spans)
    }
    from = i + 1
    pieceAny = 0
    // `handle@2016/9/27:20:30:31.455`, `error:2005-06-03T10:00:00Z`: the rest may be one time or address.
    if (i < end && isDigit(line.charCodeAt(from)) && isNumericChunk(line, from, end)) {
      spans.add(from, end)
      return
    }
  }
}

/** Scans a part without colons: a host name, a relative path, a uuid, or words with numbers in them. */
function scanPiece(line: string, start: number, end: number, any: number, spans: Spans): void {
  if ((any & DOT) !== 0 && isHostName(line, start, end)) {
    spans.add(start, end)
    return
  }
  if ((any & SLASH) !== 0 && isRelativePath(line, start, end)) {
    spans.add(start, end)
    return
  }
  if ((any & DIGIT) === 0) return
  if (isUuid(line, start, end)) {
    spans.add(start, end)
    return
  }
  scanRuns(line, start, end, spans)
}

/** Finds numbers inside a word: `rdd_11_0` holds one variable (`11_0`), `bglio136` one (`136`), `ssh2` none. */
function scanRuns(line: string, start: number, end: number, spans: Spans): void {
  let i = start
  let lastNumericEnd = -1
  while (i < end) {
    if ((classOf(line.charCodeAt(i)) & ALPHANUMERIC) === 0) {
      i++
      continue
    }
    const from = i
    let any = 0
    let changes = 0
    let digits = 0
    let before = 0
    let firstChange = -1
    while (i < end) {
      const bits = classOf(line.charCodeAt(i))
      if ((bits & ALPHANUMERIC) === 0) break
      const isNumber = bits & DIGIT
      if (i > from && isNumber !== before) {
        changes++
        if (firstChange < 0) firstChange = i
      }
      before = isNumber
      digits += isNumber
      any |= bits
      i++
    }
    if ((any & DIGIT) === 0) {
      lastNumericEnd = -1
      continue
    }
    const numeric = any === DIGIT
    if (numeric) {
      // `11_0`, `1.2.3`: numbers held together by one joiner are one variable; `_-5` takes in its sign.
      if (lastNumericEnd >= 0 && lastNumericEnd === from - 1 && spans.lastEnd === lastNumericEnd)
        spans.add(lastNumericEnd, i)
      else spans.add(isSign(line, from, start) ? from - 1 : from, i)
      lastNumericEnd = i
      continue
    }
    // `12.5ms`: the fraction belongs to the number before it. `v6.1.7`: so does the `6`.
    if (
      lastNumericEnd >= 0 &&
      lastNumericEnd === from - 1 &&
      spans.lastEnd === lastNumericEnd &&
      isDigit(line.charCodeAt(from))
    ) {
      spans.add(lastNumericEnd, changes === 1 ? endOfNumber(line, firstChange, i) : i)
    } else addMixedRun(line, from, i, any, changes === 1 ? firstChange : -1, digits, spans)
    lastNumericEnd = spans.lastEnd === i ? i : -1
  }
}

/**
 * Adds the variable in a run of letters and digits.
 *
 * @param change index where letters turn into digits or digits into letters, if that happens once; else -1
 */
function addMixedRun(
  line: string,
  from: number,
  to: number,
  any: number,
  change: number,
  digits: number,
  spans: Spans,
): void {
  const isHexOnly = (any & ~(DIGIT | HEX_LETTER)) === 0
  if ((isHexOnly && to - from >= 6) || isHexLiteral(line, from, to)) spans.add(from, to)
  // One digit among letters is a name (`log4j`), several are an identifier.
  else if (change < 0) {
    if (digits > 1 && to - from >= 4) spans.add(from, to)
  } else if (isDigit(line.charCodeAt(from))) spans.add(from, endOfNumber(line, change, to))
  else if (to - change >= 2 || isVersionHead(line, to)) spans.add(change, to)
}

/** Returns the end of a number that letters follow. A unit of size belongs to it (`12MB`), other units do not (`15ms`). */
function endOfNumber(line: string, change: number, to: number): number {
  const length = to - change
  if (length > 3 || line.charCodeAt(to - 1) !== 66) return change
  if (length === 1) return to
  if (length === 3 && line.charCodeAt(change + 1) !== 105) return change
  return 'kKMGTP'.includes(line.charAt(change)) ? to : change
}

/** Returns true if a dotted number continues here (`v6.1.7`). A single digit after letters is else part of a name (`ssh2`). */
function isVersionHead(line: string, to: number): boolean {
  return line.charCodeAt(to) === 46 && isDigit(line.charCodeAt(to + 1))
}

function isSign(line: string, from: number, start: number): boolean {
  return from > start && line.charCodeAt(from - 1) === 45 && !isAlphanumeric(line.charCodeAt(from - 2))
}

/**
 * Returns true for numbers, versions, times, dates and addresses with ports: every run of the chunk is a number, or all
 * are hexadecimal and separated by colons (IPv6, hardware addresses), or the letters are the T and Z of ISO 8601.
 */
function isNumericChunk(line: string, start: number, end: number): boolean {
  let colons = 0
  let letters = 0
  let hexOnly = true
  let dateOnly = true
  let digits = 0
  for (let i = start; i < end; i++) {
    const code = line.charCodeAt(i)
    const bits = classOf(code)
    if (bits & DIGIT) digits++
    else if (bits & COLON) colons++
    else if (bits & HEX_LETTER) {
      letters++
      dateOnly = false
    } else if (bits & ALPHANUMERIC) {
      letters++
      hexOnly = false
      if ((code !== 84 && code !== 90) || i === start || !isDigit(line.charCodeAt(i - 1))) dateOnly = false
    } else if (bits & (AT | BACKSLASH)) return false
  }
  if (letters === 0) return digits > 0
  if (dateOnly) return digits >= 6
  if (!hexOnly || colons < 2) return false
  return (digits > 0 || colons >= 5) && areHexGroups(line, start, end)
}

/** Returns true for short groups of hexadecimal digits between colons; a dotted number may end the chunk. */
function areHexGroups(line: string, start: number, end: number): boolean {
  let length = 0
  for (let i = start; i < end; i++) {
    const bits = classOf(line.charCodeAt(i))
    if (bits & COLON) length = 0
    else if ((bits & (DIGIT | HEX_LETTER)) === 0) return (bits & (DOT | SLASH)) !== 0 && i > start
    else if (++length > 5) return false
  }
  return true
}

function isHexLiteral(line: string, from: number, to: number): boolean {
  if (to - from < 3 || line.charCodeAt(from) !== 48 || (line.charCodeAt(from + 1) | LOWER) !== 120) return false
  for (let i = from + 2; i < to; i++) if ((classOf(line.charCodeAt(i)) & (DIGIT | HEX_LETTER)) === 0) return false
  return true
}

function isUuid(line: string, start: number, end: number): boolean {
  if (end - start !== 36) return false
  for (let i = 0; i < 36; i++) {
    const code = line.charCodeAt(start + i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (code !== 45) return false
    } else if ((classOf(code) & (DIGIT | HEX_LETTER)) === 0) return false
  }
  return true
}

/** Returns true if there are two slashes or more (`src/main/app.c`). With one slash they are words (`read/write`). */
function isRelativePath(line: string, start: number, end: number): boolean {
  let slashes = 0
  for (let i = start; i < end; i++) if (line.charCodeAt(i) === 47) slashes++
  return slashes >= 2
}

function isWindowsPath(line: string, start: number, end: number): boolean {
  const first = classOf(line.charCodeAt(start))
  return (
    end - start > 3 &&
    (first & ALPHANUMERIC) !== 0 &&
    line.charCodeAt(start + 1) === 58 &&
    line.charCodeAt(start + 2) === 92
  )
}

function isMailAddress(line: string, start: number, end: number): boolean {
  let at = -1
  let dot = -1
  for (let i = start; i < end; i++) {
    const code = line.charCodeAt(i)
    if (code === 64) {
      if (at >= 0) return false
      at = i
    } else if (code === 46) dot = i
    else if (code === 58 || code === 92 || code === 47) return false
  }
  return at > start && dot > at + 1 && dot < end - 2
}
