/**
 * Statistics of spans: requests, errors and latency per minute, service, operation and kind, and the calls between
 * services, as far as both sides are in one segment. Latencies are exponential histograms, which merge exactly.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { HistogramBuilder, mergeHistograms } from '../histogram.ts'
import type { ExponentialHistogram, SpanKind, SpanRecord, SpanStatus } from '../model.ts'
import { compareTime, type Timestamp } from '../time.ts'
import { ByteReader, ByteWriter, SegmentFormatError } from './bytes.ts'
import { readHistogram, writeHistogram } from './histogram-bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readStrings, writeStrings } from './strings.ts'

/** Kinds and statuses by the numbers stored for them. */
export const SPAN_KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
export const SPAN_STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error']

export interface SpanCell {
  /** Whole minutes since 1970, a multiple of the statistics' `cellMinutes`. */
  readonly minute: number
  /** Places in `names`. */
  readonly service: number
  readonly operation: number
  /** Place in `SPAN_KINDS`. */
  readonly kind: number
  readonly errors: number
  /** Durations in nanoseconds; its count is the number of spans. */
  readonly durations: ExponentialHistogram
}

/** Calls of one service by another: spans whose parent belongs to another service. */
export interface SpanEdge {
  readonly caller: number
  readonly callee: number
  readonly errors: number
  /** Durations of the called side, nanoseconds. */
  readonly durations: ExponentialHistogram
}

export interface SpanStatistics {
  readonly records: number
  readonly first: Timestamp
  readonly last: Timestamp
  readonly cellMinutes: number
  /** Services and operations. */
  readonly names: readonly string[]
  readonly cells: readonly SpanCell[]
  readonly edges: readonly SpanEdge[]
  /** Spans whose parent is in no record of their segment: edges that only a query over traces can find. */
  readonly parentsElsewhere: number
}

const MINUTES_PER_DAY = 1_440
const NANOS_PER_MINUTE = 60_000_000_000

class Names {
  readonly values: string[] = []
  readonly #places = new Map<string, number>()

  place(name: string): number {
    const known = this.#places.get(name)
    if (known !== undefined) return known
    this.#places.set(name, this.values.length)
    return this.values.push(name) - 1
  }
}

interface OpenGroup<Key> {
  readonly key: Key
  errors: number
  readonly durations: HistogramBuilder
}

/** Statistics of the spans of a segment in time order; `parents` holds the row of each parent (-1 root, -2 elsewhere). */
export function spanStatisticsOf(spans: readonly SpanRecord[], parents: readonly number[]): SpanStatistics {
  const names = new Names()
  const cells = new Map<string, OpenGroup<Pick<SpanCell, 'minute' | 'service' | 'operation' | 'kind'>>>()
  const edges = new Map<string, OpenGroup<Pick<SpanEdge, 'caller' | 'callee'>>>()
  let parentsElsewhere = 0
  for (const [row, span] of spans.entries()) {
    const key = {
      minute: span.time.day * MINUTES_PER_DAY + Math.floor(span.time.nanos / NANOS_PER_MINUTE),
      service: names.place(span.resource.service),
      operation: names.place(span.name),
      kind: SPAN_KINDS.indexOf(span.kind),
    }
    addTo(cells, `${key.minute} ${key.service} ${key.operation} ${key.kind}`, key, span)
    const parentRow = parents[row] ?? -1
    if (parentRow === -2) parentsElsewhere++
    const caller = spans[parentRow]?.resource.service
    if (caller === undefined || caller === span.resource.service) continue
    const edge = { caller: names.place(caller), callee: key.service }
    addTo(edges, `${edge.caller} ${edge.callee}`, edge, span)
  }
  const zero = { day: 0, nanos: 0 }
  const close = <Key>({ key, errors, durations }: OpenGroup<Key>) => ({ ...key, errors, durations: durations.get() })
  return {
    records: spans.length,
    first: spans[0]?.time ?? zero,
    last: spans.at(-1)?.time ?? zero,
    cellMinutes: 1,
    names: names.values,
    cells: [...cells.values()].map(close),
    edges: [...edges.values()].map(close),
    parentsElsewhere,
  }
}

function addTo<Key>(groups: Map<string, OpenGroup<Key>>, name: string, key: Key, span: SpanRecord): void {
  let group = groups.get(name)
  if (group === undefined) {
    group = { key, errors: 0, durations: new HistogramBuilder() }
    groups.set(name, group)
  }
  if (span.status === 'error') group.errors++
  group.durations.add(span.durationNanos)
}

/** The statistics of several segments or roll-ups together, in cells of `cellMinutes` (a multiple of the parts'). */
export function mergeSpanStatistics(parts: readonly SpanStatistics[], cellMinutes: number): SpanStatistics {
  const [head] = parts
  if (head === undefined) throw new RangeError('no statistics to merge')
  const names = new Names()
  const cells = new Map<string, SpanCell>()
  const edges = new Map<string, SpanEdge>()
  let { first, last } = head
  for (const part of parts) {
    if (cellMinutes % part.cellMinutes !== 0) throw new RangeError('cells can only grow')
    if (compareTime(part.first, first) < 0) first = part.first
    if (compareTime(part.last, last) > 0) last = part.last
    const places = part.names.map((name) => names.place(name))
    for (const cell of part.cells) {
      const moved = {
        ...cell,
        minute: cell.minute - (cell.minute % cellMinutes),
        service: places[cell.service] ?? 0,
        operation: places[cell.operation] ?? 0,
      }
      mergeInto(cells, `${moved.minute} ${moved.service} ${moved.operation} ${moved.kind}`, moved)
    }
    for (const edge of part.edges) {
      const moved = { ...edge, caller: places[edge.caller] ?? 0, callee: places[edge.callee] ?? 0 }
      mergeInto(edges, `${moved.caller} ${moved.callee}`, moved)
    }
  }
  return {
    records: parts.reduce((sum, part) => sum + part.records, 0),
    first,
    last,
    cellMinutes,
    names: names.values,
    cells: [...cells.values()],
    edges: [...edges.values()],
    parentsElsewhere: parts.reduce((sum, part) => sum + part.parentsElsewhere, 0),
  }
}

function mergeInto<T extends { readonly errors: number; readonly durations: ExponentialHistogram }>(
  groups: Map<string, T>,
  name: string,
  added: T,
): void {
  const known = groups.get(name)
  if (known === undefined) groups.set(name, added)
  else {
    const durations = mergeHistograms(known.durations, added.durations)
    groups.set(name, { ...known, errors: known.errors + added.errors, durations })
  }
}

const FORMAT = 1

export function encodeSpanStatistics(statistics: SpanStatistics): Uint8Array {
  const { cells, edges, first, last } = statistics
  const writer = new ByteWriter(16_384)
  for (const number of [statistics.records, first.day, first.nanos, last.day, last.nanos]) writer.varint(number)
  writer.varint(statistics.cellMinutes)
  writer.varint(statistics.parentsElsewhere)
  writeStrings(writer, statistics.names)
  writer.varint(cells.length)
  for (const key of ['minute', 'service', 'operation', 'kind', 'errors'] as const) {
    writeIntegers(
      writer,
      cells.map((cell) => cell[key]),
    )
  }
  for (const cell of cells) writeHistogram(writer, cell.durations)
  writer.varint(edges.length)
  for (const key of ['caller', 'callee', 'errors'] as const) {
    writeIntegers(
      writer,
      edges.map((edge) => edge[key]),
    )
  }
  for (const edge of edges) writeHistogram(writer, edge.durations)
  const packed = new ByteWriter(8_192)
  packed.byte(FORMAT)
  packed.varint(writer.length)
  packed.raw(deflateRawSync(writer.done(), { level: 3 }))
  return packed.done().slice()
}

export function decodeSpanStatistics(bytes: Uint8Array): SpanStatistics {
  const packed = new ByteReader(bytes)
  if (packed.byte() !== FORMAT) throw new SegmentFormatError('unknown statistics format')
  const length = packed.varint()
  const reader = new ByteReader(inflateRawSync(bytes.subarray(packed.offset), { maxOutputLength: Math.max(1, length) }))
  const records = reader.varint()
  const first = { day: reader.varint(), nanos: reader.varint() }
  const last = { day: reader.varint(), nanos: reader.varint() }
  const cellMinutes = reader.varint()
  const parentsElsewhere = reader.varint()
  const names = readStrings(reader)
  const cellCount = reader.varint()
  const [minute, service, operation, kind, cellErrors] = readColumns(reader, 5, cellCount)
  const cells = Array.from({ length: cellCount }, (_, i) => ({
    minute: minute?.[i] ?? 0,
    service: service?.[i] ?? 0,
    operation: operation?.[i] ?? 0,
    kind: kind?.[i] ?? 0,
    errors: cellErrors?.[i] ?? 0,
    durations: readHistogram(reader),
  }))
  const edgeCount = reader.varint()
  const [caller, callee, edgeErrors] = readColumns(reader, 3, edgeCount)
  const edges = Array.from({ length: edgeCount }, (_, i) => ({
    caller: caller?.[i] ?? 0,
    callee: callee?.[i] ?? 0,
    errors: edgeErrors?.[i] ?? 0,
    durations: readHistogram(reader),
  }))
  return { records, first, last, cellMinutes, names, cells, edges, parentsElsewhere }
}

function readColumns(reader: ByteReader, columns: number, count: number): Float64Array[] {
  return Array.from({ length: columns }, () => readIntegers(reader, count))
}
