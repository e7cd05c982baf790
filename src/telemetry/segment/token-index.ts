/**
 * The token index of a segment says in how many records a token occurs. For tokens of two records or more it is exact:
 * an open table of 32-bit hashes, sorted into buckets, read without decompression. For tokens of one record it is a
 * filter. A wrong count needs two tokens of one segment with the same 32-bit hash, which happens once in some hundred
 * thousand look-ups.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import { hasToken, type TokenColumn } from './attribute-tokens.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { tokenHash } from './tokenizer.ts'
import { encodeXorFilter, XorFilter } from './xor-filter.ts'

/** Persisted: never change these numbers. The layout of the table of tokens. */
const BUCKET_BITS = 8
const BUCKETS = 1 << BUCKET_BITS
/** Entry: the low 24 bits of the hash, and the count. 255 refers to the list of large counts. */
const ENTRY_BYTES = 4
const LARGE = 255

/**
 * The numbers of a slot: the hash, the records counted, and the row and the shape (each from 1) that it was counted for
 * last.
 */
const SLOT = 4
const COUNT = 1
const LAST_ROW = 2
const LAST_SHAPE = 3

/** Marks a token that more than one attribute has. */
const SEVERAL = -1

/**
 * Counts records per token hash, each token once per record. Attributes come first, column by column: if only one
 * attribute has a token, it occurs in as many records as its values do. Then come the bodies, shape by shape: the words
 * of a template count for all rows of its shape at once. A token of a body is skipped if an attribute of its row has
 * it.
 */
export class TokenCounter {
  readonly #columns: readonly TokenColumn[]
  #slots: Int32Array
  /** 1 + the column that has the token, or `SEVERAL`, or 0 for tokens that only bodies have. */
  #owners: Int32Array
  #mask: number
  #size = 0

  constructor(columns: readonly TokenColumn[], rows: number) {
    const capacity = capacityFor(rows)
    this.#columns = columns
    this.#slots = new Int32Array(capacity * SLOT)
    this.#owners = new Int32Array(capacity)
    this.#mask = capacity - 1
    this.#countAttributes()
  }

  /** Adds a word of the template of `shape`, for its `rows`. Call it before the `add`s of these rows. */
  addTemplateWord(hash: number, shape: number, rows: readonly number[]): void {
    const slot = this.#slotOf(hash)
    const at = slot * SLOT
    if (this.#slots[at + LAST_SHAPE] === shape + 1) return
    let records = rows.length
    const owner = this.#owners[slot] ?? 0
    if (owner !== 0) for (const row of rows) if (this.#isInAttributes(hash, row, owner)) records--
    if (records > 0) this.#count(slot, hash, records)
    this.#slots[this.#slotOf(hash) * SLOT + LAST_SHAPE] = shape + 1
  }

  /** Adds a token from the variables of the body of `row`, which has `shape`. */
  add(hash: number, row: number, shape: number): void {
    const slot = this.#slotOf(hash)
    const at = slot * SLOT
    if (this.#slots[at + LAST_ROW] === row + 1 || this.#slots[at + LAST_SHAPE] === shape + 1) return
    this.#slots[at + LAST_ROW] = row + 1
    const owner = this.#owners[slot] ?? 0
    if (owner === 0 || !this.#isInAttributes(hash, row, owner)) this.#count(slot, hash, 1)
  }

  /** Distinct tokens. */
  get size(): number {
    return this.#size
  }

  forEach(visit: (hash: number, count: number) => void): void {
    for (let at = 0; at < this.#slots.length; at += SLOT) {
      const count = this.#slots[at + COUNT] ?? 0
      if (count > 0) visit((this.#slots[at] ?? 0) >>> 0, count)
    }
  }

  #countAttributes(): void {
    // Until all columns are known, every token of an attribute counts one too many, because a count of 0 is an empty
    // slot.
    for (const [place, { hashes }] of this.#columns.entries()) {
      for (const ofValue of hashes) for (const hash of ofValue) this.#own(hash, place + 1)
    }
    for (const { hashes, counts } of this.#columns) {
      for (const [place, ofValue] of hashes.entries()) {
        const records = counts[place] ?? 0
        for (const hash of ofValue) {
          const slot = this.#slotOf(hash)
          if (this.#owners[slot] !== SEVERAL)
            this.#slots[slot * SLOT + COUNT] = (this.#slots[slot * SLOT + COUNT] ?? 0) + records
        }
      }
    }
    this.#countShared()
    for (let slot = 0; slot < this.#owners.length; slot++) {
      if (this.#owners[slot] !== 0) this.#slots[slot * SLOT + COUNT] = (this.#slots[slot * SLOT + COUNT] ?? 0) - 1
    }
  }

  #own(hash: number, owner: number): void {
    const slot = this.#slotOf(hash)
    const known = this.#owners[slot] ?? 0
    if (known === 0) {
      this.#owners[slot] = owner
      this.#count(slot, hash, 1)
    } else if (known !== owner) this.#owners[slot] = SEVERAL
  }

  /** Tokens of several attributes are counted row by row: one record may have them in more than one. */
  #countShared(): void {
    const shared = this.#columns.flatMap(({ codes, hashes }) => {
      const ofValues = hashes.map((ofValue) => ofValue.filter((hash) => this.#owners[this.#slotOf(hash)] === SEVERAL))
      return ofValues.some((ofValue) => ofValue.length > 0) ? [{ codes, ofValues }] : []
    })
    const rows = shared[0]?.codes.length ?? 0
    for (let row = 0; row < rows; row++) {
      for (const { codes, ofValues } of shared) {
        const ofValue = ofValues[(codes[row] ?? 0) - 1]
        if (ofValue === undefined) continue
        for (const hash of ofValue) {
          const at = this.#slotOf(hash) * SLOT
          if (this.#slots[at + LAST_ROW] === row + 1) continue
          this.#slots[at + LAST_ROW] = row + 1
          this.#slots[at + COUNT] = (this.#slots[at + COUNT] ?? 0) + 1
        }
      }
    }
  }

  #isInAttributes(hash: number, row: number, owner: number): boolean {
    const columns = this.#columns
    const from = owner === SEVERAL ? 0 : owner - 1
    const to = owner === SEVERAL ? columns.length : owner
    for (let place = from; place < to; place++) {
      const column = columns[place]
      if (column !== undefined && hasToken(column, row, hash)) return true
    }
    return false
  }

  #count(slot: number, hash: number, records: number): void {
    const at = slot * SLOT
    const before = this.#slots[at + COUNT] ?? 0
    this.#slots[at + COUNT] = before + records
    if (before > 0) return
    this.#slots[at] = hash
    if (++this.#size * 2 > this.#mask) this.#grow()
  }

  #slotOf(hash: number): number {
    const wanted = hash | 0
    const slots = this.#slots
    let slot = (wanted ^ (wanted >>> 15)) & this.#mask
    while (slots[slot * SLOT + COUNT] !== 0 && slots[slot * SLOT] !== wanted) slot = (slot + 1) & this.#mask
    return slot
  }

  #grow(): void {
    const slots = this.#slots
    const owners = this.#owners
    const capacity = (this.#mask + 1) * 2
    this.#slots = new Int32Array(capacity * SLOT)
    this.#owners = new Int32Array(capacity)
    this.#mask = capacity - 1
    for (const [old, owner] of owners.entries()) {
      const at = old * SLOT
      if (slots[at + COUNT] === 0) continue
      const slot = this.#slotOf(slots[at] ?? 0)
      this.#slots.set(slots.subarray(at, at + SLOT), slot * SLOT)
      this.#owners[slot] = owner
    }
  }
}

/** Slots for some four tokens a record, of which half are used. A table that is too large costs time to clear. */
function capacityFor(rows: number): number {
  let capacity = CAPACITY_MIN
  while (capacity < rows * 8 && capacity < CAPACITY_AT_FIRST_MAX) capacity *= 2
  return capacity
}

const CAPACITY_MIN = 256
const CAPACITY_AT_FIRST_MAX = 16_384

/** A hash and its count as one number that sorts by hash: both together stay below 2^53. */
const COUNTS_END = 2 ** 20

/** Encodes in how many records each token occurs: exactly for tokens of two records or more, as a filter for the others. */
export function encodeTokenIndex(counter: TokenCounter): Uint8Array {
  const once = new Uint32Array(counter.size)
  const several = new Float64Array(counter.size)
  let onceCount = 0
  let severalCount = 0
  counter.forEach((hash, count) => {
    if (count === 1) once[onceCount++] = hash
    else several[severalCount++] = hash * COUNTS_END + count
  })
  const sorted = several.subarray(0, severalCount).sort()
  const bucketSizes = new Uint32Array(BUCKETS)
  const entries = new Uint8Array(severalCount * ENTRY_BYTES)
  const large: number[] = []
  for (let entry = 0; entry < severalCount; entry++) {
    const both = sorted[entry] ?? 0
    const hash = Math.floor(both / COUNTS_END)
    const count = both - hash * COUNTS_END
    const bucket = hash >>> (32 - BUCKET_BITS)
    bucketSizes[bucket] = (bucketSizes[bucket] ?? 0) + 1
    const at = entry * ENTRY_BYTES
    entries[at] = hash
    entries[at + 1] = hash >>> 8
    entries[at + 2] = hash >>> 16
    entries[at + 3] = Math.min(count, LARGE)
    if (count >= LARGE) large.push(count)
  }
  const writer = new ByteWriter(entries.length + once.length + 1_024)
  writer.block(encodeXorFilter(once.subarray(0, onceCount)))
  writer.varint(severalCount)
  for (const size of bucketSizes) writer.varint(size)
  writer.raw(entries)
  for (const count of large) writer.varint(count)
  return writer.done().slice()
}

/**
 * `records` is 0 if the token is in no record. `isExact` is false if only the filter has it (then it is in one record,
 * or in none).
 */
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

keepCompiled(new TokenCounter([], 1))
