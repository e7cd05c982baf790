/** Telemetry of a generated system of the question catalogue, in the reference store, as the intake would store it. */
import type { PointRow, World } from '../../scripts/eval/questions/records.ts'
import type { MetricPoint } from '../../src/telemetry/model.ts'
import { severityFromBody } from '../../src/telemetry/read-severity.ts'
import type { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { logRecord, metricPoint, Resources, SEVERITY_NUMBERS, spanRecord, storeWith } from './stored-telemetry.ts'

export function storeWithWorld({ logs, spans, points }: World): Promise<MemoryTelemetryStore> {
  const resources = new Resources('')
  return storeWith(
    {
      logs: logs.map((row) =>
        logRecord(row, resources.of(row), {
          severityNumber: row.isSeveritySent ? SEVERITY_NUMBERS[row.severity] : severityFromBody(row.body),
          severityText: row.isSeveritySent ? row.severity : '',
        }),
      ),
      spans: spans.map((row) => spanRecord(row, resources.of(row))),
      metrics: points.map((row) => pointRecord(row, resources)),
    },
    'world',
  )
}

function pointRecord(row: PointRow, resources: Resources): MetricPoint {
  const { timeMs, startMs, name, unit, attributes, type, buckets } = row
  const count = buckets?.counts.reduce((sum, one) => sum + one, 0) ?? 0
  return metricPoint(
    {
      ...{ timeMs, startMs, name, unit, attributes },
      type: type === 'gauge' || type === 'histogram' ? type : 'sum',
      temporality: type === 'gauge' ? 'unspecified' : type === 'cumulative' ? 'cumulative' : 'delta',
      isMonotonic: type === 'delta' || type === 'cumulative',
      value:
        buckets === null ? row.value : { kind: 'explicit', count, sum: row.value, min: null, max: null, ...buckets },
    },
    resources.of(row),
  )
}
