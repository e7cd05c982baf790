/**
 * Idempotency records of an organization. One row per principal, operation and key: a fingerprint of the
 * request, a seed for the ids its execution chooses, and the sealed answer once there is one.
 */

import type { BeginInput, BeginReply } from '../../contracts/organization-protocol.ts'

/** After this time without an answer, the attempt is considered dead; the retry takes the record over with its seed. */
const TAKE_OVER_AFTER_MS = 60_000
export const RECORD_AGE_MAX_MS = 24 * 3_600_000
/** How long a caller is told to wait while the request is running. */
const RUNNING_RETRY_SECONDS = 2

interface Row extends Record<string, SqlStorageValue> {
  fingerprint: string
  seed: string
  answer: string | null
  begun_at: number
}

export class IdempotencyRecords {
  readonly #sql: SqlStorage

  constructor(storage: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = storage.sql
    this.#sql.exec(`create table if not exists idempotency_records (
      key text primary key, fingerprint text not null, seed text not null, answer text,
      begun_at integer not null) strict, without rowid`)
    this.#sql.exec('create index if not exists idempotency_records_by_age on idempotency_records (begun_at)')
  }

  begin({ key, fingerprint, seed, now }: BeginInput): BeginReply {
    const row = this.#sql.exec<Row>('select * from idempotency_records where key = ?', key).toArray()[0]
    if (!row || row.begun_at <= now - RECORD_AGE_MAX_MS) {
      this.#sql.exec(
        `insert into idempotency_records (key, fingerprint, seed, begun_at) values (?, ?, ?, ?)
         on conflict (key) do update set fingerprint = excluded.fingerprint, seed = excluded.seed, answer = null,
           begun_at = excluded.begun_at`,
        key,
        fingerprint,
        seed,
        now,
      )
      return { kind: 'execute', seed, isFirst: true }
    }
    if (row.fingerprint !== fingerprint) return { kind: 'other_body' }
    if (row.answer !== null) return { kind: 'replay', answer: row.answer }
    if (row.begun_at > now - TAKE_OVER_AFTER_MS) return { kind: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
    this.#sql.exec('update idempotency_records set begun_at = ? where key = ?', now, key)
    return { kind: 'execute', seed: row.seed, isFirst: false }
  }

  complete(key: string, answer: string): void {
    this.#sql.exec('update idempotency_records set answer = ? where key = ?', answer, key)
  }

  /** The request was refused and changed nothing: the key is free again. */
  release(key: string): void {
    this.#sql.exec('delete from idempotency_records where key = ? and answer is null', key)
  }

  /** The attempt failed midway (5xx): the retry may start at once, with the same ids. */
  fail(key: string, now: number): void {
    const begunAt = now - TAKE_OVER_AFTER_MS
    this.#sql.exec('update idempotency_records set begun_at = ? where key = ? and answer is null', begunAt, key)
  }

  /** Returns when the next record expires, null when none is left. */
  expire(now: number): number | null {
    this.#sql.exec('delete from idempotency_records where begun_at <= ?', now - RECORD_AGE_MAX_MS)
    const oldest = this.#sql.exec<{ at: number | null }>('select min(begun_at) as at from idempotency_records').one().at
    return oldest === null ? null : oldest + RECORD_AGE_MAX_MS
  }
}
