/** Requests, errors and latency per service, operation and interval. */
import { isErrorSpan } from '../aggregates/span-facts.ts'
import { LatencyHistogram, type LatencySnapshot } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import type { EntriesOnly, SpanStatsInput, SpanStatsRow } from '../port.ts'
import { NANOS_PER_MS } from '../time.ts'
import { GROUPS_HELD_MAX, intervalStart, keyText, rangeStartMs } from './count.ts'
import { groupText, SPAN_READER } from './field.ts'

export interface SpanStatsPartial {
  readonly rows: readonly {
    readonly service: string
    readonly operation: string | null
    /** The value of the field that the input groups by. */
    readonly value?: string
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
  readonly value?: string
  readonly startMs: number
  readonly isKindless: boolean
  errors: number
  readonly latency: LatencyHistogram
}
/** How long before the range a parent span is looked up. A parent that began earlier is not found. */
export const PARENT_LOOKBACK_MS = 60_000
type Shape = Pick<SpanStatsInput, 'range' | 'intervalMs' | 'groupBy' | 'by' | 'groupsMax' | 'only'>

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
  readonly #valueOf: ((span: SpanRecord) => string | null) | null
  /** Set when there were more values than can be held; spans with the others are not counted. */
  isCut = false

  constructor(input: Shape) {
    this.#input = input
    const read = input.by === undefined ? null : SPAN_READER.field(input.by)
    this.#valueOf = read === null ? null : (span) => groupText(read, span)
  }

  add(span: SpanRecord): void {
    const service = this.#input.groupBy.includes('service') ? span.resource.service : ''
    this.#count(span, service, false, span.status === 'error')
  }

  /**
   * Adds an entry span. Its service is kept until the end, because only then is it known how entry spans of that
   * service are recognised.
   */
  addEntry(span: SpanRecord, kind: 'by_kind' | 'by_parent'): void {
    this.#count(span, span.resource.service, kind === 'by_parent', isErrorSpan(span))
  }

  #count(span: SpanRecord, service: string, isKindless: boolean, isError: boolean): void {
    const { groupBy, intervalMs, range } = this.#input
    const value = this.#valueOf?.(span)
    if (value === null) return
    const row = this.#row({
      service,
      operation: groupBy.includes('operation') ? span.name : null,
      ...(value === undefined ? {} : { value }),
      startMs: intervalMs === null ? rangeStartMs(range) : intervalStart(span.time, intervalMs),
      isKindless,
    })
    if (row === null) return
    if (isError) row.errors++
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
    for (const { errors, latency, isKindless, ...group } of rows) {
      const row = this.#row({ ...group, isKindless: isKindless === true })
      if (row === null) continue
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
      const { errors: _, latency: __, ...group } = held
      const row = settled.#row({ ...group, service: hasService ? held.service : '', isKindless: false })
      if (row === null) continue
      row.errors += held.errors
      row.latency.merge(held.latency)
    }
    return settled
  }

  #ordered(): SpanStatsRow[] {
    const totals = new Map<string, number>()
    for (const row of this.#rows.values()) {
      const key = groupOf(row)
      totals.set(key, (totals.get(key) ?? 0) + row.latency.count)
    }
    const order = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, this.#input.groupsMax)
    const rank = new Map(order.map(([key], index) => [key, index]))
    const rankOf = (row: Held) => rank.get(groupOf(row)) ?? -1
    return [...this.#rows.values()]
      .filter((row) => rankOf(row) >= 0)
      .sort((a, b) => rankOf(a) - rankOf(b) || a.startMs - b.startMs)
      .map(toRow)
  }

  /** The row of a group; null where it would be one value more than can be held. */
  #row(group: Omit<Held, 'errors' | 'latency'>): Held | null {
    const key = keyText([groupOf(group), String(group.startMs), group.isKindless ? 'p' : ''])
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    if (group.value !== undefined && this.#rows.size >= GROUPS_HELD_MAX) {
      this.isCut = true
      return null
    }
    const row = { ...group, errors: 0, latency: new LatencyHistogram() }
    this.#rows.set(key, row)
    return row
  }
}

function groupOf({ service, operation, value }: Pick<Held, 'service' | 'operation' | 'value'>): string {
  return keyText(value === undefined ? [service, operation] : [service, operation, value])
}

function toRow({ service, operation, value, startMs, errors, latency }: Held): SpanStatsRow {
  return {
    service,
    operation,
    ...(value === undefined ? {} : { value }),
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
