/**
 * The reference TelemetryStore. It keeps every record in an array and answers every query by looking at all of them:
 * slow and obvious. The embedded store must give the same answers (store-suite.ts). Tests of callers use it as a fake:
 * what they ask again and again, the names that telemetry has, is counted once until something is stored.
 */
import { memorySource } from '../../src/agent/investigator/memory-source.ts'
import type { InvestigationSource } from '../../src/agent/investigator/source.ts'
import { type BodyShape, bodyShape } from '../../src/telemetry/body-shape.ts'
import type { LogRecord, MetricPoint, Signal } from '../../src/telemetry/model.ts'
import { severityName } from '../../src/telemetry/model.ts'
import { PatternMap } from '../../src/telemetry/pattern/map.ts'
import type * as port from '../../src/telemetry/port.ts'
import { CountAccumulator, intervalStart, rangeStartMs } from '../../src/telemetry/query/count.ts'
import { CoverageAccumulator } from '../../src/telemetry/query/coverage.ts'
import { DependencyAccumulator } from '../../src/telemetry/query/dependencies.ts'
import { groupText, LOG_READER, METRIC_READER, SPAN_READER } from '../../src/telemetry/query/field.ts'
import { filterPredicate } from '../../src/telemetry/query/match.ts'
import { MetricListAccumulator } from '../../src/telemetry/query/metric-list.ts'
import { MetricSeriesAccumulator, withLookback } from '../../src/telemetry/query/metric-series.ts'
import { byNewest, byOldest, bySlowest, inRange } from '../../src/telemetry/query/order.ts'
import { PatternAccumulator } from '../../src/telemetry/query/patterns.ts'
import { entryKind, PARENT_LOOKBACK_MS, SpanStatsAccumulator } from '../../src/telemetry/query/span-stats.ts'
import { ValuesAccumulator } from '../../src/telemetry/query/values.ts'
import { projectTag, recordId } from '../../src/telemetry/record-id.ts'
import { compareTime, fromMillis, type TimeRange, toMillis } from '../../src/telemetry/time.ts'
import { joinDependencies } from './join-dependencies.ts'

interface Held {
  readonly logs: port.StoredLog[]
  readonly spans: port.StoredSpan[]
  readonly metrics: MetricPoint[]
  /** Resend keys of accepted batches, for an hour. */
  readonly taken: Map<string, number>
  sequence: number
  /** Patterns over every shape the project has ever had. */
  readonly patterns: PatternMap
  /** The shape of each log, as it was when it was stored: finding it is most of what storing costs. */
  readonly shapes: Map<LogRecord, BodyShape>
  /** Spans by what a child names its parent by, in the order stored; of the first `indexed` spans. */
  readonly byName: Map<string, port.StoredSpan[]>
  indexed: number
  /** Answers about names, and the records of a time without conditions, of what is stored now. */
  readonly known: Map<string, unknown>
}

const HOUR_MS = 3_600_000

type ListMetricsInput = Parameters<port.TelemetryStore['listMetrics']>[1]

export class MemoryTelemetryStore implements port.TelemetryStore {
  readonly #projects = new Map<string, Held>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  #held({ organizationId, projectId }: port.TelemetryProject): Held {
    const key = `${organizationId}/${projectId}`
    let held = this.#projects.get(key)
    if (held === undefined) {
      held = {
        ...{ logs: [], spans: [], metrics: [], taken: new Map(), sequence: 0, patterns: new PatternMap() },
        ...{ shapes: new Map(), byName: new Map(), indexed: 0, known: new Map() },
      }
      this.#projects.set(key, held)
    }
    return held
  }

  /** What is asked for the first time since something was stored is looked for; else it is what it was. */
  #known<T>(project: port.TelemetryProject, asked: readonly unknown[], look: () => T): T {
    const { known } = this.#held(project)
    const key = JSON.stringify(asked)
    if (!known.has(key)) known.set(key, look())
    return known.get(key) as T // the key names the query, and so the type of its answer
  }

  #work(recordsScanned: number): port.Work {
    return { recordsScanned, bytesDecoded: 0, partitionsRead: 1, partial: [] }
  }

  async append(project: port.TelemetryProject, batch: port.AppendBatch): Promise<port.AppendResult> {
    const held = this.#held(project)
    const key = `${batch.source.keyId}|${batch.source.payloadHash}`
    const { logs = [], spans = [], metrics = [] } = batch
    const records = logs.length + spans.length + metrics.length
    held.known.clear()
    const takenAt = held.taken.get(key)
    if (batch.deduplicate && takenAt !== undefined && this.#now() - takenAt < HOUR_MS) {
      return { status: 'stored', records, duplicate: true }
    }
    if (batch.deduplicate) held.taken.set(key, this.#now())
    const sequence = ++held.sequence
    const tag = projectTag(project.projectId)
    let index = 0
    const id = () => recordId({ partition: 1, sequence, index: index++ }, tag)
    for (const log of logs) {
      const shape = bodyShape(log.body)
      held.patterns.assign(shape)
      const stored = { ...log, id: id(), shape: shape.hash }
      held.logs.push(stored)
      held.shapes.set(stored, shape)
    }
    for (const span of spans) held.spans.push({ ...span, id: id() })
    held.metrics.push(...metrics)
    return { status: 'stored', records, duplicate: false }
  }

  #logs(project: port.TelemetryProject, range: TimeRange, filter: port.RecordFilter): readonly port.StoredLog[] {
    const within = this.#known(project, ['logs', range], () =>
      this.#held(project).logs.filter(({ time }) => inRange(time, range)),
    )
    return isNarrow(filter) ? within.filter(filterPredicate<LogRecord>(filter, LOG_READER)) : within
  }

  #spans(project: port.TelemetryProject, range: TimeRange, filter: port.RecordFilter): readonly port.StoredSpan[] {
    const within = this.#known(project, ['spans', range], () =>
      this.#held(project).spans.filter(({ time }) => inRange(time, range)),
    )
    return isNarrow(filter) ? within.filter(filterPredicate(filter, SPAN_READER)) : within
  }

  async searchLogs(project: port.TelemetryProject, input: port.SearchLogsInput): Promise<port.SearchLogsResult> {
    const found = this.#logs(project, input.range, input.filter)
    const compare = input.order === 'newest' ? byNewest : byOldest
    const { page, next } = pageOf(found, compare, input)
    return { records: page, next, work: this.#work(this.#held(project).logs.length) }
  }

  async countLogs(project: port.TelemetryProject, input: port.CountLogsInput): Promise<port.CountLogsResult> {
    const readers = input.groupBy.map(LOG_READER.field)
    const counts = new CountAccumulator()
    const found = this.#logs(project, input.range, input.filter)
    for (const log of found) {
      const startMs = input.intervalMs === null ? rangeStartMs(input.range) : intervalStart(log.time, input.intervalMs)
      counts.add(
        readers.map((read) => groupText(read, log)),
        startMs,
        1,
      )
    }
    return { ...counts.finish(input), work: this.#work(found.length) }
  }

  async logPatterns(project: port.TelemetryProject, input: port.LogPatternsInput): Promise<port.LogPatternsResult> {
    return this.#known(project, ['logPatterns', input], () => this.#logPatterns(project, input))
  }

  #logPatterns(project: port.TelemetryProject, input: port.LogPatternsInput): port.LogPatternsResult {
    const patterns = new PatternAccumulator()
    const { shapes } = this.#held(project)
    const found = this.#logs(project, input.range, input.filter)
    for (const log of found) {
      patterns.add({
        service: log.resource.service,
        severity: severityName(log.severityNumber),
        shape: log.shape,
        template: shapes.get(log)?.template ?? '',
        count: 1,
        firstSeen: log.time,
        lastSeen: log.time,
        example: { id: log.id, body: log.body },
        counts: input.intervalMs === null ? [] : [[intervalStart(log.time, input.intervalMs), 1]],
      })
    }
    return { ...patterns.finish(input.limit, this.#held(project).patterns), work: this.#work(found.length) }
  }

  async fieldValues(project: port.TelemetryProject, input: port.FieldValuesInput): Promise<port.FieldValuesResult> {
    return this.#known(project, ['fieldValues', input], () => this.#fieldValues(project, input))
  }

  #fieldValues(project: port.TelemetryProject, input: port.FieldValuesInput): port.FieldValuesResult {
    const values = new ValuesAccumulator()
    const { field, range, filter } = input
    const add = <R extends port.StoredLog | port.StoredSpan>(
      records: readonly R[],
      read: ((record: R) => unknown) | null,
    ) => {
      for (const record of records) {
        const value = read?.(record)
        if (read === null) values.addKeys(record)
        else if (typeof value === 'string') values.add(value, 1)
      }
    }
    if (input.signal === 'logs') {
      const read = field === null ? null : LOG_READER.field(field)
      add(this.#logs(project, range, filter), read && ((log) => groupText(read, log)))
    } else {
      const read = field === null ? null : SPAN_READER.field(field)
      add(this.#spans(project, range, filter), read && ((span) => groupText(read, span)))
    }
    return { values: values.finish(input.limit), work: this.#work(0) }
  }

  async getLog(project: port.TelemetryProject, id: string, neighbours: number) {
    const logs = this.#held(project).logs
    const record = logs.find((log) => log.id === id)
    if (record === undefined) return null
    const same = logs.filter((log) => log.resource.service === record.resource.service).sort(byOldest)
    const at = same.indexOf(record)
    return {
      record,
      before: same.slice(Math.max(0, at - neighbours), at),
      after: same.slice(at + 1, at + 1 + neighbours),
    }
  }

  async searchSpans(project: port.TelemetryProject, input: port.SearchSpansInput): Promise<port.SearchSpansResult> {
    const found = this.#spans(project, input.range, input.filter)
    if (input.order === 'slowest') {
      return { spans: found.toSorted(bySlowest).slice(0, input.limit), next: null, work: this.#work(found.length) }
    }
    const { page, next } = pageOf(found, input.order === 'newest' ? byNewest : byOldest, input)
    return { spans: page, next, work: this.#work(found.length) }
  }

  async spansByTrace(project: port.TelemetryProject, traceId: string, range: TimeRange) {
    const spans = this.#held(project).spans.filter((span) => span.traceId === traceId && inRange(span.time, range))
    const known = new Set(spans.map((span) => span.spanId))
    const isTruncated = spans.some((span) => span.parentSpanId !== '' && !known.has(span.parentSpanId))
    return { spans: spans.sort(byOldest), isTruncated, work: this.#work(spans.length) }
  }

  async spanStats(project: port.TelemetryProject, input: port.SpanStatsInput): Promise<port.SpanStatsResult> {
    const stats = new SpanStatsAccumulator(input)
    const found = this.#spans(project, input.range, input.filter)
    const { only } = input
    if (only === undefined) for (const span of found) stats.add(span)
    else {
      const reach = { from: fromMillis(toMillis(input.range.from) - PARENT_LOOKBACK_MS), to: input.range.to }
      const named = namedSpans(this.#held(project))
      const kinded = new Set(
        this.#held(project)
          .spans.filter(({ kind, time }) => (kind === 'server' || kind === 'consumer') && inRange(time, input.range))
          .map(({ resource }) => resource.service),
      )
      for (const service of kinded) stats.noteKinded(service)
      const entries: { readonly span: port.StoredSpan; readonly kind: 'by_kind' | 'by_parent' }[] = []
      const read = input.by === undefined ? null : SPAN_READER.field(input.by)
      for (const span of found) {
        if (read !== null && groupText(read, span) === null) continue
        const hasParent = span.parentSpanId !== ''
        const parents = hasParent ? named.get(nameOf(span, span.parentSpanId)) : undefined
        const parent = parents?.findLast(({ time }) => inRange(time, reach))?.resource.service ?? null
        const kind = entryKind({ kind: span.kind, hasParent }, span.resource.service, parent, only)
        if (kind === 'by_kind' || (kind === 'by_parent' && !kinded.has(span.resource.service)))
          entries.push({ span, kind })
      }
      for (const { span, kind } of only === 'first' ? ofFirstServices(entries) : entries) stats.addEntry(span, kind)
    }
    return { rows: stats.finish(), work: this.#work(found.length) }
  }

  async dependencies(project: port.TelemetryProject, input: { readonly range: TimeRange }) {
    const dependencies = new DependencyAccumulator()
    const found = this.#spans(project, input.range, { conditions: [] })
    joinDependencies(found, dependencies)
    return { dependencies: dependencies.finish(), work: this.#work(found.length) }
  }

  async listMetrics(project: port.TelemetryProject, input: ListMetricsInput) {
    return this.#known(project, ['listMetrics', input], () => this.#listMetrics(project, input))
  }

  #listMetrics(project: port.TelemetryProject, input: ListMetricsInput) {
    const list = new MetricListAccumulator()
    for (const point of this.#held(project).metrics) {
      if (!inRange(point.time, input.range) || !point.name.startsWith(input.prefix ?? '')) continue
      list.addPoint(point)
    }
    return { metrics: list.finish(input.limit), work: this.#work(0) }
  }

  async metricSeries(project: port.TelemetryProject, input: port.MetricSeriesInput): Promise<port.MetricSeriesResult> {
    const series = new MetricSeriesAccumulator(input)
    const range = withLookback(input)
    const matches = filterPredicate(input.filter, METRIC_READER)
    const readers = input.groupBy.map(METRIC_READER.field)
    for (const point of this.#held(project).metrics) {
      if (point.name !== input.metric || !inRange(point.time, range) || !matches(point)) continue
      series.add(
        point,
        readers.map((read) => groupText(read, point)),
      )
    }
    return { ...series.finish(), work: this.#work(0) }
  }

  async coverage(project: port.TelemetryProject, range: TimeRange): Promise<port.CoverageResult> {
    return this.#known(project, ['coverage', range], () => this.#coverage(project, range))
  }

  #coverage(project: port.TelemetryProject, range: TimeRange): port.CoverageResult {
    const coverage = new CoverageAccumulator()
    const { logs, spans, metrics } = this.#held(project)
    const signals = [
      ['logs', logs],
      ['spans', spans],
      ['metrics', metrics],
    ] as const satisfies [Signal, unknown][]
    for (const [signal, records] of signals) {
      for (const { time, resource } of records) {
        if (inRange(time, range)) coverage.add(signal, resource.service, time)
        if (compareTime(time, range.to) < 0) coverage.seen(time)
      }
    }
    return { entries: coverage.finish(), lastRecord: coverage.lastRecord, work: this.#work(0) }
  }

  async aggregate<K extends port.AggregateKind>(project: port.TelemetryProject, request: port.AggregateOf<K>) {
    const { logs, spans, metrics, shapes } = this.#held(project)
    const source = memorySource({ logs, spans, metrics }, (log) => shapes.get(log) ?? bodyShape(log.body))
    const { value, recordsScanned } = await ask(source, request)
    // The answer has the type of the request, which the union does not express.
    return { value: value as port.AggregateValues[K], work: this.#work(recordsScanned) }
  }

  async purge({ organizationId, projectId }: port.TelemetryProject): Promise<{ done: boolean }> {
    this.#projects.delete(`${organizationId}/${projectId}`)
    return { done: true }
  }
}

const isNarrow = ({ conditions, text }: port.RecordFilter): boolean => conditions.length > 0 || text !== undefined

/** Children find their parents within a day. */
const nameOf = ({ time, traceId }: port.StoredSpan, spanId: string): string => `${time.day} ${traceId} ${spanId}`

/** The index of spans, with those that were stored since it was last asked for. */
function namedSpans(held: Held): ReadonlyMap<string, readonly port.StoredSpan[]> {
  for (; held.indexed < held.spans.length; held.indexed++) {
    const span = held.spans[held.indexed]
    if (span === undefined) continue
    const name = nameOf(span, span.spanId)
    const same = held.byName.get(name)
    if (same === undefined) held.byName.set(name, [span])
    else same.push(span)
  }
  return held.byName
}

function ask(source: InvestigationSource, request: port.AggregateRequest) {
  const windowOf = ({ from, to }: TimeRange) => ({ fromMs: toMillis(from), toMs: toMillis(to) })
  switch (request.kind) {
    case 'logActivity':
      return source.logActivity(request.grid)
    case 'traceActivity':
      return source.traceActivity(request.grid)
    case 'metricActivity':
      return source.metricActivity(request.grid)
    case 'cohorts':
      return source.cohorts(windowOf(request.range), request.selector)
    case 'examples':
      return source.examples(windowOf(request.range), request.selector, request.limit)
  }
}

function pageOf<R extends port.RecordCursor>(
  found: readonly R[],
  compare: (a: port.RecordCursor, b: port.RecordCursor) => number,
  input: { readonly limit: number; readonly after?: port.RecordCursor },
): { page: R[]; next: port.RecordCursor | null } {
  const { after } = input
  const following = (after === undefined ? found : found.filter((record) => compare(record, after) > 0)).toSorted(
    compare,
  )
  const page = following.slice(0, input.limit)
  const last = page.at(-1)
  return { page, next: following.length > page.length && last ? { time: last.time, id: last.id } : null }
}

/** Entries of the service that has the first one of their trace. */
function ofFirstServices<E extends { readonly span: port.StoredSpan }>(entries: readonly E[]): E[] {
  const firsts = new Map<string, port.StoredSpan>()
  const isBefore = (a: port.StoredSpan, b: port.StoredSpan): boolean =>
    a.time.nanos !== b.time.nanos
      ? a.time.nanos < b.time.nanos
      : a.durationNanos !== b.durationNanos
        ? a.durationNanos > b.durationNanos
        : a.resource.service < b.resource.service
  const traceOf = ({ time, traceId }: port.StoredSpan): string => `${time.day} ${traceId}`
  for (const { span } of entries) {
    const first = firsts.get(traceOf(span))
    if (first === undefined || isBefore(span, first)) firsts.set(traceOf(span), span)
  }
  return entries.filter(
    ({ span }) => span.traceId === '' || firsts.get(traceOf(span))?.resource.service === span.resource.service,
  )
}
