/**
 * What the opened segments of all signals share: the head, times, ids, and the cache of decoded columns. A column is
 * decoded on first use and kept. `LogSegment`, `SpanSegment` and `MetricSegment` add the columns of their signal.
 *
 * Opening and reading throw a `SegmentFormatError` when the bytes are damaged or of an unknown format.
 */
import { AttributeColumns } from './attributes.ts'
import type { ByteReader } from './bytes.ts'
import { ColumnCache } from './column-cache.ts'
import type { ColumnBytes, ContainerReader } from './container.ts'
import { type IdColumn, readIds } from './hex-ids.ts'
import { readIntegers } from './integers.ts'
import { type ResourceColumn, readHead, readResources, readTimes } from './shared-columns.ts'
import { readDictionary, type StringDictionary } from './strings.ts'

/** Batch sequence and index of each record, the parts of its id. */
export interface IdParts {
  readonly sequences: Float64Array
  readonly indexes: Float64Array
}

/** The rows [first, end). */
export interface RowRange {
  readonly first: number
  readonly end: number
}

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

/** A segment of any signal. */
export abstract class OpenedSegment {
  readonly #cache: ColumnCache
  readonly count: number
  /** The day `times()` counts from, in days since 1970. */
  readonly day: number

  constructor(bytes: Uint8Array | ColumnBytes) {
    this.#cache = new ColumnCache(bytes)
    const head = readHead(this.#cache.container)
    this.count = head.count
    this.day = head.day
  }

  /** Bytes of columns decoded so far. They count against a query's budget and the limit of the cache. */
  get bytesDecoded(): number {
    return this.#cache.container.bytesDecoded
  }

  /** Nanoseconds of each row since the start of `day`, in the order in which the segment holds its rows. */
  times(): Float64Array {
    return this.once('times', () => readTimes(this.container, this.count))
  }

  /** The parts of the id of each row. */
  ids(): IdParts {
    return this.column('id', (reader) => this.readIdParts(reader))
  }

  protected readIdParts(reader: ByteReader): IdParts {
    return { sequences: readIntegers(reader, this.count), indexes: readIntegers(reader, this.count) }
  }

  /** The column `name`, decoded by `read`. */
  protected column<T>(name: string, read: (reader: ByteReader) => T): T {
    return this.#cache.column(name, read)
  }

  protected get container(): ContainerReader {
    return this.#cache.container
  }

  /** A value made of one or more columns, kept under `name`. */
  protected once<T>(name: string, make: () => T): T {
    return this.#cache.once(name, make)
  }

  /** A column of one number per row. */
  protected integers(name: string): Float64Array {
    return this.column(name, (reader) => readIntegers(reader, this.count))
  }

  /** A column of few distinct texts. */
  protected texts(name: string): StringDictionary {
    return this.column(name, (reader) => readDictionary(reader, this.count))
  }

  /** A column of times: a day, -1 where the row has none, and nanoseconds. */
  protected daysAndNanos(name: string): { readonly days: Float64Array; readonly nanos: Float64Array } {
    return this.column(name, (reader) => ({
      days: readIntegers(reader, this.count),
      nanos: readIntegers(reader, this.count),
    }))
  }
}

/** A segment of logs or spans: rows in time order, each with a resource, a scope, a trace and attributes. */
export abstract class OpenedRecords extends OpenedSegment {
  /** The names of instrumentation scopes. */
  scopes(): StringDictionary {
    return this.texts('scope')
  }

  resources(): ResourceColumn {
    return this.once('resources', () => readResources(this.container, this.count))
  }

  traceIds(): IdColumn {
    return this.column('trace', (reader) => readIds(reader, this.count, TRACE_ID_BYTES))
  }

  spanIds(): IdColumn {
    return this.column('span', (reader) => readIds(reader, this.count, SPAN_ID_BYTES))
  }

  attributes(): AttributeColumns {
    return this.once('attributes', () => new AttributeColumns(this.container, this.count))
  }

  /** Returns the rows with from <= time < to, in nanoseconds since the start of `day`. */
  rowsBetween(fromNanos: number, toNanos: number): RowRange {
    const times = this.times()
    return { first: lowerBound(times, fromNanos), end: lowerBound(times, toNanos) }
  }
}

/** Returns the first row whose time is at or after `nanos`. */
function lowerBound(times: Float64Array, nanos: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < nanos) low = middle + 1
    else high = middle
  }
  return low
}
