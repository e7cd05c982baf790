/** Columns of text: all texts in one with their lengths, or a dictionary with one code per row. */
import { keepCompiled } from '../../keep-compiled.ts'
import { type ByteReader, type ByteWriter, decodeText, encodeText } from './bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'

/** Lengths count UTF-16 units, so that a reader decodes the text once and slices it. */
export function writeStrings(writer: ByteWriter, values: readonly string[]): void {
  writer.varint(values.length)
  if (values.length === 0) return
  writeIntegers(
    writer,
    values.map((value) => value.length),
  )
  writer.block(encodeText(values.join('')))
}

/** Reads a list of texts. */
export function readStrings(reader: ByteReader): string[] {
  const count = reader.varint()
  if (count === 0) return []
  const lengths = readIntegers(reader, count)
  const text = decodeText(reader.block())
  const values: string[] = []
  let at = 0
  for (const length of lengths) {
    values.push(text.slice(at, at + length))
    at += length
  }
  return values
}

/** Codes of a dictionary of `size` entries: one byte a row while that is enough, else two planes. */
export function writeCodes(writer: ByteWriter, codes: ArrayLike<number>, size: number): void {
  if (size <= 1) return
  fillPlane(writer.room(codes.length), codes, 0)
  if (size > 256) fillPlane(writer.room(codes.length), codes, 8)
}

function fillPlane(bytes: Uint8Array, codes: ArrayLike<number>, shift: number): void {
  for (let i = 0; i < bytes.length; i++) bytes[i] = (codes[i] ?? 0) >>> shift
}

/** Reads a code for each row, each below `size`. */
export function readCodes(reader: ByteReader, count: number, size: number): Uint16Array {
  const codes = new Uint16Array(count)
  if (size <= 1) return codes
  codes.set(reader.raw(count))
  if (size > 256) {
    const high = reader.raw(count)
    for (let i = 0; i < count; i++) codes[i] = (codes[i] ?? 0) | ((high[i] ?? 0) << 8)
  }
  return codes
}

/** Returns for each row the code of the position that it refers to. */
export function recoded(places: ArrayLike<number>, codeOf: ArrayLike<number>): Uint16Array {
  const codes = new Uint16Array(places.length)
  for (let row = 0; row < codes.length; row++) codes[row] = codeOf[places[row] ?? 0] ?? 0
  return codes
}

/** A column of few distinct texts: `values[codes[row]]`. At most 65,536 distinct ones. */
export interface StringDictionary {
  readonly values: readonly string[]
  readonly codes: Uint16Array
}

/** Returns the text of a row. */
export function textAt({ values, codes }: StringDictionary, row: number): string {
  return values[codes[row] ?? 0] ?? ''
}

/** Collects a dictionary row by row. */
export class DictionaryBuilder {
  readonly values: string[] = []
  readonly codes: number[] = []
  readonly #known = new Map<string, number>()
  /** The value of the previous row: neighbours are often equal. */
  #last = ''
  #lastCode = -1

  add(value: string): number {
    if (this.#lastCode < 0 || value !== this.#last) {
      this.#last = value
      this.#lastCode = this.#codeOf(value)
    }
    this.codes.push(this.#lastCode)
    return this.#lastCode
  }

  #codeOf(value: string): number {
    let code = this.#known.get(value)
    if (code === undefined) {
      code = this.values.length
      this.#known.set(value, code)
      this.values.push(value)
    }
    return code
  }
}

/** Writes texts and a code for each row. */
export function writeDictionary(
  writer: ByteWriter,
  dictionary: { values: readonly string[]; codes: ArrayLike<number> },
): void {
  writeStrings(writer, dictionary.values)
  writeCodes(writer, dictionary.codes, dictionary.values.length)
}

/** Reads texts and a code for each row. */
export function readDictionary(reader: ByteReader, count: number): StringDictionary {
  const values = readStrings(reader)
  return { values, codes: readCodes(reader, count, values.length) }
}

keepCompiled(new DictionaryBuilder())
