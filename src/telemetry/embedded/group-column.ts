/** A field of a segment's rows as dictionary codes. Groups are counted by code and named once at the end. */

import type { AttributeValue } from '../model.ts'
import { severityName } from '../model.ts'
import type { Field } from '../port.ts'
import { valueText } from '../query/field.ts'
import { toMillis } from '../time.ts'
import type { Coded, FilteredColumns, OwnColumns } from './row-filter.ts'

/** The value of a row is `texts[codes[row]]`, null when the record has none. */
export interface GroupColumn {
  readonly texts: readonly (string | null)[]
  readonly codes: ArrayLike<number>
}

/** Things that are counted by the value of a field, a map of them for each value; one map where no field is asked for. */
export class CellsByValue<Cell> {
  readonly #column: GroupColumn | null
  readonly #maps = new Map<number, Map<number, Cell>>()

  constructor(column: GroupColumn | null) {
    this.#column = column
  }

  /** The map of a row's value; null for a row without the field. */
  ofRow(row: number): Map<number, Cell> | null {
    const code = this.#column?.codes[row] ?? 0
    if (this.#column !== null && this.#column.texts[code] === null) return null
    let cells = this.#maps.get(code)
    if (cells === undefined) {
      cells = new Map()
      this.#maps.set(code, cells)
    }
    return cells
  }

  /** All of them with their value. */
  all(): { readonly cell: Cell; readonly value?: string }[] {
    return [...this.#maps].flatMap(([code, cells]) => {
      const text = this.#column?.texts[code]
      return [...cells.values()].map((cell) => (text === undefined || text === null ? { cell } : { cell, value: text }))
    })
  }
}

/** The group name of a value, null for records without the field. */
export function groupTextOf(value: AttributeValue | undefined): string | null {
  return value === undefined || value === null ? null : valueText(value)
}

const SEVERITY_TEXTS = Array.from({ length: 256 }, (_, number) => (number === 0 ? null : severityName(number)))

/** Returns the texts of a field over the rows of a segment, with a code for each row. */
export function groupColumn(segment: FilteredColumns, own: OwnColumns, field: Field): GroupColumn {
  if (field.kind === 'attribute') {
    const column = segment.attributes().column(field.key)
    if (column === undefined) return { texts: [null], codes: new Uint8Array(segment.count) }
    return { texts: [null, ...column.values.map(groupTextOf)], codes: column.codes }
  }
  if (field.kind === 'resource') {
    const { values, codes } = segment.resources()
    const texts = values.map(({ attributes }) =>
      Object.hasOwn(attributes, field.key) ? groupTextOf(attributes[field.key]) : null,
    )
    return { texts, codes }
  }
  switch (field.name) {
    case 'service':
      return named(segment.resources(), ({ service }) => service)
    case 'environment':
      return named(segment.resources(), ({ environment }) => environment)
    case 'scope':
      return named(segment.scopes(), (scope) => scope)
    case 'severity':
      return own.severities === null ? listed(segment, () => null) : { texts: SEVERITY_TEXTS, codes: own.severities() }
    case 'trace_id':
      return listed(segment, (row) => segment.traceIds().hexOf(row) || null)
    case 'span_id':
      return listed(segment, (row) => segment.spanIds().hexOf(row) || null)
    case 'timestamp': {
      const times = segment.times()
      return listed(segment, (row) => groupTextOf(toMillis({ day: segment.day, nanos: times[row] ?? 0 })))
    }
    default: {
      const texts = own.texts(field.name)
      if (texts !== null) return named(texts, (text) => text)
      const values = own.values(field.name)
      return listed(segment, (row) => groupTextOf(values?.(row)))
    }
  }
}

function named<T>({ values, codes }: Coded<T>, textOfValue: (value: T) => string): GroupColumn {
  return { texts: values.map((value) => textOfValue(value) || null), codes }
}

/** Builds a column for a field that has no dictionary of its own. */
function listed(segment: FilteredColumns, textAt: (row: number) => string | null): GroupColumn {
  const known = new Map<string | null, number>()
  const codes = new Uint32Array(segment.count)
  for (let row = 0; row < segment.count; row++) {
    const text = textAt(row)
    let code = known.get(text)
    if (code === undefined) {
      code = known.size
      known.set(text, code)
    }
    codes[row] = code
  }
  return { texts: [...known.keys()], codes }
}
