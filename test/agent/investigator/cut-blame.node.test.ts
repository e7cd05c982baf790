/** Work that ends early after a call: the callee's answer or the caller itself. */
import { describe, expect, it } from 'vitest'
import { withCutBlame } from '../../../src/agent/investigator/cut-blame.ts'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import type { LinkActivity, OperationActivity, TraceActivity } from '../../../src/telemetry/index.ts'

const GRID = { startMs: 0, intervalMs: 60_000, count: 2 }
const SPLIT = { grid: GRID, from: 0, onset: 1, latest: 1, to: 2 }
const NONE: number[] = []

function operation(service: string, name: string): OperationActivity {
  const counts = { calls: [20, 20], errors: NONE, exceptions: NONE, orphans: NONE, leaves: NONE, durationMs: NONE }
  return { service, operation: name, peers: [], ...counts, self: [] }
}

function link(caller: string, callee: string, asked: string, lasts: readonly number[] = NONE): LinkActivity {
  const counts = { calls: [20, 20], parents: [20, 20], lasts: [...lasts], edge: [] }
  return { callerService: caller, callerOperation: 'serve', calleeService: callee, calleeOperation: asked, ...counts }
}

/** The share that the catalogue gets of orders that end after asking it for a product, beside another caller of it. */
function shareBeside(asked: string): number {
  const traces: TraceActivity = {
    grid: GRID,
    operations: [operation('orders', 'serve'), operation('hints', 'serve')],
    links: [link('orders', 'catalogue', 'product', [0, 20]), link('hints', 'catalogue', asked)],
    exceptions: [],
    traces: NONE,
    tracesWithoutRoot: NONE,
    spans: 0,
    spansUnlisted: 0,
  }
  const cut: Finding = {
    ...{ kind: 'child_calls', service: 'orders', subject: 'serve → pay', strength: 10, onsetMs: 0, text: '' },
    ...{ queries: ['q1'], selector: null, peer: null, reach: 'callee' },
  }
  const told = withCutBlame([cut], traces, SPLIT).find(({ service }) => service === 'catalogue')
  return (told?.strength ?? 0) / 10
}

describe('another caller of the service that was called last', () => {
  it('speaks for the callee where it asks the same and its work goes on', () => {
    expect(shareBeside('product')).toBeCloseTo(1 / 7)
  })

  it('says little where it asks other things', () => {
    expect(shareBeside('all products')).toBeCloseTo(2 / 3 / 1.5 / (1 + 2 / 3 / 1.5))
  })
})
