/** Who is right to name: the faulty component, or, where it sends nothing, those who suffer from it first. */
import type { Fault } from './faults.ts'
import { type Component, callersOf, callsIn, type Operation, type System } from './system.ts'
import type { Quantity } from './vocabulary.ts'

export function guilty(
  { kind, target, entry }: Fault,
  system: System,
  asked: Iterable<Operation>,
  published: ReadonlyMap<Component, readonly Quantity[]>,
): Component[] {
  const operations = [...asked]
  const right = new Set<Component>([target])
  const sends = published.get(target) ?? []
  if (sends.length === 0) for (const caller of callersOf(operations, target)) right.add(caller)
  if (kind === 'client_flood' && entry !== null) {
    // A gateway only lets through what comes: the operation behind it is where the client is served.
    const [first] = entry.operation.steps.flatMap(callsIn)
    if (target.kind === 'gateway' && first !== undefined) right.add(first.to.component)
  }
  if (kind === 'poison_message') {
    for (const { queue, operation } of system.consumers) if (operation.component === target) right.add(queue)
  }
  if (kind === 'emptied_cache' && !sends.includes('hits')) {
    // Without hits and misses only the store behind shows that it is asked more.
    for (const step of operations.flatMap(({ steps }) => steps)) {
      if (step.do === 'cached' && step.cache.to.component === target) right.add(step.behind.to.component)
    }
  }
  return [...right]
}
