import { describe, expect, it } from 'vitest'
import type { Finding, FindingKind } from '../../../src/agent/investigator/findings.ts'
import { graphFrom } from '../../../src/agent/investigator/graph.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { evidenceAt, rankServices } from '../../../src/agent/investigator/ranking.ts'

/** The web calls the basket, and the basket prices. */
const GRAPH = graphFrom([
  ['web', 'basket'],
  ['basket', 'prices'],
])

function finding(service: string, kind: FindingKind, strength: number, slowing?: Finding['slowing']): Finding {
  const about = { subject: kind, onsetMs: Date.UTC(2026, 4, 5), peer: null, reach: 'callee', selector: null } as const
  const time = slowing === undefined ? {} : { slowing }
  return { ...about, ...time, service, kind, strength, text: kind, queries: ['q1'] }
}

function firstOf(findings: readonly Finding[]): string | undefined {
  return rankServices(evidenceAt(findings, 10, 1), GRAPH, DEFAULT_PARAMETERS.ranking)[0]?.service
}

describe('what the time that a callee takes explains', () => {
  it('is no more of the time of its caller than it adds itself', () => {
    const waits = finding('basket', 'self_time', 80, { afterMs: 900, addedMs: 40_000 })
    expect(firstOf([waits, finding('prices', 'self_time', 40, { afterMs: 900, addedMs: 40_000 })])).toBe('prices')
    expect(firstOf([waits, finding('prices', 'self_time', 40, { afterMs: 7, addedMs: 500 })])).toBe('basket')
  })

  it('is no work that its caller leaves undone, unless it takes so long that somebody may give up', () => {
    const undone = finding('basket', 'child_calls', 100)
    expect(firstOf([undone, finding('prices', 'self_time', 20, { afterMs: 8, addedMs: 500 })])).toBe('basket')
    expect(firstOf([undone, finding('prices', 'self_time', 20, { afterMs: 400, addedMs: 9_000 })])).toBe('prices')
  })
})

describe('what the silence of a callee explains', () => {
  const silent = finding('prices', 'silence', 14)

  it('is the time of whoever calls it, and not that of services farther above', () => {
    expect(firstOf([finding('basket', 'self_time', 22), silent])).toBe('prices')
    expect(firstOf([finding('web', 'self_time', 22), silent])).toBe('web')
  })
})
