/**
 * New numbers for the traces and contexts of lines when half of the traces are left out. Each is decided and looked up
 * once, not for each line.
 */
import { IdNumbers, isSampled } from './id-numbers.ts'

/** The number of a trace whose lines are left out. */
export const LEFT_OUT = -2
const UNKNOWN = -3
/** Stands for the trace of a context without one. */
export const NO_TRACE = 0xffffffff

export class LogThinning {
  readonly #oldTraces: IdNumbers
  readonly #oldContexts: IdNumbers
  readonly traces: IdNumbers
  readonly contexts: IdNumbers
  readonly #thinned: number
  readonly #newTraces: Int32Array
  readonly #newContexts: Int32Array

  /** @param thinned only traces whose hash ends in this many zero bits stay held */
  constructor(traces: IdNumbers, contexts: IdNumbers, thinned: number) {
    this.#thinned = thinned
    this.#oldTraces = traces
    this.#oldContexts = contexts
    this.traces = new IdNumbers(traces.count / 2)
    this.contexts = new IdNumbers(contexts.count / 2)
    this.#newTraces = new Int32Array(traces.count).fill(UNKNOWN)
    this.#newContexts = new Int32Array(contexts.count).fill(UNKNOWN)
  }

  /** The new number of a trace, or `LEFT_OUT`. */
  traceOf(trace: number): number {
    const known = this.#newTraces[trace] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const word = (at: number) => this.#oldTraces.wordOf(trace, at)
    const isHeld = isSampled(this.#oldTraces.hashOf(trace), this.#thinned)
    const number = isHeld ? this.traces.numberOf(word(0), word(1), word(2), word(3)) : LEFT_OUT
    this.#newTraces[trace] = number
    return number
  }

  /** The new number of the context of a line of this trace. */
  contextOf(context: number, newTrace: number): number {
    const known = this.#newContexts[context] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const word = (at: number) => this.#oldContexts.wordOf(context, at)
    const number = this.contexts.numberOf(word(0), word(1), wordOfTrace(newTrace), word(3))
    this.#newContexts[context] = number
    return number
  }
}

/** The word by which a context names its trace. */
export function wordOfTrace(trace: number): number {
  return trace < 0 ? NO_TRACE : trace
}
