/** An opened segment of logs. Each column is decoded on first use and kept. */
import type { LogRecord } from '../model.ts'
import type { Shape } from '../shape/shape.ts'
import { AttributeColumns } from './attributes.ts'
import { Bodies, readShapes, type ShapeColumn } from './bodies.ts'
import { ColumnCache } from './column-cache.ts'
import type { ColumnBytes } from './container.ts'
import { type IdColumn, readIds } from './hex-ids.ts'
import { readIntegers } from './integers.ts'
import type { LogRows } from './log-encode.ts'
import { type ResourceColumn, readHead, readResources, readTimes, timestampAt } from './shared-columns.ts'
import { readDictionary, type StringDictionary } from './strings.ts'

/** A decoded record with the parts of its id and its shape. */
export interface DecodedLog {
  readonly record: LogRecord
  readonly sequence: number
  readonly index: number
  readonly shape: Shape
}

export class LogSegment implements LogRows {
  readonly #cache: ColumnCache
  readonly #sequence: number
  readonly count: number
  /** The day `times()` counts from. */
  readonly day: number

  /** @param sequence the batch's sequence, when the segment was encoded before the batch had one */
  constructor(bytes: Uint8Array | ColumnBytes, sequence = 0) {
    this.#sequence = sequence
    this.#cache = new ColumnCache(bytes)
    const head = readHead(this.#cache.container)
    this.count = head.count
    this.day = head.day
  }

  /** Bytes of columns decoded so far, as counted against a query's budget and in caches. */
  get bytesDecoded(): number {
    return this.#cache.container.bytesDecoded
  }

  /** Nanoseconds since the start of `day`, ascending. */
  times(): Float64Array {
    return this.#cache.once('times', () => readTimes(this.#cache.container, this.count))
  }

  /** Batch sequence and index of each record, the parts of its id. */
  ids(): { readonly sequences: Float64Array; readonly indexes: Float64Array } {
    return this.#cache.column('id', (reader) => {
      const sequences = readIntegers(reader, this.count)
      // The segment was encoded before its batch had a sequence; 0 is the placeholder.
      if (sequences[0] === 0) sequences.fill(this.#sequence)
      return { sequences, indexes: readIntegers(reader, this.count) }
    })
  }

  severities(): Float64Array {
    return this.#cache.column('severity', (reader) => readIntegers(reader, this.count))
  }

  severityTexts(): StringDictionary {
    return this.#cache.column('severityText', (reader) => readDictionary(reader, this.count))
  }

  eventNames(): StringDictionary {
    return this.#cache.column('eventName', (reader) => readDictionary(reader, this.count))
  }

  scopes(): StringDictionary {
    return this.#cache.column('scope', (reader) => readDictionary(reader, this.count))
  }

  resources(): ResourceColumn {
    return this.#cache.once('resources', () => readResources(this.#cache.container, this.count))
  }

  traceIds(): IdColumn {
    return this.#cache.column('trace', (reader) => readIds(reader, this.count, 16))
  }

  spanIds(): IdColumn {
    return this.#cache.column('span', (reader) => readIds(reader, this.count, 8))
  }

  shapes(): ShapeColumn {
    return this.#cache.once('shapes', () => readShapes(this.#cache.container, this.count))
  }

  bodies(): Bodies {
    return this.#cache.once('bodies', () => new Bodies(this.#cache.container, this.shapes()))
  }

  bodyOf(row: number): string {
    return this.bodies().bodyOf(row)
  }

  attributes(): AttributeColumns {
    return this.#cache.once('attributes', () => new AttributeColumns(this.#cache.container, this.count))
  }

  /** Builds the whole record of a row. */
  recordAt(row: number): DecodedLog {
    const { sequences, indexes } = this.ids()
    const severityTexts = this.severityTexts()
    const eventNames = this.eventNames()
    const scopes = this.scopes()
    const resources = this.resources()
    const resource = resources.values[resources.codes[row] ?? 0]
    const shapes = this.shapes()
    const shape = shapes.shapes[shapes.codes[row] ?? 0]
    if (row < 0 || row >= this.count || resource === undefined || shape === undefined) {
      throw new RangeError(`the segment has no record ${row}`)
    }
    const time = timestampAt(this.day, this.times()[row] ?? 0)
    const observed = this.#observed()
    const observedDay = observed.days[row] ?? -1
    const record: LogRecord = {
      time,
      observedTime: observedDay < 0 ? null : { day: observedDay, nanos: time.nanos + (observed.nanos[row] ?? 0) },
      severityNumber: this.severities()[row] ?? 0,
      severityText: severityTexts.values[severityTexts.codes[row] ?? 0] ?? '',
      body: this.bodyOf(row),
      eventName: eventNames.values[eventNames.codes[row] ?? 0] ?? '',
      resource,
      scopeName: scopes.values[scopes.codes[row] ?? 0] ?? '',
      attributes: this.attributes().attributesOf(row),
      traceId: this.traceIds().hexOf(row),
      spanId: this.spanIds().hexOf(row),
    }
    return { record, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0, shape }
  }

  /** The rows [first, end) with first <= time < end in nanoseconds since the start of `day`. */
  rowsBetween(fromNanos: number, toNanos: number): { readonly first: number; readonly end: number } {
    const times = this.times()
    return { first: lowerBound(times, fromNanos), end: lowerBound(times, toNanos) }
  }

  #observed(): { readonly days: Float64Array; readonly nanos: Float64Array } {
    return this.#cache.column('observed', (reader) => ({
      days: readIntegers(reader, this.count),
      nanos: readIntegers(reader, this.count),
    }))
  }
}

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
