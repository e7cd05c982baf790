import { describe, expect, it } from 'vitest'
import { judgementLoss, leaderLoss, softShares } from '../../../scripts/eval/fit/criterion.ts'
import type { Judged } from '../../../scripts/eval/protocol/scores.ts'

function answer(confidence: number, about: Partial<Judged> = {}): Judged {
  const anomaly = about.anomaly ?? Math.min(0.999, confidence + 0.05)
  return {
    cluster: 'a',
    isFault: true,
    rank: 1,
    isAsserted: confidence > 0.5,
    isRaised: anomaly >= 0.5,
    confidence,
    anomaly,
    truthProbability: confidence,
    isMechanismRight: null,
    ...about,
  }
}

function quiet(confidence: number): Judged {
  const anomaly = Math.min(0.999, confidence + 0.05)
  return answer(confidence, { isFault: false, rank: null, truthProbability: 1 - anomaly })
}

describe('what a fit lowers', () => {
  it('counts answers by degrees, so that a threshold beside a case is not as good as one far from it', () => {
    const near = softShares([quiet(0.48)]).falseAlarms
    const far = softShares([quiet(0.1)]).falseAlarms
    expect(near).toBeGreaterThan(0.3)
    expect(near).toBeLessThan(0.5)
    expect(far).toBeLessThan(0.001)
    expect(softShares([quiet(0.9)]).falseAlarms).toBeGreaterThan(0.99)
  })

  it('tells what is asserted wrongly from what is asserted rightly, and what is missed from both', () => {
    const shares = softShares([answer(0.95), answer(0.95, { rank: 2 }), answer(0.02, { anomaly: 0.03 })])
    expect(shares.assertedWrong).toBeCloseTo(1 / 3, 2)
    expect(shares.nothingBroke).toBeCloseTo(1 / 3, 2)
  })

  it('does not count as asserted what is inconclusive for want of a baseline', () => {
    expect(softShares([answer(0.95, { rank: 2, isAsserted: false })]).assertedWrong).toBe(0)
  })

  it('holds the limits before it listens to the log loss', () => {
    const incidents = Array.from({ length: 20 }, () => answer(0.6))
    const surer = Array.from({ length: 20 }, () => answer(0.75))
    const calm = Array.from({ length: 20 }, () => quiet(0.02))
    const alarmed = [...calm.slice(1), quiet(0.9)]
    expect(judgementLoss([...surer, ...calm])).toBeLessThan(judgementLoss([...incidents, ...calm]))
    expect(judgementLoss([...surer, ...alarmed])).toBeGreaterThan(judgementLoss([...incidents, ...calm]))
  })

  it('asks of one signal alone only whether its leader deserves its confidence', () => {
    const missed = answer(0.01, { anomaly: 0.02, rank: null })
    expect(leaderLoss([answer(0.9), missed])).toBeCloseTo(leaderLoss([answer(0.9)]), 2)
    expect(leaderLoss([answer(0.9, { rank: 2 })])).toBeGreaterThan(leaderLoss([answer(0.6, { rank: 2 })]))
    expect(leaderLoss([])).toBe(0)
  })
})
