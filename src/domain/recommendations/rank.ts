/** Ranks the recommendations of a project from what is known about it. Pure. */
import { v5 } from 'uuid'
import { type RecommendationKind, TARGETS, type Target } from './catalogue.ts'
import type { NotedClient } from './client-activity.ts'
import { type Coverage, type Situation, worthOf } from './score.ts'

export interface Recommendation {
  readonly kind: RecommendationKind
  readonly targetId: string
  readonly status: 'connected' | 'recommended'
  readonly roiScore: number
  readonly priority: number
  readonly components: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Maximum number of services named per target. The answer has about seventy targets, and each could name all services.
 */
const COMPONENTS_MAX = 100

interface Known {
  readonly sources: ReadonlySet<string>
  readonly clients: ReadonlySet<NotedClient>
  readonly coverage: Coverage
}

/**
 * Targets that are not connected come first, the most valuable ones at the top. Ties are broken by name, so that ranks
 * are stable.
 */
export function rank(projectId: string, { sources, clients, coverage }: Known): Recommendation[] {
  const connectedTargets = new Set([...sources].map((source) => source.split(' ')[1] ?? ''))
  const situation: Situation = { coverage, connectedTargets }
  const isConnected = ({ kind, targetId, client }: Target) =>
    client === undefined ? sources.has(`${kind} ${targetId}`) : clients.has(client)
  const componentOf = new Map([...coverage.keys()].map((name) => [name, { id: v5(name, projectId), name }]))
  return TARGETS.map((target) => {
    const status = isConnected(target) ? ('connected' as const) : ('recommended' as const)
    const { roiScore, services } = worthOf(target, situation, status === 'connected')
    const components = services.slice(0, COMPONENTS_MAX).flatMap((service) => componentOf.get(service) ?? [])
    return { kind: target.kind, targetId: target.targetId, status, roiScore, components }
  })
    .sort(
      (a, b) =>
        Number(a.status === 'connected') - Number(b.status === 'connected') ||
        b.roiScore - a.roiScore ||
        (`${a.kind} ${a.targetId}` < `${b.kind} ${b.targetId}` ? -1 : 1),
    )
    .map((recommendation, index) => ({ ...recommendation, priority: index + 1 }))
}
