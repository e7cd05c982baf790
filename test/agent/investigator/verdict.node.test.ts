import { describe, expect, it } from 'vitest'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource, type RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { ChangeRecord, Verdict } from '../../../src/agent/investigator/verdict.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

async function verdictOf(records: RecordArrays, changes: readonly ChangeRecord[] = []): Promise<Verdict> {
  const source = memorySource(records, ({ body }) => shapeOf(body))
  const { verdict } = await investigate({
    source,
    window: null,
    incidentStartHint: ONSET_MS,
    now: END_MS + 60_000,
    changes,
  })
  return verdict
}

function deployment(id: string, service: string, startedMs: number): ChangeRecord {
  return {
    id,
    kind: 'deployment',
    services: [service],
    environment: null,
    version: 'v2',
    author: null,
    title: `deploy ${service}`,
    url: null,
    startedMs,
    endedMs: startedMs + 30_000,
  }
}

const slowEdge = () => shop({ tweak: { edgeMs: (_caller, callee) => (callee === 'ledger' ? 300 : 0) } })

/** Two services that do not call each other, slower by the same. */
const slowAlike = (service: string): number => (service === 'orders' || service === 'stock' ? 200 : 0)

describe('a verdict', () => {
  it('says origin, mechanism, chain and impact of slow calls, each with the questions it was read from', async () => {
    const verdict = await verdictOf(slowEdge())
    expect(verdict.candidates[0]?.service).toBe('ledger')
    expect(verdict.mechanism?.kind).toBe('network')
    expect(verdict.mechanism?.inCode).toBe(false)
    expect(verdict.impact?.requests).toBeGreaterThan(0)
    const asked = [verdict.mechanism?.evidence ?? [], verdict.chain].flat().flatMap(({ queries }) => queries)
    expect(asked.length).toBeGreaterThan(0)
    for (const { from, to, order } of verdict.chain) {
      expect(from).not.toBe(to)
      expect(order).toBeGreaterThanOrEqual(1)
    }
    expect(new Set(verdict.chain.map(({ to }) => to)).has('ledger')).toBe(false)
  })

  it('tells the change of the origin from one elsewhere, and from one long past', async () => {
    const verdict = await verdictOf(slowEdge(), [
      deployment('old', 'ledger', ONSET_MS - 5 * 3_600_000),
      deployment('near', 'ledger', ONSET_MS - 120_000),
      deployment('other', 'stock', ONSET_MS - 60_000),
    ])
    const states = new Map(verdict.changes.map(({ change, state }) => [change.id, state]))
    expect(Object.fromEntries(states)).toEqual({ old: 'unrelated', near: 'culprit', other: 'weakened' })
    expect(verdict.noChangeGuilty).toBe(false)
  })

  it('says that no change is guilty where none touched the origin', async () => {
    const verdict = await verdictOf(slowEdge(), [deployment('other', 'stock', ONSET_MS - 60_000)])
    expect(verdict.noChangeGuilty).toBe(true)
  })

  it('says nothing of mechanism, chain or impact where nothing broke', async () => {
    const verdict = await verdictOf(shop({}))
    expect(verdict.outcome).toBe('no_anomaly')
    expect([verdict.mechanism, verdict.impact, verdict.onset]).toEqual([null, null, null])
    expect(verdict.chain).toEqual([])
  })

  it('names both services that cannot be told apart, and the question that would tell them apart', async () => {
    const { candidates, undecided } = await verdictOf(shop({ tweak: { selfMs: slowAlike } }))
    const [first, second] = candidates
    expect([first?.service, second?.service].toSorted()).toEqual(['orders', 'stock'])
    expect((second?.probability ?? 0) / (first?.probability ?? 1)).toBeGreaterThan(0.5)
    expect(undecided?.services.toSorted()).toEqual(['orders', 'stock'])
    expect(undecided?.decidingQuery).toMatch(
      /one trace that is slow or fails: which of (?:orders and stock|stock and orders)/,
    )
  })

  it('asks nothing further where one service stands out', async () => {
    expect((await verdictOf(slowEdge())).undecided).toBeNull()
  })
})
