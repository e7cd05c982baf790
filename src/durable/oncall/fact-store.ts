/** Single values of the object, as JSON by name. */
export class FactStore {
  readonly #sql: SqlStorage
  readonly #isMade: () => boolean

  /** `isMade`: whether there are tables. Nothing is kept where there are none. */
  constructor(sql: SqlStorage, isMade: () => boolean) {
    this.#sql = sql
    this.#isMade = isMade
  }

  get<Value>(name: string): Value | null {
    if (!this.#isMade()) return null
    const row = this.#sql.exec<{ value: string }>('select value from fact where name = ?', name).toArray()[0]
    // Whoever reads a name is who writes it.
    return row === undefined ? null : (JSON.parse(row.value) as Value)
  }

  put(name: string, value: unknown): void {
    if (!this.#isMade()) return
    this.#sql.exec('insert or replace into fact (name, value) values (?, ?)', name, JSON.stringify(value))
  }
}
