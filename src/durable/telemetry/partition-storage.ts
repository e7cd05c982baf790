/** The SQL of a partition object. It reads and writes rows and decides nothing. */

import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { HourStats } from '../../telemetry/embedded/hour-stats.ts'
import { LogSeriesTable } from '../../telemetry/embedded/log-series.ts'
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
  readonly flushedMs: number
  /** How often the records of this segment were compacted. */
  readonly level: number
  /** Bytes of the columns, stored in chunks of `chunkBytes`, and of the index, stored in one chunk. */
  readonly bytes: number
  readonly chunkBytes: number
}
/** A resend key and when its batch was stored, kept after the batch is flushed. */
export type KnownSource = readonly [source: string, storedMs: number]

export interface NewSegment extends Omit<SegmentRow, 'number' | 'bytes' | 'chunkBytes'> {
  readonly columns: Uint8Array
  readonly index: Uint8Array
  readonly sources: readonly KnownSource[]
}

/** Persisted: never change it. A chunk's id is segment × 64 + place. */
const CHUNKS_MAX = 64
/**
 * Smallest chunk, about what reading one small column costs. Larger segments get larger chunks, so that they need few
 * rows.
 */
const CHUNK_BYTES_MIN = 32_768
/**
 * Chunks per segment. With the segment's own row, its index, twelve hours and new log series, a flush writes at most 25
 * rows.
 */
const CHUNKS_AIMED = 10
/** Persisted: never change it. The place of the index among the chunks. */
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
  /** The chunk read last, kept until the next write: the next column of a query is usually in it. */
  #lastChunk: { readonly id: number; readonly data: Uint8Array } | null = null
  readonly #sql: SqlStorage
  /** Rows written since the count was last read. The platform bills these. */
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

  // ---- write buffer -------------------------------------------------------------------------------------------------

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
      head.flushedMs,
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
        flushedMs: row.sealed_ms,
        level: row.level,
        records: row.records,
        bytes: row.bytes,
        chunkBytes: row.chunk_bytes,
        minNanos: row.min_nanos,
        maxNanos: row.max_nanos,
        minSequence: row.min_sequence,
        maxSequence: row.max_sequence,
        // `insertSegment` wrote this column.
        characters: row.characters === null ? null : (JSON.parse(row.characters) as number[]),
      }))
  }

  /** Reads the bytes of a segment's columns from as few chunks as possible. */
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
    // `insertSegment` wrote this column.
    return row === undefined ? [] : (JSON.parse(row.sources) as KnownSource[])
  }

  /** Resend keys stored since `sinceMs`, of buffered batches and of segments. */
  sourcesSince(sinceMs: number): KnownSource[] {
    const tail = this.#sql.exec<{ source: string; received_ms: number }>(
      'SELECT source, received_ms FROM batch WHERE source IS NOT NULL AND received_ms >= ?',
      sinceMs,
    )
    const known: KnownSource[] = tail.toArray().map((row) => [row.source, row.received_ms])
    const flushed = this.#sql.exec<{ sources: string }>('SELECT sources FROM segment WHERE sealed_ms >= ?', sinceMs)
    for (const { sources } of flushed.toArray()) {
      // `insertSegment` wrote this column.
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
      bytesOf(stats.encodeSeries()),
    )
  }

  logSeries(): LogSeriesTable {
    const table = new LogSeriesTable()
    for (const { data } of this.#sql.exec<{ data: ArrayBuffer }>('SELECT data FROM kind ORDER BY first').toArray()) {
      table.load(new Uint8Array(data))
    }
    return table
  }

  insertSeries(first: number, additions: Uint8Array): void {
    this.#write('INSERT INTO kind (first, data) VALUES (?, ?)', first, bytesOf(additions))
  }
}

/** SQLite stores the whole buffer, so a view is copied to a buffer of its own size. */
function bytesOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  return copy
}
