/**
 * Joins spans to their parents by numbers: ids as words, names as codes. Hundreds of thousands of spans are joined
 * together, and as records each would take hundreds of bytes.
 */
import type { WorkPace } from '../../work-pace.ts'
import { inPieces, wider } from '../aggregates/grouped-rows.ts'
import { IdNumbers, TextIds } from '../aggregates/id-numbers.ts'
import type { SpanKind } from '../model.ts'
import type { DependencyAccumulator } from '../query/dependencies.ts'

const FIRST_CAPACITY = 4_096
/** Work units (work-pace.ts) to look up a parent and count the call. */
const JOIN_UNITS = 0.5

const FAILED = 1
const HAS_PARENT = 2
const IS_CLIENT = 4
const NOBODY = -1

/** One span to join. The object is reused from span to span. */
export class JoinedSpan {
  readonly trace = new Uint32Array(4)
  readonly span = new Uint32Array(2)
  readonly parent = new Uint32Array(2)
  hasParent = false
  service = ''
  kind: SpanKind = 'unspecified'
  isError = false
  durationMs = 0
  /** The peer that the span names. */
  peer: string | null = null
}

export class DependencyJoin {
  /** The words of ids that are given as text. */
  readonly textIds = new TextIds()
  readonly #traces = new IdNumbers()
  /** A span's number is its position in the columns. */
  readonly #spans = new IdNumbers()
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()
  #traceOf = new Uint32Array(FIRST_CAPACITY)
  #parents = new Uint32Array(FIRST_CAPACITY * 2)
  #services = new Int32Array(FIRST_CAPACITY)
  #peers = new Int32Array(FIRST_CAPACITY)
  #durations = new Float64Array(FIRST_CAPACITY)
  #facts = new Uint8Array(FIRST_CAPACITY)

  get count(): number {
    return this.#spans.count
  }

  /** Adds a span. A span that was delivered twice counts once. */
  add(draft: JoinedSpan): void {
    const { trace: t, span: s, parent } = draft
    const trace = this.#traces.numberOf(t[0] ?? 0, t[1] ?? 0, t[2] ?? 0, t[3] ?? 0)
    const at = this.#spans.count
    if (this.#spans.numberOf(s[0] ?? 0, s[1] ?? 0, trace, 0) < at) return
    if (at === this.#durations.length) this.#grow()
    this.#traceOf[at] = trace
    this.#parents[at * 2] = parent[0] ?? 0
    this.#parents[at * 2 + 1] = parent[1] ?? 0
    this.#services[at] = this.#number(draft.service)
    this.#peers[at] = draft.peer === null ? NOBODY : this.#number(draft.peer)
    this.#durations[at] = draft.durationMs
    this.#facts[at] =
      (draft.isError ? FAILED : 0) | (draft.hasParent ? HAS_PARENT : 0) | (draft.kind === 'client' ? IS_CLIENT : 0)
  }

  /** Counts the calls. The time and errors of a call are those of the caller's client span, if present. */
  async join(into: DependencyAccumulator, pace: WorkPace): Promise<void> {
    const answered = new Uint8Array(this.count)
    await inPieces(this.count, JOIN_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) this.#addCall(span, answered, into)
    })
    await inPieces(this.count, JOIN_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) if (answered[span] === 0) this.#addPeer(span, into)
    })
  }

  #addCall(span: number, answered: Uint8Array, into: DependencyAccumulator): void {
    if (!this.#is(span, HAS_PARENT)) return
    const [a, b] = [this.#parents[span * 2] ?? 0, this.#parents[span * 2 + 1] ?? 0]
    const parent = this.#spans.find(a, b, this.#traceOf[span] ?? 0, 0)
    if (parent < 0 || this.#services[parent] === this.#services[span]) return
    answered[parent] = 1
    const isClient = this.#is(parent, IS_CLIENT)
    const durationMs = this.#durations[isClient ? parent : span] ?? 0
    const isError = this.#is(span, FAILED) || (isClient && this.#is(parent, FAILED))
    into.add(this.#nameOf(this.#services[parent]), this.#nameOf(this.#services[span]), durationMs, isError)
  }

  #addPeer(span: number, into: DependencyAccumulator): void {
    const peer = this.#peers[span] ?? NOBODY
    if (peer === NOBODY || peer === this.#services[span]) return
    const service = this.#nameOf(this.#services[span])
    into.add(service, this.#nameOf(peer), this.#durations[span] ?? 0, this.#is(span, FAILED))
  }

  #is(span: number, fact: number): boolean {
    return ((this.#facts[span] ?? 0) & fact) !== 0
  }

  #nameOf(number: number | undefined): string {
    return this.#names[number ?? 0] ?? ''
  }

  #number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  #grow(): void {
    const capacity = this.#durations.length * 2
    this.#traceOf = wider(this.#traceOf, new Uint32Array(capacity))
    this.#parents = wider(this.#parents, new Uint32Array(capacity * 2))
    this.#services = wider(this.#services, new Int32Array(capacity))
    this.#peers = wider(this.#peers, new Int32Array(capacity))
    this.#durations = wider(this.#durations, new Float64Array(capacity))
    this.#facts = wider(this.#facts, new Uint8Array(capacity))
  }
}
