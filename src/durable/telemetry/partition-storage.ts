/** The SQL of a partition object: rows in, rows out, nothing decided. */

import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { HourStats } from '../../telemetry/embedded/hour-stats.ts'
import { KindTable } from '../../telemetry/embedded/kinds.ts'
import type { EncodedBatch } from '../../telemetry/embedded/messages.ts'
import type { SegmentHead } from '../../telemetry/embedded/partition-source.ts'
import { ROW_BYTES_MAX } from '../../telemetry/embedded/slices.ts'
import type { ColumnBytes } from '../../telemetry/segment/container.ts'
import { ADD_CHARACTERS, PARTITION_SCHEMA } from './partition-schema.ts'

export interface BatchRow {
  readonly sequence: number
  readonly receivedMs: number
  readonly source: string | null
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly bytes: number
}
export interface SegmentRow extends SegmentHead {
  readonly sealedMs: number
  /** How often its records were merged. */
  readonly level: number
  /** Bytes of its columns, in chunks of `chunkBytes`, and of its index, in one chunk. */
  readonly bytes: number
  readonly chunkBytes: number
}
/** [source, when it was stored in ms]: what is remembered of resends after their rows are sealed. */
export type KnownSource = readonly [source: string, storedMs: number]

export interface NewSegment extends Omit<SegmentRow, 'number' | 'bytes' | 'chunkBytes'> {
  readonly columns: Uint8Array
  readonly index: Uint8Array
  readonly sources: readonly KnownSource[]
}

const CHUNKS_MAX = 64
/** Reading one small column reads about this much; larger segments get larger chunks, so that they stay few rows. */
const CHUNK_BYTES_MIN = 32_768
/** With a segment's own row, its index, twelve hours and new kinds, a seal writes 25 rows at most. */
const CHUNKS_AIMED = 10
/** Place of the index among the chunks. */
const INDEX_PLACE = CHUNKS_MAX - 1

interface SqlBatch extends Record<string, SqlStorageValue> {
  sequence: number
  received_ms: number
  source: string | null
  records: number
  min_nanos: number
  max_nanos: number
  bytes: number
}
interface SqlSegment extends Record<string, SqlStorageValue> {
  number: number
  sealed_ms: number
  level: number
  records: number
  bytes: number
  chunk_bytes: number
  min_nanos: number
  max_nanos: number
  min_sequence: number
  max_sequence: number
  characters: string | null
}

export class PartitionStorage {
  /** The chunk read last, until anything is written: the next column of a query lies in it more often than not. */
  #lastChunk: { readonly id: number; readonly data: Uint8Array } | null = null
  readonly #sql: SqlStorage
  /** Rows written since the count was last taken: what the platform bills. */
  #rowsWritten = 0

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  createTables(): void {
    this.#lastChunk = null
    this.#sql.exec(PARTITION_SCHEMA)
    const columns = this.#sql.exec<{ name: string }>('PRAGMA table_info(segment)').toArray()
    if (!columns.some(({ name }) => name === 'characters')) this.#sql.exec(ADD_CHARACTERS)
  }

  takeRowsWritten(): number {
    const rows = this.#rowsWritten
    this.#rowsWritten = 0
    return rows
  }

  #write(query: string, ...bindings: SqlStorageValue[]): void {
    this.#lastChunk = null
    const cursor = this.#sql.exec(query, ...bindings)
    this.#rowsWritten += cursor.rowsWritten
  }

  identity(): string | null {
    return this.#sql.exec<{ json: string }>('SELECT json FROM identity').toArray()[0]?.json ?? null
  }

  setIdentity(json: string): void {
    this.#write('INSERT OR REPLACE INTO identity (id, json) VALUES (1, ?)', json)
  }

  // ---- tail ---------------------------------------------------------------------------------------------------------

  insertBatch(
    batch: EncodedBatch,
    of: { readonly sequence: number; readonly receivedMs: number; readonly source: string | null },
  ): BatchRow {
    this.#write(
      `INSERT INTO batch (sequence, received_ms, source, records, min_nanos, max_nanos, bytes, text)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      of.sequence,
      of.receivedMs,
      of.source,
      batch.records,
      batch.minNanos,
      batch.maxNanos,
      batch.text.length,
      batch.text,
    )
    const { records, minNanos, maxNanos, text } = batch
    return { ...of, records, minNanos, maxNanos, bytes: text.length }
  }

  batches(): BatchRow[] {
    return this.#sql
      .exec<SqlBatch>(
        `SELECT sequence, received_ms, source, records, min_nanos, max_nanos, bytes
        FROM batch ORDER BY sequence`,
      )
      .toArray()
      .map((row) => ({
        sequence: row.sequence,
        receivedMs: row.received_ms,
        source: row.source,
        records: row.records,
        minNanos: row.min_nanos,
        maxNanos: row.max_nanos,
        bytes: row.bytes,
      }))
  }

  batchText(sequence: number): string | null {
    return (
      this.#sql.exec<{ text: string }>('SELECT text FROM batch WHERE sequence = ?', sequence).toArray()[0]?.text ?? null
    )
  }

  deleteBatches(sequences: readonly number[]): void {
    this.#write('DELETE FROM batch WHERE sequence IN (SELECT value FROM json_each(?))', JSON.stringify(sequences))
  }

  // ---- segments -----------------------------------------------------------------------------------------------------

  insertSegment(number: number, segment: NewSegment): SegmentRow {
    const { columns, index, sources, ...head } = segment
    const chunkBytes = Math.max(CHUNK_BYTES_MIN, Math.ceil(columns.length / CHUNKS_AIMED))
    this.#write(
      `INSERT INTO segment (number, sealed_ms, level, records, bytes, chunk_bytes, min_nanos, max_nanos, min_sequence,
        max_sequence, sources, characters) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      number,
      head.sealedMs,
      head.level,
      head.records,
      columns.length,
      chunkBytes,
      head.minNanos,
      head.maxNanos,
      head.minSequence,
      head.maxSequence,
      JSON.stringify(sources),
      head.characters === null ? null : JSON.stringify(head.characters),
    )
    for (let at = 0, place = 0; at < columns.length; at += chunkBytes, place++) {
      this.#insertChunk(number, place, columns.slice(at, at + chunkBytes))
    }
    this.#insertChunk(number, INDEX_PLACE, index)
    return { number, ...head, bytes: columns.length, chunkBytes }
  }

  #insertChunk(segment: number, place: number, data: Uint8Array): void {
    if (data.length > ROW_BYTES_MAX) throw new Error(`chunk of ${data.length} bytes`)
    this.#write('INSERT INTO chunk (id, data) VALUES (?, ?)', segment * CHUNKS_MAX + place, bytesOf(data))
  }

  segments(): SegmentRow[] {
    return this.#sql
      .exec<SqlSegment>(
        `SELECT number, sealed_ms, level, records, bytes, chunk_bytes, min_nanos, max_nanos, min_sequence, max_sequence,
          characters FROM segment ORDER BY number`,
      )
      .toArray()
      .map((row) => ({
        number: row.number,
        sealedMs: row.sealed_ms,
        level: row.level,
        records: row.records,
        bytes: row.bytes,
        chunkBytes: row.chunk_bytes,
        minNanos: row.min_nanos,
        maxNanos: row.max_nanos,
        minSequence: row.min_sequence,
        maxSequence: row.max_sequence,
        // Written by insertSegment.
        characters: row.characters === null ? null : (JSON.parse(row.characters) as number[]),
      }))
  }

  /** Bytes of a segment's columns, read from as few chunks as hold them. */
  columnBytes({ number, bytes, chunkBytes }: SegmentRow): ColumnBytes {
    return {
      length: bytes,
      range: (from, to) => {
        const first = Math.floor(from / chunkBytes)
        const last = Math.floor((to - 1) / chunkBytes)
        if (to <= from) return new Uint8Array(0)
        if (first === last)
          return this.#chunk(number, first).subarray(from - first * chunkBytes, to - first * chunkBytes)
        const joined = new Uint8Array(to - from)
        for (let place = first; place <= last; place++) {
          const start = place * chunkBytes
          const chunk = this.#chunk(number, place).subarray(Math.max(0, from - start), Math.max(0, to - start))
          joined.set(chunk, Math.max(0, start - from))
        }
        return joined
      },
    }
  }

  indexBytes(segment: number): Uint8Array {
    return this.#chunk(segment, INDEX_PLACE)
  }

  #chunk(segment: number, place: number): Uint8Array {
    const id = segment * CHUNKS_MAX + place
    if (this.#lastChunk?.id === id) return this.#lastChunk.data
    const row = this.#sql.exec<{ data: ArrayBuffer }>('SELECT data FROM chunk WHERE id = ?', id).toArray()[0]
    if (row === undefined) throw new RecordsMoved(`segment ${segment} is gone`)
    this.#lastChunk = { id, data: new Uint8Array(row.data) }
    return this.#lastChunk.data
  }

  deleteSegment(number: number): void {
    this.#write('DELETE FROM segment WHERE number = ?', number)
    this.#write('DELETE FROM chunk WHERE id BETWEEN ? AND ?', number * CHUNKS_MAX, number * CHUNKS_MAX + CHUNKS_MAX - 1)
  }

  sourcesOf(segment: number): KnownSource[] {
    const row = this.#sql
      .exec<{ sources: string }>('SELECT sources FROM segment WHERE number = ?', segment)
      .toArray()[0]
    // Written by insertSegment.
    return row === undefined ? [] : (JSON.parse(row.sources) as KnownSource[])
  }

  /** Sources stored since a time, of the tail and of what was sealed. */
  sourcesSince(sinceMs: number): KnownSource[] {
    const tail = this.#sql.exec<{ source: string; received_ms: number }>(
      'SELECT source, received_ms FROM batch WHERE source IS NOT NULL AND received_ms >= ?',
      sinceMs,
    )
    const known: KnownSource[] = tail.toArray().map((row) => [row.source, row.received_ms])
    const sealed = this.#sql.exec<{ sources: string }>('SELECT sources FROM segment WHERE sealed_ms >= ?', sinceMs)
    for (const { sources } of sealed.toArray()) {
      // Written by insertSegment.
      for (const source of JSON.parse(sources) as KnownSource[]) if (source[1] >= sinceMs) known.push(source)
    }
    return known
  }

  // ---- statistics ---------------------------------------------------------------------------------------------------

  hour(hour: number): HourStats | null {
    const row = this.#sql
      .exec<{ minutes: ArrayBuffer; kinds: ArrayBuffer }>('SELECT minutes, kinds FROM hour WHERE hour = ?', hour)
      .toArray()[0]
    return row === undefined ? null : HourStats.decode(hour, new Uint8Array(row.minutes), new Uint8Array(row.kinds))
  }

  setHour(stats: HourStats): void {
    this.#write(
      'INSERT OR REPLACE INTO hour (hour, minutes, kinds) VALUES (?, ?, ?)',
      stats.hour,
      bytesOf(stats.encodeMinutes()),
      bytesOf(stats.encodeKinds()),
    )
  }

  kinds(): KindTable {
    const table = new KindTable()
    for (const { data } of this.#sql.exec<{ data: ArrayBuffer }>('SELECT data FROM kind ORDER BY first').toArray()) {
      table.load(new Uint8Array(data))
    }
    return table
  }

  insertKinds(first: number, additions: Uint8Array): void {
    this.#write('INSERT INTO kind (first, data) VALUES (?, ?)', first, bytesOf(additions))
  }
}

/** SQLite takes buffers of exactly the bytes meant. */
function bytesOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  return copy
}
