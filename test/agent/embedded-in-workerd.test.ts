import { describe, expect, it } from 'vitest'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { ask } from './ask.ts'
import { NOW_MS, storeWithErrors } from './small-store.ts'

describe('the embedded model in workerd', () => {
  it('counts the errors of the last hour and cites the call that counted them', async () => {
    const answer = await ask(await storeWithErrors(), 'how many errors in the last hour?', NOW_MS)
    const call = answer.tools.find((tool) => tool.name === 'query_telemetry')
    expect(answer.text).toContain('**3** errors')
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
