import { describe, expect, it } from 'vitest'
import { selfTimeFindings } from '../../../src/agent/investigator/latency.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import { BUCKETS, bucketOf, cellsOf } from '../../../src/telemetry/aggregates/grid.ts'
import type { OperationActivity, TraceActivity } from '../../../src/telemetry/aggregates/types.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const split = splitAt(GRID, 20)
const NONE: number[] = []

/** An operation whose own time goes from 1 ms to `afterMs`, `perInterval` times in each interval. */
function operation(service: string, name: string, afterMs: number, perInterval = 4): OperationActivity {
  const cells = new Map<number, number>()
  for (let i = 0; i < GRID.count; i++) cells.set(i * BUCKETS + bucketOf(1_000 * (i < 20 ? 1 : afterMs)), perInterval)
  const calls = Array.from({ length: GRID.count }, () => perInterval)
  const durationMs = calls.map((count) => 100 * count)
  const empty = { peers: [], errors: NONE, exceptions: NONE, orphans: NONE, leaves: NONE }
  return { service, operation: name, calls, durationMs, self: cellsOf(cells), ...empty }
}

function strengthOf(name: string, operations: OperationActivity[]): number {
  const traces: TraceActivity = {
    grid: GRID,
    operations,
    links: [],
    exceptions: [],
    traces: NONE,
    tracesWithoutRoot: NONE,
    spans: 0,
    spansUnlisted: 0,
  }
  return selfTimeFindings(traces, split, 'q1').find(({ subject }) => subject === name)?.strength ?? 0
}

describe('an operation that became slower', () => {
  const read = operation('ledger', 'read', 4)
  const alone = strengthOf('read', [read])

  it('counts more where all operations of its service became slower', () => {
    const [write, commit] = [operation('ledger', 'write', 4), operation('ledger', 'commit', 4)]
    expect(strengthOf('read', [read, write, commit])).toBeGreaterThan(1.5 * alone)
  })

  it('counts as much as alone where only half of them did, or where they are of another service', () => {
    const calm = ['list', 'commit'].map((name) => operation('ledger', name, 1))
    expect(strengthOf('read', [read, operation('ledger', 'write', 4), ...calm])).toBeCloseTo(alone)
    expect(strengthOf('read', [read, operation('web', 'write', 4)])).toBeCloseTo(alone)
  })

  it('counts little more where the others take part in few of its requests', () => {
    expect(strengthOf('read', [read, operation('ledger', 'write', 4, 0.25)])).toBeLessThan(1.1 * alone)
  })

  it('counts less where its slow calls come in clusters, as those of one request do', () => {
    /** Of 80 calls since the onset 40 take 9 ms: two of each interval, or all of every second interval. */
    const halfSlow = (slowIn: (interval: number) => number): OperationActivity => {
      const cells = new Map<number, number>()
      for (let i = 0; i < GRID.count; i++) {
        const slow = i < 20 ? 0 : slowIn(i)
        cells.set(i * BUCKETS + bucketOf(1_000), 4 - slow)
        if (slow > 0) cells.set(i * BUCKETS + bucketOf(9_000), slow)
      }
      return { ...read, self: cellsOf(cells) }
    }
    const spread = strengthOf('read', [halfSlow(() => 2)])
    const clustered = strengthOf('read', [halfSlow((interval) => (interval % 2 === 0 ? 4 : 0))])
    expect(clustered).toBeLessThan(0.7 * spread)
    expect(clustered).toBeGreaterThan(0)
  })
})
