/** How much a line says that no longer comes, by how many occasions it had to come. */
import { describe, expect, it } from 'vitest'
import { countRatioFindings } from '../../../src/agent/investigator/count-ratios.ts'
import type { StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const ONSET = 30

function stem(name: string, countAt: (interval: number) => number): StemActivity {
  const counts = Array.from({ length: GRID.count }, (_, interval) => countAt(interval))
  const about = { service: 'seats', stem: name, template: name, shown: name, severity: 9, unlinked: 0, hosts: [] }
  return { ...about, shapes: [], counts }
}

/** The strength of lines that came eleven times with each request and no longer do, in so many requests. */
function strengthAfter(requests: number): number {
  const asked = stem('asked', (i) => (i < ONSET ? 1 : i < ONSET + requests ? 1 : 0))
  const seats = stem('seat', (i) => (i < ONSET ? 11 : 0))
  const view = {
    stems: [asked, seats],
    successors: [],
    totals: new Map([['seats', asked.counts]]),
    ordinary: new Map([['seats', asked.counts]]),
    contexts: 'span' as const,
  }
  const [finding] = countRatioFindings(view, null, splitAt(GRID, ONSET), ['q1'])
  return finding?.strength ?? 0
}

describe('lines that come several times with each request', () => {
  it('say no more than one request when they are missing in a single one', () => {
    expect(strengthAfter(1)).toBeGreaterThan(2)
    expect(strengthAfter(1)).toBeLessThan(5)
  })

  it('say more with each request in which they are missing', () => {
    expect(strengthAfter(5)).toBeGreaterThan(2.5 * strengthAfter(1))
  })
})
