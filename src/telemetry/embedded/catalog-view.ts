/** A Worker's view of the catalogs: each project's list of partitions, at most 10 s old. */
import type { Signal } from '../model.ts'
import type { TimeRange } from '../time.ts'
import type { CatalogRpc, CatalogScope, EnsureRequest, PartitionEntry } from './messages.ts'

/** A new partition of another isolate is seen this much later at most. */
const CACHED_MS = 10_000
/** Projects one isolate remembers: a list is some kilobytes. */
const PROJECTS_MAX = 1_000
/** An entry is written to until an hour before it may delete itself (ROUTING_MARGIN_MS of the catalog object). */
const ROUTING_MARGIN_MS = 3_600_000

interface Seen {
  readonly entries: readonly PartitionEntry[]
  readonly atMs: number
}

/** Values, never promises: a promise of another request cannot be awaited in this one. */
const seenByProject = new Map<string, Seen>()

export class CatalogView {
  readonly #scope: CatalogScope
  readonly #catalog: CatalogRpc
  readonly #now: () => number
  readonly #key: string

  constructor(scope: CatalogScope, catalog: CatalogRpc, now: () => number) {
    this.#scope = scope
    this.#catalog = catalog
    this.#now = now
    this.#key = `${scope.organizationId}/${scope.projectId}`
  }

  /** An empty list is never believed: the first question after the first telemetry must find it. */
  async entries(): Promise<readonly PartitionEntry[]> {
    const seen = seenByProject.get(this.#key)
    const nowMs = this.#now()
    if (seen !== undefined && seen.entries.length > 0 && nowMs - seen.atMs < CACHED_MS && nowMs >= seen.atMs) {
      return seen.entries
    }
    return this.refresh()
  }

  async refresh(): Promise<readonly PartitionEntry[]> {
    const entries = await this.#catalog.list()
    this.#remember(entries)
    return entries
  }

  /** Partitions of a signal whose day the range touches, newest day first. */
  async within(range: TimeRange, signal: Signal): Promise<readonly PartitionEntry[]> {
    const entries = await this.entries()
    const lastDay = range.to.nanos === 0 ? range.to.day - 1 : range.to.day
    return entries
      .filter((entry) => entry.signal === signal && entry.day >= range.from.day && entry.day <= lastDay)
      .sort((a, b) => b.day - a.day || a.number - b.number)
  }

  /** All generations of what is wanted, the newest of them open for appends. */
  async open(
    wanted: EnsureRequest['wanted'],
    retentionDays: number,
    isFresh: boolean,
  ): Promise<readonly PartitionEntry[]> {
    const known = isFresh ? await this.refresh() : await this.entries()
    const missing = wanted.filter(({ day, signal }) => !this.#isOpen(known, day, signal))
    if (missing.length === 0) return known
    await this.#catalog.ensure({ scope: this.#scope, wanted: missing, retentionDays })
    return this.refresh()
  }

  #isOpen(entries: readonly PartitionEntry[], day: number, signal: Signal): boolean {
    const newest = newestOf(entries, day, signal)
    return newest.length > 0 && newest.every((entry) => entry.expiresMs - ROUTING_MARGIN_MS > this.#now())
  }

  #remember(entries: readonly PartitionEntry[]): void {
    seenByProject.delete(this.#key)
    seenByProject.set(this.#key, { entries, atMs: this.#now() })
    const oldest = seenByProject.size > PROJECTS_MAX ? seenByProject.keys().next().value : undefined
    if (oldest !== undefined) seenByProject.delete(oldest)
  }
}

/** Entries of one generation of a (day, signal), by shard. */
export function ofGeneration(
  entries: readonly PartitionEntry[],
  day: number,
  signal: Signal,
  generation: number,
): PartitionEntry[] {
  return entries
    .filter((entry) => entry.day === day && entry.signal === signal && entry.generation === generation)
    .sort((a, b) => a.shard - b.shard)
}

/** Entries of the newest generation of a (day, signal), by shard: the ones that take appends. */
export function newestOf(entries: readonly PartitionEntry[], day: number, signal: Signal): PartitionEntry[] {
  const newest = entries
    .filter((entry) => entry.day === day && entry.signal === signal)
    .reduce((generation, entry) => Math.max(generation, entry.generation), 0)
  return ofGeneration(entries, day, signal, newest)
}
