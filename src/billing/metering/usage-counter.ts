/**
 * The running totals of one counting Durable Object, in its own SQLite.
 *
 *   const usage = new UsageCounter(ctx.storage.sql)            // in the constructor: makes its table
 *   usage.count({ streamId, dimension, quantity, nowMs })      // in the transaction of the append or step
 *   const dueAt = usage.nextDueAt()                            // take part in the object's one alarm
 *   await flushUsage({ usage, scope, queue, recordedTotals, nowMs })  // from the alarm, when due
 *   await reportUsage({ usage, scope, queue })                 // before the object deletes itself
 *
 * `count` writes one row. Nothing is forgotten before D1 has it, so an object may only be deleted once `nextDueAt()` is
 * null, or by an expiry that comes days after its last append.
 */

import type { UsageDimension } from '../price-book.ts'
import type { UsageMessage } from './usage-message.ts'
import {
  addUsage,
  hourOf,
  needsCheck,
  planFlush,
  type RecordedTotal,
  SEND_DELAY_MS,
  type UsageKey,
  type UsageScope,
  type UsageTotal,
  usageMessage,
} from './usage-totals.ts'

interface UsageRow extends Record<string, SqlStorageValue> {
  stream_id: string
  dimension: string
  hour: number
  total: number
  sent_total: number
  attempts: number
  due_at: number
}

export class UsageCounter {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    // Persisted shape. stream_id is '' if there is no stream, because a primary key does not treat two nulls as
    // equal.
    sql.exec(`create table if not exists usage_counts (
      stream_id text not null, dimension text not null, hour integer not null, total integer not null,
      sent_total integer not null, attempts integer not null, due_at integer not null,
      primary key (stream_id, dimension, hour)) strict, without rowid`)
  }

  /** Adds `quantity` units to the hour of `nowMs`. Zero units write no row. */
  count(input: { streamId: string | null; dimension: UsageDimension; quantity: number; nowMs: number }): void {
    if (!Number.isSafeInteger(input.quantity) || input.quantity < 0) {
      throw new RangeError(`usage must be a whole number of units, not ${input.quantity}`)
    }
    if (input.quantity === 0) return
    const key = { streamId: input.streamId, dimension: input.dimension, hour: hourOf(input.nowMs) }
    this.#store(addUsage(this.#find(key), key, input.quantity, input.nowMs))
  }

  nextDueAt(): number | null {
    return this.#sql.exec<{ due: number | null }>('select min(due_at) as due from usage_counts').one().due
  }

  /** Returns the rows that are due at `nowMs`, at most as many as one queue batch accepts. */
  due(nowMs: number): UsageTotal[] {
    return this.#sql
      .exec<UsageRow>('select * from usage_counts where due_at <= ? order by due_at limit 100', nowMs)
      .toArray()
      .map(totalOfRow)
  }

  /** Returns every row. */
  all(): UsageTotal[] {
    return this.#sql.exec<UsageRow>('select * from usage_counts').toArray().map(totalOfRow)
  }

  /** Stores the decision for a row. A row that has grown meanwhile is sent again after the usual delay. */
  keep(row: UsageTotal, nowMs: number): void {
    const current = this.#find(row)
    if (current === undefined) return
    if (current.total === row.total) this.#store(row)
    else this.#store({ ...current, sentTotal: row.sentTotal, dueAt: nowMs + SEND_DELAY_MS })
  }

  /** Deletes a recorded row, unless it has grown since. */
  forget(row: UsageTotal): void {
    this.#sql.exec(
      'delete from usage_counts where stream_id = ? and dimension = ? and hour = ? and total = ?',
      row.streamId ?? '',
      row.dimension,
      row.hour,
      row.total,
    )
  }

  #find(key: UsageKey): UsageTotal | undefined {
    const [row] = this.#sql
      .exec<UsageRow>(
        'select * from usage_counts where stream_id = ? and dimension = ? and hour = ?',
        key.streamId ?? '',
        key.dimension,
        key.hour,
      )
      .toArray()
    return row === undefined ? undefined : totalOfRow(row)
  }

  #store(row: UsageTotal): void {
    this.#sql.exec(
      'insert or replace into usage_counts values (?, ?, ?, ?, ?, ?, ?)',
      row.streamId ?? '',
      row.dimension,
      row.hour,
      row.total,
      row.sentTotal,
      row.attempts,
      row.dueAt,
    )
  }
}

/**
 * Sends what is due and settles what D1 has recorded. Returns the time of the next call (null: nothing is left). Safe
 * to repeat at any point, because totals replace each other and are not added. If the queue or the database fails, it
 * throws and the rows stay due.
 */
export async function flushUsage(input: {
  readonly usage: UsageCounter
  readonly scope: UsageScope
  readonly queue: Pick<Queue<UsageMessage>, 'sendBatch'>
  /** Returns what the ledger's database has recorded for these keys. */
  readonly recordedTotals: (scope: UsageScope, keys: readonly UsageKey[]) => Promise<RecordedTotal>
  readonly nowMs: number
}): Promise<number | null> {
  const { usage, scope, queue, recordedTotals, nowMs } = input
  const rows = usage.due(nowMs)
  if (rows.length === 0) return usage.nextDueAt()
  const unsure = rows.filter((row) => needsCheck(row, nowMs))
  const recorded = unsure.length === 0 ? () => 0 : await recordedTotals(scope, unsure)
  const plan = planFlush(rows, recorded, nowMs)
  if (plan.send.length > 0) await queue.sendBatch(plan.send.map((row) => ({ body: usageMessage(scope, row) })))
  for (const row of plan.keep) usage.keep(row, nowMs)
  for (const row of plan.forget) usage.forget(row)
  return usage.nextDueAt()
}

/** Maximum number of messages in one call of a queue. */
const BATCH_MAX = 100

/**
 * Sends every total at once, due or not, for an object that is about to delete itself and cannot send later. Throws if
 * the queue refuses, so that the deletion is tried again later.
 */
export async function reportUsage(input: {
  readonly usage: UsageCounter
  readonly scope: UsageScope
  readonly queue: Pick<Queue<UsageMessage>, 'sendBatch'>
}): Promise<void> {
  const messages = input.usage.all().map((row) => ({ body: usageMessage(input.scope, row) }))
  for (let from = 0; from < messages.length; from += BATCH_MAX) {
    await input.queue.sendBatch(messages.slice(from, from + BATCH_MAX))
  }
}

function totalOfRow(row: UsageRow): UsageTotal {
  return {
    streamId: row.stream_id === '' ? null : row.stream_id,
    // Only `count` writes this column, from a UsageDimension.
    dimension: row.dimension as UsageDimension,
    hour: row.hour,
    total: row.total,
    sentTotal: row.sent_total,
    attempts: row.attempts,
    dueAt: row.due_at,
  }
}
