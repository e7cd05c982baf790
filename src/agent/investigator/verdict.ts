/**
 * The typed result of an investigation, for code that writes it, scores it or acts on it. Plain JSON: times are
 * milliseconds since 1970, probabilities and shares lie in 0..1, and durations carry their unit in the name. Every
 * statement refers to its evidence, and every piece of evidence to the labels of the questions that it was read from
 * (AskedQuery.label).
 */

/** What each outcome promises. The rates are published in docs/design/investigator.md. */
export type VerdictOutcome =
  /** Something broke, and the first candidate is the cause with a probability of at least 0.8. */
  | 'identified'
  /** Something broke, and the first candidate is the cause with a probability of at least 0.5. */
  | 'probable'
  /** Something changed beyond everyday variation, and no candidate is more probable than not. */
  | 'inconclusive'
  /** Nothing stands out from everyday variation. */
  | 'no_anomaly'
  /** No telemetry was received in the window. */
  | 'no_data'

/** What kind of thing is wrong at the origin. */
export const MECHANISMS = [
  'slow_store',
  'pool_exhausted',
  'processor',
  'memory',
  'disk',
  'network',
  'exception',
  'wrong_result',
  'bad_release',
  'overload',
  'dependency_outside',
  'expired_credential',
  'gone_silent',
  'unknown',
] as const
export type Mechanism = (typeof MECHANISMS)[number]

export interface EvidenceReference {
  readonly signal: 'logs' | 'spans' | 'metrics' | 'changes'
  /** The kind of finding: see FindingKind, 'cohort' or 'change'. */
  readonly kind: string
  /** What was seen, as a sentence with numbers. */
  readonly text: string
  /** Nats: 3 is about 20:1, 10 about 22,000:1. */
  readonly strength: number
  readonly firstSeenMs: number
  readonly queries: readonly string[]
}

export interface VerdictCandidate {
  readonly service: string
  /** Probability that this service is the origin. All candidates and "nothing broke" together sum to at most 1. */
  readonly probability: number
  readonly mechanism: Mechanism
  readonly reasons: readonly EvidenceReference[]
  /** A service whose own trouble explains this one's, if there is one. */
  readonly explainedBy: string | null
}

export interface OnsetEstimate {
  readonly atMs: number
  /** The onset lies between these two, as precisely as the resolution of the telemetry allows. */
  readonly earliestMs: number
  readonly latestMs: number
  /** How long a stated time lies after the onset (negative: before it). Null if no time was stated. */
  readonly statedLateMs: number | null
}

/** `ongoing`: still failing at `atMs`. `recovered`: back to usual since `atMs`. `silent`: no telemetry after `atMs`. */
export interface IncidentState {
  readonly kind: 'ongoing' | 'recovered' | 'silent' | 'unknown'
  readonly atMs: number | null
}

export interface MechanismVerdict {
  readonly kind: Mechanism
  /** How sure the mechanism is, given that the service is right. */
  readonly confidence: number
  readonly evidence: readonly EvidenceReference[]
  /**
   * False: an operational cause (resources, network, load, credentials), nothing in the code. Null: cannot be
   * determined.
   */
  readonly inCode: boolean | null
}

/** One step of the directed path outwards from the origin: `to` is affected by `from`. */
export interface ChainStep {
  readonly from: string
  readonly to: string
  /** 1 for the services next to the origin, 2 for those behind them, and so on. */
  readonly order: number
  /** How the trouble spread: slow, failing or missing calls, words in logs, or only because a call is known. */
  readonly edge: 'slow_calls' | 'failing_calls' | 'missing_calls' | 'named_in_logs' | 'calls'
  readonly text: string
  readonly firstSeenMs: number | null
  readonly queries: readonly string[]
}

/** What users experienced, counted on requests that enter the system. */
export interface Impact {
  /** Requests since the onset, and how many of them failed. */
  readonly requests: number
  readonly failed: number
  readonly share: number
  /** The same before the onset. */
  readonly before: { readonly requests: number; readonly failed: number; readonly share: number }
  /** Mean duration of a request, before the onset and since. */
  readonly meanMs: { readonly before: number; readonly since: number }
  readonly queries: readonly string[]
}

/** A change somebody made: a deployment, a flag, a configuration, a scaling, a migration. */
export interface ChangeRecord {
  readonly id: string
  /** deployment, release, commit, feature_flag, configuration, scaling, migration, incident, or another word. */
  readonly kind: string
  readonly services: readonly string[]
  readonly environment: string | null
  readonly version: string | null
  readonly author: string | null
  readonly title: string
  readonly url: string | null
  readonly startedMs: number
  readonly endedMs: number | null
}

export interface ChangeVerdict {
  readonly change: ChangeRecord
  /**
   * `culprit`: changed the origin shortly before the onset. `weakened`: near in time, but elsewhere. `unrelated`:
   * neither.
   */
  readonly state: 'culprit' | 'weakened' | 'unrelated'
  readonly because: string
}

/** Candidates that the evidence cannot distinguish, and what would distinguish them. */
export interface Undecided {
  readonly services: readonly string[]
  readonly because: string
  /** The question whose answer would decide, in words that a person can act on. */
  readonly decidingQuery: string
}

export interface Verdict {
  readonly outcome: VerdictOutcome
  /** Probability that the first candidate is the origin. For `no_anomaly`: that nothing broke. 0 for `no_data`. */
  readonly confidence: number
  /** Probability that something broke at all. */
  readonly anomalyProbability: number
  /** Best first. Empty for `no_data`. For `no_anomaly`: the leads, which prove nothing. */
  readonly candidates: readonly VerdictCandidate[]
  /** Null unless something broke. */
  readonly onset: OnsetEstimate | null
  readonly state: IncidentState
  readonly mechanism: MechanismVerdict | null
  /** From the origin to each affected service, nearest first. */
  readonly chain: readonly ChainStep[]
  /** Null when no requests were seen (no spans). */
  readonly impact: Impact | null
  readonly changes: readonly ChangeVerdict[]
  /** True: changes were looked for and none is to blame. Null: nothing broke, or no changes are known. */
  readonly noChangeGuilty: boolean | null
  readonly undecided: Undecided | null
  /** What was not seen or could not be used, as sentences. */
  readonly notSeen: readonly string[]
}
