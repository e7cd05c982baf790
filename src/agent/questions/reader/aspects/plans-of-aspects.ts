/** The plan of each aspect of a thing: what the thing is stays, and what is told of it is the aspect's. */
import { isOfAccessLines } from '../../access/access-services.ts'
import type { Catalogue } from '../../grounding/catalogue.ts'
import { plainMeasure } from '../../plan/plain-measure.ts'
import { isOfEvents, type Level, type Plan, type PlanOf, type PlanTime, type Statistic } from '../../plan/plan.ts'
import { factorTo } from '../../vocabulary/units.ts'
import { farBack } from '../follow-up-time.ts'
import { limitOf } from '../gauge-limits.ts'
import { countedOf } from '../move-base.ts'
import { atPeak } from '../peak-asked.ts'
import { UNIT_MS } from '../shape.ts'
import { minutesUpTo } from '../when.ts'
import type { AskedLevel, Aspect, Side } from './aspect.ts'

export type Thing = PlanOf<'measure'>

/** What a plan is about, without what was asked of it; null where it is about no thing that can be counted or measured. */
export function thingOf(plan: Plan | undefined): Thing | null {
  const counted = plan === undefined ? null : countedOf(plan)
  if (counted === null) return null
  const { measure, conditions, time } = counted
  if (measure.of === 'ratio' && (measure.share === 'matching' || measure.among !== undefined)) return null
  return plainMeasure({ measure, conditions, time: { ...time, basis: plan?.time.basis ?? time.basis } })
}

/** What a share is of, counted: those that failed, of an error rate. */
export function countedThing(thing: Thing): Thing {
  const { measure, conditions } = thing
  if (measure.of !== 'ratio' || measure.share === 'matching') return thing
  return { ...thing, measure: { of: 'requests' }, conditions: [...conditions, { on: 'outcome', is: measure.share }] }
}

export function isOfMetric(thing: Thing): thing is Thing & { measure: Extract<Thing['measure'], { of: 'metric' }> } {
  return thing.measure.of === 'metric'
}

export function isOfGauge(thing: Thing, { metrics }: Catalogue): boolean {
  const { measure } = thing
  return measure.of === 'metric' && metrics.some(({ name, type }) => name === measure.metric && type === 'gauge')
}

/** The thing with another statistic of it; null where it has none. */
export function withStatistic(thing: Thing, statistic: Statistic): Thing | null {
  const { measure } = thing
  switch (measure.of) {
    case 'metric':
      return { ...thing, measure: { of: 'metric', metric: measure.metric, statistic } }
    case 'duration':
    case 'number':
      return { ...thing, measure: { ...measure, statistic } }
    default:
      return null
  }
}

/** What an aspect is asked with: the most it came to before "and when", the steps, the end of telemetry. */
export interface Beside {
  readonly catalogue: Catalogue
  /** The aspects before it. */
  readonly before: readonly Aspect[]
}

/** The plan of an aspect; null where the thing has no such, and where groups have to be looked up. */
export function planOfAspect(thing: Thing, aspect: Aspect, beside: Beside): Plan | null {
  const isCounted = isOfEvents(thing)
  switch (aspect.is) {
    case 'count':
      return isCounted ? { ...thing, per: null } : countOf(thing, beside)
    case 'first':
    case 'began':
    case 'last':
      return endOf(thing, aspect.is, beside)
    case 'statistic':
      return isCounted || thing.measure.of === 'ratio'
        ? extremeOf(thing, aspect.statistic)
        : withStatistic(thing, aspect.statistic)
    case 'when':
      return whenOf(thing, beside)
    case 'now':
      return nowOf(thing, beside)
    case 'trend':
      return { ...thing, isTrendAsked: true }
    case 'course':
      return { ...thing, intervalMs: aspect.stepMs, isTrendAsked: true, isSeriesAsked: true }
    case 'peak':
      return peakOf(thing, aspect.order, aspect.stepMs)
    case 'going':
      return isCounted
        ? {
            ...{ ...thing, time: lastMinutes(beside), isYesNo: true },
            ...(aspect.isOverAsked ? { isNoneAsked: true } : {}),
          }
        : null
    case 'texts':
      return textsOf(thing)
    case 'lines':
      return isCounted ? linesOf(thing, beside) : null
    case 'speed':
      return isOfGauge(thing, beside.catalogue) ? speedOf(thing) : null
    case 'side':
      return { ...(withStatistic(thing, meanFor(thing)) ?? thing), time: atSide(thing.time, aspect.side) }
    case 'level':
      return null
    default:
      return null
  }
}

/** Gauges are told by their mean over a time, and not by their last value. */
function meanFor({ measure }: Thing): Statistic {
  if (measure.of === 'metric')
    return measure.statistic === 'last' || measure.statistic === 'rate' || measure.statistic === 'increase'
      ? 'mean'
      : measure.statistic
  return measure.of === 'duration' || measure.of === 'number' ? measure.statistic : 'mean'
}

export function atSide(time: PlanTime, side: Side): PlanTime {
  const { anchor: _, anchorSide: __, anchorLengthMs: ___, ...own } = time
  if (side === 'before') return { ...own, anchor: 'onset', anchorSide: 'before' }
  return side === 'after' ? { ...own, anchor: 'incident', anchorSide: 'after' } : { ...own, anchor: 'incident' }
}

/** How many there are of what is measured: its requests, how many there are now, what a counter gained. */
function countOf(thing: Thing, { catalogue }: Beside): Plan | null {
  if (thing.measure.of === 'duration') return { ...thing, measure: { of: 'requests' }, per: null }
  if (!isOfMetric(thing)) return null
  return withStatistic(thing, isOfGauge(thing, catalogue) ? 'last' : 'sum')
}

function endOf(thing: Thing, end: 'first' | 'began' | 'last', beside: Beside): Plan | null {
  const { catalogue } = beside
  const { measure, time, conditions } = thing
  if (end === 'last' && isOfMetric(thing)) return nowOf(thing, beside)
  if (!isOfEvents(thing) && measure.of !== 'duration') return null
  // What began before the last hour is looked for before it.
  const from =
    end === 'began' && time.basis === 'last_with_telemetry' ? { ...farBack(time), basis: 'inherited' as const } : time
  return {
    ...{ intent: 'list', of: recordsOf(thing, catalogue), conditions, time: from },
    ...{ order: end === 'last' ? 'newest' : 'oldest', limit: 1, isTimeAsked: true },
  }
}

/** Requests that access lines tell are listed as those lines. */
function recordsOf(thing: Thing, catalogue: Catalogue): 'logs' | 'spans' {
  return thing.measure.of === 'records' || isOfAccessLines(thing, catalogue) ? 'logs' : 'spans'
}

/** The most of what is counted is that of a minute, and its mean the rate. */
function extremeOf(thing: Thing, statistic: Statistic): Plan | null {
  if (statistic === 'mean') return thing.per === null && isOfEvents(thing) ? null : thing
  return statistic === 'max'
    ? peakOf(thing, 'highest', null)
    : statistic === 'min'
      ? peakOf(thing, 'lowest', null)
      : null
}

export function peakOf(thing: Thing, order: 'highest' | 'lowest', stepMs: number | null): Plan | null {
  const asked = {
    texts: [],
    order,
    stepMs: stepMs ?? null,
    per: null,
    limit: 1,
    isWhenAsked: true,
    isOfLast: false,
  } as const
  const peak = atPeak(thing, asked)
  return peak === null ? null : { ...peak, time: thing.time }
}

/** "Max and when": the moment of the extreme before it; of what is counted alone, when the first of it was. */
function whenOf(thing: Thing, beside: Beside): Plan | null {
  const extreme = beside.before.findLast(({ is }) => is === 'statistic' || is === 'peak')
  if (extreme?.is === 'peak') return null
  const isLowest = extreme?.is === 'statistic' && extreme.statistic === 'min'
  return extreme === undefined && isOfEvents(thing)
    ? endOf(thing, 'first', beside)
    : peakOf(thing, isLowest ? 'lowest' : 'highest', null)
}

function nowOf(thing: Thing, beside: Beside): Plan | null {
  const time = lastMinutes(beside)
  if (isOfEvents(thing)) return { ...thing, time }
  if (thing.measure.of !== 'metric') return { ...thing, time }
  return withStatistic({ ...thing, time }, 'last')
}

/** What a gauge may come to at most: the last value of the gauge beside it that tells so; null where none does. */
export function limitPlan(thing: Thing, catalogue: Catalogue): Plan | null {
  if (!isOfMetric(thing)) return null
  const gauge = catalogue.metrics.find(({ name }) => name === thing.measure.metric)
  const limit = gauge === undefined ? null : limitOf(gauge, catalogue.metrics)
  if (limit === null || limit.isRest) return null
  const measure = { of: 'metric' as const, metric: limit.metric, statistic: 'last' as const }
  return { ...thing, measure, time: minutesUpTo(Math.floor(catalogue.lastMs ?? 0) + 1) }
}

function lastMinutes({ catalogue: { lastMs } }: Beside): PlanTime {
  return minutesUpTo(Math.floor(lastMs ?? 0) + 1)
}

function textsOf(thing: Thing): Plan | null {
  const { conditions, time, measure } = thing
  if (measure.of === 'records') return { intent: 'patterns', conditions, time, limit: 10 }
  return measure.of === 'requests' ? { intent: 'patterns', isOfRequests: true, conditions, time, limit: 10 } : null
}

function linesOf(thing: Thing, { catalogue }: Beside): Plan {
  const { conditions, time } = thing
  return { intent: 'list', of: recordsOf(thing, catalogue), conditions, time, order: 'newest', limit: 20 }
}

function speedOf(thing: Thing): Plan | null {
  const steps = peakOf(thing, 'highest', UNIT_MS.minute)
  if (steps?.intent !== 'measure') return null
  const { isPeakAsked: _, ...course } = steps
  return { ...course, isSpeedAsked: true }
}

/** When a gauge came to a level, how long it was there, when it will be there; null where it is no gauge of that unit. */
export function planOfLevel(
  thing: Thing,
  { asks, level }: Extract<Aspect, { readonly is: 'level' }>,
  startsOver: boolean,
  catalogue: Catalogue,
): Plan | null {
  if (!isOfMetric(thing) || !isOfGauge(thing, catalogue)) return null
  const value = valueIn(level, thing, catalogue)
  const steps = peakOf(thing, 'highest', null)
  if (value === null || steps?.intent !== 'measure') return null
  const op: Level['op'] = level.op ?? (startsOver ? 'lte' : 'gte')
  const statistic: Statistic = op === 'lt' || op === 'lte' ? 'min' : 'max'
  const { isPeakAsked: _, ...course } = steps
  const measure = { of: 'metric', metric: thing.measure.metric, statistic } as const
  const asked = asks === 'length' ? { isLengthAsked: true } : asks === 'forecast' ? { isForecastAsked: true } : {}
  return { ...course, measure, level: { op, value, ...asked } }
}

/** The level in the unit of the gauge; null where it has another. */
export function valueIn(level: AskedLevel, thing: Thing, { metrics }: Catalogue): number | null {
  const { measure } = thing
  const unit = measure.of === 'metric' ? (metrics.find(({ name }) => name === measure.metric)?.unit ?? '') : ''
  const factor = factorTo(level.unit, unit)
  return factor === null ? null : level.value * factor
}
