/** Trace activity: calls, errors, self time and edges per operation and interval. One shard sees whole traces. */
import type { WorkPace } from '../../work-pace.ts'
import type { SpanRecord } from '../model.ts'
import { toMillis } from '../time.ts'
import {
  addSeries,
  BUCKETS,
  bucketOf,
  cellsOf,
  emptySeries,
  type Grid,
  intervalOf,
  mergeCells,
  sameGrid,
} from './grid.ts'
import { exceptionTypes, isErrorSpan, operationOf } from './span-facts.ts'
import { timingOf } from './trace-timing.ts'
import type { ExceptionActivity, LinkActivity, OperationActivity, TraceActivity } from './types.ts'

/**
 * Most operations kept: 50 services with ten busy ones each, and as many links; just under 1 MB of JSON at 90
 * intervals.
 */
export const OPERATIONS_MAX = 500
export const LINKS_MAX = 600
const EXCEPTIONS_MAX = 200

type Histogram = Map<number, number>
interface OpenOperation extends Omit<OperationActivity, 'self'> {
  readonly self: Histogram
}
interface OpenLink extends Omit<LinkActivity, 'edge'> {
  readonly edge: Histogram
}
interface PlacedSpan {
  readonly span: SpanRecord
  readonly service: string
  readonly operation: string
  readonly startMs: number
  readonly durationMs: number
  readonly children: PlacedSpan[]
}

/** Work units (work-pace.ts) to place a span in its trace. */
const SPAN_UNITS = 4

/** Aggregates the traces of `spans`. A span outside the grid still counts in its parent's timing. */
export async function aggregateTraces(spans: Iterable<SpanRecord>, grid: Grid, pace: WorkPace): Promise<TraceActivity> {
  const byTrace = new Map<string, PlacedSpan[]>()
  for (const span of spans) {
    const placed: PlacedSpan = {
      span,
      service: span.resource.service,
      operation: operationOf(span.name),
      startMs: toMillis(span.time),
      durationMs: span.durationNanos / 1e6,
      children: [],
    }
    const trace = byTrace.get(span.traceId)
    if (trace === undefined) byTrace.set(span.traceId, [placed])
    else trace.push(placed)
    if (pace.isDue(1)) await pace.pause()
  }
  const builder = new TraceBuilder(grid)
  for (const trace of byTrace.values()) {
    builder.add(trace)
    if (pace.isDue(trace.length * SPAN_UNITS)) await pace.pause()
  }
  return builder.close()
}

class TraceBuilder {
  readonly #grid: Grid
  readonly #operations = new Map<string, OpenOperation>()
  readonly #links = new Map<string, OpenLink>()
  readonly #exceptions = new Map<string, ExceptionActivity>()
  readonly #traces: number[]
  readonly #rootless: number[]
  #spans = 0

  constructor(grid: Grid) {
    this.#grid = grid
    this.#traces = emptySeries(grid)
    this.#rootless = emptySeries(grid)
  }

  add(delivered: readonly PlacedSpan[]): void {
    // An exporter that retries delivers spans twice. A span id counts once; its copy would seem to have no children.
    const byId = new Map<string, PlacedSpan>()
    for (const placed of delivered) if (!byId.has(placed.span.spanId)) byId.set(placed.span.spanId, placed)
    const trace = [...byId.values()]
    let hasRoot = false
    let firstMs = Number.POSITIVE_INFINITY
    for (const placed of trace) {
      const parentId = placed.span.parentSpanId
      const parent = parentId === '' ? undefined : byId.get(parentId)
      if (parent !== undefined && parent !== placed) parent.children.push(placed)
      hasRoot ||= parentId === ''
      firstMs = Math.min(firstMs, placed.startMs)
    }
    const interval = intervalOf(this.#grid, firstMs)
    if (interval >= 0) {
      bump(this.#traces, interval)
      if (!hasRoot) bump(this.#rootless, interval)
    }
    for (const placed of trace) this.#addSpan(placed, byId)
  }

  #addSpan(placed: PlacedSpan, byId: ReadonlyMap<string, PlacedSpan>): void {
    const interval = intervalOf(this.#grid, placed.startMs)
    if (interval < 0) return
    this.#spans++
    const { span, children } = placed
    const operation = this.#operation(placed)
    bump(operation.calls, interval)
    if (isErrorSpan(span)) bump(operation.errors, interval)
    if (span.parentSpanId !== '' && !byId.has(span.parentSpanId)) bump(operation.orphans, interval)
    if (children.length === 0) bump(operation.leaves, interval)
    const types = exceptionTypes(span)
    if (types.length > 0) bump(operation.exceptions, interval)
    for (const type of types) bump(this.#exception(placed, type).counts, interval)
    const timing = timingOf(placed, children)
    operation.durationMs[interval] = (operation.durationMs[interval] ?? 0) + placed.durationMs
    if (timing.selfMs !== null) observe(operation.self, interval, timing.selfMs)
    const last = lastOf(children)
    const seen = new Set<OpenLink>()
    for (let i = 0; i < children.length; i++) {
      const child = children[i]
      if (child === undefined) continue
      const link = this.#link(placed, child)
      bump(link.calls, interval)
      if (!seen.has(link)) bump(link.parents, interval)
      seen.add(link)
      if (child === last) bump(link.lasts, interval)
      const edgeMs = timing.edgesMs[i]
      if (edgeMs !== null && edgeMs !== undefined) observe(link.edge, interval, edgeMs)
    }
  }

  #operation({ service, operation }: PlacedSpan): OpenOperation {
    const key = `${service}\u0000${operation}`
    let entry = this.#operations.get(key)
    if (entry === undefined) {
      const empty = (): number[] => emptySeries(this.#grid)
      entry = {
        service,
        operation,
        calls: empty(),
        errors: empty(),
        exceptions: empty(),
        orphans: empty(),
        leaves: empty(),
        durationMs: empty(),
        self: new Map(),
      }
      this.#operations.set(key, entry)
    }
    return entry
  }

  #link(parent: PlacedSpan, child: PlacedSpan): OpenLink {
    const key = `${parent.service}\u0000${parent.operation}\u0000${child.service}\u0000${child.operation}`
    let entry = this.#links.get(key)
    if (entry === undefined) {
      entry = {
        callerService: parent.service,
        callerOperation: parent.operation,
        calleeService: child.service,
        calleeOperation: child.operation,
        calls: emptySeries(this.#grid),
        parents: emptySeries(this.#grid),
        lasts: emptySeries(this.#grid),
        edge: new Map(),
      }
      this.#links.set(key, entry)
    }
    return entry
  }

  #exception({ service, operation }: PlacedSpan, type: string): ExceptionActivity {
    const key = `${service}\u0000${operation}\u0000${type}`
    let entry = this.#exceptions.get(key)
    if (entry === undefined) {
      entry = { service, operation, type, counts: emptySeries(this.#grid) }
      this.#exceptions.set(key, entry)
    }
    return entry
  }

  close(): TraceActivity {
    const operations = [...this.#operations.values()].map((open) => ({
      ...open,
      calls: compact(open.calls),
      errors: compact(open.errors),
      exceptions: compact(open.exceptions),
      orphans: compact(open.orphans),
      leaves: compact(open.leaves),
      durationMs: compact(open.durationMs.map(Math.round)),
      self: cellsOf(open.self),
    }))
    const links = [...this.#links.values()].map((open) => ({
      ...open,
      lasts: compact(open.lasts),
      edge: cellsOf(open.edge),
    }))
    return bounded({
      grid: this.#grid,
      operations,
      links,
      exceptions: [...this.#exceptions.values()],
      traces: this.#traces,
      tracesWithoutRoot: this.#rootless,
      spans: this.#spans,
      spansUnlisted: 0,
    })
  }
}

/** The child that began last. */
function lastOf(children: readonly PlacedSpan[]): PlacedSpan | undefined {
  let last: PlacedSpan | undefined
  for (const child of children) if (last === undefined || child.startMs >= last.startMs) last = child
  return last
}

function compact(series: number[]): number[] {
  return series.some((value) => value !== 0) ? series : []
}

function bump(series: number[], interval: number): void {
  series[interval] = (series[interval] ?? 0) + 1
}

function observe(histogram: Histogram, interval: number, ms: number): void {
  const cell = interval * BUCKETS + bucketOf(ms * 1_000)
  histogram.set(cell, (histogram.get(cell) ?? 0) + 1)
}

/** Adds two partial aggregates of the same grid and of disjoint sets of traces. */
export function mergeTraces(a: TraceActivity, b: TraceActivity): TraceActivity {
  if (!sameGrid(a.grid, b.grid)) throw new RangeError('trace activities of different grids cannot be merged')
  const operations = mergeBy(
    [...a.operations, ...b.operations],
    (entry) => `${entry.service}\u0000${entry.operation}`,
    (x, y) => ({
      ...x,
      calls: sum(x.calls, y.calls),
      errors: sum(x.errors, y.errors),
      exceptions: sum(x.exceptions, y.exceptions),
      orphans: sum(x.orphans, y.orphans),
      leaves: sum(x.leaves, y.leaves),
      self: mergeCells(x.self, y.self),
      durationMs: sum(x.durationMs, y.durationMs),
    }),
  )
  const links = mergeBy(
    [...a.links, ...b.links],
    (entry) =>
      `${entry.callerService}\u0000${entry.callerOperation}\u0000${entry.calleeService}\u0000${entry.calleeOperation}`,
    (x, y) => ({
      ...x,
      calls: sum(x.calls, y.calls),
      parents: sum(x.parents, y.parents),
      lasts: sum(x.lasts, y.lasts),
      edge: mergeCells(x.edge, y.edge),
    }),
  )
  const exceptions = mergeBy(
    [...a.exceptions, ...b.exceptions],
    (entry) => `${entry.service}\u0000${entry.operation}\u0000${entry.type}`,
    (x, y) => ({ ...x, counts: sum(x.counts, y.counts) }),
  )
  return bounded({
    grid: a.grid,
    operations,
    links,
    exceptions,
    traces: sum(a.traces, b.traces),
    tracesWithoutRoot: sum(a.tracesWithoutRoot, b.tracesWithoutRoot),
    spans: a.spans + b.spans,
    spansUnlisted: a.spansUnlisted + b.spansUnlisted,
  })
}

function sum(a: readonly number[], b: readonly number[]): number[] {
  const result = [...a]
  addSeries(result, b)
  return result
}

function mergeBy<T>(entries: readonly T[], keyOf: (entry: T) => string, merge: (a: T, b: T) => T): T[] {
  const merged = new Map<string, T>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const known = merged.get(key)
    merged.set(key, known === undefined ? entry : merge(known, entry))
  }
  return [...merged.values()]
}

function bounded(activity: TraceActivity): TraceActivity {
  const total = (series: readonly number[]): number => series.reduce((all, count) => all + count, 0)
  const keep = <T>(entries: T[], max: number, weight: (entry: T) => number): T[] =>
    entries.length <= max ? entries : entries.toSorted((a, b) => weight(b) - weight(a)).slice(0, max)
  const operations = keep(activity.operations, OPERATIONS_MAX, (entry) => total(entry.calls))
  const listed = operations.reduce((all, entry) => all + total(entry.calls), 0)
  return {
    ...activity,
    operations,
    links: keep(activity.links, LINKS_MAX, (entry) => total(entry.calls)),
    exceptions: keep(activity.exceptions, EXCEPTIONS_MAX, (entry) => total(entry.counts)),
    spansUnlisted: Math.max(0, activity.spans - listed),
  }
}
