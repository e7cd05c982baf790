/** The index of a segment, read without its columns: whether a token or a trace may be in it, and how often a token. */
import { ByteReader } from './bytes.ts'
import { TokenIndex } from './token-index.ts'
import { tokenHash } from './tokenizer.ts'
import { XorFilter } from './xor-filter.ts'

export class SegmentIndex {
  readonly tokens: TokenIndex
  readonly #traces: XorFilter

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes)
    this.tokens = new TokenIndex(reader.block())
    this.#traces = new XorFilter(reader.block())
  }

  /** False only when no record of the segment has the trace. */
  mayHaveTrace(traceId: string): boolean {
    return this.#traces.has(tokenHash(traceId))
  }
}
