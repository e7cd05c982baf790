/** Builds the typed verdict from what an investigation found. Pure. */
import { chainOf } from './chain.ts'
import { judgeChanges } from './changes.ts'
import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import { foundTrouble, type Outcome } from './investigation.ts'
import { isInCode, type MechanismVote, mechanismsOf } from './mechanism.ts'
import type { Scored } from './ranking.ts'
import type {
  ChangeRecord,
  ChangeVerdict,
  EvidenceReference,
  Impact,
  IncidentState,
  Mechanism,
  MechanismVerdict,
  OnsetEstimate,
  Undecided,
  Verdict,
  VerdictCandidate,
  VerdictOutcome,
} from './verdict.ts'

/** At most this many candidates are listed. */
export const CANDIDATES_MAX = 10
const REASONS_MAX = 6
/** The second candidate is mentioned beside the first from this share of the first's probability on. */
const NEARLY_AS_LIKELY = 0.5

export interface VerdictParts {
  readonly outcome: Outcome
  readonly ranked: readonly Scored[]
  /** The probability of each ranked service. */
  readonly probabilities: readonly number[]
  /** The probability that something broke, and that it did so in a service that shows nothing. */
  readonly anomaly: number
  readonly elsewhere: number
  readonly onset: OnsetEstimate | null
  readonly state: IncidentState
  readonly graph: ServiceGraph
  readonly impact: Impact | null
  readonly changes: readonly ChangeRecord[]
  readonly notSeen: readonly string[]
}

/** Puts the verdict together: outcome, candidates with probabilities, onset, impact, and what was not seen. */
export function verdictOf(parts: VerdictParts): Verdict {
  const { outcome, ranked, probabilities, onset, impact, notSeen } = parts
  const isBroken = foundTrouble(outcome)
  const shown = ranked.slice(0, CANDIDATES_MAX)
  const candidates = shown.map((scored, i) => candidateOf(scored, probabilities[i] ?? 0))
  const anomalyProbability = parts.anomaly
  const origin = isBroken ? ranked[0] : undefined
  const judged = judgeChanges(
    parts.changes,
    origin === undefined || onset === null ? null : { service: origin.service, onsetMs: onset.atMs },
  )
  const isKnown = isBroken && parts.changes.length > 0
  return {
    outcome: verdictOutcome(outcome),
    confidence: isBroken ? (probabilities[0] ?? 0) : outcome === 'no_data' ? 0 : 1 - anomalyProbability,
    anomalyProbability: outcome === 'no_data' ? 0 : anomalyProbability,
    candidates,
    onset: isBroken ? onset : null,
    state: isBroken ? parts.state : { kind: 'unknown', atMs: null },
    mechanism: origin === undefined ? null : mechanismVerdict(origin, judged),
    chain: origin === undefined ? [] : chainOf(origin.service, ranked, parts.graph),
    impact: isBroken ? impact : null,
    changes: judged,
    noChangeGuilty: isKnown ? judged.every(({ state }) => state !== 'culprit') : null,
    undecided: isBroken ? undecidedOf(candidates, parts.elsewhere, parts.graph) : null,
    notSeen,
  }
}

/** Returns the verdict of a window without telemetry. */
export function noVerdict(notSeen: readonly string[], changes: readonly ChangeRecord[]): Verdict {
  return {
    outcome: 'no_data',
    confidence: 0,
    anomalyProbability: 0,
    candidates: [],
    onset: null,
    state: { kind: 'unknown', atMs: null },
    mechanism: null,
    chain: [],
    impact: null,
    changes: judgeChanges(changes, null),
    noChangeGuilty: null,
    undecided: null,
    notSeen,
  }
}

/** Returns an outcome in the words of the verdict. */
export function verdictOutcome(outcome: Outcome): VerdictOutcome {
  return outcome === 'root_cause_identified' ? 'identified' : outcome
}

function candidateOf(scored: Scored, probability: number): VerdictCandidate {
  return {
    service: scored.service,
    probability,
    mechanism: mechanismsOf(scored.findings)[0]?.kind ?? 'unknown',
    reasons: scored.findings.slice(0, REASONS_MAX).map(referenceOf),
    explainedBy: scored.explainedBy,
  }
}

/** A release that ended longer before the onset than this does not decide the mechanism. */
const RELEASE_MAX_MS = 20 * 60_000
const RELEASES: ReadonlySet<string> = new Set(['deployment', 'release', 'rollout', 'commit'])

function mechanismVerdict({ findings }: Scored, changes: readonly ChangeVerdict[]): MechanismVerdict {
  const first: MechanismVote | undefined = mechanismsOf(findings)[0]
  const culprit = changes.find(({ state }) => state === 'culprit')?.change
  const onsetMs = Math.min(...findings.map((finding) => finding.onsetMs))
  if (culprit !== undefined && RELEASES.has(culprit.kind) && culprit.startedMs >= onsetMs - RELEASE_MAX_MS) {
    const text = `${culprit.title} began ${Math.round((onsetMs - culprit.startedMs) / 60_000)} min before the onset`
    const change = {
      signal: 'changes',
      kind: 'change',
      text,
      strength: 0,
      firstSeenMs: culprit.startedMs,
      queries: [],
    } as const
    const evidence = [change, ...(first?.findings ?? []).slice(0, REASONS_MAX - 1).map(referenceOf)]
    return { kind: 'bad_release', confidence: 0.7, evidence, inCode: isInCode('bad_release') }
  }
  const kind: Mechanism = first?.kind ?? 'unknown'
  return {
    kind,
    confidence: first?.share ?? 0,
    evidence: (first?.findings ?? []).slice(0, REASONS_MAX).map(referenceOf),
    inCode: isInCode(kind),
  }
}

/** Returns a finding as a reference of the verdict. */
export function referenceOf({ kind, text, strength, onsetMs, queries }: Finding): EvidenceReference {
  const rounded = Math.round(strength * 10) / 10
  return { signal: signalOf(kind), kind, text, strength: rounded, firstSeenMs: onsetMs, queries }
}

function signalOf(kind: Finding['kind']): EvidenceReference['signal'] {
  if (kind === 'metric') return 'metrics'
  return kind.startsWith('log_') ? 'logs' : 'spans'
}

function undecidedOf(
  candidates: readonly VerdictCandidate[],
  elsewhere: number,
  graph: ServiceGraph,
): Undecided | null {
  const [first, second] = candidates
  if (first === undefined) return null
  const least = first.probability * NEARLY_AS_LIKELY
  if (elsewhere >= Math.max(least, second?.probability ?? 0)) {
    return {
      services: [first.service],
      because: `what ${first.service} shows may come from a service that it calls and that shows nothing here`,
      decidingQuery: `spans of ${first.service}, or lines and metrics of what it calls: is the time or the failure already there?`,
    }
  }
  if (second === undefined || second.probability < least) return null
  const services = [first.service, second.service]
  const isCaller = graph.callees.get(second.service)?.has(first.service) ?? false
  const isCallee = graph.callees.get(first.service)?.has(second.service) ?? false
  if (isCaller || isCallee) {
    const [caller, callee] = isCaller ? [second.service, first.service] : [first.service, second.service]
    return {
      services,
      because: `${caller} calls ${callee}, and both changed`,
      decidingQuery: `calls to ${callee} from services other than ${caller}: are they slow or failing too?`,
    }
  }
  return {
    services,
    because: 'both changed at the same time, and no call between them was seen',
    decidingQuery: `one trace that is slow or fails: which of ${first.service} and ${second.service} does it reach last?`,
  }
}
