/** The service that has the first of some entry spans of each trace: what it hands on is no further request. */
import { TraceNumbers } from './trace-numbers.ts'

/** Most traces that are remembered: about 25 MB. */
const TRACES_MAX = 300_000
const FIRST_CAPACITY = 1_024

/** A span as one of the first: when it began within its day, and how long it took. Both in nanoseconds. */
interface Began {
  readonly service: string
  readonly startNanos: number
  readonly durationNanos: number
}

export class FirstServices {
  readonly traces = new TraceNumbers(0, { max: TRACES_MAX })
  /** The number of all spans without a trace, each of which stands for itself. */
  readonly #none = this.traces.ofId('')
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()
  /** By the number of the trace; the number of the service is one more, zero is a trace without a span yet. */
  #services = new Uint32Array(FIRST_CAPACITY)
  #starts = new Float64Array(FIRST_CAPACITY)
  #durations = new Float64Array(FIRST_CAPACITY)

  /** Spans of further traces are not noted, and count. */
  get isFull(): boolean {
    return this.traces.count >= TRACES_MAX
  }

  /** Notes an entry span of a trace. Of two that begin at once, the longer one is around the other. */
  note(trace: number, { service, startNanos, durationNanos }: Began): void {
    if (trace < 0 || trace === this.#none) return
    if (trace >= this.#services.length) this.#grow(trace)
    const held = this.#services[trace] ?? 0
    const later = startNanos - (this.#starts[trace] ?? 0) || (this.#durations[trace] ?? 0) - durationNanos
    if (held !== 0 && (later > 0 || (later === 0 && service >= (this.#names[held - 1] ?? '')))) return
    this.#services[trace] = this.#number(service) + 1
    this.#starts[trace] = startNanos
    this.#durations[trace] = durationNanos
  }

  /** Whether the service has the first noted span of the trace. */
  isFirst(trace: number, service: string): boolean {
    const held = this.#services[trace] ?? 0
    return held === 0 || this.#names[held - 1] === service
  }

  #number(service: string): number {
    const known = this.#numbers.get(service)
    if (known !== undefined) return known
    this.#numbers.set(service, this.#names.length)
    return this.#names.push(service) - 1
  }

  #grow(trace: number): void {
    const size = Math.max(trace + 1, this.#services.length * 2)
    const grown = <A extends Uint32Array | Float64Array>(into: A, from: A): A => {
      into.set(from)
      return into
    }
    this.#services = grown(new Uint32Array(size), this.#services)
    this.#starts = grown(new Float64Array(size), this.#starts)
    this.#durations = grown(new Float64Array(size), this.#durations)
  }
}
