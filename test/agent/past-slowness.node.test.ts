/** A service that is said to have been slow in an incident that is over is judged by that incident. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { Conversation } from './ask.ts'
import { BEGIN_MS, ONSET_MS, shop } from './investigator/shop.ts'
import { storeWith } from './stored-telemetry.ts'

const MINUTE_MS = 60_000
const BEFORE_MS = 30 * MINUTE_MS
const OVER_MS = ONSET_MS + 10 * MINUTE_MS
const NOW_MS = OVER_MS + 12 * MINUTE_MS

describe('an incident that is over, in which ledger was slow and failed', () => {
  let store: MemoryTelemetryStore
  beforeAll(async () => {
    const { logs, spans } = shop({
      beginMs: BEGIN_MS - BEFORE_MS,
      endMs: NOW_MS,
      recoveredMs: OVER_MS,
      tweak: { selfMs: (service) => (service === 'ledger' ? 900 : 0), isError: () => true },
    })
    store = await storeWith({ logs: [...logs], spans: [...spans], metrics: [] }, 'past')
  }, 120_000)

  it('its caller was slow then: the answer does not deny it and names the cause first', async () => {
    const { text } = await new Conversation(store).ask('why was orders so slow during the incident?', NOW_MS)
    expect(text).toMatch(/^\*\*[^\n]*`ledger`/)
    expect(text).toContain('`orders` was slow then, and is not any more')
    expect(text).not.toContain('is not slow')
  }, 120_000)
})
