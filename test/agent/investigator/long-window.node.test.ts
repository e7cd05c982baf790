import { describe, expect, it } from 'vitest'
import { simulate } from '../../../scripts/demo/simulate.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { storeSource } from '../../../src/agent/investigator/store-source.ts'
import { PROJECT } from '../ask.ts'
import { storeWithSignals } from '../demo-logs.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const HOUR_MS = 3_600_000

describe('a window of an hour with an incident near its end', () => {
  it('is looked at where the incident began, not where any earlier division would do as well', async () => {
    const simulation = simulate({ seed: 1, endMs: END_MS, durationMinutes: 60 })
    const store = await storeWithSignals(simulation, ['spans'])
    const window = { fromMs: END_MS - HOUR_MS, toMs: END_MS }
    const source = storeSource(store, PROJECT)
    const { verdict } = await investigate({ source, window, incidentStartHint: null, now: END_MS })
    expect(verdict.candidates[0]?.service).toBe(simulation.truth?.faultyService)
    expect(['identified', 'probable']).toContain(verdict.outcome)
    const offMs = (verdict.onset?.atMs ?? 0) - Date.parse(simulation.truth?.startedAt ?? '')
    expect(Math.abs(offMs)).toBeLessThanOrEqual(60_000)
  }, 60_000)
})
