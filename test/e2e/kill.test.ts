import { expect, it } from 'vitest'
import { deliveryChaos } from '../../scripts/chaos/deliveries.ts'
import { intakeChaos } from '../../scripts/chaos/intake.ts'
import { runChaos } from '../../scripts/chaos/runs.ts'

it('loses and doubles nothing when the whole process group is killed eight times during runs', {
  timeout: 300_000,
}, async () => {
  const report = await runChaos({ kills: 8, seed: 11, log: () => {} })
  expect(report.findings).toEqual([])
  expect(report.messagesAcknowledged).toBeGreaterThan(0)
  expect(report.killsDuringRuns).toBeGreaterThan(0)
})

it('keeps every acknowledged record once when the whole process group is killed eight times during intake', {
  timeout: 300_000,
}, async () => {
  const report = await intakeChaos({ kills: 8, seed: 12, log: () => {} })
  expect({ lost: report.lost, doubled: report.doubled, unknown: report.unknown }).toEqual({
    lost: 0,
    doubled: 0,
    unknown: 0,
  })
  expect(report.batchesAcknowledged).toBeGreaterThan(50)
})

it('investigates every alert once and tells all of it when the whole process group is killed three times between', {
  timeout: 300_000,
}, async () => {
  const report = await deliveryChaos({ kills: 3, seed: 13, log: () => {} })
  expect(report.findings).toEqual([])
  expect(report.alertsAcknowledged).toBeGreaterThan(0)
  expect(report.events).toBeGreaterThanOrEqual(report.incidents * 2)
})
