/** Limits on numbers that a question states: on durations of requests, and on amounts that records carry. */

import { numberOfWords } from '../vocabulary/number-words.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { attributeField } from './fields.ts'
import { negated, type QuestionState } from './state.ts'

function use(state: QuestionState, start: number, end: number, by: string): void {
  for (const word of state.words) if (word.start < end && word.end > start && word.usedBy === null) word.usedBy = by
}

const UNITS = wordTable<number>({
  ms: 1,
  millisecond: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  minute: 60_000,
  min: 60_000,
  msec: 1,
  milli: 1,
})
/** "slower than 2 s", "over 500ms", "took more than a second". */
export function durationConditions(state: QuestionState): void {
  // "Slower than 1 s, faster than 2 s".
  for (const found of [...state.text.matchAll(DURATION_BOUND)].slice(0, 2)) durationCondition(state, found)
}

const DURATION_BOUND =
  /\b(?:(?:that |which |who )?(?:have |had )?(?:took|take|takes|taking|last|lasted|lasting|needed|needing|ran|running|responded|responding|answered|completed|finished)(?: in)? |with an? (?:duration|latency|response time)(?: of)? )?(no |not )?(?:(slower|longer|more|greater|higher|over|above|beyond|exceeding|exceeded|exceeds|exceed|past|at least|upwards of|north of)|(faster|shorter|less|fewer|lower|under|below|quicker|within|at most|up to))(?: than)? (a|an|one|half a|two|three|five|ten|\d+(?:[.,]\d+)?) ?(ms|msecs?|millis|milliseconds?|s|secs?|seconds?|minutes?|mins?)\b(?! (?:ago|earlier|later|before(?! (?:the |an? |\d))))/g

function durationCondition(state: QuestionState, found: RegExpExecArray): void {
  const [whole, not, more, , amount = '', unitSaid = 'ms'] = found
  // "Over the last 5 minutes" and "within 10 minutes" are times.
  if (/^(?:over|within|past)$/.test(more ?? '') && /^min/.test(unitSaid)) return
  // "More 502s than before": requests with a status.
  if (/ [1-5]\d\ds$/.test(whole) && !/\bthan /.test(whole)) return
  const words = state.words.filter(({ start, end }) => start < found.index + whole.length && end > found.index)
  if (words.some(({ usedBy }) => usedBy === 'time')) return
  const unit = unitSaid.replace(/(?<=..)s$/, '')
  const value = numberOfWords(amount) * (UNITS[unit] ?? 1)
  const isNot = negated(state, words) || not !== undefined
  use(state, found.index, found.index + whole.length, 'condition')
  const op = more === undefined ? (isNot ? 'gte' : 'lt') : isNot ? 'lte' : 'gt'
  state.conditions.push({ on: 'number', key: 'duration', op, value })
}

const OPERATORS: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}

/** "Status >= 500", "points>=80": a code or the attribute of that name, beside a number. */
export function boundConditions(state: QuestionState): void {
  for (const found of state.text.matchAll(
    /(?<![\w./:@-])([a-z_][\w.]{0,80}) ?([<>]=?) ?(-?\d{1,15}(?:\.\d{1,6})?)(?![\w.])/g,
  )) {
    const [whole, key = '', sign = '', amount = ''] = found
    const op = OPERATORS[sign]
    const known = state.context.catalogue.keys.find((one) => one.key.toLowerCase() === key && one.scope === 'attribute')
    const isCode = key === 'status' && /^[1-5]\d\d$/.test(amount)
    if (op === undefined || (!isCode && known === undefined)) continue
    use(state, found.index, found.index + whole.length, 'condition')
    if (isCode) codesWithin(state, op, Number(amount))
    else if (known !== undefined) state.conditions.push({ on: 'number', key: known.key, op, value: Number(amount) })
  }
}

/** Two bounds on the code are one range. */
function codesWithin(state: QuestionState, op: 'gt' | 'gte' | 'lt' | 'lte', code: number): void {
  const from = op === 'gt' ? code + 1 : op === 'gte' ? code : 100
  const to = op === 'lt' ? code - 1 : op === 'lte' ? code : 599
  const index = state.conditions.findIndex((one) => one.on === 'status_code' && one.not !== true)
  const held = state.conditions[index]
  if (held?.on === 'status_code')
    state.conditions[index] = { ...held, from: Math.max(held.from, from), to: Math.min(held.to, to) }
  else state.conditions.push({ on: 'status_code', from, to })
}

/** "More than 50 customers", "amount over 100": a limit on a number that records carry. */
export function amountConditions(state: QuestionState): void {
  const { words, context } = state
  for (const [at, word] of words.entries()) {
    if (word.usedBy !== null || !/^\d+(?:\.\d+)?$/.test(word.text)) continue
    const isThan = words[at - 1]?.text === 'than'
    const bound = words[isThan ? at - 2 : at - 1]
    const op = bound === undefined || bound.usedBy !== null ? undefined : BOUNDS[bound.text]
    if (op === undefined || bound === undefined) continue
    const before = words[isThan ? at - 3 : at - 2]
    const noun = [words[at + 1], before].find(
      (one) => one !== undefined && one.usedBy === null && attributeField(one.text, context.catalogue) !== null,
    )
    const field = noun === undefined ? null : attributeField(noun.text, context.catalogue)
    if (noun === undefined || field === null || !isNumeric(state, field.field)) continue
    for (const used of [bound, ...(isThan ? [words[at - 1]] : []), word, noun])
      if (used !== undefined) used.usedBy = 'condition'
    state.conditions.push({ on: 'number', key: field.field, op, value: Number(word.text) })
  }
}

const BOUNDS = wordTable<'gt' | 'gte' | 'lt' | 'lte'>({
  more: 'gt',
  over: 'gt',
  above: 'gt',
  exceeding: 'gt',
  greater: 'gt',
  higher: 'gt',
  less: 'lt',
  fewer: 'lt',
  under: 'lt',
  below: 'lt',
  lower: 'lt',
})

function isNumeric({ context }: QuestionState, key: string): boolean {
  const own = context.values.filter((known) => known.key === key).flatMap(({ values }) => values)
  return own.length > 0 && own.every(({ value }) => /^-?\d+(?:\.\d+)?$/.test(value))
}
