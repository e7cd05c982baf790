/** The one place where the protocol meets the investigator: its question, and its verdict in the protocol's words. */
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { judge } from '../../../src/agent/investigator/judgement.ts'
import { LabelledSource } from '../../../src/agent/investigator/labelled-source.ts'
import { type Looks, lookAround, strongerOf } from '../../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import type { VerdictOutcome } from '../../../src/agent/investigator/verdict.ts'
import { verdictOutcome } from '../../../src/agent/investigator/verdict-of.ts'
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
    candidates: verdict.candidates,
    mechanism: verdict.mechanism?.kind ?? null,
    onsetMs: verdict.onset?.atMs ?? null,
  }
}

/** Parameters that only say what is made of a look: under all values of them the telemetry looks the same. */
export const JUDGEMENT_PARAMETERS = /^(?:traces|metricScores|changes|doubt|hintNats)\b/

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

/** As `verdictOf`, without the mechanism, of a look already taken. */
export function verdictOfLooks(looks: Looks | null, { statedMs }: Times, parameters: InvestigatorParameters): Verdict {
  const seen = looks === null ? null : strongerOf(looks, statedMs, parameters)
  if (looks === null || seen === null) {
    return {
      said: looks === null ? 'no_data' : 'no_anomaly',
      confidence: 0,
      anomaly: 0,
      candidates: [],
      mechanism: null,
      onsetMs: null,
    }
  }
  const { outcome, ranked, probabilities, anomaly } = judge(seen.look, looks.changes, [], parameters)
  const candidates = ranked.map(({ service }, i) => ({ service, probability: probabilities[i] ?? 0 }))
  const said = verdictOutcome(outcome)
  return { said, confidence: probabilities[0] ?? 0, anomaly, candidates, mechanism: null, onsetMs: seen.onsetMs }
}
