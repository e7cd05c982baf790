/** The index of a segment, read without its columns: tokens and how often, traces, and attributes and their values. */

import type { CollectedAttributes } from './attribute-collector.ts'
import { type AttributeSummaries, readSummaries, writeSummaries } from './attribute-summary.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { encodeTokenIndex, type TokenCounter, TokenIndex } from './token-index.ts'
import { tokenHash } from './tokenizer.ts'
import { encodeXorFilter, XorFilter } from './xor-filter.ts'

export class SegmentIndex {
  readonly tokens: TokenIndex
  readonly #traces: XorFilter
  readonly #summaryBytes: Uint8Array
  #summaries: AttributeSummaries | null = null

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes)
    this.tokens = new TokenIndex(reader.block())
    this.#traces = new XorFilter(reader.block())
    this.#summaryBytes = reader.block()
  }

  /** False only when no record of the segment has the trace. */
  mayHaveTrace(traceId: string): boolean {
    return this.#traces.has(tokenHash(traceId))
  }

  attributes(): AttributeSummaries {
    this.#summaries ??= readSummaries(new ByteReader(this.#summaryBytes))
    return this.#summaries
  }
}

export function encodeSegmentIndex(
  counter: TokenCounter,
  traceIds: readonly string[],
  attributes: CollectedAttributes,
): Uint8Array {
  const traces = Uint32Array.from(traceIds.filter((traceId) => traceId !== '').map(tokenHash)).sort()
  const summaries = new ByteWriter()
  writeSummaries(summaries, attributes)
  const writer = new ByteWriter(32_768)
  writer.block(encodeTokenIndex(counter))
  writer.block(encodeXorFilter(traces.filter((hash, at) => at === 0 || hash !== traces[at - 1])))
  writer.block(summaries.done())
  return writer.done().slice()
}
