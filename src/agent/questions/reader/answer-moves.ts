/**
 * Short follow-ups that ask more of what the last answer was about: "how many?" after a share, "is it still happening?",
 * "since when?" after a value or a state, "is it getting worse?", "and an hour ago?", "more than yesterday?", "which one
 * first?", "and which are not?", "and after it?". Each is known as a whole.
 */
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf, without } from '../plan/plan.ts'
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'
import { untilNow } from './asked-time.ts'
import { isOfSpans } from './fit-measure.ts'
import { windowOf, withoutWindow } from './follow-up-time.ts'
import { FALLING, RISING } from './gauge-words.ts'
import { countedOf } from './move-base.ts'
import { lastMinutes } from './noun-state.ts'
import { UNIT_MS } from './shape.ts'
import { asksForPart, silenceMove } from './silent-service.ts'
import type { Previous, QuestionState } from './state.ts'
import { isOfOneThing } from './subject-moves.ts'
import { iso } from './when.ts'
import { departureOf } from './when-of-gauge.ts'

const POINT_MS = 300_000
/** A window that ended so long ago is past. */
const PAST_MS = 120_000

const IT = '(?:it|this|that|they|those|these|them)'
const HOW_MANY = new RegExp(
  `^how many(?: (?:of (?:them|those|these)|exactly|(?:of (?:them|those) )?(?:were|was|are|is|did|have|had)(?: ${IT})?(?: (?:it|lost|dropped|failed|failing|affected|broken|refused|rejected))?|(?:have |were )?(?:lost|dropped|failed|affected)))*$`,
)
const STILL = new RegExp(
  `^(?:is|are|does|do) (?:${IT}|there) still (?:(?:being|get|getting) )?(?:any|some|happening|happen|going on|coming|failing|fail|lost|dropped|refused|rejected|so|the case|occurring|a problem|[a-z]{3,12}ed)(?: (?:now|at the moment|right now|today))?$`,
)
/** "Still?" behind failures asks for those; of what lines say it is asked of them. */
const BARE_STILL = /^(?:(?:is|are) (?:it|that|they|those) )?still(?: (?:now|so|today|happening))?$/
const SINCE_WHEN =
  /^(?:since when|from when on|for how long|how long(?: (?:already|now))?|since what time)(?: (?:is|was|has) (?:it|that|this)(?: (?:been )?(?:so|like that|like this|ok|fine|healthy|the case))?)?$/
const WHEN_MOVED = new RegExp(
  `^(?:when|since when|at what time|what time) (?:did|has|does|is|was) ${IT} (?:(?:start|started|begin|began|begun)(?:ed)? )?(?:to )?([a-z]{3,12}(?: up| down)?)$`,
)
const COURSE = new RegExp(
  `^(?:is|are) ${IT} (?:(?:still|now|currently) )*(?:(?:getting|becoming|going) )?(?:any )?(worse|better|more|less|fewer|up|down|[a-z]{5,12}ing)(?: (?:now|or not|at the moment))?$`,
)
const AGO = new RegExp(
  `^(?:(?:what|how) (?:was|is|about) ${IT} )?(?:(${NUMBER}) )?(seconds?|minutes?|mins?|hours?|days?) ago$`,
)
const THAN = new RegExp(
  `^(?:(?:is|are|was|were) (?:${IT}|there) )?(?:(more|higher|worse|slower|longer|above)|(less|fewer|lower|better|faster|below)) than (?:(yesterday|the day before|last week|a week ago)|(?:an|one) hour ago|in the last hour|the hour before)(?: at (?:this|the same) time)?$`,
)
const WHICH_END =
  /^(?:when (?:was|were|came|did)|which(?: (?:one|service))?|who|what)(?: (?:was|is|were|came|went|did|restarted|got))?(?: (?:it|deployed|released|restarted))? (?:the )?(first|earliest|last|latest|most recent|newest)(?: one| of (?:them|these|those))?(?: come| start| happen)?$/
const THE_END = /^(?:the )?(first|earliest|last|latest|most recent|newest)(?: one)?$/
const ONLY_THAT =
  /^(?:is|was) (?:it|that|this) (?:only|just)(?: (?:that|this|the|it)(?: (?:one|service))?)?$|^only (?:that|this) (?:one|service)$/
const LONG_AGO = new RegExp(
  `^(?:is|was) (?:it|that|this) (more|longer|over|earlier|less|under|shorter)(?: than)? (?:(${NUMBER}) )?(seconds?|minutes?|mins?|hours?|days?)(?: ago| already| now)?$`,
)
const NOT_HIT =
  /^(?:which(?: (?:ones?|services?))?|who) (?:(?:is|are|was|were) not|(?:is|are|was|were)n't|is not|do not|does not|did not|did|(?:is|are|was|were) (?:still )?(?:un(?:affected|touched|harmed)|ok|fine|healthy|safe))(?: (?:affected|hit|failing|broken|impacted|it|hurt|have (?:it|this)))?$/
const THE_OTHERS = /^(?:the )?(?:others|other ones|other services|rest)$/
/** Says that the trouble was over, whatever the last answer was about. */
const OVER =
  /^(?:since|after|following) (?:(?:the |its )?recovery|(?:the (?:incident|outage|trouble)|it|things|everything) (?:was|were|got|had|has|is)? ?(?:over|recovered|fixed|resolved|ended)|the end of (?:the |it)?(?:incident|outage|trouble)?)$/
const AFTER_IT =
  /^(?:(?:since|after)(?: (?:then|that|it|this|the (?:incident|outage|recovery)))?|afterwards|since (?:the|it) recover(?:y|ed)|after (?:the|it) recover(?:y|ed)|after it (?:was over|ended))$/

/** What such a follow-up asks for; null for any other. */
export function answerMove(text: string, previous: Previous, state: QuestionState): Plan | null {
  return (
    silenceMove(text, previous, state) ??
    whatElseDid(text, previous) ??
    partOfIncident(text, previous, state) ??
    howManyFailed(text, previous) ??
    stillCounted(text, previous, state) ??
    sinceWhen(text, previous, state) ??
    usualOfMetric(text, previous, state) ??
    courseUntilNow(text, previous, state) ??
    valueAgo(text, previous, state) ??
    valueThen(text, previous, state) ??
    thanThen(text, previous, state) ??
    whichEnd(text, previous) ??
    notHit(text, previous) ??
    afterIncident(text, previous, state) ??
    onlyThat(text, previous) ??
    longAgo(text, previous)
  )
}

const WHAT_DID =
  /^(?:what|who|which(?: one| service)?) (?:did|was|is|does|has|caused|broke|did cause|did break)(?: (?:it|that|this|they|them))?(?: (?:actually|really|instead|do it|break it|cause it|the cause))?$/

/** "So what did?" after whether something is to blame: the cause. */
function whatElseDid(text: string, { plan: base }: Previous): Plan | null {
  if (base.intent !== 'cause' || !WHAT_DID.test(text)) return null
  const isOfSuspicion = base.isYesNo === true || base.suspects !== undefined || base.suspected !== undefined
  return isOfSuspicion ? { intent: 'cause', aspect: 'what', conditions: [], time: windowOf(base.time) } : null
}

/** "Is that part of the incident?" after what was counted or listed: whether it is more than before it began. */
function partOfIncident(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const counted = asksForPart(text) ? countedOf(base) : null
  if (counted === null) return null
  const { measure } = counted
  const isShare = measure.of === 'ratio' && measure.share === 'failed' && measure.among === undefined
  if (!isShare && measure.of !== 'records' && measure.of !== 'requests' && measure.of !== 'spans') return null
  const failed: PlanCondition[] = isShare ? [{ on: 'outcome', is: 'failed' }] : []
  for (const word of state.words) word.usedBy ??= 'intent'
  const time = overHour(base.time, state)
  return plainMeasure({
    measure: isShare ? { of: 'requests' } : measure,
    conditions: [...counted.conditions, ...failed],
    time,
    isPartAsked: true,
    against: { ...time, anchor: 'onset' },
  })
}

/** "How many?" after whether some failed: those that did. */
function howManyFailed(text: string, { plan: base }: Previous): Plan | null {
  if (base.intent !== 'measure' || base.measure.of !== 'ratio' || base.measure.share === 'matching') return null
  if (!HOW_MANY.test(text) || base.isYesNo !== true || base.against !== null) return null
  const outcome: PlanCondition = { on: 'outcome', is: base.measure.share }
  const conditions = [...without(base.conditions, 'outcome'), outcome]
  return { ...base, measure: { of: 'requests' }, conditions, isYesNo: false, time: windowOf(base.time) }
}

/** "Are they still being lost?" after what was counted: the same in the last minutes. */
function stillCounted(text: string, { plan: base, before }: Previous, state: QuestionState): Plan | null {
  const counted = countedOf(base)
  if (!STILL.test(text) && !(BARE_STILL.test(text) && counted !== null && isOfOneThing(counted))) return null
  if (counted === null || counted.conditions.every(({ on }) => on === 'service')) return null
  const { measure } = counted
  const isShare = measure.of === 'ratio' && measure.share === 'failed'
  if (!isShare && measure.of !== 'records' && measure.of !== 'requests') return null
  // "How many?" stands between: the share tells whether it goes on.
  const asked = before?.intent === 'measure' && before.measure.of === 'ratio' && before.measure.share === 'failed'
  const own = asked && measure.of === 'requests' ? before : counted
  for (const word of state.words) word.usedBy ??= 'intent'
  const now = plainMeasure({
    measure: own.measure,
    conditions: own.conditions,
    time: lastMinutes(state),
    isYesNo: true,
  })
  return { ...now, isStillAsked: true }
}

/** "Since when?" after a value of a metric is when it left its everyday range; after how a service is, when it was hit and recovered. */
function sinceWhen(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const moved = WHEN_MOVED.exec(text)?.[1]
  const way = moved === undefined ? null : wayOf(moved)
  const isBare = SINCE_WHEN.test(text)
  if (!isBare && way === null) return null
  if (isBare && base.intent === 'health' && base.premise === null)
    return { intent: 'cause', aspect: 'how_long', conditions: [], time: windowOf(base.time) }
  const subject = metricOf(base)
  if (subject === null) return null
  for (const word of state.words) word.usedBy ??= 'intent'
  const down = base.intent === 'measure' && base.isDownAsked === true ? 'down' : null
  const direction = way ?? (base.intent === 'anomaly' ? base.direction : down)
  return {
    intent: 'anomaly',
    subject,
    conditions: [...base.conditions],
    time: overHour(base.time, state),
    isWhenAsked: true,
    ...(direction == null ? {} : { direction }),
  }
}

function metricOf(base: Plan): PlanOf<'anomaly'>['subject'] | null {
  if (base.intent === 'anomaly') return base.subject
  return base.intent === 'measure' && base.measure.of === 'metric'
    ? { of: 'metric', metric: base.measure.metric }
    : null
}

/** What is usual is told by the hour, and not by the last minutes. */
function overHour(time: PlanTime, state: QuestionState): PlanTime {
  const toMs = Date.parse(lastMinutes(state).to)
  const fromMs = Math.min(Date.parse(time.from), toMs - UNIT_MS.hour)
  return { from: iso(fromMs), to: iso(toMs), basis: 'inherited' }
}

const NORMAL =
  /^(?:(?:is|was) (?:it|that|this) )?(?:an? )?(?:normal|usual|as usual|ok|expected)(?: (?:value|level|reading|range))?(?: for (?:this|that) (?:time|hour))?$/

/** "Is that normal?" after whether a metric rises, "normal value?" after its number: whether anything of it is unusual. */
function usualOfMetric(text: string, { plan: base }: Previous, { context }: QuestionState): Plan | null {
  if (!NORMAL.test(text)) return null
  const asked = base.intent === 'anomaly' ? base : departureOf(base, undefined, context.catalogue)
  if (asked === null) return null
  const { direction: _, isWhenAsked: __, ...rest } = asked
  return { ...rest, isNormalAsked: true, time: windowOf(base.time) }
}

function wayOf(said: string): 'up' | 'down' | null {
  if (/^(?:worse|more)$/.test(said)) return 'up'
  if (/^(?:better|less|fewer)$/.test(said)) return 'down'
  const isWhole = (expression: RegExp): boolean => expression.exec(said)?.[0] === said
  return isWhole(FALLING) ? 'down' : isWhole(RISING) ? 'up' : null
}

/** "Is it getting worse?" after a window that is past: from its beginning until now. */
function courseUntilNow(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const said = COURSE.exec(text)?.[1]
  const way = said === undefined ? null : wayOf(said)
  if (way === null || base.intent !== 'measure' || base.measure.of === 'metric' || base.groupBy.length > 0) return null
  const { to } = lastMinutes(state)
  if (Date.parse(base.time.to) > Date.parse(to) - PAST_MS || base.time.anchor !== undefined) return null
  for (const word of state.words) word.usedBy ??= 'shape'
  const { isUsualAsked: _, ...rest } = base
  const time = { from: base.time.from, to, basis: 'inherited' as const }
  return { ...rest, time, against: null, per: null, isTrendAsked: true, isYesNo: true, isDownAsked: way === 'down' }
}

/** "And an hour ago?" after a value of a metric: the value then, and no comparison. */
function valueAgo(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const found = AGO.exec(text)
  if (found === null || base.intent !== 'measure' || base.measure.of !== 'metric') return null
  const unit = (found[2] ?? 'hour').replace(/s$/, '').replace(/^min$/, 'minute')
  // The expression allows these units only.
  const agoMs = numberOfWords(found[1] ?? '1') * UNIT_MS[unit as keyof typeof UNIT_MS]
  const toMs = Date.parse(lastMinutes(state).to) - agoMs
  for (const word of state.words) word.usedBy = 'time'
  const { isDownAsked: _, isUsualAsked: __, ...rest } = base
  const plain = { per: null, against: null, intervalMs: null, isTrendAsked: false, isYesNo: false }
  return { ...rest, ...plain, time: { from: iso(toMs - POINT_MS), to: iso(toMs), basis: 'inherited' } }
}

const HOW_THEN = new RegExp(
  `^(?:(?:what|how) (?:was|is|about)|how (?:full|high|low|big|large|long|much|many|deep|hot|warm|cold|busy|empty|loaded) (?:was|were|is|are)) ${IT}(?: (?:standing|sitting))?$`,
)

/** "How full was it at 22:20?" after a value of a metric, or when it came to a level: its value then. */
function valueThen(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  if (base.intent !== 'measure' || base.measure.of !== 'metric' || state.time === null) return null
  const bare = withoutWindow(text, state)
  if (bare === null || !HOW_THEN.test(bare)) return null
  for (const word of state.words) word.usedBy ??= 'time'
  const { isDownAsked: _, isUsualAsked: __, level: ___, ...rest } = base
  const plain = { per: null, against: null, intervalMs: null, isTrendAsked: false, isPeakAsked: false, isYesNo: false }
  const isOfMoment = state.time.around !== undefined || state.time.basis === 'now'
  const statistic = isOfMoment ? ('last' as const) : base.measure.statistic
  return { ...rest, ...plain, measure: { ...base.measure, statistic }, time: state.time }
}

/** "More than yesterday?" after a number: the same window then. */
function thanThen(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const found = THAN.exec(text)
  if (found === null || base.intent !== 'measure' || base.groupBy.length > 0) return null
  const agoMs = found[3] === undefined ? UNIT_MS.hour : /week/.test(found[3]) ? 7 * UNIT_MS.day : UNIT_MS.day
  for (const word of state.words) word.usedBy = 'time'
  const time = windowOf(base.time)
  const earlier = { from: iso(Date.parse(time.from) - agoMs), to: iso(Date.parse(time.to) - agoMs) }
  return {
    ...base,
    time,
    isYesNo: false,
    isTrendAsked: false,
    intervalMs: null,
    isUsualAsked: found[1] === undefined ? 'less' : 'more',
    against: { ...earlier, basis: 'inherited' },
  }
}

/** "Which one first?" after releases or restarts; after a cause it is where that began. */
function whichEnd(text: string, { plan: base }: Previous): Plan | null {
  const isGoingOn = base.intent === 'deployments' && base.end !== undefined
  const end = (WHICH_END.exec(text) ?? (isGoingOn ? THE_END.exec(text) : null))?.[1]
  if (end === undefined) return null
  const isFirst = end === 'first' || end === 'earliest'
  if (base.intent === 'versions')
    return {
      ...{ intent: 'deployments', end: isFirst ? 'first' : 'last', isYesNo: false },
      ...{ conditions: [...base.conditions], time: windowOf(base.time) },
    }
  if (base.intent === 'deployments')
    return { ...base, isYesNo: false, end: isFirst ? 'first' : 'last', time: windowOf(base.time) }
  if (!isFirst || (base.intent !== 'cause' && base.intent !== 'timeline')) return null
  return { intent: 'timeline', conditions: [], time: windowOf(base.time) }
}

/** "And which are not?" after who is affected: the others. */
function notHit(text: string, { plan: base }: Previous): Plan | null {
  if (!NOT_HIT.test(text) && !THE_OTHERS.test(text)) return null
  const time = windowOf(base.time)
  const isOfServices =
    base.intent === 'measure' && base.groupBy.length === 1 && /^service(?:\.name)?$/.test(base.groupBy[0]?.field ?? '')
  const isOfFailed =
    base.intent === 'measure' &&
    base.measure.of === 'requests' &&
    base.conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
  const isOfCause = base.intent === 'cause' && (base.aspect === 'impact' || servicesOf(base).length === 0)
  if (isOfCause || (isOfServices && isOfFailed)) {
    const { anchor: _, ...open } = time
    return { intent: 'cause', aspect: 'unaffected', conditions: [], time: open }
  }
  if (!isOfFailed || base.groupBy.length === 0 || !isOfSpans(base.measure)) return null
  const conditions = without(base.conditions, 'outcome')
  return { ...base, measure: { of: 'ratio', share: 'failed' }, conditions, order: 'lowest', time }
}

/** "Is it only that one?" after where it began: whether anything else is in trouble. */
function onlyThat(text: string, { plan: base, suspect }: Previous): Plan | null {
  const isOfTrouble = base.intent === 'cause' || base.intent === 'timeline'
  if (suspect === undefined || !isOfTrouble || !ONLY_THAT.test(text)) return null
  const { anchor: _, ...open } = windowOf(base.time)
  return { intent: 'cause', aspect: 'impact', onlyAsked: suspect, conditions: [], time: open }
}

/** "Is that more than an hour ago?" after since when: yes or no. */
function longAgo(text: string, { plan: base }: Previous): Plan | null {
  const found = LONG_AGO.exec(text)
  if (found === null || base.intent !== 'cause' || (base.aspect !== 'since' && base.aspect !== 'how_long')) return null
  const unit = (found[3] ?? 'hour').replace(/s$/, '').replace(/^min$/, 'minute')
  // The expression allows these units only.
  const ms = numberOfWords(found[2] ?? '1') * UNIT_MS[unit as keyof typeof UNIT_MS]
  const is = /^(?:more|longer|over|earlier)$/.test(found[1] ?? '') ? 'more' : 'less'
  return { ...base, aspect: 'since', agoAsked: { is, ms }, time: windowOf(base.time) }
}

/** "And after?" after a number of the incident: since it was over. */
function afterIncident(text: string, { plan: base }: Previous, state: QuestionState): Plan | null {
  const isOver = OVER.test(text)
  if (!isOver && (!AFTER_IT.test(text) || base.time.anchor !== 'incident')) return null
  if (base.intent !== 'measure' && base.intent !== 'list' && base.intent !== 'patterns') return null
  const { to, toMs } = untilNow(state.context)
  const { from } = base.time
  const hourAgoMs = toMs - UNIT_MS.hour
  const time = isOver ? { from: iso(Math.min(Date.parse(from), hourAgoMs)), to } : { from, to: base.time.to }
  return { ...base, time: { ...time, basis: 'inherited', anchor: 'incident', anchorSide: 'after' } }
}
