/** What the protocol counts: from verdicts with their truths to figures. Pure. */
import type { Verdict } from './engine.ts'
import type { Truth } from './episode.ts'
import { acceptedMechanisms } from './mechanisms.ts'

export interface Judged {
  readonly cluster: string
  readonly isFault: boolean
  /** Of the true service among the candidates, from 1; null when it is not there or nothing broke. */
  readonly rank: number | null
  readonly isAsserted: boolean
  /** Anything but "nothing broke" and "no data". */
  readonly isRaised: boolean
  readonly confidence: number
  /** The probability that something broke. */
  readonly anomaly: number
  /** The probability given to what is true: the faulty service or, where it is not listed, any that is not; or that nothing broke. */
  readonly truthProbability: number
  /** Null where the label does not say, or nothing broke. */
  readonly isMechanismRight: boolean | null
}

export interface Figures {
  readonly cases: number
  readonly first: number | null
  readonly three: number | null
  readonly assertedRight: number | null
  readonly assertedWrong: number | null
  readonly nothingBroke: number | null
  readonly falseAlarms: number | null
  /** Quiet windows about which something was said, be it asserted or not. */
  readonly falselyRaised: number | null
  readonly mechanism: number | null
}
export type FigureName = Exclude<keyof Figures, 'cases'>

/** A candidate and "none of them" share the probability; below this a log loss would let one case decide everything. */
const PROBABILITY_MIN = 0.001

/** @param isStated whether the question stated a time: then the fault begun at that time is meant, and no other. */
export function judge(
  about: {
    readonly setName: string
    readonly cluster: string
    readonly truth: Truth | null
    readonly isStated: boolean
  },
  verdict: Verdict,
): Judged {
  const { truth, cluster } = about
  const isRaised = verdict.said !== 'no_anomaly' && verdict.said !== 'no_data'
  const isAsserted = verdict.said === 'identified' || verdict.said === 'probable'
  const base = { cluster, isRaised, isAsserted, confidence: verdict.confidence, anomaly: verdict.anomaly }
  const given = verdict.candidates.reduce((sum, { probability }) => sum + probability, 0)
  if (truth === null) {
    const truthProbability = Math.max(PROBABILITY_MIN, 1 - verdict.anomaly)
    return { ...base, isFault: false, rank: null, truthProbability, isMechanismRight: null }
  }
  const right = about.isStated ? truth.services : [...truth.services, ...truth.unstatedToo]
  const at = verdict.candidates.findIndex(({ service }) => right.includes(service))
  const accepted = acceptedMechanisms(about.setName, truth.faultType)
  return {
    ...base,
    isFault: true,
    rank: at < 0 ? null : at + 1,
    truthProbability: Math.max(PROBABILITY_MIN, verdict.candidates[at]?.probability ?? verdict.anomaly - given),
    // The mechanism is that of the first candidate: of the wrong service it is wrong whatever it says.
    isMechanismRight:
      accepted === null ? null : at === 0 && accepted.some((mechanism) => mechanism === verdict.mechanism),
  }
}

/** Each figure is the share of the cases it is about; null where it is about none. */
const FIGURES: Readonly<Record<FigureName, (judged: Judged) => boolean | null>> = {
  first: ({ isFault, rank }) => (isFault ? rank === 1 : null),
  three: ({ isFault, rank }) => (isFault ? rank !== null && rank <= 3 : null),
  assertedRight: ({ isFault, isAsserted, rank }) => (isFault ? isAsserted && rank === 1 : null),
  assertedWrong: ({ isFault, isAsserted, rank }) => (isFault ? isAsserted && rank !== 1 : null),
  nothingBroke: ({ isFault, isRaised }) => (isFault ? !isRaised : null),
  falseAlarms: ({ isFault, isAsserted }) => (isFault ? null : isAsserted),
  falselyRaised: ({ isFault, isRaised }) => (isFault ? null : isRaised),
  mechanism: ({ isMechanismRight }) => isMechanismRight,
}
// The keys of the object above are the names, by its type.
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[]

export function figuresOf(all: readonly Judged[]): Figures {
  const share = (name: FigureName): number | null => {
    const counted = all.map(FIGURES[name]).filter((value) => value !== null)
    return counted.length === 0 ? null : counted.filter(Boolean).length / counted.length
  }
  return {
    cases: all.length,
    first: share('first'),
    three: share('three'),
    assertedRight: share('assertedRight'),
    assertedWrong: share('assertedWrong'),
    nothingBroke: share('nothingBroke'),
    falseAlarms: share('falseAlarms'),
    falselyRaised: share('falselyRaised'),
    mechanism: share('mechanism'),
  }
}

/** Mean surprise (nats) at the truth: 0 is certain and right; a proper score, so honest probabilities are the best. */
export function logLossOf(all: readonly Judged[]): number {
  return all.reduce((sum, { truthProbability }) => sum - Math.log(truthProbability), 0) / Math.max(1, all.length)
}
