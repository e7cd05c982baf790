/** The index of a segment, read without its columns: tokens and how often, traces, and attributes and their values. */
import { type AttributeSummaries, readSummaries, writeSummaries } from './attribute-summary.ts'
import { attributeText, type CollectedAttribute } from './attributes.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { encodeTokenIndex, type TokenCounter, TokenIndex } from './token-index.ts'
import { hashTokens, tokenHash } from './tokenizer.ts'
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
  traceIds: Iterable<string>,
  attributes: readonly CollectedAttribute[],
): Uint8Array {
  const traces = new Set<number>()
  for (const traceId of traceIds) if (traceId !== '') traces.add(tokenHash(traceId))
  const summaries = new ByteWriter()
  writeSummaries(summaries, attributes)
  const writer = new ByteWriter(32_768)
  writer.block(encodeTokenIndex(counter))
  writer.block(encodeXorFilter([...traces]))
  writer.block(summaries.done())
  return writer.done().slice()
}

/** The tokens of attributes, each distinct value tokenised once. */
export class AttributeTokens {
  readonly #columns: readonly { readonly codes: Uint16Array; readonly hashes: readonly (readonly number[])[] }[]

  constructor(attributes: readonly CollectedAttribute[]) {
    this.#columns = attributes.map(({ codes, values }) => ({
      codes,
      hashes: values.map((value) => {
        const hashes: number[] = []
        hashTokens(attributeText(value), hashes)
        return hashes
      }),
    }))
  }

  /** Counts the tokens of the attributes of `row`, whose body has `shape`. */
  addTo(counter: TokenCounter, row: number, shape: number): void {
    for (const { codes, hashes } of this.#columns) {
      const ofValue = hashes[(codes[row] ?? 0) - 1]
      if (ofValue !== undefined) for (const hash of ofValue) counter.add(hash, row, shape)
    }
  }
}
