import { expect, it } from 'vitest'
import { intakeChaos } from '../../../scripts/chaos/intake.ts'

it('keeps every acknowledged record once when the whole process group is killed eight times during intake', {
  timeout: 600_000,
}, async () => {
  const report = await intakeChaos({ kills: 8, seed: 12, log: () => {} })
  expect({ lost: report.lost, doubled: report.doubled, unknown: report.unknown }).toEqual({
    lost: 0,
    doubled: 0,
    unknown: 0,
  })
  expect(report.batchesAcknowledged).toBeGreaterThan(50)
})
