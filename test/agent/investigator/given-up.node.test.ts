import { describe, expect, it } from 'vitest'
import { selfTimeFindings } from '../../../src/agent/investigator/latency.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import { BUCKETS, bucketOf, cellsOf } from '../../../src/telemetry/aggregates/grid.ts'
import type { OperationActivity, TraceActivity } from '../../../src/telemetry/aggregates/types.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const split = splitAt(GRID, 20)
const ALL = Array.from({ length: GRID.count }, () => 4)
const NONE: number[] = []

/** One of four calls of the operation has no child before the onset, and none of them has one since: they take long. */
function waiting(service: string, operation: string): OperationActivity {
  const cells = new Map<number, number>()
  for (let i = 0; i < GRID.count; i++) {
    cells.set(i * BUCKETS + bucketOf(i < 20 ? 5_000 : 3_000_000), i < 20 ? 1 : 4)
  }
  const leaves = ALL.map((count, i) => (i < 20 ? 1 : count))
  const empty = { peers: [], errors: NONE, exceptions: NONE, orphans: NONE, durationMs: ALL.map(() => 20) }
  return { service, operation, calls: ALL, leaves, self: cellsOf(cells), ...empty }
}

function traces(calleeService: string): TraceActivity {
  const parents = ALL.map((_, i) => (i < 20 ? 3 : 0))
  const ends = { callerService: 'web', callerOperation: 'POST', calleeService, calleeOperation: 'serve' }
  return {
    grid: GRID,
    operations: [waiting('web', 'POST')],
    links: [{ ...ends, calls: parents, parents, lasts: NONE, edge: [] }],
    exceptions: [],
    traces: NONE,
    tracesWithoutRoot: NONE,
    spans: 0,
    spansUnlisted: 0,
  }
}

describe('a long client span', () => {
  it('without the span of the service that it called is no self time of the caller', () => {
    expect(selfTimeFindings(traces('ledger'), split, 'q1')).toEqual([])
  })

  it('whose calls stay inside its service is its own', () => {
    expect(selfTimeFindings(traces('web'), split, 'q1').map(({ service }) => service)).toEqual(['web'])
  })
})
