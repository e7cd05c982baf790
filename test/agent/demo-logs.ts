/** Telemetry of the demo's simulator as the intake would store it. */
import type { SimulatedLog, Simulation } from '../../scripts/demo/model.ts'
import type { LogRecord, Resource } from '../../src/telemetry/model.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'

const NUMBERS = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const

export async function storeWithLogs(simulation: Simulation): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const resources = new Map<string, Resource>()
  const logs = simulation.logs.map((log) => toRecord(log, resources))
  const source = { keyId: 'test', payloadHash: 'demo' }
  await store.append(PROJECT, { logs, source, billedBytes: 1, deduplicate: false })
  return store
}

function toRecord(log: SimulatedLog, resources: Map<string, Resource>): LogRecord {
  const resource = resources.get(log.instance) ?? {
    service: log.service,
    environment: 'production',
    attributes: { 'service.name': log.service, 'service.instance.id': log.instance },
  }
  resources.set(log.instance, resource)
  return {
    time: fromMillis(log.timeMs),
    observedTime: null,
    severityNumber: log.severity === null ? 0 : NUMBERS[log.severity],
    severityText: log.severity ?? '',
    body: log.body,
    eventName: '',
    resource,
    scopeName: log.scope,
    attributes: log.attributes,
    traceId: log.traceId,
    spanId: log.spanId,
  }
}
