/** Whether a plan measures another kind of thing than its question asks for: lines where money is asked for, money where time is. */

import type { Plan } from '../../plan/plan.ts'
import { statesAmount } from '../counted-amounts.ts'
import { partsOf } from '../covering/told.ts'
import { namesSlot, slotsOf } from '../slots.ts'
import type { QuestionState } from '../state.ts'
import { dimensionOf, TIME } from './dimensions.ts'
import { metricsMeant } from './quantities.ts'
import type { QuantityAsked } from './quantity-asked.ts'

/** Whether the plan measures something else; one whose kind is not known measures what it was read for. */
export function measuresOther(plan: Plan, asked: QuantityAsked, state: QuestionState): boolean {
  if (plan.intent === 'dependencies') return asked.dimension !== null
  if (plan.intent !== 'measure' || plan.isYesNo === true || plan.against !== null || plan.intervalMs !== null)
    return false
  const { measure } = plan
  // "Which method is declined most" is no number of all.
  const isOfEvents = measure.of === 'records' || measure.of === 'metric' || measure.of === 'number'
  if (isOfEvents && asked.group?.isRanked === true && plan.groupBy.length === 0) return true
  const { dimension, counted, statistic } = asked
  const isSure = asked.claimedBy !== 'noun' || !isSoftNoun(asked)
  switch (measure.of) {
    case 'records':
    case 'requests':
    case 'spans':
      if (dimension !== null && dimension !== TIME) return statistic !== null && isSure
      if (isOfGauge(asked, state)) return true
      return (
        dimension === null &&
        counted !== null &&
        asked.group?.isRanked === true &&
        isAmountOfLines(plan, counted.text, state)
      )
    case 'duration':
      return dimension !== null ? dimension !== TIME || isOfUnit(asked) : isMedianOfThing(asked, state)
    case 'number': {
      const own = dimensionOf(measure.unit ?? null, [measure.key.toLowerCase(), ...partsOf(measure.key)])
      if (dimension !== null) return own !== null && own !== dimension
      return isPercentile(asked) && own !== TIME && !isNamed(measure.key, state)
    }
    case 'metric': {
      const metric = state.context.catalogue.metrics.find(({ name }) => name === measure.metric)
      const own = metric === undefined ? null : dimensionOf(metric.unit, partsOf(metric.name))
      return dimension !== null && own !== null && own !== dimension
    }
    default:
      return false
  }
}

/** "Losing the most packets now", where a gauge holds the loss of each. */
function isOfGauge(asked: QuantityAsked, state: QuestionState): boolean {
  if (!asked.isNow || asked.group?.isRanked !== true) return false
  const [meant, more] = metricsMeant(state, asked)
  return meant !== undefined && more === undefined && meant.metric.type === 'gauge'
}

/** "Value" and "amount" are said of other things as well. */
function isSoftNoun({ claiming }: QuantityAsked): boolean {
  return claiming.every(({ text }) => /^(?:worth|amounts?|size|signal)$/.test(text))
}

/** "In minutes" of requests that take milliseconds. */
function isOfUnit({ claimedBy }: QuantityAsked): boolean {
  return claimedBy === 'unit'
}

function isPercentile({ statistic }: QuantityAsked): boolean {
  return /^p9\d$/.test(statistic ?? '')
}

/** "Median quote", with nothing said of time. */
function isMedianOfThing({ statistic, group }: QuantityAsked, { text }: QuestionState): boolean {
  const isOfTime =
    /\b(?:p\d{2,3}|time|times|duration|latency|long|slow\w*|fast\w*|quick\w*|requests?|calls?|take|takes|took)\b/
  return group === null && /^(?:p50|mean|max|min)$/.test(statistic ?? '') && !isOfTime.test(text)
}

function isNamed(key: string, { words }: QuestionState): boolean {
  const [slot] = slotsOf(`${key}=<*>`)
  return words.some((word) => word.text === key.toLowerCase() || (slot !== undefined && namesSlot(word, slot)))
}

/** Whether the lines that are counted state how many there are of the noun each. */
function isAmountOfLines(
  { conditions }: Extract<Plan, { intent: 'measure' }>,
  noun: string,
  { context }: QuestionState,
): boolean {
  const ids = new Set(conditions.flatMap((one) => (one.on === 'templates' && one.not !== true ? one.ids : [])))
  const lines = context.catalogue.templates.filter(({ id }) => ids.has(id))
  return lines.length > 0 && lines.every(({ template }) => statesAmount(template, noun))
}
