/**
 * Statistics of the sealed logs of one hour of a partition: records per minute and group, and per kind with first and
 * last time. They are kept by hour and not by segment, so that a day is 24 rows however many records it has.
 */
import { ByteReader, ByteWriter } from '../segment/bytes.ts'

export const NANOS_PER_MINUTE = 60_000_000_000
export const NANOS_PER_HOUR = 3_600_000_000_000
const MINUTES = 60

export interface KindCount {
  count: number
  /** Nanoseconds since the start of the day. */
  first: number
  last: number
}

export class HourStats {
  readonly hour: number
  /** Records per minute of each group (kinds.ts); null where the group has none. */
  readonly minutes: (Uint32Array | undefined)[] = []
  readonly kinds = new Map<number, KindCount>()

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
      stats.kinds.set(kind, { count, first, last: first + byKind.varint() })
    }
    return stats
  }

  add(group: number, kind: number, nanos: number): void {
    let counts = this.minutes[group]
    if (counts === undefined) {
      counts = new Uint32Array(MINUTES)
      this.minutes[group] = counts
    }
    const minute = Math.floor((nanos - this.hour * NANOS_PER_HOUR) / NANOS_PER_MINUTE)
    counts[minute] = (counts[minute] ?? 0) + 1
    const known = this.kinds.get(kind)
    if (known === undefined) this.kinds.set(kind, { count: 1, first: nanos, last: nanos })
    else {
      known.count++
      if (nanos < known.first) known.first = nanos
      if (nanos > known.last) known.last = nanos
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
    for (const [kind, { count, first, last }] of this.kinds) {
      writer.varint(kind)
      writer.varint(count)
      writer.varint(first - this.hour * NANOS_PER_HOUR)
      writer.varint(last - first)
    }
    return writer.done().slice()
  }

  copy(): HourStats {
    const copied = new HourStats(this.hour)
    for (const [group, counts] of this.minutes.entries())
      if (counts !== undefined) copied.minutes[group] = counts.slice()
    for (const [kind, count] of this.kinds) copied.kinds.set(kind, { ...count })
    return copied
  }
}
