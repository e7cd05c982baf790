/**
 * The token index of a segment: in how many records a token occurs, exactly for tokens of two records or more (an open
 * table of 32-bit hashes, sorted into buckets, read without decompression), and a filter for those of one record.
 * A wrong count needs two tokens of one segment with the same 32-bit hash: once in some hundred thousand look-ups.
 */
import { ByteReader, ByteWriter } from './bytes.ts'
import { tokenHash } from './tokenizer.ts'
import { encodeXorFilter, XorFilter } from './xor-filter.ts'

const BUCKET_BITS = 8
const BUCKETS = 1 << BUCKET_BITS
/** Entry: the low 24 bits of the hash and the count; 255 sends to the list of large counts. */
const ENTRY_BYTES = 4
const LARGE = 255

/**
 * Counts records per token hash, each token once a record. Rows come shape by shape: the words of a template count for
 * all rows of its shape at once, and are then skipped in the variables and attributes of those rows.
 */
export class TokenCounter {
  #hashes: Int32Array
  #counts: Int32Array
  /** The row, or for template words the shape, a token was counted for last; both from 1. */
  #lastRows: Int32Array
  #lastShapes: Int32Array
  #mask: number
  #size = 0

  constructor(capacity = 16_384) {
    this.#hashes = new Int32Array(capacity)
    this.#counts = new Int32Array(capacity)
    this.#lastRows = new Int32Array(capacity)
    this.#lastShapes = new Int32Array(capacity)
    this.#mask = capacity - 1
  }

  /** A word of the template of `shape`, which `rows` records have. Called before the `add`s of these rows. */
  addTemplateWord(hash: number, shape: number, rows: number): void {
    const slot = this.#slotOf(hash)
    if (this.#lastShapes[slot] === shape + 1) return
    this.#lastShapes[slot] = shape + 1
    this.#count(slot, hash, rows)
  }

  /** A token of the variables or attributes of `row`, whose body has `shape`. */
  add(hash: number, row: number, shape: number): void {
    const slot = this.#slotOf(hash)
    if (this.#lastRows[slot] === row + 1 || this.#lastShapes[slot] === shape + 1) return
    this.#lastRows[slot] = row + 1
    this.#count(slot, hash, 1)
  }

  #count(slot: number, hash: number, rows: number): void {
    const before = this.#counts[slot] ?? 0
    this.#counts[slot] = before + rows
    if (before > 0) return
    this.#hashes[slot] = hash
    if (++this.#size * 2 > this.#mask) this.#grow()
  }

  forEach(visit: (hash: number, count: number) => void): void {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const count = this.#counts[slot] ?? 0
      if (count > 0) visit((this.#hashes[slot] ?? 0) >>> 0, count)
    }
  }

  #slotOf(hash: number): number {
    const wanted = hash | 0
    let slot = (wanted ^ (wanted >>> 15)) & this.#mask
    while (this.#counts[slot] !== 0 && this.#hashes[slot] !== wanted) slot = (slot + 1) & this.#mask
    return slot
  }

  #grow(): void {
    const hashes = this.#hashes
    const counts = this.#counts
    const lastRows = this.#lastRows
    const lastShapes = this.#lastShapes
    const capacity = (this.#mask + 1) * 2
    this.#hashes = new Int32Array(capacity)
    this.#counts = new Int32Array(capacity)
    this.#lastRows = new Int32Array(capacity)
    this.#lastShapes = new Int32Array(capacity)
    this.#mask = capacity - 1
    for (let old = 0; old < hashes.length; old++) {
      if ((counts[old] ?? 0) === 0) continue
      const slot = this.#slotOf(hashes[old] ?? 0)
      this.#hashes[slot] = hashes[old] ?? 0
      this.#counts[slot] = counts[old] ?? 0
      this.#lastRows[slot] = lastRows[old] ?? 0
      this.#lastShapes[slot] = lastShapes[old] ?? 0
    }
  }
}

export function encodeTokenIndex(counter: TokenCounter): Uint8Array {
  const once: number[] = []
  const several: { readonly hash: number; readonly count: number }[] = []
  counter.forEach((hash, count) => {
    if (count === 1) once.push(hash)
    else several.push({ hash, count })
  })
  several.sort((a, b) => a.hash - b.hash)
  const writer = new ByteWriter(several.length * ENTRY_BYTES + 1_024)
  writer.block(encodeXorFilter(once))
  writer.varint(several.length)
  let at = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const start = at
    while (at < several.length && (several[at]?.hash ?? 0) >>> (32 - BUCKET_BITS) === bucket) at++
    writer.varint(at - start)
  }
  for (const { hash, count } of several) writer.uint32(((hash & 0xffffff) | (Math.min(count, LARGE) << 24)) >>> 0)
  for (const { count } of several) if (count >= LARGE) writer.varint(count)
  return writer.done().slice()
}

/** `records` is 0 when the token is in no record; `isExact` false when only the filter knows it (then one record, or none). */
export interface TokenCount {
  readonly records: number
  readonly isExact: boolean
}

export class TokenIndex {
  readonly #filter: XorFilter
  readonly #starts = new Uint32Array(BUCKETS + 1)
  readonly #entries: Uint8Array
  readonly #large: ByteReader
  readonly #count: number

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes)
    this.#filter = new XorFilter(reader.block())
    this.#count = reader.varint()
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      this.#starts[bucket + 1] = (this.#starts[bucket] ?? 0) + reader.varint()
    }
    this.#entries = reader.raw(this.#count * ENTRY_BYTES)
    this.#large = reader
  }

  /** In how many records of the segment a token (as given by `tokensOf`) occurs. */
  count(token: string): TokenCount {
    const hash = tokenHash(token)
    const bucket = hash >>> (32 - BUCKET_BITS)
    const end = this.#starts[bucket + 1] ?? 0
    for (let entry = this.#starts[bucket] ?? 0; entry < end; entry++) {
      if (this.#lowBits(entry) === (hash & 0xffffff)) return { records: this.#countOf(entry), isExact: true }
    }
    return this.#filter.has(hash) ? { records: 1, isExact: false } : { records: 0, isExact: true }
  }

  #lowBits(entry: number): number {
    const at = entry * ENTRY_BYTES
    const bytes = this.#entries
    return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
  }

  #countOf(entry: number): number {
    const small = this.#entries[entry * ENTRY_BYTES + 3] ?? 0
    return small < LARGE ? small : (this.#largeCounts().get(entry) ?? LARGE)
  }

  #largeByEntry: Map<number, number> | null = null

  #largeCounts(): Map<number, number> {
    if (this.#largeByEntry === null) {
      this.#largeByEntry = new Map()
      for (let entry = 0; entry < this.#count; entry++) {
        if (this.#entries[entry * ENTRY_BYTES + 3] === LARGE) this.#largeByEntry.set(entry, this.#large.varint())
      }
    }
    return this.#largeByEntry
  }
}
