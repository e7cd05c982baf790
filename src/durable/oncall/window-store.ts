/** Rows of maintenance windows. */
import type { MaintenanceWindow, WindowInput } from '../../contracts/incident-protocol.ts'
import { windowProblem } from '../../oncall/incidents/maintenance.ts'

const WINDOWS_MAX = 500
/** Those that ended are shown this long. */
const KEPT_MS = 30 * 24 * 3_600_000

type Stored = Omit<MaintenanceWindow, 'suppressed'>

export class WindowStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Null where the project has as many as it can. */
  add(id: string, input: WindowInput, by: string, nowMs: number): MaintenanceWindow | null {
    const known = this.find(id)
    if (known !== null) return known
    this.#sql.exec('delete from maintenance where ends_ms < ? and is_released = 1', nowMs - KEPT_MS)
    const { n } = this.#sql.exec<{ n: number }>('select count(*) as n from maintenance').one()
    if (n >= WINDOWS_MAX) return null
    const window = { ...input, id, createdBy: by, createdAt: nowMs, updatedAt: nowMs }
    this.#put(window)
    return this.#counted(window)
  }

  /** As text: why the window would not be possible. Nothing is changed then. */
  update(id: string, input: Partial<WindowInput>, nowMs: number): MaintenanceWindow | string | null {
    const known = this.find(id)
    if (known === null) return null
    const { suppressed, ...window } = { ...known, ...input, updatedAt: nowMs }
    const problem = windowProblem(window)
    if (problem !== null) return problem
    this.#put(window)
    return { ...window, suppressed }
  }

  remove(id: string): boolean {
    return this.#sql.exec('delete from maintenance where id = ? returning 1', id).toArray().length > 0
  }

  find(id: string): MaintenanceWindow | null {
    const row = this.#sql.exec<{ record: string }>('select record from maintenance where id = ?', id).toArray()[0]
    return row === undefined ? null : this.#counted(storedOf(row))
  }

  /** The latest first. */
  list(): MaintenanceWindow[] {
    return this.#sql
      .exec<{ record: string }>('select record from maintenance order by starts_ms desc, id desc')
      .toArray()
      .map((row) => this.#counted(storedOf(row)))
  }

  /** Those that keep alerts quiet now. */
  atWork(nowMs: number): Stored[] {
    return this.#sql
      .exec<{ record: string }>('select record from maintenance where starts_ms <= ?1 and ends_ms > ?1', nowMs)
      .toArray()
      .map(storedOf)
  }

  /** Those that have ended and whose alerts were not looked at since. */
  ended(nowMs: number): Stored[] {
    return this.#sql
      .exec<{ record: string }>('select record from maintenance where ends_ms <= ? and is_released = 0', nowMs)
      .toArray()
      .map(storedOf)
  }

  released(id: string): void {
    this.#sql.exec('update maintenance set is_released = 1 where id = ?', id)
  }

  nextEndMs(): number | null {
    return this.#sql
      .exec<{ at: number | null }>('select min(ends_ms) as at from maintenance where is_released = 0')
      .one().at
  }

  #counted(window: Stored): MaintenanceWindow {
    const count = 'select count(*) as n from alert where window_id = ?'
    return { ...window, suppressed: this.#sql.exec<{ n: number }>(count, window.id).one().n }
  }

  #put(window: Stored): void {
    this.#sql.exec(
      `insert into maintenance (id, starts_ms, ends_ms, is_released, record) values (?1, ?2, ?3, 0, ?4)
       on conflict (id) do update set starts_ms = ?2, ends_ms = ?3, is_released = 0, record = ?4`,
      window.id,
      window.startsAt,
      window.endsAt,
      JSON.stringify(window),
    )
  }
}

// Only this class writes these rows.
const storedOf = ({ record }: { record: string }): Stored => JSON.parse(record) as Stored
