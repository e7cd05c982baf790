import { describe, expect, it } from 'vitest'
import { fromMillis } from '../../src/telemetry/time.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { ask, PROJECT } from './ask.ts'

const NOW_MS = Date.parse('2026-11-20T15:00:00Z')

async function storeWithErrors(): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const resource = { service: 'checkout', environment: '', attributes: {} }
  const logs = [1, 2, 3].map((minutes) => ({
    time: fromMillis(NOW_MS - minutes * 60_000),
    observedTime: null,
    severityNumber: 17,
    severityText: 'ERROR',
    body: `payment ${minutes} declined`,
    eventName: '',
    resource,
    scopeName: '',
    attributes: {},
    traceId: '',
    spanId: '',
  }))
  await store.append(PROJECT, { logs, source: { keyId: 'k', payloadHash: 'h' }, billedBytes: 1, deduplicate: false })
  return store
}

describe('the embedded model in workerd', () => {
  it('counts the errors of the last hour and cites the call that counted them', async () => {
    const answer = await ask(await storeWithErrors(), 'how many errors in the last hour?', NOW_MS)
    const call = answer.tools.find((tool) => tool.name === 'log_volume')
    expect(answer.text).toContain('**3 log records**')
    expect(answer.text).toContain(`[${call?.toolCallId}]`)
    expect(answer.artifacts.map(({ name }) => name)).toEqual(['timeseries'])
  })

  it('shows the records asked for', async () => {
    const answer = await ask(await storeWithErrors(), 'show me errors of checkout', NOW_MS)
    expect(answer.text).toContain('payment 1 declined')
    expect(answer.artifacts.map(({ name }) => name)).toEqual(['table'])
  })

  it('asks for an integration when the project has no telemetry', async () => {
    const answer = await ask(new MemoryTelemetryStore(), 'what broke?', NOW_MS)
    expect(answer.artifacts.map(({ name }) => name)).toEqual(['integration_required'])
    expect(answer.text).toContain('No telemetry')
  })
})
