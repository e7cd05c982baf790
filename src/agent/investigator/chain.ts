/** How the trouble spread: the directed path from the origin to each affected service, against the direction of calls. */

import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import type { Scored } from './ranking.ts'
import { AFFECTED_MIN } from './signs.ts'
import type { ChainStep } from './verdict.ts'

/** More steps than this convince nobody. */
const STEPS_MAX = 20

/**
 * Steps from `origin` to every affected service that calls it, directly or through others, or that names it in its
 * lines; nearest first.
 */
export function chainOf(origin: string, ranked: readonly Scored[], graph: ServiceGraph): ChainStep[] {
  const evidence = new Map(ranked.map((entry) => [entry.service, entry]))
  const namers = namersOf(ranked)
  const order = new Map([[origin, 0]])
  const parent = new Map<string, string>()
  let frontier = [origin]
  for (let depth = 1; frontier.length > 0; depth++) {
    const next: string[] = []
    for (const service of frontier) {
      const callers = new Set([...(graph.callers.get(service) ?? []), ...(namers.get(service) ?? [])])
      for (const caller of callers) {
        if (order.has(caller)) continue
        order.set(caller, depth)
        parent.set(caller, service)
        next.push(caller)
      }
    }
    frontier = next
  }
  const isAffected = (service: string): boolean => (evidence.get(service)?.rawScore ?? 0) >= AFFECTED_MIN
  const onPath = new Set<string>()
  for (const service of order.keys()) {
    if (!isAffected(service)) continue
    for (let at: string | undefined = service; at !== undefined && at !== origin; at = parent.get(at)) onPath.add(at)
  }
  return [...onPath]
    .map((to) => stepOf(parent.get(to) ?? origin, to, order.get(to) ?? 1, evidence))
    .sort((a, b) => a.order - b.order || (a.firstSeenMs ?? 0) - (b.firstSeenMs ?? 0) || a.to.localeCompare(b.to))
    .slice(0, STEPS_MAX)
}

function namersOf(ranked: readonly Scored[]): Map<string, Set<string>> {
  const namers = new Map<string, Set<string>>()
  for (const { service, findings } of ranked) {
    for (const { kind, peer } of findings) {
      if (kind !== 'log_mention' || peer === null) continue
      namers.set(service, (namers.get(service) ?? new Set<string>()).add(peer))
    }
  }
  return namers
}

function stepOf(from: string, to: string, order: number, evidence: ReadonlyMap<string, Scored>): ChainStep {
  const own = evidence.get(to)?.findings ?? []
  const ofOrigin = evidence.get(from)?.findings ?? []
  const link =
    own.find(({ peer }) => peer === from) ??
    ofOrigin.find(({ peer }) => peer === to) ??
    own.find(({ reach }) => reach === 'callee') ??
    own[0]
  return {
    from,
    to,
    order,
    edge: link === undefined ? 'calls' : edgeOf(link),
    text: link?.text ?? `${to} calls ${from}`,
    firstSeenMs: link?.onsetMs ?? null,
    queries: link?.queries ?? [],
  }
}

function edgeOf({ kind }: Finding): ChainStep['edge'] {
  if (kind === 'edge_time' || kind === 'self_time') return 'slow_calls'
  if (kind === 'log_mention') return 'named_in_logs'
  if (kind === 'silence' || kind === 'child_calls' || kind === 'log_missing' || kind === 'truncated')
    return 'missing_calls'
  return kind === 'metric' ? 'calls' : 'failing_calls'
}
