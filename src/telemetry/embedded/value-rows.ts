/** Counts the values of a field, or the attribute keys that occur, over the rows of a segment. */
import type { Field } from '../port.ts'
import type { ValuesAccumulator } from '../query/values.ts'
import { groupColumn } from './group-column.ts'
import type { FilteredColumns, OwnColumns } from './row-filter.ts'

interface Rows {
  readonly first: number
  readonly end: number
  readonly passes: (row: number) => boolean
}

/** Counts the values of a field over rows of a segment, or the fields themselves where `field` is null. */
export function addRowValues(
  segment: FilteredColumns,
  own: OwnColumns,
  { first, end, passes }: Rows,
  field: Field | null,
  into: ValuesAccumulator,
): void {
  const addColumn = (texts: readonly (string | null)[], codes: ArrayLike<number>) => {
    const counts = new Float64Array(texts.length)
    for (let row = first; row < end; row++) {
      const code = codes[row] ?? 0
      if (passes(row)) counts[code] = (counts[code] ?? 0) + 1
    }
    for (const [code, text] of texts.entries()) {
      const count = counts[code] ?? 0
      if (text !== null && count > 0) into.add(text, count)
    }
  }
  if (field !== null) {
    const { texts, codes } = groupColumn(segment, own, field)
    addColumn(texts, codes)
    return
  }
  const attributes = segment.attributes()
  for (const key of attributes.allKeys()) {
    const column = attributes.column(key)
    if (column === undefined) continue
    const name = `attributes[${key}]`
    addColumn([null, ...column.values.map(() => name)], column.codes)
  }
  const resources = segment.resources()
  const keys = new Set(resources.values.flatMap((resource) => Object.keys(resource.attributes)))
  for (const key of keys) {
    const texts = resources.values.map(({ attributes: held }) => (Object.hasOwn(held, key) ? `resource[${key}]` : null))
    addColumn(texts, resources.codes)
  }
}
