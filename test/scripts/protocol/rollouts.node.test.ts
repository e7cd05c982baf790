import { describe, expect, it } from 'vitest'
import { generatedEpisode } from '../../../scripts/eval/protocol/generated-episode.ts'
import { ROLLOUT_FAULTS, ROLLOUT_QUIET } from '../../../scripts/eval/rollouts/faults.ts'
import { makeRolloutIncident } from '../../../scripts/eval/rollouts/incident.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { toMillis } from '../../../src/telemetry/time.ts'

/** Seeds of their own that begin with the first kind: no set of the protocol reaches them. */
const FAULTY = 2 * ROLLOUT_FAULTS.length * 100_002
const QUIET = 2 * ROLLOUT_QUIET.length * 200_002
const POINTS_MAX = 12_000

describe('generated clusters with releases', () => {
  it('makes the same case of the same seed', () => {
    const [one, other] = [makeRolloutIncident(FAULTY, true), makeRolloutIncident(FAULTY, true)]
    expect(other.service).toBe(one.service)
    expect(other.changes).toEqual(one.changes)
    expect(other.records.metrics.slice(-200)).toEqual(one.records.metrics.slice(-200))
  })

  it('makes every fault, of a service that sends readings, in time and of bearable size', () => {
    ROLLOUT_FAULTS.forEach((kind, i) => {
      const { records, ...made } = makeRolloutIncident(FAULTY + 2 * i, true)
      const times = records.metrics.map(({ time }) => toMillis(time))
      expect(made.kind).toBe(kind)
      expect(records.metrics.some(({ resource }) => resource.service === made.service)).toBe(true)
      expect(records.metrics.length).toBeLessThanOrEqual(POINTS_MAX)
      expect(made.startMs - Math.min(...times)).toBeGreaterThan(15 * 60_000)
      expect(made.endMs - made.startMs).toBeGreaterThan(5 * 60_000)
    })
  })

  it('makes a quiet window of every kind', () => {
    ROLLOUT_QUIET.forEach((kind, i) => {
      const made = makeRolloutIncident(QUIET + 2 * i, false)
      expect(made.kind).toBe(kind)
      expect(made.service).toBeNull()
      expect(made.records.metrics.length).toBeLessThanOrEqual(POINTS_MAX)
    })
  })

  it('hands what is told to the questions that show it', () => {
    const made = { kind: 'slow', service: 'web', startMs: 0, endMs: 1, records: { logs: [], spans: [], metrics: [] } }
    const generator = { name: 'x', idPrefix: 'x', faultPrefix: 'x_', code: '', signals: ['metrics'] as const }
    const episodeOf = (changes: readonly LogRecord[]) =>
      generatedEpisode({ ...generator, make: () => ({ ...made, changes }) }, 0, true, null)
    const { changes } = makeRolloutIncident(FAULTY, true)
    expect(episodeOf([])).toMatchObject({ hasChanges: false, signals: ['metrics'] })
    expect(episodeOf(changes).hasChanges).toBe(true)
    expect(episodeOf(changes).load().changes).toEqual(changes)
  })
})
