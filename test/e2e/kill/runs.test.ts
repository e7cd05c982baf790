import { expect, it } from 'vitest'
import { runChaos } from '../../../scripts/chaos/runs.ts'

it('loses and doubles nothing when the whole process group is killed eight times during runs', {
  timeout: 600_000,
}, async () => {
  const report = await runChaos({ kills: 8, seed: 11, log: () => {} })
  expect(report.findings).toEqual([])
  expect(report.messagesAcknowledged).toBeGreaterThan(0)
  expect(report.killsDuringRuns).toBeGreaterThanOrEqual(4)
})
