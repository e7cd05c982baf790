/** What the searches of a fit lower. Thresholds are not among it: they are rates of false alarms (everyday.ts). */
import type { Judged } from '../protocol/scores.ts'

/** An alarm about nothing costs trust in all that follow: a window without a fault counts as this many. */
const QUIET_WEIGHT = 3
/** The wrong service asserted as the cause misleads who asked: it costs this share more than the truth being unlikely. */
const ACCUSED_COST = 0.5
/** Near the threshold an answer counts by degrees, by how far its log-odds lie from even, on this scale. */
const SOFTNESS = 0.25
/** No answer is surer than this in a loss, or one case would decide everything. */
const CERTAIN = 0.001

/**
 * The loss of one system's answers to questions with all its signals: the truth shall be likely. An answer that asserts
 * the wrong service costs half as much again, by degrees.
 */
export function judgementLoss(answers: readonly Judged[]): number {
  const most = surest(answers)
  let loss = 0
  let weight = 0
  for (const answer of answers) {
    const { isFault, rank, truthProbability } = answer
    const isWrong = isFault && rank !== 1
    const own = isFault ? 1 : QUIET_WEIGHT
    const cost = isWrong ? 1 + ACCUSED_COST * step(answer.confidence) : own
    loss -= cost * Math.log(Math.min(most, truthProbability))
    weight += own
  }
  return loss / Math.max(1, weight)
}

/**
 * The loss of the order of the candidates: given that something broke, the service that did shall be likely. Windows
 * without a fault say nothing of it; what any day reaches is judged afterwards (everyday.ts).
 */
export function orderLoss(answers: readonly Judged[]): number {
  const faults = answers.filter(({ isFault }) => isFault)
  const most = surest(faults)
  let loss = 0
  for (const { rank, truthProbability, anomaly, confidence } of faults) {
    const given = Math.max(CERTAIN, anomaly)
    const cost = rank === 1 ? 1 : 1 + ACCUSED_COST * step(confidence / given)
    loss -= cost * Math.log(Math.max(CERTAIN, Math.min(most, truthProbability / given)))
  }
  return loss / Math.max(1, faults.length)
}

/** So few episodes cannot show a rarer error (Laplace's rule of succession): more certainty gains nothing. */
function surest(answers: readonly Judged[]): number {
  const episodes = new Set(answers.map(({ cluster }) => cluster)).size
  return (episodes + 1) / (episodes + 2)
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
