/** The demo shop as a world: the one system that the reader's author has seen. */
import { simulate } from '../../../demo/simulate.ts'
import type { LogRow, Severity, World } from '../records.ts'

const LENGTH_MINUTES = 54
/** The demo's first seed: a slow store. */
const SEED = 1
const LEVEL_IN_TEXT = /\b(DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b|\[(debug|info|warn|error|crit)\]/

/** Lines without a severity state it in their text or are access lines. */
function severityOf(body: string): Severity {
  const word = (LEVEL_IN_TEXT.exec(body)?.[0] ?? 'INFO').replace(/[[\]]/g, '').toUpperCase()
  if (word === 'WARNING') return 'WARN'
  return word === 'CRIT' ? 'FATAL' : (word as Severity) // one of the words of the expression above
}

export function shop(endMs: number): World {
  return shopOf(SEED, endMs)
}

/** The demo with another seed fails in another way. */
export function shopOf(seed: number, endMs: number, lengthMinutes = LENGTH_MINUTES): World {
  const { truth, services, logs, spans, metrics } = simulate({ seed, endMs, durationMinutes: lengthMinutes })
  if (truth === null) throw new Error('the demo of this seed has no fault')
  const versions = new Map(services.map(({ name, version }) => [name, version]))
  const versionOf = (service: string) => versions.get(service) ?? ''
  const logRows = logs.map(
    (log): LogRow => ({
      ...{ timeMs: log.timeMs, service: log.service, severity: log.severity ?? severityOf(log.body) },
      ...{ isSeveritySent: log.severity !== null, message: log.body, body: log.body, attributes: log.attributes },
      ...{ traceId: log.traceId, spanId: log.spanId, version: versionOf(log.service), instance: log.instance },
    }),
  )
  const failedOrder = logRows.findLast((log) => /Order SO-\d+ failed/.test(log.body))
  return {
    ...{ name: 'shop', startMs: endMs - lengthMinutes * 60_000, endMs, services: services.map(({ name }) => name) },
    logs: logRows,
    spans: spans.map((span) => ({
      ...span,
      version: versionOf(span.service),
      isEntry: span.kind === 'server' || span.kind === 'consumer',
      isFailed: span.isError,
    })),
    points: metrics.map((point) => ({
      ...{ timeMs: point.timeMs, startMs: point.startMs, service: point.service, name: point.name, unit: point.unit },
      type: point.type === 'histogram' ? 'histogram' : point.type === 'counter' ? 'delta' : 'gauge',
      value: typeof point.value === 'number' ? point.value : point.value.sum,
      buckets: typeof point.value === 'number' ? null : { bounds: point.value.bounds, counts: point.value.counts },
      ...{ attributes: point.attributes, version: versionOf(point.service), instance: point.instance },
    })),
    marks: { onset: Date.parse(truth.startedAt) },
    names: {
      faulty: truth.faultyService,
      failedOrder: /SO-\d+/.exec(failedOrder?.body ?? '')?.[0] ?? 'SO-000000',
    },
  }
}
