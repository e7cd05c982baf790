/** A finding: one observed change of one service, how strong it is, and the questions it was read from. */
import type { CohortSelector } from '../../telemetry/index.ts'

export type FindingKind =
  | 'log_sequence'
  | 'log_new'
  | 'log_mention'
  | 'log_rate'
  | 'log_missing'
  | 'self_time'
  | 'edge_time'
  | 'span_errors'
  | 'exceptions'
  | 'child_calls'
  | 'truncated'
  | 'silence'
  | 'metric'

/**
 * Where else a change may come from. `own`: nowhere else. `callee`: a service it calls (errors, work cut off). `caller`:
 * those who call it (other requests than before take other branches).
 */
export type Reach = 'own' | 'callee' | 'caller'

export interface Finding {
  readonly kind: FindingKind
  readonly service: string
  /** The operation, template, link or metric it is about. */
  readonly subject: string
  /** Strength in nats, already reduced for scatter, for many comparisons and for weak kinds of change. */
  readonly strength: number
  readonly onsetMs: number
  /** What was seen, as a sentence with numbers. */
  readonly text: string
  /** The other service of a link, when there is one. */
  readonly peer: string | null
  readonly reach: Reach
  /** Labels of the questions it was read from. */
  readonly queries: readonly string[]
  /** Of a metric: what was added since the onset, in usual levels of that metric over all services. */
  readonly added?: number
  /** Of a metric: whether it fell. */
  readonly isLess?: boolean
  /** Of a service's metrics: that there are no readings any more. */
  readonly isGone?: boolean
  /** Of a mention: the name is a word of the language, and no request is known to end with such lines. */
  readonly isOfWord?: boolean
  /** Of a metric that is a share of a limit: the share it reaches, 0..1. */
  readonly shareOfLimit?: number
  /** Of a metric: whether it gets worse and worse until the end. */
  readonly isGrowing?: boolean
  /** Of a metric: whether it is that of a new instance beside its siblings. */
  readonly isOfNewInstance?: boolean
  /** Records that show it. */
  readonly selector: CohortSelector | null
}

/** The strongest finding counts whole, each further one `decay` of the one before: they are rarely independent. */
export function combinedStrength(findings: readonly Finding[], decay: number): number {
  const strengths = findings.map((finding) => finding.strength).sort((a, b) => b - a)
  let total = 0
  let weight = 1
  for (const strength of strengths) {
    total += strength * weight
    weight *= decay
  }
  return total
}

/** Returns a finding with its strength multiplied. */
export function scaled(finding: Finding, factor: number): Finding {
  return { ...finding, strength: finding.strength * factor }
}
