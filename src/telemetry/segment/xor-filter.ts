/**
 * A static set filter of about 9.9 bits a key: never says no for a member, says yes for others once in 256. A key's
 * 8-bit fingerprint is the exclusive or of three cells (xor filter, Graf and Lemire 2020), found by peeling.
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
    const cells = this.#cells
    const [a, b, c] = places(mixed, this.#third)
    return fingerprint(mixed) === ((cells[a] ?? 0) ^ (cells[b] ?? 0) ^ (cells[c] ?? 0))
  }
}

/** The bytes of a filter of distinct 32-bit hashes. */
export function encodeXorFilter(hashes: readonly number[]): Uint8Array {
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

function build(hashes: readonly number[], seed: number, third: number): Uint8Array | null {
  const cellCount = third * 3
  const counts = new Uint8Array(cellCount)
  const keys = new Int32Array(cellCount)
  for (const hash of hashes) {
    const mixed = mix(hash, seed)
    for (const place of places(mixed, third)) {
      counts[place] = (counts[place] ?? 0) + 1
      keys[place] = (keys[place] ?? 0) ^ mixed
    }
  }
  // Cells of one key, whose key is thereby known; taking it away frees others.
  const free: number[] = []
  counts.forEach((count, place) => {
    if (count === 1) free.push(place)
  })
  const order: number[] = []
  for (let cell = free.pop(); cell !== undefined; cell = free.pop()) {
    if (counts[cell] !== 1) continue
    const mixed = keys[cell] ?? 0
    order.push(cell, mixed)
    for (const place of places(mixed, third)) {
      counts[place] = (counts[place] ?? 0) - 1
      keys[place] = (keys[place] ?? 0) ^ mixed
      if (counts[place] === 1) free.push(place)
    }
  }
  if (order.length !== hashes.length * 2) return null
  const cells = new Uint8Array(cellCount)
  for (let i = order.length - 2; i >= 0; i -= 2) {
    const cell = order[i] ?? 0
    const mixed = order[i + 1] ?? 0
    const [a, b, c] = places(mixed, third)
    cells[cell] = fingerprint(mixed) ^ (cells[a] ?? 0) ^ (cells[b] ?? 0) ^ (cells[c] ?? 0)
  }
  return cells
}

function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) | 0
}

function fingerprint(mixed: number): number {
  return (Math.imul(mixed, 0x2c1b3c6d) >>> 24) & 255
}

function places(mixed: number, third: number): [number, number, number] {
  const a = (mixed >>> 0) % third
  const b = (Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0) % third
  const c = (Math.imul(mixed ^ (mixed >>> 11), 0x5a0e8b4d) >>> 0) % third
  return [a, third + b, third * 2 + c]
}
