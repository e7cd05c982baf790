import { describe, expect, it } from 'vitest'
import { QuietHours } from '../../../src/durable/oncall/quiet-hours.ts'
import { TelemetryLooks } from '../../../src/durable/oncall/telemetry-looks.ts'
import { SpareTime } from '../../../src/durable/telemetry/spare-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OWNER = { organizationId: 'org', projectId: 'project', region: 'us-east-1' }
const PROFILE = { baseMs: 1, upToMs: 2, signals: {} }

/** Keys and values as an object holds them. */
function storage() {
  const values = new Map<string, unknown>()
  const kv = {
    // The class that asks wrote the value.
    get: <T>(key: string) => values.get(key) as T | undefined,
    put: <T>(key: string, value: T) => void values.set(key, structuredClone(value)),
    delete: (key: string) => values.delete(key),
    list: () => values.entries() as Iterable<[string, never]>,
  }
  return { kv, transactionSync: <T>(work: () => T): T => work() }
}

describe('the hours of a project', () => {
  it('are looked at once each, the first an hour after telemetry first came in', () => {
    const hours = new QuietHours(storage())
    expect(hours.dueMs()).toBeNull()
    hours.arrived(OWNER, 0)
    hours.arrived(OWNER, 40 * MINUTE_MS)
    expect(hours.begin(HOUR_MS - 1)).toBeNull()
    expect(hours.begin(HOUR_MS)).toEqual(OWNER)
    hours.learnt(PROFILE, HOUR_MS + 2_000)
    hours.arrived(OWNER, HOUR_MS + MINUTE_MS)
    expect(hours.dueMs()).toBe(2 * HOUR_MS + 2_000)
  })

  it('are not looked at when no telemetry came in since', () => {
    const hours = new QuietHours(storage())
    hours.arrived(OWNER, 0)
    hours.begin(HOUR_MS)
    hours.learnt(null, HOUR_MS)
    expect(hours.dueMs()).toBeNull()
    expect(hours.begin(9 * HOUR_MS)).toBeNull()
  })

  it('are due again ten minutes after a look that never ended, with what was known', () => {
    const kept = storage()
    const hours = new QuietHours(kept)
    hours.arrived(OWNER, 0)
    hours.learnt(PROFILE, 0)
    hours.arrived(OWNER, 1)
    expect(hours.begin(HOUR_MS)).toEqual(OWNER)
    const next = new QuietHours(kept)
    expect(next.begin(HOUR_MS + 9 * MINUTE_MS)).toBeNull()
    expect(next.begin(HOUR_MS + 10 * MINUTE_MS)).toEqual(OWNER)
    expect(next.profile()).toEqual(PROFILE)
  })

  it('keep what was known when a look teaches nothing', () => {
    const hours = new QuietHours(storage())
    hours.arrived(OWNER, 0)
    hours.learnt(PROFILE, HOUR_MS)
    hours.learnt(null, 2 * HOUR_MS)
    expect(hours.profile()).toEqual(PROFILE)
  })

  it('wait for half a minute while somebody waits for the isolate, and nothing is read', async () => {
    const works: Promise<unknown>[] = []
    const state = { storage: storage(), waitUntil: (work: Promise<unknown>) => void works.push(work) }
    const busy = new SpareTime({ now: () => HOUR_MS, lastWorkMs: () => HOUR_MS - 10 })
    const context = () => {
      throw new Error('something was read')
    }
    let settled = 0
    const looks = new TelemetryLooks(state, { isPurged: () => false }, context, () => settled++, busy)
    looks.quiet.arrived(OWNER, 0)
    looks.begin(HOUR_MS)
    expect(works).toHaveLength(1)
    await Promise.all(works)
    expect(settled).toBe(1)
    expect(looks.dueMs()).toBe(HOUR_MS + 30_000)
  })

  it('are looked at in an isolate where somebody always waits, after a minute', async () => {
    const works: Promise<unknown>[] = []
    const state = { storage: storage(), waitUntil: (work: Promise<unknown>) => void works.push(work) }
    let nowMs = HOUR_MS
    const busy = new SpareTime({ now: () => nowMs, lastWorkMs: () => nowMs - 10 })
    const looked: number[] = []
    const context = () => {
      looked.push(nowMs)
      throw new Error('nothing can be read here')
    }
    const looks = new TelemetryLooks(state, { isPurged: () => false }, context, () => {}, busy)
    looks.quiet.arrived(OWNER, 0)
    for (const seconds of [0, 30, 60]) {
      nowMs = HOUR_MS + seconds * 1_000
      looks.begin(nowMs)
      await Promise.allSettled(works)
    }
    expect(looked).toEqual([HOUR_MS + MINUTE_MS])
    looks.quiet.learnt(null, nowMs)
    expect(looks.quiet.begunMs()).toBeNull()
  })
})
