/** Cuts an arriving batch into what each partition gets: by signal, UTC day and shard, each part small enough for a row. */
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

/** Records of one signal and day. */
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

/** FNV-1a, 32 bits: spreads keys over shards, the same for ever. */
export function shardHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The low bits of FNV are weak; fold the high ones in before a modulus is taken.
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Records of a slice by shard. Spans go by trace, so that a trace is whole in one partition; points by what sends them,
 * so that a counter's points can be differenced; logs stay together by payload, so that a resend meets the same shard.
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

/** A SQLite value is at most 2 MB on the platform; not every release of the runtime refuses, so it is checked here. */
export const ROW_BYTES_MAX = 1_900_000
/** Records of one row: a seal takes whole rows and at most 5,000 records. */
const ROW_RECORDS_MAX = 5_000

const utf8 = new TextEncoder()

function isWithinRow(text: string): boolean {
  if (text.length > ROW_BYTES_MAX) return false
  // No UTF-16 unit takes more than 3 bytes of UTF-8.
  return text.length * 3 <= ROW_BYTES_MAX || utf8.encode(text).byteLength <= ROW_BYTES_MAX
}

function encode(signal: Signal, records: readonly AnyRecord[], day: number): string {
  // A slice holds records of its own signal only (slicesByDay); the union is narrowed by that, not by the type.
  switch (signal) {
    case 'logs':
      return encodeLogs(records as readonly LogRecord[], day)
    case 'spans':
      return encodeSpans(records as readonly SpanRecord[], day)
    case 'metrics':
      return encodeMetrics(records as readonly MetricPoint[], day)
  }
}

/** Encoded rows of some records of one signal and day, in their order. Throws for a single record above a row's size. */
export function encodeRows(signal: Signal, records: readonly AnyRecord[], day: number): EncodedBatch[] {
  if (records.length > ROW_RECORDS_MAX) return halves(signal, records, day)
  const extent = extentOf(records)
  const segment = signal === 'logs' ? segmentOf(records as readonly LogRecord[], extent) : undefined
  if (segment !== undefined) return [{ text: '', records: records.length, ...extent, segment }]
  const text = encode(signal, records, day)
  if (!isWithinRow(text)) {
    if (records.length === 1) throw new Error(`a ${signal} record is larger than ${ROW_BYTES_MAX} bytes`)
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
 * A batch of this many logs is a segment by itself: it is encoded once, here, where processors are many, and neither
 * written as text nor read back. Smaller ones wait in the tail for company: a segment of 1,000 costs half as much again
 * per record as one of 5,000.
 */
const SEGMENT_RECORDS_MIN = 2_000
/** Records further apart are cut at their gaps by a seal. */
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
    // What cannot be a segment (ids that are none) is stored as it came, and read from the tail.
    return undefined
  }
}

function halves(signal: Signal, records: readonly AnyRecord[], day: number): EncodedBatch[] {
  const middle = records.length >> 1
  return [...encodeRows(signal, records.slice(0, middle), day), ...encodeRows(signal, records.slice(middle), day)]
}
