/** The one place where the protocol meets the investigator: its question, and its verdict in the protocol's words. */
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { type Judgement, judge } from '../../../src/agent/investigator/judgement.ts'
import { LabelledSource } from '../../../src/agent/investigator/labelled-source.ts'
import { type Looks, lookAround, type OwnQuiet, type Seen, strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import type { VerdictOutcome } from '../../../src/agent/investigator/verdict.ts'
import {
  CANDIDATES_MAX,
  verdictOf as typedVerdict,
  verdictOutcome,
} from '../../../src/agent/investigator/verdict-of.ts'
import type { Times } from './questions.ts'

export interface Verdict {
  readonly said: VerdictOutcome
  /** Probability that the first candidate is the cause. */
  readonly confidence: number
  /** Probability that something broke, in a candidate or in a service that shows nothing. */
  readonly anomaly: number
  /** Best first. */
  readonly candidates: readonly { readonly service: string; readonly probability: number }[]
  /** What kind of thing is wrong at the first candidate; null where nothing is said to have broken. */
  readonly mechanism: string | null
  readonly onsetMs: number | null
}

export async function verdictOf(
  source: InvestigationSource,
  { statedMs, nowMs }: Times,
  parameters: InvestigatorParameters,
): Promise<Verdict> {
  const { verdict } = await investigate({ source, window: null, incidentStartHint: statedMs, now: nowMs, parameters })
  return {
    said: verdict.outcome,
    confidence: verdict.candidates[0]?.probability ?? 0,
    anomaly: verdict.anomalyProbability,
    candidates: verdict.candidates.map(({ service, probability }) => ({ service, probability })),
    mechanism: verdict.mechanism?.kind ?? null,
    onsetMs: verdict.onset?.atMs ?? null,
  }
}

/**
 * Parameters that only say what is made of a look: under all values of them the telemetry looks the same. Those of ranking
 * also have a say in where a look divides the time; a fit ranks the evidence of the division it has (bench.ts).
 */
export const JUDGEMENT_PARAMETERS = /^(?:ranking|traces|metricScores|changes|doubt|hintNats)\b/

/** The look of a question, to be judged again and again. Null: no telemetry. */
export async function looksOf(
  source: InvestigationSource,
  { statedMs, nowMs }: Times,
  parameters: InvestigatorParameters,
): Promise<Looks | null> {
  const input = { source, window: null, incidentStartHint: statedMs, now: nowMs }
  const looks = await lookAround(new LabelledSource(source), input, parameters)
  return 'present' in looks ? looks : null
}

/** As `verdictOf`, of a look already taken. `quiet`: what is known of the system's own quiet. */
export function verdictOfLooks(
  looks: Looks | null,
  { statedMs }: Times,
  parameters: InvestigatorParameters,
  quiet: OwnQuiet | null = null,
): Verdict {
  const judged = judgementOfLooks(looks, statedMs, parameters, quiet)
  if (looks === null || judged === null || judged.outcome === 'no_anomaly') return inBrief(judged, looks === null, null)
  const { onsetMs, graph, stepMs } = judged.seen
  const verdict = typedVerdict({
    ...judged,
    onset: { atMs: onsetMs, earliestMs: onsetMs - stepMs, latestMs: onsetMs + stepMs, statedLateMs: null },
    state: { kind: 'unknown', atMs: null },
    graph,
    impact: null,
    changes: looks.changes,
    notSeen: [],
  })
  return inBrief(judged, false, verdict.mechanism?.kind ?? null)
}

/** As `verdictOfLooks`, without the mechanism: many times as fast. */
export function probabilitiesOfLooks(
  looks: Looks | null,
  { statedMs }: Times,
  parameters: InvestigatorParameters,
): Verdict {
  return inBrief(judgementOfLooks(looks, statedMs, parameters), looks === null, null)
}

function judgementOfLooks(
  looks: Looks | null,
  statedMs: number | null,
  parameters: InvestigatorParameters,
  quiet: OwnQuiet | null = null,
): (Judgement & { readonly seen: Seen }) | null {
  const seen = looks === null ? null : strongerOf(looks, statedMs, parameters, quiet)
  return looks === null || seen === null
    ? null
    : { ...judge(seen.look, { ...looks, changes: looks.weighed, isStated: statedMs !== null }, [], parameters), seen }
}

function inBrief(
  judged: (Judgement & { readonly seen: Seen }) | null,
  isEmpty: boolean,
  mechanism: string | null,
): Verdict {
  if (judged === null) {
    const said = isEmpty ? 'no_data' : 'no_anomaly'
    return { said, confidence: 0, anomaly: 0, candidates: [], mechanism, onsetMs: null }
  }
  const { outcome, ranked, probabilities, anomaly, seen } = judged
  const candidates = ranked
    .slice(0, CANDIDATES_MAX)
    .map(({ service }, i) => ({ service, probability: probabilities[i] ?? 0 }))
  const onsetMs = outcome === 'no_anomaly' ? null : seen.onsetMs
  const confidence = probabilities[0] ?? 0
  return { said: verdictOutcome(outcome), confidence, anomaly, candidates, mechanism, onsetMs }
}
