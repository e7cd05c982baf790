/** The one place where the protocol meets the investigator: its question and its verdict in the protocol's words. */
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import type { Times } from './questions.ts'

export type Said = 'identified' | 'probable' | 'inconclusive' | 'no_anomaly' | 'no_data'

export interface Verdict {
  readonly said: Said
  /** Probability that the first candidate is the cause. */
  readonly confidence: number
  /** Best first. */
  readonly candidates: readonly { readonly service: string; readonly probability: number }[]
  /** What kind of thing is wrong at the first candidate; null where the investigator does not say. */
  readonly mechanism: string | null
  readonly onsetMs: number | null
}

export async function verdictOf(source: InvestigationSource, { statedMs, nowMs }: Times): Promise<Verdict> {
  const result = await investigate({ source, window: null, incidentStartHint: statedMs, now: nowMs })
  return {
    said: result.outcome === 'root_cause_identified' ? 'identified' : result.outcome,
    confidence: result.confidence,
    candidates: result.candidates.map(({ service, score }) => ({ service, probability: score })),
    mechanism: null,
    onsetMs: result.onsetMs,
  }
}
