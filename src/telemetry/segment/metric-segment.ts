/** An opened segment of metric points: series first, then the points of the requested series. */
import type { MetricPoint, MetricType, MetricValue, Temporality } from '../model.ts'
import { type ByteReader, SegmentFormatError } from './bytes.ts'
import { readIntegers } from './integers.ts'
import { type Distribution, readMetricValue } from './metric-values.ts'
import { OpenedSegment } from './opened-segment.ts'
import type { PlacedRecord } from './placed.ts'
import { timestampAt } from './shared-columns.ts'
import { readMap } from './values.ts'

/** A series and its rows [first, end), which are in time order. */
export interface SeriesRows {
  /** Everything of a point but its times and value. */
  readonly series: Omit<MetricPoint, 'time' | 'startTime' | 'value'>
  readonly first: number
  readonly end: number
}

export type DecodedMetric = PlacedRecord<MetricPoint>

/** Rows are in time order within their series, not within the segment. */
export class MetricSegment extends OpenedSegment {
  series(): readonly SeriesRows[] {
    return this.column('series', readSeries)
  }

  valueAt(row: number): MetricValue {
    return this.#distributions().get(row) ?? this.integers('numbers')[row] ?? 0
  }

  /** Builds the whole point of a row of `series`. Throws a RangeError if there is no such row. */
  recordAt({ series }: SeriesRows, row: number): DecodedMetric {
    if (row < 0 || row >= this.count) throw new RangeError(`the segment has no point ${row}`)
    const starts = this.daysAndNanos('start')
    const ids = this.ids()
    const startDay = starts.days[row] ?? -1
    const record: MetricPoint = {
      ...series,
      time: timestampAt(this.day, this.times()[row] ?? 0),
      startTime: startDay < 0 ? null : { day: startDay, nanos: starts.nanos[row] ?? 0 },
      value: this.valueAt(row),
    }
    return { record, sequence: ids.sequences[row] ?? 0, index: ids.indexes[row] ?? 0 }
  }

  #distributions(): ReadonlyMap<number, Distribution> {
    return this.column('distributions', (reader) => {
      const values = new Map<number, Distribution>()
      while (!reader.isAtEnd) values.set(reader.varint(), readMetricValue(reader))
      return values
    })
  }
}

function readSeries(reader: ByteReader): SeriesRows[] {
  const count = reader.varint()
  const sizes = readIntegers(reader, count)
  let first = 0
  return Array.from(sizes, (size) => {
    const series = {
      name: reader.text(),
      unit: reader.text(),
      description: reader.text(),
      type: oneOf(TYPES, reader.text()),
      temporality: oneOf(TEMPORALITIES, reader.text()),
      isMonotonic: reader.byte() === 1,
      resource: { service: reader.text(), environment: reader.text(), attributes: readMap(reader) },
      scopeName: reader.text(),
      attributes: readMap(reader),
    }
    first += size
    return { series, first: first - size, end: first }
  })
}

const TYPES: readonly MetricType[] = ['gauge', 'sum', 'histogram', 'exponential_histogram', 'summary']
const TEMPORALITIES: readonly Temporality[] = ['unspecified', 'delta', 'cumulative']

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text)
  if (found === undefined) throw new SegmentFormatError(`unknown ${text.slice(0, 40)} in a metric series`)
  return found
}
