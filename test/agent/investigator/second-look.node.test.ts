import { describe, expect, it } from 'vitest'
import { marginOf } from '../../../src/agent/investigator/judgement.ts'
import { strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { MetricLook } from '../../../src/agent/investigator/metric-look.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: Date.UTC(2026, 4, 5), intervalMs: 60_000, count: 40 }
const NOBODY: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const GRAPH = { callers: NOBODY, callees: NOBODY }

function metricsWith(surprise: number): MetricLook {
  const candidates = [{ service: 'basket', score: surprise, own: surprise, surprise, symptoms: [], handsOn: false }]
  const about = {
    rows: [],
    judged: 150,
    judgedOf: new Map<string, number>(),
    onset: 20,
    to: 30,
    graph: GRAPH,
    healthyNew: new Set<string>(),
  }
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

describe('metrics beside spans that show the same service', () => {
  it('raise what neither shows alone, and nothing where they show another one', () => {
    const others = Array.from({ length: 29 }, (_, i) => `other-${i}`)
    const about = { weight: 1, findings: [], explainedBy: null }
    const saidAbout = (named: string) => {
      const examined = metricsWith(4.2)
      const candidates = ['basket', ...others].map((service) => {
        const surprise = service === named ? 4.2 : 0
        return { service, score: surprise, own: surprise, surprise, symptoms: [], handsOn: false }
      })
      const split = splitAt(GRID, 20)
      const ranked = [{ ...about, service: 'basket', onset: 20, score: 9, rawScore: 9 }]
      const looked = {
        grid: GRID,
        material: { logs: null, traces: null, metrics: null },
        examination: { split, ranked, graph: GRAPH, placebos: [] },
      }
      const metrics = { ...examined, examination: { ...examined.examination, candidates } }
      const seen = strongerOf({ looked, metrics }, null, DEFAULT_PARAMETERS)
      return seen === null ? null : marginOf(seen.look)
    }
    expect(saidAbout('basket')).toBeGreaterThan(1)
    expect(saidAbout('other-3')).toBeLessThan(0)
  })
})
