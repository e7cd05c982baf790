/** Counting records by interval and group; partial results of partitions merge by addition. */
import type { CountLogsInput, CountLogsResult } from '../port.ts'
import { MS_PER_DAY, NANOS_PER_MS, type TimeRange, type Timestamp, toMillis } from '../time.ts'

export type GroupKey = readonly (string | null)[]

export interface CountPartial {
  readonly groups: readonly {
    readonly key: GroupKey
    readonly counts: readonly (readonly [startMs: number, count: number])[]
  }[]
}

/** Start of the interval that holds a time, in ms since 1970: intervals are aligned to the UTC day. */
export function intervalStart(time: Timestamp, intervalMs: number): number {
  if (intervalMs >= MS_PER_DAY) {
    const ms = time.day * MS_PER_DAY
    return ms - (ms % intervalMs)
  }
  const msOfDay = Math.floor(time.nanos / NANOS_PER_MS)
  return time.day * MS_PER_DAY + Math.floor(msOfDay / intervalMs) * intervalMs
}

/** Returns the beginning of a range in whole milliseconds since 1970. */
export function rangeStartMs(range: TimeRange): number {
  return Math.floor(toMillis(range.from))
}

/** Returns a group's key as one text, for maps. */
export function keyText(key: GroupKey): string {
  return JSON.stringify(key)
}

/** Most groups that a partition distinguishes, which bounds memory and the size of the RPC answer. */
export const GROUPS_HELD_MAX = 20_000

export class CountAccumulator {
  readonly #groups = new Map<string, { key: GroupKey; counts: Map<number, number> }>()
  /** True when groups exceeded the limit. Their records are counted under a key of nulls. */
  isCut = false

  add(key: GroupKey, startMs: number, count: number): void {
    const group = this.#group(key)
    group.counts.set(startMs, (group.counts.get(startMs) ?? 0) + count)
  }

  addAll(key: GroupKey, counts: Iterable<readonly [startMs: number, count: number]>): void {
    let group: { counts: Map<number, number> } | null = null
    for (const [startMs, count] of counts) {
      group ??= this.#group(key)
      group.counts.set(startMs, (group.counts.get(startMs) ?? 0) + count)
    }
  }

  #group(key: GroupKey): { key: GroupKey; counts: Map<number, number> } {
    const text = keyText(key)
    const known = this.#groups.get(text)
    if (known !== undefined) return known
    if (this.#groups.size >= GROUPS_HELD_MAX && key.some((part) => part !== null)) {
      this.isCut = true
      return this.#group(key.map(() => null))
    }
    const group = { key, counts: new Map<number, number>() }
    this.#groups.set(text, group)
    return group
  }

  merge(partial: CountPartial): void {
    for (const { key, counts } of partial.groups) this.addAll(key, counts)
  }

  partial(): CountPartial {
    return { groups: [...this.#groups.values()].map(({ key, counts }) => ({ key, counts: [...counts] })) }
  }

  /** Returns the largest groups (ties by key) with their intervals in order, and the sum of all others. */
  finish(input: Pick<CountLogsInput, 'groupsMax' | 'groupBy'>): Omit<CountLogsResult, 'work'> {
    const groups = [...this.#groups.values()].map(({ key, counts }) => {
      const ordered = [...counts].sort((a, b) => a[0] - b[0])
      return { key, counts: ordered, total: ordered.reduce((sum, [, count]) => sum + count, 0) }
    })
    groups.sort((a, b) => b.total - a.total || (keyText(a.key) < keyText(b.key) ? -1 : 1))
    const total = groups.reduce((sum, group) => sum + group.total, 0)
    const shown = groups.slice(0, input.groupBy.length === 0 ? 1 : input.groupsMax)
    const other = total - shown.reduce((sum, group) => sum + group.total, 0)
    return { groups: shown, other, total }
  }
}
