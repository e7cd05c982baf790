/** A metric, or the duration of requests, against its own past: what is unusual, since when, how far outside. */
import { beforeAll, describe, expect, it } from 'vitest'
import { departureOf, type Point } from '../../src/agent/questions/execute/departure.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import type { MetricPoint, SpanRecord } from '../../src/telemetry/model.ts'
import type { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { ask } from './ask.ts'
import { metricPoint, Resources, spanRecord, storeWith } from './stored-telemetry.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const MINUTE_MS = 60_000
const MINUTES = 60
const at = (minute: number): number => END_MS - (MINUTES - minute) * MINUTE_MS

/** The same small ups and downs each time. */
const wobble = (minute: number, by: number): number => by * Math.sin(minute * 1.7) * Math.cos(minute * 0.9)
const course = (amount: (minute: number) => number): Point[] =>
  Array.from({ length: MINUTES }, (_, minute) => [at(minute), amount(minute)] as const)

describe('a series against its own past', () => {
  it('is usual while it keeps its range, with that range', () => {
    const found = departureOf(course((minute) => 500 + wobble(minute, 40)))
    expect(found).toMatchObject({ is: 'usual', sinceMs: null, spikesMs: [], distance: 0 })
    expect(found?.low).toBeGreaterThan(455)
    expect(found?.high).toBeLessThan(545)
  })

  it('is outside from the step on at which it changed, for as long as it stays there', () => {
    const found = departureOf(course((minute) => (minute < 35 ? 500 : 900) + wobble(minute, 40)))
    expect(found).toMatchObject({ is: 'above', sinceMs: at(35), untilMs: null })
    expect(found?.now).toBeGreaterThan(850)
  })

  it('was outside for a time that is over', () => {
    const isHigh = (minute: number): boolean => minute >= 20 && minute < 30
    const found = departureOf(course((minute) => (isHigh(minute) ? 900 : 500) + wobble(minute, 40)))
    expect(found).toMatchObject({ is: 'usual', sinceMs: at(20), untilMs: at(30) })
    expect(found?.peak[1]).toBeGreaterThan(850)
  })

  it('has fallen where it lies below', () => {
    const found = departureOf(course((minute) => (minute < 40 ? 12 : 2) + wobble(minute, 1)))
    expect(found).toMatchObject({ is: 'below', sinceMs: at(40) })
  })

  it('tells a single step far outside as a spike, and nothing that lasts', () => {
    const found = departureOf(course((minute) => (minute === 25 ? 5000 : 500) + wobble(minute, 40)))
    expect(found).toMatchObject({ is: 'usual', sinceMs: null, spikesMs: [at(25)] })
  })

  it('climbs where each quarter lies above the one before', () => {
    const found = departureOf(course((minute) => 400 + 8 * minute + wobble(minute, 5)))
    expect(found?.is).toBe('above')
    expect(found?.high).toBeLessThan(540)
  })

  it('finds nothing in whole numbers that change by one', () => {
    const found = departureOf(course((minute) => (minute % 7 === 0 ? 2 : minute % 11 === 0 ? 3 : 1)))
    expect(found).toMatchObject({ is: 'usual', sinceMs: null })
  })

  it('is not judged by fewer than eight points', () => {
    expect(departureOf(course(() => 1).slice(0, 7))).toBeNull()
  })
})

const resources = new Resources('')
const sender = (service: string) => resources.of({ service, instance: `${service}-1` })

function gauge(
  name: string,
  unit: string,
  service: string,
  amount: (minute: number) => number,
  attributes: MetricPoint['attributes'] = {},
): MetricPoint[] {
  return course(amount).map(([timeMs, value]) =>
    metricPoint(
      {
        ...{ timeMs, startMs: timeMs, name, unit, attributes, value },
        ...{ type: 'gauge' as const, temporality: 'unspecified' as const, isMonotonic: false },
      },
      sender(service),
    ),
  )
}

function requests(service: string, msOf: (minute: number) => number): SpanRecord[] {
  return course(msOf).flatMap(([startMs, ms], minute) =>
    [0, 1, 2, 3, 4].map((index) =>
      spanRecord(
        {
          ...{ traceId: `${minute}${index}`.padStart(32, '0'), spanId: `${minute}${index}`.padStart(16, '0') },
          ...{ parentSpanId: '', name: 'GET /things', kind: 'server' as const, attributes: {}, statusMessage: '' },
          ...{ startMs: startMs + index * 1000, endMs: startMs + index * 1000 + ms, isError: false },
        },
        sender(service),
      ),
    ),
  )
}

describe('questions about one metric', () => {
  let store: MemoryTelemetryStore
  beforeAll(async () => {
    store = await storeWith(
      {
        logs: [],
        spans: requests('web', (minute) => (minute < 40 ? 100 : 2000) + wobble(minute, 10)),
        metrics: [
          ...gauge('jvm.memory.used', 'By', 'web', (minute) => (minute < 35 ? 5e8 : 9e8) + wobble(minute, 4e7)),
          ...gauge('jvm.memory.used', 'By', 'billing', (minute) => 5e8 + wobble(minute, 4e7)),
          ...gauge('queue.depth', '{message}', 'billing', (minute) => (minute < 50 ? 20 : 400) + wobble(minute, 3)),
          ...gauge('shelf.used', '%', 'billing', (minute) => Math.min(100, 60 + minute), { shelf: 'top' }),
          ...gauge('shelf.used', '%', 'billing', (minute) => 30 + wobble(minute, 1), { shelf: 'low' }),
          ...gauge('process.cpu.utilization', '1', 'web', (minute) => 0.3 + wobble(minute, 0.02)),
        ],
      },
      'anomalies',
    )
  })
  const answer = async (question: string) => (await ask(store, question, END_MS)).text

  it('say yes, since when, how much now, and the everyday range', async () => {
    const text = await answer('anything odd in jvm memory?')
    expect(text).toMatch(/^\*\*Yes\*\*: `jvm\.memory\.used` of `web` has been above its everyday range/)
    expect(text).toMatch(/range of 4\d\d(?:\.\d)? to 5\d\d(?:\.\d)? MB since \*\*14:35:00 UTC\*\*/)
    expect(text).toContain('One other series is as usual.')
  })

  it('tell of the one that runs full, and not of the mean with others', async () => {
    expect(await answer('is shelf.used unusual?')).toMatch(
      /^\*\*Yes\*\*: `shelf\.used` of `billing`, the highest of several series, .*: 100 % now/,
    )
  })

  it('say no with the range where nothing is unusual', async () => {
    expect(await answer('is cpu of web unusual?')).toMatch(
      /^\*\*No\*\*: nothing unusual in `process\.cpu\.utilization` of `web`: 0\.\d+ now, everyday 0\.2\d+ to 0\.3\d+/,
    )
    expect(await answer('is the memory of billing normal?')).toMatch(/^\*\*Yes\*\*: nothing unusual/)
  })

  it('say the moment first where "when" was asked', async () => {
    expect(await answer('when did queue depth start to rise?')).toMatch(
      /^`queue\.depth` of `billing` has been above .* since \*\*14:50:00 UTC\*\*/,
    )
  })

  it('tell durations of requests by their 95th percentile', async () => {
    expect(await answer('spikes in latency of web?')).toMatch(
      /^\*\*Yes\*\*: the 95th percentile duration of requests of `web` has been above .* since \*\*14:40:00 UTC\*\*/,
    )
  })

  it('say that no metric tells of what nothing measures', async () => {
    const text = await answer('is disk usage of web unusual?')
    expect(text).toContain('No metric of this project tells of "disk"')
    expect(text).not.toContain('**')
  })

  it('are plans of their own, which a language model can write as well', async () => {
    const { tools } = await ask(store, 'did the memory of web spike?', END_MS)
    const read = tools.find(({ name }) => name === 'read_question')?.result as { readonly plans: readonly Plan[] }
    expect(read.plans[0]).toMatchObject({
      ...{ intent: 'anomaly', subject: { of: 'metric', metric: 'jvm.memory.used' }, direction: 'up' },
      conditions: [{ on: 'service', values: ['web'] }],
    })
  })
})
