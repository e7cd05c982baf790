/**
 * A follow-up read word by word in any order, where each of its words is one of few: what to tell the last set apart by
 * ("which printer does the most"), a value ("premium only"), a number of it ("percent", "p99", "how many users"), its end.
 * What is none of these stays open.
 */

import { CLASS_VALUES_MAX } from '../grounding/catalogue.ts'
import type { Statistic } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { WHOM } from '../vocabulary/whom.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { type FieldChoice, fieldOf, fieldOfSignal, keysOf, nounOfKey } from './fields.ts'
import { type KnownValue, valueFor } from './known-values.ts'
import { operationsNamed } from './routes.ts'
import { namesSlot, type Slot } from './slots.ts'
import type { QuestionState } from './state.ts'
import { stemOf, type Word } from './words.ts'

type Signal = 'logs' | 'spans'

export interface Slots {
  /** By what it is told apart. */
  readonly groups: FieldChoice[]
  /** What is counted once each, with its noun. */
  distinct: { readonly noun: string; readonly field: FieldChoice } | null
  readonly values: { readonly value: KnownValue; readonly isNot: boolean }[]
  /** What "how many" is said of. */
  noun: string | null
  /** Whether that is another thing than the set is of. */
  isWhole: boolean
  /** The place of the word behind the last of them. */
  valueEnd: number
  /** Keys that are to be free again. */
  readonly freed: Set<string>
  isAllFreed: boolean
  order: 'highest' | 'lowest' | null
  /** "Worse in the last half hour?": against the time before that; more or less where it says so. */
  compared: 'usual' | 'more' | 'less' | null
  isShare: boolean
  isCount: boolean
  isWhy: boolean
  isYesNo: boolean
  per: 'second' | 'minute' | 'hour' | 'day' | null
  statistic: Statistic | null
  /** The number of its lines that this is of: "highest score". */
  amount: string | null
  /** Single records, from this end. */
  list: 'newest' | 'oldest' | null
  isSome: boolean
  /** What nothing here explains. */
  readonly open: Word[]
}

export const FILLER = new Set(
  `the a an of them those these that this it they their its there here in on at for from to with by is are was were be been being
  do does did have has had get gets got getting see sees saw seen we i you me us our all please exactly actually then so and but
  or as than among out same only just also too again really ones one what about how now ok okay hm well can could would
  give show list tell print find let want need mean sort make makes made come comes came happen happened happens
  go goes went requests request calls call lines line logs log records record messages entries times time ever still
  split broken break down group grouped breakdown divided sliced distribution mix
  where affected hit concerned involved impacted such thing things numbers counted were instead rather amount value size together combined`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
export const HIGHEST =
  /^(?:most|mostly|mainly|worst|highest|top|biggest|largest|busiest|hardest|primarily|predominantly)$/
export const LOWEST = /^(?:fewest|least|lowest|smallest|rarest)$/
const SHARE = /^(?:percents?|percentages?|%|shares?|proportions?|fractions?|pct)$/
const WHY = /^(?:why|reason|reasons)$/
const COMPARED = wordTable<'usual' | 'more' | 'less'>({
  ...{ worse: 'usual', better: 'usual' },
  ...{ more: 'more', higher: 'more' },
  ...{ less: 'less', fewer: 'less', lower: 'less' },
})
const NOT = /^(?:not|without|except|excluding|minus|besides|no)$/
const END = /^(?:(last|latest|newest|recent)|(first|oldest|earliest))$/
const SOME = /^(?:example|examples|sample|samples)$/
const WHOLE = /^(?:overall|everyone|everybody|everything|altogether|anyone|globally|total)$/
const UNITS = wordTable({ second: 'second', minute: 'minute', min: 'minute', hour: 'hour', day: 'day' } as const)
export const STATISTICS = wordTable<Statistic>({
  ...{ median: 'p50', p50: 'p50', p90: 'p90', p95: 'p95', p99: 'p99' },
  ...{
    average: 'mean',
    mean: 'mean',
    avg: 'mean',
    max: 'max',
    maximum: 'max',
    peak: 'max',
    sum: 'sum',
    min: 'min',
    minimum: 'min',
  },
})
/** Nouns of telemetry, which tell nothing apart. */
const NO_FIELD = /^(?:line|log|request|call|record|message|entry|time|error|failure|number|count|one|event|thing|part)$/
const FAILURES = /^(?:fails|failures|errors|succeeds)$/
const IS_YES_NO = /^(?:(?:and|so|but|ok) )*(?:is|are|was|were) (?:it|that|this|they|those|these)\b/
/** Longer names of values are of more words than a chat has. */
const VALUE_WORDS_MAX = 3

/** Returns what each word of the follow-up says of a set of this signal; `subject` are the words that the set is of. */
export function slotsOf(
  state: QuestionState,
  signal: Signal,
  subject: readonly string[],
  numbers: readonly Slot[] = [],
): Slots {
  const slots: Slots = {
    ...{
      groups: [],
      distinct: null,
      noun: null,
      isWhole: false,
      values: [],
      valueEnd: -1,
      freed: new Set(),
      isAllFreed: false,
      order: null,
      compared: null,
      isShare: false,
    },
    ...{ isCount: false, isWhy: false, isYesNo: IS_YES_NO.test(state.text), per: null, statistic: null, list: null },
    ...{ amount: null },
    ...{ isSome: false, open: [] },
  }
  const { words } = state
  const own = new Set(subject.map(stemOf))
  const isOfNumber = words.some(({ text }) => asksNumber(text))
  for (let at = 0; at < words.length; )
    at += (isOfNumber && stated(words[at], numbers, slots)) || taken(state, signal, own, slots, at)
  return slots
}

/** "Highest score" of lines that state one score. */
function stated(word: Word | undefined, numbers: readonly Slot[], slots: Slots): number {
  if (word === undefined || word.usedBy === 'time' || FILLER.has(word.text)) return 0
  const [name, more] = new Set(numbers.filter((one) => namesSlot(word, one)).map((one) => one.name))
  if (name === undefined || more !== undefined || slots.amount !== null) return 0
  slots.amount = name
  return 1
}

/** How many words are used from here on. */
function taken(state: QuestionState, signal: Signal, own: ReadonlySet<string>, slots: Slots, at: number): number {
  const { words } = state
  const word = words[at]
  if (word === undefined) return 1
  if (word.usedBy === 'time') return 1
  if (state.time !== null && !words.some(({ text }) => text === 'than') && compared(word.text, slots)) return 1
  return (
    grouped(state, signal, slots, at) ||
    counted(state, signal, own, slots, at) ||
    freed(state, slots, at) ||
    number(words, slots, at) ||
    valued(state, signal, slots, at) ||
    named(state, signal, slots, at) ||
    other(word, own, slots)
  )
}

function compared(text: string, slots: Slots): boolean {
  const how = COMPARED[text]
  if (how === undefined) return false
  slots.compared = how
  return true
}

/** "By tenant", "which printer", "whose", "who": and the words of its noun. */
function grouped({ words, context: { catalogue } }: QuestionState, signal: Signal, slots: Slots, at: number): number {
  const text = words[at]?.text ?? ''
  if (/^(?:who|whom|whose)$/.test(text)) {
    const field = PEOPLE_KEYS.map((key) => fieldOfSignal(key, signal, catalogue)).find((one) => one !== null)
    if (field == null) return 0
    slots.groups.push(field)
    return 1
  }
  if (!/^(?:by|per|which|what|each|every)$/.test(text)) return 0
  const unit = UNITS[words[at + 1]?.lemma ?? '']
  if (unit !== undefined && /^(?:per|each|every)$/.test(text)) {
    slots.per = unit
    return 2
  }
  const noun = nounAt(words, at + 1, signal, catalogue)
  if (noun === null || /^every$/.test(text)) return 0
  slots.groups.push(noun.field)
  return 1 + noun.length
}

const PEOPLE_KEYS = [
  ...['user', 'actor', 'author', 'operator', 'member', 'staff', 'employee', 'clerk', 'driver', 'customer', 'tenant'],
  ...WHOM,
] as const

interface NounAt {
  readonly noun: string
  readonly field: FieldChoice
  readonly length: number
}

/** What a noun of one or two words tells apart; null where records have no such field. */
function nounAt(
  words: readonly Word[],
  at: number,
  signal: Signal,
  catalogue: Parameters<typeof keysOf>[1] & Parameters<typeof fieldOf>[1] & Parameters<typeof fieldOfSignal>[2],
): NounAt | null {
  const nouns: { readonly noun: string; readonly length: number; readonly last: string }[] = []
  for (const length of [2, 1]) {
    const parts = words.slice(at, at + length)
    const last = parts.at(-1)?.text ?? ''
    const noun = parts.map(({ text }) => text).join(' ')
    const isNoun =
      parts.length === length &&
      (endsKey(parts, catalogue) || !parts.some(({ lemma, text }) => NO_FIELD.test(lemma) || FILLER.has(text)))
    if (isNoun) nouns.push({ noun, length, last })
  }
  for (const { noun, length, last } of nouns) {
    const built = fieldOf(noun, catalogue)
    if (built?.scope === 'builtin' && built.signals.includes(signal)) return { noun, field: built, length }
    // "Card brand" of `card.brand` is `brand` in lines.
    const isKnown = built !== null && built.scope !== 'builtin'
    const field = fieldOfSignal(noun, signal, catalogue) ?? (isKnown ? fieldOfSignal(last, signal, catalogue) : null)
    if (field !== null) return { noun, field, length }
  }
  for (const { noun, length } of nouns) {
    const built = fieldOf(noun, catalogue)
    if (built !== null && built.scope !== 'builtin') return { noun, field: built, length }
  }
  return shortened(words[at], signal, catalogue)
}

/** "Record type" of `dns.record_type`: nouns of telemetry that together are the end of a key. */
function endsKey(parts: readonly Word[], { keys }: Parameters<typeof keysOf>[1]): boolean {
  const said = parts.map(({ lemma }) => lemma).join(' ')
  return (
    parts.length > 1 && keys.some(({ key }) => key.toLowerCase().split(/[._-]/).slice(-parts.length).join(' ') === said)
  )
}

const SHORT_MIN = 3

/** "Uni" of `exam.university`: the beginning of one noun of the keys. */
function shortened(
  word: Word | undefined,
  signal: Signal,
  catalogue: Parameters<typeof fieldOfSignal>[2],
): NounAt | null {
  const said = word?.text ?? ''
  if (said.length < SHORT_MIN || FILLER.has(said) || NO_FIELD.test(word?.lemma ?? '')) return null
  const nouns = catalogue.keys
    .filter((known) => known.signal === signal && known.scope === 'attribute')
    .map(({ key }) => nounOfKey(key.toLowerCase()))
    .filter((noun) => noun.startsWith(said) && noun.length >= said.length + SHORT_MIN)
  const [noun, more] = new Set(nouns)
  const field = noun === undefined || more !== undefined ? null : fieldOfSignal(noun, signal, catalogue)
  return noun === undefined || field === null ? null : { noun, field, length: 1 }
}

/** "How many users": each once; "how many": all. */
function counted(
  { words, context: { catalogue } }: QuestionState,
  signal: Signal,
  own: ReadonlySet<string>,
  slots: Slots,
  at: number,
): number {
  const isMany = words[at]?.text === 'how' && /^(?:many|much|often)$/.test(words[at + 1]?.text ?? '')
  if (!isMany) return 0
  const from = /^(?:different|distinct|unique)$/.test(words[at + 2]?.text ?? '') ? at + 3 : at + 2
  const noun = nounAt(words, from, signal, catalogue)
  const next = words[from]
  if (noun === null) {
    slots.isCount = true
    const isNoun = next !== undefined && /s$/.test(next.text) && !FILLER.has(next.text)
    if (!isNoun || PEOPLE.test(next.lemma) || FAILURES.test(next.text)) return 2
    // "How many cues were late": what it counts is no value of the set.
    slots.isWhole = !own.has(stemOf(next.text))
    slots.noun = next.text
    return 3
  }
  slots.distinct = { noun: noun.noun, field: noun.field }
  return from - at + noun.length
}

/** "All tenants", "every region". */
function freed({ words, context: { catalogue } }: QuestionState, slots: Slots, at: number): number {
  const text = words[at]?.text ?? ''
  if (WHOLE.test(text)) {
    slots.isAllFreed = true
    return 1
  }
  const noun = words[at + 1]
  if (!/^(?:all|any|every)$/.test(text) || noun === undefined || FILLER.has(noun.text)) return 0
  const keys = keysOf(noun.text, catalogue)
  if (keys.length === 0 || NO_FIELD.test(noun.lemma)) return 0
  for (const { key } of keys) slots.freed.add(key)
  return 2
}

function number(words: readonly Word[], slots: Slots, at: number): number {
  const { text = '', lemma = '' } = words[at] ?? {}
  const statistic = STATISTICS[text]
  const end = END.exec(text)
  if (HIGHEST.test(text)) slots.order = 'highest'
  else if (LOWEST.test(text)) slots.order = 'lowest'
  else if (SHARE.test(text)) slots.isShare = true
  else if (WHY.test(text)) slots.isWhy = true
  else if (statistic !== undefined) slots.statistic = statistic
  else if (end !== null) slots.list = end[1] === undefined ? 'oldest' : 'newest'
  else if (SOME.test(lemma)) slots.isSome = true
  else if (/^(?:number|count)$/.test(text)) slots.isCount = true
  else return 0
  return 1
}

/** "Nordbau", "not premium": a value that records of this signal carry, with the people that it is of. */
function valued(state: QuestionState, signal: Signal, slots: Slots, at: number): number {
  const isNot = NOT.test(state.words[at]?.text ?? '')
  const from = isNot ? at + 1 : at
  const values = state.context.values.filter(
    (known) => known.signal === signal && known.scope === 'attribute' && known.values.length <= CLASS_VALUES_MAX,
  )
  for (let length = VALUE_WORDS_MAX; length > 0; length--) {
    const parts = state.words.slice(from, from + length)
    if (parts.length < length) continue
    const said = parts.map(({ text }) => text).join(' ')
    if (length === 1 && (FILLER.has(said) || said.length < 2)) continue
    const known = { context: { ...state.context, values } }
    const value = valueFor(known, said) ?? (length === 2 ? besideKey(known, parts) : null)
    if (value === null || value.value.startsWith('/')) continue
    // "Storage rooms": the first one says of which kind the rooms are.
    const isHead = slots.valueEnd === from && slots.values.at(-1)?.value.key === value.key
    // "Bookings" are rather what is booked than a value `booking`.
    const isNoun = value.value.toLowerCase() !== said && /s$/.test(said)
    if (!isHead && (isNoun || operationsNamed(said, state.context.catalogue.operations).length > 0)) continue
    if (!isHead) slots.values.push({ value, isNot })
    slots.valueEnd = from + length
    const next = state.words[from + length]
    const isPeople = next !== undefined && (PEOPLE.test(next.lemma) || next.lemma === lastOf(value.key))
    return from - at + length + (isPeople ? 1 : 0)
  }
  return 0
}

/** "Bay A", "north region": a value beside the noun of its key. */
function besideKey(known: Pick<QuestionState, 'context'>, [first, second]: readonly Word[]): KnownValue | null {
  if (first === undefined || second === undefined) return null
  for (const [noun, value] of [
    [first, second],
    [second, first],
  ] as const) {
    const keys = new Set(keysOf(noun.text, known.context.catalogue).map(({ key }) => key))
    const found = keys.size === 0 || FILLER.has(noun.text) ? null : valueFor(known, value.text, keys)
    if (found !== null) return found
  }
  return null
}

function lastOf(key: string): string {
  return key.toLowerCase().split(/[._-]/).at(-1) ?? ''
}

/** "Top ip", "worst tenant": a noun beside what makes it the first. */
function named({ words, context: { catalogue } }: QuestionState, signal: Signal, slots: Slots, at: number): number {
  const isBeside = [words[at - 1], words[at + 1]].some((one) => one !== undefined && isExtreme(one.text))
  if (!isBeside && !/^(?:with|having)$/.test(words[at + 1]?.text ?? '')) return 0
  const noun = nounAt(words, at, signal, catalogue)
  const isNamed =
    noun?.field.field
      .toLowerCase()
      .split(/[._-]/)
      .includes(words[at]?.lemma ?? '') === true
  if (noun === null || !isNamed) return 0
  slots.groups.push(noun.field)
  return noun.length
}

function isExtreme(text: string): boolean {
  return HIGHEST.test(text) || LOWEST.test(text)
}

/** Whether a word asks for a number of the set, or for the first of its groups. */
export function asksNumber(text: string): boolean {
  return isExtreme(text) || STATISTICS[text] !== undefined
}

function other(word: Word, own: ReadonlySet<string>, slots: Slots): number {
  // "Corrects" behind corrections says nothing more; "cancellations" behind what was cancelled are a thing of their own.
  const isOfSet = own.has(stemOf(word.text)) && !/(?:ions?|ments?|als?)$/.test(word.text)
  const isSaid = FILLER.has(word.text) || PEOPLE.test(word.lemma) || isOfSet
  if (!isSaid) slots.open.push(word)
  return 1
}
