/** The material for an answer about a cause, and the service and mechanism that the answer names. */
import { mechanismSaidByItself } from '../investigator/mechanism-words.ts'
import { saysOwnLimit } from '../investigator/own-limits.ts'
import type { Mechanism } from '../investigator/verdict.ts'
import { withReason } from '../message-text.ts'
import type { DeploymentsResult, MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import { MECHANISM_WORDS, type MechanismWords, OWN_LIMIT_WORDS } from './mechanisms.ts'

export interface CauseMaterial {
  readonly plan: PlanOf<'cause'> | PlanOf<'timeline'>
  readonly result: InvestigateToolResult
  readonly id: string
  readonly askedAtMs: number
  /** The requests that failed since the onset, minute by minute. Null without spans. */
  readonly effect: MeasureResult | null
  /** Errors that the blamed service logged since the onset. */
  readonly ownLines: readonly string[]
  /** The deployments that were seen. Null if the question is not about them. */
  readonly releases: DeploymentsResult | null
  /** All services that send telemetry, at most a hundred. */
  readonly services: readonly string[]
}

/** The candidate that the answer names. Undefined if the investigation has none. */
export function firstCandidate({ result }: CauseMaterial): InvestigateToolResult['candidates'][number] | undefined {
  return result.candidates[0]
}

/**
 * Mechanism, chain and impact belong to the verdict's first candidate. They are mentioned only if the answer names that
 * candidate.
 */
export function isVerdictOf({ result }: CauseMaterial): boolean {
  return result.verdict.candidates[0]?.service === result.candidates[0]?.service
}

/** The mechanism that the answer names: what the service logs about itself, else what the investigation found. */
export function mechanismOf(material: CauseMaterial): Mechanism {
  const { verdict, telling } = material.result
  const candidate = firstCandidate(material)
  const own = telling
    .filter(({ service }) => service === candidate?.service)
    .map(({ body, reason }) => withReason(body, reason))
  // Only observations of the service's own lines count, not what other services log about it.
  const seen = (candidate?.observations ?? []).filter((text) => !text.includes(` names ${candidate?.service} in `))
  // What a service logs about its own trouble is clearer than what its metrics suggest.
  const said = mechanismSaidByItself([...own, ...seen]) ?? mechanismSaidByItself(material.ownLines)
  if (said !== null) return said
  return isVerdictOf(material) ? (verdict.mechanism?.kind ?? verdict.candidates[0]?.mechanism ?? 'unknown') : 'unknown'
}

/** The mechanism in words; of a service that says that it has reached a limit of its own, that. */
export function wordsOfMechanism(material: CauseMaterial): MechanismWords {
  const kind = mechanismOf(material)
  const candidate = firstCandidate(material)
  if (kind !== 'unknown' || candidate === undefined) return MECHANISM_WORDS[kind]
  const told = material.result.telling.flatMap(({ service, body }) => (service === candidate.service ? [body] : []))
  const isOwnLimit = [candidate.reason, ...candidate.observations, ...told].some(saysOwnLimit)
  return isOwnLimit ? OWN_LIMIT_WORDS : MECHANISM_WORDS.unknown
}
