/** Writes candidates and competing hypotheses as text, from scored evidence. */
import type { Finding, FindingKind } from './findings.ts'
import type { Candidate, EvidenceItem, Hypothesis } from './investigation.ts'
import type { Scored } from './ranking.ts'

/** At most this much evidence is shown for a candidate: more convinces nobody. */
const EVIDENCE_MAX = 6
const CANDIDATES_MAX = 10
const HYPOTHESES_MAX = 5
/**
 * Shares of the first candidate's score: from the first on, another candidate still competes; below the second, it is
 * rejected.
 */
const COMPETING_SHARE = 0.6
const REJECTED_SHARE = 0.15

const MANNER: Record<FindingKind, string> = {
  log_sequence: 'handles requests differently',
  log_new: 'logs new kinds of lines',
  log_mention: 'is named in the errors of others',
  log_rate: 'logs certain lines more often',
  log_missing: 'no longer completes part of its work',
  self_time: 'itself became slow',
  edge_time: 'or the network around it became slow',
  span_errors: 'fails requests',
  exceptions: 'raises exceptions',
  child_calls: 'no longer makes the calls it used to',
  truncated: 'loses spans of its traces',
  silence: 'went quiet',
  metric: 'shows resource readings unlike its peers',
}

/** Returns a finding as evidence of an answer. */
export function evidenceItem(finding: Finding): EvidenceItem {
  const { kind, text, strength, onsetMs, queries } = finding
  return { kind, text, strength: Math.round(strength * 10) / 10, firstSeenMs: onsetMs, queries }
}

/** @param onsetMs of the incident. A candidate that shows no change itself is said to have been first seen then. */
export function candidatesOf(
  ranked: readonly Scored[],
  probabilities: readonly number[],
  onsetMs: number,
): Candidate[] {
  return ranked.slice(0, CANDIDATES_MAX).map((scored, i) => {
    const evidence = scored.findings.slice(0, EVIDENCE_MAX).map(evidenceItem)
    return {
      rank: i + 1,
      service: scored.service,
      score: Math.round((probabilities[i] ?? 0) * 1_000) / 1_000,
      reason: evidence[0]?.text ?? '',
      firstSeenMs: evidence.length === 0 ? onsetMs : Math.min(...evidence.map((item) => item.firstSeenMs)),
      evidence,
      explainedBy: scored.explainedBy,
    }
  })
}

/** Returns the leading candidates as hypotheses, each with what speaks for and against it. */
export function hypothesesOf(ranked: readonly Scored[]): Hypothesis[] {
  const top = ranked[0]?.score ?? 0
  return ranked.slice(0, HYPOTHESES_MAX).map((scored, i) => {
    const kind = scored.findings[0]?.kind
    const manner = kind === undefined ? 'changed' : MANNER[kind]
    return {
      service: scored.service,
      statement: `The cause lies in ${scored.service}: it ${manner}.`,
      state: stateOf(scored, i, top),
      evidenceFor: scored.findings.slice(0, EVIDENCE_MAX).map(evidenceItem),
      evidenceAgainst: against(scored, ranked),
    }
  })
}

function stateOf(scored: Scored, index: number, top: number): Hypothesis['state'] {
  if (index === 0) return 'supported'
  if (scored.score < REJECTED_SHARE * top) return 'rejected'
  if (scored.explainedBy !== null) return 'weakened'
  return scored.score >= COMPETING_SHARE * top ? 'supported' : 'weakened'
}

function against(scored: Scored, ranked: readonly Scored[]): Hypothesis['evidenceAgainst'] {
  const items: { text: string; queries: readonly string[] }[] = []
  const cause = ranked.find(({ service }) => service === scored.explainedBy)
  const finding = cause?.findings[0]
  if (cause !== undefined && finding !== undefined) {
    items.push({ text: `it calls ${cause.service}, where ${finding.text}`, queries: finding.queries })
  }
  const first = ranked[0]
  const strongest = first?.findings[0]
  if (first !== undefined && strongest !== undefined && first !== scored && first !== cause) {
    items.push({ text: `${first.service} shows stronger changes: ${strongest.text}`, queries: strongest.queries })
  }
  return items
}
