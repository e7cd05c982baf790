/**
 * Idempotency records of an organization. One row per principal, operation and key: a fingerprint of the request, a
 * seed for the ids its execution chooses, and the sealed answer once there is one.
 *
 * The records of an organization are bounded. Above the bound of answers, the oldest answers are removed, but their
 * records stay, so that a finished request is still recognised. Above the bound of records, new keys are refused.
 */

import type { BeginInput, BeginReply } from '../../contracts/organization-protocol.ts'

/** After this time without an answer, the attempt is considered dead; the retry takes the record over with its seed. */
const TAKE_OVER_AFTER_MS = 60_000
export const RECORD_AGE_MAX_MS = 24 * 3_600_000
/** How long a caller is told to wait while the request is running. */
const RUNNING_RETRY_SECONDS = 2

export interface IdempotencyLimits {
  /** A row has a few hundred bytes. This many in a day are more than one new key per second, all day long. */
  readonly records: number
  /** Total bytes of stored answers of up to `smallBytesMax` each. */
  readonly smallBytes: number
  /**
   * Total bytes of larger answers: results of queries must not displace the answers of requests that created something.
   */
  readonly largeBytes: number
  readonly smallBytesMax: number
}

export const IDEMPOTENCY_LIMITS: IdempotencyLimits = {
  records: 100_000,
  smallBytes: 64 * 1024 * 1024,
  largeBytes: 64 * 1024 * 1024,
  smallBytesMax: 16 * 1024,
}

/**
 * Above a bound, answers are removed until this share of it is left, so that the next request need not search again.
 */
const SHARE_LEFT = 0.9
const LET_GO_AT_ONCE = 500

interface Row extends Record<string, SqlStorageValue> {
  fingerprint: string
  seed: string
  answer: string | null
  stored_bytes: number
  is_done: number
  begun_at: number
}

interface Totals {
  records: number
  small: number
  large: number
}

export class IdempotencyRecords {
  readonly #sql: SqlStorage
  readonly #limits: IdempotencyLimits
  #totals: Totals

  constructor(storage: Pick<DurableObjectStorage, 'sql'>, limits: IdempotencyLimits = IDEMPOTENCY_LIMITS) {
    this.#sql = storage.sql
    this.#limits = limits
    this.#sql.exec(`create table if not exists idempotency_records (
      key text primary key, fingerprint text not null, seed text not null, answer text,
      begun_at integer not null, stored_bytes integer not null default 0,
      is_done integer not null default 0) strict, without rowid`)
    this.#addColumns()
    // Counting and finding the oldest answers read this index alone, not the answers.
    this.#sql.exec(`create index if not exists idempotency_records_by_age_and_size
      on idempotency_records (begun_at, stored_bytes)`)
    this.#totals = this.#count()
  }

  begin({ key, fingerprint, seed, now }: BeginInput): BeginReply {
    const row = this.#sql.exec<Row>('select * from idempotency_records where key = ?', key).toArray()[0]
    if (!row || row.begun_at <= now - RECORD_AGE_MAX_MS) {
      if (!row && this.#isFull(now)) return { kind: 'full', retryAfterSeconds: this.#secondsUntilRoom(now) }
      if (row) this.#subtract(row.stored_bytes)
      else this.#totals.records += 1
      this.#sql.exec(
        `insert into idempotency_records (key, fingerprint, seed, begun_at) values (?, ?, ?, ?)
         on conflict (key) do update set fingerprint = excluded.fingerprint, seed = excluded.seed, answer = null,
           stored_bytes = 0, is_done = 0, begun_at = excluded.begun_at`,
        key,
        fingerprint,
        seed,
        now,
      )
      return { kind: 'execute', seed, isFirst: true }
    }
    if (row.fingerprint !== fingerprint) return { kind: 'other_body' }
    if (row.answer !== null) return { kind: 'replay', answer: row.answer }
    if (row.is_done === 1) return { kind: 'done', seed: row.seed }
    if (row.begun_at > now - TAKE_OVER_AFTER_MS) return { kind: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
    this.#sql.exec('update idempotency_records set begun_at = ? where key = ?', now, key)
    return { kind: 'execute', seed: row.seed, isFirst: false }
  }

  /** @param answer sealed. Null if it is too large to keep. */
  complete(key: string, answer: string | null): void {
    const before = this.#sql
      .exec<{ stored_bytes: number }>('select stored_bytes from idempotency_records where key = ?', key)
      .toArray()[0]
    if (!before) return
    // A sealed answer is ASCII.
    const storedBytes = answer?.length ?? 0
    this.#sql.exec(
      'update idempotency_records set answer = ?, stored_bytes = ?, is_done = 1 where key = ?',
      answer,
      storedBytes,
      key,
    )
    this.#subtract(before.stored_bytes)
    this.#add(storedBytes)
    this.#letAnswersGo()
  }

  /** The request was refused and changed nothing: the key is free again. */
  release(key: string): void {
    const gone = this.#sql
      .exec('delete from idempotency_records where key = ? and answer is null and is_done = 0 returning key', key)
      .toArray()
    this.#totals.records -= gone.length
  }

  /** The attempt failed midway (5xx): the retry may start at once, with the same ids. */
  fail(key: string, now: number): void {
    this.#sql.exec(
      'update idempotency_records set begun_at = ? where key = ? and answer is null and is_done = 0',
      now - TAKE_OVER_AFTER_MS,
      key,
    )
  }

  /** Returns when the next record expires, null when none is left. */
  expire(now: number): number | null {
    this.#sql.exec('delete from idempotency_records where begun_at <= ?', now - RECORD_AGE_MAX_MS)
    this.#totals = this.#count()
    const oldest = this.#oldest()
    return oldest === null ? null : oldest + RECORD_AGE_MAX_MS
  }

  /** Objects of an earlier version have neither column; their answers are counted once. */
  #addColumns(): void {
    const columns = this.#sql.exec<{ name: string }>('pragma table_info(idempotency_records)').toArray()
    if (columns.some(({ name }) => name === 'stored_bytes')) return
    this.#sql.exec('alter table idempotency_records add column stored_bytes integer not null default 0')
    this.#sql.exec('alter table idempotency_records add column is_done integer not null default 0')
    this.#sql.exec(`update idempotency_records set stored_bytes = octet_length(answer), is_done = 1
      where answer is not null`)
    this.#sql.exec('drop index if exists idempotency_records_by_age')
  }

  #count(): Totals {
    const { smallBytesMax } = this.#limits
    return this.#sql
      .exec<Record<keyof Totals, number>>(
        `select count(*) as records,
           coalesce(sum(stored_bytes) filter (where stored_bytes <= ?), 0) as small,
           coalesce(sum(stored_bytes) filter (where stored_bytes > ?), 0) as large
         from idempotency_records`,
        smallBytesMax,
        smallBytesMax,
      )
      .one()
  }

  /** Counted again before anybody is refused, because expired records may remain until the next alarm. */
  #isFull(now: number): boolean {
    if (this.#totals.records < this.#limits.records) return false
    this.expire(now)
    return this.#totals.records >= this.#limits.records
  }

  #secondsUntilRoom(now: number): number {
    return Math.max(1, Math.ceil(((this.#oldest() ?? now) + RECORD_AGE_MAX_MS - now) / 1000))
  }

  #oldest(): number | null {
    return this.#sql.exec<{ at: number | null }>('select min(begun_at) as at from idempotency_records').one().at
  }

  /** Above the bound of each size class, its oldest answers are removed. */
  #letAnswersGo(): void {
    const { smallBytes, largeBytes, smallBytesMax } = this.#limits
    this.#letGo('small', smallBytes, [1, smallBytesMax])
    this.#letGo('large', largeBytes, [smallBytesMax + 1, Number.MAX_SAFE_INTEGER])
  }

  #letGo(size: 'small' | 'large', bound: number, [bytesMin, bytesMax]: readonly [number, number]): void {
    if (this.#totals[size] <= bound) return
    while (this.#totals[size] > bound * SHARE_LEFT) {
      const oldest = this.#sql
        .exec<{ key: string; stored_bytes: number }>(
          `select key, stored_bytes from idempotency_records where stored_bytes between ? and ?
           order by begun_at limit ?`,
          bytesMin,
          bytesMax,
          LET_GO_AT_ONCE,
        )
        .toArray()
      if (oldest.length === 0) return
      for (const { key, stored_bytes } of oldest) {
        if (this.#totals[size] <= bound * SHARE_LEFT) return
        this.#sql.exec('update idempotency_records set answer = null, stored_bytes = 0 where key = ?', key)
        this.#subtract(stored_bytes)
      }
    }
  }

  #sizeOf(storedBytes: number): 'small' | 'large' {
    return storedBytes > this.#limits.smallBytesMax ? 'large' : 'small'
  }

  #add(storedBytes: number): void {
    this.#totals[this.#sizeOf(storedBytes)] += storedBytes
  }

  #subtract(storedBytes: number): void {
    this.#totals[this.#sizeOf(storedBytes)] -= storedBytes
  }
}
