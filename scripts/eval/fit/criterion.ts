/** What the searches of a fit lower. Thresholds are not among it: they are rates of false alarms (everyday.ts). */
import { type Judged, logLossOf } from '../protocol/scores.ts'

/** An alarm about nothing costs trust in all that follow: a window without a fault counts as this many. */
const QUIET_WEIGHT = 3
/** Near the threshold an answer counts by degrees, by how far its log-odds lie from even, on this scale. */
const SOFTNESS = 0.25
/** No answer is surer than this in a loss, or one case would decide everything. */
const CERTAIN = 0.001

/** The loss of one system's answers to questions with all its signals: the truth shall be likely. */
export function judgementLoss(answers: readonly Judged[]): number {
  return logLossOf(answers.flatMap((one) => (one.isFault ? [one] : new Array<Judged>(QUIET_WEIGHT).fill(one))))
}

/**
 * The loss of answers to questions with one signal: whether the leader is right, of the answers that say that something
 * broke, by degrees. What one signal does not show at all says nothing about what it leaves to others.
 */
export function leaderLoss(answers: readonly Judged[]): number {
  let loss = 0
  let weight = 0
  for (const answer of answers) {
    const given = Math.min(1 - CERTAIN, Math.max(CERTAIN, answer.confidence))
    const raised = step(answer.anomaly) * (answer.isFault ? 1 : QUIET_WEIGHT)
    loss -= raised * Math.log(answer.isFault && answer.rank === 1 ? given : 1 - given)
    weight += raised
  }
  return weight === 0 ? 0 : loss / weight
}

function step(probability: number): number {
  const oddsLog = Math.log(Math.max(CERTAIN, probability) / Math.max(CERTAIN, 1 - probability))
  return 1 / (1 + Math.exp(-oddsLog / SOFTNESS))
}
