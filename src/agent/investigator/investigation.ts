/** The result of an investigation as plain JSON. Every claim has the labels of the questions that it was read from. */
import type { ExampleRecord } from '../../telemetry/index.ts'
import type { FindingKind } from './findings.ts'
import type { SourceMethod, WindowMs } from './source.ts'
import type { Verdict } from './verdict.ts'

export type Outcome = 'root_cause_identified' | 'probable' | 'inconclusive' | 'no_anomaly' | 'no_data'

/** Whether trouble was found, however sure its cause is. */
export function foundTrouble(outcome: Outcome): boolean {
  return outcome !== 'no_anomaly' && outcome !== 'no_data'
}

/** One question to the telemetry. Evidence cites `label`; the agent maps labels to its tool calls. */
export interface AskedQuery {
  readonly label: string
  readonly method: SourceMethod
  /** What was asked, in words: the range and the subject. */
  readonly subject: string
  readonly recordsScanned: number
  readonly partial: readonly string[]
}

export interface EvidenceItem {
  readonly kind: FindingKind | 'cohort'
  readonly text: string
  /** Nats: 3 is about 20:1, 10 about 22,000:1. */
  readonly strength: number
  readonly firstSeenMs: number
  readonly queries: readonly string[]
}

export interface Candidate {
  readonly rank: number
  readonly service: string
  /** Probability that this service is the root cause, judged by the telemetry alone: 0..1. */
  readonly score: number
  readonly reason: string
  readonly firstSeenMs: number
  readonly evidence: readonly EvidenceItem[]
  /** A service that it calls and whose own trouble explains this one's, if there is one. */
  readonly explainedBy: string | null
}

export interface Hypothesis {
  readonly service: string
  readonly statement: string
  readonly state: 'supported' | 'weakened' | 'rejected'
  readonly evidenceFor: readonly EvidenceItem[]
  readonly evidenceAgainst: readonly { readonly text: string; readonly queries: readonly string[] }[]
}

export interface Chart {
  readonly title: string
  readonly unit: string
  readonly points: readonly (readonly [atMs: number, value: number])[]
  readonly queries: readonly string[]
}

export interface Investigation {
  /** The result as one typed value. The fields below are what it was derived from, and an older form of it. */
  readonly verdict: Verdict
  readonly outcome: Outcome
  /** Probability of the first candidate. 0 if there is none. */
  readonly confidence: number
  /** The window that was examined. Null if there was nothing to examine. */
  readonly window: WindowMs | null
  readonly baseline: WindowMs | null
  /** Hours of the project's own quiet that it was judged against. 0: against what systems in general show. */
  readonly quietHours: number
  /** Where the counts of lines and spans in the evidence are from. Null where metrics decide. */
  readonly counted: WindowMs | null
  readonly onsetMs: number | null
  readonly onsetSource: 'stated' | 'detected'
  readonly candidates: readonly Candidate[]
  readonly hypotheses: readonly Hypothesis[]
  /** Calls between the candidates' services: caller, callee. */
  readonly dependencies: readonly (readonly [caller: string, callee: string])[]
  readonly chart: Chart | null
  readonly examples: readonly ExampleRecord[]
  readonly exampleQueries: readonly string[]
  /** A record in which the first candidate itself tells of its trouble. Null if none of its lines newly does. */
  readonly failure: ExampleRecord | null
  readonly queries: readonly AskedQuery[]
  /** Number of records per signal in the window. */
  readonly present: Readonly<Record<'logs' | 'spans' | 'metrics', number>>
  /** What could not be seen, as sentences. */
  readonly notCovered: readonly string[]
  readonly lastRecordMs: number | null
}
