/** How much a target would be worth to a project, from what its telemetry covers. Pure; docs/design/recommendations.md. */
import type { Signal } from '../../telemetry/model.ts'
import type { Target } from './catalogue.ts'

/** What a project has: for each service, the signals it sends. */
export type Coverage = ReadonlyMap<string, ReadonlySet<Signal>>

export interface Situation {
  readonly coverage: Coverage
  /** Platforms and senders that are connected in some way (either kind of source). */
  readonly connectedTargets: ReadonlySet<string>
}

export interface Worth {
  /** 0..100, whole. */
  readonly roiScore: number
  /** Services it would cover, sorted. */
  readonly services: readonly string[]
}

/** A signal the whole project lacks; logs answer most questions, and traces explain what logs cannot. */
const MISSING: Readonly<Record<Signal, number>> = { logs: 30, spans: 22, metrics: 14 }
/** The most a signal adds that some services have already: in proportion to the services that lack it. */
const PARTIAL: Readonly<Record<Signal, number>> = { logs: 14, spans: 12, metrics: 8 }
/** The platform is known to be used here: it delivers as one kind of source and could as the other. */
const SAME_PLATFORM = 10
/** Clients are worth more once there is something to ask about. */
const CLIENT_WITH_TELEMETRY = 30

export function worthOf(target: Target, { coverage, connectedTargets }: Situation, isConnected: boolean): Worth {
  if (target.client !== undefined) return worthOfClient(target, coverage)
  const services = [...coverage.keys()].sort()
  const has = (service: string, signal: Signal) => coverage.get(service)?.has(signal) ?? false
  let score = target.base
  for (const signal of target.signals) {
    const senders = services.filter((service) => has(service, signal)).length
    if (senders === 0) score += MISSING[signal]
    // Of what is connected, the share that it may be serving counts; of what is not, the share that it could serve.
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
