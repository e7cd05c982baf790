/** Columns of trace and span ids: raw bytes, with each distinct id stored once when ids repeat. */
import { type ByteReader, ByteWriter } from './bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { tokenHash } from './tokenizer.ts'

/** Persisted: never renumber. The first byte of a column of ids says how it is encoded. */
const DIRECT = 0
const DICTIONARY = 1
const NONE = 2

const NIBBLES = new Int8Array(128).fill(-1)
for (let i = 0; i < 16; i++) NIBBLES[i.toString(16).charCodeAt(0)] = i
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The ids of a segment. A row's id is '' when the record had none. */
export interface IdColumn {
  hexOf(row: number): string
  /** Writes the id of a row to `words`, 32 bits each, the first byte highest. Returns false when the row has none. */
  readWords(row: number, words: Uint32Array): boolean
  /** The number of the row's id among the distinct ids of the column, -1 when the row has none. */
  codeOf(row: number): number
  /** One more than the highest `codeOf`. */
  readonly codes: number
  /** The rows with this id, in order. */
  rowsOf(hex: string): number[]
  /** The distinct ids, without ''. */
  distinct(): string[]
}

/** The ids of a list of records: one text if all ids are equally long, else one text per id. */
export type IdTexts = string | readonly string[]

/** Returns ids as one text where all have the same length, and as they are otherwise. */
export function idTexts(ids: readonly string[]): IdTexts {
  const length = ids[0]?.length ?? 0
  for (const id of ids) if (id.length !== length) return ids
  return ids.join('')
}

/** Concatenates lists, each with its number of records. */
export function joinIds(lists: readonly (readonly [ids: IdTexts, count: number])[]): IdTexts {
  const texts: string[] = []
  let length = -1
  for (const [ids, count] of lists) {
    if (typeof ids !== 'string' || (length >= 0 && length !== ids.length / count)) {
      return lists.flatMap(([one, size]) => allIds(one, size))
    }
    length = ids.length / count
    texts.push(ids)
  }
  return texts.join('')
}

/** Returns the ids of all places. */
export function allIds(ids: IdTexts, count: number): readonly string[] {
  return idsOf({ ids, count, places: Array.from({ length: count }, (_, place) => place) })
}

/** The ids of a segment's rows: those at `places` among `count` records. */
export interface IdRows {
  readonly ids: IdTexts
  readonly count: number
  readonly places: readonly number[]
}

/** Returns ids as rows that can be selected without copying. */
export function idRows(ids: readonly string[]): IdRows {
  return { ids: idTexts(ids), count: ids.length, places: Array.from(ids.keys()) }
}

/** The length of the ids when all are equally long, else -1. */
export function idLength({ ids, count }: IdRows): number {
  return typeof ids === 'string' ? ids.length / count : -1
}

/** Returns the ids of the selected rows. */
export function idsOf({ ids, count, places }: IdRows): string[] {
  if (typeof ids !== 'string') return places.map((place) => ids[place] ?? '')
  const length = ids.length / count
  return places.map((place) => ids.slice(place * length, (place + 1) * length))
}

/** `idBytes` is 16 for trace ids and 8 for span ids; ids are lower-case hex of that length, or ''. */
export function encodeIds(rows: IdRows, idBytes: number): Uint8Array {
  const { ids, places } = rows
  const length = idBytes * 2
  const sample = idsOf({ ...rows, places: places.slice(0, SAMPLE) })
  if (typeof ids !== 'string' || idLength(rows) !== length || !looksUnique(sample)) {
    return encodeRepeated(idsOf(rows), idBytes)
  }
  const writer = new ByteWriter(places.length * idBytes + 64)
  writer.byte(DIRECT)
  const bytes = writer.room(places.length * idBytes)
  let at = 0
  for (const place of places) {
    putHex(bytes, at, ids, place * length, idBytes)
    at += idBytes
  }
  return writer.done()
}

function encodeRepeated(ids: readonly string[], idBytes: number): Uint8Array {
  const writer = new ByteWriter(ids.length * 2 + 64)
  const known = new Map<string, number>()
  const codes: number[] = []
  for (const id of ids) {
    let code = known.get(id)
    if (code === undefined) {
      code = known.size
      known.set(id, code)
    }
    codes.push(code)
  }
  if (known.size <= 1 && (ids.length === 0 || ids[0] === '')) {
    writer.byte(NONE)
    return writer.done()
  }
  writer.byte(DICTIONARY)
  const distinct = [...known.keys()]
  writer.varint(distinct.length)
  writer.varint(distinct.indexOf('') + 1)
  for (const id of distinct) if (id !== '') writeHex(writer, id, idBytes)
  writeIntegers(writer, codes)
  return writer.done()
}

const SAMPLE = 256

/** Few of the sampled ids repeat, so a dictionary would cost more than it saves. */
function looksUnique(sample: readonly string[]): boolean {
  return sample.length > 0 && new Set(sample.map(tokenHash)).size > sample.length * 0.8
}

/** Reads a column of ids, of `idBytes` bytes each. */
export function readIds(reader: ByteReader, count: number, idBytes: number): IdColumn {
  const method = reader.byte()
  if (method === NONE) return new RawIds(new Uint8Array(0), idBytes, new Float64Array(count).fill(-1))
  if (method === DIRECT) return new RawIds(reader.raw(count * idBytes), idBytes, null)
  const size = reader.varint()
  const emptyCode = reader.varint() - 1
  const bytes = reader.raw((emptyCode < 0 ? size : size - 1) * idBytes)
  const codes = readIntegers(reader, count)
  if (emptyCode >= 0) {
    for (let i = 0; i < count; i++) {
      const code = codes[i] ?? 0
      codes[i] = code === emptyCode ? -1 : code > emptyCode ? code - 1 : code
    }
  }
  return new RawIds(bytes, idBytes, codes)
}

class RawIds implements IdColumn {
  readonly #bytes: Uint8Array
  readonly #idBytes: number
  /** The position of each row's id, -1 for none; null when row n has id n. */
  readonly #places: Float64Array | null

  constructor(bytes: Uint8Array, idBytes: number, places: Float64Array | null) {
    this.#bytes = bytes
    this.#idBytes = idBytes
    this.#places = places
  }

  hexOf(row: number): string {
    const place = this.codeOf(row)
    return place < 0 ? '' : this.#hexAt(place)
  }

  codeOf(row: number): number {
    return this.#places === null ? row : (this.#places[row] ?? -1)
  }

  get codes(): number {
    return this.#bytes.length / this.#idBytes
  }

  readWords(row: number, words: Uint32Array): boolean {
    const place = this.codeOf(row)
    if (place < 0) return false
    readWordsAt(this.#bytes, place * this.#idBytes, words)
    return true
  }

  rowsOf(hex: string): number[] {
    const rows: number[] = []
    const places = this.#places
    if (hex === '') {
      places?.forEach((place, row) => {
        if (place < 0) rows.push(row)
      })
      return rows
    }
    const wanted = this.#placesOf(hex)
    if (places === null) return wanted
    if (wanted.length > 0) {
      const [place] = wanted
      for (let row = 0; row < places.length; row++) if (places[row] === place) rows.push(row)
    }
    return rows
  }

  distinct(): string[] {
    return [...new Set(Array.from({ length: this.codes }, (_, place) => this.#hexAt(place)))]
  }

  #placesOf(hex: string): number[] {
    const wanted = new ByteWriter(this.#idBytes)
    if (!isHexId(hex, this.#idBytes)) return []
    writeHex(wanted, hex, this.#idBytes)
    const id = wanted.done()
    const places: number[] = []
    const bytes = this.#bytes
    for (let at = 0; at < bytes.length; at += this.#idBytes) {
      if (bytes[at] !== id[0] || bytes[at + 1] !== id[1]) continue
      let i = 2
      while (i < this.#idBytes && bytes[at + i] === id[i]) i++
      if (i === this.#idBytes) places.push(at / this.#idBytes)
    }
    return places
  }

  #hexAt(place: number): string {
    let hex = ''
    const from = place * this.#idBytes
    for (let at = from; at < from + this.#idBytes; at++) hex += HEX[this.#bytes[at] ?? 0] ?? ''
    return hex
  }
}

/** True when `hex` is an id of this many bytes in lower-case hex. */
export function isHexId(hex: string, idBytes: number): boolean {
  return hex.length === idBytes * 2 && isHexWithin(hex, 0, hex.length)
}

/** True when [from, to) of a text is lower-case hex. */
export function isHexWithin(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((NIBBLES[text.charCodeAt(i)] ?? -1) < 0) return false
  return true
}

/** Texts of lower-case hex, each of a given number of bytes, after a prefix of `from` characters. */
export function writeHexTexts(writer: ByteWriter, texts: readonly string[], from: number, idBytes: number): void {
  const bytes = writer.room(texts.length * idBytes)
  for (let i = 0; i < texts.length; i++) putHex(bytes, i * idBytes, texts[i] ?? '', from, idBytes)
}

/** Throws a TypeError if `hex` is no id of this length, because an id must be stored exactly as given. */
export function writeHex(writer: ByteWriter, hex: string, idBytes: number): void {
  if (hex.length !== idBytes * 2) throw notAnId(hex, idBytes)
  putHex(writer.room(idBytes), 0, hex, 0, idBytes)
}

/** Reads the digits of an id from `from` on. */
function putHex(bytes: Uint8Array, start: number, text: string, from: number, idBytes: number): void {
  let wrong = 0
  for (let i = 0; i < idBytes; i++) {
    const high = NIBBLES[text.charCodeAt(from + 2 * i)] ?? -1
    const byte = (high << 4) | (NIBBLES[text.charCodeAt(from + 2 * i + 1)] ?? -1)
    wrong |= byte
    bytes[start + i] = byte
  }
  if (wrong < 0) throw notAnId(text.slice(from, from + idBytes * 2), idBytes)
}

function notAnId(hex: string, idBytes: number): TypeError {
  return new TypeError(`not an id of ${idBytes} bytes in lower-case hex: ${hex.slice(0, 64)}`)
}

/** Fills `words` with the bytes from `at` on, the first byte of each word highest. */
export function readWordsAt(bytes: Uint8Array, at: number, words: Uint32Array): void {
  for (let word = 0; word < words.length; word++) {
    const from = at + word * 4
    words[word] =
      ((bytes[from] ?? 0) << 24) |
      ((bytes[from + 1] ?? 0) << 16) |
      ((bytes[from + 2] ?? 0) << 8) |
      (bytes[from + 3] ?? 0)
  }
}

/** Two digits. */
export function byteText(byte: number): string {
  return HEX[byte] ?? ''
}

/** Returns bytes as lower-case hexadecimal digits. */
export function hexText(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte] ?? ''
  return hex
}
