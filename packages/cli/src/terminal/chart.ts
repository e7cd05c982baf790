/** A series over time as a plot of braille dots: two columns and four rows of dots in each character. */
import { paint, type Terminal } from './color.ts'
import { inertLine, padded, widthOf } from './text.ts'

export interface Point {
  readonly atMs: number
  readonly value: number
}

const HEIGHT = 8
/** A series whose lowest value is above this share of its highest one hardly moves. */
const ZOOM_FROM = 0.75
/** The bits of the dots of a braille character, from the top, for its left and its right column. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const

export function shortNumber(value: number): string {
  const size = Math.abs(value)
  for (const [unit, name] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    if (size >= unit) return `${Number((value / (name === 'k' ? 1e3 : unit)).toPrecision(3))}${name}`
  }
  return String(Number(value.toPrecision(3)))
}

/** Returns the plot with its scale and times. Each column of dots shows the highest value of its time. */
export function renderChart(points: readonly Point[], title: string, unit: string, terminal: Terminal): string {
  const known = points.filter((point) => Number.isFinite(point.value))
  if (known.length === 0) return `${inertLine(title)}\n(no points)`
  const sorted = [...known].sort((a, b) => a.atMs - b.atMs)
  const intervalMs = usualGap(sorted)
  const [fromMs, toMs] = [sorted[0]?.atMs ?? 0, (sorted.at(-1)?.atMs ?? 0) + intervalMs]
  const values = sorted.map((point) => point.value)
  const high = Math.max(...values)
  // From zero, as a size is read; but what hardly moves is shown from its lowest value, which the axis names.
  const least = Math.min(...values)
  const low = least > high * ZOOM_FROM ? least : Math.min(0, least)
  const [top, bottom] = [shortNumber(high), shortNumber(low)]
  const margin = Math.max(widthOf(top), widthOf(bottom))
  const columns = Math.max(4, terminal.width - margin - 3)
  const levels = levelsOf(sorted, { fromMs, toMs, intervalMs, low, high }, columns * 2)
  const rows = Array.from({ length: HEIGHT }, (_, row) => {
    const label = row === 0 ? top : row === HEIGHT - 1 ? bottom : ''
    const axis = paint(terminal, 'dim', `${padded(label, margin, 'right')} ┤`)
    const dots = Array.from({ length: columns }, (_unused, column) => characterAt(levels, row, column)).join('')
    return `${axis}${paint(terminal, 'cyan', dots)}`
  })
  const heading = unit === '' || unit === '1' ? inertLine(title) : `${inertLine(title)} (${inertLine(unit)})`
  const [from, to] = [clock(fromMs), clock(toMs)]
  const gap = Math.max(1, columns - widthOf(from) - widthOf(to))
  const timeLine = paint(terminal, 'dim', `${' '.repeat(margin + 2)}${from}${' '.repeat(gap)}${to}`)
  return [paint(terminal, 'bold', heading), ...rows, timeLine].join('\n')
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** The dots of one character: the line runs from the level before to its own. */
function characterAt(levels: readonly (number | null)[], row: number, column: number): string {
  let bits = 0
  for (const side of [0, 1] as const) {
    const level = levels[column * 2 + side] ?? null
    if (level === null) continue
    const before = levels[column * 2 + side - 1] ?? level
    for (let dot = 0; dot < 4; dot += 1) {
      const height = (HEIGHT - row) * 4 - dot - 1
      if (height >= Math.min(level, before) && height <= Math.max(level, before)) bits |= DOTS[side][dot] ?? 0
    }
  }
  return String.fromCodePoint(0x2800 + bits)
}

/** The usual distance of two points. */
function usualGap(sorted: readonly Point[]): number {
  const gaps = sorted.slice(1).map((point, index) => point.atMs - (sorted[index]?.atMs ?? 0))
  return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

interface Frame {
  readonly fromMs: number
  readonly toMs: number
  readonly intervalMs: number
  readonly low: number
  readonly high: number
}

/** The height in dots of each column; null where there is no point, so that a gap stays a gap. */
function levelsOf(sorted: readonly Point[], frame: Frame, columns: number): (number | null)[] {
  const { fromMs, toMs, intervalMs, low, high } = frame
  const levels = new Array<number | null>(columns).fill(null)
  const columnOf = (ms: number) =>
    toMs === fromMs ? 0 : Math.min(columns - 1, Math.floor(((ms - fromMs) / (toMs - fromMs)) * columns))
  for (const { atMs, value } of sorted) {
    const level = high === low ? 0 : Math.round(((value - low) / (high - low)) * (HEIGHT * 4 - 1))
    const last = Math.max(columnOf(atMs), columnOf(atMs + intervalMs) - 1)
    for (let column = columnOf(atMs); column <= last; column += 1) levels[column] = Math.max(levels[column] ?? 0, level)
  }
  return levels
}
