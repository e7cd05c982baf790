/** What services say that failed them. */
import { describe, expect, it } from 'vitest'
import type { LogView, StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import { toldFailures } from '../../../src/agent/investigator/told-failures.ts'

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

const again = (i: number) => (i >= ONSET && i % 3 === 0 ? 2 : 0)

describe('what services say that failed them', () => {
  it('is counted beyond its usual rate, without what names a service with spans', () => {
    const failed = stem('orders', 'repository: write failed', (i) => (i < ONSET ? 1 : 4), 17)
    const called = stem('orders', 'call to stock failed', again, 17)
    const mention = { stem: called, peer: 'stock', templates: new Set([called.template]) }
    const mentions = [{ ...mention, isQuote: false, isOwnLimit: false }]
    const told = toldFailures(viewOf([failed, called]), mentions, ['vault'], SPLIT)
    expect(told.get('orders')).toBe(3 * (GRID.count - ONSET))
  })
})
