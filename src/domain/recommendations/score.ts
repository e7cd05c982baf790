/**
 * Scores how valuable a target would be to a project, from what its telemetry covers. Pure;
 * docs/design/recommendations.md.
 */
import type { Signal } from '../../telemetry/index.ts'
import type { Target } from './catalogue.ts'

/** The services of a project with the signals that each sends. */
export type Coverage = ReadonlyMap<string, ReadonlySet<Signal>>

export interface Situation {
  readonly coverage: Coverage
  /** Platforms and senders that are connected, through either kind of source. */
  readonly connectedTargets: ReadonlySet<string>
}

export interface Worth {
  /** An integer from 0 to 100. */
  readonly roiScore: number
  /** The services that the target would cover, sorted. */
  readonly services: readonly string[]
}

/** Points for a signal that the whole project lacks. Logs answer most questions; traces explain what logs cannot. */
const MISSING: Readonly<Record<Signal, number>> = { logs: 30, spans: 22, metrics: 14 }
/** Maximum points for a signal that some services already send, in proportion to the services that lack it. */
const PARTIAL: Readonly<Record<Signal, number>> = { logs: 14, spans: 12, metrics: 8 }
/**
 * Points for a platform that is known to be in use: it delivers through one kind of source and could deliver through
 * the other.
 */
const SAME_PLATFORM = 10
/** Clients are worth more when there is telemetry to ask about. */
const CLIENT_WITH_TELEMETRY = 30

/**
 * Scores what a target would add to the signals that the project's services send, and names the services that it is
 * about.
 */
export function worthOf(target: Target, { coverage, connectedTargets }: Situation, isConnected: boolean): Worth {
  if (target.client !== undefined) return worthOfClient(target, coverage)
  const services = [...coverage.keys()].sort()
  const has = (service: string, signal: Signal) => coverage.get(service)?.has(signal) ?? false
  let score = target.base
  for (const signal of target.signals) {
    const senders = services.filter((service) => has(service, signal)).length
    if (senders === 0) score += MISSING[signal]
    // For a connected target, counts the share of services that it may be serving; for others, the share that it
    // could serve.
    else score += PARTIAL[signal] * ((isConnected ? senders : services.length - senders) / services.length)
  }
  if (!isConnected && connectedTargets.has(target.targetId)) score += SAME_PLATFORM
  const covered = services.filter((service) => target.signals.some((signal) => has(service, signal) === isConnected))
  return { roiScore: bounded(score), services: covered }
}

function worthOfClient(target: Target, coverage: Coverage): Worth {
  const score = target.base + (coverage.size > 0 ? CLIENT_WITH_TELEMETRY : 0)
  return { roiScore: bounded(score), services: [...coverage.keys()].sort() }
}

const bounded = (score: number): number => Math.round(Math.min(100, Math.max(0, score)))
