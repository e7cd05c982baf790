/**
 * Numbers per interval: each column holds one number for each kept minute (or hour). Columns are dense, because a
 * thousand monitors sum a window of them every minute.
 */
export class SeriesTable {
  readonly intervalMs: number
  readonly length: number
  #startMs: number
  readonly #columns = new Map<string, Float64Array>()

  constructor(startMs: number, intervalMs: number, length: number) {
    this.#startMs = startMs
    this.intervalMs = intervalMs
    this.length = length
  }

  get startMs(): number {
    return this.#startMs
  }

  get endMs(): number {
    return this.#startMs + this.length * this.intervalMs
  }

  /** Adds to a cell. Intervals that are not kept are ignored. */
  add(column: string, atMs: number, value: number): void {
    const index = Math.floor((atMs - this.#startMs) / this.intervalMs)
    if (index < 0 || index >= this.length) return
    let cells = this.#columns.get(column)
    if (cells === undefined) {
      cells = new Float64Array(this.length)
      this.#columns.set(column, cells)
    }
    cells[index] = (cells[index] ?? 0) + value
  }

  /** Drops the oldest intervals, so that the table ends at `endMs`. */
  advanceTo(endMs: number): void {
    const shift = Math.round((endMs - this.endMs) / this.intervalMs)
    if (shift <= 0) return
    this.#startMs += shift * this.intervalMs
    for (const [column, cells] of this.#columns) {
      if (shift < this.length) cells.copyWithin(0, shift)
      cells.fill(0, Math.max(0, this.length - shift))
      if (cells.every((cell) => cell === 0)) this.#columns.delete(column)
    }
  }

  /** Sets all cells from `fromMs` on to 0, before they are read again. */
  clearFrom(fromMs: number): void {
    const index = Math.max(0, Math.floor((fromMs - this.#startMs) / this.intervalMs))
    for (const cells of this.#columns.values()) cells.fill(0, index)
  }

  /** Returns the sum of [fromMs, toMs). Intervals that are not kept count as 0. */
  sum(column: string, fromMs: number, toMs: number): number {
    const cells = this.#columns.get(column)
    if (cells === undefined) return 0
    const first = Math.max(0, Math.floor((fromMs - this.#startMs) / this.intervalMs))
    const end = Math.min(this.length, Math.ceil((toMs - this.#startMs) / this.intervalMs))
    let sum = 0
    for (let index = first; index < end; index++) sum += cells[index] ?? 0
    return sum
  }

  /** Returns the cells of `values` in [fromMs, toMs) for which `present` is not 0. */
  values(values: string, present: string, fromMs: number, toMs: number): number[] {
    const [cells, marks] = [this.#columns.get(values), this.#columns.get(present)]
    if (cells === undefined || marks === undefined) return []
    const first = Math.max(0, Math.floor((fromMs - this.#startMs) / this.intervalMs))
    const end = Math.min(this.length, Math.ceil((toMs - this.#startMs) / this.intervalMs))
    const found: number[] = []
    for (let index = first; index < end; index++) if (marks[index] !== 0) found.push(cells[index] ?? 0)
    return found
  }
}
