/**
 * A small per-isolate cache with a maximum age. It holds values and never promises, because a promise created in one
 * request must not be awaited in another. Missing entries are not cached, so that new rows are found at once.
 */
export class AgedCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly storedAt: number }>()
  readonly #ageMaxMs: number
  readonly #entriesMax: number

  constructor(ageMaxMs: number, entriesMax: number) {
    this.#ageMaxMs = ageMaxMs
    this.#entriesMax = entriesMax
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (now - entry.storedAt < this.#ageMaxMs) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  set(key: string, value: Value, now: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, storedAt: now })
    if (this.#entries.size <= this.#entriesMax) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, entry] of this.#entries) if (matches(entry.value)) this.#entries.delete(key)
  }
}
