/**
 * Attributes, one column per key: a dictionary of typed values with one code per row, or the values row by row when
 * most are distinct. The 256 most frequent keys have columns; the other attributes of a record are one overflow map.
 */
import type { Attributes, AttributeValue } from '../model.ts'
import type { CollectedAttribute, CollectedAttributes } from './attribute-collector.ts'
import { ByteReader, ByteWriter, decodeText, encodeText } from './bytes.ts'
import { ANY_CHARACTER, charactersOfAll } from './characters.ts'
import type { ContainerReader, ContainerWriter } from './container.ts'
import { isWritable, readIntegers, writeIntegers } from './integers.ts'
import { readCodes, readStrings, writeCodes, writeStrings } from './strings.ts'
import { readMap, readValue, setOwn, writeMap, writeValue } from './values.ts'
import { readVariable, writeVariable } from './variable-kinds.ts'

/** Persisted: never rename. Names of columns; those of single keys are `attribute.<place>`. */
const KEYS_COLUMN = 'attributes'
/** The characters that the values of each key may contain, in key order. */
const CHARACTERS_COLUMN = 'attributes.characters'
const OVERFLOW_COLUMN = 'attributes.overflow'

/** Persisted: never renumber. The byte in front of a key's values says their type. */
const TEXTS = 0
const INTEGERS = 1
const VALUES = 2

/** Persisted: never renumber. The first byte of a key's column: one code per row, or one value per row. */
const CODED = 0
const DIRECT = 1
const DIRECT_RECORDS_MAX = 3

/** Persisted: never renumber. The code of a row that lacks the key. */
const ABSENT = 0

/** Returns the characters that the values of each key may contain. */
export function writeAttributes(
  container: ContainerWriter,
  { rows, columns, overflow }: CollectedAttributes,
): Set<number> {
  const keys = new ByteWriter()
  writeStrings(
    keys,
    columns.map((column) => column.key),
  )
  writeIntegers(
    keys,
    columns.map((column) => column.records),
  )
  container.add(KEYS_COLUMN, keys.done())
  const characters = new ByteWriter()
  const sets = new Set<number>(overflow.size > 0 ? [ANY_CHARACTER] : [])
  for (const { values } of columns) {
    const held = charactersOfAll(textsOf(values))
    characters.uint32(held >>> 0)
    sets.add(held)
  }
  container.add(CHARACTERS_COLUMN, characters.done())
  for (const [place, column] of columns.entries()) container.add(`attribute.${place}`, attributeBytes(column))
  if (overflow.size > 0) container.add(OVERFLOW_COLUMN, overflowBytes(overflow, rows))
  return sets
}

function readCharacters(container: ContainerReader, keys: number): Int32Array {
  const reader = new ByteReader(container.read(CHARACTERS_COLUMN))
  return Int32Array.from({ length: keys }, () => reader.uint32() | 0)
}

function* textsOf(values: readonly AttributeValue[]): Generator<string> {
  for (const value of values) yield attributeText(value)
}

function attributeBytes(column: CollectedAttribute): Uint8Array {
  const writer = new ByteWriter(column.codes.length + 1_024)
  // With few records per value, a code would cost more than it saves.
  const isDirect = column.values.length * DIRECT_RECORDS_MAX > column.records
  writer.byte(isDirect ? DIRECT : CODED)
  if (isDirect) {
    const values: AttributeValue[] = []
    for (const code of column.codes) if (code !== ABSENT) values.push(column.values[code - 1] ?? null)
    writeValues(writer, values)
    writePresence(writer, column)
  } else {
    writeValues(writer, column.values)
    writeCodes(writer, column.codes, column.values.length + 1)
  }
  return writer.done()
}

function writeValues(writer: ByteWriter, values: readonly AttributeValue[]): void {
  writer.varint(values.length)
  if (values.every((value): value is string => typeof value === 'string')) {
    writer.byte(TEXTS)
    const texts: string[] = []
    const columns = new ByteWriter()
    writeVariable(columns, values, texts)
    writer.block(encodeText(texts.join('')))
    writer.raw(columns.done())
  } else if (values.every((value): value is number => typeof value === 'number' && isWritable(value))) {
    writer.byte(INTEGERS)
    writeIntegers(writer, values)
  } else {
    writer.byte(VALUES)
    for (const value of values) writeValue(writer, value)
  }
}

function readValues(reader: ByteReader): AttributeValue[] {
  const count = reader.varint()
  const kind = reader.byte()
  if (kind === INTEGERS) return Array.from(readIntegers(reader, count))
  if (kind !== TEXTS) return Array.from({ length: count }, () => readValue(reader))
  const text = decodeText(reader.block())
  let at = 0
  return readVariable(reader, count, (length) => {
    at += length
    return text.slice(at - length, at)
  })
}

/** Which rows have the key: nothing if all have it, else one byte per row, which compresses to a bit or less. */
function writePresence(writer: ByteWriter, column: CollectedAttribute): void {
  const isFull = column.records === column.codes.length
  writer.byte(isFull ? 1 : 0)
  if (!isFull) for (const code of column.codes) writer.byte(code === ABSENT ? 0 : 1)
}

function overflowBytes(overflow: ReadonlyMap<number, Attributes>, rows: number): Uint8Array {
  const writer = new ByteWriter()
  for (let row = 0; row < rows; row++) writeMap(writer, overflow.get(row) ?? {})
  return writer.done()
}

/** One key of a segment: `values[codes[row] - 1]`, code 0 when the record lacks the key. Values may repeat. */
export interface AttributeColumn {
  readonly values: readonly AttributeValue[]
  readonly codes: Uint16Array
}

export class AttributeColumns {
  readonly #container: ContainerReader
  readonly #rows: number
  /** Keys with columns, the most frequent first, with the number of records of each. */
  readonly keys: readonly string[]
  readonly recordCounts: Float64Array
  #overflow: readonly Attributes[] | null = null
  #characters: Int32Array | null = null
  readonly #columns = new Map<string, AttributeColumn>()

  constructor(container: ContainerReader, rows: number) {
    this.#container = container
    this.#rows = rows
    const reader = new ByteReader(container.read(KEYS_COLUMN))
    this.keys = readStrings(reader)
    this.recordCounts = readIntegers(reader, this.keys.length)
  }

  get hasOverflow(): boolean {
    return this.#container.has(OVERFLOW_COLUMN)
  }

  /** The column of a key, undefined when no record of the segment has it. */
  column(key: string): AttributeColumn | undefined {
    const known = this.#columns.get(key)
    if (known !== undefined) return known
    const place = this.keys.indexOf(key)
    const column = place >= 0 ? this.#read(place) : this.#fromOverflow(key)
    if (column !== undefined) this.#columns.set(key, column)
    return column
  }

  /** The characters that the values of a key may contain as text (characters.ts), without reading the values. */
  charactersOf(key: string): number {
    const place = this.keys.indexOf(key)
    // Overflow attributes, and segments written before this column existed, may contain any character.
    if (place < 0 || !this.#container.has(CHARACTERS_COLUMN)) return ANY_CHARACTER
    this.#characters ??= readCharacters(this.#container, this.keys.length)
    return this.#characters[place] ?? ANY_CHARACTER
  }

  valueOf(key: string, row: number): AttributeValue | undefined {
    const column = this.column(key)
    const code = column?.codes[row] ?? ABSENT
    return code === ABSENT ? undefined : column?.values[code - 1]
  }

  attributesOf(row: number): Attributes {
    const map: { [key: string]: AttributeValue } = {}
    for (const key of this.keys) {
      const value = this.valueOf(key, row)
      if (value !== undefined) setOwn(map, key, value)
    }
    if (this.hasOverflow) {
      const rest = this.#overflowRows()[row] ?? {}
      for (const key of Object.keys(rest)) setOwn(map, key, rest[key] ?? null)
    }
    return map
  }

  /** All keys, including those in the overflow map. */
  allKeys(): string[] {
    if (!this.hasOverflow) return [...this.keys]
    return [...new Set([...this.keys, ...this.#overflowRows().flatMap((map) => Object.keys(map))])]
  }

  #read(place: number): AttributeColumn {
    const reader = new ByteReader(this.#container.read(`attribute.${place}`))
    const isDirect = reader.byte() === DIRECT
    const values = readValues(reader)
    if (!isDirect) return { values, codes: readCodes(reader, this.#rows, values.length + 1) }
    const isFull = reader.byte() === 1
    const present = isFull ? null : reader.raw(this.#rows)
    let next = ABSENT
    return {
      values,
      codes: Uint16Array.from({ length: this.#rows }, (_, row) => (present?.[row] === 0 ? ABSENT : ++next)),
    }
  }

  #fromOverflow(key: string): AttributeColumn | undefined {
    if (!this.hasOverflow) return undefined
    const values: AttributeValue[] = []
    const codes = new Uint16Array(this.#rows)
    this.#overflowRows().forEach((map, row) => {
      if (Object.hasOwn(map, key)) codes[row] = values.push(map[key] ?? null)
    })
    return values.length === 0 ? undefined : { values, codes }
  }

  #overflowRows(): readonly Attributes[] {
    if (this.#overflow === null) {
      const reader = new ByteReader(this.#container.read(OVERFLOW_COLUMN))
      this.#overflow = Array.from({ length: this.#rows }, () => readMap(reader))
    }
    return this.#overflow
  }
}

/** The text of an attribute value for text search. */
export function attributeText(value: AttributeValue): string {
  if (typeof value === 'string') return value
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
