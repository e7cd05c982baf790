/** Three errors of one service in the last minutes: enough for tests of the loop. */
import { fromMillis } from '../../src/telemetry/time.ts'
import { logRecord } from '../support/log-record.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'

export const NOW_MS = Date.parse('2026-11-20T15:00:00Z')

export interface SmallLog {
  readonly body: string
  readonly service?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly severityNumber?: number
  readonly minutesAgo?: number
}

export async function storeWith(lines: readonly SmallLog[]): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const logs = lines.map(({ body, service = 'checkout', attributes = {}, severityNumber = 17, minutesAgo = 1 }) =>
    logRecord({
      time: fromMillis(NOW_MS - minutesAgo * 60_000),
      severityNumber,
      severityText: '',
      body,
      resource: { service, environment: '', attributes: {} },
      attributes,
    }),
  )
  await store.append(PROJECT, { logs, source: { keyId: 'k', payloadHash: 'h' }, billedBytes: 1, deduplicate: false })
  return store
}

export async function storeWithErrors(): Promise<MemoryTelemetryStore> {
  return storeWith([1, 2, 3].map((minutesAgo) => ({ body: `payment ${minutesAgo} declined`, minutesAgo })))
}
