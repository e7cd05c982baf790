/** Truths by plain loops over the rows that were sent. Nothing here knows the store, its queries or the agent. */
import type { LogRow, PointRow, SpanRow, World } from './records.ts'

export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

export function whole(world: World): Window {
  return { fromMs: world.startMs, toMs: world.endMs }
}

export function logsOf(world: World, isWanted: (log: LogRow) => boolean, window = whole(world)): LogRow[] {
  const rows: LogRow[] = []
  for (const log of world.logs)
    if (log.timeMs >= window.fromMs && log.timeMs < window.toMs && isWanted(log)) rows.push(log)
  return rows
}

/** Hundreds of questions count the requests of the same rows: calls made are left out once. */
const entriesByRows = new WeakMap<World['spans'], readonly SpanRow[]>()
function entriesOf({ spans }: World): readonly SpanRow[] {
  const known = entriesByRows.get(spans)
  if (known !== undefined) return known
  const entries = spans.filter((span) => span.isEntry)
  entriesByRows.set(spans, entries)
  return entries
}

export function requestsOf(world: World, isWanted: (span: SpanRow) => boolean, window = whole(world)): SpanRow[] {
  const rows: SpanRow[] = []
  for (const span of entriesOf(world)) {
    if (span.startMs >= window.fromMs && span.startMs < window.toMs && isWanted(span)) rows.push(span)
  }
  return rows
}

export function pointsOf(world: World, service: string, name: string, window = whole(world)): PointRow[] {
  const rows: PointRow[] = []
  for (const point of world.points) {
    const isIn = point.timeMs >= window.fromMs && point.timeMs < window.toMs
    if (isIn && point.service === service && point.name === name) rows.push(point)
  }
  return rows
}

export function isErrorLog(log: LogRow): boolean {
  return log.severity === 'ERROR' || log.severity === 'FATAL'
}

export function percentOf(part: number, all: number): number {
  return all === 0 ? 0 : (100 * part) / all
}

export function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

/** Nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export function durationsOf(spans: readonly SpanRow[]): number[] {
  return spans.map((span) => span.endMs - span.startMs)
}

export function distinct(values: readonly (string | number | undefined)[]): number {
  const seen = new Set<string | number>()
  for (const value of values) if (value !== undefined) seen.add(value)
  return seen.size
}

/** How many rows there are per key, the most first. */
export function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** The share of failed requests per service, the highest first. */
export function failureRates(world: World, window = whole(world)): [string, number][] {
  return world.services
    .map((service): [string, number] => {
      const all = requestsOf(world, (span) => span.service === service, window)
      return [service, percentOf(all.filter((span) => span.isFailed).length, all.length)]
    })
    .sort((a, b) => b[1] - a[1])
}
