import { expect, it } from 'vitest'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { Conversation, PROJECT } from './ask.ts'
import { END_MS, shop } from './investigator/shop.ts'

it('an answer names both services that cannot be told apart, and the question that would tell them apart', async () => {
  const store = new MemoryTelemetryStore()
  const selfMs = (service: string): number => (service === 'orders' || service === 'stock' ? 200 : 0)
  const source = { keyId: 'k', payloadHash: 'h' }
  await store.append(PROJECT, { ...shop({ tweak: { selfMs } }), source, billedBytes: 1, deduplicate: false })
  const { text } = await new Conversation(store).ask('What broke?', END_MS + 60_000)
  const [headline = ''] = text.split('\n\n')
  expect(headline).toMatch(/`(?:orders|stock)` and `(?:orders|stock)` are the first suspects/)
  expect(text).toMatch(/^Next: one trace that is slow or fails: which of (?:orders and stock|stock and orders) /m)
})
