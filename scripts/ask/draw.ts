/** Tables and time series as plain text. */
type Data = Readonly<Record<string, unknown>>

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined // narrowed
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toPrecision(3)
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return shown.replaceAll('\n', ' ')
}

const CELL_MAX = 60
const ROWS_MAX = 15

/** Columns as wide as needed, the widest ones cut until the table fits the terminal. */
export function renderTable(data: Data, width: number): string {
  const columns = list(data['columns']).map((column) => ({
    key: String(field(column, 'key') ?? ''),
    label: String(field(column, 'label') ?? field(column, 'key') ?? ''),
  }))
  const all = list(data['rows'])
  const rows = all.slice(0, ROWS_MAX).map((row) => columns.map((column) => cellText(field(row, column.key))))
  const header = columns.map((column) => column.label)
  const widths = header.map((label, index) =>
    Math.min(CELL_MAX, Math.max(label.length, ...rows.map((row) => row[index]?.length ?? 0))),
  )
  while (widths.length > 0 && widths.reduce((sum, one) => sum + one + 2, 0) > width && Math.max(...widths) > 8) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const room = widths[index] ?? 0
        return (cell.length > room ? `${cell.slice(0, room - 1)}…` : cell).padEnd(room)
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((one) => '─'.repeat(one)).join('  ')
  const more = all.length > rows.length ? [`… ${all.length - rows.length} more rows`] : []
  return [cellText(data['title']), line(header), rule, ...rows.map(line), ...more]
    .filter((part) => part !== '')
    .join('\n')
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const SERIES_MAX = 8

function sparkline(values: readonly number[], highest: number, columns: number): string {
  const perColumn = Math.max(1, Math.ceil(values.length / columns))
  const bars: string[] = []
  for (let start = 0; start < values.length; start += perColumn) {
    const peak = Math.max(...values.slice(start, start + perColumn))
    const level = highest <= 0 ? 0 : Math.round((peak / highest) * (BARS.length - 1))
    bars.push(BARS[Math.max(0, Math.min(BARS.length - 1, level))] ?? '▁')
  }
  return bars.join('')
}

/** One line of bars per series, all on one scale, with its range of time and its annotations below. */
export function renderSeries(data: Data, width: number): string {
  const series = list(data['series']).slice(0, SERIES_MAX)
  const named = series.map((one) => ({
    name: cellText(field(one, 'name')).slice(0, 32),
    points: list(field(one, 'points')).map((point) => ({
      at: cellText(list(point)[0]),
      value: Number(list(point)[1] ?? 0),
    })),
  }))
  const highest = Math.max(0, ...named.flatMap((one) => one.points.map((point) => point.value)))
  const label = Math.max(0, ...named.map((one) => one.name.length))
  const lines = named.map(
    (one) =>
      `${one.name.padEnd(label)}  ${sparkline(
        one.points.map((point) => point.value),
        highest,
        Math.max(10, width - label - 4),
      )}`,
  )
  const times = named.flatMap((one) => one.points.map((point) => point.at)).sort()
  const unit = cellText(data['unit'])
  const scale = `0 to ${cellText(highest)}${unit === '' ? '' : ` ${unit}`}, ${times[0] ?? ''} to ${times.at(-1) ?? ''}`
  const notes = list(data['annotations']).map(
    (note) => `  ${cellText(field(note, 'at'))}  ${cellText(field(note, 'label'))}`,
  )
  return [cellText(data['title']), ...lines, scale, ...notes].filter((part) => part !== '').join('\n')
}
