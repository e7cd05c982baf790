import { describe, expect, it } from 'vitest'
import type { Finding, FindingKind } from '../../../src/agent/investigator/findings.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { evidenceAt, rankServices } from '../../../src/agent/investigator/ranking.ts'
import { UNDER_EVERYDAY } from '../../../src/agent/investigator/signs.ts'

const ONSET_MS = Date.UTC(2026, 4, 5)

function finding(kind: FindingKind, subject: string, strength: number): Finding {
  const about = { service: 'basket', peer: null, reach: 'callee', queries: ['q1'], selector: null } as const
  return { kind, subject, strength, onsetMs: ONSET_MS, text: subject, ...about }
}

function scoreOf(findings: readonly Finding[]): number {
  const nobody = new Map<string, ReadonlySet<string>>()
  return (
    rankServices(evidenceAt(findings, 10, 1), { callers: nobody, callees: nobody }, DEFAULT_PARAMETERS.ranking)[0]
      ?.score ?? 0
  )
}

/** What a few failing calls of one operation show: an error status, an exception, a missing call and an early end. */
const FAILING = [
  finding('exceptions', 'put', 5),
  finding('span_errors', 'put', 4.8),
  finding('child_calls', 'put → INSERT baskets', 4),
  finding('child_calls', 'put → nobody', 2),
]

describe('evidence that any day brings', () => {
  it('stays under the everyday score alone, however much of it there is', () => {
    const { traces, ranking } = DEFAULT_PARAMETERS
    const everyday = Math.min(traces.everyday.stated, traces.everyday.detected)
    expect(UNDER_EVERYDAY).toBeLessThan(everyday)
    expect(ranking.most.habitual).toBeLessThan(UNDER_EVERYDAY)
    const lines = ['a', 'b', 'c'].map((line) => finding('log_new', line, 500))
    expect(scoreOf(lines)).toBeLessThanOrEqual(ranking.most.habitual)
  })
})

describe('evidence of one event', () => {
  it('counts once, however many signs of it there are', () => {
    const alone = scoreOf(FAILING.slice(0, 1))
    expect(scoreOf(FAILING)).toBeLessThan(1.3 * alone)
    expect(scoreOf(FAILING)).toBeGreaterThan(alone)
  })

  it('in lines, failures and missing calls together is worth less than two of them apart', () => {
    const lines = finding('log_sequence', 'after "begin" came nothing', 5)
    expect(scoreOf([...FAILING, lines])).toBeLessThan(1.9 * scoreOf([lines]))
  })

  it('is more where failures of another operation come along', () => {
    const both = [...FAILING, finding('exceptions', 'get', 5)]
    expect(scoreOf(both)).toBeGreaterThan(1.2 * scoreOf(FAILING))
  })

  it('leaves time, which is measured apart, its full weight', () => {
    const slow = finding('self_time', 'put', 10)
    expect(scoreOf([...FAILING, slow])).toBeCloseTo(scoreOf(FAILING) + scoreOf([slow]), 6)
  })
})
