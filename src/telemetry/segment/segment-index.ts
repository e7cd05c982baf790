/** The index of a segment: counts of tokens, trace ids, and attributes with their values. It is read without the columns. */

import type { CollectedAttributes } from './attribute-collector.ts'
import { type AttributeSummaries, readSummaries, writeSummaries } from './attribute-summary.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { type IdRows, idLength, idsOf } from './hex-ids.ts'
import { encodeTokenIndex, type TokenCounter, TokenIndex } from './token-index.ts'
import { tokenHash, tokenHashWithin } from './tokenizer.ts'
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

/** Distinct hashes of the ids that are not ''. */
function traceHashes(rows: IdRows): Uint32Array {
  const { ids, places } = rows
  const length = idLength(rows)
  if (length === 0) return new Uint32Array(0)
  const hashes = new Uint32Array(places.length)
  let count = 0
  if (typeof ids === 'string') {
    for (const place of places) hashes[count++] = tokenHashWithin(ids, place * length, (place + 1) * length)
  } else for (const id of idsOf(rows)) if (id !== '') hashes[count++] = tokenHash(id)
  return distinct(hashes.subarray(0, count).sort())
}

/** Removes repeats from a sorted array, in place. */
function distinct(sorted: Uint32Array): Uint32Array {
  let count = 0
  for (let at = 0; at < sorted.length; at++) {
    const hash = sorted[at] ?? 0
    if (at === 0 || hash !== sorted[count - 1]) sorted[count++] = hash
  }
  return sorted.subarray(0, count)
}

/** Encodes what a query reads before it opens a segment: tokens, trace ids and attributes. */
export function encodeSegmentIndex(
  counter: TokenCounter,
  traceIds: IdRows,
  attributes: CollectedAttributes,
): Uint8Array {
  const summaries = new ByteWriter()
  writeSummaries(summaries, attributes)
  const writer = new ByteWriter(32_768)
  writer.block(encodeTokenIndex(counter))
  writer.block(encodeXorFilter(traceHashes(traceIds)))
  writer.block(summaries.done())
  return writer.done().slice()
}
