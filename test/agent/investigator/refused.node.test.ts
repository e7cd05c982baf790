import { describe, expect, it } from 'vitest'
import type { Finding, FindingKind } from '../../../src/agent/investigator/findings.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { evidenceAt, rankServices } from '../../../src/agent/investigator/ranking.ts'

/** The basket calls prices. */
const GRAPH = {
  callees: new Map([['basket', new Set(['prices'])]]),
  callers: new Map([['prices', new Set(['basket'])]]),
}

function finding(service: string, kind: FindingKind, strength: number): Finding {
  const about = { subject: kind, onsetMs: Date.UTC(2026, 4, 5), peer: null, reach: 'callee', selector: null } as const
  return { ...about, service, kind, strength, text: kind, queries: ['q1'] }
}

function firstOf(findings: readonly Finding[]): string | undefined {
  return rankServices(evidenceAt(findings, 10, 1), GRAPH, DEFAULT_PARAMETERS.ranking)[0]?.service
}

const FAILS = finding('prices', 'exceptions', 200)
/** The caller passes the failures on, and is slower. */
const SLOWER = [finding('basket', 'span_errors', 200), finding('basket', 'self_time', 60)]

describe('a caller that waits before it asks again', () => {
  it('is not blamed for the time between its attempts where the service that it calls fails', () => {
    expect(firstOf([...SLOWER, FAILS])).toBe('prices')
  })

  it('is blamed for its time where the service that it calls hardly fails', () => {
    expect(firstOf([...SLOWER, { ...FAILS, strength: 3 }])).toBe('basket')
  })

  it('keeps what else it shows: a failure below does not explain calls that a service newly makes', () => {
    const begun = { ...finding('basket', 'child_calls', 200), reach: 'own' as const }
    expect(firstOf([begun, finding('basket', 'self_time', 60), { ...FAILS, strength: 10 }])).toBe('basket')
  })

  it('is not blamed for answers that end other services’ work while the service that it calls refuses it', () => {
    const answer = { ...finding('basket', 'child_calls', 200), reach: 'own' as const, isAnswer: true }
    const passesOn = [finding('basket', 'span_errors', 100), answer]
    expect(firstOf([...passesOn, FAILS])).toBe('prices')
    expect(firstOf([...passesOn, finding('prices', 'self_time', 10)])).toBe('basket')
  })
})
