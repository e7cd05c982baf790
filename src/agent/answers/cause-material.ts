/** The material for an answer about a cause, and the service and mechanism that the answer names. */
import { mechanismSaidByItself } from '../investigator/mechanism-words.ts'
import { saysOwnLimit } from '../investigator/own-limits.ts'
import type { Mechanism } from '../investigator/verdict.ts'
import { spokenText, withReason } from '../message-text.ts'
import type { DeploymentsResult, MeasureResult, PatternsResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import type { OwnTrouble } from '../questions/reading.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import {
  FAILING_WORDS,
  failsWith,
  MECHANISM_WORDS,
  type MechanismWords,
  OWN_LIMIT_WORDS,
  WRONG_RESULT_WORDS,
} from './mechanisms.ts'

/** What the same trouble did before: the line that tells of it, and the requests of the blamed service that failed. */
export interface Earlier {
  /** The pattern of the line that tells of it, its variables as an ellipsis. */
  readonly said: string | null
  readonly lines: MeasureResult | null
  readonly requests: MeasureResult | null
  readonly fromMs: number
}

export interface CauseMaterial {
  readonly plan: PlanOf<'cause'> | PlanOf<'timeline'>
  readonly result: InvestigateToolResult
  readonly id: string
  readonly askedAtMs: number
  /** The requests that failed since the onset, minute by minute. Null without spans. */
  readonly effect: MeasureResult | null
  /** When the last request failed, where it is over. Null or absent where that is not known. */
  readonly lastFailedMs?: number | null
  /** Errors that the blamed service logged since the onset. */
  readonly ownLines: readonly string[]
  /** The deployments that were seen. Null if the question is not about them. */
  readonly releases: DeploymentsResult | null
  /** All services that send telemetry, at most a hundred. */
  readonly services: readonly string[]
  /** Failed requests by service since the onset, and before it. Null or absent if the question is not about services. */
  readonly hit?: MeasureResult | null
  /** The same trouble before the onset. Null or absent if the question is not about that. */
  readonly earlier?: Earlier | null
  /** How full what is suspected was, by service, since the onset and before it. Null or absent where no gauge tells. */
  readonly level?: MeasureResult | null
  /** The lines that tell of trouble with what the question names. Null or absent where it names nothing. */
  readonly ofNamed?: OfNamed | null
}

export interface OfNamed extends Pick<OwnTrouble, 'words' | 'value'> {
  readonly result: PatternsResult
  readonly id: string
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
  const failure = failureOf(material)
  const said =
    mechanismSaidByItself([...(failure === null ? [] : [failure]), ...own, ...seen]) ??
    mechanismSaidByItself(material.ownLines)
  if (said !== null) return said
  return isVerdictOf(material) ? (verdict.mechanism?.kind ?? verdict.candidates[0]?.mechanism ?? 'unknown') : 'unknown'
}

/** Kinds that are only guessed where a service tells of an error in words that name none. */
const GUESSED: ReadonlySet<Mechanism> = new Set(['wrong_result', 'exception', 'unknown'])
/** Somebody who answers that a request is bad works: what is wrong is the request. */
const REFUSED = /\b(?:answered|replied|returned|responded|status|code|http)\b.{0,20}\b4(?!08|29)\d\d\b/i

/** What the service that the answer names says of its own trouble; null where none of its lines newly does. */
export function failureOf(material: CauseMaterial): string | null {
  const { failure } = material.result
  if (failure == null || failure.service !== firstCandidate(material)?.service) return null
  return withReason(spokenText(failure.body), failure.reason)
}

/** What the service says of its trouble, and the last errors that it logged. Empty where it says nothing new. */
export function errorsOf(material: CauseMaterial): string[] {
  const failure = failureOf(material)
  return failure === null ? [] : [failure, ...material.ownLines]
}

/** The mechanism in words: where the service tells of its trouble itself and its words name no other kind, what it says. */
export function wordsOfMechanism(material: CauseMaterial): MechanismWords {
  const kind = mechanismOf(material)
  const candidate = firstCandidate(material)
  if (candidate === undefined) return MECHANISM_WORDS[kind]
  if (kind === 'unknown') {
    const told = material.result.telling.flatMap(({ service, body }) => (service === candidate.service ? [body] : []))
    if ([candidate.reason, ...candidate.observations, ...told].some(saysOwnLimit)) return OWN_LIMIT_WORDS
  }
  const failure = failureOf(material)
  if (failure !== null) {
    const isGuess =
      GUESSED.has(kind) ||
      (kind === 'bad_release' && !isReleased(material)) ||
      (kind === 'dependency_outside' && REFUSED.test(failure))
    return isGuess ? failsWith(failure, kind === 'exception' && isThrown(material, failure)) : MECHANISM_WORDS[kind]
  }
  if (kind !== 'wrong_result') return MECHANISM_WORDS[kind]
  return isFailing(material) ? FAILING_WORDS : WRONG_RESULT_WORDS
}

/** Whether a release, or new instances, came just before; errors that are new are no sign of one. */
function isReleased(material: CauseMaterial): boolean {
  const { changes, mechanism } = material.result.verdict
  const isByChange = mechanism?.evidence.some(({ kind }) => kind === 'change') === true
  const isReplaced = changes.some(({ change, state }) => state === 'culprit' && change.kind === 'replacement')
  return isByChange || isReplaced || findingKinds(material).includes('new_instance_ill')
}

/** Whether exceptions were recorded, or the words are those of one. */
function isThrown(material: CauseMaterial, failure: string): boolean {
  return mechanismSaidByItself([failure]) === 'exception' || findingKinds(material).includes('exceptions')
}

function isFailing(material: CauseMaterial): boolean {
  return findingKinds(material).some((kind) => kind === 'span_errors' || kind === 'exceptions')
}

function findingKinds(material: CauseMaterial): string[] {
  const [first] = isVerdictOf(material) ? material.result.verdict.candidates : []
  return (first?.reasons ?? []).map(({ kind }) => kind)
}
