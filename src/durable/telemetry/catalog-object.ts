/**
 * One object per project: which telemetry partitions exist. Objects cannot be listed by name, so a partition is entered
 * here before its first write, and queries, splits and deletion go by this list.
 */
import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'
import { newestOf } from '../../telemetry/embedded/catalog-view.ts'
import type { CatalogRpc, EnsureRequest, PartitionEntry } from '../../telemetry/embedded/messages.ts'
import type { Signal } from '../../telemetry/model.ts'
import { MS_PER_DAY } from '../../telemetry/time.ts'

/** Appends stop this long before a partition may delete itself: more than any Worker caches the catalog. */
export const ROUTING_MARGIN_MS = 3_600_000

/** Shards of one day and signal: some 500,000 records/s, and as many objects as one query asks without harm. */
const SHARDS_MAX = 32

interface Row extends Record<string, SqlStorageValue> {
  number: number
  day: number
  signal: string
  generation: number
  shard: number
  shards: number
  created_ms: number
  expires_ms: number
}

export class CatalogObject extends DurableObject<Bindings> implements CatalogRpc {
  readonly #sql: SqlStorage

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#sql = ctx.storage.sql
    // AUTOINCREMENT: a number is never used again, not even after its row is deleted.
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS partition (
        number INTEGER PRIMARY KEY AUTOINCREMENT, day INTEGER NOT NULL, signal TEXT NOT NULL,
        generation INTEGER NOT NULL, shard INTEGER NOT NULL, shards INTEGER NOT NULL,
        created_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT`,
    )
  }

  async list(): Promise<readonly PartitionEntry[]> {
    return this.#entries()
  }

  async ensure({ wanted, retentionDays }: EnsureRequest): Promise<readonly PartitionEntry[]> {
    const nowMs = Date.now()
    const entries = this.#entries()
    for (const { day, signal } of wanted) {
      const newest = newestOf(entries, day, signal)
      const isOpen = newest.length > 0 && newest.every((entry) => entry.expiresMs - ROUTING_MARGIN_MS > nowMs)
      if (isOpen) continue
      // Retention counts from the later of the records' day and the day they arrived.
      const endOfLifeDay = Math.max(day, Math.floor(nowMs / MS_PER_DAY)) + 1 + retentionDays
      const generation = (newest[0]?.generation ?? 0) + 1
      entries.push(this.#insert({ day, signal, generation, shards: 1, shard: 0, nowMs, endOfLifeDay }))
    }
    return wanted.flatMap(({ day, signal }) => newestOf(entries, day, signal))
  }

  async split(number: number): Promise<void> {
    const entries = this.#entries()
    const hot = entries.find((entry) => entry.number === number)
    if (hot === undefined) return
    const newest = newestOf(entries, hot.day, hot.signal)
    // Only a partition that still takes appends can be hot: a repeated or late call finds the next generation there.
    if (!newest.some((entry) => entry.number === number)) return
    const shards = newest.length * 2
    if (shards > SHARDS_MAX) return
    const nowMs = Date.now()
    const endOfLifeDay = Math.max(...newest.map((entry) => entry.expiresMs)) / MS_PER_DAY
    for (let shard = 0; shard < shards; shard++) {
      this.#insert({
        day: hot.day,
        signal: hot.signal,
        generation: hot.generation + 1,
        shard,
        shards,
        nowMs,
        endOfLifeDay,
      })
    }
  }

  async remove(numbers: readonly number[]): Promise<void> {
    this.#sql.exec('DELETE FROM partition WHERE number IN (SELECT value FROM json_each(?))', JSON.stringify(numbers))
  }

  #insert(of: {
    readonly day: number
    readonly signal: Signal
    readonly generation: number
    readonly shard: number
    readonly shards: number
    readonly nowMs: number
    readonly endOfLifeDay: number
  }): PartitionEntry {
    const row = this.#sql
      .exec<Row>(
        `INSERT INTO partition (day, signal, generation, shard, shards, created_ms, expires_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        of.day,
        of.signal,
        of.generation,
        of.shard,
        of.shards,
        of.nowMs,
        of.endOfLifeDay * MS_PER_DAY,
      )
      .one()
    return toEntry(row)
  }

  #entries(): PartitionEntry[] {
    return this.#sql.exec<Row>('SELECT * FROM partition ORDER BY number').toArray().map(toEntry)
  }
}

function toEntry(row: Row): PartitionEntry {
  return {
    number: row.number,
    day: row.day,
    // Written by #insert from a Signal.
    signal: row.signal as Signal,
    generation: row.generation,
    shard: row.shard,
    shards: row.shards,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  }
}
