/**
 * The suite that every TelemetryStore passes. It compares answers with those of the reference store over the same
 * records. fast-check draws the queries, so that a disagreement is reported as the smallest query that shows it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogRecord, MetricPoint, SpanRecord } from '../../src/telemetry/model.ts'
import type { AggregateRequest, AppendBatch, TelemetryProject, TelemetryStore } from '../../src/telemetry/port.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { makeLogs, makeMetrics, makeSpans, projectOf, T0, WHOLE } from './corpus.ts'
import { MemoryTelemetryStore } from './memory-store.ts'
import {
  bare,
  byField,
  condition,
  field,
  fields,
  filter,
  groupBy,
  intervalMs,
  range,
  rounded,
  unordered,
} from './store-questions.ts'

export interface StoreUnderTest {
  readonly store: TelemetryStore
  /** Called after a corpus is appended, for stores that move records while idle. */
  readonly settle?: (project: TelemetryProject) => Promise<void>
}
export interface SuiteOptions {
  /** Sizes of the batches in which the corpus is appended. */
  readonly batchSizes: readonly number[]
  readonly logs: number
  readonly runs: number
}

export async function appendInBatches<R>(
  store: TelemetryStore,
  project: TelemetryProject,
  key: 'logs' | 'spans' | 'metrics',
  records: readonly R[],
  sizes: readonly number[],
): Promise<void> {
  for (let from = 0, n = 0; from < records.length; n++) {
    const size = sizes[n % sizes.length] ?? 100
    const batch = {
      [key]: records.slice(from, from + size),
      source: { keyId: 'k1', payloadHash: `${key}-${from}` },
      billedBytes: size * 100,
      deduplicate: true,
    }
    // The computed key hides from the type which of the three lists is given.
    await store.append(project, batch as unknown as AppendBatch)
    from += size
  }
}

export function telemetryStoreSuite(
  name: string,
  make: () => Promise<StoreUnderTest> | StoreUnderTest,
  options: SuiteOptions,
): void {
  describe(`${name}: answers of the reference store`, () => {
    const project = projectOf(`suite-${name}`)
    const reference = new MemoryTelemetryStore()
    let subject: Promise<TelemetryStore> | undefined
    const ready = () => {
      subject ??= (async () => {
        const { store, settle } = await make()
        const corpora: ['logs' | 'spans' | 'metrics', readonly (LogRecord | SpanRecord | MetricPoint)[]][] = [
          ['logs', makeLogs(options.logs)],
          ['spans', makeSpans(Math.ceil(options.logs / 4))],
          ['metrics', makeMetrics(240)],
        ]
        for (const [key, records] of corpora) {
          await appendInBatches(store, project, key, records, options.batchSizes)
          await appendInBatches(reference, project, key, records, [records.length])
        }
        await settle?.(project)
        return store
      })()
      return subject
    }
    const agree = <Input>(
      inputs: fc.Arbitrary<Input>,
      ask: (store: TelemetryStore, input: Input) => Promise<unknown>,
      runs = options.runs,
    ) =>
      ready().then((store) =>
        fc.assert(
          fc.asyncProperty(inputs, async (drawn) => {
            // Drawn objects may have no prototype, which RPC refuses; real inputs come from JSON.
            const input = structuredClone(drawn)
            expect(await ask(store, input)).toEqual(await ask(reference, input))
          }),
          { numRuns: runs, seed: 7 },
        ),
      )

    it('finds the same logs in the same order, page after page', () =>
      agree(
        fc.record({
          range,
          filter,
          order: fc.constantFrom('newest', 'oldest'),
          limit: fc.integer({ min: 1, max: 60 }),
        }),
        async (store, input) => {
          const pages: unknown[] = []
          let after: { after?: NonNullable<Awaited<ReturnType<TelemetryStore['searchLogs']>>['next']> } = {}
          for (let page = 0; page < 3; page++) {
            const { records, next } = await store.searchLogs(project, { ...input, ...after })
            pages.push(records.map(bare), next === null)
            if (next === null) break
            after = { after: next }
          }
          return pages
        },
      ))

    it('counts the same logs by interval and group', () =>
      agree(
        fc.record({ range, filter, intervalMs, groupBy, groupsMax: fc.integer({ min: 1, max: 10 }) }),
        async (store, input) => {
          const { work: _, ...answer } = await store.countLogs(project, input)
          return answer
        },
      ))

    it('sees the same patterns with the same counts and times', () =>
      agree(fc.record({ range, filter, intervalMs, limit: fc.integer({ min: 1, max: 50 }) }), async (store, input) => {
        const { patterns, total } = await store.logPatterns(project, input)
        return { total, patterns: patterns.map(({ example: _, ...pattern }) => pattern) }
      }))

    it('lists the same values and keys of fields', () =>
      agree(
        fc.record({
          range,
          filter: fc.record({ conditions: fc.array(condition, { maxLength: 1 }) }),
          signal: fc.constantFrom('logs' as const, 'spans' as const),
          field: fc.option(field, { nil: null }),
          limit: fc.integer({ min: 1, max: 20 }),
        }),
        async (store, input) => (await store.fieldValues(project, input)).values,
      ))

    it('finds the same spans, newest, oldest and slowest', () =>
      agree(
        fc.record({
          range,
          filter,
          order: fc.constantFrom('newest', 'oldest', 'slowest'),
          limit: fc.integer({ min: 1, max: 40 }),
        }),
        async (store, input) => {
          const { spans, next } = await store.searchSpans(project, input)
          return { spans: spans.map(bare), hasNext: next !== null }
        },
      ))

    it('gives a trace whole and says when a parent is missing', () =>
      agree(fc.constantFrom(...makeSpans(30).map((span) => span.traceId)), async (store, traceId) => {
        const { spans, isTruncated } = await store.spansByTrace(project, traceId, WHOLE)
        return { spans: spans.map(bare), isTruncated }
      }))

    it('computes the same requests, errors and latencies', () =>
      agree(
        byField(
          fc.record({
            range,
            filter: fc.record({ conditions: fc.array(condition, { maxLength: 1 }) }),
            intervalMs,
            groupBy: fc.subarray(['service', 'operation'] as const),
            groupsMax: fc.integer({ min: 1, max: 8 }),
          }),
        ),
        async (store, input) => rounded((await store.spanStats(project, input)).rows),
      ))

    it('counts the same entry spans, with and without span kinds', () =>
      agree(
        byField(
          fc.record({
            range,
            filter: fc.record({ conditions: fc.array(condition, { maxLength: 1 }) }),
            intervalMs,
            groupBy: fc.subarray(['service', 'operation'] as const),
            groupsMax: fc.integer({ min: 1, max: 8 }),
            only: fc.constantFrom('entries' as const, 'outermost' as const, 'first' as const),
          }),
        ),
        async (store, input) => rounded((await store.spanStats(project, input)).rows),
      ))

    it('sees the same dependencies', () =>
      agree(
        fc.constantFrom(WHOLE, { from: WHOLE.from, to: fromMillis(T0 + 3_600_000) }),
        async (store, asked) => rounded((await store.dependencies(project, { range: asked })).dependencies),
        2,
      ))

    it('lists the same metrics', () =>
      agree(
        fc.record({ range, prefix: fc.constantFrom('', 'la', 'zz'), limit: fc.integer({ min: 1, max: 5 }) }),
        async (store, input) => (await store.listMetrics(project, input)).metrics,
      ))

    it('computes the same metric series', () =>
      agree(
        fc.record({
          range,
          metric: fc.constantFrom('requests', 'memory', 'latency', 'none'),
          filter: fc.constant({ conditions: [] }),
          aggregation: fc.constantFrom(
            ...(['avg', 'min', 'max', 'sum', 'last', 'count', 'rate', 'increase'] as const),
            { quantile: 0.9 },
          ),
          groupBy: fc.subarray([fields[0], fields[5]].filter((f) => f !== undefined)),
          intervalMs: fc.constantFrom(60_000, 300_000, 3_600_000),
          groupsMax: fc.constant(5),
          isInsideOnly: fc.boolean(),
        }),
        async (store, input) => {
          const { series, unit } = await store.metricSeries(project, input)
          return { unit, series: rounded(series) }
        },
      ))

    it('reports the same coverage', () =>
      agree(range, async (store, asked) => {
        const { entries, lastRecord } = await store.coverage(project, asked)
        return { entries, lastRecord }
      }))

    it('aggregates the same activity for an investigation', () => {
      const grid = { startMs: T0, intervalMs: 600_000, count: 24 }
      const errors = { kind: 'span_errors', service: 'payments', operation: null } as const
      const slow = { kind: 'slow_spans', service: 'cart', operation: 'query', slowerThanMs: 200 } as const
      return agree(
        fc.constantFrom<AggregateRequest>(
          // Transitions from line to line are counted within a day, because a store may keep days apart.
          { kind: 'logActivity', grid: { ...grid, count: 12 } },
          { kind: 'traceActivity', grid },
          { kind: 'metricActivity', grid },
          { kind: 'cohorts', range: WHOLE, selector: errors },
          { kind: 'cohorts', range: WHOLE, selector: slow },
          { kind: 'examples', range: WHOLE, selector: errors, limit: 5 },
        ),
        async (store, request) => unordered(rounded((await store.aggregate(project, request)).value)),
      )
    })

    it('returns one log with its neighbours, given an id from a search', async () => {
      const store = await ready()
      const { records } = await store.searchLogs(project, {
        range: WHOLE,
        filter: { conditions: [] },
        order: 'newest',
        limit: 40,
      })
      const log = records[20]
      if (log === undefined) throw new Error('the corpus has more than 20 logs')
      const same = records.filter((other) => other.resource.service === log.resource.service)
      const found = await store.getLog(project, log.id, 2)
      expect(found?.record).toEqual(log)
      const at = same.findIndex((other) => other.id === log.id)
      expect(found?.after.map((other) => other.id)).toEqual(
        same
          .slice(Math.max(0, at - 2), at)
          .reverse()
          .map((other) => other.id),
      )
      expect(found?.before).toHaveLength(2)
      expect(await store.getLog(projectOf('another-project'), log.id, 2)).toBeNull()
    })
  })

  describe(`${name}: promises of append`, () => {
    const logs = makeLogs(40, 9)
    const count = async (store: TelemetryStore, project: TelemetryProject) =>
      (
        await store.countLogs(project, {
          range: WHOLE,
          filter: { conditions: [] },
          intervalMs: null,
          groupBy: [],
          groupsMax: 1,
        })
      ).total
    const batchOf = (payloadHash: string, deduplicate = true): AppendBatch => ({
      logs,
      source: { keyId: 'k', payloadHash },
      billedBytes: 1,
      deduplicate,
    })

    it('stores a resent batch once and reports it as a duplicate', async () => {
      const { store } = await make()
      const project = projectOf(`dedup-${name}`)
      expect(await store.append(project, batchOf('a'))).toEqual({ status: 'stored', records: 40, duplicate: false })
      expect(await store.append(project, batchOf('a'))).toEqual({ status: 'stored', records: 40, duplicate: true })
      expect(await store.append(project, batchOf('b'))).toEqual({ status: 'stored', records: 40, duplicate: false })
      expect(await count(store, project)).toBe(80)
    })

    it('never drops as duplicates records without timestamps of their own', async () => {
      const { store } = await make()
      const project = projectOf(`no-dedup-${name}`)
      await store.append(project, batchOf('a', false))
      await store.append(project, batchOf('a', false))
      expect(await count(store, project)).toBe(80)
    })

    it('keeps projects apart and deletes every record of a purged one', async () => {
      const { store } = await make()
      const one = projectOf(`one-${name}`)
      const two = projectOf(`two-${name}`)
      await store.append(one, batchOf('a'))
      await store.append(two, batchOf('a'))
      while (!(await store.purge(one)).done);
      expect(await count(store, one)).toBe(0)
      expect((await store.coverage(one, WHOLE)).lastRecord).toBeNull()
      expect(await count(store, two)).toBe(40)
      expect(await store.purge(one)).toEqual({ done: true })
    })
  })
}
