/**
 * What an investigation passes to the models: short, complete enough for an answer, and decided by rules. The
 * investigator (src/agent/investigator) fills it.
 */
export const OUTCOMES = ['root_cause_identified', 'probable', 'inconclusive', 'no_anomaly', 'no_data'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Finding {
  readonly outcome: Outcome
  /** When the trouble began, milliseconds since 1970; null when nothing began. */
  readonly onsetMs: number | null
  readonly baseline: { readonly fromMs: number; readonly toMs: number } | null
  readonly candidates: readonly Candidate[]
  readonly hypotheses: readonly Hypothesis[]
  /** What was not examined or could not be seen, as sentences. */
  readonly notCovered: readonly string[]
  readonly telling: readonly TellingRecord[]
  /** A record in which the first candidate itself tells of its trouble; null where none newly does. */
  readonly failure: TellingRecord | null
  readonly recordsScanned: number
}
export interface Candidate {
  readonly service: string
  /** 0..1, comparable within one finding. */
  readonly score: number
  readonly reason: string
  readonly firstSeenMs: number
  /** Observations with numbers, the strongest first. */
  readonly observations: readonly string[]
}
export interface Hypothesis {
  readonly service: string
  readonly statement: string
  readonly state: 'supported' | 'weakened' | 'rejected'
  readonly because: string
}
export interface TellingRecord {
  readonly id: string
  readonly service: string
  readonly severity: string
  readonly body: string
  /** Why it failed, where the record says so beside its message. */
  readonly reason?: string
}
