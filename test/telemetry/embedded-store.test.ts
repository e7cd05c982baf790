import { env } from 'cloudflare:workers'
import type { AppendBatch, TelemetryProject, TelemetryStore } from '../../src/telemetry/port.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { MemoryTelemetryStore } from './memory-store.ts'
import { settlePartitions } from './settle.ts'
import { telemetryStoreSuite } from './store-suite.ts'

const embedded = () => createEmbeddedTelemetryStore({ namespaces: env })

/** Flushes every few appends, so that queries meet many segments, some of them overlapping, and a write buffer. */
function flushingEvery(appends: number): TelemetryStore {
  const store = embedded()
  let count = 0
  const append = async (project: TelemetryProject, batch: AppendBatch) => {
    const result = await store.append(project, batch)
    if (++count % appends === 0) await settlePartitions(project)
    return result
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

telemetryStoreSuite('memory', () => ({ store: new MemoryTelemetryStore() }), { batchSizes: [50], logs: 400, runs: 5 })
telemetryStoreSuite('embedded, all records in the write buffer', () => ({ store: embedded() }), {
  batchSizes: [50, 7, 200],
  logs: 1_000,
  runs: 20,
})
telemetryStoreSuite('embedded, half of the records flushed', () => ({ store: flushingEvery(7) }), {
  batchSizes: [150, 90, 33],
  logs: 2_000,
  runs: 20,
})
telemetryStoreSuite(
  'embedded, segments compacted',
  () => ({ store: flushingEvery(2), settle: (p) => settlePartitions(p, true) }),
  {
    batchSizes: [400, 90],
    logs: 2_000,
    runs: 15,
  },
)
telemetryStoreSuite('embedded, batches stored as segments', () => ({ store: embedded() }), {
  batchSizes: [2_000, 120],
  logs: 5_000,
  runs: 8,
})
telemetryStoreSuite('embedded, all records flushed', () => ({ store: embedded(), settle: settlePartitions }), {
  batchSizes: [500],
  logs: 2_000,
  runs: 20,
})
