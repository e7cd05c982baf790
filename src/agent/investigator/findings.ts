/** A finding: one observed change of one service, how strong it is, and the questions it was read from. */
import type { CohortSelector } from '../../telemetry/aggregates/types.ts'

export type FindingKind =
  | 'log_sequence'
  | 'log_new'
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
  /**
   * Whether the change may be the mere consequence of a fault in a service this one calls (`caller`: errors, cut-off
   * work), or lies in the service itself (`own`).
   */
  readonly reach: 'own' | 'caller'
  /** Labels of the questions it was read from. */
  readonly queries: readonly string[]
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
