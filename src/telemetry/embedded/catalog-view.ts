/** A Worker's cached view of the catalogs: each project's list of partitions, at most 10 s old. */
import type { Signal } from '../model.ts'
import type { TimeRange } from '../time.ts'
import type { CatalogRpc, CatalogScope, EnsureRequest, PartitionEntry } from './messages.ts'

/** The delay until a partition that another isolate created becomes visible here. */
const CACHED_MS = 10_000
/** Most projects one isolate caches; a list takes a few kilobytes. */
const PROJECTS_MAX = 1_000
/** Appends stop an hour before a partition may delete itself (`ROUTING_MARGIN_MS` of the catalog object). */
const ROUTING_MARGIN_MS = 3_600_000

interface Seen {
  readonly entries: readonly PartitionEntry[]
  readonly atMs: number
}

/** Holds values, not promises: a promise of one request cannot be awaited in another. */
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

  /**
   * The partitions of the project. An empty list is not cached, so that the first query after the first telemetry finds
   * it.
   */
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

  /** Partitions of a signal whose day overlaps the range, newest day first. */
  async within(range: TimeRange, signal: Signal): Promise<readonly PartitionEntry[]> {
    const entries = await this.entries()
    const lastDay = range.to.nanos === 0 ? range.to.day - 1 : range.to.day
    return entries
      .filter((entry) => entry.signal === signal && entry.day >= range.from.day && entry.day <= lastDay)
      .sort((a, b) => b.day - a.day || a.number - b.number)
  }

  /**
   * The partitions to append to, created if necessary. The result holds all generations; the newest one takes the
   * appends.
   */
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

/** The partitions of one generation of a day and signal, by shard. */
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

/** The partitions of the newest generation of a day and signal, by shard: these take the appends. */
export function newestOf(entries: readonly PartitionEntry[], day: number, signal: Signal): PartitionEntry[] {
  const newest = entries
    .filter((entry) => entry.day === day && entry.signal === signal)
    .reduce((generation, entry) => Math.max(generation, entry.generation), 0)
  return ofGeneration(entries, day, signal, newest)
}
