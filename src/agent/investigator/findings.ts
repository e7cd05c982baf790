/** A finding: one observed change of one service, its strength, and the questions that it was read from. */
import type { CohortSelector } from '../../telemetry/index.ts'
import type { MetricRole } from './metric-roles.ts'

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
 * Where else a change may come from. `own`: nowhere else. `callee`: a service that it calls (errors, work that ends
 * early). `caller`: its callers (requests differ, so other branches are taken).
 */
export type Reach = 'own' | 'callee' | 'caller'

export interface Finding {
  readonly kind: FindingKind
  readonly service: string
  /** The operation, template, link or metric it is about. */
  readonly subject: string
  /** Strength in nats. Already reduced for scatter, for the number of comparisons and for weak kinds of change. */
  readonly strength: number
  readonly onsetMs: number
  /** What was seen, as a sentence with numbers. */
  readonly text: string
  /** The other service of a link, when there is one. */
  readonly peer: string | null
  readonly reach: Reach
  /** Labels of the questions that it was read from. */
  readonly queries: readonly string[]
  /** Of calls of one host that is none of the services: that host. */
  readonly host?: string
  /** Of calls: that a store is asked. */
  readonly isOfStore?: boolean
  /** What a reader of messages shows, as evidence about who wrote them. */
  readonly isOfReader?: boolean
  /** Of calls: that each caller makes more of them than it did. */
  readonly isRepeated?: boolean
  /** Of work that ends early: that it ends with the answer of this service. */
  readonly isAnswer?: boolean
  /** Of a service that went quiet: that one caller alone tells it, and may have stopped calling. */
  readonly isByOneCaller?: boolean
  /** Of time: how long it takes since the onset on average, and what that adds over all calls, in milliseconds. */
  readonly slowing?: { readonly afterMs: number; readonly addedMs: number }
  /** Of a service that went quiet: that some of its calls arrive. */
  readonly isInPart?: boolean
  /** Of time between two services: that only pauses between their lines tell it. */
  readonly isPause?: boolean
  /** Of a line: that it is an error, new or more frequent. */
  readonly isError?: boolean
  /** Of a metric: what it measures. */
  readonly role?: MetricRole
  /** For a metric: what was added since the onset, in units of that metric's usual level over all services. */
  readonly added?: number
  /** For a metric: how many times as much it is since the onset. Absent: it was nothing. */
  readonly times?: number
  /** For a metric: whether it fell. For a line that follows another one: whether it does so less often. */
  readonly isLess?: boolean
  /** For a service's metrics: whether there are no readings any more. */
  readonly isGone?: boolean
  /** Of a service without readings any more: that all it sent were of requests, and without requests there are none. */
  readonly isOfRequestsAlone?: boolean
  /** Of requests that fail, as a share: how many do, 0..1. */
  readonly failingShare?: number
  /** For a mention: the name is an ordinary word too, and no request is known to end with such lines. */
  readonly isOfWord?: boolean
  /** For a metric that is a share of a limit: the share that it reaches, 0..1. */
  readonly shareOfLimit?: number
  /** For a duration or own time: whether the processor of its service is measured and does no more than before. */
  readonly isProcessorIdle?: boolean
  /** For a metric: whether it keeps getting worse until the end. */
  readonly isGrowing?: boolean
  /** For a metric: whether it belongs to a new instance that is compared with its siblings. */
  readonly isOfNewInstance?: boolean
  /** For a metric: the service no longer makes these calls, though it answers as many requests. */
  readonly isUncalled?: boolean
  /** Records that show the finding. */
  readonly selector: CohortSelector | null
}

/**
 * The strongest finding counts in full. Each further one counts `decay` times the one before, because findings are
 * rarely independent.
 */
export function combinedStrength(findings: readonly Finding[], decay: number): number {
  return combinedStrengthOf(
    findings.map(({ strength }) => strength),
    decay,
  )
}

/** The same of strengths alone. */
export function combinedStrengthOf(strengths: readonly number[], decay: number): number {
  let total = 0
  let weight = 1
  for (const strength of strengths.toSorted((a, b) => b - a)) {
    total += strength * weight
    weight *= decay
  }
  return total
}

/** Returns a finding with its strength multiplied. */
export function scaled(finding: Finding, factor: number): Finding {
  return { ...finding, strength: finding.strength * factor }
}
