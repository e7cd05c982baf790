/** Whose object this is, whether it has tables, and whether its project was deleted. Kept in memory: every alert asks. */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import { createTables, hasTables } from './schema.ts'

const TOMBSTONE = 'purgedAtMs'

export class Identity {
  readonly #storage: DurableObjectStorage
  #hasTables = false
  #owner: PlacedProject | null = null
  #isPurged: boolean | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Whether there are tables. Makes none, but adds to an earlier release's what this one needs. */
  isMade(): boolean {
    if (this.#hasTables || !hasTables(this.#storage.sql)) return this.#hasTables
    createTables(this.#storage.sql)
    this.#hasTables = true
    return true
  }

  /** Makes the tables where there are none, and writes down whose they are. */
  make(owner: PlacedProject): void {
    if (this.#owner !== null) return
    createTables(this.#storage.sql)
    this.#hasTables = true
    const { organizationId, projectId, region } = owner
    this.#owner = { organizationId, projectId, region }
    this.#storage.sql.exec('insert or replace into identity (id, owner) values (1, ?)', JSON.stringify(this.#owner))
  }

  /** Null: nothing was ever stored here. */
  owner(): PlacedProject | null {
    if (this.#owner !== null || !this.isMade()) return this.#owner
    const row = this.#storage.sql.exec<{ owner: string }>('select owner from identity').toArray()[0]
    // Written above only.
    this.#owner = row === undefined ? null : (JSON.parse(row.owner) as PlacedProject)
    return this.#owner
  }

  /** Whether the project was deleted a short while ago. */
  isPurged(): boolean {
    this.#isPurged ??= this.#storage.kv.get(TOMBSTONE) !== undefined
    return this.#isPurged
  }

  /** Removes everything, and remembers that. */
  async purge(nowMs: number): Promise<void> {
    // What comes in while the deletion is under way is refused already.
    this.#isPurged = true
    await this.#empty()
    this.#storage.kv.put(TOMBSTONE, nowMs)
  }

  /** Forgets that something was removed here. */
  async forgetPurge(): Promise<void> {
    await this.#empty()
    this.#isPurged = null
  }

  async #empty(): Promise<void> {
    await this.#storage.deleteAll()
    this.#hasTables = false
    this.#owner = null
  }
}
