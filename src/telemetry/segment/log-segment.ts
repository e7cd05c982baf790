/** An opened segment of logs: the columns that only logs have, and whole records. */
import type { LogRecord } from '../model.ts'
import type { Shape } from '../shape/shape.ts'
import { Bodies, readShapes, type ShapeColumn } from './bodies.ts'
import type { ByteReader } from './bytes.ts'
import type { ColumnBytes } from './container.ts'
import type { LogRows } from './log-encode.ts'
import { type IdParts, OpenedRecords } from './opened-segment.ts'
import type { PlacedRecord } from './placed.ts'
import { timestampAt } from './shared-columns.ts'
import { type StringDictionary, textAt } from './strings.ts'

/** A decoded record with the parts of its id and its shape. */
export interface DecodedLog extends PlacedRecord<LogRecord> {
  readonly shape: Shape
}

export class LogSegment extends OpenedRecords implements LogRows {
  readonly #sequence: number

  /** @param sequence the batch's sequence, when the segment was encoded before the batch had one */
  constructor(bytes: Uint8Array | ColumnBytes, sequence = 0) {
    super(bytes)
    this.#sequence = sequence
  }

  protected override readIdParts(reader: ByteReader): IdParts {
    const ids = super.readIdParts(reader)
    // The segment was encoded before its batch had a sequence; 0 is the placeholder.
    if (ids.sequences[0] === 0) ids.sequences.fill(this.#sequence)
    return ids
  }

  /** OpenTelemetry severity numbers. */
  severities(): Float64Array {
    return this.integers('severity')
  }

  severityTexts(): StringDictionary {
    return this.texts('severityText')
  }

  eventNames(): StringDictionary {
    return this.texts('eventName')
  }

  shapes(): ShapeColumn {
    return this.once('shapes', () => readShapes(this.container, this.count))
  }

  bodies(): Bodies {
    return this.once('bodies', () => new Bodies(this.container, this.shapes()))
  }

  bodyOf(row: number): string {
    return this.bodies().bodyOf(row)
  }

  /** Builds the whole record of a row. Throws a RangeError if there is no such row. */
  recordAt(row: number): DecodedLog {
    const { sequences, indexes } = this.ids()
    const resources = this.resources()
    const resource = resources.values[resources.codes[row] ?? 0]
    const shapes = this.shapes()
    const shape = shapes.shapes[shapes.codes[row] ?? 0]
    if (row < 0 || row >= this.count || resource === undefined || shape === undefined) {
      throw new RangeError(`the segment has no record ${row}`)
    }
    const time = timestampAt(this.day, this.times()[row] ?? 0)
    const observed = this.daysAndNanos('observed')
    const observedDay = observed.days[row] ?? -1
    const record: LogRecord = {
      time,
      observedTime: observedDay < 0 ? null : { day: observedDay, nanos: time.nanos + (observed.nanos[row] ?? 0) },
      severityNumber: this.severities()[row] ?? 0,
      severityText: textAt(this.severityTexts(), row),
      body: this.bodyOf(row),
      eventName: textAt(this.eventNames(), row),
      resource,
      scopeName: textAt(this.scopes(), row),
      attributes: this.attributes().attributesOf(row),
      traceId: this.traceIds().hexOf(row),
      spanId: this.spanIds().hexOf(row),
    }
    return { record, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0, shape }
  }
}
