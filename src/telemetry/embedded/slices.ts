/** Cuts a batch into slices, one per partition: by signal, UTC day and shard, each small enough for a row. */
import type { LogRecord, MetricPoint, Signal, SpanRecord } from '../model.ts'
import type { AppendBatch } from '../port.ts'
import { placedLogColumns } from '../segment/log-columns.ts'
import { encodeLogSegment } from '../segment/log-encode.ts'
import { encodeMetrics, encodeSpans } from './batch-codec.ts'
import { KNOWN_SHAPES } from './known-shapes.ts'
import { encodeLogs } from './log-batch.ts'
import type { EncodedBatch } from './messages.ts'

type AnyRecord = LogRecord | SpanRecord | MetricPoint

export interface Slice {
  readonly signal: Signal
  readonly day: number
  readonly records: readonly AnyRecord[]
}

/** Cuts a batch by signal and day. */
export function slicesByDay(batch: AppendBatch): Slice[] {
  const slices: Slice[] = []
  const signals = [
    ['logs', batch.logs ?? []],
    ['spans', batch.spans ?? []],
    ['metrics', batch.metrics ?? []],
  ] as const satisfies (readonly [Signal, readonly AnyRecord[]])[]
  for (const [signal, records] of signals) {
    const byDay = new Map<number, AnyRecord[]>()
    let held: AnyRecord[] = []
    let day: number | null = null
    for (const record of records) {
      if (record.time.day !== day) {
        day = record.time.day
        held = byDay.get(day) ?? []
        byDay.set(day, held)
      }
      held.push(record)
    }
    for (const [day, ofDay] of byDay) slices.push({ signal, day, records: ofDay })
  }
  return slices
}

/** FNV-1a, 32 bits, to spread keys over shards. The function must never change, or resends reach other shards. */
export function shardHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The low bits of FNV are weak; fold the high ones in before taking the modulus.
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Distributes the records of a slice over shards. Spans go by trace id, so that one partition holds the whole trace.
 * Points go by resource, so that a counter's points can be differenced. Logs go by payload hash, so that a resend
 * reaches the same shard.
 */
export function recordsByShard(slice: Slice, shards: number, payloadHash: string): Map<number, readonly AnyRecord[]> {
  if (shards === 1) return new Map([[0, slice.records]])
  if (slice.signal === 'logs') return new Map([[shardHash(payloadHash) % shards, slice.records]])
  const byShard = new Map<number, AnyRecord[]>()
  const ofResource = new Map<object, number>()
  for (const record of slice.records) {
    let shard: number
    if (slice.signal === 'spans' && 'traceId' in record) shard = shardHash(record.traceId) % shards
    else {
      const known = ofResource.get(record.resource)
      shard = known ?? shardHash(record.resource.service + JSON.stringify(record.resource.attributes)) % shards
      ofResource.set(record.resource, shard)
    }
    const held = byShard.get(shard)
    if (held === undefined) byShard.set(shard, [record])
    else held.push(record)
  }
  return byShard
}

/**
 * SQLite values may be at most 2 MB on the platform. Not every release of the runtime enforces it, so it is checked
 * here.
 */
export const ROW_BYTES_MAX = 1_900_000
/** Most records of one row: a flush takes whole rows and at most 5,000 records. */
const ROW_RECORDS_MAX = 5_000

const utf8 = new TextEncoder()

function isWithinRow(text: string): boolean {
  if (text.length > ROW_BYTES_MAX) return false
  // One UTF-16 unit takes at most 3 bytes of UTF-8.
  return text.length * 3 <= ROW_BYTES_MAX || utf8.encode(text).byteLength <= ROW_BYTES_MAX
}

function encode(signal: Signal, records: readonly AnyRecord[], day: number): string {
  // A slice holds records of its own signal only (slicesByDay), which the type does not express.
  switch (signal) {
    case 'logs':
      return encodeLogs(records as readonly LogRecord[], day)
    case 'spans':
      return encodeSpans(records as readonly SpanRecord[], day)
    case 'metrics':
      return encodeMetrics(records as readonly MetricPoint[], day)
  }
}

/** Encodes records of one signal and day as rows, in order. Throws when a single record exceeds the size of a row. */
export function encodeRows(signal: Signal, records: readonly AnyRecord[], day: number): EncodedBatch[] {
  if (records.length > ROW_RECORDS_MAX) return halves(signal, records, day)
  const extent = extentOf(records)
  const segment = signal === 'logs' ? segmentOf(records as readonly LogRecord[], extent) : undefined
  if (segment !== undefined) return [{ text: '', records: records.length, ...extent, segment }]
  const text = encode(signal, records, day)
  if (!isWithinRow(text)) {
    if (records.length === 1)
      throw new Error(`cannot store a ${signal} record larger than ${ROW_BYTES_MAX} bytes encoded`)
    return halves(signal, records, day)
  }
  return [{ text, records: records.length, ...extent }]
}

interface Extent {
  readonly minNanos: number
  readonly maxNanos: number
}

function extentOf(records: readonly AnyRecord[]): Extent {
  let minNanos = Number.POSITIVE_INFINITY
  let maxNanos = Number.NEGATIVE_INFINITY
  for (const { time } of records) {
    if (time.nanos < minNanos) minNanos = time.nanos
    if (time.nanos > maxNanos) maxNanos = time.nanos
  }
  return { minNanos, maxNanos }
}

/**
 * From this many logs, a batch becomes a segment at once. The Worker encodes it, where processors are plentiful, and it
 * is neither written as text nor read back. Smaller batches wait in the write buffer, because a segment of 1,000
 * records costs half as much again per record as one of 5,000.
 */
const SEGMENT_RECORDS_MIN = 2_000
/** A batch that spans more time than this is left to a flush, which cuts at gaps. */
const SEGMENT_NANOS_MAX = 3_600_000_000_000
const SEGMENT_CHARS_MAX = 4_000_000

function segmentOf(logs: readonly LogRecord[], { minNanos, maxNanos }: Extent): EncodedBatch['segment'] | undefined {
  if (logs.length < SEGMENT_RECORDS_MIN || maxNanos - minNanos > SEGMENT_NANOS_MAX) return undefined
  const chars = logs.reduce((sum, log) => sum + log.body.length, 0)
  if (chars > SEGMENT_CHARS_MAX) return undefined
  try {
    const { columns, index, characters } = encodeLogSegment(
      placedLogColumns(logs.map((record, index) => ({ record, sequence: 0, index }))),
      KNOWN_SHAPES,
    )
    return index.length > ROW_BYTES_MAX ? undefined : { columns, index, characters }
  } catch {
    // A batch that cannot be encoded as a segment, for example because of malformed ids, is stored in the write buffer.
    return undefined
  }
}

function halves(signal: Signal, records: readonly AnyRecord[], day: number): EncodedBatch[] {
  const middle = records.length >> 1
  return [...encodeRows(signal, records.slice(0, middle), day), ...encodeRows(signal, records.slice(middle), day)]
}
