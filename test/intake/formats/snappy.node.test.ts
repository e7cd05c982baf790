import fc from 'fast-check'
import { compress } from 'snappyjs'
import { describe, expect, it } from 'vitest'
import { uncompressSnappy } from '../../../src/intake/formats/snappy.ts'

const MAX = 16 * 1024 * 1024

const block = (...bytes: number[]) => new Uint8Array(bytes)

/** `length` zeros in the fewest bytes there are: one literal, then copies of 64 with a two-byte offset. */
function densest(length: number): Uint8Array {
  const copies = Math.ceil((length - 1) / 64)
  const bytes = [...varint(1 + copies * 64), 0, 0]
  for (let i = 0; i < copies; i += 1) bytes.push((63 << 2) | 2, 1, 0)
  return new Uint8Array(bytes)
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
}

describe('decompressing a snappy block', () => {
  it('a decompressed block equals what was compressed', () => {
    const repetitive = fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 3000 }))
      .map(([unit, times]) => Uint8Array.from({ length: unit.length * times }, (_, i) => unit[i % unit.length] ?? 0))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 5000 }), repetitive), (bytes) => {
        expect(uncompressSnappy(compress(bytes), MAX)).toEqual(bytes)
      }),
      { numRuns: 300 },
    )
  })

  it('every type of element is read: literals with long lengths, copies with offsets of 1, 2 and 4 bytes', () => {
    const literal = block(3, 60 << 2, 2, 1, 2, 3)
    expect(uncompressSnappy(literal, MAX)).toEqual(block(1, 2, 3))
    expect(uncompressSnappy(block(3, 63 << 2, 2, 0, 0, 0, 1, 2, 3), MAX)).toEqual(block(1, 2, 3))
    expect(uncompressSnappy(block(6, 1 << 2, 7, 8, (0 << 2) | 1, 2), MAX)).toEqual(block(7, 8, 7, 8, 7, 8))
    expect(uncompressSnappy(block(3, 1 << 2, 7, 8, (0 << 2) | 2, 2, 0), MAX)).toEqual(block(7, 8, 7))
    expect(uncompressSnappy(block(3, 1 << 2, 7, 8, (0 << 2) | 3, 1, 0, 0, 0), MAX)).toEqual(block(7, 8, 8))
    expect(uncompressSnappy(block(0), MAX)).toEqual(block())
  })

  it.each([
    ['is empty', block()],
    ['has a length without an end', block(0xff, 0xff, 0xff, 0xff, 0xff)],
    ['has a length above 32 bits', block(0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['ends within a literal', block(4, 3 << 2, 1, 2)],
    ['ends within a length of a literal', block(4, 63 << 2, 1)],
    ['ends within a copy', block(4, 0, 1, (2 << 2) | 2, 1)],
    ['copies from before its start', block(5, 0, 1, 1, 2)],
    ['copies from offset 0', block(5, 0, 1, 1, 0)],
    ['gives less than it says', block(4, 2 << 2, 1, 2, 3)],
    ['gives more than it says', block(2, 2 << 2, 1, 2, 3)],
    ['has a literal whose length would be negative in 32 bits', block(5, 0xfc, 0xfa, 0xff, 0xff, 0xff)],
  ])('is refused when it %s', (_, bytes) => {
    expect(uncompressSnappy(bytes, MAX)).toBeNull()
  })

  it('a block with the highest possible ratio is read, but none longer than the given limit', () => {
    const bytes = densest(1_000_000)
    expect(uncompressSnappy(bytes, MAX)?.length).toBeGreaterThan(21 * bytes.length)
    expect(uncompressSnappy(bytes, 999_999)).toBeNull()
  })

  it('a block that claims more than its bytes can yield allocates no memory', () => {
    const rubbish = new Uint8Array([...varint(MAX), ...new Array(500_000).fill(0)])
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 20; i += 1) expect(uncompressSnappy(rubbish, MAX)).toBeNull()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  })
})
