/** Numbers of an answer's sentence, with what they measure. Times, windows, ids and echoes of the question are no quantities. */
import type { NumberExpectation, Unit } from '../expectation.ts'

export interface Quantity {
  readonly value: number
  readonly unit: Unit
  readonly isBold: boolean
  /** Half of the last printed digit, in the unit's own scale: what rounding can hide. */
  readonly roundingHalf: number
}

const MS_OF: Readonly<Record<string, number>> = {
  ns: 1e-6,
  µs: 0.001,
  μs: 0.001,
  us: 0.001,
  ms: 1,
  msec: 1,
  millisecond: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
  d: 86_400_000,
}
const BYTES_OF: Readonly<Record<string, number>> = {
  b: 1,
  byte: 1,
  by: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
}
const PER: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
}
const WORDS: Readonly<Record<string, number>> = {
  once: 1,
  one: 1,
  twice: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

/** What only looks like a quantity. */
const NO_QUANTITIES: readonly RegExp[] = [
  /`[^`]*`/g,
  /"[^"]*"|“[^”]*”/g,
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?/g,
  /\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?(?:[ap]m))?\b/gi,
  /\b(?:last|past|previous|recent|next|first|final|these|of) (?:about )?\d+(?:\.\d+)?\s?-?(?:ms|s|sec|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)\b/gi,
  /\b\d+(?:\.\d+)?\s?-?(?:s|sec|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?) (?:ago|old|earlier|before|window|buckets?|up to|to)\b/gi,
  /\b(?:every|each|per|in|within) \d+(?:\.\d+)?\s?(?:s|sec|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)\b/gi,
  /\bp(?:99\.9|\d{2})\b/gi,
  /\bv?\d+\.\d+\.\d+(?:[-+][\w.]+)?\b/g,
  /\b[45]xx\b|\b[45]\d\d(?:s|-?responses?)\b/gi,
  /\b(?:status(?: code)?|code|HTTP|with|in|returned|return|answered|ended in|end in|=|of type)\s?(?:a |an |HTTP )?[1-5]\d\d\b(?!\s?(?:ms|s\b|%|requests|records|of))/gi,
  /\b[A-Za-z][\w]*-\d[\w-]*|\b[\w-]*[A-Za-z_][\w]*\d+[\w-]*\b/g,
  /(?<![\w.])\/[\w{}:./-]+/g,
]

const NUMBER =
  /(?<![\w.])(-?(?:\d{1,3}(?:[,\u202f\u00a0\u2009]\d{3})+|\d+)(?:\.\d+)?)\s?(?:(k|M)\b)?(?![\d])\s?-?(%|percent\b|ns\b|µs|μs|us\b|ms\b|msec\b|milliseconds?\b|s\b|sec\b|seconds?\b|min\b|mins\b|minutes?\b|hrs?\b|h\b|hours?\b|days?\b|d\b|bytes?\b|By\b|B\b|[KMGTkmgt]i?B\b)?/g
const RATE =
  /^\**\s?(?:[a-z{}-]+\**\s){0,3}?(?:\/|per |a |an |each |every )\s?(seconds?|sec|s|minutes?|mins?|min|m|hours?|h)\b|^\s?(?:rps|req\/s|requests\/s|qps)\b/i

/** Spaces keep positions of what stays. */
function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => ' '.repeat(match.length))
}

function isBoldAt(text: string, index: number): boolean {
  return (text.slice(0, index).split('**').length - 1) % 2 === 1
}

function scaled(value: number, unitWord: string | undefined, half: number, rest: string): Omit<Quantity, 'isBold'> {
  const word = (unitWord ?? '').toLowerCase().replace(/(?<=[a-z]{2})s$/, '')
  if (word === '%' || word === 'percent') return { value, unit: 'percent', roundingHalf: half }
  const ms = MS_OF[word]
  if (ms !== undefined) return { value: value * ms, unit: 'ms', roundingHalf: half * ms }
  const bytes = BYTES_OF[word]
  if (bytes !== undefined) return { value: value * bytes, unit: 'bytes', roundingHalf: half * bytes }
  const rate = RATE.exec(rest)
  if (rate !== null) {
    const per = PER[(rate[1] ?? 's').toLowerCase().replace(/(?<=[a-z]{2})s$/, '')] ?? 1
    return { value: value / per, unit: 'per_second', roundingHalf: half / per }
  }
  return { value, unit: 'count', roundingHalf: 0 }
}

/** @param question numbers of the question are echoes, unless `isOwn` says that the answer may be that number. */
export function quantitiesIn(
  text: string,
  question: string,
  isOwn: (value: number) => boolean = () => false,
): Quantity[] {
  let cleaned = text
  for (const pattern of NO_QUANTITIES) cleaned = blank(cleaned, pattern)
  // Parts of versions and clock times are no numbers of the question.
  const asked = question.replace(/\b\d+(?:\.\d+){2,}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/g, ' ')
  const echoes = new Set([...asked.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number)))
  const list: Quantity[] = []
  let endOfLast = -1
  for (const match of cleaned.matchAll(NUMBER)) {
    const [all, digits = '', thousands, unitWord] = match
    const factor = thousands === 'k' ? 1000 : thousands === 'M' ? 1e6 : 1
    const plain = Number(digits.replace(/[,\u202f\u00a0\u2009]/g, ''))
    const decimals = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0
    const half = 0.5 * 10 ** -decimals * factor
    const quantity = scaled(plain * factor, unitWord, half, cleaned.slice(match.index + all.length))
    const last = list.at(-1)
    const isNext = cleaned.slice(endOfLast, match.index) === ' ' && quantity.unit === 'ms' && last?.unit === 'ms'
    endOfLast = match.index + all.length
    // "2 min 18 s" is one length of time.
    if (isNext && last !== undefined && quantity.value < last.value) {
      list[list.length - 1] = { ...last, value: last.value + quantity.value, roundingHalf: quantity.roundingHalf }
      continue
    }
    const isRounded = factor > 1 && quantity.unit === 'count'
    if (quantity.unit === 'count' && echoes.has(plain) && !isOwn(plain)) continue
    list.push({ ...quantity, ...(isRounded ? { roundingHalf: half } : {}), isBold: isBoldAt(text, match.index) })
  }
  const share = /\b([\d,]+)(?:\*\*)? (?:out )?of (?:the |all |its )?(?:\*\*)?([\d,]+)\b/.exec(text)
  if (share !== null && !list.some(({ unit }) => unit === 'percent')) {
    const [part, all] = [share[1], share[2]].map((digits) => Number((digits ?? '').replaceAll(',', '')))
    if (part !== undefined && all !== undefined && all >= part && all > 0) {
      list.push({ value: (100 * part) / all, unit: 'percent', isBold: false, roundingHalf: 0 })
    }
  }
  if (!list.some(({ unit }) => unit === 'count')) list.push(...countWords(text))
  // "None: no request of 1,200 failed": the number behind the word is what it was taken from.
  else if (NONE_FIRST.test(text)) list.unshift({ value: 0, unit: 'count', isBold: true, roundingHalf: 0 })
  return list
}

/** Opens with none of what is asked, and prints no number before that. */
const NONE_FIRST =
  /^\W*(?:none|zero|not (?:a single|one))\b(?! (?:but|except)\b)|^\W*no (?!longer\b)[a-z][a-z -]{0,40} (?:of|out of) (?:the |all )?\**\d/i

const NOTHING =
  /^\W*(?:(?:yes|no)[,.:;]\s)?(?:no(?!\s*[,.:;])|none|zero|nothing|not (?:a single|one|any))\b|\b(?:there (?:was|were|are|is) (?:no|none|not any)|(?:found|counted|saw|see|has|had|logged|returned) (?:no|none|zero)|never)\b/i

function countWords(text: string): Quantity[] {
  if (NOTHING.test(text)) return [{ value: 0, unit: 'count', isBold: false, roundingHalf: 0 }]
  return [
    ...text.toLowerCase().matchAll(/\b(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten)\b(?! of\b)/g),
  ].map(([word]) => ({ value: WORDS[word] ?? 0, unit: 'count' as const, isBold: false, roundingHalf: 0 }))
}

const TOLERANCE = 0.005
/** A number printed with fewer digits is still the number, as long as it has two of them. */
const ROUNDING_SHARE_MAX = 0.06

export function matches(quantity: Quantity, expected: NumberExpectation): boolean {
  if (quantity.value === 0 && quantity.unit === 'count' && expected.value === 0) return true
  const isUnit = expected.unit === 'any' || quantity.unit === expected.unit || isBareBytes(quantity, expected)
  return isUnit && [expected.value, ...(expected.also ?? [])].some((value) => isNear(quantity, value, expected))
}

/** A metric in bytes may be printed as the plain number that was sent. */
function isBareBytes(quantity: Quantity, expected: NumberExpectation): boolean {
  return expected.unit === 'bytes' && quantity.unit === 'count' && quantity.value > 10_000
}

function isNear(quantity: Quantity, value: number, expected: NumberExpectation): boolean {
  const distance = Math.abs(quantity.value - value)
  const isRoundingFair =
    quantity.roundingHalf <= Math.max(0.5, ROUNDING_SHARE_MAX * Math.abs(value)) || expected.unit === 'bytes'
  const rounding =
    expected.unit !== 'count' && isRoundingFair
      ? quantity.roundingHalf
      : Math.min(quantity.roundingHalf, ROUNDING_SHARE_MAX * Math.abs(value))
  return distance <= Math.abs(value) * (expected.tolerance ?? TOLERANCE) + rounding + 1e-9
}

/** Of the wanted unit, as far as a reader takes them for the answer: the bold ones, else the first three. */
export function headlineQuantities(quantities: readonly Quantity[], unit: Unit): Quantity[] {
  const ofUnit = quantities.filter(
    (one) =>
      unit === 'any' ||
      one.unit === unit ||
      one.value === 0 ||
      (unit === 'bytes' && one.unit === 'count' && one.value > 10_000),
  )
  const bold = ofUnit.filter(({ isBold }) => isBold)
  return bold.length > 0 ? bold.slice(0, 3) : ofUnit.slice(0, 3)
}
