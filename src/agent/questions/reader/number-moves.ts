/**
 * Short follow-ups that ask for another number than the last one: "highest today?", "is it filling up?" after the value
 * of a metric, "the biggest one?" after lines that state an amount.
 */

import { attributesOf } from '../grounding/catalogue.ts'
import { chosenIds } from '../grounding/chosen-lines.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan, PlanOf, PlanTime, Statistic } from '../plan/plan.ts'
import { NO_SIZE } from './extreme-amount.ts'
import { windowOf } from './follow-up-time.ts'
import { FALLING, RISING } from './gauge-words.ts'
import { hourUntil, isOfLastMinutes } from './noun-state.ts'
import { slotsOf } from './slots.ts'
import type { Previous, QuestionState, ReadContext } from './state.ts'
import { lemmaOf } from './words.ts'

const STATISTIC =
  /^(?:(?:what (?:is|was|were|has been)(?: it at)?|how high (?:is|was)|make it|give me|as|and|then) )*(?:the |its |an? )?(?:(max|maximum|highest|peak|most|worst|longest|slowest|largest|biggest)|(min|minimum|lowest|least|fewest|shortest|fastest|smallest)|((?:on )?(?:an? )?(?:average|mean|avg)(?: (?:per|of an?|for an?|by) [a-z]{3,20})?(?: (?:there|then))?)|(median|p50)|(p90|p95|p99))(?: (?:value|reading|one|number|of (?:that|it|this|all|them)(?: one)?|so far|ever|at once|at (?:one|a) time|there (?:was|were)|(?:it|there|we) (?:was|were|had|got|reached)(?: ever)?))*(?:,? (?:instead|rather)(?: (?:of|than) (?:the )?[a-z0-9]{2,20})?|,? not (?:the )?[a-z0-9]{2,20})?$/
/** "How high did it get today?" */
const HOW_FAR =
  /^how (?:(high|far up|much|many|long|big|full)|(low|far down|little|few|short|small|empty)) (?:did|has|have|had|was|were) (?:it|that|this|they|those|there) (?:ever |actually )?(?:get|got|gotten|go|gone|climb|climbed|rise|risen|fall|fallen|drop|dropped|become|been|reach|reached)(?: (?:to|up to|down to|at most|at least|ever))*$/

/** "Minimum?" after a maximum, "max instead of p95", "what was the most?": another statistic of the same. */
export function otherStatistic(text: string, { plan: last }: Previous, context: ReadContext): PlanOf<'measure'> | null {
  const statistic = statisticSaid(text)
  const base = last.intent === 'anomaly' ? measured(last) : last
  if (statistic === null || base?.intent !== 'measure') return null
  const { measure } = base
  if (measure.of !== 'metric' && measure.of !== 'duration' && measure.of !== 'number') return null
  const { isDownAsked: _, ...rest } = base
  // After a course the number is asked for, and no way it goes.
  const isCourse = base.isTrendAsked === true && base.intervalMs === null
  const plain = isCourse ? { ...rest, isTrendAsked: false, isYesNo: false } : base
  // A percentile of the last minutes is one of those.
  const isOfMost = measure.of === 'metric' || statistic === 'max' || statistic === 'min'
  const time = isOfMost ? overHour(base.time, context) : windowOf(base.time)
  if (measure.of !== 'metric') return { ...plain, measure: { ...measure, statistic }, time }
  const { isTotal: __, ...one } = measure
  return { ...plain, measure: { ...one, statistic }, time }
}

function statisticSaid(text: string): Statistic | null {
  const far = HOW_FAR.exec(text)
  if (far !== null) return far[1] !== undefined ? 'max' : 'min'
  const found = STATISTIC.exec(text)
  if (found === null) return null
  const [, max, min, mean, median, percentile] = found
  if (max !== undefined) return 'max'
  if (min !== undefined) return 'min'
  if (mean !== undefined) return 'mean'
  // The expression allows these only.
  return median !== undefined ? 'p50' : (percentile as 'p90' | 'p95' | 'p99')
}

/** The most there was, and where it goes, is none of the last minutes, which tell how it is now. */
export function overHour(time: PlanTime, { askedAtMs, catalogue }: ReadContext): PlanTime {
  const lastMs = Math.min(askedAtMs, catalogue.lastMs ?? askedAtMs)
  return isOfLastMinutes(time) ? hourUntil(lastMs) : windowOf(time)
}

const BY_KEY =
  /^(?:(?:split|broken|grouped|divided|cut)(?: down| up)? )?(?:(?:in|at|of|for|on) )?(?:by|per|for each|for every|which|what) ((?:[a-z][\w.-]{1,80} ?){1,3})$/

/** "By pool" after a metric whose points carry the name of a pool, which neither lines nor requests know. */
export function byOwnKey(text: string, { plan: base }: Previous, { catalogue }: ReadContext): Plan | null {
  const said = BY_KEY.exec(text)?.[1]?.trim()
  if (said === undefined || base.intent !== 'measure' || base.measure.of !== 'metric') return null
  const keys = attributesOf(base.measure.metric, catalogue).map(({ key }) => key)
  const words = said.split(' ').map(lemmaOf)
  const exact = keys.filter((key) => key.toLowerCase() === said)
  const having = keys.filter((key) => {
    const parts = key.toLowerCase().split(/[._-]/).map(lemmaOf)
    return words.every((word) => parts.includes(word))
  })
  const [key, more] = exact.length > 0 ? exact : having
  if (key === undefined || more !== undefined) return null
  return { ...base, groupBy: [{ field: key, scope: 'attribute' }], limit: 20, isYesNo: false }
}

const ASKS_COURSE =
  /^(?:is|are|was|were|does|do|did|has|have|will) (?:it|that|this|they|those|these) (?:(?:still|now|also|really|getting|slowly|steadily|currently|gradually|been|ever|keep|keeps|start|started|to|even) )*(.{2,30}?)(?: (?:or (?:not|what)|over time|now|right now|at the moment|currently|slowly|steadily|lately|at all|any more|anymore|still|too|today|further|since then))*$/

const TREND =
  /^(?:(?:what|how)(?:'s| is| was|s)? )?(?:the |its )?(?:trend|course|development|direction)(?: like)?(?: of (?:it|that))?$|^(?:which|what) (?:way|direction) (?:is|does) (?:it|that) (?:go|going|move|moving)$/

/** "Is it filling up?" after the value of a metric: the course of that series, over the hour where it was of now. */
export function courseAsked(text: string, { plan: last }: Previous, state: QuestionState): Plan | null {
  const base = last.intent === 'anomaly' ? measured(last) : last
  if (base?.intent !== 'measure' || base.measure.of !== 'metric') return null
  const said = ASKS_COURSE.exec(text)?.[1]
  const way = said === undefined ? null : wayOf(said)
  if (way === null && !TREND.test(text)) return null
  for (const word of state.words) word.usedBy ??= 'shape'
  const { per: _, isBetterOrWorseAsked: __, ...rest } = base
  return {
    ...{ ...rest, per: null, against: null, intervalMs: null, isTrendAsked: true, isYesNo: way !== null },
    ...(way === 'down' ? { isDownAsked: true } : { isDownAsked: false }),
    time: state.time ?? overHour(base.time, state.context),
  }
}

/** The metric whose everyday was asked about. */
export function measured({ subject, conditions, time }: PlanOf<'anomaly'>): PlanOf<'measure'> | null {
  if (subject.of !== 'metric') return null
  return plainMeasure({ measure: { of: 'metric', metric: subject.metric, statistic: 'mean' }, conditions, time })
}

/** Which way such words go, where they say nothing else. */
function wayOf(said: string): 'up' | 'down' | null {
  for (const [way, expression] of [
    ['down', FALLING],
    ['up', RISING],
  ] as const) {
    const found = expression.exec(said)
    if (found !== null && found[0] === said) return way
  }
  return null
}

const EXTREME_ONE =
  /^(?:(?:and|what (?:is|was)|which(?: one)? (?:is|was)|show me|how (?:big|much|large|high) (?:is|was)) )*(?:the )?(?:(?:single )?(?:(biggest|largest|highest|greatest|dearest|priciest|most expensive|maximum|max)|smallest|lowest|cheapest|least expensive|minimum|min))(?: (?:single )?(?:one|amount|sum|of (?:them|those|these)|among (?:them|those)))*$/

/** "The biggest one?" after lines that were counted or added up: the greatest amount that the same lines state. */
export function extremeOfLines(text: string, previous: Previous, { catalogue }: ReadContext): Plan | null {
  const found = EXTREME_ONE.exec(text)
  const base = previous.plan
  if (found === null || base.intent !== 'measure' || base.measure.of !== 'records') return null
  if (base.groupBy.length > 0 || base.intervalMs !== null) return null
  const ids = chosenIds(base.conditions)
  if (ids.size === 0) return null
  const { before } = previous
  const statistic = found[1] === undefined ? 'min' : 'max'
  const plain = { per: null, against: null, isYesNo: false, isTrendAsked: false, time: windowOf(base.time) }
  if (before?.intent === 'measure' && before.measure.of === 'number') {
    const isSame = [...chosenIds(before.conditions)].every((id) => ids.has(id))
    if (isSame) return { ...base, ...plain, measure: { ...before.measure, statistic } }
  }
  const told = catalogue.templates.filter(({ id }) => ids.has(id))
  const [name, more] = new Set(told.flatMap(({ template }) => amountsOf(template)))
  if (name === undefined || more !== undefined) return null
  return {
    ...{ ...base, ...plain },
    measure: { of: 'number', key: name, unit: name, signal: 'logs', isInBody: true, statistic },
  }
}

/** The names of the amounts that a line states, money before how many of something. */
function amountsOf(template: string): string[] {
  const slots = slotsOf(template).filter(({ isTime, name }) => !isTime && !NO_SIZE.test(name))
  const money = slots.filter(({ isMoney }) => isMoney)
  return (money.length > 0 ? money : slots).map(({ name }) => name)
}
