/**
 * What a fit lowers. First the limits: of the windows without a fault at most 2 % may be asserted, of the incidents at
 * most 2 % asserted wrongly and at most 5 % answered "nothing broke". Then the log loss, which wants the truth to be
 * likely: first, and said with the confidence that it deserves.
 */
import { type Judged, logLossOf } from '../protocol/scores.ts'

/** Shares that an answer may have at most, and what each unit above costs, in nats: one case of twenty costs half a nat. */
const LIMITS = { falseAlarms: 0.02, assertedWrong: 0.02, nothingBroke: 0.05 }
const OVER_LIMIT = 10
/** An alarm about nothing costs trust in all that follow: in the log loss a window without a fault counts as this many. */
const QUIET_WEIGHT = 3
/**
 * Shares of some dozen answers move in steps, and a threshold fitted to steps stops a hair's breadth from a case. So an
 * answer counts as asserted and as raised by how far its log-odds lie from even, on this scale.
 */
const SOFTNESS = 0.25

/** Shares of a system's answers, each answer counted by degrees. 0 where there is nothing to count. */
export function softShares(answers: readonly Judged[]): typeof LIMITS {
  const faults = answers.filter(({ isFault }) => isFault)
  const quiet = answers.filter(({ isFault }) => !isFault)
  return {
    falseAlarms: mean(quiet.map(assertion)),
    assertedWrong: mean(faults.map((answer) => (answer.rank === 1 ? 0 : assertion(answer)))),
    nothingBroke: mean(faults.map(({ anomaly }) => 1 - step(anomaly))),
  }
}

/** The loss of one system's answers to questions with all its signals. */
export function judgementLoss(answers: readonly Judged[]): number {
  const shares = softShares(answers)
  const over = (name: keyof typeof LIMITS): number => Math.max(0, shares[name] - LIMITS[name])
  const weighed = answers.flatMap((one) => (one.isFault ? [one] : new Array<Judged>(QUIET_WEIGHT).fill(one)))
  return logLossOf(weighed) + OVER_LIMIT * (over('falseAlarms') + over('assertedWrong') + over('nothingBroke'))
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

/** No answer is surer than this in a loss, or one case would decide everything. */
const CERTAIN = 0.001

/** To what degree an answer is asserted. One that is inconclusive for want of a baseline is not, however sure. */
function assertion({ confidence, isAsserted }: Judged): number {
  return !isAsserted && confidence > 0.5 ? 0 : step(confidence)
}

function step(probability: number): number {
  const oddsLog = Math.log(Math.max(CERTAIN, probability) / Math.max(CERTAIN, 1 - probability))
  return 1 / (1 + Math.exp(-oddsLog / SOFTNESS))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
