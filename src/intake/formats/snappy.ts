/**
 * A strict decoder of Snappy's block format (google/snappy, format_description.txt) for untrusted bodies. The available
 * JavaScript library reads a four-byte literal length as signed, so that six bytes make it loop forever.
 */

/**
 * The most a block can grow. The densest element, a copy with a two-byte offset, yields at most 64 bytes from 3. A copy
 * with a one-byte offset yields 11 from 2, one with a four-byte offset 64 from 5; a literal yields less than it takes.
 * A block that claims more than 64/3 times its size is therefore refused before any memory is allocated.
 */
const COPY_BYTES = 3
const COPIED_BYTES_MAX = 64

const LITERAL = 0
const COPY_1 = 1
const COPY_2 = 2
/** Literals up to 60 bytes have their length in the tag; longer ones have it in the next 1 to 4 bytes. */
const LITERAL_SHORT_MAX = 60

/** Decompresses a block. Null when it is broken, or longer than `bytesMax` or than its bytes can yield. */
export function uncompressSnappy(block: Uint8Array, bytesMax: number): Uint8Array | null {
  const head = lengthOf(block)
  if (head === null || head.length > bytesMax) return null
  if (head.length * COPY_BYTES > (block.length - head.at) * COPIED_BYTES_MAX) return null
  const out = new Uint8Array(head.length)
  return fill(out, block, head.at) ? out : null
}

/** Reads the length at the start: a varint of at most 32 bits. */
function lengthOf(block: Uint8Array): { length: number; at: number } | null {
  let length = 0
  for (let at = 0; at < 5; at += 1) {
    const byte = block[at]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 2 ** (7 * at)
    if (byte < 0x80) return length > 0xffff_ffff ? null : { length, at: at + 1 }
  }
  return null
}

/** Decodes the elements from `start` into `out`. Returns whether they fill it exactly. */
function fill(out: Uint8Array, block: Uint8Array, start: number): boolean {
  let at = start
  let written = 0
  while (at < block.length) {
    const tag = block[at] ?? 0
    const kind = tag & 3
    at += 1
    if (kind === LITERAL) {
      let length = (tag >>> 2) + 1
      if (length > LITERAL_SHORT_MAX) {
        const width = length - LITERAL_SHORT_MAX
        length = littleEndian(block, at, width) + 1
        at += width
      }
      if (at + length > block.length || written + length > out.length) return false
      for (let i = 0; i < length; i += 1) out[written + i] = block[at + i] ?? 0
      at += length
      written += length
      continue
    }
    const width = kind === COPY_1 ? 1 : kind === COPY_2 ? 2 : 4
    if (at + width > block.length) return false
    const length = kind === COPY_1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1
    const offset = littleEndian(block, at, width) + (kind === COPY_1 ? (tag >>> 5) << 8 : 0)
    at += width
    if (offset === 0 || offset > written || written + length > out.length) return false
    // Byte by byte, because a copy may read bytes that it has just written.
    for (let i = 0; i < length; i += 1) out[written + i] = out[written - offset + i] ?? 0
    written += length
  }
  return written === out.length
}

function littleEndian(block: Uint8Array, at: number, width: number): number {
  let value = 0
  for (let i = width - 1; i >= 0; i -= 1) value = value * 256 + (block[at + i] ?? 0)
  return value
}
