/** "When did the disk fill up?" read as the value of a gauge: the moment from which it departs from its everyday. */
import { attributesOf, type Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf, PlanTime } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { FALLING, RISING } from './gauge-words.ts'
import { minutesUpTo } from './when.ts'
import { cleaned } from './words.ts'

const ASKS_WHEN =
  /^(?:(?:so|and|but|ok|hey) )*(?:when|since when|what time|at what time) (?:did|has|have|does|is|was)\b/
const FULL = /\b(?:full|maxed out|high|higher|long|longer|saturated)\b/
const RUN_OUT = /\b(?:run out|ran out|exhausted|used up)\b/
const EMPTY = /\b(?:empty|low|lower|short|shorter)\b/

/** The plan, of a moment where one is asked for. */
export function whenOfGauge(question: string, plan: Plan, catalogue: Catalogue): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.intervalMs !== null) return plan
  const { statistic } = plan.measure
  const isValue = statistic === 'last' || statistic === 'mean'
  const text = cleaned(question)
  if (!isValue || plan.against !== null || plan.groupBy.length > 0 || !ASKS_WHEN.test(text)) return plan
  const isUp = RISING.test(text) || FULL.test(text)
  const isDown = FALLING.test(text) || EMPTY.test(text)
  // What runs out is used up, or none of it is left: whichever the gauge tells.
  if (RUN_OUT.test(text)) return departureOf(plan, undefined, catalogue) ?? plan
  if (isUp === isDown) return plan
  return departureOf(plan, isUp ? 'up' : 'down', catalogue) ?? plan
}

/** When the gauge of a plan left its everyday, upwards or downwards or either way; null where the plan is of no gauge. */
export function departureOf(
  plan: Plan,
  direction: 'up' | 'down' | undefined,
  catalogue: Catalogue,
): PlanOf<'anomaly'> | null {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric') return null
  const { metric } = plan.measure
  if (!catalogue.metrics.some(({ name, type }) => name === metric && type === 'gauge')) return null
  const own = new Set(attributesOf(metric, catalogue).map(({ key }) => key))
  const conditions = plan.conditions.filter(
    (one) => one.on === 'service' || (one.on === 'attribute' && own.has(one.key)),
  )
  return {
    ...{ intent: 'anomaly', subject: { of: 'metric', metric }, conditions, time: plan.time, isWhenAsked: true },
    ...(direction === undefined ? {} : { direction }),
  }
}

const MINUTE_MS = 60_000

const EXTREME =
  /\b(?:highest|max(?:imum)?|peak(?:ed)?|most|largest|biggest|deepest|longest|fullest|lowest|min(?:imum)?|least|smallest|emptiest|shortest|shallowest|worst)\b/
const AND_WHEN =
  /(?:,| and| plus|;|\?)+ (?:and )?(?:(?:at )?(?:what|which) (?:time|minute|moment)|when(?: exactly)?|the time of (?:it|that))(?: (?:was|is|did|were) (?:it|that|this)(?: happen)?)?\W{0,5}$/
const BEGINS_WHEN = /^(?:(?:so|and|but|ok|hey) )*(?:when|(?:at )?what time) (?:was|is|were|did)\b/
const AND_WHICH =
  /(?:,| and| plus|;|\?)+ (?:and )?(?:which|what|who)(?: (?:one|[a-z]{3,20}))?(?: (?:is|was|has|had|of them)(?: (?:it|that|this))?)?\W{0,5}$/

/** "Highest wind at north-bowl, and at what time", "lowest paper in any printer, and which one is it" of one number. */
export function withExtreme(reading: Reading, question: string, catalogue: Catalogue): Reading {
  const [plan, more] = reading.plans
  if (plan === undefined || more !== undefined || reading.relation !== 'new') return reading
  if (isBeforeTrouble(question, plan)) {
    const time = { ...plan.time, anchor: 'onset', anchorSide: 'before' } as const
    return { ...reading, plans: [{ ...plan, time }] }
  }
  const beside = besideExtreme(question, ofLately(question, plan, catalogue), catalogue)
  if (beside === plan) return reading
  return { ...reading, plans: [beside], notes: reading.notes.filter((note) => !LEFT_OUT.test(note)) }
}

const BEFORE_TROUBLE =
  /\bbefore (?:the |all |our )?(?:outage|incident|trouble|problems?|failures?|crash|onset|it (?:all )?(?:broke|started|began|failed|happened|went down)|things (?:broke|went wrong))\b/

/** The value of a gauge before trouble began, read without that time: its last value would be the one of now. */
function isBeforeTrouble(question: string, plan: Plan): boolean {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.against !== null) return false
  const isOpen = plan.time.basis === 'last_with_telemetry' && plan.time.anchor === undefined
  return isOpen && BEFORE_TROUBLE.test(cleaned(question))
}

/** What fails for an hour and has come back works: "did card payments come back" is about the last minutes. */
const CAME_BACK = /\b(?:c[ao]me|coming) back\b|\brecover(?:ed|ing)?\b|\bworking again\b/

function ofLately(question: string, plan: Plan, { lastMs }: Catalogue): Plan {
  const isShare = plan.intent === 'measure' && plan.measure.of === 'ratio' && plan.isYesNo === true
  if (!isShare || plan.time.basis !== 'last_with_telemetry' || plan.time.anchor !== undefined || lastMs === null)
    return plan
  if (!CAME_BACK.test(cleaned(question))) return plan
  return { ...plan, time: minutesUpTo(Math.floor(lastMs) + 1) }
}

/** What a part of the question asked for that is told now. */
const LEFT_OUT = /^I left out: "(?:and )?(?:when|which|what|who|at what)/

function besideExtreme(question: string, plan: Plan, catalogue: Catalogue): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.intervalMs !== null) return plan
  const { statistic, metric } = plan.measure
  const text = cleaned(question)
  if ((statistic !== 'max' && statistic !== 'min') || plan.against !== null || !EXTREME.test(text)) return plan
  const order = statistic === 'max' ? 'highest' : 'lowest'
  if (AND_WHEN.test(text) || BEGINS_WHEN.test(text))
    return { ...plan, order, groupBy: [], limit: 1, intervalMs: MINUTE_MS, isTrendAsked: true, isPeakAsked: true }
  const held = new Set(plan.conditions.map((one) => (one.on === 'attribute' ? one.key : '')))
  const [key, more] = attributesOf(metric, catalogue).filter((one) => !held.has(one.key))
  if (!AND_WHICH.test(text) || plan.groupBy.length > 0 || key === undefined || more !== undefined) return plan
  return { ...plan, order, groupBy: [{ field: key.key, scope: 'attribute' }] }
}

/** "And at 14:50", "half an hour ago", "now compared to 22:20" of a gauge: what it stood at then, and not a while later. */
export function atMoment(plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.measure.statistic !== 'last') return plan
  const time = upToMoment(plan.time)
  const against = plan.against === null ? null : upTo(plan.against)
  return time === plan.time && against === plan.against ? plan : { ...plan, time, against }
}

function upToMoment(time: PlanTime): PlanTime {
  return time.basis === 'asked' && OF_MOMENT.test(time.phrase ?? '') ? upTo(time) : time
}

function upTo(time: PlanTime): PlanTime {
  if (time.around === undefined) return time
  return { ...time, to: new Date(Date.parse(time.around) + MINUTE_MS).toISOString() }
}

const OF_MOMENT = /^at\b|\bago$/
const MEAN_ASKED = /\b(?:mean|average|avg|on average|typical(?:ly)?|usual(?:ly)?|around|about|roughly)\b/

/** "Open files at 22:20": what a gauge stood at then, and no mean of the minutes around. */
export function valueAtMoment(question: string, plan: Plan, { metrics }: Catalogue): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'metric' || plan.measure.statistic !== 'mean') return plan
  const { metric } = plan.measure
  const isGauge = metrics.some(({ name, type }) => name === metric && type === 'gauge')
  const isOfMoment = [plan.time, plan.against].some(
    (time) => time?.around !== undefined && time.basis === 'asked' && OF_MOMENT.test(time.phrase ?? ''),
  )
  if (!isGauge || !isOfMoment || plan.intervalMs !== null || MEAN_ASKED.test(cleaned(question))) return plan
  return { ...plan, measure: { ...plan.measure, statistic: 'last' } }
}

const BEFORE_MOMENT_MS = 600_000
const AFTER_MOMENT_MS = 300_000

/** "Was web fine at 22:14": how it was then, and not what broke a quarter of an hour later. */
export function stateAtMoment(plan: Plan): Plan {
  const { around, basis, phrase = '' } = plan.time
  const isState = plan.intent === 'health' || plan.intent === 'state'
  if (!isState || around === undefined || basis !== 'asked' || !OF_MOMENT.test(phrase)) return plan
  const atMs = Date.parse(around)
  const from = new Date(atMs - BEFORE_MOMENT_MS).toISOString()
  return { ...plan, time: { ...plan.time, from, to: new Date(atMs + AFTER_MOMENT_MS).toISOString() } }
}
