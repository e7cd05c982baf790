/** The tables of a thread object (docs/storage.md) and the statements on them. */

import type { StoredMessage } from '../../contracts/content-block.ts'
import type { RunRecord, StepRecord, ThreadRecord } from './records.ts'
import type { ThreadState, Write } from './thread-state.ts'

/**
 * Few tables and no index: each costs pages when a thread is made and rows when it is written, and everything is
 * found by its order.
 */
const SCHEMA = `
create table thread (id integer primary key check (id = 1), record text not null);
create table messages (ord integer primary key, run integer not null, role text not null, body text not null);
create table runs (ord integer primary key, request_key text not null, record text not null);
create table steps (idx integer primary key, record text not null);
`

export class ThreadStore {
  readonly #sql: SqlStorage
  #hasSchema = false
  /** Whether usage was counted here before this instance (billing/metering keeps its own table). */
  hasUsage = false

  constructor(private readonly storage: DurableObjectStorage) {
    this.#sql = storage.sql
  }

  /** The state as stored, null when this object holds no thread. Writes nothing, not even tables. */
  load(): ThreadState | null {
    if (!this.#hasSchema) {
      const tables = this.#sql
        .exec<{ name: string }>("select name from sqlite_master where name in ('thread', 'usage_counts')")
        .toArray()
        .map((table) => table.name)
      if (!tables.includes('thread')) return null
      this.#hasSchema = true
      this.hasUsage = tables.includes('usage_counts')
    }
    const row = this.#sql.exec<{ record: string }>('select record from thread').toArray()[0]
    if (row === undefined) return null
    const thread = parsed<ThreadRecord>(row.record)
    const open = thread.openRuns.flatMap((order) => this.run(order) ?? [])
    const steps = this.#sql
      .exec<{ record: string }>('select record from steps order by idx')
      .toArray()
      .map((step) => parsed<StepRecord>(step.record))
    return { thread, open, steps }
  }

  /** Makes the tables of a new thread; part of the transaction that stores its first message. */
  createTables(): void {
    if (this.#hasSchema) return
    this.#sql.exec(SCHEMA.replaceAll('create table', 'create table if not exists'))
    this.#hasSchema = true
  }

  /** Writes the rows of a transition, all or none, and whatever `alongside` writes with them. */
  apply(writes: readonly Write[], alongside: () => void): void {
    this.storage.transactionSync(() => {
      for (const write of writes) this.#apply(write)
      alongside()
    })
  }

  #apply(write: Write): void {
    switch (write.kind) {
      case 'thread':
        this.#sql.exec('insert or replace into thread values (1, ?)', JSON.stringify(write.record))
        return
      case 'run':
        this.#sql.exec(
          'insert or replace into runs values (?, ?, ?)',
          write.record.order,
          write.record.requestKey,
          JSON.stringify(write.record),
        )
        return
      case 'step':
        this.#sql.exec('insert or replace into steps values (?, ?)', write.record.index, JSON.stringify(write.record))
        return
      case 'steps_gone':
        this.#sql.exec('delete from steps')
        return
      case 'message':
        this.putMessage(write.order, write.run, write.message)
        return
      case 'message_gone':
        this.#sql.exec('delete from messages where ord = ?', write.order)
        return
    }
  }

  putMessage(order: number, run: number, message: StoredMessage): void {
    this.#sql.exec(
      'insert or replace into messages values (?, ?, ?, ?)',
      order,
      run,
      message.role,
      JSON.stringify(message),
    )
  }

  run(order: number): RunRecord | null {
    const row = this.#sql.exec<{ record: string }>('select record from runs where ord = ?', order).toArray()[0]
    return row === undefined ? null : parsed<RunRecord>(row.record)
  }

  /** The run a repeated request has already started. A scan of at most 1,000 rows, and only for repeated requests. */
  runByRequestKey(requestKey: string): RunRecord | null {
    const row = this.#sql
      .exec<{ record: string }>('select record from runs where request_key = ? limit 1', requestKey)
      .toArray()[0]
    return row === undefined ? null : parsed<RunRecord>(row.record)
  }

  /** Runs newest first, before an order. */
  runsBefore(order: number, limit: number): RunRecord[] {
    return this.#sql
      .exec<{ record: string }>('select record from runs where ord < ? order by ord desc limit ?', order, limit)
      .toArray()
      .map((row) => parsed<RunRecord>(row.record))
  }

  /** The first run after an order, for a reader of the thread's stream that has seen that one to its end. */
  runAfter(order: number): RunRecord | null {
    const row = this.#sql
      .exec<{ record: string }>('select record from runs where ord > ? order by ord limit 1', order)
      .toArray()[0]
    return row === undefined ? null : parsed<RunRecord>(row.record)
  }

  /** A stored message as JSON text. */
  messageBody(order: number): string | null {
    const row = this.#sql.exec<{ body: string }>('select body from messages where ord = ?', order).toArray()[0]
    return row === undefined ? null : row.body
  }

  /** Orders of messages with their runs and sizes, without reading their bodies. */
  messageIndex(): { ord: number; run: number; role: string; chars: number }[] {
    return this.#sql
      .exec<{ ord: number; run: number; role: string; chars: number }>(
        'select ord, run, role, length(body) as chars from messages order by ord',
      )
      .toArray()
  }

  /** Orders of messages after an order, oldest first. */
  ordersAfter(order: number, limit: number): number[] {
    return this.#sql
      .exec<{ ord: number }>('select ord from messages where ord > ? order by ord limit ?', order, limit)
      .toArray()
      .map((row) => row.ord)
  }

  /** Orders of the messages of a run (0: those copied from the thread this one was forked from), oldest first. */
  ordersOfRun(run: number): number[] {
    return this.#sql
      .exec<{ ord: number }>('select ord from messages where run = ? order by ord', run)
      .toArray()
      .map(({ ord }) => ord)
  }

  /** Bodies after an order, oldest first, until their sizes pass `charsMax` (at least one) or `limit` is reached. */
  messagesAfter(order: number, limit: number, charsMax: number): { ord: number; body: string }[] {
    const rows: { ord: number; body: string }[] = []
    let chars = 0
    const statement = 'select ord, body from messages where ord > ? order by ord limit ?'
    for (const row of this.#sql.exec<{ ord: number; body: string }>(statement, order, limit)) {
      rows.push(row)
      chars += row.body.length
      if (chars >= charsMax) break
    }
    return rows
  }

  /** Removes every row and keeps the thread's record, which says that it is deleted. */
  clear(): void {
    this.#sql.exec('delete from messages')
    this.#sql.exec('delete from runs')
    this.#sql.exec('delete from steps')
  }

  /** Empties the object: from now on it holds no thread. */
  async destroy(): Promise<void> {
    await this.storage.deleteAll()
    this.#hasSchema = false
  }
}

/** Rows are written by this class only, so their JSON has the shape it was written with (docs/storage.md). */
function parsed<T>(json: string): T {
  return JSON.parse(json) as T
}
