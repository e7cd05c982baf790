import { describe, expect, it } from 'vitest'
import { candidatesOf } from '../../../src/agent/investigator/hypotheses.ts'
import type { Scored } from '../../../src/agent/investigator/ranking.ts'

const ONSET_MS = Date.UTC(2026, 2, 3)
const silent: Scored = { service: 'cart', onset: 3, findings: [], weight: 1, score: 0, rawScore: 0, explainedBy: null }

describe('a candidate', () => {
  it('that shows nothing itself is first seen at the onset, a time that can be written', () => {
    const [candidate] = candidatesOf([silent], [0.1], ONSET_MS)
    expect(candidate?.firstSeenMs).toBe(ONSET_MS)
    expect(new Date(candidate?.firstSeenMs ?? Number.NaN).toISOString()).toBe('2026-03-03T00:00:00.000Z')
  })
})
