/**
 * Places of the variables in a line, in order, in one reused buffer: a line costs no allocation until someone asks
 * for the text of its template or variables.
 */

/** Beyond this many variables the rest of a line is one variable: templates stay readable and bounded. */
export const VARIABLES_MAX = 100

export class Spans {
  readonly starts = new Int32Array(VARIABLES_MAX + 2)
  readonly ends = new Int32Array(VARIABLES_MAX + 2)
  count = 0

  clear(): void {
    this.count = 0
  }

  /** Adds [start, end); a variable that touches the one before it, or is one too many, becomes part of it. */
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

  /** Moves the start of the last variable forward in the line, to take in a sign or a prefix. */
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

  /** End of the last variable, -1 when there is none. */
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
