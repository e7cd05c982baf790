import { describe, expect, it } from 'vitest'
import { CLOUD_FAULTS, CLOUD_QUIET } from '../../../scripts/eval/clouds/faults.ts'
import { makeCloudIncident } from '../../../scripts/eval/clouds/incident.ts'

/** Seeds of their own: no set of the protocol reaches them. The first kinds come with both. */
const FAULTY = 2 * CLOUD_FAULTS.length * 150_000
const QUIET = 2 * CLOUD_QUIET.length * 250_000
const POINTS_MAX = 12_000
/** One of each way a fault works, and each kind of quiet window: with how many rounds of kinds lie before a quick seed. */
const FAULTS = [
  ['failing_share', 2],
  ['poison_message', 4],
  ['outside_slow', 0],
  ['emptied_cache', 2],
] as const
const QUIET_ROUNDS = [2, 4, 4, 2, 1, 1, 0, 4] as const
const faultySeed = (kind: (typeof CLOUD_FAULTS)[number], rounds: number): number =>
  FAULTY + 2 * (rounds * CLOUD_FAULTS.length + CLOUD_FAULTS.indexOf(kind))

describe('generated systems of managed clouds', () => {
  it('makes the same case of the same seed', () => {
    const seed = faultySeed('poison_message', 4)
    const [one, other] = [makeCloudIncident(seed, true), makeCloudIncident(seed, true)]
    expect(other.service).toBe(one.service)
    expect(other.records.metrics).toEqual(one.records.metrics)
  })

  it.each(FAULTS)('makes %s felt, of a component that somebody sees, and of a bearable size', (kind, rounds) => {
    const made = makeCloudIncident(faultySeed(kind, rounds), true)
    const senders = new Set(made.records.metrics.map(({ resource }) => resource.service))
    expect(made).toMatchObject({ kind, isFelt: true })
    expect([made.service, ...made.alsoRight].some((service) => service !== null && senders.has(service))).toBe(true)
    expect(made.records.metrics.length).toBeLessThanOrEqual(POINTS_MAX)
    expect(made.records.metrics.length).toBeGreaterThan(500)
  })

  it('makes quiet windows that nobody feels', () => {
    CLOUD_QUIET.forEach((kind, i) => {
      const made = makeCloudIncident(QUIET + 2 * ((QUIET_ROUNDS[i] ?? 0) * CLOUD_QUIET.length + i), false)
      expect(made).toMatchObject({ kind, service: null, isFelt: false })
      expect(made.records.metrics.length).toBeLessThanOrEqual(POINTS_MAX)
    })
  })
})
