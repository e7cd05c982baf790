/** What can go wrong in a generated system, and what only looks as if it had. */
import type { Random } from '../synthetic/random.ts'
import { type Operation, reachOf, type Saying, type Service, type System, stepsOf } from './system.ts'

export const STRANGER_FAULTS = [
  'leak',
  'bad_replica',
  'failing_retried',
  'slow_past_timeouts',
  'cache_misses',
  'certificate',
  'flag',
  'disk_full',
  'neighbour',
  'outside_slow',
  'outside_failing',
  'down',
  'pool',
  'wrong_answer',
  'throttled_cpu',
  'lossy_network',
  'hanging',
  'rate_limited',
] as const
export type StrangerFault = (typeof STRANGER_FAULTS)[number]

export const QUIET_KINDS = ['calm', 'surge', 'drop', 'deploy', 'bad_clients', 'batch', 'mix'] as const
export type QuietKind = (typeof QUIET_KINDS)[number]

export interface Fault {
  readonly kind: StrangerFault
  readonly service: Service
  readonly operations: ReadonlySet<Operation>
  readonly startMs: number
  readonly endMs: number
  /** Milliseconds, a factor or a share of calls, by kind. */
  readonly amount: number
  /** Of calls that meet it, the share that it hits. */
  readonly share: number
  readonly line: Saying
}

/** Calls per request below which nobody would notice. */
const REACH_MIN = 0.1

/** A fault where the system can have it; null where it cannot have this kind. */
export function makeFault(
  random: Random,
  system: System,
  kind: StrangerFault,
  times: { readonly startMs: number; readonly endMs: number },
): Fault | null {
  const reach = reachOf(system)
  const reached = system.operations.filter(
    (operation) => (reach.get(operation) ?? 0) >= REACH_MIN && canHave(operation, kind),
  )
  const able = [...new Set(reached.map(({ service }) => service))].filter(
    ({ depth, instances, sendsSpans }) => sendsSpans && depth > 0 && (kind !== 'bad_replica' || instances > 1),
  )
  if (able.length === 0) return null
  const service = random.pick(able)
  const own = reached.filter((operation) => operation.service === service)
  const acted = kind === 'flag' || kind === 'wrong_answer' ? own.slice(0, Math.ceil(own.length / 2)) : own
  const all = system.operations.filter((operation) => operation.service === service)
  const isOfSome = acted.length < own.length || needsStep(kind)
  return {
    kind,
    service,
    operations: new Set(isOfSome ? acted : all),
    ...times,
    amount: amountOf(random, kind),
    share: shareOf(random, kind),
    line: lineOf(random, kind, service.word),
  }
}

function needsStep(kind: StrangerFault): boolean {
  return ['cache_misses', 'disk_full', 'outside_slow', 'outside_failing', 'pool'].includes(kind)
}

function canHave(operation: Operation, kind: StrangerFault): boolean {
  const steps = stepsOf(operation.steps)
  if (kind === 'cache_misses') return steps.some((step) => step.do === 'cache')
  if (kind === 'disk_full') return steps.some((step) => step.do === 'data' && step.isWrite)
  if (kind === 'outside_slow' || kind === 'outside_failing') return steps.some((step) => step.do === 'outside')
  if (kind === 'pool' || kind === 'slow_past_timeouts') return steps.some((step) => step.do === 'data')
  return true
}

function amountOf(random: Random, kind: StrangerFault): number {
  switch (kind) {
    case 'leak':
      return random.between(4, 12)
    case 'slow_past_timeouts':
      return random.between(1_500, 8_000)
    case 'outside_slow':
      return random.between(800, 6_000)
    case 'pool':
      return random.between(400, 3_000)
    case 'lossy_network':
      return random.between(150, 1_500)
    case 'cache_misses':
      return random.between(2, 6)
    case 'neighbour':
      return random.between(3, 8)
    case 'throttled_cpu':
      return random.between(4, 12)
    default:
      return 1
  }
}

function shareOf(random: Random, kind: StrangerFault): number {
  if (kind === 'failing_retried' || kind === 'hanging' || kind === 'rate_limited') return random.between(0.3, 0.8)
  if (kind === 'lossy_network' || kind === 'outside_failing') return random.between(0.3, 1)
  return 1
}

function lineOf(random: Random, kind: StrangerFault, word: string): Saying {
  const error = (text: string): Saying => ({ level: 'ERROR', text })
  switch (kind) {
    case 'disk_full':
      return error(
        random.pick([`write ${word}.dat: no space left on device`, 'OSError: [Errno 28] No space left on device']),
      )
    case 'pool':
      return error(
        random.pick(['timed out after {n} ms waiting for a free connection', 'connection pool exhausted, {n} waiting']),
      )
    case 'rate_limited':
      return {
        level: 'WARN',
        text: random.pick(['429 too many requests, limit {n} per second', 'rate limit exceeded for {id}']),
      }
    case 'outside_failing':
      return error(random.pick(['partner answered 503 for {id}', 'upstream partner error: bad gateway']))
    case 'flag':
      return error(
        random.pick([
          `${word}: unsupported variant for {id}`,
          `TypeError: cannot read property total of undefined in ${word}`,
        ]),
      )
    default:
      return error(
        random.pick([`${word} handler crashed: NullPointerException`, `panic: invalid memory address in ${word}`]),
      )
  }
}
