/** A growing byte buffer and its reader, used by every column: variable-length integers, doubles and text. */
import { keepCompiled } from '../../keep-compiled.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const BELOW_32_BITS = 0x7fffffff

export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1_024) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** An unsigned integer up to 2^53 - 1, seven bits a byte, lowest first. */
  varint(value: number): void {
    this.#reserve(8)
    const bytes = this.#bytes
    let at = this.#length
    let rest = value
    while (rest > BELOW_32_BITS) {
      bytes[at++] = (rest & 127) | 128
      rest = Math.floor(rest / 128)
    }
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[at++] = rest
    this.#length = at
  }

  /** A signed integer within ±(2^52 - 1), small magnitudes in few bytes. */
  signed(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2)
  }

  float64(value: number): void {
    this.#reserve(8)
    new DataView(this.#bytes.buffer, this.#bytes.byteOffset).setFloat64(this.#length, value, true)
    this.#length += 8
  }

  uint32(value: number): void {
    this.#reserve(4)
    new DataView(this.#bytes.buffer, this.#bytes.byteOffset).setUint32(this.#length, value, true)
    this.#length += 4
  }

  /** Reserves the next `count` bytes. The caller fills them before the next write. */
  room(count: number): Uint8Array {
    this.#reserve(count)
    this.#length += count
    return this.#bytes.subarray(this.#length - count, this.#length)
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** UTF-8, preceded by its length in bytes. */
  text(value: string): void {
    const encoded = encoder.encode(value)
    this.varint(encoded.length)
    this.raw(encoded)
  }

  /** A block, preceded by its length. */
  block(bytes: Uint8Array): void {
    this.varint(bytes.length)
    this.raw(bytes)
  }

  /** The bytes written. Valid until the next write. */
  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/** Thrown when the bytes of a segment are damaged or of an unknown format. */
export class SegmentFormatError extends Error {
  override readonly name = 'SegmentFormatError'
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  get offset(): number {
    return this.#at
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw new SegmentFormatError('segment ends early')
    return value
  }

  varint(): number {
    let value = 0
    let factor = 1
    const bytes = this.#bytes
    for (let count = 0; count < 8; count++) {
      const byte = bytes[this.#at++]
      if (byte === undefined) throw new SegmentFormatError('segment ends early')
      if (byte < 128) return value + byte * factor
      value += (byte & 127) * factor
      factor *= 128
    }
    throw new SegmentFormatError('integer too long')
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  float64(): number {
    const bytes = this.raw(8)
    return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)
  }

  uint32(): number {
    const bytes = this.#bytes
    const at = this.#at
    // Read byte by byte: creating a view for each number costs ten times as much.
    const [low, second, third, high] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
    if (low === undefined || second === undefined || third === undefined || high === undefined) {
      throw new SegmentFormatError('segment ends early')
    }
    this.#at = at + 4
    return (low | (second << 8) | (third << 16) | (high << 24)) >>> 0
  }

  /** The next `length` bytes, as a view without copying. */
  raw(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new SegmentFormatError('segment ends early')
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  text(): string {
    return decodeText(this.raw(this.varint()))
  }

  block(): Uint8Array {
    return this.raw(this.varint())
  }
}

/** Encodes a text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Decodes UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const KEY_CHUNK = 8_192

/** The bytes as text, one character each. Used as a map key, never stored. */
export function bytesKey(bytes: Uint8Array): string {
  let key = ''
  for (let at = 0; at < bytes.length; at += KEY_CHUNK) {
    key += String.fromCharCode(...bytes.subarray(at, at + KEY_CHUNK))
  }
  return key
}

keepCompiled([new ByteWriter(8), new ByteReader(new Uint8Array(8))])
