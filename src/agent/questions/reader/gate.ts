/**
 * The last gate of the accounting, for every plan whose answer is a number or a list: each phrase of the question has to
 * be told by a slot of the plan. One that is not would have changed what is counted, so it is left out aloud.
 */
import type { Measure, Plan, PlanCondition } from '../plan/plan.ts'
import { without } from '../plan/plan.ts'
import type { Tag } from '../vocabulary/english.ts'
import { countedNoun, isOfAsking } from './counted-noun.ts'
import type { Phrase } from './phrases.ts'
import { phraseWords, type QuestionState } from './state.ts'

type Counted = Extract<Plan, { intent: 'measure' | 'list' | 'patterns' }>

/** Uses of a word that restrict what is counted by themselves: such a word needs no slot of its phrase. */
const PLACED =
  /^(?:template|text|attribute|operation|service|condition|severity|status_code|id|time|shape|limit|metric|not|path)$/

/** What in a plan tells that a phrase was heard. Tags that are not here say only how somebody asks. */
const TOLD_BY: Partial<Record<Tag, (plan: Counted, state: QuestionState) => boolean>> = {
  failed_word: isOutcomeTold,
  failure_noun: isOutcomeTold,
  premise_failing: isOutcomeTold,
  success_noun: (plan) => hasOutcome(plan, 'succeeded') || isRatio(plan),
  error_noun: (plan) => isOutcomeTold(plan) || plan.intent === 'patterns',
  warn_noun: (plan) => hasSeverity(plan),
  fatal_noun: (plan) => hasSeverity(plan),
  info_noun: (plan) => hasSeverity(plan),
  debug_noun: (plan) => hasSeverity(plan),
  premise_slow: isDurationTold,
  slowest: isDurationTold,
  fastest: isDurationTold,
  premise_crashed: never,
  premise_restarted: never,
  premise_lagging: never,
  premise_down: never,
  deployment: never,
  unusual: (plan) => isRatio(plan) && plan.intent === 'measure' && plan.isYesNo === true,
  silent: never,
  status_noun: isStatusTold,
  versions: never,
  highest: (plan) => isRanked(plan) || hasStatistic(plan, 'max') || isTrend(plan),
  lowest: (plan) => isRanked(plan) || hasStatistic(plan, 'min') || isTrend(plan),
  distinct: (plan) => ofMeasure(plan) === 'distinct',
  share: (plan) => isRatio(plan) || ofMeasure(plan) === 'metric',
  failure_ratio: (plan) => isRatio(plan) || ofMeasure(plan) === 'metric',
  success_ratio: (plan) => isRatio(plan) || ofMeasure(plan) === 'metric',
  trend: (plan) => isTrend(plan) || hasStatistic(plan, 'increase', 'rate'),
  compare: (plan) => isTrend(plan) || isRanked(plan) || alternatives(plan) > 1,
  median: (plan) => hasStatistic(plan, 'p50') || isSpread(plan),
  mean: (plan) => hasStatistic(plan, 'mean') || isSpread(plan) || isTrend(plan),
  max: (plan) => hasStatistic(plan, 'max') || isSpread(plan) || isRanked(plan) || isTrend(plan),
  min: (plan) => hasStatistic(plan, 'min') || isRanked(plan) || isTrend(plan) || isBound(plan),
  sum: (plan) => hasStatistic(plan, 'sum', 'increase') || isCounted(plan),
  p75: (plan) => hasStatistic(plan, 'p75'),
  p90: (plan) => hasStatistic(plan, 'p90'),
  p95: (plan) => hasStatistic(plan, 'p95') || isSpread(plan),
  p99: (plan) => hasStatistic(plan, 'p99') || isSpread(plan),
  p999: (plan) => hasStatistic(plan, 'p999'),
  since_onset: (plan) => plan.time.anchor === 'onset' || plan.time.anchor === 'incident',
  since_deploy: (plan) => plan.time.anchor === 'deployment',
}

/** Durations are of all requests: "only failed ones" behind such a question restricts nothing, which is said. */
function ofEveryOutcome(state: QuestionState, plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'duration') return plan
  const outcome = plan.conditions.find((condition) => condition.on === 'outcome')
  if (outcome?.on !== 'outcome') return plan
  if (!state.leftOut.includes(outcome.is)) state.leftOut.push(outcome.is)
  return { ...plan, conditions: without(plan.conditions, 'outcome') }
}

/** Leaves out, aloud, what the plan does not tell. */
export function throughGate(state: QuestionState, asked: Plan): Plan {
  const plan = ofEveryOutcome(state, asked)
  if (plan.intent !== 'measure' && plan.intent !== 'list' && plan.intent !== 'patterns') return plan
  // A number taken for how many are listed has to be how many are listed.
  for (const { usedBy, text } of state.words)
    if (usedBy === 'limit' && /^\d+$/.test(text) && Math.min(100, Number(text)) !== plan.limit) state.leftOut.push(text)
  headNoun(state, plan)
  kindOfLines(state, plan)
  for (const phrase of state.phrases) {
    const told = TOLD_BY[phrase.tag]
    if (told === undefined || told(plan, state) || isPlaced(state, phrase) || isMoment(state, plan, phrase)) continue
    // The same words may be of two tags: one that is told is enough.
    const isToldElse = state.phrases.some(
      (other) => other !== phrase && other.at === phrase.at && (TOLD_BY[other.tag]?.(plan, state) ?? true),
    )
    if (isToldElse) continue
    const words = phraseWords(state, phrase)
      .map(({ text }) => text)
      .join(' ')
    if (!state.leftOut.includes(words)) state.leftOut.push(words)
  }
  return plan
}

/** What is counted or shared out, right behind the words that ask for it. */
const HEAD =
  /\b(?:how many|number of|(?:share|percentage|fraction|proportion|percent) of)(?: (?:of|the|our|all|those|different))* ([a-z]{3,})\b/
/** Words of grammar and for a whole system that may be things of a business: a platform of a station, a report, a run. */
const THINGS =
  /^(?:runs|reports?|sends|answers|projects?|platforms?|sites?|shops?|stores?|websites?|teams|compan(?:y|ies)|business(?:es)?|products?|environments?|clusters?|stacks?|uses|reads|writes|mentions|complaints|returns|details|words|phrases|windows|periods)$/
/** "Returns booked since 12:34": what stands first is what is counted. */
const FIRST =
  /^(?:(?:and|so|all|failed|successful|the) )*([a-z]{3,}) (?:[a-z]+ed|per|by|since|between|before|after|from|today|failed|\d[\d:]*)\b/

/** "How many platforms were assigned": the thing that is counted is never passed over as a word of grammar. */
function headNoun(state: QuestionState, plan: Counted): void {
  // Different values and amounts are of the noun by themselves.
  if (/^(?:distinct|number|metric)$/.test(ofMeasure(plan) ?? '')) return
  const passed = passedNoun(state) ?? unknownChoice(state, plan)
  if (passed !== null && !state.leftOut.includes(passed)) state.leftOut.push(passed)
  const found = HEAD.exec(state.text) ?? FIRST.exec(state.text)
  const noun = found?.[1] ?? ''
  if (found === null || !THINGS.test(noun)) return
  const word = state.words.find(({ start, text }) => start >= found.index && text === noun)
  const isUsed = word === undefined || (word.usedBy !== null && !/^(?:no condition|measure|intent)$/.test(word.usedBy))
  if (!isUsed && !state.leftOut.includes(noun)) state.leftOut.push(noun)
}

/** "Tax estimates", "waste reports": the head of what is counted, where it was taken for a word of asking. */
function passedNoun(state: QuestionState): string | null {
  const head = countedNoun(state).at(-1)
  if (head === undefined || !isOfAsking(head)) return null
  const at = state.words.indexOf(head)
  const isAsking = state.phrases.some(
    (phrase) => phrase.length > 0 && at >= phrase.at && at < phrase.at + phrase.length,
  )
  return isAsking || (head.usedBy !== null && head.usedBy !== 'no condition') ? null : head.text
}

/** "Which depot gets the most rentals" where nothing goes by depots: a number of all, or of another group, names none. */
function unknownChoice({ text }: QuestionState, plan: Counted): string | null {
  const noun =
    /^(?:(?:so|and|but|ok|hey) )*(?:which|what) ([a-z][a-z-]{2,30}) (?:gets?|got|has|had|have|sees?|saw|makes?|made|takes?|took|sends?|sent) the (?:most|fewest|least)\b/.exec(
      text,
    )?.[1]
  return noun !== undefined && plan.intent === 'measure' && plan.groupBy.length === 0 ? noun : null
}

/** "Letters by kind": the kind is that of a span, and lines have none. */
function kindOfLines({ leftOut }: QuestionState, plan: Counted): void {
  if (plan.intent !== 'measure' || plan.measure.of !== 'records') return
  if (plan.groupBy.some(({ field, scope }) => scope === 'builtin' && field === 'kind')) leftOut.push('kind')
}

function isPlaced(state: QuestionState, phrase: Phrase): boolean {
  return phraseWords(state, phrase).some(({ usedBy }) => usedBy !== null && PLACED.test(usedBy))
}

/** "Before the restart (before 08:34)": it says when, and the time itself is told. */
function isMoment({ words }: QuestionState, { time }: Counted, { at }: Phrase): boolean {
  const before = words[at - 1]?.text === 'the' ? words[at - 2] : words[at - 1]
  return time.basis === 'asked' && /^(?:before|after|since|until|during|following)$/.test(before?.text ?? '')
}

/** An answer about durations states median, p95, p99, mean and maximum together. */
function isSpread(plan: Counted): boolean {
  return ofMeasure(plan) === 'duration' && plan.intent === 'measure' && plan.groupBy.length === 0
}

function never(): boolean {
  return false
}

function has(plan: Counted, test: (condition: PlanCondition) => boolean): boolean {
  const among = plan.intent === 'measure' && plan.measure.of === 'ratio' ? (plan.measure.among ?? []) : []
  return [...plan.conditions, ...among].some(test)
}

function hasOutcome(plan: Counted, is: 'failed' | 'succeeded'): boolean {
  return has(plan, (condition) => condition.on === 'outcome' && condition.is === is)
}

function hasSeverity(plan: Counted): boolean {
  return has(plan, ({ on }) => on === 'severity') || (plan.intent === 'measure' && plan.measure.of === 'metric')
}

function isOutcomeTold(plan: Counted): boolean {
  return (
    hasOutcome(plan, 'failed') ||
    isRatio(plan) ||
    has(plan, ({ on }) => on === 'severity') ||
    has(plan, (condition) => condition.on === 'status_code' && condition.to >= 400) ||
    ofMeasure(plan) === 'metric'
  )
}

/** "Code messages": a status is told by a condition, a group or a value that is one. */
function isStatusTold(plan: Counted): boolean {
  return has(plan, ({ on }) => on === 'status_code') || /status|code/i.test(JSON.stringify(keysIn(plan)))
}

function keysIn(plan: Counted): unknown {
  if (plan.intent !== 'measure') return plan.conditions
  return [plan.groupBy, plan.measure, plan.conditions]
}

function isDurationTold(plan: Counted): boolean {
  return (
    ofMeasure(plan) === 'duration' ||
    ofMeasure(plan) === 'number' ||
    (plan.intent === 'list' && plan.order === 'slowest') ||
    has(plan, ({ on }) => on === 'number')
  )
}

function ofMeasure(plan: Counted): Measure['of'] | null {
  return plan.intent === 'measure' ? plan.measure.of : null
}

/** A sum of things that are counted is their count. */
function isCounted(plan: Counted): boolean {
  return plan.intent === 'measure' && ['records', 'requests', 'spans', 'distinct', 'ratio'].includes(plan.measure.of)
}

/** "At least 500 ms", "at least a warning": a bound and no minimum. */
function isBound(plan: Counted): boolean {
  return has(plan, (condition) => condition.on === 'number' || (condition.on === 'severity' && condition.orWorse))
}

function isRatio(plan: Counted): boolean {
  return ofMeasure(plan) === 'ratio'
}

function hasStatistic(plan: Counted, ...wanted: readonly string[]): boolean {
  // A sender may have computed it: `http.server.request.duration.p99`.
  if (plan.intent === 'measure' && plan.measure.of === 'metric') {
    const last = plan.measure.metric.toLowerCase().split(/[._]/).at(-1) ?? ''
    if (wanted.includes(last) || (last === 'avg' && wanted.includes('mean'))) return true
  }
  return plan.intent === 'measure' && 'statistic' in plan.measure && wanted.includes(plan.measure.statistic)
}

function isRanked(plan: Counted): boolean {
  return plan.intent !== 'measure' || plan.groupBy.length > 0
}

function isTrend(plan: Counted): boolean {
  return (
    plan.intent === 'measure' &&
    (plan.isTrendAsked === true || plan.intervalMs !== null || plan.against !== null || plan.per !== null)
  )
}

/** Several services or values are compared side by side. */
function alternatives(plan: Counted): number {
  return Math.max(0, ...plan.conditions.map((condition) => ('values' in condition ? condition.values.length : 0)))
}
