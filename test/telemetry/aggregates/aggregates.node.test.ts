import { describe, expect, it } from 'vitest'
import { countCohorts, mergeCohorts } from '../../../src/telemetry/aggregates/cohorts.ts'
import { aggregateCoverage, mergeCoverage } from '../../../src/telemetry/aggregates/coverage.ts'
import { bucketOf, type Grid } from '../../../src/telemetry/aggregates/grid.ts'
import { aggregateLogs, mergeLogs } from '../../../src/telemetry/aggregates/logs.ts'
import { aggregateMetrics, mergeMetrics } from '../../../src/telemetry/aggregates/metrics.ts'
import { operationOf } from '../../../src/telemetry/aggregates/span-facts.ts'
import { timingOf } from '../../../src/telemetry/aggregates/trace-timing.ts'
import { aggregateTraces, mergeTraces } from '../../../src/telemetry/aggregates/traces.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { WorkPace } from '../../../src/work-pace.ts'
import { BEGIN_MS, resourceOf, shop } from '../../agent/investigator/shop.ts'
import { logRecord } from '../../support/log-record.ts'

const GRID: Grid = { startMs: BEGIN_MS, intervalMs: 10_000, count: 30 }
const shape = ({ body }: LogRecord) => shapeOf(body)
const records = shop()
const tracesOf = (spans: readonly SpanRecord[], grid = GRID) => aggregateTraces(spans, grid, new WorkPace())
const logsOf = (logs: readonly LogRecord[]) => aggregateLogs(logs, GRID, shape, new WorkPace())
const metricsOf = (points: readonly MetricPoint[]) => aggregateMetrics(points, GRID, new WorkPace())

function halves<T extends { readonly traceId: string }>(all: readonly T[]): [T[], T[]] {
  const isOdd = (record: T): boolean => Number.parseInt(record.traceId.slice(-1), 16) % 2 === 1
  return [all.filter(isOdd), all.filter((record) => !isOdd(record))]
}

/** The order of an aggregate's entries has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isSeries(inner) ? inner : sorted(inner)]))
}
function isSeries(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number')
}

describe('partial aggregates', () => {
  it('partial trace aggregates merge to the aggregate of the whole', async () => {
    const [a, b] = halves(records.spans)
    const merged = mergeTraces(await tracesOf(a), await tracesOf(b))
    const rounded = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, inner) => (key === 'durationMs' ? [] : inner)))
    expect(sorted(rounded(merged))).toEqual(sorted(rounded(await tracesOf(records.spans))))
  })

  it('partial log aggregates merge to the aggregate of the whole', async () => {
    const [a, b] = halves(records.logs)
    const merged = mergeLogs(await logsOf(a), await logsOf(b))
    expect(sorted(merged)).toEqual(sorted(await logsOf(records.logs)))
  })

  it('partial aggregates of metrics and coverage merge to the aggregate of the whole', async () => {
    const a = records.metrics.filter((_, i) => i % 2 === 0)
    const b = records.metrics.filter((_, i) => i % 2 === 1)
    const merged = mergeMetrics(await metricsOf(a), await metricsOf(b))
    expect(sorted(merged)).toEqual(sorted(await metricsOf(records.metrics)))
    const window = { fromMs: BEGIN_MS, toMs: BEGIN_MS + 300_000 }
    const coverage = mergeCoverage(aggregateCoverage('metrics', a, window), aggregateCoverage('metrics', b, window))
    expect(sorted(coverage)).toEqual(sorted(aggregateCoverage('metrics', records.metrics, window)))
  })

  it('partial cohorts add up', async () => {
    const record = { isSelected: true, attributes: { region: 'north' }, resource: resourceOf('web') }
    const merged = mergeCohorts(
      await countCohorts([record], new WorkPace()),
      await countCohorts([record, { ...record, isSelected: false }], new WorkPace()),
    )
    expect(merged.selected).toBe(2)
    expect(merged.values).toContainEqual({ key: 'region', value: 'north', selected: 2, rest: 1 })
  })

  it('aggregates of different grids refuse to merge', async () => {
    const other = { ...GRID, intervalMs: 5_000 }
    const [a, b] = [await tracesOf([]), await tracesOf([], other)]
    expect(() => mergeTraces(a, b)).toThrow(RangeError)
  })
})

describe('repeated deliveries', () => {
  it('a span that was delivered twice counts once and keeps its children', async () => {
    const once = await tracesOf(records.spans)
    expect(sorted(await tracesOf([...records.spans, ...records.spans]))).toEqual(sorted(once))
  })

  it('a line that was delivered twice counts once', async () => {
    const once = await logsOf(records.logs)
    expect(sorted(await logsOf([...records.logs, ...records.logs]))).toEqual(sorted(once))
  })

  it.each(['', '0af7651916cd43dd8448eb211c80319c'])(
    'counts once in ten thousand lines of one context: "%s"',
    async (traceId) => {
      const { day = 0, nanos = 0 } = records.logs[0]?.time ?? {}
      // Two lines of one text each millisecond, and each in another place of the pieces that are read at once.
      const lines = Array.from({ length: 10_000 }, (_, n) =>
        logRecord({
          time: { day, nanos: nanos + Math.floor(n / 2) * 1e6 },
          body: n % 2 === 0 ? 'took a job' : 'ended a job',
          traceId,
        }),
      )
      const once = await logsOf(lines)
      const again = lines.filter((_, n) => n % 4_095 < 3)
      expect(sorted(await logsOf([...lines, ...again]))).toEqual(sorted(once))
      const pairs = new Map(
        once.pairs.map(({ prev, next, counts }) => [`${prev} ${next}`, counts.reduce((a, b) => a + b, 0)]),
      )
      expect(Math.max(...pairs.values())).toBe(5_000)
      if (traceId !== '')
        expect(once.paces.flatMap(({ gap }) => gap.filter((_, i) => i % 2 === 1)).reduce((a, b) => a + b, 0)).toBe(
          9_999,
        )
    },
  )
})

describe('the time of calls in a trace', () => {
  const span = (service: string, startMs: number, durationMs: number) => ({ service, startMs, durationMs })

  it('the time of a span that only wraps a remote one counts as edge time, whatever the clocks say', () => {
    expect(timingOf(span('a', 0, 100), [span('b', 2_000, 60)])).toEqual({ selfMs: null, edgesMs: [40] })
  })

  it('self time is the span without its local children, and overlaps count once', () => {
    expect(timingOf(span('a', 0, 100), [span('a', 10, 30), span('a', 20, 40)]).selfMs).toBe(50)
  })

  it('a message handled later elsewhere takes no time from its sender', () => {
    const handled = { ...span('b', 2, 500), isMessage: true }
    expect(timingOf(span('a', 0, 5), [handled])).toEqual({ selfMs: 5, edgesMs: [null] })
    expect(timingOf(span('a', 0, 5), [span('b', 6, 500)])).toEqual({ selfMs: 5, edgesMs: [null] })
    expect(timingOf(span('a', 0, 50), [span('a', 0, 10), { ...span('b', 10, 500), isMessage: true }]).selfMs).toBe(40)
  })

  it('a caller that gave up on a call was waiting for it from its beginning on', () => {
    expect(timingOf(span('a', 0, 1_000), [span('b', 3, 5_000)])).toEqual({ selfMs: 3, edgesMs: [null] })
    expect(timingOf(span('a', 0, 1_050), [span('a', 0, 40), span('b', 50, 5_000)]).selfMs).toBe(10)
  })

  it('whose time it was is left open where a call given up on seems to begin before its caller', () => {
    expect(timingOf(span('a', 100, 1_000), [span('b', 40, 5_000)])).toEqual({ selfMs: null, edgesMs: [null] })
  })
})

describe('small readings', () => {
  it.each([
    ['I1122 15:04:05.678901       1 controller.go:116] synced', 9],
    ['E1122 15:04:05.678901       1 reflector.go:138] failed to list', 17],
    ['[2026-01-01T10:00:00Z] [warn] slow query', 13],
    ['01-02 10:00:00.123  1234  1240 E Player: cannot decode', 17],
    ['<131>1 2026-01-01T10:00:00Z host app 881 - - lock wait timeout', 17],
    ['2026-01-01 10:00:00 ERROR x.y - no INFO here', 17],
    ['nothing stated', 0],
  ])(
    'a shape of lines without a severity has the one that its line states, as the intake reads it: %j',
    async (body, expected) => {
      const [line] = records.logs
      if (line === undefined) throw new Error('the shop has no line')
      const { shapes } = await logsOf([{ ...line, severityNumber: 0, severityText: '', body }])
      expect(shapes.map(({ severity }) => severity)).toEqual([expected])
    },
  )

  it('identifiers in operation names are masked and routes are kept', () => {
    expect(operationOf('GET /users/42/orders')).toBe('GET /users/{id}/orders')
    expect(operationOf('/api/v1/users/{id}')).toBe('/api/v1/users/{id}')
  })

  it('durations fall into buckets that grow by a factor of about 1.4', () => {
    expect(bucketOf(2_000) - bucketOf(1_000)).toBe(2)
    expect(bucketOf(0)).toBe(0)
    expect(bucketOf(1e12)).toBe(63)
  })
})

describe('the size of an aggregate', () => {
  it('an aggregate stays under 1 MB for a project of 50 services', async () => {
    const spans = Array.from({ length: 12 }, (_, copy) =>
      shop({ perSecond: 2 }).spans.map((span) => ({
        ...span,
        traceId: `${copy}${span.traceId.slice(1)}`,
        name: `${span.name} ${'abcdefgh'.charAt(Number.parseInt(span.traceId.slice(-1), 16) % 8)}`,
        resource: resourceOf(`${span.resource.service}-${copy}`),
      })),
    ).flat()
    expect(JSON.stringify(await tracesOf(spans, { ...GRID, intervalMs: 3_500, count: 90 })).length).toBeLessThan(
      1_000_000,
    )
  })
})
