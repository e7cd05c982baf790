/** Tables and statements of a project's search index (docs/storage.md). */

import type { SearchBatch, SearchMessage, SearchThread } from '../../contracts/search-protocol.ts'
import { withoutMarks } from './highlight.ts'
import { putRun, removeRuns } from './run-rows.ts'

/**
 * FTS5 holds its own copy of the texts: they are needed for highlights, and the thread objects' copies are out of
 * reach for one query over all threads. A text's rowid is the key of its message or thread.
 */
const SCHEMA = `
create table if not exists threads (
  key integer primary key, id text not null unique, title text, first_message text, status text not null,
  created_at integer not null, updated_at integer not null, version integer not null);
create table if not exists messages (
  key integer primary key, id text not null unique, thread_key integer not null, role text not null,
  created_at integer not null);
create table if not exists runs (
  id text primary key, thread_id text not null, status text not null, source text not null, updated_at text not null,
  record text not null) without rowid;
create index if not exists runs_by_thread on runs (thread_id, id);
create index if not exists messages_by_thread on messages (thread_key, key);
create virtual table if not exists message_texts using fts5 (text, tokenize = "unicode61 remove_diacritics 2");
create virtual table if not exists thread_titles using fts5 (title, tokenize = "unicode61 remove_diacritics 2");
`

export class SearchIndex {
  readonly #sql: SqlStorage
  #hasSchema = false
  /** This instance made the tables: those of an earlier release may lack some. */
  #isMade = false

  constructor(private readonly storage: DurableObjectStorage) {
    this.#sql = storage.sql
  }

  put(batch: SearchBatch): void {
    this.storage.transactionSync(() => {
      this.#createTables()
      if (batch.thread.isDeleted) {
        this.#remove(batch.thread.id)
        return
      }
      const key = this.#putThread(batch.thread, batch.messages)
      for (const message of batch.messages) this.#putMessage(key, message)
      for (const run of batch.runs ?? []) putRun(this.#sql, run)
    })
  }

  /** Returns whether anything was ever indexed. Writes nothing, not even tables. */
  hasTables(): boolean {
    if (this.#hasSchema) return true
    const tables = this.#sql.exec("select 1 from sqlite_master where name = 'message_texts'").toArray()
    this.#hasSchema = tables.length > 0
    return this.#hasSchema
  }

  /** Whether runs were ever delivered: objects of earlier releases have none. */
  hasRuns(): boolean {
    return this.#isMade || this.#sql.exec("select 1 from sqlite_master where name = 'runs'").toArray().length > 0
  }

  /** Call this after the object's storage was emptied: the next write then creates the tables again. */
  forget(): void {
    this.#hasSchema = false
    this.#isMade = false
  }

  #createTables(): void {
    if (this.#isMade) return
    this.#sql.exec(SCHEMA)
    this.#isMade = true
    this.#hasSchema = true
  }

  #putThread(thread: SearchThread, messages: readonly SearchMessage[]): number {
    const known = this.#sql
      .exec<{ key: number; title: string | null; first_message: string | null; version: number }>(
        'select key, title, first_message, version from threads where id = ?',
        thread.id,
      )
      .toArray()[0]
    const first =
      known?.first_message ?? messages.find((message) => message.role === 'user')?.text.slice(0, 400) ?? null
    if (known !== undefined && known.version >= thread.version) return known.key
    const { id, title, status, createdAtMs, updatedAtMs, version } = thread
    const row = this.#sql
      .exec<{ key: number }>(
        `insert into threads (id, title, first_message, status, created_at, updated_at, version)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (id) do update set title = ?2, first_message = ?3, status = ?4, updated_at = ?6, version = ?7
         returning key`,
        id,
        title,
        first,
        status,
        createdAtMs,
        updatedAtMs,
        version,
      )
      .one()
    const isIndexed = known !== undefined && known.title === title && known.first_message === first
    if (!isIndexed) {
      this.#sql.exec(
        'insert or replace into thread_titles (rowid, title) values (?, ?)',
        row.key,
        withoutMarks(title ?? first ?? ''),
      )
    }
    return row.key
  }

  #putMessage(threadKey: number, message: SearchMessage): void {
    const inserted = this.#sql
      .exec<{ key: number }>(
        `insert into messages (id, thread_key, role, created_at) values (?, ?, ?, ?)
         on conflict (id) do nothing returning key`,
        message.id,
        threadKey,
        message.role,
        message.createdAtMs,
      )
      .toArray()[0]
    // A repeated delivery finds its messages already indexed.
    if (inserted === undefined) return
    this.#sql.exec('insert into message_texts (rowid, text) values (?, ?)', inserted.key, withoutMarks(message.text))
  }

  #remove(threadId: string): void {
    const thread = this.#sql.exec<{ key: number }>('select key from threads where id = ?', threadId).toArray()[0]
    if (thread === undefined) return
    this.#sql.exec(
      'delete from message_texts where rowid in (select key from messages where thread_key = ?)',
      thread.key,
    )
    this.#sql.exec('delete from messages where thread_key = ?', thread.key)
    this.#sql.exec('delete from thread_titles where rowid = ?', thread.key)
    this.#sql.exec('delete from threads where key = ?', thread.key)
    removeRuns(this.#sql, threadId)
  }
}
