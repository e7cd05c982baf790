/** Counts the rows of a segment by interval and group. It works on dictionary codes instead of texts. */
import type { CountLogsInput } from '../port.ts'
import { type CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import { NANOS_PER_MS } from '../time.ts'
import { groupColumn } from './group-column.ts'
import { logColumns, type MatchedRows } from './segment-logs.ts'

/** Largest count table kept as an array; with more combinations a map is used. */
const CELLS_MAX = 1_000_000

/** Counts the rows of a segment that match, by group and interval, without decoding records. */
export function countRows(matched: MatchedRows, input: CountLogsInput, into: CountAccumulator): void {
  const { segment, first, end, passes, areAll } = matched
  const { intervalMs, groupBy, range } = input
  const columns = groupBy.map((field) => groupColumn(segment, logColumns(segment), field))
  if (columns.length === 0 && intervalMs === null) {
    let count = 0
    if (areAll) count = end - first
    else for (let row = first; row < end; row++) if (passes(row)) count++
    if (count > 0) into.add([], rangeStartMs(range), count)
    return
  }
  const times = segment.times()
  const intervalNanos = intervalMs === null ? Number.POSITIVE_INFINITY : intervalMs * NANOS_PER_MS
  const firstBucket = Math.floor((times[first] ?? 0) / intervalNanos)
  const buckets = Math.floor((times[end - 1] ?? 0) / intervalNanos) - firstBucket + 1
  const groups = columns.reduce((product, { texts }) => product * texts.length, 1)
  const cells = buckets * groups <= CELLS_MAX ? new ArrayCells(buckets * groups) : new MapCells()
  const isTimed = intervalMs !== null && buckets > 1
  const [one, two] = columns
  for (let row = first; row < end; row++) {
    if (!areAll && !passes(row)) continue
    let cell = one === undefined ? 0 : (one.codes[row] ?? 0)
    if (two !== undefined) {
      for (let place = 1; place < columns.length; place++) {
        const column = columns[place] ?? two
        cell = cell * column.texts.length + (column.codes[row] ?? 0)
      }
    }
    if (isTimed) cell += (Math.floor((times[row] ?? 0) / intervalNanos) - firstBucket) * groups
    cells.bump(cell)
  }
  cells.forEach((cell, count) => {
    let rest = cell % groups
    const key: (string | null)[] = []
    for (const { texts } of [...columns].reverse()) {
      key.unshift(texts[rest % texts.length] ?? null)
      rest = Math.floor(rest / texts.length)
    }
    const nanos = (firstBucket + Math.floor(cell / groups)) * intervalNanos
    const startMs = intervalMs === null ? rangeStartMs(range) : intervalStart({ day: segment.day, nanos }, intervalMs)
    into.add(key, startMs, count)
  })
}

class ArrayCells {
  readonly #counts: Uint32Array
  constructor(size: number) {
    this.#counts = new Uint32Array(size)
  }
  bump(cell: number): void {
    this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
  }
  forEach(visit: (cell: number, count: number) => void): void {
    for (let cell = 0; cell < this.#counts.length; cell++) {
      const count = this.#counts[cell] ?? 0
      if (count > 0) visit(cell, count)
    }
  }
}

class MapCells {
  readonly #counts = new Map<number, number>()
  bump(cell: number): void {
    this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1)
  }
  forEach(visit: (cell: number, count: number) => void): void {
    for (const [cell, count] of this.#counts) visit(cell, count)
  }
}
