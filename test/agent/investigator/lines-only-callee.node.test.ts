/** Some services of a system send spans, others only lines. */
import { describe, expect, it } from 'vitest'
import { photoprint } from '../../../scripts/eval/questions/systems/photoprint.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { storeSource } from '../../../src/agent/investigator/store-source.ts'
import { PROJECT } from '../ask.ts'
import { storeWithWorld } from '../world-store.ts'

describe('a function that writes lines and sends no spans', () => {
  it('is the cause when its caller’s spans fail, and the caller is drawn in by the call', async () => {
    const world = photoprint(Date.parse('2026-11-22T22:00:00Z'))
    const { verdict } = await investigate({
      source: storeSource(await storeWithWorld(world), PROJECT),
      window: { fromMs: world.endMs - 80 * 60_000, toMs: world.endMs },
      incidentStartHint: null,
      now: world.endMs,
    })
    expect(verdict.candidates[0]?.service).toBe('render-fn')
    expect(verdict.mechanism?.kind).toBe('memory')
    expect(verdict.chain.map(({ from, to }) => `${from} → ${to}`)).toContain('render-fn → order-api')
  }, 60_000)
})
