/** What happens next: a heap of moments, in order of time and of entry. */
interface Item {
  readonly atMs: number
  readonly order: number
  readonly run: (atMs: number) => void
}

const isBefore = (one: Item, other: Item): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)

export class Agenda {
  readonly #heap: Item[] = []
  #order = 0

  at(atMs: number, run: (atMs: number) => void): void {
    if (!Number.isFinite(atMs)) return
    const item = { atMs, order: this.#order++, run }
    const heap = this.#heap
    let i = heap.length
    heap.push(item)
    while (i > 0) {
      const up = (i - 1) >> 1
      const above = heap[up]
      if (above === undefined || isBefore(above, item)) break
      heap[i] = above
      i = up
    }
    heap[i] = item
  }

  runUntil(endMs: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.atMs < endMs; next = this.#heap[0]) {
      this.#drop()
      next.run(next.atMs)
    }
  }

  #drop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let i = 0
    for (;;) {
      const left = heap[2 * i + 1]
      const right = heap[2 * i + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const below = isRight ? right : left
      if (below === undefined || isBefore(last, below)) break
      heap[i] = below
      i = 2 * i + (isRight ? 2 : 1)
    }
    heap[i] = last
  }
}
