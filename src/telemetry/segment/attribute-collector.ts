/**
 * Collects the attributes of a segment: one column for each of the most frequent keys, one map per row for the rest.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, AttributeValue } from '../model.ts'
import { type AttributeGroup, type CodedValues, type GroupedAttributes, isComparable } from './attribute-groups.ts'
import { setOwn } from './values.ts'

const KEYS_MAX = 256
/**
 * Most cells held while the frequent keys are not known yet: 8 MB. A sender that makes up its keys reaches this limit,
 * and its further attributes go to the overflow map.
 */
const CELLS_HELD_MAX = 4_000_000

const ABSENT = 0

/** Codes are 1 + position in `values`; 0 is a record without the key. */
export interface CollectedAttribute {
  readonly key: string
  readonly values: AttributeValue[]
  readonly codes: Uint16Array
  readonly counts: number[]
  readonly known: Map<AttributeValue, number>
  records: number
}

export interface CollectedAttributes {
  readonly rows: number
  /** By number of records, the most frequent first (ties by key name). At most `KEYS_MAX`. */
  readonly columns: readonly CollectedAttribute[]
  /** Attributes without a column, by row. */
  readonly overflow: ReadonlyMap<number, Attributes>
}

type OverflowRow = { [key: string]: AttributeValue }

/** @param rowOf the row of each position, negative for positions that are not among the `rows` */
export function collectAttributes(
  { groups, rest }: GroupedAttributes,
  rows: number,
  rowOf: (place: number) => number,
): CollectedAttributes {
  const collector = new AttributeCollector(rows)
  for (const group of groups) collector.add(group, rowOf)
  for (const [place, attributes] of rest) {
    const row = rowOf(place)
    if (row >= 0) collector.addRow(row, attributes)
  }
  return collector.done()
}

class AttributeCollector {
  readonly #rows: number
  readonly #columnsMax: number
  readonly #columns = new Map<string, CollectedAttribute>()
  readonly #overflow = new Map<number, OverflowRow>()

  constructor(rows: number) {
    this.#rows = rows
    this.#columnsMax = Math.max(KEYS_MAX, Math.floor(CELLS_HELD_MAX / rows))
  }

  add({ keys, places, columns }: AttributeGroup, rowOf: (place: number) => number): void {
    const rows = new Int32Array(places.length)
    let present = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rowOf(places[at] ?? 0)
      rows[at] = row
      if (row >= 0) present++
    }
    if (present === 0) return
    for (const [at, key] of keys.entries()) {
      const coded = columns[at]
      if (coded === undefined) continue
      const column = this.#columnOf(key)
      if (column === null) this.#overflowKey(key, coded, rows)
      else addValues(column, coded, rows, present)
    }
  }

  addRow(row: number, attributes: Attributes): void {
    for (const [key, value] of Object.entries(attributes)) {
      const column = this.#columnOf(key)
      if (column === null) setOwn(this.#overflowOf(row), key, value)
      else {
        addCode(column, row, codeIn(column, value))
        column.records++
      }
    }
  }

  done(): CollectedAttributes {
    const sorted = [...this.#columns.values()].sort((a, b) => b.records - a.records || (a.key < b.key ? -1 : 1))
    for (const { key, codes, values } of sorted.slice(KEYS_MAX)) {
      for (const [row, code] of codes.entries()) {
        if (code !== ABSENT) setOwn(this.#overflowOf(row), key, values[code - 1] ?? null)
      }
    }
    return { rows: this.#rows, columns: sorted.slice(0, KEYS_MAX), overflow: this.#overflow }
  }

  #columnOf(key: string): CollectedAttribute | null {
    let column = this.#columns.get(key)
    if (column === undefined) {
      if (this.#columns.size >= this.#columnsMax) return null
      column = { key, values: [], codes: new Uint16Array(this.#rows), counts: [], known: new Map(), records: 0 }
      this.#columns.set(key, column)
    }
    return column
  }

  #overflowKey(key: string, { values, codes }: CodedValues, rows: Int32Array): void {
    for (const [at, row] of rows.entries()) {
      if (row >= 0) setOwn(this.#overflowOf(row), key, values[codes?.[at] ?? at] ?? null)
    }
  }

  #overflowOf(row: number): OverflowRow {
    let map = this.#overflow.get(row)
    if (map === undefined) {
      map = {}
      this.#overflow.set(row, map)
    }
    return map
  }
}

/** A value is looked up once per group, however many records have it. */
function addValues(
  column: CollectedAttribute,
  { values, codes }: CodedValues,
  rows: Int32Array,
  present: number,
): void {
  const codeOf = new Uint16Array(values.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? -1
    if (row < 0) continue
    const place = codes === null ? at : (codes[at] ?? 0)
    let code = codeOf[place] ?? ABSENT
    if (code === ABSENT) {
      code = codeIn(column, values[place] ?? null)
      codeOf[place] = code
    }
    addCode(column, row, code)
  }
  column.records += present
}

function addCode({ codes, counts }: CollectedAttribute, row: number, code: number): void {
  codes[row] = code
  counts[code - 1] = (counts[code - 1] ?? 0) + 1
}

function codeIn({ known, values, counts }: CollectedAttribute, value: AttributeValue): number {
  const code = isComparable(value) ? known.get(value) : undefined
  if (code !== undefined) return code
  values.push(value)
  counts.push(0)
  if (isComparable(value)) known.set(value, values.length)
  return values.length
}

keepCompiled(new AttributeCollector(1))
