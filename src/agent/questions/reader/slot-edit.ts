/**
 * The last set with what a follow-up says in any order of words (`slot-words.ts`): "which printer does the most", "top ip?",
 * "as % of requests there", "is it premium people mostly". One or two words that nothing explains are what was done with
 * the same thing: "and refused ones, all tenants" behind sessions that were opened is of sessions refused.
 */
import { chosenLines } from '../grounding/chosen-lines.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { isOfTrouble, type Measure, type Plan, type PlanCondition, type PlanOf, without } from '../plan/plan.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { keysOf, nounOfKey } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { merged } from './follow-up.ts'
import { windowOf } from './follow-up-time.ts'
import { ofValue, valueFor } from './known-values.ts'
import { countedOf, failedSince, listOf, outcomeOf, PLAIN } from './move-base.ts'
import { nounOf } from './same-thing.ts'
import { type Slots, slotsOf } from './slot-words.ts'
import { type Slot, slotsOf as statedIn } from './slots.ts'
import type { Previous, QuestionState, ReadContext } from './state.ts'
import { isOfOneThing } from './subject-moves.ts'
import { shifted } from './when.ts'

type MeasurePlan = PlanOf<'measure'>
type Attribute = Extract<PlanCondition, { on: 'attribute' }>

const WORDS_MAX = 12
const OPEN_MAX = 2

export interface SlotEdit {
  /** The plan; null where the words that are open are read first. */
  readonly plan: Plan | null
  /** Questions that say what was counted with these words, the nearest first. */
  readonly wholes: readonly string[]
  /** The plan of such a question as one of this thread; null where it cannot be. */
  readonly inThread: (read: MeasurePlan) => Plan | null
}

/** What a follow-up of such words asks for; null where it is none, or goes on from no set. */
export function slotEdit(state: QuestionState, previous: Previous): SlotEdit | null {
  const base = baseOf(previous)
  const { words, named, quoted, context } = state
  // Signs are those of a query.
  const isPlain = named.length === 0 && quoted.length === 0 && !/[`=<>"]/.test(state.written)
  if (base === null || words.length > WORDS_MAX || !isPlain) return null
  const asked = previous.root ?? previous.question ?? ''
  const subject = [...wordsOfSet(base), ...asked.toLowerCase().split(/[^a-z]+/)].filter((word) => word !== '')
  const slots = slotsOf(state, isOfSpans(base.measure) ? 'spans' : 'logs', subject, numbersOf(base, context))
  // "How many" of what was added up.
  const isCountAsked = slots.isCount && base.measure.of === 'number'
  if (slots.isWhole || !(saysAny(slots) || isCountAsked) || slots.open.length > OPEN_MAX) return null
  // "As a share of all uploads" tells of what, which the set need not be.
  const among = slots.isShare ? SHARE_OF.exec(state.text)?.[1] : undefined
  if (among !== undefined && !isHeldBy(base, among, context)) return null
  // What broke, why and how many of it have answers of their own.
  const isOfHealth = previous.plan.intent === 'health'
  // Who is hit behind how a service is has an answer of its own.
  if (isOfHealth && /\b(?:who|whom|whose)\b/.test(state.text)) return null
  const isOfState = isOfTrouble(previous.plan) || isOfHealth
  if (isOfState && !(tellsApart(slots) && slots.groups.every(({ scope }) => scope !== 'builtin'))) return null
  if (slots.open.length === 0) {
    const plan = edited(base, slots, state)
    return plan === null || isSame(plan, previous.plan) ? null : { plan, wholes: [], inThread: () => null }
  }
  const done = slots.open.map(({ text }) => text)
  const failed = outcomeSaid(done, base, slots)
  if (failed !== null) {
    const plan = edited(failed, slots, state)
    return plan === null ? null : { plan, wholes: [], inThread: () => null }
  }
  if (!DONE.test(done.at(-1) ?? '')) return null
  const nouns = [
    ...slots.groups.map(({ field }) => `${nounOfKey(field)}s`),
    slots.noun ?? thingOf(base, context) ?? nounOf(asked),
  ]
  const wholes = nouns.flatMap((noun) => (noun === null ? [] : [`how many ${noun} ${done.join(' ')}`]))
  return {
    ...{ plan: null, wholes },
    inThread: (read) => {
      const own = ofThread(read, base, context, slots.noun === null)
      return own === null ? null : edited(own, slots, state, true)
    },
  }
}

const SHARE_OF =
  /\b(?:percent|percentage|%|pct|share|proportion|fraction|part) (?:of|among|out of) (?:(?:all|the|our|their|its|those|these) )*(?!(?:all|the|our|their|its|those|these|them|it|that|requests|calls|traffic|total|everything|everyone)\b)([a-z][a-z-]*)/
const DONE = new RegExp(`^(?:${PARTICIPLE})$`)
const FAILED = /^(?:fail|fails|failed|failing|failures|errors?|errored|broke|broken)$/
const SUCCEEDED = /^(?:succeed|succeeds|succeeded|successful|success|worked)$/

/** Whether the set is restricted by a value of this kind: "all tenants" behind those of one. */
function isHeldBy({ conditions }: MeasurePlan, noun: string, { catalogue }: ReadContext): boolean {
  const keys = new Set(keysOf(noun, catalogue).map(({ key }) => key))
  return conditions.some((one) => one.on === 'attribute' && one.not !== true && keys.has(one.key))
}

/** The set, or what failed since the onset behind a cause. */
function baseOf(previous: Previous): MeasurePlan | null {
  const counted = countedOf(previous.plan) ?? failedSince(previous) ?? failedOf(previous.plan)
  const isOfSet = counted !== null && counted.conditions.length > 0 && counted.measure.of !== 'metric'
  return isOfSet ? counted : null
}

/** Behind how a service is: its requests that failed. */
function failedOf(plan: Plan): MeasurePlan | null {
  if (plan.intent !== 'health') return null
  const conditions: PlanCondition[] = [
    { on: 'service', values: [plan.service] },
    { on: 'outcome', is: 'failed' },
  ]
  return plainMeasure({ measure: { of: 'requests' }, conditions, time: windowOf(plan.time) })
}

function tellsApart({ groups, distinct, values }: Slots): boolean {
  return groups.length + values.length > 0 || distinct !== null
}

function saysAny(slots: Slots): boolean {
  const { freed, open, isAllFreed, order, compared, isShare, isWhy, per, statistic, list, isSome } = slots
  const isNumber = order !== null || compared !== null || isShare || per !== null || statistic !== null
  const isEnd = list !== null || isSome || isWhy
  return tellsApart(slots) || freed.size + open.length > 0 || isAllFreed || isNumber || isEnd
}

/** The set with what the slots say; null where they say what it does not have. */
function edited(set: MeasurePlan, slots: Slots, state: QuestionState, isOther = false): Plan | null {
  const conditions = restricted(set, slots)
  if (conditions === null) return null
  const time = state.time ?? windowOf(set.time)
  const same: MeasurePlan = { ...set, against: null, conditions, time }
  const base: MeasurePlan = { ...same, ...PLAIN, per: set.per }
  const isOfRecords = base.measure.of === 'records'
  if (slots.compared !== null) return sideBySide(base, set, slots.compared)
  // A bare "why" may ask for what broke; "reasons" are several that lines say.
  if (slots.isWhy)
    return (isOther || /\breasons\b/.test(state.text)) && isOfRecords && isOfOneThing(base) ? patternsOf(base) : null
  if (slots.list !== null || slots.isSome) return listed(base, slots)
  if (slots.isShare) return shareOf(base, set, slots)
  if (slots.amount !== null) return ofAmount(base, slots, slots.amount)
  if (slots.statistic !== null) return withStatistic(base, slots.statistic)
  if (slots.distinct !== null) {
    const { noun, field } = slots.distinct
    const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
    const isHeld = base.conditions.some((one) => one.on === 'attribute' && one.key === field.field)
    if (isHeld || !field.signals.includes(signal)) return null
    const measure: Measure = { of: 'distinct', what: noun, signal, key: field.field, scope: field.scope }
    return { ...base, measure, groupBy: [], per: null }
  }
  const isCounted = base.measure.of === 'records' || base.measure.of === 'requests'
  if (slots.per !== null) return isCounted ? { ...base, per: slots.per } : null
  const groups = groupsAsked(slots)
  if (groups.length > 0) {
    const order = slots.order ?? 'highest'
    return base.measure.of === 'distinct' && base.measure.key === groups[0]?.field
      ? { ...base, measure: countOf(base.measure), groupBy: groups, order, isGroupImplied: false, limit: 20 }
      : { ...base, ...asked(slots), groupBy: groups, order, isGroupImplied: false, limit: 20 }
  }
  if (slots.order !== null && base.groupBy.length > 0) return { ...base, order: slots.order, limit: 20 }
  if (slots.order !== null) return withStatistic(base, slots.order === 'highest' ? 'max' : 'min')
  if (slots.isCount && !isCounted)
    return base.measure.of === 'distinct' ? null : { ...base, measure: countOf(base.measure) }
  return isOther && slots.isCount ? { ...base, groupBy: [] } : same
}

/** The window that was asked for beside as long a time before it, under the groups that the set has. */
function sideBySide(base: MeasurePlan, { groupBy }: MeasurePlan, how: 'usual' | 'more' | 'less'): Plan {
  const against = shifted(base.time, { shift: 'before', lengthMs: null, phrase: 'before that' })
  const isSaid = how === 'usual' || groupBy.length > 0
  return { ...base, groupBy, against, ...(isSaid ? {} : { isYesNo: true, isUsualAsked: how }) }
}

/** "Is it premium mostly?": whether that one is the first. */
function asked({ groups, values: [value], isYesNo }: Slots): Partial<MeasurePlan> {
  return isYesNo && groups.length === 0 && value !== undefined ? { isYesNo: true, firstAsked: value.value.value } : {}
}

function countOf(measure: Measure): Measure {
  return isOfSpans(measure) ? { of: 'requests' } : { of: 'records' }
}

/** The values asked about in "are they on the standard plan" are told apart by their key. */
function groupsAsked({ groups, values, isYesNo }: Slots): MeasurePlan['groupBy'] {
  const fields =
    groups.length > 0 || !isYesNo ? groups : values.map(({ value }) => ({ field: value.key, scope: value.scope }))
  const [first] = fields
  return first === undefined ? [] : [{ field: first.field, scope: first.scope }]
}

/** The conditions with other values, without those that are free again or told apart; null where none of them was held. */
function restricted(set: MeasurePlan, slots: Slots): PlanCondition[] | null {
  const told = new Set(groupsAsked(slots).map(({ field }) => field))
  const isAttribute = (one: PlanCondition): one is Attribute => one.on === 'attribute'
  // A share of all tenants is that of the one that the set is restricted by.
  const left = set.conditions.filter(
    (one) =>
      !isAttribute(one) ||
      slots.isShare ||
      !(slots.isAllFreed || slots.freed.has(one.key) || (told.has(one.key) && one.not !== true)),
  )
  if (slots.isAllFreed && left.length === set.conditions.length) return null
  const isAsked = slots.isYesNo && slots.groups.length === 0
  const said = isAsked
    ? []
    : slots.values.map(({ value, isNot }): PlanCondition => (isNot ? { ...ofValue(value), not: true } : ofValue(value)))
  const all = merged(left, said, false)
  return all.length > CONDITIONS_MAX ? null : all
}

const CONDITIONS_MAX = 20

function patternsOf({ conditions, time }: MeasurePlan): Plan {
  return { intent: 'patterns', conditions, time, limit: 10 }
}

function listed(base: MeasurePlan, { list, isSome, groups }: Slots): Plan | null {
  if (groups.length > 0) return null
  const outcome = outcomeOf(base.measure, base.conditions)
  const ended = outcome === null ? [] : [outcome]
  const conditions = [...without(base.conditions, 'outcome'), ...ended]
  const plan = listOf(base, isOfSpans(base.measure) ? 'spans' : 'logs', conditions)
  return { ...plan, order: list ?? 'newest', limit: isSome ? 3 : 1 }
}

function withStatistic(base: MeasurePlan, statistic: Slots['statistic']): Plan | null {
  const { measure } = base
  if (statistic === null || (measure.of !== 'duration' && measure.of !== 'number')) return null
  if (statistic === 'sum' && measure.of === 'duration') return null
  return { ...base, measure: { ...measure, statistic }, per: null }
}

/** The numbers that the lines of a set state. */
function numbersOf({ conditions, measure }: MeasurePlan, { catalogue }: ReadContext): Slot[] {
  if (measure.of !== 'records') return []
  return chosenLines(conditions, catalogue).flatMap(({ template }) => statedIn(template))
}

/** "Highest score" behind suspicious quotes: of the numbers that the same lines state. */
function ofAmount(base: MeasurePlan, slots: Slots, name: string): Plan | null {
  const statistic = slots.statistic ?? (slots.order === 'highest' ? 'max' : slots.order === 'lowest' ? 'min' : null)
  if (statistic === null || slots.open.length > 0) return null
  const measure: Measure = { of: 'number', key: name, unit: name, signal: 'logs', isInBody: true, statistic }
  return { ...base, measure, groupBy: groupsAsked(slots), per: null }
}

/** Of requests with an outcome or a status the share of all, of others the share that the value has. */
function shareOf(base: MeasurePlan, set: MeasurePlan, slots: Slots): Plan | null {
  const groupBy = groupsAsked(slots).length > 0 ? groupsAsked(slots) : base.groupBy
  const plain = { ...base, groupBy, per: null }
  if (base.measure.of === 'ratio') return groupBy === base.groupBy && slots.values.length === 0 ? null : plain
  if (base.measure.of === 'requests') {
    const outcome = outcomeOf(base.measure, base.conditions)
    if (outcome?.on === 'outcome')
      return { ...plain, measure: { of: 'ratio', share: outcome.is }, conditions: without(base.conditions, 'outcome') }
    const isPart = base.conditions.some(({ on }) => on === 'status_code' || on === 'attribute')
    return isPart ? { ...plain, measure: { of: 'ratio', share: 'matching' } } : null
  }
  if (base.measure.of !== 'records') return null
  const values = base.conditions.filter((one): one is Attribute => one.on === 'attribute' && one.not !== true)
  const part = slots.values.length > 0 ? values.filter((one) => !set.conditions.includes(one)) : values.slice(-1)
  const among = base.conditions.filter((one) => one.on !== 'attribute' || !part.includes(one))
  if (part.length === 0 || among.length === 0 || among.length > AMONG_MAX) return null
  return { ...plain, measure: { of: 'ratio', share: 'matching', among }, groupBy: [] }
}

const AMONG_MAX = 5

/** "Failed" and "went through" of requests; null where the set has no outcome. */
function outcomeSaid(done: readonly string[], base: MeasurePlan, slots: Slots): MeasurePlan | null {
  const [word = '', more] = done
  const is = FAILED.test(word) ? 'failed' : SUCCEEDED.test(word) ? 'succeeded' : null
  if (is === null || more !== undefined || !isOfSpans(base.measure)) return null
  // "And errors there?" behind durations asks for their share.
  if (base.measure.of === 'duration' && /^(?:errors?|failures)$/.test(word)) return null
  const others = without(base.conditions, 'outcome')
  if (base.measure.of === 'ratio') return slots.isCount ? null : { ...base, conditions: others }
  const measure: Measure = base.measure.of === 'distinct' && slots.distinct === null ? { of: 'requests' } : base.measure
  return { ...base, measure, conditions: [...others, { on: 'outcome', is }] }
}

/** Words by which the set tells its lines, and the parts of its routes. */
function wordsOfSet({ conditions }: MeasurePlan): string[] {
  return conditions.flatMap((one) =>
    one.on === 'templates'
      ? one.words.toLowerCase().split(/[^a-z]+/)
      : one.on === 'text'
        ? one.text.toLowerCase().split(/[^a-z]+/)
        : one.on === 'operation'
          ? one.values.flatMap((value) => value.toLowerCase().split(/[^a-z]+/))
          : [],
  )
}

/** Of lines that say "sessions opened": the sessions. */
function thingOf({ conditions }: MeasurePlan, context: ReadContext): string | null {
  const said = conditions.find((one) => (one.on === 'templates' || one.on === 'text') && one.not !== true)
  const words = said?.on === 'templates' ? said.words : said?.on === 'text' ? said.text : ''
  const isValue = (word: string): boolean => valueFor({ context }, word) !== null
  const nouns = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /^[a-z][a-z-]{2,30}$/.test(word) && !DONE.test(word) && !FAILED.test(word) && !isValue(word))
  return nouns.length === 0 || nouns.length > OPEN_MAX ? null : nouns.join(' ')
}

/**
 * The count of the same thing done otherwise, under the values that the thread holds, and of its services where the thing
 * was not named anew; null where it is no such count.
 */
export function ofThread(
  read: MeasurePlan,
  base: MeasurePlan,
  { catalogue }: Pick<ReadContext, 'catalogue'>,
  isOfSame: boolean,
): MeasurePlan | null {
  const isCount = read.measure.of === 'records' || read.measure.of === 'requests'
  const isOfThing = read.conditions.some(({ on }) => /^(?:templates|text|outcome|status_code)$/.test(on))
  if (!isCount || !isOfThing || read.against !== null) return null
  const signal = isOfSpans(read.measure) ? 'spans' : 'logs'
  const held: PlanCondition[] = []
  for (const one of base.conditions) {
    const isSaid = read.conditions.some(
      (own) => own.on === one.on && (own.on !== 'attribute' || one.on !== 'attribute' || own.key === one.key),
    )
    if (isSaid) continue
    if (one.on === 'service' && isOfSame) held.push(one)
    if (one.on !== 'attribute') continue
    const carried = catalogue.keys.some((known) => known.key === one.key && known.signal === signal)
    const other = carried
      ? one.key
      : keysOf(nounOfKey(one.key), catalogue).find((known) => known.signal === signal)?.key
    if (other === undefined) return null
    held.push({ ...one, key: other })
  }
  return plainMeasure({
    ...{ measure: read.measure, time: windowOf(base.time), groupBy: base.groupBy, limit: base.limit },
    conditions: [...read.conditions, ...held],
  })
}

function isSame(a: Plan, b: Plan): boolean {
  const told = (plan: Plan): string => JSON.stringify({ ...plan, time: [plan.time.from, plan.time.to] })
  return told(a) === told(b)
}
