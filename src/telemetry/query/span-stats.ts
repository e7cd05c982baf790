/** Requests, errors and latency per service, operation and interval. */
import { LatencyHistogram, type LatencySnapshot } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import type { SpanStatsInput, SpanStatsRow } from '../port.ts'
import { NANOS_PER_MS } from '../time.ts'
import { intervalStart, keyText, rangeStartMs } from './count.ts'

export interface SpanStatsPartial {
  readonly rows: readonly {
    readonly service: string
    readonly operation: string | null
    readonly startMs: number
    readonly errors: number
    readonly latency: LatencySnapshot
  }[]
}
interface Held {
  readonly service: string
  readonly operation: string | null
  readonly startMs: number
  errors: number
  readonly latency: LatencyHistogram
}
type Shape = Pick<SpanStatsInput, 'range' | 'intervalMs' | 'groupBy' | 'groupsMax'>

export class SpanStatsAccumulator {
  readonly #input: Shape
  readonly #rows = new Map<string, Held>()

  constructor(input: Shape) {
    this.#input = input
  }

  add(span: SpanRecord): void {
    const { groupBy, intervalMs, range } = this.#input
    const service = groupBy.includes('service') ? span.resource.service : ''
    const operation = groupBy.includes('operation') ? span.name : null
    const startMs = intervalMs === null ? rangeStartMs(range) : intervalStart(span.time, intervalMs)
    const row = this.#row(service, operation, startMs)
    if (span.status === 'error') row.errors++
    row.latency.add(span.durationNanos / NANOS_PER_MS)
  }

  merge(partial: SpanStatsPartial): void {
    for (const { service, operation, startMs, errors, latency } of partial.rows) {
      const row = this.#row(service, operation, startMs)
      row.errors += errors
      row.latency.merge(latency)
    }
  }

  partial(): SpanStatsPartial {
    return { rows: [...this.#rows.values()].map((row) => ({ ...row, latency: row.latency.snapshot() })) }
  }

  /** The groups with most requests, each with all its intervals, in order of group then time. */
  finish(): SpanStatsRow[] {
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

  #row(service: string, operation: string | null, startMs: number): Held {
    const key = keyText([service, operation, String(startMs)])
    let row = this.#rows.get(key)
    if (row === undefined) {
      row = { service, operation, startMs, errors: 0, latency: new LatencyHistogram() }
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
      p90: latency.quantile(0.9),
      p99: latency.quantile(0.99),
      max: latency.count === 0 ? 0 : latency.max,
      mean: latency.count === 0 ? 0 : latency.sum / latency.count,
    },
  }
}
