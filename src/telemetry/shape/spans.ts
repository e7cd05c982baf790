/**
 * The places of the variables in a line, in order. One buffer is reused for all lines, so that a line allocates nothing
 * until the text of its template or variables is needed.
 */

/** Most variables of a line. Its rest is one more variable, so that templates stay short. */
export const VARIABLES_MAX = 100

/** Half-open ranges [start, end) of UTF-16 code units. */
export class Spans {
  readonly starts = new Int32Array(VARIABLES_MAX + 2)
  readonly ends = new Int32Array(VARIABLES_MAX + 2)
  count = 0

  clear(): void {
    this.count = 0
  }

  /** Adds [start, end). If it touches the last variable, or the buffer is full, it becomes part of the last variable. */
  add(start: number, end: number): void {
    if (end <= start) return
    const last = this.count - 1
    if (last >= 0 && (this.end(last) >= start || last > VARIABLES_MAX)) {
      if (end > this.end(last)) this.ends[last] = end
      return
    }
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.count++
  }

  /** Moves the start of the last variable back to `start`, so that the variable includes a sign or a prefix. */
  widenLast(start: number): void {
    const last = this.count - 1
    if (last > 0 && this.end(last - 1) >= start) {
      this.ends[last - 1] = this.end(last)
      this.count--
    } else if (last >= 0) this.starts[last] = start
  }

  get isFull(): boolean {
    return this.count >= VARIABLES_MAX
  }

  /** The end of the last variable, -1 if there is none. */
  get lastEnd(): number {
    return this.count === 0 ? -1 : this.end(this.count - 1)
  }

  start(index: number): number {
    return this.starts[index] ?? 0
  }

  end(index: number): number {
    return this.ends[index] ?? 0
  }
}
