/** What an answer about a cause is made of, and which service and mechanism it names. */
import type { Mechanism } from '../investigator/verdict.ts'
import type { DeploymentsResult, MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import { spokenMechanism } from './mechanisms.ts'

export interface CauseMaterial {
  readonly plan: PlanOf<'cause'> | PlanOf<'timeline'>
  readonly result: InvestigateToolResult
  readonly id: string
  readonly askedAtMs: number
  /** The requests that failed since the onset, minute by minute; null without spans. */
  readonly effect: MeasureResult | null
  /** Errors that the service which is blamed logged since the onset. */
  readonly ownLines: readonly string[]
  /** The deployments that were seen; null where the question is not about them. */
  readonly releases: DeploymentsResult | null
}

/** The candidate that the answer names; undefined where the investigation has none. */
export function firstCandidate({ result }: CauseMaterial): InvestigateToolResult['candidates'][number] | undefined {
  return result.candidates[0]
}

/** Mechanism, chain and impact belong to the verdict's first candidate: they are said only where the answer names it. */
export function isVerdictOf({ result }: CauseMaterial): boolean {
  return result.verdict.candidates[0]?.service === result.candidates[0]?.service
}

/** The mechanism that the answer names: what the service says of itself first, then what the investigation found. */
export function mechanismOf(material: CauseMaterial): Mechanism {
  const { verdict, telling } = material.result
  const candidate = firstCandidate(material)
  const own = telling.filter(({ service }) => service === candidate?.service).map(({ body }) => body)
  // Only observations of the service's own lines count, not what other services say of it.
  const seen = (candidate?.observations ?? []).filter((text) => !text.includes(` names ${candidate?.service} in `))
  // What a service says of its own trouble is clearer than what its metrics suggest.
  const said = spokenMechanism([...own, ...seen]) ?? spokenMechanism(material.ownLines)
  if (said !== null) return said
  return isVerdictOf(material) ? (verdict.mechanism?.kind ?? verdict.candidates[0]?.mechanism ?? 'unknown') : 'unknown'
}
