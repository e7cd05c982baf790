import { env } from 'cloudflare:workers'
import { createEmbeddedTelemetryStore } from '../../src/durable/telemetry/embedded-store.ts'
import { MemoryTelemetryStore } from './memory-store.ts'
import { telemetryStoreSuite } from './store-suite.ts'

telemetryStoreSuite('memory', () => ({ store: new MemoryTelemetryStore() }), { batchSizes: [50], logs: 400, runs: 5 })
telemetryStoreSuite('embedded', () => ({ store: createEmbeddedTelemetryStore({ namespaces: env }) }), {
  batchSizes: [50, 7, 200],
  logs: 1_500,
  runs: 30,
})
