import { describe, expect, it } from 'vitest'
import type { BlamedEdge } from '../../../src/agent/investigator/edge-blame.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import type { CallEdge } from '../../../src/agent/investigator/latency.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { shareFindings, slowShares, toldOnce } from '../../../src/agent/investigator/slow-shares.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import { BUCKETS } from '../../../src/telemetry/index.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

const SPLIT = splitAt({ startMs: 0, intervalMs: 10_000, count: 40 }, 20)
const REQUEST_MS = 100
/** Buckets of 3 ms, 6 ms and 1 s. */
const [FAST, SLOWER, RESENT] = [23, 25, 39]
const CALLS = 10

/** Ten calls in each of 40 intervals, of which `slow` are sent again; the others take as long as `usual` says. */
function edge(
  caller: string,
  callee: string,
  slow: (interval: number) => number,
  usual: (interval: number) => number = () => FAST,
): CallEdge {
  const cells: number[] = []
  for (let interval = 0; interval < 40; interval++) {
    const resent = slow(interval)
    if (resent < CALLS) cells.push(interval * BUCKETS + usual(interval), CALLS - resent)
    if (resent > 0) cells.push(interval * BUCKETS + RESENT, resent)
  }
  return { caller, callee, callerOperation: `call ${callee}`, calleeOperation: `serve ${callee}`, cells }
}

const calm = () => 0
/** In two of five intervals since the onset one call of ten waits. */
const lossy = (interval: number, later = 0) => (interval >= 20 && (interval + later) % 5 < 2 ? 1 : 0)
const gainOf = (edges: readonly CallEdge[], service: string) =>
  slowShares(edges, SPLIT, REQUEST_MS).find((share) => share.service === service)?.gain ?? 0

describe('the share of slow calls', () => {
  it('is pooled over all edges of a service, so that three with few slow calls say more than each of them', () => {
    const into = ['web', 'orders', 'stock'].map((caller, i) => edge(caller, 'ledger', (at) => lossy(at, 2 * i)))
    const others = ['web', 'orders', 'stock'].map((caller) => edge(caller, 'mail', calm))
    const [first] = slowShares([...into, ...others], SPLIT, REQUEST_MS)
    expect(first).toMatchObject({ service: 'ledger', way: 'into', k1: 0, k2: 24, n2: 600 })
    expect(first?.gain ?? 0).toBeGreaterThan(1.5 * gainOf([...into.slice(0, 1), ...others], 'ledger'))
    expect(first?.blame).toBeGreaterThan(0.8)
  })

  it('belongs to the caller where its calls of all others wait', () => {
    const outOf = ['ledger', 'mail', 'stock'].map((callee) => edge('web', callee, lossy))
    const others = ['ledger', 'mail', 'stock'].map((callee) => edge('orders', callee, calm))
    const [first] = slowShares([...outOf, ...others], SPLIT, REQUEST_MS)
    expect(first).toMatchObject({ service: 'web', way: 'out of' })
  })

  it('says nothing where as many waited before', () => {
    const usual = (interval: number) => (interval % 5 < 2 ? 1 : 0)
    expect(slowShares([edge('web', 'ledger', usual), edge('orders', 'ledger', usual)], SPLIT, REQUEST_MS)).toEqual([])
  })

  it('says less where all waited at one moment: that is one stall, which has passed', () => {
    const stall = (interval: number) => (interval === 25 ? 8 : 0)
    const others = edge('web', 'mail', calm)
    const spread = gainOf([edge('web', 'ledger', lossy), others], 'ledger')
    expect(gainOf([edge('web', 'ledger', stall), others], 'ledger')).toBeLessThan(0.5 * spread)
  })

  it('says nothing of an edge on which all calls are slower, or most are slow', () => {
    const slower = edge('web', 'ledger', lossy, (interval) => (interval < 20 ? FAST : SLOWER))
    const mostly = edge('web', 'mail', (interval) => (interval < 20 ? 0 : 7))
    expect(slowShares([slower, mostly], SPLIT, REQUEST_MS)).toEqual([])
  })

  it('does not count what users cannot see', () => {
    const edges = [edge('web', 'ledger', lossy), edge('web', 'mail', calm)]
    expect(slowShares(edges, SPLIT, 3_600_000)).toEqual([])
  })
})

describe('slow calls of the same edges', () => {
  const edges = [edge('web', 'ledger', lossy), edge('web', 'mail', calm)]
  const shares = slowShares(edges, SPLIT, REQUEST_MS)
  const blamed = (strength: number): BlamedEdge[] => {
    const times = { at: 20, beforeMs: 3, afterMs: 5, n1: 200, n2: 200, addedMs: 40 }
    const ends = {
      caller: 'web',
      callee: 'ledger',
      callerOperation: 'call ledger',
      calleeOperation: 'serve ledger',
    }
    return [{ edge: { ...times, ...ends, strength }, calleeShare: 0.6 }]
  }

  it('are told once, by what shows them more clearly', () => {
    const likely = shares.filter(({ service }) => service === 'ledger')
    expect(toldOnce(blamed(1), shares)).toEqual({ blamed: [], shares: likely })
    const loud = toldOnce(blamed(80), shares)
    expect(loud.blamed).toHaveLength(1)
    expect(loud.shares).toEqual([])
  })

  it('are counted in the finding, with how long they waited', () => {
    const [finding] = shareFindings(shares, SPLIT, 'q1')
    expect(finding).toMatchObject({ kind: 'edge_time', service: 'ledger', reach: 'own', queries: ['q1'] })
    expect(finding?.text).toContain('8 of 200 calls into ledger waited')
  })
})

describe('packets lost on the way to one service', () => {
  it('name it and the network, though no mean moves and no call fails', async () => {
    let calls = 0
    const edgeMs = (_: string, callee: string) => (callee === 'ledger' && calls++ % 9 === 3 ? 203 : 0)
    const records = shop({ perSecond: 2, tweak: { edgeMs } })
    const source = memorySource({ ...records, metrics: [] }, ({ body }) => shapeOf(body))
    const input = { source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 }
    const { verdict } = await investigate(input)
    expect(verdict.candidates[0]?.service).toBe('ledger')
    expect(verdict.mechanism?.kind).toBe('network')
    expect(['identified', 'probable']).toContain(verdict.outcome)
  })
})
