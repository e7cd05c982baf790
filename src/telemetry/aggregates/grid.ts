/**
 * Intervals of equal length over one time range, and the compact series kept over them. Every aggregate of an
 * investigation is counted on such a grid, so that partial results of several partitions merge by plain addition.
 */

import { MS_PER_DAY, NANOS_PER_MS, type Timestamp } from '../time.ts'

/** `count` half-open intervals of `intervalMs`, the first beginning at `startMs` (milliseconds since 1970). */
export interface Grid {
  readonly startMs: number
  readonly intervalMs: number
  readonly count: number
}

/** One number per interval of the grid. Dense: a zero costs two bytes as JSON, and merging is addition. */
export type Series = number[]

/** A flat list [cell, count, cell, count, …] ordered by cell, where cell = interval * BUCKETS + bucket. */
export type Cells = number[]

/** Buckets of a duration histogram: bucket b holds durations of about 2^(b/2) microseconds; 64 of them reach 50 minutes. */
export const BUCKETS = 64

/** Whether two grids have the same cells, so that series over them can be added. */
export function sameGrid(a: Grid, b: Grid): boolean {
  return a.startMs === b.startMs && a.intervalMs === b.intervalMs && a.count === b.count
}

/** The interval of a time in milliseconds, or -1 outside the grid. */
export function intervalOf(grid: Grid, ms: number): number {
  const index = Math.floor((ms - grid.startMs) / grid.intervalMs)
  return index >= 0 && index < grid.count ? index : -1
}

/** Milliseconds from the start of the grid to a time, exact to the nanosecond up to days away. */
export function sinceStart(grid: Grid, { day, nanos }: Timestamp): number {
  return day * MS_PER_DAY - grid.startMs + nanos / NANOS_PER_MS
}

/** Returns the end of the last cell, in milliseconds since 1970. */
export function gridEndMs(grid: Grid): number {
  return grid.startMs + grid.intervalMs * grid.count
}

/** Returns a series with a zero for each cell of the grid. */
export function emptySeries(grid: Grid): Series {
  return new Array<number>(grid.count).fill(0)
}

/** Adds `b` into `a`; both are of the same grid. */
export function addSeries(a: Series, b: readonly number[]): void {
  for (let i = 0; i < b.length; i++) a[i] = (a[i] ?? 0) + (b[i] ?? 0)
}

/** The histogram bucket of a duration in microseconds. */
export function bucketOf(micros: number): number {
  if (!(micros > 1)) return 0
  return Math.min(BUCKETS - 1, Math.floor(2 * Math.log2(micros)))
}

const MICROS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => 2 ** ((bucket + 0.5) / 2))

/** The geometric middle of a bucket, in microseconds. */
export function bucketMicros(bucket: number): number {
  return MICROS[bucket] ?? 2 ** ((bucket + 0.5) / 2)
}

/** Returns counts by cell as a flat list of cell and count, ordered by cell. */
export function cellsOf(counts: ReadonlyMap<number, number>): Cells {
  const cells: Cells = []
  for (const key of [...counts.keys()].sort((a, b) => a - b)) cells.push(key, counts.get(key) ?? 0)
  return cells
}

/** Adds two lists of cells and counts. */
export function mergeCells(a: Cells, b: Cells): Cells {
  const counts = new Map<number, number>()
  for (const cells of [a, b]) {
    for (let i = 0; i + 1 < cells.length; i += 2) {
      const cell = cells[i] ?? 0
      counts.set(cell, (counts.get(cell) ?? 0) + (cells[i + 1] ?? 0))
    }
  }
  return cellsOf(counts)
}

/** Sums the histogram of the intervals [from, to). */
export function histogramOf(cells: Cells, from: number, to: number): number[] {
  const histogram = new Array<number>(BUCKETS).fill(0)
  const end = to * BUCKETS
  for (let i = firstCellFrom(cells, from * BUCKETS); i + 1 < cells.length; i += 2) {
    const cell = cells[i] ?? 0
    if (cell >= end) break
    const bucket = cell % BUCKETS
    histogram[bucket] = (histogram[bucket] ?? 0) + (cells[i + 1] ?? 0)
  }
  return histogram
}

/** Index of the first pair whose cell is not below `least`. */
function firstCellFrom(cells: Cells, least: number): number {
  let low = 0
  let high = cells.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cells[2 * middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return 2 * low
}
