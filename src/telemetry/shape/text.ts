/**
 * The scanner of one line of text: one pass, a table look-up per character, no regular expressions. Marks numbers, hex,
 * uuids, addresses, paths, urls, hosts, durations, sizes, dates and quoted text as variables.
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
import { MESSAGE_KEYS } from './message-keys.ts'
import type { Spans } from './spans.ts'

const TELLING = DIGIT | DOT | SLASH | AT | BACKSLASH | COLON
const QUOTED_CHARS_MAX = 256
/** The longest of the keys is `errormessage`. */
const MESSAGE_KEY_CHARS_MAX = 12
/** Hexadecimal words without a digit: English has none of eight letters a to f. */
const HEX_WORD_CHARS_MIN = 8

/** Adds the variables of `line` within [from, to). */
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
 * The end of a word of nothing but letters, perhaps with a colon or point behind, that is no variable: most of a line.
 * -1 where it has to be looked at more closely.
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

/** From the first letter or digit of a chunk to its end, with what follows a number (a size unit). */
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
  // Numbers and addresses of version 4 need no second look.
  if ((any & ~(DIGIT | DOT)) === 0) spans.add(start, end)
  else scanChunk(line, start, end, any, spans)
  // A url may reach further than its chunk.
  if (spans.lastEnd > end) return spans.lastEnd
  return spans.lastEnd === end ? endOfSize(line, end, to, spans) : end
}

/** `317.1 KB`: the unit of a size belongs to the number, since it changes with it. */
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

/** Quoted text, unless it is the request line of an access log or the quote is an apostrophe. */
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

/** Whether the quote at `i` opens the message of its line, in one of three ways of writing it. */
function isMessage(line: string, i: number, before: number): boolean {
  if (before === 61) return isMessageKey(line, i - 1)
  // Pairs inside a JSON text, as container runtimes write them: `{"log":"level=info msg=\"loaded 3 records\""}`.
  if (before === 92) return line.charCodeAt(i - 2) === 61 && isMessageKey(line, i - 2)
  return before === 32 && line.charCodeAt(i - 2) === 93 && isAfterSourceLine(line, i - 2)
}

/** Whether the word that ends before `end` is a key of messages (`msg="…"`). */
function isMessageKey(line: string, end: number): boolean {
  let start = end
  while (start > 0 && end - start <= MESSAGE_KEY_CHARS_MAX && isAlphanumeric(line.charCodeAt(start - 1))) start--
  return MESSAGE_KEYS.has(line.slice(start, end).toLowerCase())
}

/** `controller.go:116] "Pod 3 updated" pod="a/b"`: after the head of such lines the message stands in quotes. */
function isAfterSourceLine(line: string, bracket: number): boolean {
  let i = bracket - 1
  while (isDigit(line.charCodeAt(i))) i--
  return i < bracket - 1 && line.charCodeAt(i) === 58 && isAlphanumeric(line.charCodeAt(i - 1))
}

/**
 * `level=info msg="loaded 3 records"`: the quoted text is the line's message, and shaped like the text of any line.
 * Where the pairs are themselves inside quotes, each quote of theirs has a backslash, and escaped ones have three.
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

/** An absolute path; `/10.0.0.1:80` keeps its slash, as addresses printed by Java have one. */
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

/** `::ffff:10.0.0.1`, `::1`, and `::` by itself: addresses of version 6 that begin with zeros. */
function scanShortAddress(line: string, start: number, to: number, spans: Spans): number {
  let end = start + 2
  while (end < to && (classOf(line.charCodeAt(end)) & (DIGIT | HEX_LETTER | COLON | DOT)) !== 0) end++
  if (end < to && (classOf(line.charCodeAt(end)) & CHUNK) !== 0) return start + 1
  while (end > start + 2 && (classOf(line.charCodeAt(end - 1)) & ALPHANUMERIC) === 0) end--
  spans.add(start, end)
  return end
}

/** `<*>` in a line is itself a variable, so that every `<*>` of a template is one; `<1 sec` is a duration. */
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
