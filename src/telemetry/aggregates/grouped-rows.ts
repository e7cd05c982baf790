/** Groups the rows of a table and orders each group by time, in pieces of a few milliseconds. */
import type { WorkPace } from '../../work-pace.ts'

/** Rows between two checks of the pace, about a tenth of a millisecond. */
const PIECE = 4_096
/** Work units (work-pace.ts) of one step over a row of numbers. */
const STEP_UNITS = 0.03

/** The rows of group n are `rows[starts[n]]` to `rows[starts[n + 1] - 1]`. */
export interface GroupedRows {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/** Calls `work` with all of [0, count) piece by piece. */
export async function inPieces(
  count: number,
  unitsEach: number,
  pace: WorkPace,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(count, from + PIECE)
    work(from, to)
    if (pace.isDue((to - from) * unitsEach)) await pace.pause()
  }
}

/** Groups rows 0 to `count` by number; each group keeps the order of its rows. Rows with a negative number are left out. */
export async function groupRows(
  numbers: Int32Array,
  count: number,
  groups: number,
  pace: WorkPace,
): Promise<GroupedRows> {
  const starts = new Uint32Array(groups + 1)
  await inPieces(count, STEP_UNITS, pace, (from, to) => {
    for (let row = from; row < to; row++) {
      const number = numbers[row] ?? -1
      if (number >= 0) starts[number + 1] = (starts[number + 1] ?? 0) + 1
    }
  })
  await inPieces(groups, STEP_UNITS, pace, (from, to) => {
    for (let group = from; group < to; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  })
  const rows = new Uint32Array(starts[groups] ?? 0)
  const next = starts.slice(0, groups)
  await inPieces(count, STEP_UNITS, pace, (from, to) => {
    for (let row = from; row < to; row++) {
      const number = numbers[row] ?? -1
      if (number < 0) continue
      const at = next[number] ?? 0
      rows[at] = row
      next[number] = at + 1
    }
  })
  return { starts, rows }
}

/** Most rows sorted by insertion: a request writes few lines. */
export const INSERTED_MAX = 24

/**
 * Sorts `rows[from]` to `rows[to - 1]` by their time. Rows of equal time keep their order. A list that is almost in
 * order is merged from its ordered parts, in pieces: the output of one instance may be hundreds of thousands of lines.
 */
export async function sortByTime(
  rows: Uint32Array,
  from: number,
  to: number,
  times: Float64Array,
  pace: WorkPace,
): Promise<void> {
  if (to - from <= INSERTED_MAX) {
    insertByTime(rows, from, to, times)
    return
  }
  let borders = await ordered(rows, from, to, times, pace)
  if (borders.length === 2) return
  let source = rows.slice(from, to)
  let target = new Uint32Array(to - from)
  while (borders.length > 2) {
    const merged = [0]
    for (let run = 0; run + 1 < borders.length; run += 2) {
      const [start, middle] = [borders[run] ?? 0, borders[run + 1] ?? 0]
      const end = borders[run + 2] ?? middle
      await mergeRuns({ source, target, start, middle, end }, times, pace)
      merged.push(end)
    }
    borders = merged
    ;[source, target] = [target, source]
  }
  rows.set(source, from)
}

/** Sorts few rows. */
export function insertByTime(rows: Uint32Array, from: number, to: number, times: Float64Array): void {
  for (let at = from + 1; at < to; at++) {
    const row = rows[at] ?? 0
    const time = times[row] ?? 0
    let place = at
    while (place > from && (times[rows[place - 1] ?? 0] ?? 0) > time) {
      rows[place] = rows[place - 1] ?? 0
      place--
    }
    rows[place] = row
  }
}

/** The positions, counted from `from`, where the ordered parts begin, and the end. */
async function ordered(
  rows: Uint32Array,
  from: number,
  to: number,
  times: Float64Array,
  pace: WorkPace,
): Promise<number[]> {
  const borders = [0]
  let last = times[rows[from] ?? 0] ?? 0
  await inPieces(to - from, STEP_UNITS, pace, (first, end) => {
    for (let at = first; at < end; at++) {
      const time = times[rows[from + at] ?? 0] ?? 0
      if (time < last) borders.push(at)
      last = time
    }
  })
  borders.push(to - from)
  return borders
}

interface Runs {
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly start: number
  readonly middle: number
  readonly end: number
}

async function mergeRuns(runs: Runs, times: Float64Array, pace: WorkPace): Promise<void> {
  const { source, target, start, middle, end } = runs
  let [left, right] = [start, middle]
  await inPieces(end - start, STEP_UNITS * 2, pace, (first, last) => {
    for (let at = start + first; at < start + last; at++) {
      const isLeft =
        left < middle && (right >= end || (times[source[left] ?? 0] ?? 0) <= (times[source[right] ?? 0] ?? 0))
      target[at] = source[isLeft ? left++ : right++] ?? 0
    }
  })
}

/** Copies a column into a longer one. */
export function wider<Column extends Float64Array | Uint32Array | Int32Array | Uint8Array>(
  column: Column,
  longer: Column,
): Column {
  longer.set(column)
  return longer
}
