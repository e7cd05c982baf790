/**
 * Statistics of the sealed logs of one hour of a partition: records per minute and group, and per kind with first and
 * last time. They are kept by hour and not by segment, so that a day is 24 rows however many records it has.
 */
import { ByteReader, ByteWriter } from '../segment/bytes.ts'

export const NANOS_PER_MINUTE = 60_000_000_000
export const NANOS_PER_HOUR = 3_600_000_000_000
const MINUTES = 60
const KINDS_AT_FIRST = 64

export interface KindCount {
  readonly kind: number
  readonly count: number
  /** Nanoseconds since the start of the day. */
  readonly first: number
  readonly last: number
}

export class HourStats {
  readonly hour: number
  /** Records per minute of each group (kinds.ts); null where the group has none. */
  readonly minutes: (Uint32Array | undefined)[] = []
  /** Kinds in order of first sight, and their counts beside: a seal copies them all. */
  #kinds: Int32Array = new Int32Array(KINDS_AT_FIRST)
  #counts: Float64Array = new Float64Array(KINDS_AT_FIRST)
  #firsts: Float64Array = new Float64Array(KINDS_AT_FIRST)
  #lasts: Float64Array = new Float64Array(KINDS_AT_FIRST)
  #size = 0
  /** 1 + the place of each kind, by its number; 0 where the hour has none of it. */
  #places: Int32Array = new Int32Array(KINDS_AT_FIRST)

  constructor(hour: number) {
    this.hour = hour
  }

  static decode(hour: number, minutes: Uint8Array, kinds: Uint8Array): HourStats {
    const stats = new HourStats(hour)
    const byMinute = new ByteReader(minutes)
    while (!byMinute.isAtEnd) {
      const counts = new Uint32Array(MINUTES)
      stats.minutes[byMinute.varint()] = counts
      for (let minute = 0; minute < MINUTES; minute++) counts[minute] = byMinute.varint()
    }
    const byKind = new ByteReader(kinds)
    while (!byKind.isAtEnd) {
      const kind = byKind.varint()
      const count = byKind.varint()
      const first = hour * NANOS_PER_HOUR + byKind.varint()
      stats.addToKind({ kind, count, first, last: first + byKind.varint() })
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

  addToKind({ kind, count, first, last }: KindCount): void {
    if (kind >= this.#places.length) this.#places = grown(this.#places, kind + 1, Int32Array)
    const known = this.#places[kind] ?? 0
    if (known === 0) {
      this.#push(kind, count, first, last)
      return
    }
    const place = known - 1
    this.#counts[place] = (this.#counts[place] ?? 0) + count
    if (first < (this.#firsts[place] ?? 0)) this.#firsts[place] = first
    if (last > (this.#lasts[place] ?? 0)) this.#lasts[place] = last
  }

  #push(kind: number, count: number, first: number, last: number): void {
    const place = this.#size++
    if (place === this.#kinds.length) {
      this.#kinds = grown(this.#kinds, this.#size, Int32Array)
      this.#counts = grown(this.#counts, this.#size, Float64Array)
      this.#firsts = grown(this.#firsts, this.#size, Float64Array)
      this.#lasts = grown(this.#lasts, this.#size, Float64Array)
    }
    this.#kinds[place] = kind
    this.#counts[place] = count
    this.#firsts[place] = first
    this.#lasts[place] = last
    this.#places[kind] = this.#size
  }

  forEachKind(visit: (kind: number, count: number, first: number, last: number) => void): void {
    for (let place = 0; place < this.#size; place++) {
      visit(this.#kinds[place] ?? 0, this.#counts[place] ?? 0, this.#firsts[place] ?? 0, this.#lasts[place] ?? 0)
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

  encodeKinds(): Uint8Array {
    const writer = new ByteWriter(4_096)
    this.forEachKind((kind, count, first, last) => {
      writer.varint(kind)
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
    copied.#kinds = this.#kinds.slice()
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
