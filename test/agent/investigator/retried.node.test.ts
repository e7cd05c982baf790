import { describe, expect, it } from 'vitest'
import { retriedCalls } from '../../../src/agent/investigator/span-changes.ts'
import type { LinkActivity, OperationActivity, TraceActivity } from '../../../src/telemetry/index.ts'

const GRID = { startMs: 0, intervalMs: 60_000, count: 4 }
const SPLIT = { grid: GRID, from: 0, onset: 2, latest: 2, to: 4 }
const KEY = 'orders\u0000serve orders'
/** Something was measured around the calls. */
const EDGE: LinkActivity['edge'] = [0, 10, 40]

function operation(service: string, calls: readonly number[], errors: readonly number[]): OperationActivity {
  const none: number[] = []
  const series = { calls: [...calls], errors: [...errors], exceptions: none, orphans: none, leaves: none }
  return { service, operation: `serve ${service}`, peers: [], ...series, self: [], durationMs: none }
}

/** `orders` calls `stock` once for each of its 40 requests a minute, since the onset so many times. */
function traces(times: number, errors: readonly number[], edge = EDGE): TraceActivity {
  const parents = [40, 40, 40, 40]
  const calls = [40, 40, 40 * times, 40 * times]
  const link: LinkActivity = {
    ...{ callerService: 'orders', callerOperation: 'serve orders' },
    ...{ calleeService: 'stock', calleeOperation: 'serve stock', lasts: [], calls, parents, edge },
  }
  const operations = [operation('orders', parents, []), operation('stock', calls, errors)]
  const rest = { exceptions: [], traces: [], tracesWithoutRoot: [], spans: 0, spansUnlisted: 0 }
  return { grid: GRID, operations, links: [link], ...rest }
}

describe('calls that are made again and again', () => {
  it('are waited for between the attempts', () => {
    expect(retriedCalls(traces(3, []), SPLIT).callees.get(KEY)).toEqual(new Set(['stock']))
  })

  it('tell of the callee’s time only where it does not fail', () => {
    expect(retriedCalls(traces(3, []), SPLIT).slow.get(KEY)).toEqual(new Set(['stock']))
    expect(retriedCalls(traces(3, [0, 0, 100, 100]), SPLIT).slow.get(KEY)).toEqual(new Set())
  })

  it('are none where each request calls as often as before, or where client spans hold the waiting', () => {
    expect(retriedCalls(traces(1, []), SPLIT).callees.size).toBe(0)
    expect(retriedCalls(traces(3, [], []), SPLIT).callees.size).toBe(0)
  })
})
