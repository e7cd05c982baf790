/** The columns of one opened segment, decoded on first use and kept. */
import { ByteReader } from './bytes.ts'
import { type ColumnBytes, ContainerReader } from './container.ts'

export class ColumnCache {
  readonly container: ContainerReader
  readonly #columns = new Map<string, unknown>()

  constructor(bytes: Uint8Array | ColumnBytes) {
    this.container = new ContainerReader(bytes)
  }

  /**
   * Returns the column `name`, decoded by `read`. Each name has one reader, and so one type. Persisted: never rename a
   * column.
   */
  column<T>(name: string, read: (reader: ByteReader) => T): T {
    return this.once(name, () => read(new ByteReader(this.container.read(name))))
  }

  /** A value derived from one or more columns. */
  once<T>(name: string, make: () => T): T {
    // One caller with one type fills each name, so the cached value is a T.
    const known = this.#columns.get(name) as T | undefined
    if (known !== undefined) return known
    const made = make()
    this.#columns.set(name, made)
    return made
  }
}
