/**
 * An InvestigationSource over arrays of records, for tests, research and the offline evaluation. It uses the same
 * aggregate functions and the same boundaries as the store.
 */

import {
  aggregateCoverage,
  aggregateLogs,
  aggregateMetrics,
  aggregateTraces,
  type CohortSelector,
  countCohorts,
  type ExampleRecord,
  exampleOfLog,
  exampleOfSpan,
  type Grid,
  gridEndMs,
  type LogRecord,
  type MetricPoint,
  type ShapeOf,
  type SpanRecord,
  selectLog,
  selectSpan,
  toMillis,
} from '../../telemetry/index.ts'
import { WorkPace } from '../../work-pace.ts'
import { changeEventOf } from './change-events.ts'
import type { InvestigationSource, SourceAnswer, WindowMs } from './source.ts'

export interface RecordArrays {
  readonly logs: readonly LogRecord[]
  readonly spans: readonly SpanRecord[]
  readonly metrics: readonly MetricPoint[]
}

/** Returns a source over records in memory, for tests and evaluations. It asks for the shape of each record once. */
export function memorySource(records: RecordArrays, shapeOfRecord: ShapeOf): InvestigationSource {
  const { logs, spans, metrics } = records
  const shapes = new Map<LogRecord, ReturnType<ShapeOf>>()
  const shapeOf: ShapeOf = (record) => {
    const known = shapes.get(record) ?? shapeOfRecord(record)
    shapes.set(record, known)
    return known
  }
  // Nothing else waits for a source in memory.
  const pace = new WorkPace(async () => {})
  const whole = <T>(value: T, recordsScanned: number): SourceAnswer<T> => ({ value, recordsScanned, partial: [] })
  const inside = <T extends LogRecord | SpanRecord>(all: readonly T[], window: WindowMs): T[] =>
    all.filter((record) => {
      const timeMs = toMillis(record.time)
      return timeMs >= window.fromMs && timeMs < window.toMs
    })
  const ofGrid = (grid: Grid): WindowMs => ({ fromMs: grid.startMs, toMs: gridEndMs(grid) })

  return {
    async coverage(window) {
      let lastRecordMs: number | null = null
      for (const all of [logs, spans, metrics]) {
        for (const { time } of all) {
          const timeMs = toMillis(time)
          if (timeMs < window.toMs && timeMs > (lastRecordMs ?? Number.NEGATIVE_INFINITY)) lastRecordMs = timeMs
        }
      }
      const services = [
        ...aggregateCoverage('logs', logs, window),
        ...aggregateCoverage('spans', spans, window),
        ...aggregateCoverage('metrics', metrics, window),
      ]
      return whole({ services, lastRecordMs }, logs.length + spans.length + metrics.length)
    },
    async logActivity(grid) {
      return whole(await aggregateLogs(logs, grid, shapeOf, pace), logs.length)
    },
    async traceActivity(grid) {
      return whole(await aggregateTraces(inside(spans, ofGrid(grid)), grid, pace), spans.length)
    },
    async metricActivity(grid) {
      return whole(await aggregateMetrics(metrics, grid, pace), metrics.length)
    },
    async changeEvents(window, limit) {
      const events = inside(logs, window).flatMap((record) => changeEventOf(record) ?? [])
      return whole(events.slice(-limit), logs.length)
    },
    async cohorts(window, selector) {
      if (selector.kind === 'log_shapes') {
        const chosen = inside(logs, window).flatMap((record) => {
          const isSelected = selectLog(selector, record, shapeOf)
          return isSelected === null ? [] : [{ isSelected, attributes: record.attributes, resource: record.resource }]
        })
        return whole(await countCohorts(chosen, pace), logs.length)
      }
      const chosen = inside(spans, window).flatMap((span) => {
        const isSelected = selectSpan(selector, span)
        return isSelected === null ? [] : [{ isSelected, attributes: span.attributes, resource: span.resource }]
      })
      return whole(await countCohorts(chosen, pace), spans.length)
    },
    async examples(window, selector, limit) {
      return whole(examplesOf(selector, limit, inside(logs, window), inside(spans, window), shapeOf), logs.length)
    },
  }
}

/** The id under which a record is stored; empty for one that is not. */
const idOf = (record: LogRecord | SpanRecord): string =>
  'id' in record && typeof record.id === 'string' ? record.id : ''

function examplesOf(
  selector: CohortSelector,
  limit: number,
  logs: readonly LogRecord[],
  spans: readonly SpanRecord[],
  shapeOf: ShapeOf,
): ExampleRecord[] {
  const found =
    selector.kind === 'log_shapes'
      ? logs
          .filter((record) => selectLog(selector, record, shapeOf) === true)
          .map((record) => exampleOfLog(record, idOf(record)))
      : spans.filter((span) => selectSpan(selector, span) === true).map((span) => exampleOfSpan(span, idOf(span)))
  return found.toSorted((a, b) => a.timeMs - b.timeMs).slice(0, limit)
}
