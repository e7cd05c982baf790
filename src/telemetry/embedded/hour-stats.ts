/**
 * Statistics of the flushed logs of one hour of a partition: records per minute and group, and per log series the count
 * with first and last time. They are kept per hour instead of per segment, so that a day has 24 rows however many
 * records it holds.
 */
import { ByteReader, ByteWriter } from '../segment/bytes.ts'

export const NANOS_PER_MINUTE = 60_000_000_000
export const NANOS_PER_HOUR = 3_600_000_000_000
const MINUTES = 60
const SERIES_AT_FIRST = 64

export interface SeriesCount {
  readonly series: number
  readonly count: number
  /** Nanoseconds since the start of the day. */
  readonly first: number
  readonly last: number
}

export class HourStats {
  readonly hour: number
  /** Records per minute of each group (log-series.ts), undefined where the group has none. */
  readonly minutes: (Uint32Array | undefined)[] = []
  /** Log series in order of first sight. Their counts are in parallel arrays, which a flush copies quickly. */
  #series: Int32Array = new Int32Array(SERIES_AT_FIRST)
  #counts: Float64Array = new Float64Array(SERIES_AT_FIRST)
  #firsts: Float64Array = new Float64Array(SERIES_AT_FIRST)
  #lasts: Float64Array = new Float64Array(SERIES_AT_FIRST)
  #size = 0
  /** 1 + the position of each series, by its number; 0 when the hour has none of it. */
  #places: Int32Array = new Int32Array(SERIES_AT_FIRST)

  constructor(hour: number) {
    this.hour = hour
  }

  static decode(hour: number, minutes: Uint8Array, encodedSeries: Uint8Array): HourStats {
    const stats = new HourStats(hour)
    const byMinute = new ByteReader(minutes)
    while (!byMinute.isAtEnd) {
      const counts = new Uint32Array(MINUTES)
      stats.minutes[byMinute.varint()] = counts
      for (let minute = 0; minute < MINUTES; minute++) counts[minute] = byMinute.varint()
    }
    const bySeries = new ByteReader(encodedSeries)
    while (!bySeries.isAtEnd) {
      const series = bySeries.varint()
      const count = bySeries.varint()
      const first = hour * NANOS_PER_HOUR + bySeries.varint()
      stats.addToSeries({ series, count, first, last: first + bySeries.varint() })
    }
    return stats
  }

  addToMinute(group: number, nanos: number): void {
    let counts = this.minutes[group]
    if (counts === undefined) {
      counts = new Uint32Array(MINUTES)
      this.minutes[group] = counts
    }
    const minute = Math.floor((nanos - this.hour * NANOS_PER_HOUR) / NANOS_PER_MINUTE)
    counts[minute] = (counts[minute] ?? 0) + 1
  }

  addToSeries({ series, count, first, last }: SeriesCount): void {
    if (series >= this.#places.length) this.#places = grown(this.#places, series + 1, Int32Array)
    const known = this.#places[series] ?? 0
    if (known === 0) {
      this.#push(series, count, first, last)
      return
    }
    const place = known - 1
    this.#counts[place] = (this.#counts[place] ?? 0) + count
    if (first < (this.#firsts[place] ?? 0)) this.#firsts[place] = first
    if (last > (this.#lasts[place] ?? 0)) this.#lasts[place] = last
  }

  #push(series: number, count: number, first: number, last: number): void {
    const place = this.#size++
    if (place === this.#series.length) {
      this.#series = grown(this.#series, this.#size, Int32Array)
      this.#counts = grown(this.#counts, this.#size, Float64Array)
      this.#firsts = grown(this.#firsts, this.#size, Float64Array)
      this.#lasts = grown(this.#lasts, this.#size, Float64Array)
    }
    this.#series[place] = series
    this.#counts[place] = count
    this.#firsts[place] = first
    this.#lasts[place] = last
    this.#places[series] = this.#size
  }

  forEachSeries(visit: (series: number, count: number, first: number, last: number) => void): void {
    for (let place = 0; place < this.#size; place++) {
      visit(this.#series[place] ?? 0, this.#counts[place] ?? 0, this.#firsts[place] ?? 0, this.#lasts[place] ?? 0)
    }
  }

  encodeMinutes(): Uint8Array {
    const writer = new ByteWriter(2_048)
    for (const [group, counts] of this.minutes.entries()) {
      if (counts === undefined) continue
      writer.varint(group)
      for (const count of counts) writer.varint(count)
    }
    return writer.done().slice()
  }

  encodeSeries(): Uint8Array {
    const writer = new ByteWriter(4_096)
    this.forEachSeries((series, count, first, last) => {
      writer.varint(series)
      writer.varint(count)
      writer.varint(first - this.hour * NANOS_PER_HOUR)
      writer.varint(last - first)
    })
    return writer.done().slice()
  }

  copy(): HourStats {
    const copied = new HourStats(this.hour)
    for (const [group, counts] of this.minutes.entries())
      if (counts !== undefined) copied.minutes[group] = counts.slice()
    copied.#series = this.#series.slice()
    copied.#counts = this.#counts.slice()
    copied.#firsts = this.#firsts.slice()
    copied.#lasts = this.#lasts.slice()
    copied.#size = this.#size
    copied.#places = this.#places.slice()
    return copied
  }
}

function grown<T extends Int32Array | Float64Array>(numbers: T, needed: number, Numbers: new (length: number) => T): T {
  const larger = new Numbers(Math.max(needed, numbers.length * 2))
  larger.set(numbers)
  return larger
}
