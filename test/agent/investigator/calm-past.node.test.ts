import { describe, expect, it } from 'vitest'
import { requestTimes, withCalmPast } from '../../../src/agent/investigator/calm-past.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import type { LinkActivity, OperationActivity, TraceActivity } from '../../../src/telemetry/aggregates/types.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const split = splitAt(GRID, 30)
const NONE: number[] = []

/** Three requests in each interval, each of which takes so long and makes so many calls. */
function fromOf(msAt: (interval: number) => number, callsAt: (interval: number) => number = () => 4): number {
  const empty = { peers: [], errors: NONE, exceptions: NONE, orphans: NONE, leaves: NONE, self: [] }
  const count = Array.from({ length: GRID.count }, () => 3)
  const web: OperationActivity = {
    ...empty,
    service: 'web',
    operation: 'serve',
    calls: count,
    durationMs: count.map((n, i) => n * msAt(i)),
  }
  const made = count.map((n, i) => n * callsAt(i))
  const ledger: OperationActivity = { ...empty, service: 'ledger', operation: 'read', calls: made, durationMs: made }
  const ends = { callerService: 'web', callerOperation: 'serve', calleeService: 'ledger', calleeOperation: 'read' }
  const link: LinkActivity = { ...ends, calls: made, parents: count, lasts: NONE, edge: [] }
  const traces: TraceActivity = {
    grid: GRID,
    operations: [web, ledger],
    links: [link],
    exceptions: [],
    traces: NONE,
    tracesWithoutRoot: NONE,
    spans: 0,
    spansUnlisted: 0,
  }
  return withCalmPast(split, requestTimes(traces)).from
}

describe('a baseline', () => {
  it('begins where an incident is over that was under way when the telemetry begins', () => {
    const from = fromOf((i) => (i < 12 ? 900 : 100))
    expect(from).toBeGreaterThanOrEqual(12)
    expect(from).toBeLessThan(16)
  })

  it('is whole where requests take as long as ever, or were slow for a while in the middle', () => {
    expect(fromOf(() => 100)).toBe(0)
    expect(fromOf((i) => (i >= 6 && i < 14 ? 900 : 100))).toBe(0)
  })

  it('is whole where requests are faster because they do less', () => {
    expect(
      fromOf(
        (i) => (i < 12 ? 900 : 100),
        (i) => (i < 12 ? 8 : 1),
      ),
    ).toBe(0)
  })

  it('keeps a minute before the onset', () => {
    expect(fromOf((i) => (i < 25 ? 900 : 100))).toBeLessThanOrEqual(18)
  })
})
