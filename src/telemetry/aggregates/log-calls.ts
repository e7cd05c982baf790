/**
 * Who calls whom, read from the order of a trace's lines alone. Work that lies between two lines of another service was
 * done for it, and a failure is handed to the caller: the first error of a trace is the one nearest to the cause.
 */
import type { LogCallActivity } from './types.ts'

/** Most pairs of services kept, those seen most often. */
export const CALLS_MAX = 2_000
/** Services that are inside each other at one moment of a trace; deeper ones are not followed. */
const DEPTH_MAX = 32

interface OpenCall {
  seen: number
  enclosed: number
  failed: number
}

/** Follows the services of one trace after another. */
export class CallCounter {
  readonly #services: readonly string[]
  readonly #calls = new Map<number, OpenCall>()
  /** Services that began and are not known to have ended, outermost first. */
  readonly #stack: number[] = []
  /** Services with an error in this trace, in the order of their first ones. */
  readonly #failed: number[] = []

  /** @param services by the numbers that `step` is given. */
  constructor(services: readonly string[]) {
    this.#services = services
  }

  begin(): void {
    this.#stack.length = 0
    this.#failed.length = 0
  }

  /** The next line of the trace was written by this service. Linear in the depth of the trace's calls. */
  step(service: number, isError: boolean): void {
    const stack = this.#stack
    if (isError && this.#failed.length < DEPTH_MAX && !this.#failed.includes(service)) {
      for (const first of this.#failed) this.#open(service, first).failed++
      this.#failed.push(service)
    }
    const at = stack.lastIndexOf(service)
    if (at < 0) {
      if (stack.length >= DEPTH_MAX) return
      for (const outer of stack) this.#open(outer, service).seen++
      stack.push(service)
      return
    }
    while (stack.length > at + 1) {
      const inner = stack.pop() ?? service
      for (let outer = 0; outer <= at; outer++) this.#open(stack[outer] ?? service, inner).enclosed++
    }
  }

  calls(): LogCallActivity[] {
    const count = this.#services.length
    const all = [...this.#calls].map(([key, open]) => ({
      caller: this.#services[Math.floor(key / count)] ?? '',
      callee: this.#services[key % count] ?? '',
      ...open,
    }))
    return mostSeen(all)
  }

  #open(caller: number, callee: number): OpenCall {
    const key = caller * this.#services.length + callee
    const known = this.#calls.get(key)
    if (known !== undefined) return known
    const open = { seen: 0, enclosed: 0, failed: 0 }
    this.#calls.set(key, open)
    return open
  }
}

/** Joins two shares of an answer, pair by pair. */
export function mergeCalls(a: readonly LogCallActivity[], b: readonly LogCallActivity[]): LogCallActivity[] {
  const merged = new Map<string, LogCallActivity>()
  for (const call of [...a, ...b]) {
    const key = `${call.caller}\u0000${call.callee}`
    const known = merged.get(key)
    const { seen, enclosed, failed } = known ?? { seen: 0, enclosed: 0, failed: 0 }
    merged.set(key, {
      ...call,
      seen: call.seen + seen,
      enclosed: call.enclosed + enclosed,
      failed: call.failed + failed,
    })
  }
  return mostSeen([...merged.values()])
}

function mostSeen(calls: LogCallActivity[]): LogCallActivity[] {
  return calls.length <= CALLS_MAX ? calls : calls.sort((x, y) => y.seen - x.seen).slice(0, CALLS_MAX)
}
