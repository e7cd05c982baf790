/** Work of another kind that only comes besides, and services that write of trouble only. */
import { describe, expect, it } from 'vitest'
import { logSequenceFindings } from '../../../src/agent/investigator/log-changes.ts'
import { logNewsFindings } from '../../../src/agent/investigator/log-news.ts'
import type { LogView, StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: 0, intervalMs: 10_000, count: 120 }
const ONSET = 80
const SPLIT = splitAt(GRID, ONSET)

function stem(service: string, template: string, countAt: (i: number) => number, severity = 9): StemActivity {
  const counts = Array.from({ length: GRID.count }, (_, i) => countAt(i))
  return { service, stem: template, template, shown: template, severity, unlinked: 0, hosts: [], shapes: [], counts }
}

function viewOf(stems: readonly StemActivity[], more: Partial<LogView> = {}): LogView {
  return { stems, successors: [], totals: new Map(), ordinary: new Map(), contexts: 'trace', ...more }
}

describe('a new harmless line', () => {
  const done = stem('jobs', 'lock released', () => 2)
  const usual = stem('jobs', 'published run <*>', () => 2)
  const nightly = stem('jobs', 'published nightly run <*>', (i) => (i >= ONSET ? 2 : 0))
  const strengths = (usualSince: number): number[] => {
    const counts = usual.counts.map((count, i) => (i < ONSET ? count : usualSince))
    const total = counts.map((count, i) => count + (nightly.counts[i] ?? 0))
    const pairs = [
      { prev: done, next: usual, counts },
      { prev: done, next: nightly, counts: nightly.counts },
    ]
    const view = viewOf([done, usual, nightly], { successors: [{ service: 'jobs', prev: done, total, pairs }] })
    return logSequenceFindings(view, new Map(), SPLIT, 'q1').map(({ strength }) => strength)
  }

  it('that follows besides what used to follow is work of another kind', () => {
    expect(Math.max(0, ...strengths(2))).toBeLessThan(10)
  })

  it('that takes the place of what used to follow is a change', () => {
    expect(Math.max(0, ...strengths(0))).toBeGreaterThan(40)
  })
})

describe('a service that writes of trouble only', () => {
  it('has news where two lines tell of one trouble', () => {
    const trouble = (i: number) => (i >= ONSET ? 3 : 0)
    const stems = [
      stem('worker', 'could not handle <*>', trouble, 17),
      stem('worker', 'gave up on <*>', trouble, 17),
      stem('api', 'GET /', () => 3),
    ]
    const totals = new Map([['worker', stems[0]?.counts.map((count) => count * 2) ?? []]])
    const found = logNewsFindings(viewOf(stems, { totals }), SPLIT, 'q1')
    expect(found.map(({ service }) => service)).toEqual(['worker', 'worker'])
    expect(Math.min(...found.map(({ strength }) => strength))).toBeGreaterThan(20)
  })
})
