/** Trace activity: calls, errors, self time and edges per operation and interval. One shard sees whole traces. */
import type { WorkPace } from '../../work-pace.ts'
import type { AttributeValue, SpanKind, SpanRecord } from '../model.ts'
import {
  addSeries,
  BUCKETS,
  bucketOf,
  cellsOf,
  emptySeries,
  type Grid,
  mergeCells,
  sameGrid,
  sinceStart,
} from './grid.ts'
import { HOSTS_MAX, PEER_KEYS } from './line-hosts.ts'
import { exceptionTypes, isErrorSpan, operationOf } from './span-facts.ts'
import { type NamedOperation, SpanDraft, TraceSpans, type TraceTrees } from './trace-spans.ts'
import { type TimedSpan, timingOf } from './trace-timing.ts'
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
  /** The span whose call was counted last. */
  lastParent: number
}
/** Work units (work-pace.ts) to add a span, and to count it with its children. */
const ADD_UNITS = 2
const SPAN_UNITS = 1

/** Aggregates the traces of `spans`. A span outside the grid still counts in its parent's timing. */
export async function aggregateTraces(spans: Iterable<SpanRecord>, grid: Grid, pace: WorkPace): Promise<TraceActivity> {
  const held = new TraceSpans(grid)
  await addSpans(held, spans, pace)
  return activityOfTraces(held, pace)
}

/** Adds whole spans. */
export async function addSpans(held: TraceSpans, spans: Iterable<SpanRecord>, pace: WorkPace): Promise<void> {
  const draft = new SpanDraft()
  const { textIds, grid } = held
  for (const span of spans) {
    textIds.ofTrace(span.traceId, draft.trace)
    textIds.ofSpan(span.spanId, draft.span)
    draft.hasParent = span.parentSpanId !== ''
    if (draft.hasParent) textIds.ofSpan(span.parentSpanId, draft.parent)
    draft.atMs = sinceStart(grid, span.time)
    draft.durationMs = span.durationNanos / 1e6
    draft.operation = held.operationNumber(span.resource.service, operationOf(span.name))
    if (isCall(span.kind)) held.addPeer(draft.operation, peerOf(span.attributes))
    draft.isError = isErrorSpan(span)
    draft.isMessage = span.kind === 'consumer'
    draft.exceptions = exceptionTypes(span.events)
    const trace = held.traceNumber(draft.trace)
    if (trace >= 0) held.add(draft, trace)
    if (!pace.isDue(ADD_UNITS)) continue
    await pace.pause()
    await held.bound(pace)
  }
  await held.bound(pace)
}

/** Whether a span of this kind may name whom it calls; others name themselves. */
export function isCall(kind: SpanKind): boolean {
  return kind !== 'server' && kind !== 'consumer'
}

function peerOf(attributes: SpanRecord['attributes']): AttributeValue | undefined {
  const key = PEER_KEYS.find((name) => attributes[name] !== undefined)
  return key === undefined ? undefined : attributes[key]
}

/** The activity of all spans that were added. */
export async function activityOfTraces(held: TraceSpans, pace: WorkPace): Promise<TraceActivity> {
  const trees = await held.trees(pace)
  const builder = new TraceBuilder(held, trees)
  for (let span = 0; span < held.count; span++) {
    builder.addToTrace(span)
    builder.addSpan(span)
    if (pace.isDue(SPAN_UNITS)) await pace.pause()
  }
  return builder.close()
}

class TraceBuilder {
  readonly #held: TraceSpans
  readonly #trees: TraceTrees
  readonly #grid: Grid
  readonly #operations: (OpenOperation | undefined)[] = []
  readonly #links = new Map<number, OpenLink>()
  readonly #exceptions = new Map<string, ExceptionActivity>()
  readonly #firstMs: Float64Array
  readonly #hasRoot: Uint8Array
  #spans = 0

  constructor(held: TraceSpans, trees: TraceTrees) {
    this.#held = held
    this.#trees = trees
    this.#grid = held.grid
    this.#firstMs = new Float64Array(held.traces).fill(Number.POSITIVE_INFINITY)
    this.#hasRoot = new Uint8Array(held.traces)
  }

  addToTrace(span: number): void {
    const trace = this.#held.traceOf[span] ?? 0
    if (!this.#held.hasParent(span)) this.#hasRoot[trace] = 1
    const atMs = this.#held.times[span] ?? 0
    if (atMs < (this.#firstMs[trace] ?? 0)) this.#firstMs[trace] = atMs
  }

  addSpan(span: number): void {
    const interval = this.#intervalOf(this.#held.times[span] ?? 0)
    if (interval < 0) return
    this.#spans++
    const held = this.#held
    const { starts, children } = this.#trees
    const from = starts[span] ?? 0
    const to = starts[span + 1] ?? 0
    const durationMs = held.durations[span] ?? 0
    const operation = this.#operation(held.operationOf[span] ?? 0)
    bump(operation.calls, interval)
    if (held.isError(span)) bump(operation.errors, interval)
    if (held.isOrphan(span, this.#trees)) bump(operation.orphans, interval)
    const types = held.exceptionsOf(span)
    if (types.length > 0) bump(operation.exceptions, interval)
    for (const type of types) bump(this.#exception(operation, type).counts, interval)
    operation.durationMs[interval] = (operation.durationMs[interval] ?? 0) + durationMs
    if (from === to) {
      bump(operation.leaves, interval)
      observe(operation.self, interval, durationMs)
    } else this.#addChildren(span, children.subarray(from, to), interval)
  }

  #addChildren(span: number, children: Uint32Array, interval: number): void {
    const held = this.#held
    const timed: TimedSpan[] = []
    for (const child of children) timed.push(this.#timed(child))
    const timing = timingOf(this.#timed(span), timed)
    const operation = held.operationOf[span] ?? 0
    if (timing.selfMs !== null) observe(this.#operation(operation).self, interval, timing.selfMs)
    const last = this.#lastOf(children)
    for (let place = 0; place < children.length; place++) {
      const child = children[place] ?? 0
      const link = this.#link(operation, held.operationOf[child] ?? 0)
      bump(link.calls, interval)
      if (link.lastParent !== span) bump(link.parents, interval)
      link.lastParent = span
      if (child === last) bump(link.lasts, interval)
      const edgeMs = timing.edgesMs[place]
      if (edgeMs !== null && edgeMs !== undefined) observe(link.edge, interval, edgeMs)
    }
  }

  #timed(span: number): TimedSpan {
    const held = this.#held
    return {
      service: held.operations[held.operationOf[span] ?? 0]?.service ?? '',
      startMs: held.times[span] ?? 0,
      durationMs: held.durations[span] ?? 0,
      isMessage: held.isMessage(span),
    }
  }

  /** The child that began last. */
  #lastOf(children: Uint32Array): number {
    const { times } = this.#held
    let last = children[0] ?? 0
    for (const child of children) if ((times[child] ?? 0) >= (times[last] ?? 0)) last = child
    return last
  }

  #intervalOf(atMs: number): number {
    const interval = Math.floor(atMs / this.#grid.intervalMs)
    return interval >= 0 && interval < this.#grid.count ? interval : -1
  }

  #operation(number: number): OpenOperation {
    const known = this.#operations[number]
    if (known !== undefined) return known
    const { service = '', operation = '', peers = [] } = this.#held.operations[number] ?? {}
    const empty = (): number[] => emptySeries(this.#grid)
    const entry = {
      service,
      operation,
      peers,
      calls: empty(),
      errors: empty(),
      exceptions: empty(),
      orphans: empty(),
      leaves: empty(),
      durationMs: empty(),
      self: new Map(),
    }
    this.#operations[number] = entry
    return entry
  }

  #link(parent: number, child: number): OpenLink {
    const { operations } = this.#held
    const key = parent * operations.length + child
    let entry = this.#links.get(key)
    if (entry === undefined) {
      entry = {
        callerService: operations[parent]?.service ?? '',
        callerOperation: operations[parent]?.operation ?? '',
        calleeService: operations[child]?.service ?? '',
        calleeOperation: operations[child]?.operation ?? '',
        calls: emptySeries(this.#grid),
        parents: emptySeries(this.#grid),
        lasts: emptySeries(this.#grid),
        edge: new Map(),
        lastParent: -1,
      }
      this.#links.set(key, entry)
    }
    return entry
  }

  #exception({ service, operation }: Pick<NamedOperation, 'service' | 'operation'>, type: string): ExceptionActivity {
    const key = `${service}\u0000${operation}\u0000${type}`
    let entry = this.#exceptions.get(key)
    if (entry === undefined) {
      entry = { service, operation, type, counts: emptySeries(this.#grid) }
      this.#exceptions.set(key, entry)
    }
    return entry
  }

  close(): TraceActivity {
    const traces = emptySeries(this.#grid)
    const rootless = emptySeries(this.#grid)
    for (let trace = 0; trace < this.#firstMs.length; trace++) {
      const interval = this.#intervalOf(this.#firstMs[trace] ?? 0)
      if (interval < 0) continue
      bump(traces, interval)
      if (this.#hasRoot[trace] === 0) bump(rootless, interval)
    }
    const operations = this.#operations
      .flatMap((open) => open ?? [])
      .map((open) => ({
        ...open,
        peers: open.peers.toSorted(),
        calls: compact(open.calls),
        errors: compact(open.errors),
        exceptions: compact(open.exceptions),
        orphans: compact(open.orphans),
        leaves: compact(open.leaves),
        durationMs: compact(open.durationMs.map(Math.round)),
        self: cellsOf(open.self),
      }))
    const links = [...this.#links.values()].map(({ lastParent: _, ...open }) => ({
      ...open,
      lasts: compact(open.lasts),
      edge: cellsOf(open.edge),
    }))
    return bounded({
      grid: this.#grid,
      operations,
      links,
      exceptions: [...this.#exceptions.values()],
      traces,
      tracesWithoutRoot: rootless,
      spans: this.#spans,
      spansUnlisted: 0,
    })
  }
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
      peers: [...new Set([...x.peers, ...y.peers])].toSorted().slice(0, HOSTS_MAX),
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
