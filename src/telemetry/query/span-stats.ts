/** Requests, errors and latency per service, operation and interval. */
import { isErrorSpan } from '../aggregates/span-facts.ts'
import { LatencyHistogram, type LatencySnapshot } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import type { EntriesOnly, SpanStatsInput, SpanStatsRow } from '../port.ts'
import { NANOS_PER_MS } from '../time.ts'
import { intervalStart, keyText, rangeStartMs } from './count.ts'

export interface SpanStatsPartial {
  readonly rows: readonly {
    readonly service: string
    readonly operation: string | null
    readonly startMs: number
    readonly errors: number
    readonly latency: LatencySnapshot
    /** An entry span recognised by its parent alone. It counts only if no partition saw a span kind for its service. */
    readonly isKindless?: boolean
  }[]
  /** Services with span kinds, when only entry spans are requested. */
  readonly kindedServices?: readonly string[]
}
interface Held {
  readonly service: string
  readonly operation: string | null
  readonly startMs: number
  readonly isKindless: boolean
  errors: number
  readonly latency: LatencyHistogram
}
/** How long before the range a parent span is looked up. A parent that began earlier is not found. */
export const PARENT_LOOKBACK_MS = 60_000
type Shape = Pick<SpanStatsInput, 'range' | 'intervalMs' | 'groupBy' | 'groupsMax' | 'only'>

/** How an entry span was recognised; null for other spans. */
export type EntryKind = 'by_kind' | 'by_parent' | null

/**
 * Decides whether a span is an entry span.
 *
 * @param parentService the service of its parent, null when it has no parent or the parent is unknown
 */
export function entryKind(
  span: { readonly kind: SpanRecord['kind']; readonly hasParent: boolean },
  service: string,
  parentService: string | null,
  only: EntriesOnly,
): EntryKind {
  if (only === 'outermost' && span.hasParent) return null
  if (span.kind === 'server' || span.kind === 'consumer') return 'by_kind'
  if (span.kind === 'client' || span.kind === 'producer') return null
  return parentService === service ? null : 'by_parent'
}

export class SpanStatsAccumulator {
  readonly #input: Shape
  readonly #rows = new Map<string, Held>()
  readonly #kinded = new Set<string>()

  constructor(input: Shape) {
    this.#input = input
  }

  add(span: SpanRecord): void {
    const { groupBy, intervalMs, range } = this.#input
    const service = groupBy.includes('service') ? span.resource.service : ''
    const operation = groupBy.includes('operation') ? span.name : null
    const startMs = intervalMs === null ? rangeStartMs(range) : intervalStart(span.time, intervalMs)
    const row = this.#row(service, operation, startMs, false)
    if (span.status === 'error') row.errors++
    row.latency.add(span.durationNanos / NANOS_PER_MS)
  }

  /**
   * Adds an entry span. Its service is kept until the end, because only then is it known how entry spans of that
   * service are recognised.
   */
  addEntry(span: SpanRecord, kind: 'by_kind' | 'by_parent'): void {
    const { groupBy, intervalMs, range } = this.#input
    const operation = groupBy.includes('operation') ? span.name : null
    const startMs = intervalMs === null ? rangeStartMs(range) : intervalStart(span.time, intervalMs)
    const row = this.#row(span.resource.service, operation, startMs, kind === 'by_parent')
    if (isErrorSpan(span)) row.errors++
    row.latency.add(span.durationNanos / NANOS_PER_MS)
  }

  /** Notes a service with at least one server or consumer span, whether or not the filter accepts the span. */
  noteKinded(service: string): void {
    this.#kinded.add(service)
  }

  merge(partial: SpanStatsPartial): void {
    this.mergeRows(partial.rows)
    for (const service of partial.kindedServices ?? []) this.#kinded.add(service)
  }

  mergeRows(
    rows: readonly (Omit<SpanStatsPartial['rows'][number], 'latency'> & {
      readonly latency: LatencySnapshot | LatencyHistogram
    })[],
  ): void {
    for (const { service, operation, startMs, errors, latency, isKindless } of rows) {
      const row = this.#row(service, operation, startMs, isKindless === true)
      row.errors += errors
      row.latency.merge(latency)
    }
  }

  partial(): SpanStatsPartial {
    const rows = [...this.#rows.values()].map(({ isKindless, ...row }) => ({
      ...row,
      latency: row.latency.snapshot(),
      ...(isKindless ? { isKindless } : {}),
    }))
    return this.#kinded.size === 0 ? { rows } : { rows, kindedServices: [...this.#kinded] }
  }

  /** The groups with the most requests, each with all its intervals, in order of group and time. */
  finish(): SpanStatsRow[] {
    return this.#input.only === undefined ? this.#ordered() : this.#settled().#ordered()
  }

  /**
   * Entry spans, recognised by kind if the service has span kinds, else by parent; limited to the requested services.
   */
  #settled(): SpanStatsAccumulator {
    const settled = new SpanStatsAccumulator({ ...this.#input })
    const hasService = this.#input.groupBy.includes('service')
    for (const held of this.#rows.values()) {
      if (held.isKindless && this.#kinded.has(held.service)) continue
      const row = settled.#row(hasService ? held.service : '', held.operation, held.startMs, false)
      row.errors += held.errors
      row.latency.merge(held.latency)
    }
    return settled
  }

  #ordered(): SpanStatsRow[] {
    const totals = new Map<string, number>()
    for (const row of this.#rows.values()) {
      const key = keyText([row.service, row.operation])
      totals.set(key, (totals.get(key) ?? 0) + row.latency.count)
    }
    const order = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, this.#input.groupsMax)
    const rank = new Map(order.map(([key], index) => [key, index]))
    const rankOf = (row: Held) => rank.get(keyText([row.service, row.operation])) ?? -1
    return [...this.#rows.values()]
      .filter((row) => rankOf(row) >= 0)
      .sort((a, b) => rankOf(a) - rankOf(b) || a.startMs - b.startMs)
      .map(toRow)
  }

  #row(service: string, operation: string | null, startMs: number, isKindless: boolean): Held {
    const key = keyText([service, operation, String(startMs), isKindless ? 'p' : ''])
    let row = this.#rows.get(key)
    if (row === undefined) {
      row = { service, operation, startMs, isKindless, errors: 0, latency: new LatencyHistogram() }
      this.#rows.set(key, row)
    }
    return row
  }
}

function toRow({ service, operation, startMs, errors, latency }: Held): SpanStatsRow {
  return {
    service,
    operation,
    startMs,
    requests: latency.count,
    errors,
    durationMs: {
      p50: latency.quantile(0.5),
      p75: latency.quantile(0.75),
      p90: latency.quantile(0.9),
      p95: latency.quantile(0.95),
      p99: latency.quantile(0.99),
      p999: latency.quantile(0.999),
      min: latency.count === 0 ? 0 : latency.min,
      max: latency.count === 0 ? 0 : latency.max,
      mean: latency.count === 0 ? 0 : latency.sum / latency.count,
    },
  }
}
