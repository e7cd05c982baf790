/** An opened segment of spans: the columns that only spans have, and whole spans. */
import type { Attributes, SpanEvent, SpanLink, SpanRecord } from '../model.ts'
import type { Timestamp } from '../time.ts'
import { type ByteReader, SegmentFormatError } from './bytes.ts'
import { hexText, readWordsAt } from './hex-ids.ts'
import { OpenedRecords } from './opened-segment.ts'
import type { PlacedRecord } from './placed.ts'
import { timestampAt } from './shared-columns.ts'
import { SPAN_KINDS, SPAN_STATUSES } from './span-kinds.ts'
import { type StringDictionary, textAt } from './strings.ts'
import { readMap } from './values.ts'

const PARENT_BYTES = 8

export type DecodedSpan = PlacedRecord<SpanRecord>

export class SpanSegment extends OpenedRecords {
  /** Nanoseconds. */
  durations(): Float64Array {
    return this.integers('duration')
  }

  /** Positions in `SPAN_KINDS`. */
  kinds(): Float64Array {
    return this.integers('kind')
  }

  /** Positions in `SPAN_STATUSES`. */
  statuses(): Float64Array {
    return this.integers('status')
  }

  names(): StringDictionary {
    return this.texts('name')
  }

  statusMessages(): StringDictionary {
    return this.texts('statusMessage')
  }

  /** The row of each span's parent: -1 for a root, -2 when the parent is in another segment. */
  parentRows(): Float64Array {
    return this.integers('parent')
  }

  parentSpanId(row: number): string {
    const parent = this.parentRows()[row] ?? -1
    if (parent === -1) return ''
    if (parent >= 0) return this.spanIds().hexOf(parent)
    const { bytes, placeOf } = this.#foreignParents()
    const place = placeOf.get(row)
    return place === undefined ? '' : hexText(bytes.subarray(place, place + PARENT_BYTES))
  }

  /** Writes the id of the row's parent to `words`, as `IdColumn.readWords` does. Returns false for a root. */
  readParentWords(row: number, words: Uint32Array): boolean {
    const parent = this.parentRows()[row] ?? -1
    if (parent >= 0) return this.spanIds().readWords(parent, words)
    if (parent === -1) return false
    const { bytes, placeOf } = this.#foreignParents()
    const place = placeOf.get(row)
    if (place !== undefined) readWordsAt(bytes, place, words)
    return place !== undefined
  }

  /** The events of the rows that have any, with times relative to the start of their span. */
  events(): ReadonlyMap<number, readonly { readonly name: string; readonly attributes: Attributes }[]> {
    return this.#events()
  }

  /** Builds the whole span of a row. Throws a RangeError if there is no such row. */
  recordAt(row: number): DecodedSpan {
    const resources = this.resources()
    const resource = resources.values[resources.codes[row] ?? 0]
    const kind = SPAN_KINDS[this.kinds()[row] ?? 0]
    const status = SPAN_STATUSES[this.statuses()[row] ?? 0]
    if (row < 0 || row >= this.count || resource === undefined) throw new RangeError(`the segment has no span ${row}`)
    if (kind === undefined || status === undefined) throw new SegmentFormatError('unknown kind or status of a span')
    const { sequences, indexes } = this.ids()
    const time = timestampAt(this.day, this.times()[row] ?? 0)
    const record: SpanRecord = {
      time,
      durationNanos: this.durations()[row] ?? 0,
      traceId: this.traceIds().hexOf(row),
      spanId: this.spanIds().hexOf(row),
      parentSpanId: this.parentSpanId(row),
      name: textAt(this.names(), row),
      kind,
      status,
      statusMessage: textAt(this.statusMessages(), row),
      resource,
      scopeName: textAt(this.scopes(), row),
      attributes: this.attributes().attributesOf(row),
      events: this.#eventsAt(row, time),
      links: this.#links().get(row) ?? [],
    }
    return { record, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0 }
  }

  #foreignParents(): { readonly bytes: Uint8Array; readonly placeOf: ReadonlyMap<number, number> } {
    return this.column('parent.foreign', (reader) => {
      const placeOf = new Map<number, number>()
      this.parentRows().forEach((parent, row) => {
        if (parent === -2) placeOf.set(row, placeOf.size * PARENT_BYTES)
      })
      return { bytes: reader.raw(placeOf.size * PARENT_BYTES), placeOf }
    })
  }

  #events() {
    return this.column('events', (reader) => readRows(reader, readEvent))
  }

  #eventsAt(row: number, start: Timestamp): SpanEvent[] {
    const events = this.#events().get(row) ?? []
    return events.map(({ dayOffset, nanosOffset, name, attributes }) => ({
      time: { day: start.day + dayOffset, nanos: start.nanos + nanosOffset },
      name,
      attributes,
    }))
  }

  #links(): ReadonlyMap<number, readonly SpanLink[]> {
    return this.column('links', (reader) =>
      readRows(reader, () => ({ traceId: reader.text(), spanId: reader.text(), attributes: readMap(reader) })),
    )
  }
}

function readEvent(reader: ByteReader) {
  return { dayOffset: reader.signed(), nanosOffset: reader.signed(), name: reader.text(), attributes: readMap(reader) }
}

/** What `writeEvents` and `writeLinks` wrote: the row, the number of items, the items; repeated to the end. */
function readRows<T>(reader: ByteReader, readItem: (reader: ByteReader) => T): Map<number, T[]> {
  const rows = new Map<number, T[]>()
  while (!reader.isAtEnd) {
    const row = reader.varint()
    rows.set(
      row,
      Array.from({ length: reader.varint() }, () => readItem(reader)),
    )
  }
  return rows
}
