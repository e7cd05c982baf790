/** Collects the attributes of a segment row by row: a column for each of the most frequent keys, a map a row for the rest. */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, AttributeValue } from '../model.ts'
import { setOwn } from './values.ts'

const KEYS_MAX = 256
/**
 * Cells held while it is not known which keys are frequent: 8 MB. A sender that makes up its keys fills them, and what it
 * says beyond them overflows at once.
 */
const CELLS_HELD_MAX = 4_000_000

const ABSENT = 0

/** Codes are 1 + place in `values`; 0 is a record without the key. */
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
  /** By number of records, the most frequent first (keys of equal count by name). At most `KEYS_MAX`. */
  readonly columns: readonly CollectedAttribute[]
  /** What has no column, by row. */
  readonly overflow: ReadonlyMap<number, Attributes>
}

type OverflowRow = { [key: string]: AttributeValue }

export class AttributeCollector {
  readonly #rows: number
  readonly #columnsMax: number
  readonly #columns = new Map<string, CollectedAttribute>()
  readonly #overflow = new Map<number, OverflowRow>()
  /** Keys of the record before and their columns: records of one line of code have the same. */
  #keys: readonly string[] = []
  #ofKeys: readonly (CollectedAttribute | null)[] = []

  constructor(rows: number) {
    this.#rows = rows
    this.#columnsMax = Math.max(KEYS_MAX, Math.floor(CELLS_HELD_MAX / rows))
  }

  /** `values` in the order of `keys`. */
  add(row: number, keys: readonly string[], values: readonly AttributeValue[]): void {
    if (keys !== this.#keys && !isSame(keys, this.#keys)) {
      this.#keys = keys
      this.#ofKeys = keys.map((key) => this.#columnOf(key))
    }
    const columns = this.#ofKeys
    for (let place = 0; place < keys.length; place++) {
      const value = values[place]
      if (value === undefined) continue
      const column = columns[place] ?? null
      if (column === null) setOwn(this.#overflowOf(row), keys[place] ?? '', value)
      else addValue(column, row, value)
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

  #overflowOf(row: number): OverflowRow {
    let map = this.#overflow.get(row)
    if (map === undefined) {
      map = {}
      this.#overflow.set(row, map)
    }
    return map
  }
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false
  for (let place = 0; place < keys.length; place++) if (keys[place] !== others[place]) return false
  return true
}

function addValue(column: CollectedAttribute, row: number, value: AttributeValue): void {
  const { known } = column
  // Lists, maps and -0 are told apart by identity only: each is a value of its own.
  const isPlain = (typeof value !== 'object' || value === null) && !Object.is(value, -0)
  let code = isPlain ? known.get(value) : undefined
  if (code === undefined) {
    column.values.push(value)
    column.counts.push(0)
    code = column.values.length
    if (isPlain) known.set(value, code)
  }
  column.codes[row] = code
  column.counts[code - 1] = (column.counts[code - 1] ?? 0) + 1
  column.records++
}

keepCompiled(new AttributeCollector(1))
