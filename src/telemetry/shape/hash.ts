/** The hash of a shape. */
import type { Spans } from './spans.ts'

/**
 * Persisted: never change these numbers, nor those in `hashShape` and `avalanche`. Segments, statistics, the catalog and
 * the ids of patterns hold shape hashes.
 */
/** Stands for a variable in the hashed text; no UTF-16 code unit has this value. */
const VARIABLE_CODE = 0x10000
const SEED_A = 0x243f6a88
const SEED_B = 0x85a308d3

/** The two halves of the 64-bit hash of the shape last computed by `hashShape`. */
export const shapeHash = { high: 0, low: 0 }

/**
 * Hashes a line with its variables masked, and writes the result into `shapeHash`. Two multiplicative lanes run over
 * the UTF-16 code units and are mixed at the end.
 */
export function hashShape(line: string, spans: Spans): void {
  let a = SEED_A
  let b = SEED_B
  let from = 0
  for (let index = 0; index <= spans.count; index++) {
    const to = index < spans.count ? spans.start(index) : line.length
    for (let i = from; i < to; i++) {
      const code = line.charCodeAt(i)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x5bd1e995)
      b ^= b >>> 15
    }
    if (index < spans.count) {
      a = Math.imul(a ^ VARIABLE_CODE, 0x01000193)
      b = Math.imul(b ^ VARIABLE_CODE, 0x5bd1e995)
      b ^= b >>> 15
      from = spans.end(index)
    }
  }
  shapeHash.high = avalanche(a ^ Math.imul(b, 0x9e3779b1))
  shapeHash.low = avalanche(b ^ Math.imul(a, 0xc2b2ae35))
}

function avalanche(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Returns the two 32-bit halves of a hash as 16 lower-case hex digits. */
export function hashText(high: number, low: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
