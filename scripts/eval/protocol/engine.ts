/** The one place where the protocol meets the investigator: its question, and its verdict in the protocol's words. */
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import type { VerdictOutcome } from '../../../src/agent/investigator/verdict.ts'
import type { Times } from './questions.ts'

export interface Verdict {
  readonly said: VerdictOutcome
  /** Probability that the first candidate is the cause. */
  readonly confidence: number
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
    candidates: verdict.candidates,
    mechanism: verdict.mechanism?.kind ?? null,
    onsetMs: verdict.onset?.atMs ?? null,
  }
}
