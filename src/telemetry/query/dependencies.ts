/**
 * Who calls whom, from parent and child spans of one trace: an edge is a child in another service than its parent, or
 * a client or producer span that names its peer and has no child in another service (databases, third parties).
 */
import { LatencyHistogram, type LatencySnapshot } from '../histogram/latency.ts'
import type { AttributeValue, SpanKind } from '../model.ts'
import type { Dependency } from '../port.ts'
import { valueText } from './field.ts'

export interface DependencyPartial {
  readonly edges: readonly {
    readonly caller: string
    readonly callee: string
    readonly errors: number
    readonly latency: LatencySnapshot
  }[]
}

/** Attributes that name the other side of a call, best first (OpenTelemetry semantic conventions, old and new names). */
export const PEER_KEYS: readonly string[] = [
  'peer.service',
  'db.system.name',
  'db.system',
  'messaging.system',
  'rpc.service',
  'server.address',
]

export class DependencyAccumulator {
  readonly #edges = new Map<string, { caller: string; callee: string; errors: number; latency: LatencyHistogram }>()

  merge(partial: DependencyPartial): void {
    for (const { caller, callee, errors, latency } of partial.edges) {
      const edge = this.#edge(caller, callee)
      edge.errors += errors
      edge.latency.merge(latency)
    }
  }

  add(caller: string, callee: string, durationMs: number, isError: boolean): void {
    const edge = this.#edge(caller, callee)
    if (isError) edge.errors++
    edge.latency.add(durationMs)
  }

  partial(): DependencyPartial {
    return { edges: [...this.#edges.values()].map((edge) => ({ ...edge, latency: edge.latency.snapshot() })) }
  }

  /** Most calls first, ties by names. */
  finish(): Dependency[] {
    return [...this.#edges.values()]
      .map(({ caller, callee, errors, latency }) => ({
        caller,
        callee,
        calls: latency.count,
        errors,
        durationMs: { p50: latency.quantile(0.5), p99: latency.quantile(0.99) },
      }))
      .sort((a, b) => b.calls - a.calls || (`${a.caller}\0${a.callee}` < `${b.caller}\0${b.callee}` ? -1 : 1))
  }

  #edge(caller: string, callee: string) {
    const key = `${caller}\u0000${callee}`
    let edge = this.#edges.get(key)
    if (edge === undefined) {
      edge = { caller, callee, errors: 0, latency: new LatencyHistogram() }
      this.#edges.set(key, edge)
    }
    return edge
  }
}

/** The attribute that names the peer of a client or producer span; null for other spans and where none does. */
export function peerName(
  kind: SpanKind,
  attributeOf: (key: string) => AttributeValue | undefined,
  keys = PEER_KEYS,
): string | null {
  if (kind !== 'client' && kind !== 'producer') return null
  for (const key of keys) {
    const value = attributeOf(key)
    if (value !== undefined && value !== null && value !== '') return valueText(value)
  }
  return null
}
