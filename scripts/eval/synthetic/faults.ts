/** The kinds of fault a synthetic incident may have, and what each does to the operations of the faulty service. */
import type { Random } from './random.ts'
import type { Line, Operation, Step } from './topology.ts'

export const FAULT_KINDS = [
  'cpu_contention',
  'network_delay',
  'slow_store',
  'exception',
  'exception_some_kinds',
  'wrong_return',
  'silent_skip',
  'quiet_callee',
  'crash',
  'bad_instance',
  'pool_exhaustion',
  'unreachable',
  'new_branch',
  'retry_storm',
  'memory_leak',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  readonly kind: FaultKind
  readonly service: string
  readonly startMs: number
  readonly endMs: number
  /** Operations of the service it acts on. */
  readonly operations: ReadonlySet<Operation>
  /** Strength: milliseconds of delay, or a factor, or a share of requests, by kind. */
  readonly amount: number
  /** The instance it acts on, where only one does. */
  readonly instance: number
  /** The line of the failing path. */
  readonly line: Line
  readonly requestKind: number
}

export function makeFault(
  random: Random,
  kind: FaultKind,
  service: string,
  operations: readonly Operation[],
  startMs: number,
  endMs: number,
): Fault {
  const own = operations.filter((operation) => operation.service === service)
  const isWhole = [
    'cpu_contention',
    'network_delay',
    'crash',
    'unreachable',
    'quiet_callee',
    'memory_leak',
    'bad_instance',
  ].includes(kind)
  const acted = isWhole ? own : random.shuffled(own).slice(0, Math.max(1, Math.ceil(own.length / 2)))
  const noun = service.split('-')[0] ?? service
  const lines: Line[] = [
    { severity: 'ERROR', text: `java.lang.IllegalStateException: ${noun} index out of range {n}` },
    { severity: 'ERROR', text: `Traceback: KeyError while reading ${noun} {id}` },
    { severity: 'ERROR', text: `panic recovered in ${noun}: nil pointer` },
  ]
  return {
    kind,
    service,
    startMs,
    endMs,
    operations: new Set(acted),
    amount: amountOf(random, kind),
    instance: 0,
    line:
      kind === 'new_branch'
        ? { severity: 'INFO', text: `falling back to the legacy ${noun} path for {id}` }
        : random.pick(lines),
    requestKind: random.int(0, 3),
  }
}

function amountOf(random: Random, kind: FaultKind): number {
  if (kind === 'cpu_contention') return random.between(4, 20)
  if (kind === 'network_delay') return random.between(80, 1_500)
  if (kind === 'slow_store' || kind === 'pool_exhaustion') return random.between(60, 800)
  if (kind === 'unreachable') return random.between(500, 2_000)
  if (kind === 'memory_leak') return random.between(5, 15)
  return 1
}

/** Steps of an operation under a fault that makes it skip the later part of its work. */
export function cutSteps(steps: readonly Step[]): readonly Step[] {
  const cut = Math.max(1, Math.floor(steps.length / 2))
  return steps.slice(0, cut)
}
