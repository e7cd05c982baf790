/** The outcome, settled by rules over scores: never by the wording of an answer. */
import type { Outcome } from './investigation.ts'
import type { InvestigatorParameters } from './parameters.ts'
import type { Scored } from './ranking.ts'

/** With less time before the onset a baseline shows neither scatter nor rare lines. */
export const BASELINE_MIN_MS = 30_000
/** Confidence from which a cause is called identified, and probable. */
const IDENTIFIED_MIN = 0.8
const PROBABLE_MIN = 0.55

/** Probabilities that each candidate, or none of them, is the cause. They sum to at most 1. */
export function confidences(
  ranked: readonly Scored[],
  isHinted: boolean,
  { everydayScore, temperature }: InvestigatorParameters,
): number[] {
  const floor = isHinted ? everydayScore.stated : everydayScore.detected
  const top = Math.max(floor, ranked[0]?.score ?? 0)
  const weights = ranked.map(({ score }) => Math.exp((score - top) / temperature))
  const none = Math.exp((floor - top) / temperature)
  const total = weights.reduce((sum, weight) => sum + weight, none)
  return weights.map((weight) => weight / total)
}

export function outcomeOf(
  ranked: readonly Scored[],
  confidence: number,
  baselineMs: number,
  isHinted: boolean,
  { everydayScore }: InvestigatorParameters,
): Outcome {
  if (baselineMs < BASELINE_MIN_MS) return 'inconclusive'
  const top = ranked[0]?.score ?? 0
  if (top < (isHinted ? everydayScore.stated : everydayScore.detected)) return 'no_anomaly'
  if (confidence >= IDENTIFIED_MIN) return 'root_cause_identified'
  return confidence >= PROBABLE_MIN ? 'probable' : 'inconclusive'
}
