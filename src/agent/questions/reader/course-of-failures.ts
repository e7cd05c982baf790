/** How badly something does in the last minutes, and in as many before them. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { iso } from './when.ts'

const MINUTES_MS = 600_000

export interface Counted {
  readonly measure: Measure
  readonly conditions: PlanCondition[]
}

/** The share of requests that fail, or errors where there are no requests. */
export function failing(records: Catalogue['records']): Counted {
  return records.spans > 0 ? { measure: { of: 'ratio', share: 'failed' }, conditions: [] } : errors()
}

export function errors(): Counted {
  return { measure: { of: 'records' }, conditions: [{ on: 'severity', is: 'error', orWorse: true }] }
}

/** The last minutes up to the end of a time, or the whole of one that was asked for, against as many before them. */
export function worsening(records: Catalogue['records'], { from, to, basis }: PlanTime): PlanOf<'measure'> {
  const toMs = Date.parse(to)
  const fromMs = basis === 'asked' ? Date.parse(from) : toMs - MINUTES_MS
  const time: PlanTime = { from: iso(fromMs), to, basis: basis === 'asked' ? 'asked' : 'now' }
  const against: PlanTime = { from: iso(2 * fromMs - toMs), to: time.from, basis: 'inherited' }
  return plainMeasure({ ...failing(records), time, against, isYesNo: true })
}
