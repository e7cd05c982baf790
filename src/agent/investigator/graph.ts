/** Who calls whom, read from the links of traces. */
import type { TraceActivity } from '../../telemetry/index.ts'

export interface ServiceGraph {
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>
  readonly callers: ReadonlyMap<string, ReadonlySet<string>>
}

export type Call = readonly [caller: string, callee: string]

/** The calls between services that the links of traces show, some more than once. */
export function callsInTraces(traces: TraceActivity | null): Call[] {
  return (traces?.links ?? [])
    .map(({ callerService, calleeService }): Call => [callerService, calleeService])
    .filter(([caller, callee]) => caller !== callee)
}

/** Each call of a graph. */
export function callsOf({ callees }: ServiceGraph): Call[] {
  return [...callees].flatMap(([caller, called]) => [...called].map((callee): Call => [caller, callee]))
}

/** The graph of these pairs of caller and callee. A service that calls itself is left out. */
export function graphFrom(calls: readonly Call[]): ServiceGraph {
  const callees = new Map<string, Set<string>>()
  const callers = new Map<string, Set<string>>()
  for (const [caller, callee] of calls) {
    if (caller === callee) continue
    addTo(callees, caller, callee)
    addTo(callers, callee, caller)
  }
  return { callees, callers }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}

/** Services reachable from `service` by calls, with their distance (1 for direct callees). */
export function downstream(graph: ServiceGraph, service: string): Map<string, number> {
  return reach(graph.callees, service)
}

/** Services that reach `service` by calls, with their distance. */
export function upstream(graph: ServiceGraph, service: string): Map<string, number> {
  return reach(graph.callers, service)
}

function reach(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): Map<string, number> {
  const distance = new Map<string, number>()
  let frontier = [start]
  for (let depth = 1; frontier.length > 0; depth++) {
    const next: string[] = []
    for (const service of frontier) {
      for (const other of edges.get(service) ?? []) {
        if (other === start || distance.has(other)) continue
        distance.set(other, depth)
        next.push(other)
      }
    }
    frontier = next
  }
  return distance
}
