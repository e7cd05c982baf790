/** Counts the values of one field, or the keys that occur, with the number of records of each. */
import type { Attributes } from '../model.ts'

export interface ValuesPartial {
  readonly values: readonly (readonly [value: string, count: number])[]
  /** True when a field has more distinct values than a partition holds, so that some were left out. */
  readonly isCut: boolean
}

/**
 * Most distinct values that a partition distinguishes. The number of request ids has no bound, and only the most
 * frequent values are read.
 */
const VALUES_HELD_MAX = 50_000
/** Most values a partition sends, which bounds the RPC answer. */
const VALUES_SENT_MAX = 5_000

export class ValuesAccumulator {
  readonly #counts = new Map<string, number>()
  isCut = false

  add(value: string, count: number): void {
    const known = this.#counts.get(value)
    if (known === undefined && this.#counts.size >= VALUES_HELD_MAX) {
      this.isCut = true
      return
    }
    this.#counts.set(value, (known ?? 0) + count)
  }

  addKeys(record: { readonly attributes: Attributes; readonly resource: { readonly attributes: Attributes } }): void {
    for (const key of Object.keys(record.attributes)) this.add(`attributes[${key}]`, 1)
    for (const key of Object.keys(record.resource.attributes)) this.add(`resource[${key}]`, 1)
  }

  merge(partial: ValuesPartial): void {
    for (const [value, count] of partial.values) this.add(value, count)
    if (partial.isCut) this.isCut = true
  }

  partial(): ValuesPartial {
    const values = this.#ordered()
    return { values: values.slice(0, VALUES_SENT_MAX), isCut: this.isCut || values.length > VALUES_SENT_MAX }
  }

  /** Most frequent first, ties by value. */
  finish(limit: number): { value: string; count: number }[] {
    return this.#ordered()
      .slice(0, limit)
      .map(([value, count]) => ({ value, count }))
  }

  #ordered(): [string, number][] {
    return [...this.#counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  }
}
