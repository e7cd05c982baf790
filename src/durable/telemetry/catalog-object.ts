/**
 * The telemetry catalog: one object per project. It lists the project's partitions and the shapes of log bodies seen so
 * far, from which patterns are computed. Durable Objects cannot be listed by name, so each partition is registered here
 * before its first write, and queries, splits and deletion read this list.
 */
import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'
import { newestOf } from '../../telemetry/embedded/catalog-view.ts'
import type { CatalogRpc, EnsureRequest, KnownShape, PartitionEntry } from '../../telemetry/embedded/messages.ts'
import type { Signal } from '../../telemetry/model.ts'
import { MS_PER_DAY } from '../../telemetry/time.ts'

/**
 * The catalog routes no append to a partition within this time of its expiry. It must exceed the time for which a
 * Worker caches the catalog.
 */
export const ROUTING_MARGIN_MS = 3_600_000

/**
 * Most shards one day and signal may have. They take about 500,000 records/s together, and a query can still ask them
 * all.
 */
const SHARDS_MAX = 32

/**
 * Most shapes the catalog keeps for one project: ten services at their limit. Later shapes are grouped per query
 * instead.
 */
const SHAPES_MAX = 20_000
/** Longer templates are dumps of data: each would be a pattern of its own. */
const TEMPLATE_CHARS_MAX = 2_000

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
    // AUTOINCREMENT never reuses a number, not even after its row is deleted.
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS partition (
        number INTEGER PRIMARY KEY AUTOINCREMENT, day INTEGER NOT NULL, signal TEXT NOT NULL,
        generation INTEGER NOT NULL, shard INTEGER NOT NULL, shards INTEGER NOT NULL,
        created_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS shape (
        version INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, template TEXT NOT NULL) STRICT`,
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
    // Only a partition of the newest generation may start a split. A repeated or late call finds the next generation
    // and does nothing.
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
    // Templates quote a tenant's text, so they are deleted with the tenant's last partition.
    if (this.#entries().length === 0) this.#sql.exec('DELETE FROM shape')
  }

  async addShapes(shapes: readonly KnownShape[]): Promise<void> {
    const held = this.#sql.exec<{ n: number }>('SELECT count(*) AS n FROM shape').one().n
    const fitting = shapes.filter(([, template]) => template.length <= TEMPLATE_CHARS_MAX)
    for (const [hash, template] of fitting.slice(0, Math.max(0, SHAPES_MAX - held))) {
      this.#sql.exec('INSERT OR IGNORE INTO shape (hash, template) VALUES (?, ?)', hash, template)
    }
  }

  async shapesSince(version: number) {
    const rows = this.#sql
      .exec<{ version: number; hash: string; template: string }>(
        'SELECT version, hash, template FROM shape WHERE version > ? ORDER BY version',
        version,
      )
      .toArray()
    const shapes = rows.map(({ hash, template }): KnownShape => [hash, template])
    return { version: rows.at(-1)?.version ?? version, shapes }
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
    // `#insert` wrote this column from a `Signal`.
    signal: row.signal as Signal,
    generation: row.generation,
    shard: row.shard,
    shards: row.shards,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  }
}
