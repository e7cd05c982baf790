/** Finds the message of a line of pairs that gives it a key of its own: `at=12:04 sev=warn what="card declined"`. */
import { isAlphanumeric } from './characters.ts'
import { MESSAGE_KEYS } from './message-keys.ts'

/** A message stands near the beginning; what lies behind is not looked at, so that a line is read in linear time. */
const LOOKED_AT_MAX = 600
/** The length of the longest message key, `errormessage`. */
const MESSAGE_KEY_CHARS_MAX = 12
/** A time and a level may stand before the first pair. */
const WORDS_BEFORE_MAX = 2

/** Returns true if the word that ends before `end` is a message key (`msg="…"`). */
export function isMessageKey(line: string, end: number): boolean {
  let start = end
  while (start > 0 && end - start <= MESSAGE_KEY_CHARS_MAX && isAlphanumeric(line.charCodeAt(start - 1))) start--
  return MESSAGE_KEYS.has(line.slice(start, end).toLowerCase())
}

/** Keys that give one word beside a message under another key as well (`what="card declined" reason=expired`). */
const GIVES_REASON = /^(?:error|err|reason|cause|warning)$/i

function isMessagePair(line: string, equals: number): boolean {
  if (!isMessageKey(line, equals)) return false
  const next = line.charCodeAt(equals + 1)
  const key = line.slice(line.lastIndexOf(' ', equals) + 1, equals)
  return next === 34 || next === 39 || !GIVES_REASON.test(key)
}

/**
 * Returns true if the quote at `open`, behind `key=`, opens the first sentence of a line of pairs that has no message
 * under a usual key.
 */
export function opensSentence(line: string, open: number): boolean {
  return open < LOOKED_AT_MAX && isSentence(line, open) && isOfPairs(line) && firstSentence(line) === open
}

/** A second word that begins with a small letter: "card declined" is a sentence, "Jane Doe" and "New York" are names. */
function isSentence(line: string, open: number): boolean {
  const end = Math.min(line.length, open + LOOKED_AT_MAX)
  if (!isLetter(line.charCodeAt(open + 1))) return false
  let isFound = false
  for (let i = open + 1; i < end; i++) {
    const code = line.charCodeAt(i)
    if (code === 34) return isFound
    const next = line.charCodeAt(i + 1)
    if (code === 32 && next >= 97 && next <= 122) isFound = true
  }
  return false
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isOfPairs(line: string): boolean {
  let from = 0
  for (let word = 0; word <= WORDS_BEFORE_MAX; word++) {
    const space = line.indexOf(' ', from)
    const equals = line.indexOf('=', from)
    if (equals < 0 || equals > LOOKED_AT_MAX) return false
    if (space < 0 || equals < space) return equals > from
    from = space + 1
  }
  return false
}

/** Where the first sentence opens; -1 where a usual key holds the message, or there is none. */
function firstSentence(line: string): number {
  let found = -1
  let i = line.indexOf('=')
  while (i >= 0 && i < LOOKED_AT_MAX) {
    if (isMessagePair(line, i)) return -1
    if (found < 0 && line.charCodeAt(i + 1) === 34 && isSentence(line, i + 1)) found = i + 1
    i = line.indexOf('=', i + 1)
  }
  return found
}
