import { describe, expect, it } from 'vitest'
import { changesOf, withUntold } from '../../../src/agent/investigator/change-events.ts'
import { replacementsIn, rolloutsIn } from '../../../src/agent/investigator/metric-replacements.ts'
import type { MetricActivity } from '../../../src/telemetry/aggregates/types.ts'

const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-05-05T09:00:00Z')
const COUNT = 30

/** One instance: the minutes in which it reports. */
interface Life {
  readonly service: string
  readonly instance: string
  readonly minutes: readonly number[]
}

function minutes(from: number, to: number, every = 1): number[] {
  return Array.from({ length: Math.ceil((to - from) / every) }, (_, i) => from + i * every)
}

function activityOf(lives: readonly Life[]): MetricActivity {
  const series = lives.map(({ service, instance, minutes: present }) => {
    const counts = Array.from({ length: COUNT }, (_, i) => (present.includes(i) ? 1 : 0))
    const lastAtMs = counts.map((count, i) => (count > 0 ? i * MINUTE_MS : -1))
    const about = { service, instance, metric: 'process.cpu.utilization', attributes: '', unit: '1' }
    return { ...about, kind: 'level' as const, counts, sums: counts, last: counts, lastAtMs }
  })
  const grid = { startMs: START_MS, intervalMs: MINUTE_MS, count: COUNT }
  return { grid, series, points: 0, pointsUnlisted: 0 }
}

const STEADY: readonly Life[] = [
  { service: 'basket', instance: 'basket-a', minutes: minutes(0, COUNT) },
  { service: 'stock', instance: 'stock-a', minutes: minutes(0, COUNT) },
]

describe('instances that were replaced', () => {
  it('tells a release that nobody reported from the instance that ended and the one that began', () => {
    const lives = [
      ...STEADY,
      { service: 'basket', instance: 'basket-b', minutes: minutes(0, 20) },
      { service: 'basket', instance: 'basket-c', minutes: minutes(21, COUNT) },
    ]
    expect(replacementsIn(activityOf(lives))).toMatchObject([
      {
        kind: 'replacement',
        services: ['basket'],
        startedMs: START_MS + 20 * MINUTE_MS,
        title: 'instance basket-b of basket was replaced by basket-c',
      },
    ])
  })

  it('tells a rollout from the first pod of a new replica set, also beside the older ones, and none from another pod of the same', () => {
    const lives = [
      ...STEADY,
      { service: 'cart', instance: 'cart-v1-7d4c9f6b5d-x2k9p', minutes: minutes(0, COUNT) },
      { service: 'cart', instance: 'cart-v1-7d4c9f6b5d-q8w3z', minutes: minutes(9, COUNT) },
      { service: 'cart', instance: 'cart-v2-5b8f7c6d94-h4j7m', minutes: minutes(18, COUNT) },
    ]
    expect(rolloutsIn(activityOf(lives))).toMatchObject([
      { kind: 'rollout', services: ['cart'], startedMs: START_MS + 18 * MINUTE_MS },
    ])
    expect(replacementsIn(activityOf(lives))).toEqual([])
  })

  it('tells an instance that ended without a successor', () => {
    const lives = [...STEADY, { service: 'stock', instance: 'stock-b', minutes: minutes(0, 12) }]
    expect(replacementsIn(activityOf(lives)).map(({ title }) => title)).toEqual([
      'instance stock-b of stock stopped reporting',
    ])
  })

  it('tells instances of a service that end together as one change', () => {
    const ended = ['b', 'c'].map((name) => ({
      service: 'stock',
      instance: `stock-${name}`,
      minutes: minutes(0, name === 'b' ? 12 : 13),
    }))
    expect(replacementsIn(activityOf([...STEADY, ...ended]))).toHaveLength(1)
  })

  it('takes a service all of whose instances end for a symptom and no change', () => {
    const lives = [...STEADY, { service: 'orders', instance: 'orders-a', minutes: minutes(0, 15) }]
    expect(replacementsIn(activityOf(lives))).toEqual([])
  })

  it('takes an instance that is read now and then, and a last reading that is late, for no change', () => {
    const lives = [
      ...STEADY,
      { service: 'basket', instance: 'basket-b', minutes: minutes(0, 20, 3) },
      { service: 'stock', instance: 'stock-b', minutes: minutes(0, COUNT - 1) },
    ]
    expect(replacementsIn(activityOf(lives))).toEqual([])
  })

  it('leaves out what a deployment told already', () => {
    const event = {
      kind: 'deployment',
      key: 'x',
      service: 'basket',
      version: null,
      environment: null,
      title: 'deployment of basket',
      atMs: START_MS + 19 * MINUTE_MS,
      isEnd: false,
    }
    const lives = [
      ...STEADY,
      { service: 'basket', instance: 'basket-b', minutes: minutes(0, 20) },
      { service: 'stock', instance: 'stock-b', minutes: minutes(0, 20) },
    ]
    const told = changesOf([event])
    const all = withUntold(told, replacementsIn(activityOf(lives)))
    expect(all.map(({ kind, services }) => [kind, ...services])).toEqual([
      ['deployment', 'basket'],
      ['replacement', 'stock'],
    ])
  })
})
