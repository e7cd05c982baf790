/** Telemetry of the demo's simulator as the intake would store it. */
import type { SimulatedMetric, Simulation } from '../../scripts/demo/model.ts'
import type { MetricPoint, Signal } from '../../src/telemetry/model.ts'
import type { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { logRecord, metricPoint, Resources, SEVERITY_NUMBERS, spanRecord, storeWith } from './stored-telemetry.ts'

export function storeWithLogs(simulation: Simulation): Promise<MemoryTelemetryStore> {
  return storeWithSignals(simulation, ['logs'])
}

/** @param versions the version that each service states; by default none does. */
export function storeWithSignals(
  simulation: Simulation,
  signals: readonly Signal[],
  versions: ReadonlyMap<string, string> = new Map(),
): Promise<MemoryTelemetryStore> {
  const known = new Resources('production')
  const resources: Pick<Resources, 'of'> = {
    of: (row) => {
      const version = versions.get(row.service)
      return known.of(version === undefined ? row : { ...row, version })
    },
  }
  const rowsOf = <Row>(signal: Signal, rows: readonly Row[]) => (signals.includes(signal) ? rows : [])
  return storeWith(
    {
      logs: rowsOf('logs', simulation.logs).map((row) =>
        logRecord(row, resources.of(row), {
          severityNumber: row.severity === null ? 0 : SEVERITY_NUMBERS[row.severity],
          severityText: row.severity ?? '',
        }),
      ),
      spans: rowsOf('spans', simulation.spans).map((row) => spanRecord(row, resources.of(row))),
      metrics: rowsOf('metrics', simulation.metrics).map((row) => pointRecord(row, resources)),
    },
    'demo',
  )
}

function pointRecord(metric: SimulatedMetric, resources: Pick<Resources, 'of'>): MetricPoint {
  const { timeMs, startMs, name, unit, attributes, type, value } = metric
  return metricPoint(
    {
      ...{ timeMs, startMs, name, unit, attributes },
      type: type === 'counter' ? 'sum' : type,
      temporality: type === 'gauge' ? 'unspecified' : typeof value === 'number' ? 'cumulative' : 'delta',
      isMonotonic: type === 'counter',
      value: typeof value === 'number' ? value : { kind: 'explicit', ...value },
    },
    resources.of(metric),
  )
}
