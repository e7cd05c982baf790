/** What telemetry is present: per signal and service, how much and from when to when. */
import type { Signal } from '../model.ts'
import type { CoverageEntry } from '../port.ts'
import type { Timestamp } from '../time.ts'
import { maxTime, minTime } from './order.ts'

export interface CoveragePartial {
  readonly entries: readonly CoverageEntry[]
  readonly lastRecord: Timestamp | null
}

export class CoverageAccumulator {
  /** Entries are changed in place: an hour of a busy project adds to each thousands of times. */
  readonly #entries = new Map<string, { -readonly [Field in keyof CoverageEntry]: CoverageEntry[Field] }>()
  lastRecord: Timestamp | null = null

  add(signal: Signal, service: string, time: Timestamp): void {
    this.addEntry({ signal, service, records: 1, firstSeen: time, lastSeen: time })
  }

  /** Counts a record. Records before the range count only for the time of the last record. */
  seen(time: Timestamp): void {
    this.lastRecord = this.lastRecord === null ? time : maxTime(this.lastRecord, time)
  }

  addEntry(entry: CoverageEntry): void {
    const key = `${entry.signal}\u0000${entry.service}`
    const held = this.#entries.get(key)
    if (held === undefined) {
      this.#entries.set(key, { ...entry })
      return
    }
    held.records += entry.records
    held.firstSeen = minTime(held.firstSeen, entry.firstSeen)
    held.lastSeen = maxTime(held.lastSeen, entry.lastSeen)
  }

  merge(partial: CoveragePartial): void {
    for (const entry of partial.entries) this.addEntry(entry)
    if (partial.lastRecord !== null) this.seen(partial.lastRecord)
  }

  partial(): CoveragePartial {
    return { entries: this.finish(), lastRecord: this.lastRecord }
  }

  finish(): CoverageEntry[] {
    const ordered = [...this.#entries].sort((a, b) => (a[0] < b[0] ? -1 : 1))
    return ordered.map(([, entry]) => ({ ...entry }))
  }
}
