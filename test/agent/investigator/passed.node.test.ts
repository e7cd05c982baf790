/** A burst that has passed is told from what is wrong now. */
import { describe, expect, it } from 'vitest'
import { hasPassed } from '../../../src/agent/investigator/metric-over.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import type { MetricSymptom } from '../../../src/agent/investigator/metric-symptoms.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { plainRow } from './plain-row.ts'

const { everyday } = DEFAULT_PARAMETERS.metrics.cause
const ONSET = 4

/** Failures each minute: four readings before the onset, then off their level where there is a mark. */
function symptom(since: string, of: Partial<MetricRow> = {}, nats = 9): MetricSymptom {
  const harm = Float64Array.from(
    [...'....', ...since].map((mark) => (mark === '#' ? 3 : mark === '.' ? 0 : Number.NaN)),
  )
  const row = plainRow({ service: 'cart', role: 'errors', metric: 'failures', raw: harm, ...of })
  return { row, shift: { z: 9, before: 0, after: 3, readings: since.length, statistic: 'peak' }, nats, isGone: false }
}

const passed = (...symptoms: MetricSymptom[]): boolean =>
  hasPassed(symptoms, ONSET, { startMs: 0, intervalMs: 60_000, count: 30 }, everyday)

describe('a burst', () => {
  it('has passed where it was short and its level was usual for five minutes', () => {
    expect(passed(symptom('###..##...........'))).toBe(true)
    expect(passed(symptom('##- -.- -.- -. .'))).toBe(true)
  })

  it('has not where it lasted most of the time, comes again, or is over for a moment only', () => {
    expect(passed(symptom('##########......'))).toBe(false)
    expect(passed(symptom('.#......####'))).toBe(false)
    expect(passed(symptom('##...'))).toBe(false)
    expect(passed(symptom('#########.##.'))).toBe(false)
  })

  it('has not while something else is still off its level, unless that moves no more than by chance', () => {
    const slow = symptom('##############', { role: 'latency' })
    expect(passed(symptom('##............'), slow)).toBe(false)
    expect(passed(symptom('##............'), { ...slow, nats: 1 })).toBe(true)
  })

  it('is no matter of memory, which restarts give back, and of what is gone', () => {
    expect(passed(symptom('##............', { role: 'memory' }))).toBe(false)
    expect(passed({ ...symptom('##............'), isGone: true })).toBe(false)
    expect(passed()).toBe(false)
  })
})
