import { describe, expect, it } from 'vitest'
import { metricCandidates } from '../../../src/agent/investigator/metric-cause.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import { isSaturated, type MetricSymptom } from '../../../src/agent/investigator/metric-symptoms.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { plainRow } from './plain-row.ts'

const CAUSE = DEFAULT_PARAMETERS.metrics.cause
const GRAPH = { callees: new Map<string, Set<string>>(), callers: new Map<string, Set<string>>() }

/** A processor's readings, of which the last `readings` came since the onset. */
function symptom(
  metric: string,
  unit: string,
  raw: readonly number[],
  readings: number,
  nats: number,
  own: Pick<MetricRow, 'service' | 'role'> = { service: 'stock', role: 'processor' },
): MetricSymptom {
  const row = plainRow({ ...own, metric, unit, raw: Float64Array.from(raw) })
  return { row, shift: { z: 9, before: 0, after: 1, readings, statistic: 'peak' }, nats, isGone: false }
}

const share = (raw: readonly number[], readings: number): MetricSymptom =>
  symptom('k8s.pod.cpu_limit_utilization', '%', raw, readings, 4.5)
const used = (readings: number): MetricSymptom => symptom('k8s.pod.cpu.usage', 'mCPU', [4, 4, 4, 70, 500], readings, 5)

describe('a resource that is used up', () => {
  it('is told by the readings that lie wholly after the onset', () => {
    expect(isSaturated(share([1, 1, 1, 14, 99], 2))).toBe(true)
    expect(isSaturated(share([1, 1, 1, 99, 14], 2))).toBe(false)
    expect(isSaturated(share([1, 1, 1, 99, 14, 12], 3))).toBe(false)
    expect(isSaturated(share([1, 1, 1, 1, 99], 1))).toBe(true)
    expect(isSaturated(symptom('pod_cpu_utilization_over_pod_limit', 'Percent', [1, 1, 1, 14, 99], 2, 4.5))).toBe(true)
  })

  it('is told by its share of the limit, though what is used in cores is more surprising', () => {
    const surpriseOf = (symptoms: MetricSymptom[]): number =>
      metricCandidates(symptoms, ['stock'], GRAPH, () => null, CAUSE)[0]?.surprise ?? 0
    const full = surpriseOf([used(2), share([1, 1, 1, 14, 99], 2)])
    const roomy = surpriseOf([used(2), share([1, 1, 1, 14, 60], 2)])
    expect(full).toBeGreaterThan(roomy + 1)
  })

  it('keeps its service first, though its requests changed less than those of another one', () => {
    const slower = (service: string, after: number, nats: number): MetricSymptom => {
      const waits = symptom('rpc.client.duration', 's', [0, 0, after], 1, nats, { service, role: 'latency' })
      return { ...waits, shift: { ...waits.shift, after } }
    }
    const busy = [used(2), share([1, 1, 1, 14, 99], 2)]
    const scoreOf = (symptoms: MetricSymptom[]): number =>
      metricCandidates(symptoms, ['stock', 'mailer'], GRAPH, () => null, CAUSE).find(
        ({ service }) => service === 'stock',
      )?.score ?? 0
    const alone = scoreOf(busy)
    expect(scoreOf([...busy, slower('stock', 0.1, 3.2), slower('mailer', 8, 5)])).toBeGreaterThanOrEqual(alone)
    // What is seen of its requests alone is diluted: the other one is the origin.
    expect(scoreOf([slower('stock', 0.1, 3.2), slower('mailer', 8, 5)])).toBe(0)
  })
})
