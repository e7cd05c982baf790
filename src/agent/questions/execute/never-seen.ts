/**
 * Whether a zero is a number or a misreading. "No failed requests of checkout since 14:00" is a number: there are
 * requests of it. "No requests of the worker on the gateway's route" is none: such requests do not exist at any time, so
 * the question meant something else.
 */
import { type PlanCondition, type PlanOf, type PlanTime, without } from '../plan/plan.ts'
import { partsOf } from '../reader/covering/told.ts'
import { lemmaOf } from '../reader/words.ts'
import type { Desk } from './filters.ts'

type MeasurePlan = PlanOf<'measure'>

/** So far back it is looked for what a plan counts. */
const LOOK_BACK_MS = 24 * 3_600_000

/**
 * The plan of what has to exist somewhere for a count of zero to mean something: without outcome, status, bounds and
 * texts, of any level, at any time of the last day. Null where a zero needs no such proof.
 */
export function groundOf({ catalogue }: Desk, counted: MeasurePlan): MeasurePlan | null {
  // Of a share of lines, the lines that make the part.
  const isLineShare = counted.measure.of === 'ratio' && counted.measure.among !== undefined
  const plan: MeasurePlan = isLineShare ? { ...counted, measure: { of: 'records' } } : counted
  const isCounted = ['records', 'requests', 'distinct'].includes(plan.measure.of)
  if (!isCounted || plan.against !== null || plan.isYesNo === true || catalogue.lastMs === null) return null
  if (plan.conditions.some((one) => one.on === 'trace' || (one.on === 'text' && !isToldElsewhere(one.text, catalogue))))
    return null
  const ground = without(plan.conditions, 'outcome', 'severity', 'status_code', 'number').filter(
    (condition) => !('not' in condition && condition.not === true),
  )
  const isOfLevel = plan.conditions.some((condition) => condition.on === 'severity' && condition.not !== true)
  const anyLevel: PlanCondition[] = isOfLevel ? [{ on: 'severity', is: 'trace', orWorse: true }] : []
  if (ground.length === 0 && plan.measure.of !== 'distinct') return null
  const time = withLastDay(plan.time, catalogue.firstMs ?? 0, catalogue.lastMs)
  return { ...plan, conditions: [...ground, ...anyLevel], time, groupBy: [], intervalMs: null, per: null }
}

/** A time and the day before the last record. */
export function withLastDay(time: PlanTime, firstMs: number, lastMs: number): PlanTime {
  const fromMs = Math.min(Date.parse(time.from), Math.max(firstMs, lastMs - LOOK_BACK_MS))
  const toMs = Math.max(Date.parse(time.to), lastMs + 1)
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), basis: 'asked' }
}

/** Whether a word is one of keys or metrics and of no line: lines hardly lack it by chance. */
function isToldElsewhere(text: string, { keys, metrics, templates }: Desk['catalogue']): boolean {
  const words = text.toLowerCase().split(' ')
  const isIn = (word: string, parts: readonly string[]): boolean =>
    parts.some((part) => lemmaOf(part) === lemmaOf(word))
  const names = [...keys.map(({ key }) => key), ...metrics.map(({ name }) => name)].map(partsOf)
  return words.every(
    (word) => names.some((parts) => isIn(word, parts)) && !templates.some(({ tokens }) => isIn(word, tokens)),
  )
}
