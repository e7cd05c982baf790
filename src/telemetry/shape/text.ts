/**
 * Scans one line of text in one pass, with a table look-up per character and no regular expressions. It marks numbers,
 * hex, uuids, addresses, paths, urls, hosts, durations, sizes, dates and quoted text as variables.
 */
import {
  ALPHANUMERIC,
  AT,
  BACKSLASH,
  CHUNK,
  COLON,
  classOf,
  DIGIT,
  DOT,
  HEX_LETTER,
  isAlphanumeric,
  isDigit,
  LETTER,
  SLASH,
} from './characters.ts'
import { scanChunk } from './chunk.ts'
import { DATE_WORD_CHARS, dateEnd, mayBeDateWord } from './dates.ts'
import { isMessageKey, opensSentence } from './pair-message.ts'
import type { Spans } from './spans.ts'

const TELLING = DIGIT | DOT | SLASH | AT | BACKSLASH | COLON
const QUOTED_CHARS_MAX = 256
/** The least length of a hexadecimal word without a digit. No English word has eight letters from a to f only. */
const HEX_WORD_CHARS_MIN = 8

/** Adds the variables of `line` within [from, to), in UTF-16 code units, to `spans`. */
export function scanText(line: string, from: number, to: number, spans: Spans): void {
  let i = from
  while (i < to) {
    const code = line.charCodeAt(i)
    const bits = classOf(code)
    if (code === 32) {
      i++
      continue
    }
    if ((bits & LETTER) !== 0) {
      const end = plainWordEnd(line, i, bits, to)
      if (end > i) {
        i = end
        continue
      }
    }
    i = (bits & ALPHANUMERIC) !== 0 ? scanWord(line, i, to, spans) : scanPunctuation(line, i, to, from, spans)
    if (spans.isFull) {
      spans.add(i, to)
      return
    }
  }
}

/**
 * Returns the end of a plain word: letters only, perhaps followed by a colon or point. Most of a line is plain words. -1
 * means that the word may be a variable and needs a closer look.
 */
function plainWordEnd(line: string, start: number, first: number, to: number): number {
  let any = first
  let end = start + 1
  let bits = 0
  for (; end < to; end++) {
    bits = classOf(line.charCodeAt(end))
    if ((bits & LETTER) === 0) break
    any |= bits
  }
  if (end < to && (bits & CHUNK) !== 0) {
    const isLast = end + 1 >= to || (classOf(line.charCodeAt(end + 1)) & CHUNK) === 0
    return isLast && (bits & (COLON | DOT)) !== 0 ? end + 1 : -1
  }
  if (any === HEX_LETTER && end - start >= HEX_WORD_CHARS_MIN) return -1
  return end - start === DATE_WORD_CHARS && mayBeDateWord(line, start) ? -1 : end
}

/** Scans a chunk from its first letter or digit, with a unit of size behind it. Returns where to continue. */
function scanWord(line: string, start: number, to: number, spans: Spans): number {
  let end = start
  let any = 0
  while (end < to) {
    const bits = classOf(line.charCodeAt(end))
    if ((bits & CHUNK) === 0) break
    any |= bits
    end++
  }
  while (end > start && (classOf(line.charCodeAt(end - 1)) & ALPHANUMERIC) === 0) end--
  if ((any & TELLING) === 0) {
    const length = end - start
    if (length === DATE_WORD_CHARS) {
      const dated = dateEnd(line, start, to)
      if (dated > 0) {
        spans.add(start, dated)
        return dated
      }
    } else if (length >= HEX_WORD_CHARS_MIN && any === HEX_LETTER) spans.add(start, end)
    return end
  }
  // Plain numbers and IPv4 addresses need no closer look.
  if ((any & ~(DIGIT | DOT)) === 0) spans.add(start, end)
  else scanChunk(line, start, end, any, spans)
  // A url may reach further than its chunk.
  if (spans.lastEnd > end) return spans.lastEnd
  return spans.lastEnd === end ? endOfSize(line, end, to, spans) : end
}

/** Includes the unit of a size (`317.1 KB`) in the variable, because the unit changes with the number. */
function endOfSize(line: string, end: number, to: number, spans: Spans): number {
  if (line.charCodeAt(end) !== 32 || !isDigit(line.charCodeAt(end - 1))) return end
  let i = end + 1
  const code = line.charCodeAt(i)
  if (code === 75 || code === 77 || code === 71 || code === 84 || code === 107) i++
  if (line.charCodeAt(i) === 105) i++
  if (i >= to || line.charCodeAt(i) !== 66 || isAlphanumeric(line.charCodeAt(i + 1))) return end
  spans.add(end, i + 1)
  return i + 1
}

function scanPunctuation(line: string, i: number, to: number, from: number, spans: Spans): number {
  const code = line.charCodeAt(i)
  const before = i > from ? line.charCodeAt(i - 1) : 32
  const next = i + 1 < to ? line.charCodeAt(i + 1) : 32
  switch (code) {
    case 34:
    case 39:
      return scanQuoted(line, i, to, before, spans)
    case 45:
    case 43: {
      if (!isDigit(next) || isAlphanumeric(before)) return i + 1
      const end = scanWord(line, i + 1, to, spans)
      if (spans.count > 0 && spans.start(spans.count - 1) === i + 1) spans.widenLast(i)
      return end
    }
    case 47:
      return isAlphanumeric(before) ? i + 1 : scanPath(line, i, to, spans)
    case 46:
    case 126:
      // `./run`, `../run`, `~/run`
      return isPathLead(line, i, before) ? scanPath(line, i, to, spans) : i + 1
    case 58:
      return next === 58 && !isAlphanumeric(before) ? scanShortAddress(line, i, to, spans) : i + 1
    case 60:
      return scanAngle(line, i, to, spans)
    default:
      return i + 1
  }
}

function isPathLead(line: string, i: number, before: number): boolean {
  if (isAlphanumeric(before) || before === 46) return false
  const next = line.charCodeAt(i + 1)
  return next === 47 || (next === 46 && line.charCodeAt(i + 2) === 47)
}

/** Scans quoted text. It is a variable, unless it is the request line of an access log or the quote is an apostrophe. */
function scanQuoted(line: string, i: number, to: number, before: number, spans: Spans): number {
  if (isAlphanumeric(before)) return i + 1
  if (isMessage(line, i, before)) return scanMessage(line, i, to, spans)
  const close = line.indexOf(line.charAt(i), i + 1)
  if (close < 0 || close >= to || close === i + 1 || close - i > QUOTED_CHARS_MAX) return i + 1
  if (isAlphanumeric(line.charCodeAt(close + 1)) && close + 1 < to) return i + 1
  if (isRequestLine(line, i + 1)) return i + 1
  spans.add(i + 1, close)
  return close + 1
}

/** Returns true if the quote at `i` opens the message of its line. There are four ways of writing it. */
function isMessage(line: string, i: number, before: number): boolean {
  if (before === 61) return isMessageKey(line, i - 1) || (line.charCodeAt(i) === 34 && opensSentence(line, i))
  // Pairs inside a JSON text, as container runtimes write them: `{"log":"level=info msg=\"loaded 3 records\""}`.
  if (before === 92) return line.charCodeAt(i - 2) === 61 && isMessageKey(line, i - 2)
  return before === 32 && line.charCodeAt(i - 2) === 93 && isAfterSourceLine(line, i - 2)
}

/** Returns true behind `controller.go:116]`: in `controller.go:116] "Pod 3 updated" pod="a/b"` the quotes hold the message. */
function isAfterSourceLine(line: string, bracket: number): boolean {
  let i = bracket - 1
  while (isDigit(line.charCodeAt(i))) i--
  return i < bracket - 1 && line.charCodeAt(i) === 58 && isAlphanumeric(line.charCodeAt(i - 1))
}

/**
 * Scans a quoted message (`level=info msg="loaded 3 records"`) like the text of any line. If the pairs are themselves
 * inside quotes, each of their quotes has one backslash, and an escaped quote has three.
 */
function scanMessage(line: string, open: number, to: number, spans: Spans): number {
  const quote = line.charCodeAt(open)
  const depth = line.charCodeAt(open - 1) === 92 ? 1 : 0
  let backslashes = 0
  let end = open + 1
  for (; end < to; end++) {
    const code = line.charCodeAt(end)
    if (code === 92) backslashes++
    else {
      if (code === quote && (depth === 0 ? backslashes % 2 === 0 : backslashes % 4 === 1)) break
      backslashes = 0
    }
  }
  scanText(line, open + 1, end < to ? end - depth : end, spans)
  return Math.min(end + 1, to)
}

const METHODS = ['GET ', 'POST ', 'PUT ', 'DELETE ', 'HEAD ', 'PATCH ', 'OPTIONS ', 'CONNECT ', 'TRACE ']

function isRequestLine(line: string, at: number): boolean {
  for (const method of METHODS) if (line.startsWith(method, at)) return true
  return false
}

/** Scans an absolute path. The slash of `/10.0.0.1:80` is not part of the variable, because Java prints addresses so. */
function scanPath(line: string, start: number, to: number, spans: Spans): number {
  let end = start
  let hasLetter = false
  while (end < to) {
    const bits = classOf(line.charCodeAt(end))
    const code = line.charCodeAt(end)
    if ((bits & (CHUNK & ~COLON)) === 0 && code !== 42 && code !== 61 && code !== 63) break
    if ((bits & ALPHANUMERIC) !== 0 && (bits & DIGIT) === 0) hasLetter = true
    end++
  }
  while (end > start && line.charCodeAt(end - 1) === 46) end--
  if (end - start < 2 || !(hasLetter || (classOf(line.charCodeAt(end - 1)) & DIGIT) !== 0)) return start + 1
  if (!hasLetter && line.charCodeAt(start) === 47) return start + 1
  spans.add(start, end)
  return end
}

/** Scans an IPv6 address that begins with zeros: `::ffff:10.0.0.1`, `::1`, and `::` alone. */
function scanShortAddress(line: string, start: number, to: number, spans: Spans): number {
  let end = start + 2
  while (end < to && (classOf(line.charCodeAt(end)) & (DIGIT | HEX_LETTER | COLON | DOT)) !== 0) end++
  if (end < to && (classOf(line.charCodeAt(end)) & CHUNK) !== 0) return start + 1
  while (end > start + 2 && (classOf(line.charCodeAt(end - 1)) & ALPHANUMERIC) === 0) end--
  spans.add(start, end)
  return end
}

/** Makes `<*>` in a line a variable, so that each `<*>` of a template stands for one. `<1 sec` is a duration. */
function scanAngle(line: string, i: number, to: number, spans: Spans): number {
  if (line.startsWith('<*>', i)) {
    spans.add(i, i + 3)
    return i + 3
  }
  let end = i + 1
  while (end < to && isDigit(line.charCodeAt(end))) end++
  if (end > i + 1 && line.startsWith(' sec', end) && !isAlphanumeric(line.charCodeAt(end + 4))) {
    spans.add(i, end + 4)
    return end + 4
  }
  return i + 1
}
