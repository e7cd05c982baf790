/**
 * The embedded TelemetryStore: partitions in SQLite Durable Objects. This class runs with the caller (a Worker or a
 * thread's object). It finds the partitions in the catalog, queries them and merges their answers.
 */
import type * as port from '../port.ts'
import { CountAccumulator } from '../query/count.ts'
import { CoverageAccumulator } from '../query/coverage.ts'
import { DependencyAccumulator } from '../query/dependencies.ts'
import { MetricListAccumulator } from '../query/metric-list.ts'
import { MetricSeriesAccumulator, withLookback } from '../query/metric-series.ts'
import { byOldest } from '../query/order.ts'
import { PatternAccumulator } from '../query/patterns.ts'
import { SpanStatsAccumulator } from '../query/span-stats.ts'
import { ValuesAccumulator } from '../query/values.ts'
import { addWork, DEFAULT_BUDGET, withReason } from '../query/work.ts'
import { parseRecordId, projectTag } from '../record-id.ts'
import { fromMillis, type TimeRange, type Timestamp, toMillis } from '../time.ts'
import { mergeAggregates, rangeOf, signalOf } from './aggregates.ts'
import { appendBatch } from './append.ts'
import { CatalogView } from './catalog-view.ts'
import { askAll, type FanOut } from './fan-out.ts'
import type { CatalogRpc, PartitionEntry, PartitionQuery, PartitionRpc, QueryKind } from './messages.ts'
import { knownPatterns } from './pattern-view.ts'
import { searchLogPages, searchSpanPages } from './search.ts'

/** Access to a project's objects: created by `placement` in production, fakes in tests. */
export interface TelemetryObjects {
  readonly catalog: (project: port.TelemetryProject) => CatalogRpc
  readonly partition: (project: port.TelemetryProject, number: number) => PartitionRpc
}

/** How far before and after a record its neighbours are looked for. */
const NEIGHBOURHOOD_MS = 3_600_000

function shifted(time: Timestamp, ms: number): Timestamp {
  return fromMillis(toMillis(time) + ms)
}

export class EmbeddedTelemetryStore implements port.TelemetryStore {
  readonly #objects: TelemetryObjects
  readonly #now: () => number

  constructor(objects: TelemetryObjects, now: () => number) {
    this.#objects = objects
    this.#now = now
  }

  #view(project: port.TelemetryProject): CatalogView {
    return new CatalogView(project, this.#objects.catalog(project), this.#now)
  }

  #partition(project: port.TelemetryProject) {
    return (entry: PartitionEntry) => this.#objects.partition(project, entry.number)
  }

  async #ask<K extends QueryKind>(
    project: port.TelemetryProject,
    where: { readonly range: TimeRange; readonly signal: PartitionEntry['signal'] },
    query: Extract<PartitionQuery, { readonly kind: K }>,
    budget: port.WorkBudget = DEFAULT_BUDGET,
  ): Promise<FanOut<K>> {
    const entries = await this.#view(project).within(where.range, where.signal)
    return askAll(entries, this.#partition(project), query, budget)
  }

  append(project: port.TelemetryProject, batch: port.AppendBatch): Promise<port.AppendResult> {
    const deps = { view: this.#view(project), partition: this.#partition(project), now: this.#now }
    return appendBatch(deps, project, batch)
  }

  async searchLogs(project: port.TelemetryProject, input: port.SearchLogsInput): Promise<port.SearchLogsResult> {
    const entries = await this.#view(project).within(input.range, 'logs')
    return searchLogPages(entries, this.#partition(project), input)
  }

  async searchSpans(project: port.TelemetryProject, input: port.SearchSpansInput): Promise<port.SearchSpansResult> {
    const entries = await this.#view(project).within(input.range, 'spans')
    return searchSpanPages(entries, this.#partition(project), input)
  }

  async countLogs(project: port.TelemetryProject, input: port.CountLogsInput): Promise<port.CountLogsResult> {
    const where = { range: input.range, signal: 'logs' } as const
    const { values, work } = await this.#ask(project, where, { kind: 'countLogs', input }, input.budget)
    const counts = new CountAccumulator()
    for (const value of values) counts.merge(value)
    const isCut = counts.isCut || values.some((value) => value.isCut)
    return { ...counts.finish(input), work: isCut ? withReason(work, 'limit') : work }
  }

  async logPatterns(project: port.TelemetryProject, input: port.LogPatternsInput): Promise<port.LogPatternsResult> {
    const where = { range: input.range, signal: 'logs' } as const
    const { values, work } = await this.#ask(project, where, { kind: 'logPatterns', input }, input.budget)
    const patterns = new PatternAccumulator()
    for (const value of values) patterns.merge(value)
    const map = await knownPatterns(project, this.#objects.catalog(project), this.#now())
    return { ...patterns.finish(input.limit, map), work }
  }

  async fieldValues(project: port.TelemetryProject, input: port.FieldValuesInput): Promise<port.FieldValuesResult> {
    const where = { range: input.range, signal: input.signal }
    const { values, work } = await this.#ask(project, where, { kind: 'fieldValues', input }, input.budget)
    const merged = new ValuesAccumulator()
    for (const value of values) merged.merge(value)
    return { values: merged.finish(input.limit), work: merged.isCut ? withReason(work, 'limit') : work }
  }

  async getLog(project: port.TelemetryProject, id: string, neighbours: number): Promise<port.LogWithNeighbours | null> {
    const place = parseRecordId(id, projectTag(project.projectId))
    if (place === null) return null
    const entries = await this.#view(project).entries()
    const entry = entries.find((candidate) => candidate.number === place.partition && candidate.signal === 'logs')
    if (entry === undefined) return null
    const query = { kind: 'getLog', place } as const
    const { values } = await askAll([entry], this.#partition(project), query, DEFAULT_BUDGET)
    const record = values[0] ?? null
    if (record === null) return null
    const filter: port.RecordFilter = {
      conditions: [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: record.resource.service }],
    }
    const around = { filter, limit: neighbours, after: { time: record.time, id: record.id } }
    const earlier = { from: shifted(record.time, -NEIGHBOURHOOD_MS), to: shifted(record.time, 1) }
    const later = { from: record.time, to: shifted(record.time, NEIGHBOURHOOD_MS) }
    if (neighbours === 0) return { record, before: [], after: [] }
    const [before, after] = await Promise.all([
      this.searchLogs(project, { ...around, range: earlier, order: 'newest' }),
      this.searchLogs(project, { ...around, range: later, order: 'oldest' }),
    ])
    return { record, before: [...before.records].reverse(), after: after.records }
  }

  async spansByTrace(project: port.TelemetryProject, traceId: string, range: TimeRange) {
    const where = { range, signal: 'spans' } as const
    const { values, work } = await this.#ask(project, where, { kind: 'spansByTrace', traceId, range })
    const spans = values.flatMap((value) => value.spans).sort(byOldest)
    const known = new Set(spans.map((span) => span.spanId))
    const isCut = values.some((value) => value.isCut)
    const isTruncated = isCut || spans.some((span) => span.parentSpanId !== '' && !known.has(span.parentSpanId))
    return { spans, isTruncated, work: isCut ? withReason(work, 'limit') : work }
  }

  async spanStats(project: port.TelemetryProject, input: port.SpanStatsInput): Promise<port.SpanStatsResult> {
    const where = { range: input.range, signal: 'spans' } as const
    const { values, work } = await this.#ask(project, where, { kind: 'spanStats', input }, input.budget)
    const stats = new SpanStatsAccumulator(input)
    for (const value of values) stats.merge(value)
    return { rows: stats.finish(), work: stats.isCut ? withReason(work, 'limit') : work }
  }

  async dependencies(
    project: port.TelemetryProject,
    input: { readonly range: TimeRange; readonly budget?: port.WorkBudget },
  ) {
    const where = { range: input.range, signal: 'spans' } as const
    const query = { kind: 'dependencies', range: input.range } as const
    const { values, work } = await this.#ask(project, where, query, input.budget)
    const merged = new DependencyAccumulator()
    for (const value of values) merged.merge(value)
    return { dependencies: merged.finish(), work }
  }

  async listMetrics(
    project: port.TelemetryProject,
    input: { readonly range: TimeRange; readonly prefix?: string; readonly limit: number },
  ) {
    const where = { range: input.range, signal: 'metrics' } as const
    const query = { kind: 'listMetrics', range: input.range, prefix: input.prefix ?? '' } as const
    const { values, work } = await this.#ask(project, where, query)
    const list = new MetricListAccumulator()
    for (const value of values) for (const metric of value.metrics) list.add(metric)
    const isCut = list.isCut || values.some((value) => value.isCut)
    return { metrics: list.finish(input.limit), work: isCut ? withReason(work, 'limit') : work }
  }

  async metricSeries(project: port.TelemetryProject, input: port.MetricSeriesInput): Promise<port.MetricSeriesResult> {
    const where = { range: withLookback(input), signal: 'metrics' } as const
    const { values, work } = await this.#ask(project, where, { kind: 'metricSeries', input }, input.budget)
    const series = new MetricSeriesAccumulator(input)
    for (const value of values) series.merge(value)
    return { ...series.finish(), work: series.isCut ? withReason(work, 'limit') : work }
  }

  async coverage(project: port.TelemetryProject, range: TimeRange): Promise<port.CoverageResult> {
    const entries = await this.#view(project).entries()
    const upTo = entries.filter((entry) => entry.day <= range.to.day).sort((a, b) => b.day - a.day)
    const within = upTo.filter((entry) => entry.day >= range.from.day)
    const query = { kind: 'coverage', range } as const
    const { values, work: workWithin } = await askAll(within, this.#partition(project), query, DEFAULT_BUDGET)
    const merged = new CoverageAccumulator()
    for (const value of values) merged.merge(value)
    let work = workWithin
    // Nothing in the range: the last record is on the newest earlier day that has any.
    let earlier = upTo.filter((entry) => entry.day < range.from.day)
    while (merged.lastRecord === null && earlier.length > 0) {
      const day = earlier[0]?.day
      const answer = await askAll(
        earlier.filter((entry) => entry.day === day),
        this.#partition(project),
        query,
        DEFAULT_BUDGET,
      )
      for (const value of answer.values) merged.merge(value)
      work = addWork(work, answer.work)
      earlier = earlier.filter((entry) => entry.day !== day)
    }
    return { entries: merged.finish(), lastRecord: merged.lastRecord, work }
  }

  async aggregate<K extends port.AggregateKind>(
    project: port.TelemetryProject,
    request: port.AggregateOf<K>,
    budget?: port.WorkBudget,
  ) {
    const where = { range: rangeOf(request), signal: signalOf(request) }
    const { values, work } = await this.#ask(project, where, { kind: 'aggregate', request }, budget)
    return { value: mergeAggregates<K>(request, values), work }
  }

  async purge(project: port.TelemetryProject): Promise<{ readonly done: boolean }> {
    const view = this.#view(project)
    const entries = (await view.refresh()).slice(0, PURGED_AT_ONCE)
    await Promise.all(entries.map((entry) => this.#objects.partition(project, entry.number).purge()))
    await this.#objects.catalog(project).remove(entries.map((entry) => entry.number))
    return { done: (await view.refresh()).length === 0 }
  }
}

/** Partitions purged by one call, to limit its time. The caller repeats the call until it is done. */
const PURGED_AT_ONCE = 32
