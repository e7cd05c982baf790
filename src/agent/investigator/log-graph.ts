/**
 * Who calls whom, where no spans tell it: by names of others in warnings and errors, by whose error comes first in a trace,
 * and by whose lines lie between another's.
 */
import type { LogCallActivity } from '../../telemetry/index.ts'
import { downstream, graphFrom, type ServiceGraph } from './graph.ts'

/** Traces that show a direction before it is believed. */
const TRACES_MIN = 3
/** How many times more often than the other way round: parallel calls follow each other either way. */
const ONE_WAY = 4
/**
 * Of the traces in which a service's lines begin after another's, the share that must lie within them. Services that
 * write one line per request, or whose clocks differ, enclose little.
 */
const ENCLOSED_SHARE = 0.3

/** The same share, for two services whose clocks agree. */
const NESTED_SHARE = 0.15
/** Traces that two services share before their order says something of their clocks. */
const SHARED_MIN = 20

type Pair = readonly [service: string, peer: string]

/**
 * The calls that lines tell. A service that names another one says itself that it calls it. Work that goes on after its
 * caller gave up confuses the order of lines, but errors come first where the cause is.
 * @param named which service's lines name which other.
 * @param worded the same for words that only this other service's name has.
 */
export function logGraph(
  calls: readonly LogCallActivity[],
  named: readonly Pair[],
  worded: readonly Pair[],
): ServiceGraph {
  const known = new Map(calls.map((call) => [keyOf(call.caller, call.callee), call]))
  const isOneWay = ({ caller, callee }: LogCallActivity, count: (call: LogCallActivity) => number): boolean => {
    const back = known.get(keyOf(callee, caller))
    const there = known.get(keyOf(caller, callee))
    const times = there === undefined ? 0 : count(there)
    return times >= TRACES_MIN && times >= ONE_WAY * (back === undefined ? 0 : count(back))
  }
  const pairOf = ({ caller, callee }: LogCallActivity): Pair => [caller, callee]
  const inOrder = clocksInOrder(calls)
  const byErrors = calls.filter(
    (call) => isOneWay(call, ({ failed }) => failed) && inOrder(call.caller) && inOrder(call.callee),
  )
  const byOrder = calls.filter(
    (call) => isOneWay(call, ({ enclosed }) => enclosed) && call.enclosed >= ENCLOSED_SHARE * call.seen,
  )
  let edges: Pair[] = []
  // Each kind of witness is heard where no better one says, by whatever way, that the callee calls the caller.
  for (const witness of [named, byErrors.map(pairOf), worded, byOrder.map(pairOf)]) {
    const both = new Set(witness.map(([service, peer]) => keyOf(service, peer)))
    const better = graphFrom(edges)
    const heard = witness.filter(
      ([service, peer]) => !both.has(keyOf(peer, service)) && !downstream(better, peer).has(service),
    )
    edges = [...edges, ...heard]
  }
  return graphFrom(edges)
}

/**
 * Whose clock agrees with others': work for a request mostly lies within the work of somebody else. Where a service's
 * lines come before or after everybody's, its clock is off, and the order of its errors says nothing.
 */
function clocksInOrder(calls: readonly LogCallActivity[]): (service: string) => boolean {
  const pairs = new Map<string, { all: number; nested: number }>()
  for (const { caller, callee, seen, enclosed } of calls) {
    if (seen < SHARED_MIN) continue
    for (const service of [caller, callee]) {
      const known = pairs.get(service) ?? { all: 0, nested: 0 }
      known.all++
      if (enclosed >= NESTED_SHARE * seen) known.nested++
      pairs.set(service, known)
    }
  }
  return (service) => {
    const { all, nested } = pairs.get(service) ?? { all: 0, nested: 0 }
    return nested * 3 >= all
  }
}

function keyOf(caller: string, callee: string): string {
  return `${caller}\u0000${callee}`
}
