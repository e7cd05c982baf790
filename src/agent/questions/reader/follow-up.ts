/** Questions that go on from the last answer: its plan with the slots they name replaced, everything else kept. */
import { plainMeasure } from '../plan/plain-measure.ts'
import { isOfTrouble, type Plan, type PlanCondition, type PlanTime, servicesOf } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { firstLine } from './first-line.ts'
import { inSignal, isOfSpans } from './fit-measure.ts'
import { OWN_INTENT, OWN_MEASURE } from './follow-up-tags.ts'
import { isOfNow, movedTime, windowOf } from './follow-up-time.ts'
import { asCaller, widened } from './freed.ts'
import { isLettered } from './lettered.ts'
import { downAsked } from './measure-plan.ts'
import { namesMetric } from './measures.ts'
import { listed } from './move-base.ts'
import { readShape } from './shape.ts'
import { has, onlyService, type Previous, type QuestionState } from './state.ts'
import { shifted } from './when.ts'
import { lemmaOf } from './words.ts'

const NUMBERS = ['request_noun', 'error_noun', 'warn_noun', 'duration', 'p95', 'p99', 'failure_ratio'] as const
const WORDS_MAX = 9
const IS_YES_NO = /^(?:so |and |but |ok |hey |then )*(?:did|does|do|is|are|was|were|has|have)\b/

/** Whether the question needs the last one to be understood. */
export function isFollowUp(state: QuestionState, previous: Previous | null): boolean {
  if (previous === null) return false
  if (has(state, 'more') && state.words.length <= 4) return true
  const isOfRecords = previous.plan.intent === 'measure' || previous.plan.intent === 'list'
  if (
    isOfRecords &&
    state.words.length <= 3 &&
    state.named.length === 0 &&
    !namesMetric(state) &&
    !has(state, ...OWN_INTENT, 'unusual') &&
    (!has(state, 'state') || /\b[1-5](?:\d\d|xx)\b/.test(state.text))
  )
    return true
  if (isOfPeopleHit(state, previous.plan)) return true
  // "Requests?" after how a service is: those of it.
  if (
    previous.plan.intent === 'health' &&
    state.words.length <= 2 &&
    state.named.length === 0 &&
    has(state, ...NUMBERS)
  )
    return true
  if (isBareService(state, previous.plan)) return true
  if (/ (?:only|too|as well|instead|also|though|please)\W*$/.test(state.text) && state.words.length <= 5) return true
  if (has(state, 'before_that', 'after_that') && state.words.length <= WORDS_MAX && state.named.length === 0)
    return true
  if (
    /^(?:and|but|only|just|what about|how about|same|also|now|then|ok|or|filter|restrict|limit|narrow|per|by|in|for|without|except|since|between|group|split|break)\b/.test(
      state.text,
    ) &&
    state.words.length <= WORDS_MAX &&
    !isWhole(state)
  )
    return true
  // "Of booking-service", "on mobile": another value in the same slot.
  if (/^(?:of|on|at|from|with|against|among)\b/.test(state.text) && state.words.length <= 5 && !isWhole(state))
    return true
  const isPronoun = /\b(?:it|that|those|these|them|they|this|its|their|there|the same)\b/.test(state.text)
  if (isPronoun && state.named.length === 0 && state.words.length <= WORDS_MAX && !has(state, 'meaning')) return true
  if (
    /\b(?:again|ones)\b/.test(state.text) &&
    state.named.length === 0 &&
    state.words.length <= WORDS_MAX &&
    !isWhole(state)
  )
    return true
  if (state.words.length <= 3 && has(state, 'why', 'since_when', 'sure', 'how_long')) return true
  if (
    !has(state, ...OWN_INTENT, ...OWN_MEASURE, 'state', 'unusual', 'still') &&
    state.words.length <= 6 &&
    isSlotsOnly(state)
  )
    return true
  if (
    has(state, 'compare') &&
    state.named.length === 0 &&
    state.time === null &&
    state.words.length <= WORDS_MAX &&
    !has(state, 'log_noun', 'error_noun', 'request_noun')
  )
    return true
  return has(state, 'sure') && state.words.length < WORDS_MAX
}

const KEEPS_MEASURE: readonly Plan['intent'][] = ['measure', 'list', 'patterns', 'versions', 'anomaly', 'dependencies']

/** "Billing?" after a number of another service: the same of this one. */
function isBareService({ words, named }: QuestionState, { intent }: Plan): boolean {
  const [only] = named
  if (only === undefined || named.length > 1 || !KEEPS_MEASURE.includes(intent)) return false
  return words.every(
    ({ text }, at) => (at >= only.at && at < only.at + only.length) || /^(?:the|service|now|please|pls)$/.test(text),
  )
}

/** "How many users?" after a cause are those it has hit. */
function isOfPeopleHit(state: QuestionState, plan: Plan): boolean {
  return (
    isOfTrouble(plan) &&
    state.words.length <= 6 &&
    has(state, 'count') &&
    state.words.some(({ lemma }) => PEOPLE.test(lemma))
  )
}

const COMPLETE: readonly Tag[] = [
  'count',
  'error_noun',
  'warn_noun',
  'log_noun',
  'request_noun',
  'failure_ratio',
  'show',
  'state',
  'still',
  'unusual',
  'what_broke',
]

/** "And how many orders got refused": it says what is counted. */
const COUNTS_OWN = /^(?:and|but|also) how many [a-z][a-z-]{2,30} (?:were|was|did|are|got|have|has) [a-z]{3,20}/

/** Whether a question says nothing by itself: after one that was not understood there is nothing it goes on from. */
export function isElliptic(state: QuestionState): boolean {
  // "South, I meant": what it puts right says what is counted.
  if (state.context.isCorrection === true && !has(state, ...COMPLETE, ...OWN_INTENT, ...OWN_MEASURE)) return true
  const time = { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T01:00:00.000Z', basis: 'inherited' as const }
  const plan = plainMeasure({ measure: { of: 'records' }, conditions: [], time })
  const leans =
    /^(?:and|only|just|but|same|also|with|without|by|per|for|what about|how about)\b/.test(state.text) &&
    !COUNTS_OWN.test(state.text)
  return isFollowUp(state, { plan }) && (leans || !has(state, ...COMPLETE, ...OWN_INTENT))
}

/** A whole question of its own in spite of its first word: it says what it asks, and of what. */
function isWhole(state: QuestionState): boolean {
  return (
    has(state, ...OWN_INTENT, 'count', 'failure_ratio', 'show') && (state.named.length > 0 || state.words.length > 6)
  )
}

function isSlotsOnly(state: QuestionState): boolean {
  const isTimeOnly =
    state.time !== null &&
    state.words.every(
      ({ usedBy, text }) =>
        usedBy === 'time' ||
        /^(?:and|in|for|the|at|on|what|about|now|over|during|within|from|instead|rather)$/.test(text),
    )
  return isTimeOnly || has(state, 'by') || has(state, 'only')
}

/** The last plan edited by the question; `own` is what the question would mean alone. */
export function followed(state: QuestionState, own: Plan | null, previous: Previous): Plan | null {
  const base = previous.plan
  // What requests carry may stand in lines under another key.
  if (base.intent === 'measure') {
    asCaller(state, base)
    for (const one of [...state.conditions])
      if (one.on === 'attribute') inSignal(state, one, isOfSpans(base.measure) ? 'spans' : 'logs')
  }
  const conditions = merged(
    widened(state, kept(base, previous, state)),
    state.conditions,
    has(state, 'about') && /\balso\b/.test(state.text),
    has(state, 'only') || (own?.intent === 'measure' && own.measure.of === 'number'),
  )
  const time = isOfNow(state, own, base) ? own.time : movedTime(state, base, previous)
  const service = onlyService(state)
  if (has(state, 'more') && (base.intent === 'list' || base.intent === 'measure')) return more(base, previous)
  if (
    own !== null &&
    has(state, ...OWN_INTENT, 'sure', 'state', 'unusual', 'still', 'premise_slow', 'premise_failing', 'premise_down')
  ) {
    const begin = own.intent === 'cause' && own.aspect === 'since' ? beginOf(state, base) : null
    if (begin !== null) return begin
    // "Why?" after what broke: by which mechanism, the first sentence was said.
    const isBareWhy = /^(?:but |and |ok |so )*why(?: (?:is|was) (?:that|this|it))?\W*$/.test(state.text)
    if (isBareWhy && own.intent === 'cause' && base.intent === 'cause' && base.aspect === 'what')
      return { ...own, aspect: 'mechanism', conditions: state.conditions, time: windowOf(base.time) }
    if (own.intent === 'health') return { ...own, time: state.time === null ? base.time : own.time }
    return {
      ...own,
      conditions: own.intent === 'cause' ? state.conditions : conditions,
      // How it is now is no matter of the window that was counted.
      time: state.time === null && own.intent !== 'state' ? windowOf(base.time) : own.time,
    }
  }
  if (own?.intent === 'cause' && own.aspect === 'next_step') return { ...own, time: windowOf(base.time) }
  // "Only P-10539" restricts what was counted; by itself the id would ask for its records.
  const isNarrowed = base.intent === 'measure' && own?.intent === 'list' && has(state, 'only') && !has(state, 'show')
  if (isNarrowed) return edited(state, base, conditions, time)
  if (own !== null && (own.intent === 'list' || own.intent === 'patterns')) return { ...own, conditions, time }
  // "And errors there?" behind durations: the share that fails of the same.
  if (
    base.intent === 'measure' &&
    base.measure.of === 'duration' &&
    has(state, 'error_noun') &&
    !has(state, 'duration')
  )
    return { ...plainMeasure({ measure: { of: 'ratio', share: 'failed' }, conditions, time }), groupBy: base.groupBy }
  const isMeasureSaid =
    has(state, ...OWN_MEASURE) &&
    !(base.intent === 'measure' && has(state, 'request_noun') && !has(state, 'count', 'duration', 'failure_ratio'))
  if (
    own?.intent === 'measure' &&
    (isMeasureSaid || (has(state, 'error_noun') && base.intent !== 'measure' && base.intent !== 'list'))
  ) {
    if (isOfAffected(own, base)) return affectedIn(state, own, time)
    return { ...own, conditions, time, against: againstOf(state, time) }
  }
  const cut = cutTrouble(state, base, previous, time)
  if (cut !== null) return cut
  if (service !== null && (base.intent === 'cause' || base.intent === 'state' || base.intent === 'health')) {
    return { intent: 'health', service, premise: null, conditions: state.conditions, time: windowOf(time) }
  }
  if (base.intent === 'measure') return edited(state, base, conditions, time)
  if (base.intent === 'list' && (has(state, 'by', 'compare', 'trend') || state.against !== null))
    return own?.intent === 'measure'
      ? { ...own, measure: listed(base), conditions, time, against: againstOf(state, time) }
      : { ...base, conditions, time }
  if (base.intent === 'patterns' && state.against !== null)
    return { intent: 'changes', conditions, time, against: againstOf(state, time) }
  return { ...base, conditions, time }
}

/** "In which pods?", "per endpoint" after a cause or a health: the failed requests since the onset, by that. */
function cutTrouble(state: QuestionState, base: Plan, previous: Previous, time: PlanTime): Plan | null {
  const isAsked = base.intent === 'cause' || base.intent === 'timeline' || base.intent === 'health'
  if (!isAsked || state.context.catalogue.records.spans === 0) return null
  const { groupBy } = readShape(state)
  if (groupBy.length === 0) return null
  const onset = state.time === null ? previous.onset : undefined
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: merged(kept(base, previous, state), [...state.conditions, { on: 'outcome', is: 'failed' }], false),
    time:
      onset === undefined || Date.parse(onset) >= Date.parse(time.to)
        ? windowOf(time)
        : { ...windowOf(time), from: onset },
    groupBy: [...groupBy],
    limit: 20,
  })
}

/** After an incident, "how many users?" are those it has hit. */
function isOfAffected(own: Plan, base: Plan): boolean {
  return (
    isOfTrouble(base) &&
    own.intent === 'measure' &&
    own.measure.of === 'distinct' &&
    PEOPLE.test(lemmaOf(own.measure.what))
  )
}

function affectedIn(state: QuestionState, own: Plan, time: PlanTime): Plan {
  const conditions: PlanCondition[] = [
    ...state.conditions.filter(({ on }) => on !== 'outcome'),
    { on: 'outcome', is: 'failed' },
  ]
  const anchored = state.time === null ? { ...windowOf(time), anchor: 'incident' as const } : time
  return { ...own, conditions, time: anchored }
}

function edited(
  state: QuestionState,
  base: Extract<Plan, { intent: 'measure' }>,
  conditions: PlanCondition[],
  time: PlanTime,
): Plan {
  const shape = readShape(state)
  const isTrend = shape.intervalMs !== null || shape.isTrendAsked
  return {
    ...base,
    conditions,
    time,
    groupBy: shape.groupBy.length > 0 ? shape.groupBy : base.groupBy,
    limit: shape.limit ?? base.limit,
    per: shape.per ?? (isTrend ? null : base.per),
    intervalMs: shape.intervalMs ?? base.intervalMs,
    ...(isTrend ? { isTrendAsked: true, ...downAsked(state) } : {}),
    ...(isTrend && IS_YES_NO.test(state.text) ? { isYesNo: true } : {}),
    against: againstOf(state, time),
  }
}

function againstOf(state: QuestionState, time: PlanTime): PlanTime | null {
  if (has(state, 'before_that') && has(state, 'compare'))
    return shifted(time, state.against ?? { shift: 'before', lengthMs: null, phrase: 'before that' })
  return state.against === null ? null : shifted(time, state.against)
}

/** What the last answer was about: its conditions, or the suspect of its investigation. */
function kept(base: Plan, { suspect }: Previous, state: QuestionState): readonly PlanCondition[] {
  const isAboutCause = isOfTrouble(base)
  if (isAboutCause && suspect !== undefined && servicesOf(base).length === 0)
    return [{ on: 'service', values: [suspect] }]
  if (base.intent === 'health') return [{ on: 'service', values: [base.service] }]
  return has(state, 'why') ? [] : base.conditions
}

/** New conditions replace those on the same subject. */
export function merged(
  old: readonly PlanCondition[],
  fresh: readonly PlanCondition[],
  isAlso: boolean,
  isOnly = false,
): PlanCondition[] {
  const subject = (condition: PlanCondition): string =>
    condition.on === 'attribute' || condition.on === 'number'
      ? `${condition.on} ${condition.key.split(/[._]/).at(-1) ?? ''}`
      : condition.on === 'templates'
        ? 'text'
        : condition.on === 'text' && isLettered(condition.text)
          ? `attribute ${condition.text.split(' ')[0]}`
          : condition.on === 'text' && condition.mode === 'phrase' && /^\S*\d\S*$/.test(condition.text)
            ? 'id'
            : condition.on
  if (isAlso) return [...old, ...fresh].slice(0, 20)
  const replaced = new Set(fresh.map(subject))
  const ids = new Set(fresh.flatMap(idShapes))
  // The same thing may have another key in another signal: that of the last plan fits its measure.
  const own = fresh.map((condition) => {
    const held = old.find((one) => one.on === 'attribute' && subject(one) === subject(condition))
    return condition.on === 'attribute' && held?.on === 'attribute'
      ? { ...condition, key: held.key, scope: held.scope }
      : condition
  })
  const isOtherId = (condition: PlanCondition): boolean => idShapes(condition).some((shape) => ids.has(shape))
  // "Only limit exceeded" of lines that say "declined": those of them that say both.
  const isNarrowed = (one: PlanCondition): boolean =>
    isOnly && one.on === 'templates' && fresh.some((other) => other.on === 'templates' && shareLines(one, other))
  return [...old.filter((one) => isNarrowed(one) || (!replaced.has(subject(one)) && !isOtherId(one))), ...own].slice(
    0,
    20,
  )
}

type Lines = Extract<PlanCondition, { on: 'templates' }>

/** Whether some lines are of both. */
function shareLines(one: Lines, other: Lines): boolean {
  return (
    one.not !== true && other.not !== true && one.words !== other.words && other.ids.some((id) => one.ids.includes(id))
  )
}

/** "NB902" and "NB733" are written alike, so one stands in the place of the other, whether carried or only said. */
function idShapes(condition: PlanCondition): string[] {
  const values = condition.on === 'attribute' ? condition.values : condition.on === 'text' ? [condition.text] : []
  return values
    .filter((value) => /^(?=\S*[a-z])(?=\S*\d)\S+$/i.test(value))
    .map((value) => value.toLowerCase().replace(/\d+/g, '0'))
}

function more(base: Plan, { edge }: Previous): Plan {
  const time =
    edge === undefined || Date.parse(edge) <= Date.parse(base.time.from)
      ? base.time
      : { ...base.time, to: edge, basis: 'inherited' as const }
  if (base.intent === 'list') return { ...base, time }
  return { intent: 'list', of: 'logs', conditions: base.conditions, time, order: 'newest', limit: 20 }
}

/** "Since when?" after a version is since when it runs, after lines when the first of them came; null after anything else. */
function beginOf({ context, named, conditions }: QuestionState, base: Plan): Plan | null {
  if (named.length > 0 || conditions.length > 0) return null
  if (base.intent === 'versions' || base.intent === 'deployments') return { ...base, time: windowOf(base.time) }
  const isOfLines =
    base.intent === 'patterns' ||
    (base.intent === 'list' && base.of === 'logs') ||
    (base.intent === 'measure' && base.measure.of === 'records')
  return isOfLines ? firstLine(context, base.conditions) : null
}
