/**
 * A static set filter of about 9.9 bits a key. It never says no for a member, and says yes for a non-member once in 256
 * times. A key's 8-bit fingerprint is the exclusive or of three cells (xor filter, Graf and Lemire 2020), found by
 * peeling.
 *
 * Persisted: never change `mix`, `placeOf` or `fingerprint`, which place the keys of stored filters.
 */
import { ByteReader, ByteWriter } from './bytes.ts'

/** Cells per key with which peeling succeeds at once nearly always. */
const CELLS_PER_KEY = 1.23
const SPARE_CELLS = 32
const ATTEMPTS_MAX = 100

export class XorFilter {
  readonly #cells: Uint8Array
  readonly #seed: number
  readonly #third: number

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes)
    this.#seed = reader.varint()
    this.#third = reader.varint()
    this.#cells = reader.raw(this.#third * 3)
  }

  /** `hash` is 32 bits, unsigned. */
  has(hash: number): boolean {
    if (this.#third === 0) return false
    const mixed = mix(hash, this.#seed)
    return fingerprint(mixed) === cellsOf(this.#cells, mixed, this.#third)
  }
}

/** The bytes of a filter of distinct 32-bit hashes. */
export function encodeXorFilter(hashes: ArrayLike<number>): Uint8Array {
  const writer = new ByteWriter()
  if (hashes.length === 0) {
    writer.varint(0)
    writer.varint(0)
    return writer.done()
  }
  const third = Math.ceil((hashes.length * CELLS_PER_KEY + SPARE_CELLS) / 3)
  for (let seed = 1; seed <= ATTEMPTS_MAX; seed++) {
    const cells = build(hashes, seed, third)
    if (cells === null) continue
    writer.varint(seed)
    writer.varint(third)
    writer.raw(cells)
    return writer.done()
  }
  throw new Error('xor filter: keys are not distinct')
}

function build(hashes: ArrayLike<number>, seed: number, third: number): Uint8Array | null {
  const cellCount = third * 3
  const counts = new Uint8Array(cellCount)
  const keys = new Int32Array(cellCount)
  for (let i = 0; i < hashes.length; i++) {
    const mixed = mix(hashes[i] ?? 0, seed)
    for (let part = 0; part < 3; part++) {
      const cell = placeOf(mixed, third, part)
      counts[cell] = (counts[cell] ?? 0) + 1
      keys[cell] = (keys[cell] ?? 0) ^ mixed
    }
  }
  const order = peel(counts, keys, third, hashes.length)
  if (order === null) return null
  const cells = new Uint8Array(cellCount)
  for (let i = order.length - PEELED; i >= 0; i -= PEELED) {
    const others = (cells[order[i + 2] ?? 0] ?? 0) ^ (cells[order[i + 3] ?? 0] ?? 0) ^ (cells[order[i + 4] ?? 0] ?? 0)
    cells[order[i] ?? 0] = fingerprint(order[i + 1] ?? 0) ^ others
  }
  return cells
}

/** For a key that was alone in a cell: that cell, the key, and the key's three cells. */
const PEELED = 5

/**
 * Finds cells with a single key, so that the key is known. Removing it leaves other keys alone. Null if some keys never
 * become alone.
 */
function peel(counts: Uint8Array, keys: Int32Array, third: number, keyCount: number): Int32Array | null {
  const order = new Int32Array(keyCount * PEELED)
  // A cell is left with a single key only once.
  const free = new Int32Array(counts.length)
  let waiting = 0
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] === 1) free[waiting++] = cell
  let found = 0
  while (waiting > 0) {
    const cell = free[--waiting] ?? 0
    if (counts[cell] !== 1) continue
    const mixed = keys[cell] ?? 0
    order[found++] = cell
    order[found++] = mixed
    for (let part = 0; part < 3; part++) {
      const other = placeOf(mixed, third, part)
      order[found++] = other
      const left = (counts[other] ?? 0) - 1
      counts[other] = left
      keys[other] = (keys[other] ?? 0) ^ mixed
      if (left === 1) free[waiting++] = other
    }
  }
  return found === order.length ? order : null
}

function cellsOf(cells: Uint8Array, mixed: number, third: number): number {
  return (
    (cells[placeOf(mixed, third, 0)] ?? 0) ^
    (cells[placeOf(mixed, third, 1)] ?? 0) ^
    (cells[placeOf(mixed, third, 2)] ?? 0)
  )
}

function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) | 0
}

function fingerprint(mixed: number): number {
  return (Math.imul(mixed, 0x2c1b3c6d) >>> 24) & 255
}

/** The cell of a key in each third of the filter; `part` is 0, 1 or 2. */
function placeOf(mixed: number, third: number, part: number): number {
  if (part === 0) return (mixed >>> 0) % third
  if (part === 1) return third + ((Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0) % third)
  return third * 2 + ((Math.imul(mixed ^ (mixed >>> 11), 0x5a0e8b4d) >>> 0) % third)
}
