import { describe, expect, it } from 'vitest'
import { ruleVerdict } from '../../../src/agent/investigator/rules.ts'
import { splitAt, strongestChange } from '../../../src/agent/investigator/split.ts'
import { binomialLlr, clusteringOf } from '../../../src/agent/investigator/stats.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const split = splitAt(GRID, 20)

/** Occasions per interval: four everywhere. */
const occasions = series(() => 4)

/** One count per interval. */
function series(countAt: (interval: number) => number): number[] {
  return Array.from({ length: GRID.count }, (_, interval) => countAt(interval))
}

function verdictOf(taken: readonly number[]) {
  return ruleVerdict(taken, occasions, strongestChange(taken, occasions, split, binomialLlr), split)
}

describe('a rule of the program', () => {
  it('that breaks for good counts whole', () => {
    expect(verdictOf(series((i) => (i < 20 ? 0 : 4)))).toEqual({ isRule: true, scatter: 1 })
  })

  it('that breaks for each second request by itself counts whole too', () => {
    const verdict = verdictOf(series((i) => (i < 20 ? 0 : 2)))
    expect(verdict.isRule).toBe(true)
    expect(verdict.scatter).toBe(1)
  })

  it('counts by clusters when all requests of a moment go one way', () => {
    const verdict = verdictOf(series((i) => (i < 20 || i % 3 > 0 ? 0 : 4)))
    expect(verdict.scatter).toBeGreaterThan(2.5)
    expect(verdict.scatter).toBeLessThan(5)
  })

  it('is believed by degrees where it had fewer occasions: half of them count as a rate of which nothing is known', () => {
    const scatterAfter = (begin: number, each: number) => {
      const ns = series(() => each)
      const taken = series((i) => (i < 20 ? 0 : each))
      const short = splitAt(GRID, 20, begin)
      return ruleVerdict(taken, ns, strongestChange(taken, ns, short, binomialLlr), short)
    }
    expect(scatterAfter(18, 4)).toEqual({ isRule: true, scatter: 1 })
    expect(scatterAfter(14, 1)).toEqual({ isRule: true, scatter: 8 / 6 })
    expect(scatterAfter(16, 1)).toEqual({ isRule: true, scatter: 2 })
    expect(scatterAfter(17, 1)).toEqual({ isRule: false, scatter: 2 })
  })

  it('is none when its occasions were a few clusters only', () => {
    const short = splitAt(GRID, 20, 16)
    const taken = series((i) => (i < 20 || i % 3 > 0 ? 0 : 4))
    const change = strongestChange(taken, occasions, short, binomialLlr)
    expect(change.n1).toBe(16)
    expect(ruleVerdict(taken, occasions, change, short).isRule).toBe(false)
  })
})

describe('clusters', () => {
  it('are single occasions where all or none are taken, and where nothing was counted', () => {
    expect(clusteringOf([4, 4, 4], [4, 4, 4])).toBe(1)
    expect(clusteringOf([0, 0], [4, 4])).toBe(1)
    expect(clusteringOf([], [])).toBe(1)
  })
})
