/** A system of services that never existed: who calls whom, with what patience, and what each operation does. */
import type { Random } from '../synthetic/random.ts'
import { operationName, serviceNames } from './names.ts'

export type Level = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
export interface Saying {
  readonly level: Level
  /** `{n}` a number, `{id}` an identifier. */
  readonly text: string
}

export type Step =
  | { readonly do: 'work'; readonly ms: number }
  | { readonly do: 'say'; readonly line: Saying }
  | { readonly do: 'call'; readonly to: Operation; readonly timeoutMs: number; readonly retries: number }
  | { readonly do: 'together'; readonly steps: readonly Step[] }
  | { readonly do: 'data'; readonly name: string; readonly ms: number; readonly isWrite: boolean }
  | { readonly do: 'cache'; readonly name: string; readonly hits: number; readonly onMiss: readonly Step[] }
  | { readonly do: 'outside'; readonly host: string; readonly ms: number }
  | { readonly do: 'sometimes'; readonly share: number; readonly steps: readonly Step[] }

export interface Operation {
  readonly service: Service
  readonly name: string
  readonly steps: readonly Step[]
  readonly failing: Saying
  /** Goes on without the answer when a callee fails it. */
  readonly isTolerant: boolean
  /** Share of its calls that fail by themselves, every day. */
  readonly ambientFailures: number
}

export interface Service {
  readonly name: string
  readonly word: string
  readonly depth: number
  readonly instances: number
  /** The machine each instance runs on. */
  readonly nodes: readonly number[]
  readonly sendsSpans: boolean
}

export interface System {
  readonly services: readonly Service[]
  readonly operations: readonly Operation[]
  readonly entries: readonly { readonly operation: Operation; readonly weight: number }[]
}

const OUTSIDE = ['api.payco.example', 'geo.maps.example', 'mail.relay.example', 'rates.bank.example'] as const
const REMARKS = [
  'received {n} items for {id}',
  'state changed to ready for {id}',
  'computed {n} entries',
  'using region eu-{n}',
  'accepted {id}',
  'took snapshot {id} in {n} ms',
  'user {id} matched {n} rules',
] as const
const FAILURES = [
  'failed to process {id}',
  'unexpected error: operation aborted',
  'request {id} could not be completed',
] as const

export function makeSystem(random: Random): System {
  const named = serviceNames(random, random.int(5, 24))
  const depths = random.int(2, Math.min(6, named.length - 1))
  const machines = random.int(2, 6)
  const services = named.map(({ service, word }, i): Service => {
    const instances = random.pick([1, 2, 2, 3, 4])
    return {
      name: service,
      word,
      depth: i === 0 ? 0 : 1 + Math.floor(((i - 1) * (depths - 1)) / Math.max(1, named.length - 1)),
      instances,
      nodes: Array.from({ length: instances }, () => random.int(1, machines)),
      sendsSpans: !random.chance(0.08),
    }
  })
  const style = random.int(0, 3)
  const retries = random.pick([0, 0, 1, 2])
  const operations: Operation[] = []
  for (const service of services.toSorted((a, b) => b.depth - a.depth)) {
    const below = operations.filter((operation) => operation.service.depth > service.depth)
    const own = service.depth === 0 ? random.int(3, 5) : random.int(1, 3)
    for (let i = 0; i < own; i++) operations.push(makeOperation(random, { service, below, style, retries }))
  }
  const entries = operations
    .filter(({ service }) => service.depth === 0)
    .map((operation) => ({ operation, weight: random.between(0.3, 3) }))
  return { services, operations, entries }
}

interface Place {
  readonly service: Service
  readonly below: readonly Operation[]
  readonly style: number
  readonly retries: number
}

function makeOperation(random: Random, { service, below, style, retries }: Place): Operation {
  const { word } = service
  const says = (): Step => ({
    do: 'say',
    line: {
      level: random.pick<Level>(['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN']),
      text: `${word} ${random.pick(REMARKS)}`,
    },
  })
  const call = (): Step => ({
    do: 'call',
    to: random.pick(below),
    timeoutMs: random.pick([800, 2_000, 5_000, 30_000]),
    retries,
  })
  const data = (): Step => ({
    do: 'data',
    name: `${random.pick(['SELECT', 'INSERT', 'UPDATE', 'find', 'HGET', 'query'])} ${word}s`,
    ms: random.logNormal(3, 0.8),
    isWrite: random.chance(0.4),
  })
  const part = (): Step[] => {
    const draw = random.next()
    if (below.length > 0 && draw < 0.5) return [call()]
    if (below.length > 1 && draw < 0.6) return [{ do: 'together', steps: [call(), call()] }]
    if (draw < 0.75) return [data()]
    if (draw < 0.85)
      return [{ do: 'cache', name: `GET ${word}:{id}`, hits: random.between(0.8, 0.97), onMiss: [data()] }]
    if (draw < 0.9) return [{ do: 'outside', host: random.pick(OUTSIDE), ms: random.logNormal(60, 0.5) }]
    return [{ do: 'work', ms: random.logNormal(4, 0.8) }]
  }
  const steps: Step[] = [{ do: 'work', ms: random.logNormal(2, 0.7) }]
  if (random.chance(0.7)) steps.push(says())
  const parts = random.int(service.depth === 0 ? 2 : 1, 4)
  for (let p = 0; p < parts; p++) {
    const made = random.chance(0.5) ? [...part(), says()] : part()
    if (random.chance(0.2)) steps.push({ do: 'sometimes', share: random.between(0.1, 0.7), steps: made })
    else steps.push(...made)
  }
  return {
    service,
    name: operationName(random, style, word),
    steps,
    failing: { level: 'ERROR', text: `${word}: ${random.pick(FAILURES)}` },
    isTolerant: random.chance(0.15),
    ambientFailures: random.pick([0, 0, 0.0005, 0.003, 0.01]),
  }
}

/** Every step of an operation, those within others too. */
export function stepsOf(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => {
    if (step.do === 'together' || step.do === 'sometimes') return [step, ...stepsOf(step.steps)]
    return step.do === 'cache' ? [step, ...stepsOf(step.onMiss)] : [step]
  })
}

/** Calls that each operation gets for one request, on average. */
export function reachOf({ entries }: System): Map<Operation, number> {
  const calls = new Map<Operation, number>()
  const visit = (operation: Operation, weight: number): void => {
    calls.set(operation, (calls.get(operation) ?? 0) + weight)
    visitSteps(operation.steps, weight)
  }
  const visitSteps = (steps: readonly Step[], weight: number): void => {
    for (const step of steps) {
      if (step.do === 'call') visit(step.to, weight)
      else if (step.do === 'together') visitSteps(step.steps, weight)
      else if (step.do === 'sometimes') visitSteps(step.steps, weight * step.share)
      else if (step.do === 'cache') visitSteps(step.onMiss, weight * (1 - step.hits))
    }
  }
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  for (const { operation, weight } of entries) visit(operation, weight / total)
  return calls
}
