import { describe, expect, it } from 'vitest'
import type { EpisodeSet } from '../../../scripts/eval/protocol/episode.ts'
import { thinnedSets } from '../../../scripts/eval/thinned/sets.ts'
import { type Plan, planOf, type Thinning, thin } from '../../../scripts/eval/thinned/thin.ts'
import type { LogRecord, MetricPoint, Resource, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'

const START_MS = Date.UTC(2026, 2, 3)
const SECONDS = Array.from({ length: 360 }, (_, second) => START_MS + (second - 240) * 1000)

const resources = new Map(['web', 'cart'].map((service) => [service, { service, environment: '', attributes: {} }]))
const resourceOf = (service: string): Resource => resources.get(service) ?? { service, environment: '', attributes: {} }

function span(service: string, traceId: string, timeMs: number): SpanRecord {
  return {
    time: fromMillis(timeMs),
    durationNanos: 1_000_000,
    traceId,
    spanId: `${service} ${traceId}`,
    parentSpanId: service === 'web' ? '' : `web ${traceId}`,
    name: 'work',
    kind: 'unspecified',
    status: 'unset',
    statusMessage: '',
    resource: resourceOf(service),
    scopeName: '',
    attributes: {},
    events: [],
    links: [],
  }
}

function line(traceId: string, timeMs: number): LogRecord {
  return {
    time: fromMillis(timeMs),
    observedTime: null,
    severityNumber: 9,
    severityText: '',
    body: 'done',
    eventName: '',
    resource: resourceOf('cart'),
    scopeName: '',
    attributes: {},
    traceId,
    spanId: '',
  }
}

function reading(service: string, name: string, timeMs: number): MetricPoint {
  return {
    time: fromMillis(timeMs),
    startTime: null,
    name,
    unit: '',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value: 1,
    resource: resourceOf(service),
    scopeName: '',
    attributes: {},
  }
}

/** A request of two spans and two lines each second, of which the second span and line come 600 ms later. */
const RECORDS = {
  spans: SECONDS.flatMap((timeMs) => [span('web', `t${timeMs}`, timeMs), span('cart', `t${timeMs}`, timeMs + 600)]),
  logs: SECONDS.flatMap((timeMs) => [
    line(`t${timeMs}`, timeMs + 10),
    line('', timeMs),
    line(`t${timeMs}`, timeMs + 650),
  ]),
  metrics: ['web', 'cart'].flatMap((service) =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((name) => SECONDS.map((timeMs) => reading(service, name, timeMs))),
  ),
}
const WHOLE = { records: RECORDS, startMs: START_MS, endMs: START_MS + 120_000 }

const planFor = (...thinnings: Thinning[]): Plan => ({ ...planOf('case', ['logs', 'spans', 'metrics'], 1), thinnings })
const perTrace = (records: readonly { readonly traceId: string }[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { traceId } of records) counts.set(traceId, (counts.get(traceId) ?? 0) + 1)
  counts.delete('')
  return counts
}

describe('a thinned case', () => {
  it('keeps requests whole, with their lines, and lines of no request', () => {
    const { records } = thin(WHOLE, planFor('traces'))
    const kept = perTrace(records.spans)
    expect(kept.size).toBeGreaterThan(SECONDS.length * 0.2)
    expect(kept.size).toBeLessThan(SECONDS.length * 0.8)
    expect(new Set(kept.values())).toEqual(new Set([2]))
    expect(perTrace(records.logs)).toEqual(kept)
    expect(records.logs.filter(({ traceId }) => traceId === '')).toHaveLength(SECONDS.length)
  })

  it('leaves out whole rows of readings, never all of a service, and every second or third of fine ones', () => {
    const plan = { ...planFor('readings'), rowsLeftOut: 0.95, readingEvery: 3 }
    const { metrics } = thin(WHOLE, plan).records
    const rows = Map.groupBy(metrics, ({ resource, name }) => `${resource.service} ${name}`)
    expect(new Set(metrics.map(({ resource }) => resource.service))).toEqual(new Set(['web', 'cart']))
    expect(rows.size).toBeLessThan(16)
    expect(new Set([...rows.values()].map(({ length }) => length))).toEqual(new Set([SECONDS.length / 3]))
  })

  it('has a shorter past and a shorter fault, and cuts no request in two', () => {
    const plan = { ...planFor('past', 'fault'), pastKept: 0.5, faultKept: 0.5 }
    const thinned = thin(WHOLE, plan)
    const times = thinned.records.metrics.map(({ time }) => toMillis(time))
    expect(Math.min(...times)).toBe(START_MS - 120_000)
    expect(Math.max(...times)).toBe(START_MS + 60_000)
    expect(thinned.endMs).toBe(START_MS + 60_000)
    expect(perTrace(thinned.records.spans).size).toBe(181)
    expect(perTrace(thinned.records.logs)).toEqual(perTrace(thinned.records.spans))
  })

  it('misses one signal of one service that sends others, and nothing else', () => {
    const { records } = thin(WHOLE, planFor('service'))
    const gone = (['logs', 'spans', 'metrics'] as const).flatMap((signal) => {
      const left = new Set(records[signal].map(({ resource }) => resource.service))
      return [...new Set(RECORDS[signal].map(({ resource }) => resource.service))]
        .filter((service) => !left.has(service))
        .map((service) => `${signal} of ${service}`)
    })
    expect(gone).toHaveLength(1)
  })

  it('is the same for the same case and draw, and another for another', () => {
    const plan = planOf('case', ['logs', 'spans', 'metrics'], 2)
    expect(thin(WHOLE, plan)).toEqual(thin(WHOLE, planOf('case', ['logs', 'spans', 'metrics'], 2)))
    const plans = [1, 3, 5, 7].map((draw) => planOf('case', ['logs', 'spans', 'metrics'], draw))
    expect(new Set(plans.map(({ tracesKept }) => tracesKept)).size).toBe(4)
    for (const { thinnings } of plans) expect([2, 3]).toContain(thinnings.length)
  })

  it('is of odd draws where one may look, and of even ones where nobody does', () => {
    const set: EpisodeSet = {
      name: 'incidents-web',
      system: 'web',
      episodes: [
        {
          id: 'w-1',
          cluster: 'w-1',
          signals: ['logs', 'spans', 'metrics'],
          hasChanges: false,
          startMs: WHOLE.startMs,
          endMs: WHOLE.endMs,
          truth: null,
          contentKey: 'w-1',
          load: () => ({ records: RECORDS, changes: [] }),
        },
      ],
    }
    const idsOf = (isHeld: boolean, from: number) =>
      thinnedSets([set], { draws: 3, from, isHeld }).flatMap(({ name, episodes }) =>
        episodes.map(({ id }) => `${name} ${id}`),
      )
    expect(idsOf(false, 1)).toEqual([1, 3, 5].map((draw) => `thinned-incidents-web w-1-thin${draw}`))
    expect(idsOf(true, 1)).toEqual([2, 4, 6].map((draw) => `thinned-incidents-web-held w-1-thin${draw}`))
    expect(idsOf(false, 6)).toEqual([7, 9, 11].map((draw) => `thinned-incidents-web w-1-thin${draw}`))
    expect(idsOf(true, 8)).toEqual([8, 10, 12].map((draw) => `thinned-incidents-web-held w-1-thin${draw}`))
  })
})
