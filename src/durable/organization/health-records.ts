/** Health of an organization's keys: totals, and records per hour for a week, from which the usual gap is estimated. */

import type { DeliveryCount, SourceHealth } from '../../contracts/organization-protocol.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 168
/** A key is silent after ten times its usual gap, and at least ten minutes. */
const SILENCE_GAPS = 10
const SILENCE_MS_MIN = 600_000
const HABIT_HOURS_MIN = 3

export class HealthRecords {
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql
    this.#sql.exec(`create table if not exists key_health (
      key_id text primary key, last_record_ms integer, dropped integer not null, rejected text not null) strict`)
    this.#sql.exec(`create table if not exists key_hours (
      key_id text not null, hour integer not null, records integer not null, primary key (key_id, hour)) strict, without rowid`)
    this.#sql.exec(`create table if not exists key_repairs (
      key_id text not null, reason text not null, records integer not null, primary key (key_id, reason)) strict, without rowid`)
  }

  add(counts: readonly DeliveryCount[], nowMs: number): void {
    const hour = Math.floor(nowMs / HOUR_MS)
    for (const count of counts) {
      const before = this.#sql
        .exec<{ rejected: string }>('select rejected from key_health where key_id = ?', count.keyId)
        .toArray()[0]
      const rejected: { [reason: string]: number } = before ? JSON.parse(before.rejected) : {}
      for (const [reason, n] of Object.entries(count.rejected)) rejected[reason] = (rejected[reason] ?? 0) + n
      this.#sql.exec(
        `insert into key_health (key_id, last_record_ms, dropped, rejected) values (?, ?, ?, ?)
         on conflict (key_id) do update set last_record_ms = coalesce(excluded.last_record_ms, last_record_ms),
           dropped = dropped + excluded.dropped, rejected = excluded.rejected`,
        count.keyId,
        count.lastRecordMs,
        count.dropped,
        JSON.stringify(rejected),
      )
      this.#addRepairs(count)
      if (count.records > 0) {
        this.#sql.exec(
          `insert into key_hours (key_id, hour, records) values (?, ?, ?)
           on conflict (key_id, hour) do update set records = records + excluded.records`,
          count.keyId,
          hour,
          count.records,
        )
      }
    }
    this.#sql.exec('delete from key_hours where hour < ?', hour - WEEK_HOURS)
  }

  #addRepairs({ keyId, repaired = {} }: DeliveryCount): void {
    for (const [reason, records] of Object.entries(repaired)) {
      this.#sql.exec(
        `insert into key_repairs (key_id, reason, records) values (?, ?, ?)
         on conflict (key_id, reason) do update set records = records + excluded.records`,
        keyId,
        reason,
        records,
      )
    }
  }

  forget(keyIds: readonly string[]): void {
    const ids = JSON.stringify(keyIds)
    this.#sql.exec('delete from key_health where key_id in (select value from json_each(?))', ids)
    this.#sql.exec('delete from key_hours where key_id in (select value from json_each(?))', ids)
    this.#sql.exec('delete from key_repairs where key_id in (select value from json_each(?))', ids)
  }

  of(keyIds: readonly string[], nowMs: number): SourceHealth[] {
    return keyIds.map((keyId) => this.#one(keyId, nowMs))
  }

  #one(keyId: string, nowMs: number): SourceHealth {
    const row = this.#sql
      .exec<{ last_record_ms: number | null; dropped: number; rejected: string }>(
        'select last_record_ms, dropped, rejected from key_health where key_id = ?',
        keyId,
      )
      .toArray()[0]
    const hours = this.#sql
      .exec<{ hour: number; records: number }>('select hour, records from key_hours where key_id = ?', keyId)
      .toArray()
    const repairs = this.#sql
      .exec<{ reason: string; records: number }>('select reason, records from key_repairs where key_id = ?', keyId)
      .toArray()
    const hour = Math.floor(nowMs / HOUR_MS)
    const since = (from: number) => hours.filter((one) => one.hour >= from).reduce((sum, one) => sum + one.records, 0)
    const past = hours.filter((one) => one.hour < hour)
    const usualPerHour =
      past.length < HABIT_HOURS_MIN ? null : past.reduce((sum, one) => sum + one.records, 0) / past.length
    const lastRecordMs = row?.last_record_ms ?? null
    const usualGapMs = usualPerHour === null || usualPerHour === 0 ? null : HOUR_MS / usualPerHour
    const quietMs = lastRecordMs === null ? 0 : nowMs - lastRecordMs
    return {
      keyId,
      lastRecordMs,
      recordsLastHour: since(hour),
      recordsLastDay: since(hour - 23),
      dropped: row?.dropped ?? 0,
      rejected: row ? JSON.parse(row.rejected) : {},
      repaired: Object.fromEntries(repairs.map(({ reason, records }) => [reason, records])),
      usualPerHour,
      isSilent: usualGapMs !== null && quietMs > Math.max(SILENCE_GAPS * usualGapMs, SILENCE_MS_MIN),
    }
  }
}
