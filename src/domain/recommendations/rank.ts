/** From what is known of a project to its recommendations in their order. Pure. */
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

/** The answer has about seventy targets, each of which may name them all. */
const COMPONENTS_MAX = 100

interface Known {
  readonly sources: ReadonlySet<string>
  readonly clients: ReadonlySet<NotedClient>
  readonly coverage: Coverage
}

/** What is not connected comes first, the most worthwhile before the others; ties are broken by name, so ranks are stable. */
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
