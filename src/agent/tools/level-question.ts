/** Questions for the level of a gauge, with what is asked of it: how full, how much waits, how high it got, whether it rose too. */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { isOfTrouble, type Plan, type PlanCondition, type PlanOf } from '../questions/plan/plan.ts'
import { limitOf, stateKeyOf, waitingBeside } from '../questions/reader/gauge-limits.ts'
import { type LevelAsked, levelAsked } from '../questions/reader/levels-asked.ts'
import { conditionsOf, isAdditive, metricOfPlan } from '../questions/reader/metric-series.ts'
import type { Previous } from '../questions/reader/state.ts'
import { iso } from '../questions/reader/when.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

type Measured = PlanOf<'measure'>

const STEP_MS = 60_000

/**
 * The reading of such a question; null of any other. A bare name of a gauge is only taken in the place of `read`: where that
 * is no reading, or one of calls or of values that the gauge does not carry.
 */
export function levelQuestion(
  { askedAtMs }: AgentContext,
  catalogue: Catalogue,
  question: string,
  previous: Previous | undefined,
  read?: Reading,
): Reading | null {
  const { values, lastMs } = catalogue
  if (lastMs === null || question.length > 120) return null
  if (read !== undefined && !isOpenFor(read, catalogue)) return null
  const asked = levelAsked(cleaned(question), { catalogue, values, askedAtMs, previous: null })
  if (asked === null) return null
  const isTaken = read === undefined ? asked.isSure && isAskedAlone(asked, previous) : asked.untold === 0
  const isTold = read?.plans[0] === undefined || asked.told > 1 || metricOfPlan(read.plans[0]) === asked.metric.name
  const plans = isTaken && isTold ? plansOf(asked, catalogue) : []
  if (plans.length === 0) return null
  const notes = [
    ...asked.foreign.map((said) => `Points of \`${asked.metric.name}\` do not say \`${said}\`.`),
    ...(asked.ask === 'full' && plans.length > 1 && plans[1]?.intent === 'measure' && plans[1].isPeakAsked === true
      ? [`No metric tells the limit of \`${asked.metric.name}\`.`]
      : []),
  ]
  return {
    ...{ plans, notes, leftOut: [], language: 'en', relation: 'new' },
    lastRecord: iso(lastMs),
  }
}

/** Not read, read as who calls whom, or restricted by what the points of the metric do not carry. */
function isOpenFor({ plans, remark, language }: Reading, { metrics }: Catalogue): boolean {
  const [plan, more] = plans
  if (remark !== undefined || language !== 'en' || more !== undefined) return false
  if (plan === undefined || plan.intent === 'dependencies') return true
  const name = plan.intent === 'measure' ? metricOfPlan(plan) : null
  const metric = metrics.find((one) => one.name === name)
  return (
    metric !== undefined &&
    plan.conditions.some((one) => one.on === 'attribute' && metric.attributes.every(({ key }) => key !== one.key))
  )
}

/** What other steps read as well is left to them. */
function isAskedAlone({ ask }: LevelAsked, previous: Previous | undefined): boolean {
  if (ask === 'too') return previous !== undefined && (isOfTrouble(previous.plan) || TROUBLED.has(previous.plan.intent))
  return ask === 'full' || ask === 'piling'
}
const TROUBLED: ReadonlySet<Plan['intent']> = new Set(['health', 'calls', 'anomaly', 'measure', 'patterns', 'list'])

function plansOf(asked: LevelAsked, catalogue: Catalogue): Plan[] {
  const { ask, metric, time } = asked
  const conditions: PlanCondition[] = [
    ...(asked.services.length > 0 ? [{ on: 'service' as const, values: [...asked.services] }] : []),
    ...conditionsOf(asked.values),
  ]
  const anomaly: Plan = {
    intent: 'anomaly',
    subject: { of: 'metric', metric: metric.name },
    conditions,
    time,
  }
  const now = lastOf(asked, conditions)
  const course = plainMeasure({
    measure: {
      of: 'metric',
      metric: metric.name,
      ...(now.measure.of === 'metric' && now.measure.isTotal === true
        ? { statistic: 'last', isTotal: true }
        : { statistic: 'mean' }),
    },
    ...{ conditions, time, isTrendAsked: true },
  })
  switch (ask) {
    case 'full':
      return fullOf(asked, now, catalogue)
    case 'piling':
      return [now, course]
    case 'too':
    case 'normal':
      return [anomaly]
    case 'course':
      return [course]
    case 'highest':
    case 'lowest':
      return [extremeOf(asked, conditions)]
    case 'now':
      return [now]
  }
}

/** The last value; of several series that are no part of one whole, that of each. */
function lastOf({ metric, group, values, isTimed, time, recent }: LevelAsked, conditions: PlanCondition[]): Measured {
  const open = metric.attributes.filter(
    ({ key, values: all }) => all.length > 1 && values.every((one) => one.key !== key),
  )
  const [only, more] = open
  const by = group ?? (isAdditive(metric) || more !== undefined ? null : (only?.key ?? null))
  const isTotal = by === null && open.length > 0 && isAdditive(metric)
  return plainMeasure({
    measure: { of: 'metric', metric: metric.name, statistic: 'last', ...(isTotal ? { isTotal } : {}) },
    conditions,
    time: isTimed ? time : recent,
    groupBy: by === null ? [] : [{ field: by, scope: 'attribute' }],
    limit: by === null ? 10 : 20,
  })
}

/** The highest or lowest value with its minute; of several series, of each. */
function extremeOf({ ask, metric, group, time }: LevelAsked, on: readonly PlanCondition[]): Measured {
  const isLowest = ask === 'lowest'
  const conditions = [...on]
  const measure = {
    of: 'metric' as const,
    metric: metric.name,
    statistic: isLowest ? ('min' as const) : ('max' as const),
  }
  const order = isLowest ? ('lowest' as const) : ('highest' as const)
  if (group !== null)
    return plainMeasure({
      measure,
      conditions,
      time,
      order,
      groupBy: [{ field: group, scope: 'attribute' }],
      limit: 20,
    })
  return plainMeasure({
    measure,
    conditions,
    time,
    order,
    limit: 1,
    intervalMs: STEP_MS,
    isTrendAsked: true,
    isPeakAsked: true,
  })
}

/** How much of its limit is used, and who waits for more. */
function fullOf(asked: LevelAsked, now: Measured, { metrics }: Catalogue): Plan[] {
  const { metric, isYesNo } = asked
  if (now.measure.of !== 'metric') return []
  const yes = isYesNo ? { isYesNo: true } : {}
  const state = stateKeyOf(metric)
  const others = now.conditions.filter((one) => one.on !== 'attribute' || one.key !== state?.key)
  if (
    state !== null &&
    (others.length === now.conditions.length || asked.values.some(({ value }) => value === state.used))
  ) {
    const used: PlanCondition = { on: 'attribute', key: state.key, scope: 'attribute', values: [state.used] }
    const measure = { ...now.measure, isTotal: true, limit: { metric: metric.name, isRest: false } }
    return [{ ...now, ...yes, groupBy: [], conditions: [...others, used], measure }]
  }
  const limit = limitOf(metric, metrics)
  if (limit !== null) {
    const waiting = waitingBeside(metric, metrics)
    const plan: Plan = { ...now, ...yes, groupBy: [], measure: { ...now.measure, limit } }
    return waiting === null ? [plan] : [plan, { ...now, groupBy: [], measure: { ...now.measure, metric: waiting } }]
  }
  // A share tells by itself how full it is; of anything else without a limit the furthest value stands beside the last.
  return SHARE_UNIT.test(metric.unit) || SHARE_NAME.test(metric.name)
    ? [{ ...now, ...yes }]
    : [now, extremeOf(asked, now.conditions)]
}
const SHARE_UNIT = /^[%1]$/
const SHARE_NAME = /percent|ratio|utili[sz]ation|fullness|fill|_pct/i
