/** Callers in this object that wait for a run to end: one promise each, no polling. */
export class Waiters<T> {
  readonly #waiting = new Map<number, Set<(value: T) => void>>()

  /** Resolves with the value that the key is settled with, or with null after `timeoutMs`. */
  wait(key: number, timeoutMs: number): Promise<T | null> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? new Set()
      this.#waiting.set(key, waiting)
      const settle = (value: T): void => {
        clearTimeout(timer)
        resolve(value)
      }
      const timer = setTimeout(() => {
        waiting.delete(settle)
        if (waiting.size === 0) this.#waiting.delete(key)
        resolve(null)
      }, timeoutMs)
      waiting.add(settle)
    })
  }

  settle(key: number, value: T): void {
    const waiting = this.#waiting.get(key)
    if (waiting === undefined) return
    this.#waiting.delete(key)
    for (const settle of waiting) settle(value)
  }
}
