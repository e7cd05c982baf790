/**
 * The container of a segment: named columns, each compressed on its own, behind a directory, so that one column can be
 * read without the others. Layout: format byte, length of the directory, directory, columns.
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { plainBytes } from '../../bytes/plain-bytes.ts'
import { keepCompiled } from '../../keep-compiled.ts'
import { ByteReader, ByteWriter, SegmentFormatError } from './bytes.ts'

/** Persisted: never reuse a number. The first byte of a segment's columns; a new layout takes the next one. */
const FORMAT = 1
/** Persisted: never renumber. How the bytes of a column are stored. */
const STORED = 0
const DEFLATED = 1
/** A smaller column is stored uncompressed: deflate's own tables would cost more than they save. */
const DEFLATE_BYTES_MIN = 48
/** Higher levels save less than 1 % on these columns. */
export const DEFLATE_LEVEL = 1
/** No column of a 4 MB segment comes near this size, so a larger one means damaged bytes. */
const COLUMN_BYTES_MAX = 64 * 1024 * 1024

/**
 * The runtime's inflate grows its buffer by doubling and refuses when the buffer, not the output, passes the limit: with
 * the exact length as limit one length in eight failed ("Memory limit exceeded").
 */
const INFLATE_ROOM = 2

interface PlacedColumn {
  readonly method: number
  readonly offset: number
  readonly length: number
  readonly rawLength: number
}

/** `random`: bytes that do not compress (ids, filters) are stored without trying. */
export type ColumnContent = 'compressible' | 'random'

export class ContainerWriter {
  readonly #directory = new ByteWriter()
  readonly #columns: Uint8Array[] = []
  #count = 0

  add(name: string, bytes: Uint8Array, content: ColumnContent = 'compressible'): void {
    const packed =
      content === 'random' || bytes.length < DEFLATE_BYTES_MIN ? null : deflateRawSync(bytes, { level: DEFLATE_LEVEL })
    const isSmaller = packed !== null && packed.length < bytes.length
    // A copy, because column writers reuse their buffers.
    const stored = isSmaller ? packed : bytes.slice()
    this.#directory.text(name)
    this.#directory.byte(isSmaller ? DEFLATED : STORED)
    this.#directory.varint(stored.length)
    this.#directory.varint(bytes.length)
    this.#columns.push(stored)
    this.#count++
  }

  done(): Uint8Array {
    const head = new ByteWriter()
    head.byte(FORMAT)
    head.varint(this.#count)
    head.block(this.#directory.done())
    for (const column of this.#columns) head.raw(column)
    return head.done().slice()
  }
}

/** Bytes of a container that need not be in memory at once; `range` returns [from, to). */
export interface ColumnBytes {
  readonly length: number
  readonly range: (from: number, to: number) => Uint8Array
}

/** Larger than any directory: 256 keys and the fixed columns take 8 KB. */
const DIRECTORY_BYTES_MAX = 32_768

export class ContainerReader {
  readonly #bytes: ColumnBytes
  readonly #places = new Map<string, PlacedColumn>()
  #bytesDecoded = 0

  constructor(given: Uint8Array | ColumnBytes) {
    const bytes = given instanceof Uint8Array ? inMemory(given) : given
    this.#bytes = bytes
    const reader = new ByteReader(bytes.range(0, Math.min(bytes.length, DIRECTORY_BYTES_MAX)))
    if (reader.byte() !== FORMAT) throw new SegmentFormatError('unknown segment format')
    const count = reader.varint()
    const directory = new ByteReader(reader.block())
    let offset = reader.offset
    for (let index = 0; index < count; index++) {
      const name = directory.text()
      const method = directory.byte()
      const length = directory.varint()
      const rawLength = directory.varint()
      if (rawLength > COLUMN_BYTES_MAX) throw new SegmentFormatError(`column ${name} is too large`)
      this.#places.set(name, { method, offset, length, rawLength })
      offset += length
    }
    if (offset > bytes.length) throw new SegmentFormatError('segment ends early')
  }

  names(): string[] {
    return [...this.#places.keys()]
  }

  has(name: string): boolean {
    return this.#places.has(name)
  }

  /** Decoded size of a column, 0 when it is missing: the cost of reading it. */
  rawLength(name: string): number {
    return this.#places.get(name)?.rawLength ?? 0
  }

  /** Stored size of a column. */
  storedLength(name: string): number {
    return this.#places.get(name)?.length ?? 0
  }

  /** Bytes of columns that this reader has decoded so far. */
  get bytesDecoded(): number {
    return this.#bytesDecoded
  }

  read(name: string): Uint8Array {
    const place = this.#places.get(name)
    if (place === undefined) throw new SegmentFormatError(`column ${name} is missing`)
    this.#bytesDecoded += place.rawLength
    const stored = this.#bytes.range(place.offset, place.offset + place.length)
    if (place.method === STORED) return stored
    const raw = inflateRawSync(stored, { maxOutputLength: place.rawLength * INFLATE_ROOM + 1 })
    if (raw.length !== place.rawLength) throw new SegmentFormatError(`column ${name} is damaged`)
    return plainBytes(raw)
  }
}

function inMemory(bytes: Uint8Array): ColumnBytes {
  return { length: bytes.length, range: (from, to) => bytes.subarray(from, to) }
}

keepCompiled(new ContainerWriter())
