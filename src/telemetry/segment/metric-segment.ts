/** An opened segment of metric points: series first, then the points of the requested series. */
import type { MetricPoint, MetricType, MetricValue, Temporality } from '../model.ts'
import { type ByteReader, SegmentFormatError } from './bytes.ts'
import { ColumnCache } from './column-cache.ts'
import type { ColumnBytes } from './container.ts'
import { readIntegers } from './integers.ts'
import { type Distribution, readMetricValue } from './metric-values.ts'
import { readHead, readTimes, timestampAt } from './shared-columns.ts'
import { readMap } from './values.ts'

/** A series and its rows [first, end), which are in time order. */
export interface SeriesRows {
  /** Everything of a point but its times and value. */
  readonly series: Omit<MetricPoint, 'time' | 'startTime' | 'value'>
  readonly first: number
  readonly end: number
}

export interface DecodedMetric {
  readonly record: MetricPoint
  readonly sequence: number
  readonly index: number
}

export class MetricSegment {
  readonly #cache: ColumnCache
  readonly count: number
  /** The day `times()` counts from. */
  readonly day: number

  constructor(bytes: Uint8Array | ColumnBytes) {
    this.#cache = new ColumnCache(bytes)
    const head = readHead(this.#cache.container)
    this.count = head.count
    this.day = head.day
  }

  /** Bytes of columns decoded so far. */
  get bytesDecoded(): number {
    return this.#cache.container.bytesDecoded
  }

  series(): readonly SeriesRows[] {
    return this.#cache.column('series', readSeries)
  }

  /** Nanoseconds of each row since the start of `day`; ascending within a series. */
  times(): Float64Array {
    return this.#cache.once('times', () => readTimes(this.#cache.container, this.count))
  }

  valueAt(row: number): MetricValue {
    return this.#distributions().get(row) ?? this.#numbers()[row] ?? 0
  }

  /** Builds the whole point of a row of `series`. */
  recordAt({ series }: SeriesRows, row: number): DecodedMetric {
    if (row < 0 || row >= this.count) throw new RangeError(`the segment has no point ${row}`)
    const starts = this.#starts()
    const ids = this.#ids()
    const startDay = starts.days[row] ?? -1
    const record: MetricPoint = {
      ...series,
      time: timestampAt(this.day, this.times()[row] ?? 0),
      startTime: startDay < 0 ? null : { day: startDay, nanos: starts.nanos[row] ?? 0 },
      value: this.valueAt(row),
    }
    return { record, sequence: ids.sequences[row] ?? 0, index: ids.indexes[row] ?? 0 }
  }

  #numbers(): Float64Array {
    return this.#cache.column('numbers', (reader) => readIntegers(reader, this.count))
  }

  #distributions(): ReadonlyMap<number, Distribution> {
    return this.#cache.column('distributions', (reader) => {
      const values = new Map<number, Distribution>()
      while (!reader.isAtEnd) values.set(reader.varint(), readMetricValue(reader))
      return values
    })
  }

  #starts(): { readonly days: Float64Array; readonly nanos: Float64Array } {
    return this.#cache.column('start', (reader) => ({
      days: readIntegers(reader, this.count),
      nanos: readIntegers(reader, this.count),
    }))
  }

  #ids(): { readonly sequences: Float64Array; readonly indexes: Float64Array } {
    return this.#cache.column('id', (reader) => ({
      sequences: readIntegers(reader, this.count),
      indexes: readIntegers(reader, this.count),
    }))
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
