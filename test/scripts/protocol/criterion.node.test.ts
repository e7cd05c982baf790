import { describe, expect, it } from 'vitest'
import { judgementLoss, leaderLoss, orderLoss } from '../../../scripts/eval/fit/criterion.ts'
import { type QuietScores, scoreReachedBy, thresholdsOf } from '../../../scripts/eval/fit/everyday.ts'
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

/** Scores with an exponential tail: 500 windows of one system, one score for each share of them. */
function windowsOf(system: string, scale: number): { system: string; score: number }[] {
  return Array.from({ length: 500 }, (_, i) => ({ system, score: -scale * Math.log(1 - (i + 0.5) / 500) }))
}

describe('a threshold by its rate', () => {
  it('is what that share of windows reaches', () => {
    const score = scoreReachedBy(0.02, windowsOf('shop', 3)) ?? 0
    expect(windowsOf('shop', 3).filter((one) => one.score >= score).length / 500).toBeCloseTo(0.02, 2)
  })

  it('is not decided by one window', () => {
    const windows = windowsOf('shop', 3).filter((_, i) => i % 25 === 0)
    const usual = scoreReachedBy(0.02, windows) ?? 0
    const odd = scoreReachedBy(0.02, [...windows.slice(0, -1), { system: 'shop', score: 500 }]) ?? 0
    expect(odd).toBeCloseTo(usual, 6)
  })

  it('counts systems alike, however many windows each has', () => {
    const both = [...windowsOf('shop', 3), ...windowsOf('bank', 6)]
    const thrice = [...windowsOf('shop', 3), ...windowsOf('shop', 3), ...windowsOf('shop', 3), ...windowsOf('bank', 6)]
    expect(scoreReachedBy(0.02, thrice)).toBeCloseTo(scoreReachedBy(0.02, both) ?? 0, 0)
  })

  it('is left as it is where no window speaks of it', () => {
    const window: QuietScores = { system: 'shop', traces: null, beyondCalm: null, metrics: 2 }
    expect([...thresholdsOf([window]).keys()]).toEqual([
      'metricScores.everyday.stated',
      'metricScores.everyday.detected',
    ])
    expect(thresholdsOf([]).size).toBe(0)
  })
})

describe('the loss of an order of candidates', () => {
  it('asks who broke, given that something did: how sure the alarm is does not matter, nor do quiet windows', () => {
    const sure = answer(0.6, { anomaly: 0.75, truthProbability: 0.6 })
    const unsure = answer(0.2, { anomaly: 0.25, truthProbability: 0.2 })
    expect(orderLoss([sure])).toBeCloseTo(orderLoss([unsure]))
    const quiet = answer(0.9, { isFault: false, rank: null, truthProbability: 0.05 })
    expect(orderLoss([sure, quiet])).toBeCloseTo(orderLoss([sure]))
    expect(orderLoss([answer(0.3, { anomaly: 0.75, truthProbability: 0.3 })])).toBeGreaterThan(orderLoss([sure]))
  })

  it('is more where the wrong one is likelier than not', () => {
    const second = { rank: 2, anomaly: 0.9, truthProbability: 0.2 }
    expect(orderLoss([answer(0.7, second)])).toBeGreaterThan(orderLoss([answer(0.3, second)]) * 1.3)
  })
})

describe('what a search lowers', () => {
  it('is less where the truth is likelier, and an alarm about nothing costs as much as three misses', () => {
    expect(judgementLoss([answer(0.9)])).toBeLessThan(judgementLoss([answer(0.6)]))
    const alarm = answer(0.9, { isFault: false, rank: null, truthProbability: 0.05 })
    const miss = answer(0.01, { rank: 2, truthProbability: 0.05 })
    const good = answer(0.99)
    expect(judgementLoss([alarm, good])).toBeCloseTo(judgementLoss([miss, miss, miss, good]), 6)
  })

  it('is half as much again where the wrong service is asserted as where it is merely first', () => {
    const wrong = { rank: 2, truthProbability: 0.05 }
    const first = judgementLoss([answer(0.1, wrong)])
    expect(judgementLoss([answer(0.95, wrong)]) / first).toBeCloseTo(1.5, 2)
  })

  it('gains nothing from more certainty than so few episodes can show', () => {
    const sure = (probability: number, count: number) =>
      judgementLoss(Array.from({ length: count }, (_, i) => answer(probability, { cluster: `c${i}` })))
    expect(sure(0.99, 20)).toBe(sure(0.97, 20))
    expect(sure(0.99, 200)).toBeLessThan(sure(0.97, 200))
  })

  it('is, of one signal alone, only whether its leader deserves its confidence', () => {
    const missed = answer(0.01, { anomaly: 0.02, rank: null })
    expect(leaderLoss([answer(0.9), missed])).toBeCloseTo(leaderLoss([answer(0.9)]), 2)
    expect(leaderLoss([answer(0.9, { rank: 2 })])).toBeGreaterThan(leaderLoss([answer(0.6, { rank: 2 })]))
    expect(leaderLoss([])).toBe(0)
  })
})
