/** The outcome, settled by rules over scores: never by the wording of an answer. */
import type { Outcome } from './investigation.ts'
import type { Scored } from './ranking.ts'

/**
 * Scores (nats) under which the leading service is not told from what services do every day. Chosen on faultless
 * synthetic cases so that at most 2 % of them exceed it (docs/design/investigator.md).
 */
export const ANOMALY_MIN = { hinted: 12, unhinted: 14 } as const
/** With less time before the onset a baseline shows neither scatter nor rare lines. */
export const BASELINE_MIN_MS = 30_000
/** Confidence from which a cause is called identified, and probable. */
const IDENTIFIED_MIN = 0.8
const PROBABLE_MIN = 0.55
/** Nats per unit of log-odds: scores count overlapping evidence, so they overstate odds. Fitted on synthetic cases. */
const TEMPERATURE = 4

/** Probabilities that each candidate, or none of them, is the cause. They sum to at most 1. */
export function confidences(ranked: readonly Scored[], isHinted: boolean): number[] {
  const floor = isHinted ? ANOMALY_MIN.hinted : ANOMALY_MIN.unhinted
  const top = Math.max(floor, ranked[0]?.score ?? 0)
  const weights = ranked.map(({ score }) => Math.exp((score - top) / TEMPERATURE))
  const none = Math.exp((floor - top) / TEMPERATURE)
  const total = weights.reduce((sum, weight) => sum + weight, none)
  return weights.map((weight) => weight / total)
}

export function outcomeOf(
  ranked: readonly Scored[],
  confidence: number,
  baselineMs: number,
  isHinted: boolean,
): Outcome {
  if (baselineMs < BASELINE_MIN_MS) return 'inconclusive'
  const top = ranked[0]?.score ?? 0
  if (top < (isHinted ? ANOMALY_MIN.hinted : ANOMALY_MIN.unhinted)) return 'no_anomaly'
  if (confidence >= IDENTIFIED_MIN) return 'root_cause_identified'
  return confidence >= PROBABLE_MIN ? 'probable' : 'inconclusive'
}
