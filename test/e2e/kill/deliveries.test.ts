import { expect, it } from 'vitest'
import { deliveryChaos } from '../../../scripts/chaos/deliveries.ts'

it('investigates every alert once and tells all of it when the whole process group is killed three times between', {
  timeout: 600_000,
}, async () => {
  const report = await deliveryChaos({ kills: 3, seed: 13, log: () => {} })
  expect(report.findings).toEqual([])
  expect(report.alertsAcknowledged).toBeGreaterThan(0)
  expect(report.events).toBeGreaterThanOrEqual(report.incidents * 2)
})
