/** Faults that are put into recorded traces. Each says which services can have it in a stretch of time, and applies it. */
import type { Random } from '../../demo/random.ts'
import { below, isEntry, type Node, remove, stretch } from './trace-surgery.ts'

export const SPAN_FAULTS = ['delay', 'network_delay', 'wrong_return', 'quiet_callee', 'cpu_contention'] as const
export type SpanFault = (typeof SPAN_FAULTS)[number]

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/** A fault that fewer calls meet than this is one that nobody would be called for. */
const CALLS_MIN = 20
/** A delay is this many times the usual duration of what it hits, at least what a user could notice. */
const DELAY_FACTORS = [1, 2, 4] as const
const DELAY_MIN_MS = 80
const CPU_FACTORS = [2, 3, 5] as const
/** A call that works less than this by itself stays fast on any processor. */
const BUSY_MIN_MS = 2
/** How long callers of a silent service wait before they give up, or not at all. */
const TIMEOUTS_MS = [0, 1_000, 3_000] as const
/** Of the calls, the share that is hit. */
const SHARES = [1, 1, 0.4] as const

/** The service hit, or null when none has enough calls in the stretch that this fault could hit. */
export function applySpanFault(
  kind: SpanFault,
  nodes: readonly Node[],
  stretchOfFault: Stretch,
  except: ReadonlySet<string>,
  random: Random,
): string | null {
  const calls = nodes.filter(
    (node) =>
      !node.isRemoved &&
      isEntry(node) &&
      node.startMs >= stretchOfFault.fromMs &&
      node.startMs < stretchOfFault.toMs &&
      isPossible(kind, node),
  )
  const byService = [...Map.groupBy(calls, ({ record }) => record.resource.service)]
    .filter(([service, own]) => own.length >= CALLS_MIN && !except.has(service))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (byService.length === 0) return null
  const [service, own] = random.pick(byService)
  const share = random.pick(SHARES)
  const hit = own.filter(() => random.chance(share)).toSorted((a, b) => a.startMs - b.startMs)
  apply(kind, hit, random)
  return service
}

/** What cannot be seen in this call is no fault there: a return is early only if something would have followed. */
function isPossible(kind: SpanFault, node: Node): boolean {
  switch (kind) {
    case 'wrong_return':
      return awaited(node).length > 0
    case 'network_delay':
    case 'quiet_callee':
      return node.parent !== null
    case 'cpu_contention':
      return selfTimeMs(node) >= BUSY_MIN_MS
    case 'delay':
      return true
  }
}

function apply(kind: SpanFault, hit: readonly Node[], random: Random): void {
  const factor = random.pick(DELAY_FACTORS)
  const delayMs = Math.max(DELAY_MIN_MS, factor * medianDurationMs(hit))
  const cpu = random.pick(CPU_FACTORS)
  const timeoutMs = random.pick(TIMEOUTS_MS)
  const cutsCaller = random.chance(0.5)
  for (const node of hit) {
    if (node.isRemoved) continue
    switch (kind) {
      case 'delay':
        stretch(node, node.startMs, random.logNormal(delayMs, 0.3))
        break
      case 'network_delay':
        if (node.parent !== null) stretch(node.parent, node.startMs, random.logNormal(delayMs, 0.2))
        break
      case 'wrong_return':
        returnEarly(node, cutsCaller)
        break
      case 'quiet_callee':
        remove(node)
        if (node.parent !== null) stretch(node.parent, node.startMs, node.startMs - node.endMs + timeoutMs)
        break
      case 'cpu_contention':
        slowDown(node, cpu, random)
        break
    }
  }
}

/** The call ends before its first call of others; where the caller needs the result, what it would have done next is gone too. */
function returnEarly(node: Node, cutsCaller: boolean): void {
  const callEndMs = node.endMs
  const [first] = awaited(node)
  if (first === undefined) return
  const goneMs = node.endMs - first.startMs
  for (const child of node.children) remove(child)
  stretch(node, Number.POSITIVE_INFINITY, -goneMs)
  if (!cutsCaller) return
  const caller = callerOf(node)
  const later = caller?.children.filter(({ isRemoved, startMs }) => !isRemoved && startMs >= callEndMs - goneMs) ?? []
  const [next] = later
  if (caller === null || next === undefined) return
  const restMs = caller.endMs - next.startMs
  for (const child of later) remove(child)
  stretch(caller, Number.POSITIVE_INFINITY, -restMs)
}

/** Calls of this one that began while it lasted: what begins later is nobody's to wait for. */
function awaited({ children, endMs }: Node): Node[] {
  return children.filter((child) => !child.isRemoved && child.startMs < endMs)
}

/** The nearest span above, of the caller's own, that would go on with further calls. */
function callerOf(node: Node): Node | null {
  for (let span = node.parent; span !== null; span = span.parent) {
    if (span.children.some(({ startMs, isRemoved }) => !isRemoved && startMs >= node.endMs)) return span
    if (isEntry(span)) return null
  }
  return null
}

/** Every span of the service in this call works `factor` times as long. */
function slowDown(node: Node, factor: number, random: Random): void {
  const { service } = node.record.resource
  for (const span of below(node)) {
    if (span.isRemoved || span.record.resource.service !== service) continue
    const selfMs = selfTimeMs(span)
    stretch(span, span.startMs, random.logNormal(selfMs * (factor - 1), 0.3))
  }
}

/** The part of a span in which it waits for none of its calls. Calls may overlap, and may outlast it. */
function selfTimeMs({ startMs, endMs, children }: Node): number {
  let selfMs = 0
  let reachedMs = startMs
  for (const child of children.filter(({ isRemoved }) => !isRemoved).toSorted((a, b) => a.startMs - b.startMs)) {
    selfMs += Math.max(0, Math.min(child.startMs, endMs) - reachedMs)
    reachedMs = Math.max(reachedMs, child.endMs)
  }
  return selfMs + Math.max(0, endMs - reachedMs)
}

function medianDurationMs(nodes: readonly Node[]): number {
  const durations = nodes.map(({ startMs, endMs }) => endMs - startMs).toSorted((a, b) => a - b)
  return durations[Math.floor(durations.length / 2)] ?? 0
}
