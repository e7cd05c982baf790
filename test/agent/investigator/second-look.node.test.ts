import { describe, expect, it } from 'vitest'
import { strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { MetricLook } from '../../../src/agent/investigator/metric-look.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: Date.UTC(2026, 4, 5), intervalMs: 60_000, count: 40 }
const NOBODY: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const GRAPH = { callers: NOBODY, callees: NOBODY }

function metricsWith(surprise: number): MetricLook {
  const candidates = [{ service: 'basket', score: surprise, own: surprise, surprise, symptoms: [] }]
  const about = { rows: [], judged: 150, onset: 20, to: 30, graph: GRAPH, healthyNew: new Set<string>() }
  return {
    activity: { grid: GRID, series: [], points: 0, pointsUnlisted: 0 },
    query: 'q1',
    examination: { ...about, candidates },
    ranked: [],
  }
}

describe('metrics beside logs and spans that show nothing', () => {
  it('stand out by chance twice as often as metrics alone, and need as much more to be believed', () => {
    const metrics = metricsWith(9)
    const split = splitAt(GRID, 20)
    const examination = { split, ranked: [], graph: GRAPH, placebos: [] }
    const looked = { grid: GRID, material: { logs: null, traces: null, metrics: null }, examination }
    const alone = strongerOf({ looked: null, metrics }, null, DEFAULT_PARAMETERS)?.look.everydayScore ?? 0
    const beside = strongerOf({ looked, metrics }, null, DEFAULT_PARAMETERS)?.look.everydayScore ?? 0
    expect(beside - alone).toBeCloseTo(Math.log(2), 6)
  })
})
