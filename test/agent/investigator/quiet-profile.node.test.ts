import { describe, expect, it } from 'vitest'
import { lineShape } from '../../../scripts/eval/line-shape.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { learnQuiet } from '../../../src/agent/investigator/learn-quiet.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { hoursLearnt, ownExcess, type QuietLook, withQuietLook } from '../../../src/agent/investigator/quiet-profile.ts'
import type { QuietProfile } from '../../../src/contracts/quiet-profile.ts'
import { BEGIN_MS, END_MS, shop, type Tweak } from './shop.ts'

const HOUR_MS = 3_600_000
const MEANING = { everyday: 12, scale: 4 }
const NAMES = Array.from({ length: 20 }, (_, i) => `service-${i}`)

/** A profile of hours in which one service reaches a score in every second look, beside nineteen that show nothing. */
function learntOver(hours: number, score: number, present: readonly string[] = NAMES): QuietProfile {
  let profile: QuietProfile | null = null
  for (let hour = 0; hour < hours; hour++) {
    const scores = new Map(hour % 2 === 0 ? [['service-0', { nats: score, kind: 'work' as const }]] : [])
    const look: QuietLook = { signal: 'spans', present, scores }
    profile = withQuietLook(profile, [look], { nowMs: hour * HOUR_MS, upToMs: hour * HOUR_MS })
  }
  if (profile === null) throw new RangeError('no hour was learnt')
  return profile
}

const excessAfter = (hours: number, score: number, atMs = hours * HOUR_MS) =>
  ownExcess(learntOver(hours, score), 'spans', MEANING, atMs)

describe('what a project shows when nothing happens', () => {
  it('asks more of a service that scores high every other hour, and more with every day of it', () => {
    const [day, week] = [excessAfter(24, 9), excessAfter(168, 9)]
    expect(day?.('service-0', 'work')).toBeGreaterThan(4)
    expect(week?.('service-0', 'work')).toBeGreaterThan(day?.('service-0', 'work') ?? 0)
    expect(week?.('service-0', 'work')).toBeLessThan(4 * Math.log(80))
  })

  it('asks no more of a service that fails every other hour when its time is what stands out', () => {
    const day = excessAfter(24, 9)
    expect(day?.('service-0', 'time')).toBeCloseTo(day?.('service-7', 'time') ?? Number.NaN, 9)
  })

  it('asks hardly less of services that never score, and nothing else of those it has never seen', () => {
    const week = excessAfter(168, 9)
    expect(week?.('service-7', 'work')).toBeLessThan(0)
    expect(week?.('service-7', 'work')).toBeGreaterThan(-9)
    expect(week?.('new-service', 'work')).toBe(0)
  })

  it('does not count scores below half of the everyday score', () => {
    const calm = excessAfter(24, 5)
    expect(calm?.('service-0', 'work')).toBeCloseTo(calm?.('service-7', 'work') ?? Number.NaN, 9)
  })

  it('treats services alike after a single look without any score', () => {
    const look: QuietLook = { signal: 'spans', present: NAMES, scores: new Map() }
    const profile = withQuietLook(null, [look], { nowMs: 0, upToMs: 0 })
    const excess = ownExcess(profile, 'spans', MEANING, 0)
    for (const name of NAMES) expect(Math.abs(excess?.(name, 'work') ?? Number.NaN)).toBeLessThan(0.1)
  })

  it('says nothing of a signal that it has not learnt', () => {
    expect(ownExcess(learntOver(3, 9), 'metrics', MEANING, 0)).toBeNull()
    expect(ownExcess(null, 'spans', MEANING, 0)).toBeNull()
  })

  it('forgets half in a week', () => {
    const profile = learntOver(24, 9)
    const learntMs = 23 * HOUR_MS
    const later = learntMs + 7 * 24 * HOUR_MS
    expect(hoursLearnt(profile, 'spans', learntMs)).toBe(23)
    expect(hoursLearnt(profile, 'spans', later)).toBe(11)
    const [now, then] = [learntMs, later].map((atMs) =>
      ownExcess(profile, 'spans', MEANING, atMs)?.('service-0', 'work'),
    )
    expect(then).toBeLessThan(now ?? 0)
    expect(then).toBeGreaterThan(0)
  })

  it('comes to the same counts after months of hours as their sum', () => {
    const hours = 60 * 24
    const sum = Array.from({ length: hours }, (_, i) => 0.5 ** (i / 168)).reduce((a, b) => a + b)
    const profile = learntOver(hours, 9)
    expect(hoursLearnt(profile, 'spans', (hours - 1) * HOUR_MS)).toBe(Math.round(sum))
  })

  it('keeps the hundred services seen last and stays below 64 kB', () => {
    let profile: QuietProfile | null = null
    for (let hour = 0; hour < 60; hour++) {
      const present = Array.from({ length: 150 }, (_, i) => `${hour < 30 ? 'old' : 'new'}-${'x'.repeat(40)}-${i}`)
      const scores = new Map(
        present.map((name, i) => [name, { nats: ((i * 7 + hour * 11) % 50) / 2, kind: 'work' as const }]),
      )
      const looks = (['lines', 'spans', 'metrics'] as const).map((signal) => ({ signal, present, scores }))
      profile = withQuietLook(profile, looks, { nowMs: hour * HOUR_MS, upToMs: 0 })
    }
    const kept = Object.keys(profile?.signals.spans?.services ?? {})
    expect(kept).toHaveLength(100)
    expect(kept.every((name) => name.startsWith('new'))).toBe(true)
    expect(JSON.stringify(profile).length).toBeLessThan(64_000)
  })
})

const LOOK_MS = END_MS + 60_000
const sourceOf = (tweak: Tweak = {}) => memorySource(shop({ tweak, beginMs: BEGIN_MS }), lineShape)

describe('an hour that is learnt', () => {
  it('teaches how each service scores, and is not learnt twice', async () => {
    const profile = await learnQuiet(sourceOf(), { profile: null, nowMs: LOOK_MS })
    expect(Object.keys(profile?.signals.spans?.services ?? {}).toSorted()).toEqual(['ledger', 'orders', 'stock', 'web'])
    expect(hoursLearnt(profile, 'spans', LOOK_MS)).toBe(1)
    expect(await learnQuiet(sourceOf(), { profile, nowMs: LOOK_MS + HOUR_MS })).toBeNull()
  })

  it('teaches nothing when something broke in it', async () => {
    const slow: Tweak = { selfMs: (service) => (service === 'ledger' ? 900 : 0) }
    expect(await learnQuiet(sourceOf(slow), { profile: null, nowMs: LOOK_MS })).toBeNull()
  })

  it('teaches nothing where there is no telemetry', async () => {
    const source = memorySource({ logs: [], spans: [], metrics: [] }, lineShape)
    expect(await learnQuiet(source, { profile: null, nowMs: LOOK_MS })).toBeNull()
  })
})

describe('an investigation', () => {
  const slow: Tweak = { selfMs: (service) => (service === 'ledger' ? 900 : 0) }
  const asked = (quiet?: QuietProfile | null) =>
    investigate({
      source: sourceOf(slow),
      window: null,
      incidentStartHint: null,
      now: LOOK_MS,
      ...(quiet === undefined ? {} : { quiet }),
    })
  const profileWith = (score: number, hours: number): QuietProfile => {
    let profile: QuietProfile | null = null
    for (let hour = 0; hour < hours; hour++) {
      const at = { nowMs: LOOK_MS - (hours - hour) * HOUR_MS, upToMs: 0 }
      const present = ['web', 'orders', 'stock', 'ledger']
      profile = withQuietLook(
        profile,
        [{ signal: 'spans', present, scores: new Map([['ledger', { nats: score, kind: 'time' as const }]]) }],
        at,
      )
    }
    if (profile === null) throw new RangeError('no hour was learnt')
    return profile
  }

  it('is the same as ever without a profile', async () => {
    const [one, other] = [await asked(), await asked(null)]
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
    expect(one.quietHours).toBe(0)
  })

  it('says how many quiet hours it was judged against, and still names a fault far beyond them', async () => {
    const found = await asked(profileWith(0, 31))
    expect(found.quietHours).toBe(29)
    expect(found.verdict.candidates[0]?.service).toBe('ledger')
    expect(found.outcome).toBe('root_cause_identified')
  })

  it('is less sure of a service that reaches as much every hour', async () => {
    const [usual, restless] = [await asked(), await asked(profileWith(10, 100))]
    expect(restless.verdict.anomalyProbability).toBeLessThan(usual.verdict.anomalyProbability)
  })
})
