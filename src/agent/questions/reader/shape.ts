/** How an answer is cut: groups, how many, in which order, in which steps of time, at which rate. */

import { statusKeys } from '../execute/filters.ts'
import type { Plan } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { numberOfWords } from '../vocabulary/number-words.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { type FieldChoice, fieldOf, isOfApp, keysOf } from './fields.ts'
import { valueFor } from './known-values.ts'
import { has, onlyService, type QuestionState } from './state.ts'
import { templatesWith } from './texts.ts'
import { lemmaOf, type Word } from './words.ts'

type Measured = Extract<Plan, { intent: 'measure' }>
export interface Shape {
  readonly groupBy: Measured['groupBy']
  readonly order: 'highest' | 'lowest'
  readonly limit: number | null
  readonly per: Measured['per']
  readonly intervalMs: number | null
  readonly isTrendAsked: boolean
  readonly isPeakAsked: boolean
  /** A noun after "by" that is no field of this project. */
  readonly unknownGroup: string | null
}

/** Milliseconds of the units that rates and steps go by. */
export const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
type Unit = keyof typeof UNIT_MS
const UNIT = wordTable<Unit>({
  second: 'second',
  sec: 'second',
  s: 'second',
  minute: 'minute',
  min: 'minute',
  hour: 'hour',
  hourly: 'hour',
  day: 'day',
  daily: 'day',
})
/** "In which minute were there most": the course over time has its peak. */
const PEAK_MINUTE = /\b(?:which|what) minute\b|\bminute (?:in which|when|where|with|that)\b/

/** A noun behind these is what is grouped by. */
const GROUPING: ReadonlySet<Tag> = new Set(['by', 'which', 'highest', 'lowest', 'slowest', 'fastest'])
const MEASURED: ReadonlySet<Tag> = new Set(['failure_ratio', 'success_ratio', 'duration'])

/** Says by its own noun what is grouped by. */
const WHICH_OF =
  /\b(?:which|what) (?!(?:is|are|was|were|has|have|had|do|does|did|of|ones?|the|gets?|got|sees?|saw)\b)[a-z][\w.-]{2,40} .{0,60}\b(?:most|fewest|least) [a-z]/

/** "Drop points" of `drop_points.open` fall no more than others do. */
function isOfMetricName({ words, context: { catalogue } }: QuestionState, at: number): boolean {
  const [word, next] = [words[at], words[at + 1]]
  if (word === undefined || next === undefined) return false
  return catalogue.metrics.some(({ name }) => {
    const parts = name.toLowerCase().split(/[._-]/).map(lemmaOf)
    return parts.some((part, place) => part === word.lemma && parts[place + 1] === next.lemma)
  })
}

/** "How many events were dropped", "dropped events": they were lost, and their number may be what it always is. */
const DROPPED =
  /\bhow many (?:[\w-]{2,30} ){1,3}?(?:were|was|got|have been|had been|are|is|we|they) ?(?:being )?dropped\b|^(?:(?:the|all|any|number of|count of|total) ){0,3}dropped [a-z]|^(?:the |all )?[a-z-]{3,30}s dropped(?! (?:by|to|from|below|under|sharply|suddenly|off|again|since|after|at)\b)/

/** "Trips dropped per minute": what lines say was done to something is no fall of its number. */
function isCourseAsked(state: QuestionState): boolean {
  const told = state.phrases.filter(({ tag, at }) => tag === 'trend' && !isOfMetricName(state, at))
  const isPer = /\bper (?:second|sec|minute|min|hour|day)\b/.test(state.text)
  const isDone = ({ at, length }: (typeof told)[number]): boolean => {
    const word = state.words[at]
    const beside = [state.words[at - 1], state.words[at - 2], state.words[at + 1]].filter((one) => one !== undefined)
    return (
      length === 1 &&
      word !== undefined &&
      beside.some(({ text }) => templatesWith([text, word.text], state.context.catalogue, []).length > 0)
    )
  }
  const isOfDropped = DROPPED.test(state.text) && told.every(({ at }) => state.words[at]?.text === 'dropped')
  return told.length > 0 && !isOfDropped && !(isPer && told.every(isDone))
}

/** Reads groups, order, limit, rate and steps of a question. */
export function readShape(state: QuestionState): Shape {
  const limit = readLimit(state)
  const groupBy: { field: string; scope: FieldChoice['scope'] }[] = []
  let per: Unit | null = /\b(?:rps|qps|requests? rate)\b/.test(state.text)
    ? 'second'
    : /\brpm\b/.test(state.text)
      ? 'minute'
      : null
  const isTrend = isCourseAsked(state)
  let intervalMs: number | null = null
  let unknownGroup: string | null = null
  for (const { tag, at, length } of state.phrases) {
    if (!GROUPING.has(tag)) continue
    const first = state.words[at + length]
    const second = state.words[at + length + 1]
    if (first === undefined) continue
    const unit = tag === 'by' ? UNIT[first.lemma] : undefined
    if (unit !== undefined) {
      use(first, 'shape')
      if (isTrend) intervalMs = UNIT_MS[unit]
      else per = unit
      continue
    }
    const isChosen = tag === 'by' || isChoice(state)
    // "Highest error rate", "services by error rate": what is measured is no group.
    const isMeasured = state.phrases.some((one) => one.at === at + length && MEASURED.has(one.tag))
    // "Which depot gets the most rentals": what is counted is no group beside what is asked for.
    const isCounted = isExtreme(tag) && length === 1 && WHICH_OF.test(state.text)
    if (!isChosen || isMeasured || isCounted || (isExtreme(tag) && isMetricOfService(state, first))) continue
    // "Which file-vault host": one of those that the service has.
    const isOfService = tag === 'which' && first.usedBy === 'service' && second?.usedBy === null
    const hosts = isOfService ? fieldOf(second.text, state.context.catalogue) : null
    if (isOfService && hosts !== null && second !== undefined) {
      use(second, 'shape')
      groupBy.push({ field: hosts.field, scope: hosts.scope })
      continue
    }
    const field = groupField(state, first, second, tag === 'by')
    // "For every city but Rome": all of them, not each. What no key goes by is no "every" of anything.
    const isRest =
      /^(?:every|each|any|all)$/.test(state.words[at + length - 1]?.text ?? '') &&
      /^(?:but|except|besides|save|apart)$/.test(state.words[at + length + 1]?.text ?? '')
    if (tag === 'by' && isRest && field !== null) {
      use(first, 'shape')
      continue
    }
    if (field !== null) groupBy.push({ field: field.field, scope: field.scope })
    else if (tag === 'by' && isUnknownKind(first, second)) unknownGroup = `${first.text} ${second?.text}`
    else if (
      tag === 'by' &&
      first.usedBy === null &&
      !isDoneBy(state, at, first) &&
      !/^(?:the|a|an|hand|chance|then|now|far|default|it|that|default|all)$/.test(first.text)
    )
      unknownGroup = first.text
  }
  if (groupBy.length === 0 && asksForCodes(state)) {
    const field = codesField(state)
    if (field !== null) groupBy.push({ field: field.field, scope: field.scope })
  }
  if (groupBy.length === 0 && has(state, 'highest', 'lowest')) {
    const field = nounBesideMost(state)
    if (field !== null) groupBy.push({ field: field.field, scope: field.scope })
  }
  // "Which service uses the most memory": read by itself it would ask who calls whom.
  const user =
    /\b(?:which|what) (service|component|app|application|pod|host|container|node|instance)s? (?:uses?|needs?|consumes?|takes?|burns?|eats?)\b/.exec(
      state.text,
    )?.[1]
  const used =
    groupBy.length > 0 || user === undefined || !has(state, 'highest', 'lowest')
      ? null
      : fieldOf(user, state.context.catalogue)
  if (used !== null) groupBy.push({ field: used.field, scope: used.scope })
  if (/\bhourly\b/.test(state.text)) intervalMs = UNIT_MS.hour
  if (state.stepMs !== null) intervalMs = state.stepMs
  const isPeak = has(state, 'highest') && groupBy.length === 0 && PEAK_MINUTE.test(state.text)
  if (isPeak) intervalMs = UNIT_MS.minute
  const said = /\b(?:per|a|each|every) (second|sec|minute|min|hour|day)\b/.exec(state.text)?.[1]
  if (has(state, 'rate') && said !== undefined && intervalMs === null) per = UNIT[said] ?? per
  if (per === null && has(state, 'rate') && !has(state, 'failure_ratio', 'success_ratio')) per = 'second'
  // The worst success rate is the lowest one.
  const isWorst = has(state, 'success_ratio') && /\bworst\b/.test(state.text)
  const isLowest = (has(state, 'lowest', 'fastest') && !has(state, 'highest')) || isWorst
  const unique = groupBy.filter((one, index) => groupBy.findIndex((other) => other.field === one.field) === index)
  return {
    groupBy: unique.slice(0, 3),
    order: isLowest ? 'lowest' : 'highest',
    limit,
    per,
    intervalMs,
    isTrendAsked: isTrend || isPeak,
    isPeakAsked: isPeak,
    unknownGroup,
  }
}

/** "Handled by node-1", "not paid by card": a value of the data says who did it or how, and is no field. */
function isDoneBy(state: QuestionState, at: number, { text }: Word): boolean {
  return state.words[at]?.text === 'by' && valueFor(state, text) !== null
}

/** "Per order-desk type": a kind of something that no field tells. */
function isUnknownKind(first: Word, second: Word | undefined): boolean {
  const isKind = /^(?:type|kind|class|category|status|state|method|size|version|region|country|plan)$/
  return first.usedBy !== null && second?.usedBy === null && isKind.test(second.lemma)
}

/** "Status codes of web between 14:07 and 14:32": without a code of its own, how many of each are asked for. */
export function asksForCodes({ text, conditions }: QuestionState): boolean {
  return (
    /\b(?:(?:http|response|status|return|result) )+codes\b|\bcodes (?:did|does|were|was|do|are|that)\b|\bhttp statuses\b/.test(
      text,
    ) &&
    !/\bhow many (?:different|distinct|various)\b/.test(text) &&
    conditions.every(({ on }) => on !== 'status_code')
  )
}

function codesField(state: QuestionState): FieldChoice | null {
  const { catalogue } = state.context
  const [key] = [...statusKeys(catalogue, 'spans'), ...statusKeys(catalogue, 'logs')]
  if (key === undefined) return null
  takeCodeWords(state)
  return { field: key, scope: 'attribute', signals: [] }
}

/** Takes the words by which status codes are asked for. */
export function takeCodeWords({ words }: QuestionState): void {
  for (const word of words) if (/^(?:http|response|status|return|result|code)$/.test(word.lemma)) use(word, 'shape')
}

/** "Airport with most failed requests", "most used channel": what is ranked stands before or behind. */
function nounBesideMost(state: QuestionState): FieldChoice | null {
  const { catalogue } = state.context
  const at = state.words.findIndex(({ text }) =>
    /^(?:most|highest|least|lowest|fewest|largest|biggest|worst|top)$/.test(text),
  )
  const joint = state.words[at - 1]?.text === 'the' ? at - 2 : at - 1
  const before = /^(?:with|having|has|had|of|sees|gets)$/.test(state.words[joint]?.text ?? '')
    ? state.words[joint - 1]
    : undefined
  const isAdjective = /^(?:used|affected|called|requested|visited|hit|common|frequent|active|busy)$/.test(
    state.words[at + 1]?.text ?? '',
  )
  const after = isAdjective ? state.words[at + 2] : undefined
  for (const word of [before, after]) {
    const field = word === undefined || word.usedBy !== null ? null : fieldOf(word.text, catalogue)
    if (field === null || word === undefined) continue
    use(word, 'shape')
    if (isAdjective) for (const one of state.words.slice(at, at + 2)) use(one, 'shape')
    return field
  }
  return null
}

function isExtreme(tag: Tag): boolean {
  return tag === 'highest' || tag === 'lowest'
}

/** "Fewest goroutines in web": a metric is called after the noun; which of them had the fewest is not asked. */
function isMetricOfService(state: QuestionState, noun: Word): boolean {
  if (onlyService(state) === null || noun.text === noun.lemma || has(state, 'which', 'by')) return false
  return state.context.catalogue.metrics.some(
    ({ name, unit }) =>
      unit === `{${noun.lemma}}` ||
      name
        .toLowerCase()
        .split(/[._/-]+/)
        .includes(noun.text),
  )
}

/** Whether one of several is asked for: "which service has the most errors", "slowest endpoints". */
function isChoice(state: QuestionState): boolean {
  return has(state, 'highest', 'lowest', 'slowest', 'fastest') || (has(state, 'which') && /\bwhich\b/.test(state.text))
}

function groupField(state: QuestionState, first: Word, second: Word | undefined, isBy: boolean): FieldChoice | null {
  const { catalogue } = state.context
  const both = second === undefined ? null : fieldOf(`${first.text} ${second.text}`, catalogue)
  if (both !== null && second !== undefined) {
    use(first, 'shape')
    use(second, 'shape')
    return both
  }
  // "Per app version": another field than the service, which this project may not have.
  if (isOfApp(first, second)) return null
  const one = first.usedBy === null || first.usedBy === 'shape' ? fieldBeside(state, first) : null
  if (one !== null && (isBy || first.usedBy === null || first.usedBy === 'shape')) {
    use(first, 'shape')
    return one
  }
  // "the slowest 5 endpoints", "the most errors per …": the noun stands one word further.
  if (
    second === undefined ||
    !/^(?:\d+|common|frequent|of|the|many|api|http|single|different|individual)$/.test(first.text)
  )
    return null
  const next = second.usedBy === null ? fieldOf(second.text, catalogue) : null
  if (next !== null) use(second, 'shape')
  return next
}

/** "Payments by method": of several keys that go by the noun the one that another word of the question names as well. */
function fieldBeside({ words, context }: QuestionState, noun: Word): FieldChoice | null {
  const usual = fieldOf(noun.text, context.catalogue)
  if (usual === null || usual.scope === 'builtin') return usual
  const said = words.filter((word) => word !== noun && word.text.length > 3).map(({ lemma }) => lemma)
  const isSaid = (key: string): boolean =>
    key
      .toLowerCase()
      .split(/[._-]/)
      .some((part) => said.includes(part) && part !== noun.lemma)
  const known = keysOf(noun.text, context.catalogue)
  const named = isSaid(usual.field) ? undefined : known.find(({ key }) => isSaid(key))
  return named === undefined
    ? usual
    : {
        field: named.key,
        scope: named.scope,
        signals: known.filter(({ key }) => key === named.key).map(({ signal }) => signal),
      }
}

function use(word: Word, by: string): void {
  word.usedBy ??= by
}

function readLimit(state: QuestionState): number | null {
  const found =
    /\b(?:top|first|last|latest|newest|oldest|slowest|fastest|longest|worst|best|bottom|limit|show|show me|list|give me|get|recent|biggest|largest|busiest|noisiest|loudest)(?: the| me| top| last| first| latest| newest| slowest| oldest| most recent)* (\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twenty)\b(?! ?(?:s|m|h|d|min|mins|minutes?|hours?|seconds?|days?|weeks?|%|percent|xx)\b)/.exec(
      state.text,
    ) ??
    /\b(two|three|four|five|ten|twenty|\d{1,3}) (?:most|slowest|worst|busiest|latest|newest|oldest|longest|biggest|largest|loudest|noisiest|highest)\b/.exec(
      state.text,
    )
  const said = found?.[1]
  if (found === null || said === undefined) return null
  const at = found.index + found[0].lastIndexOf(said)
  if (state.words.some(({ start, usedBy }) => start === at && usedBy !== null)) return null
  for (const word of state.words)
    if (
      word.start >= found.index &&
      word.start <= at &&
      (word.text === said || /^(?:top|first|latest|newest)$/.test(word.text))
    )
      use(word, 'limit')
  return Math.min(100, Math.max(1, numberOfWords(said)))
}
