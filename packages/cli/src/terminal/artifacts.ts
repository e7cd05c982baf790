/** Tables and time series of answers. */
import { inUnit, percent } from '../../../../src/agent/answers/format.ts'
import { messageText } from '../../../../src/agent/message-text.ts'
import type { Terminal } from './color.ts'
import { renderTable } from './table.ts'
import { cut, inertLine, padded, widthOf, wrapped } from './text.ts'

type Data = Readonly<Record<string, unknown>>

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined // narrowed
}

/** A table has no room for the year and for thousandths. */
function shortTime(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? text.slice(5, 19).replace('T', ' ') : text
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))
  if (Array.isArray(value)) return value.map(cellText).join(', ')
  const shown = typeof value === 'string' ? shortTime(value) : JSON.stringify(value)
  return shown.replaceAll('\n', ' ')
}

/** Of a structured line a reader wants the message, not the fields before it. */
function cellOf(value: unknown, key: string): string {
  return cellText((key === 'body' || key === 'template') && typeof value === 'string' ? messageText(value) : value)
}

const ROWS_MAX = 15
/** Names, times and numbers are shorter than this and are never cut; sentences may be. */
const WHOLE_MAX = 40
const CUT_TO = 12

/** A table of an answer; only columns of long texts are cut. */
export function renderTableArtifact(data: Data, terminal: Terminal): string {
  const all = list(data['rows'])
  const rows = all.slice(0, ROWS_MAX)
  const described = list(data['columns'])
  const columns = described.map((column, index) => {
    const key = String(field(column, 'key') ?? '')
    const value = (row: unknown) => cellOf(field(row, key), key)
    const isLong = rows.some((row) => widthOf(inertLine(value(row))) > WHOLE_MAX)
    return {
      label: String(field(column, 'label') ?? key),
      value,
      ...(isLong ? (index === described.length - 1 ? { wrapTo: CUT_TO } : { cutTo: CUT_TO }) : {}),
    }
  })
  const more = all.length > rows.length ? [`… ${all.length - rows.length} more rows`] : []
  const table = columns.length === 0 ? '' : renderTable(rows, columns, terminal)
  return [wrapped(inertLine(cellText(data['title'])), terminal.width), table, ...more]
    .filter((part) => part !== '')
    .join('\n')
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const SERIES_MAX = 8

interface Point {
  readonly atMs: number
  readonly value: number
}

/** One bar per slice of the common time axis, so that series that start at different times stand below each other. */
function sparkline(points: readonly Point[], axis: { fromMs: number; toMs: number }, highest: number, columns: number) {
  const peaks = new Array<number>(columns).fill(0)
  const sliceMs = Math.max(1, (axis.toMs - axis.fromMs + 1) / columns)
  for (const point of points) {
    const column = Math.min(columns - 1, Math.floor((point.atMs - axis.fromMs) / sliceMs))
    peaks[column] = Math.max(peaks[column] ?? 0, point.value)
  }
  return peaks
    .map((peak) => {
      const level = highest <= 0 ? 0 : Math.ceil((peak / highest) * (BARS.length - 1))
      return BARS[Math.max(0, Math.min(BARS.length - 1, level))] ?? '▁'
    })
    .join('')
}

/** The width of the points' interval, to give each its own bar: the smallest gap between two. */
function intervalMs(points: readonly Point[]): number {
  const times = [...new Set(points.map((point) => point.atMs))].sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return gaps.length === 0 ? 1 : Math.min(...gaps)
}

/** One line of bars per series, all on one scale and one time axis, with its annotations below. */
export function renderSeries(data: Data, width: number): string {
  const named = list(data['series'])
    .slice(0, SERIES_MAX)
    .map((one) => ({
      name: cut(inertLine(cellText(field(one, 'name'))), 32),
      points: list(field(one, 'points'))
        .map((point): Point => ({ atMs: Date.parse(String(list(point)[0])), value: Number(list(point)[1] ?? 0) }))
        .filter((point) => !Number.isNaN(point.atMs)),
    }))
  const points = named.flatMap((one) => one.points)
  const heading = wrapped(inertLine(cellText(data['title'])), width)
  if (points.length === 0) return `${heading}\n(no points)`.trim()
  const highest = Math.max(0, ...points.map((point) => point.value))
  const axis = {
    fromMs: Math.min(...points.map((point) => point.atMs)),
    toMs: Math.max(...points.map((point) => point.atMs)),
  }
  const label = Math.max(...named.map((one) => widthOf(one.name)))
  const bars = Math.round((axis.toMs - axis.fromMs) / intervalMs(points)) + 1
  const columns = Math.max(1, Math.min(bars, width - label - 4))
  const lines = named.map((one) => `${padded(one.name, label)}  ${sparkline(one.points, axis, highest, columns)}`)
  const unit = inertLine(cellText(data['unit']))
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  const scale = `0 to ${unit === 'share' ? percent(highest) : inUnit(highest, unit)}, ${time(axis.fromMs)} to ${time(axis.toMs)} UTC`
  const notes = list(data['annotations']).map((note) =>
    inertLine(`  ${cellText(field(note, 'at'))}  ${cellText(field(note, 'label'))}`),
  )
  return [heading, ...lines, scale, ...notes].filter((part) => part !== '').join('\n')
}
