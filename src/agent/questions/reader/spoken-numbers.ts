/**
 * Numbers as people say them, in digits: "a hundred and thirty" is 130, "five oh twos" are 502s, "five hundreds" 5xx,
 * "p ninety five" p95, "half past nine" 09:30, "since eleven" since 11:00. One word that may be a plain number stays.
 */
import { wordTable } from '../vocabulary/word-table.ts'

const ONES = wordTable<number>({
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
})
const TEENS = wordTable<number>({
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
  ...{ eighteen: 18, nineteen: 19 },
})
const TENS = wordTable<number>({
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
})
const ZERO = /^(?:oh|o|zero)$/
const UNIT =
  /^(?:ms|millis|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|percent|%|kilobytes?|megabytes?|gigabytes?|kb|mb|gb)$/
const BEFORE_NUMBER =
  /^(?:than|over|under|above|below|exceeding|top|last|past|previous|status|code|p|percentile|least|most)$/
const BEFORE_CLOCK = /^(?:since|at|around|about|from|until|till|before|after|by|between|like)$/
/** What may follow a time of day; anything else is what the number counts. */
const AFTER_CLOCK =
  /^(?:how|what|which|who|is|are|was|were|did|do|does|and|or|on|in|for|of|to|until|till|so|please|now|today|yesterday|this|total|at|with|by|utc|am|pm|a\.?m\.?|p\.?m\.?|vs|versus|compared|please|like|the)$/

/** The text with its spoken numbers in digits; an hour of twelve is the last one before the moment of asking. */
export function withDigits(text: string, nowMs: number): string {
  const words = text.split(' ')
  const written: string[] = []
  for (let at = 0; at < words.length; ) {
    const read = clockAt(words, at, { nowMs, from: written.at(-2) }) ?? groupAt(words, at)
    if (read === null) {
      written.push(words[at] ?? '')
      at++
      continue
    }
    // "P ninety five" is one word.
    const isPercentile = /^p$/i.test(written.at(-1) ?? '') && /^\d{2}(?:\.\d+)?$/.test(read.text)
    if (isPercentile) written.pop()
    written.push(isPercentile ? `p${read.text}` : read.text)
    at += read.length
  }
  return written
    .join(' ')
    .replace(/\bp ?(\d\d)(?= |$)/gi, 'p$1')
    .replace(/\bhalf (?:a|of a) second\b/gi, '500 ms')
    .replace(/\b(?:a|1|one) second and a half\b|\b(?:1|one) and a half seconds\b/gi, '1.5 seconds')
    .replace(/\b([2-5]) ?(?:xx|x x|ex ex|hundreds)\b/gi, '$1xx')
}

const DAY = 24 * 60

interface Beside {
  readonly nowMs: number
  /** The word before the last one, as it is written by now. */
  readonly from: string | undefined
}

interface ReadNumber {
  readonly text: string
  /** How many words say it. */
  readonly length: number
}

const plainWord = (word: string | undefined): string => (word ?? '').toLowerCase().replace(/[,.?!]+$/, '')
const endOf = (word: string | undefined): string => /[,.?!]+$/.exec(word ?? '')?.[0] ?? ''

/** Below a hundred: "five", "fifteen", "ninety five". */
function smallAt(words: readonly string[], at: number): { value: number; length: number } | null {
  const word = plainWord(words[at])
  const [first = '', second] = word.split('-')
  const tens = TENS[first]
  if (tens !== undefined) {
    const one = second === undefined ? ONES[plainWord(words[at + 1])] : ONES[second]
    if (second !== undefined) return one === undefined ? null : { value: tens + one, length: 1 }
    return one === undefined || endOf(words[at]) !== '' ? { value: tens, length: 1 } : { value: tens + one, length: 2 }
  }
  const value = ONES[word] ?? TEENS[word]
  return value === undefined ? null : { value, length: 1 }
}

function hourAt(words: readonly string[], at: number): { value: number; length: number } | null {
  const word = plainWord(words[at])
  const isOh = ZERO.test(word)
  const small = isOh ? smallAt(words, at + 1) : smallAt(words, at)
  if (small === null) {
    const digits = /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN
    return digits < 24 ? { value: digits, length: 1 } : null
  }
  const value = small.value
  return value < 24 ? { value, length: small.length + (isOh ? 1 : 0) } : null
}

/** "Half past nine", "quarter to ten", "since eleven thirty", "since twenty three oh three", "eleven o'clock". */
function clockAt(words: readonly string[], at: number, { nowMs, from }: Beside): ReadNumber | null {
  const start = /^(?:and|to|until|till)$/.test(plainWord(words[at - 1])) ? /^(\d\d):(\d\d)$/.exec(from ?? '') : null
  const clock = (hour: number, minute: number, end: number): string => {
    // "Oh nine", "nine am" and "twenty three" leave nothing open.
    const isSure = ZERO.test(plainWord(words[at])) || /^[ap]\.?m\.?$/.test(plainWord(words[end]))
    if (isSure || hour === 0 || hour > 12) return clockText(hour * 60 + minute)
    const both = [(hour % 12) * 60 + minute, (hour % 12) * 60 + 720 + minute]
    const nowMinute = Math.floor(nowMs / 60_000) % DAY
    const startMinute = start === null ? null : Number(start[1]) * 60 + Number(start[2])
    const waits = both
      .map((one) => (startMinute === null ? nowMinute - one : one - startMinute - 1 + DAY))
      .map((one) => (one + DAY) % DAY)
    return clockText((waits[0] ?? 0) <= (waits[1] ?? 0) ? (both[0] ?? 0) : (both[1] ?? 0))
  }
  const word = plainWord(words[at])
  const before = plainWord(words[at - 1])
  const isRange = /^(?:from|between)$/.test(before)
  const part = word === 'half' ? 30 : word === 'quarter' ? 15 : (smallAt(words, at)?.value ?? Number.NaN)
  const partLength = word === 'half' || word === 'quarter' ? 1 : (smallAt(words, at)?.length ?? 1)
  const minutes = /^minutes?$/.test(plainWord(words[at + partLength])) ? 1 : 0
  const relation = plainWord(words[at + partLength + minutes])
  const whole = hourAt(words, at + partLength + minutes + 1)
  const isPart = word === 'half' || word === 'quarter' || (part % 5 === 0 && part < 30 && BEFORE_CLOCK.test(before))
  if (isPart && whole !== null && (relation === 'past' || (relation === 'to' && part < 30 && !isRange))) {
    const length = partLength + minutes + 1 + whole.length
    const hour = relation === 'past' ? whole.value : (whole.value + 23) % 24
    const minute = relation === 'past' ? part : 60 - part
    if (!UNIT.test(plainWord(words[at + length])))
      return { text: clock(hour, minute, at + length) + endOf(words[at + length - 1]), length }
  }
  const hour = hourAt(words, at)
  if (hour === null || /\d/.test(word)) return null
  const next = words[at + hour.length]
  if (/^o'?clock\W*$/i.test(next ?? ''))
    return { text: clock(hour.value, 0, at + hour.length + 1) + endOf(next), length: hour.length + 1 }
  const isAnd = /^(?:and|to|until|till)$/.test(before) && /^\d{1,2}:\d\d$/.test(from ?? '')
  if (!BEFORE_CLOCK.test(before) && !isAnd) return null
  const minute = minuteAt(words, at, hour)
  if (minute !== null) {
    const length = hour.length + minute.length
    return isFree(words[at + length])
      ? { text: clock(hour.value, minute.value, at + length) + endOf(words[at + length - 1]), length }
      : null
  }
  // "Between eleven and twelve", "since eleven": "before two" alone may be two of anything.
  const isSure =
    /^(?:since|until|till|around)$/.test(before) || isAnd || (isRange && isHourRange(words, at + hour.length))
  if (!isSure || !isFree(next)) return null
  const isHalf = /^[ap]\.?m\.?$/i.test(plainWord(next))
  return {
    text: (isHalf ? String(hour.value) : clock(hour.value, 0, at + hour.length)) + endOf(words[at + hour.length - 1]),
    length: hour.length,
  }
}

function minuteAt(
  words: readonly string[],
  at: number,
  hour: { value: number; length: number },
): { value: number; length: number } | null {
  const start = at + hour.length
  if (endOf(words[start - 1]) !== '') return null
  if (ZERO.test(plainWord(words[start]))) {
    const one = ONES[plainWord(words[start + 1])]
    return one === undefined ? null : { value: one, length: 2 }
  }
  const minute = smallAt(words, start)
  return minute !== null && minute.value >= 10 ? minute : null
}

/** "Eleven and twelve", "ten to eleven" behind "between" or "from", and no unit behind them. */
function isHourRange(words: readonly string[], at: number): boolean {
  const to = hourAt(words, at + 1)
  return /^(?:and|to|until|till)$/.test(plainWord(words[at])) && to !== null && isFree(words[at + 1 + to.length])
}

function isFree(word: string | undefined): boolean {
  return word === undefined || AFTER_CLOCK.test(plainWord(word))
}

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** A number that is no time of day. */
function groupAt(words: readonly string[], at: number): ReadNumber | null {
  return codeAt(words, at) ?? amountAt(words, at)
}

/** "Five oh two", "four oh fours", "five hundreds": the status of an answer. */
function codeAt(words: readonly string[], at: number): ReadNumber | null {
  const first = ONES[plainWord(words[at])] ?? Number.NaN
  if (!(first >= 1 && first <= 5)) return null
  if (plainWord(words[at + 1]) === 'hundreds') return { text: `${first}xx${endOf(words[at + 1])}`, length: 2 }
  if (!ZERO.test(plainWord(words[at + 1]))) return null
  const last = plainWord(words[at + 2])
  const [one, isMany] =
    ONES[last] === undefined
      ? [ONES[last.replace(/e?s$/, '')] ?? ONES[last.replace(/s$/, '')], true]
      : [ONES[last], false]
  const digit = ZERO.test(last) ? 0 : one
  return digit === undefined
    ? null
    : { text: `${first}0${digit}${isMany && digit !== 0 ? 's' : ''}${endOf(words[at + 2])}`, length: 3 }
}

function amountAt(words: readonly string[], at: number): ReadNumber | null {
  const before = plainWord(words[at - 1])
  const isA = plainWord(words[at]) === 'a' && /^(?:hundred|thousand|million)$/.test(plainWord(words[at + 1]))
  const small = isA ? { value: 1, length: 1 } : smallAt(words, at)
  if (small === null) return null
  let { value, length } = small
  let isLarge = false
  for (let step = 0; step < 3; step++) {
    const scale = { hundred: 100, thousand: 1000, million: 1_000_000 }[plainWord(words[at + length])]
    if (scale === undefined) break
    isLarge = true
    value *= scale
    length++
    const and = plainWord(words[at + length]) === 'and' ? 1 : 0
    const more = smallAt(words, at + length + and)
    if (more === null || endOf(words[at + length - 1]) !== '') continue
    // "Three thousand two hundred": the hundreds are added by themselves.
    const isHundreds = plainWord(words[at + length + and + more.length]) === 'hundred'
    value += isHundreds ? more.value * 100 : more.value
    length += and + more.length + (isHundreds ? 1 : 0)
  }
  const next = plainWord(words[at + length])
  const isSure = isLarge || length > 1 || UNIT.test(next) || BEFORE_NUMBER.test(before)
  // "One of them", "the last two": a small number by itself is said in words.
  if (!isSure || (value < 10 && !UNIT.test(next) && before !== 'top' && before !== 'than')) return null
  return { text: String(value) + endOf(words[at + length - 1]), length }
}
