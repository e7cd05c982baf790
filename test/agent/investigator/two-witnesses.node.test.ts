/** What lines or spans and what metrics show of one service, judged together. */
import { describe, expect, it } from 'vitest'
import { type Look, usualMarginOf } from '../../../src/agent/investigator/judgement.ts'
import type { Scored } from '../../../src/agent/investigator/ranking.ts'
import { type MetricsSeen, togetherOf } from '../../../src/agent/investigator/two-witnesses.ts'

const ONSET_MS = Date.UTC(2026, 4, 5)
const SERVICES = ['basket', 'orders', ...Array.from({ length: 28 }, (_, i) => `other-${i}`)]

function scored(service: string, score: number, ofMetrics = 0): Scored {
  return { service, findings: [], onset: 20, weight: 1, score, ofMetrics, rawScore: score, explainedBy: null }
}

const ABOUT = { healthyNew: new Set<string>(), baselineMs: 600_000, onsetMs: ONSET_MS }

function spansWith(...ranked: readonly Scored[]): Look {
  const scores = { everydayScore: 13, calmScore: 13, anomalyScale: 4, rankScale: 2.5 }
  return { ...ABOUT, ...scores, signals: 'spans', ranked, surprise: null }
}

function metricsWith(service: string, nats: number, onsetMs = ONSET_MS): MetricsSeen {
  const scores = { everydayScore: 5.5, calmScore: 5.5, anomalyScale: 0.8, rankScale: 1.6 }
  const ranked = [scored(service, nats)]
  const look: Look = { ...ABOUT, ...scores, onsetMs, signals: 'metrics', ranked, surprise: nats }
  const surprises = new Map(SERVICES.map((name) => [name, name === service ? nats : 0]))
  return { look, stepMs: 60_000, surprises }
}

describe('spans and metrics that both stay under what any day brings', () => {
  it('show together that a service broke where both point at it', () => {
    const spans = spansWith(scored('basket', 9), scored('orders', 8.5))
    const metrics = metricsWith('basket', 4.2)
    expect(usualMarginOf(spans)).toBeLessThan(0)
    expect(usualMarginOf(metrics.look)).toBeLessThan(0)
    const together = togetherOf(spans, 5_000, metrics)
    expect(together?.margin).toBeGreaterThan(1)
    expect(together?.ranked.map(({ service }) => service)).toEqual(['basket', 'orders'])
  })

  it('put the service first that both point at, though another is a little louder in spans', () => {
    const together = togetherOf(
      spansWith(scored('orders', 9.5), scored('basket', 9)),
      5_000,
      metricsWith('basket', 4.2),
    )
    expect(together?.ranked[0]?.service).toBe('basket')
  })

  it('show nothing more where each points at another service', () => {
    expect(togetherOf(spansWith(scored('basket', 9)), 5_000, metricsWith('orders', 4.2))).toBeNull()
  })

  it('show nothing more where spans tell of the service by its metrics only', () => {
    expect(togetherOf(spansWith(scored('basket', 9, 7)), 5_000, metricsWith('basket', 4.2))).toBeNull()
  })

  it('show nothing more where they tell of different moments', () => {
    const later = metricsWith('basket', 4.2, ONSET_MS + 300_000)
    expect(togetherOf(spansWith(scored('basket', 9)), 5_000, later)).toBeNull()
  })
})
