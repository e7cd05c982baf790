/** Tables that fit the terminal. Only columns that may be cut are cut; where even that is not enough, rows become lists. */
import { paint, type Terminal, type Tone } from './color.ts'
import { cut, inertLine, padded, widthOf, wrapped } from './text.ts'

export interface Column<Row> {
  readonly label: string
  readonly value: (row: Row) => string | number | null | undefined
  readonly align?: 'left' | 'right'
  /** The fewest columns that this text may be cut to. Without it the text is never cut. */
  readonly cutTo?: number
  /** Of the last column: instead of being cut, its text continues on further lines, down to this width. */
  readonly wrapTo?: number
  readonly tone?: (row: Row) => Tone | null
}

const GAP = 2

export function renderTable<Row>(rows: readonly Row[], given: readonly Column<Row>[], terminal: Terminal): string {
  // The columns of an answer's table are named by whoever made the answer.
  const columns = given.map((column) => ({ ...column, label: inertLine(column.label) }))
  if (rows.length === 0) return ''
  const cells = rows.map((row) => columns.map((column) => inertLine(String(column.value(row) ?? '–'))))
  const wanted = columns.map((column, index) =>
    Math.max(widthOf(column.label), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const widths = fitted(wanted, columns, terminal.width)
  if (widths === null) return renderRecords(rows, cells, columns, terminal)
  const head = columns.map((column, index) => padded(column.label.toUpperCase(), widths[index] ?? 0, column.align))
  const lines = rows.map((row, at) => {
    const shown = columns.map((column, index) => {
      const [cell, room] = [cells[at]?.[index] ?? '', widths[index] ?? 0]
      if (column.wrapTo !== undefined) return wrapped(cell, room).split('\n')
      return [
        padded(cut(cell, room), index === columns.length - 1 && column.align !== 'right' ? 0 : room, column.align),
      ]
    })
    const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
    const tones = columns.map((column) => column.tone?.(row) ?? null)
    const first = shown.map(([text = ''], index) => paint(terminal, tones[index] ?? null, text))
    const rest = (shown.at(-1) ?? [])
      .slice(1)
      .map((text) => ' '.repeat(indent) + paint(terminal, tones.at(-1) ?? null, text))
    return [first.join(' '.repeat(GAP)).trimEnd(), ...rest].join('\n')
  })
  return [paint(terminal, 'dim', head.join(' '.repeat(GAP)).trimEnd()), ...lines].join('\n')
}

/** Takes columns from the widest one that may be cut, until the table fits; null if it cannot. */
function fitted<Row>(wanted: readonly number[], columns: readonly Column<Row>[], width: number): number[] | null {
  const widths = [...wanted]
  const least = columns.map((column, index) =>
    Math.min(wanted[index] ?? 0, column.cutTo ?? column.wrapTo ?? Number.POSITIVE_INFINITY),
  )
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP * (columns.length - 1) - width
  while (excess > 0) {
    let widest = -1
    for (const [index, one] of widths.entries()) {
      if (one > (least[index] ?? one) && (widest < 0 || one > (widths[widest] ?? 0))) widest = index
    }
    if (widest < 0) return null
    widths[widest] = (widths[widest] ?? 0) - 1
    excess -= 1
  }
  return widths
}

/** One field below the other; nothing is cut. */
function renderRecords<Row>(
  rows: readonly Row[],
  cells: readonly (readonly string[])[],
  columns: readonly Column<Row>[],
  terminal: Terminal,
): string {
  const label = Math.max(...columns.map((column) => widthOf(column.label)))
  return rows
    .map((row, at) =>
      columns
        .map((column, index) => {
          const name = paint(terminal, 'dim', padded(column.label.toUpperCase(), label))
          const lines = wrapped(cells[at]?.[index] ?? '', terminal.width - label - GAP).split('\n')
          const shown = lines.map((line) => paint(terminal, column.tone?.(row) ?? null, line))
          return `${name}  ${shown.join(`\n${' '.repeat(label + GAP)}`)}`
        })
        .join('\n'),
    )
    .join('\n\n')
}

/** Names and values below each other, for one resource. */
export function renderFields(
  fields: readonly (readonly [string, string | number | null])[],
  terminal: Terminal,
): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)))
  return fields
    .map(([name, value]) => `${paint(terminal, 'dim', padded(name, width))}  ${inertLine(String(value ?? '–'))}`)
    .join('\n')
}
