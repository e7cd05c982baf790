import { describe, expect, it } from 'vitest'
import { simulate } from '../../scripts/demo/simulate.ts'
import { ask } from './ask.ts'
import { storeWithLogs, storeWithSignals } from './demo-logs.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')

interface CandidateRows {
  readonly id?: string
  readonly rows?: readonly {
    readonly service: string
    readonly firstSeen: string
    readonly evidence: readonly string[]
  }[]
}

/** A few seeds; `npm run eval:demo` asks many, through the real service. */
describe('the embedded model on the demo shop', { timeout: 300_000 }, () => {
  it.each([
    ['logs alone', ['logs'], 6, 5],
    ['logs, spans and metrics', ['logs', 'spans', 'metrics'], 3, 3],
  ] as const)(
    'names the faulty service and when it began for nearly every seed, from %s',
    async (_, signals, seeds, rightMin) => {
      let right = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const simulation = simulate({ seed, endMs: END_MS, durationMinutes: 60 })
        const store = await storeWithSignals(simulation, signals)
        const answer = await ask(store, 'what broke?', END_MS)
        const tables = answer.artifacts.flatMap(({ name, data }) => (name === 'table' ? [data as CandidateRows] : []))
        const first = tables.find(({ id }) => id === 'root_cause_candidates')?.rows?.[0]
        const { faultyService = '', startedAt = '' } = simulation.truth ?? {}
        const offByMs = Math.abs(Date.parse(first?.firstSeen ?? '') - Date.parse(startedAt))
        if (first?.service === faultyService && answer.text.includes(faultyService) && offByMs <= 120_000) right++
        const callIds = answer.tools.map((tool) => tool.toolCallId)
        expect(callIds).toEqual(expect.arrayContaining([...(first?.evidence ?? [])]))
      }
      expect(right).toBeGreaterThanOrEqual(rightMin)
    },
  )

  it('takes the last window that has telemetry when asked a day later, and says so', async () => {
    const simulation = simulate({ seed: 2, endMs: END_MS, durationMinutes: 60 })
    const store = await storeWithLogs(simulation)
    const answer = await ask(store, 'what broke?', END_MS + 86_400_000)
    expect(answer.text).toContain(simulation.truth?.faultyService)
    expect(answer.text).toContain('last window that has telemetry')
  })
})
