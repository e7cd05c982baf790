import { describe, expect, it } from 'vitest'
import { agreedOn, metricCandidates } from '../../../src/agent/investigator/metric-cause.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import { type MetricSymptom, metricSymptoms } from '../../../src/agent/investigator/metric-symptoms.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { plainRow } from './plain-row.ts'

const CAUSE = DEFAULT_PARAMETERS.metrics.cause
const GRAPH = { callees: new Map<string, Set<string>>(), callers: new Map<string, Set<string>>() }

function rowOf(role: MetricRow['role'], instance: string, more: Partial<MetricRow> = {}): MetricRow {
  return plainRow({
    ...{ service: 'stock', role, instance, metric: `${role} used`, raw: Float64Array.from([1, 1, 1, 1]) },
    ...more,
  })
}

function symptom(role: MetricRow['role'], nats: number, more: Partial<MetricSymptom> = {}): MetricSymptom {
  const shift = { z: 5, before: 0, after: 1, readings: 4, statistic: 'held' } as const
  return { row: rowOf(role, 'a'), shift, nats, isGone: false, ...more }
}

describe('several rows of one thing', () => {
  it('say less by the logarithm of their number where one of them moved, and all that one says where all did', () => {
    expect(agreedOn([symptom('memory', 7)])).toBe(7)
    expect(agreedOn([symptom('memory', 7, { among: 4 })])).toBeCloseTo(7 - Math.log(4))
    expect(agreedOn([7, 7, 7, 7].map((nats) => symptom('memory', nats, { among: 4 })))).toBeCloseTo(7)
    expect(agreedOn([7, 6, 1, 1].map((nats) => symptom('memory', nats, { among: 4 })))).toBeCloseTo(7 - Math.log(4))
    expect(agreedOn([7, 6.8, 1, 1].map((nats) => symptom('memory', nats, { among: 4 })))).toBeCloseTo(6.8 - Math.log(2))
  })

  it('are another question than a new instance beside its siblings', () => {
    const beside = { own: 9, theirs: 1 }
    const rows = [1, 1, 1].map((nats) => symptom('memory', nats, { among: 4 }))
    expect(agreedOn([...rows, symptom('memory', 6, { beside, among: 1 })])).toBe(6)
  })

  it('are counted among those that were compared, of the same service and role', () => {
    const rows = ['a', 'b', 'c'].map((instance) => rowOf('memory', instance))
    const other = rowOf('processor', 'a')
    const tail = { quantile: 2, exponent: 3 }
    const moved = (z: number) => ({
      before: 0,
      readings: 4,
      scatter: 1,
      of: { peak: { z, after: z }, held: { z, after: z } },
    })
    const compared = [...rows.slice(0, 2), other]
    const nulls = {
      tails: new Map([...rows, other].map((row) => [row, { peak: tail, held: tail }])),
      shifts: new Map(compared.map((row) => [row, moved(8)])),
    }
    const found = metricSymptoms([...rows, other], nulls, { from: 0, onset: 2, to: 4 })
    expect(found.map(({ row, among }) => [row.role, row.instance, among])).toEqual([
      ['memory', 'a', 2],
      ['memory', 'b', 2],
      ['processor', 'a', 1],
    ])
  })
})

describe('a resource that nobody suffers from', () => {
  const surpriseOf = (role: MetricRow['role'], suffering: number): number =>
    metricCandidates([symptom(role, 9)], ['stock'], GRAPH, () => suffering, CAUSE)[0]?.surprise ?? 0

  it('counts a quarter where it is free again after the work, and whole where it is kept', () => {
    expect(surpriseOf('processor', 0)).toBeCloseTo(CAUSE.harmless * surpriseOf('processor', 6))
    expect(surpriseOf('memory', 0)).toBe(surpriseOf('memory', 6))
  })
})
