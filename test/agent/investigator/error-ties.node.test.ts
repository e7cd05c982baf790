/** What happened with errors before an onset and no longer does: a recovery, and no symptom. */
import { describe, expect, it } from 'vitest'
import { cameWithErrors } from '../../../src/agent/investigator/error-ties.ts'
import { logSequenceFindings } from '../../../src/agent/investigator/log-changes.ts'
import type { StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { childCallFindings } from '../../../src/agent/investigator/span-changes.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const ONSET = 20
const SPLIT = splitAt(GRID, ONSET)
const NONE: number[] = []

function series(countAt: (interval: number) => number): number[] {
  return Array.from({ length: GRID.count }, (_, interval) => countAt(interval))
}

const EACH = series(() => 1)
const BEFORE = series((i) => (i < ONSET ? 1 : 0))
const SINCE = series((i) => (i < ONSET ? 0 : 1))

/** The strength of a call of each order that no longer happens, where error lines came like this. */
function lostCall(errors: readonly number[]): number {
  const operation = {
    ...{ service: 'orders', operation: 'serve', peers: [], calls: EACH, errors: NONE, exceptions: NONE },
    ...{ orphans: NONE, leaves: NONE, self: [], durationMs: NONE },
  }
  const link = {
    ...{ callerService: 'orders', callerOperation: 'serve', calleeService: 'orders', calleeOperation: 'finish' },
    ...{ calls: BEFORE, parents: BEFORE, lasts: NONE, edge: [] },
  }
  const traces = {
    ...{ grid: GRID, operations: [operation], links: [link], exceptions: [], traces: NONE, tracesWithoutRoot: NONE },
    ...{ spans: 0, spansUnlisted: 0 },
  }
  return childCallFindings(traces, new Map([['orders', [errors]]]), SPLIT, 'q1')[0]?.strength ?? 0
}

function stem(name: string, counts: number[]): StemActivity {
  const about = { service: 'orders', stem: name, template: name, shown: name, severity: 9, unlinked: 0, hosts: [] }
  return { ...about, shapes: [], counts }
}

/** The strength of a line that newly follows where requests ended before, where error lines came like this. */
function newLine(errors: readonly number[]): number {
  const [prev, next] = [stem('begin', EACH), stem('done', SINCE)]
  const pairs = [
    { prev, next: null, counts: BEFORE },
    { prev, next, counts: SINCE },
  ]
  const successors = [{ service: 'orders', prev, total: EACH, pairs }]
  const totals = new Map([['orders', EACH]])
  const view = { stems: [prev, next], successors, totals, ordinary: totals, contexts: 'span' as const }
  const found = logSequenceFindings(view, new Map([['orders', [errors]]]), SPLIT, 'q1')
  return found.find(({ subject }) => subject === 'done')?.strength ?? 0
}

describe('a call that is missing since an onset', () => {
  it('is hardly a symptom where an error came with each one', () => {
    expect(lostCall(NONE)).toBeGreaterThan(20)
    expect(lostCall(BEFORE)).toBeLessThan(0.11 * lostCall(NONE))
  })

  it('is one where errors came at other times, or far more often', () => {
    expect(lostCall(series((i) => (i < ONSET && i % 2 === 0 ? 1 : 0)))).toBe(lostCall(NONE))
    expect(lostCall(series((i) => (i < ONSET ? 3 : 0)))).toBe(lostCall(NONE))
  })
})

describe('a line that follows since an onset where requests ended before', () => {
  it('is hardly a symptom where they ended with an error', () => {
    expect(newLine(NONE)).toBeGreaterThan(20)
    expect(newLine(BEFORE)).toBeLessThan(0.11 * newLine(NONE))
  })
})

describe('occasions that came with errors', () => {
  it('are at least three', () => {
    const two = series((i) => (i < 2 ? 1 : 0))
    expect(cameWithErrors('orders', two, new Map([['orders', [two]]]), SPLIT)).toBe(false)
  })
})
