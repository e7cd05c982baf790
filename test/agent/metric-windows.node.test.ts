/** Statistics of a metric over a window are those of the points in it, as a plain loop over them says. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MeasureResult } from '../../src/agent/questions/execute/result.ts'
import type { Measure } from '../../src/agent/questions/plan/plan.ts'
import { queryTelemetryTool } from '../../src/agent/tools/query-telemetry.ts'
import { PROJECT } from './ask.ts'
import { metricPoint, Resources, storeWith } from './stored-telemetry.ts'

const START_MS = Date.parse('2026-11-20T14:00:00Z')
const STEP_MS = 30_000
const POINTS = 60

interface Point {
  readonly timeMs: number
  readonly value: number
}
type Kind = 'gauge' | 'delta' | 'cumulative'

/** Points of one series; a cumulative one may begin anew at any of them. */
function pointsOf(kind: Kind, gains: readonly number[], resetAt: number): (Point & { readonly startMs: number })[] {
  let value = 1000
  let startMs = START_MS - 3_600_000
  return gains.map((gain, index) => {
    const timeMs = START_MS + 7_312 + index * STEP_MS
    if (kind !== 'cumulative') return { timeMs, startMs: timeMs - STEP_MS, value: gain }
    const isReset = index === resetAt
    if (isReset) startMs = timeMs - 1000
    value = isReset ? gain : value + gain
    return { timeMs, startMs, value }
  })
}

async function askedOf(
  kind: Kind,
  points: readonly (Point & { readonly startMs: number })[],
  statistic: Extract<Measure, { of: 'metric' }>['statistic'],
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<number | null> {
  const resource = new Resources('').of({ service: 'web', instance: 'web-1' })
  const metrics = points.map(({ timeMs, startMs, value }) =>
    metricPoint(
      {
        ...{ timeMs, startMs, value, name: 'jobs.done', unit: '1', attributes: {} },
        type: kind === 'gauge' ? 'gauge' : 'sum',
        temporality: kind === 'gauge' ? 'unspecified' : kind,
        isMonotonic: kind !== 'gauge',
      },
      resource,
    ),
  )
  const telemetry = await storeWith({ logs: [], spans: [], metrics }, `${kind} ${statistic}`)
  const askedAtMs = START_MS + POINTS * STEP_MS
  const ctx = { project: PROJECT, telemetry, askedAtMs, now: () => askedAtMs }
  const [from, to] = [new Date(window.fromMs).toISOString(), new Date(window.toMs).toISOString()]
  const { result } = await queryTelemetryTool.run({
    ctx,
    toolCallId: 'call_1',
    input: {
      plan: {
        ...{ intent: 'measure', conditions: [], groupBy: [], order: 'highest', limit: 10, per: null },
        ...{ intervalMs: null, against: null, time: { from, to, basis: 'asked' } },
        measure: { of: 'metric', metric: 'jobs.done', statistic },
      },
    },
    signal: new AbortController().signal,
  })
  return (result as MeasureResult).value
}

/** What the points of a window say, one after the other. */
function gainedIn(kind: Kind, inside: readonly Point[]): number {
  let gained = 0
  for (const [index, { value }] of inside.entries()) {
    const before = inside[index - 1]
    if (kind === 'delta') gained += value
    else if (before !== undefined) gained += value >= before.value ? value - before.value : value
  }
  return gained
}

const drawn = fc.record({
  gains: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: POINTS, maxLength: POINTS }),
  resetAt: fc.integer({ min: -1, max: POINTS }),
  from: fc.integer({ min: 0, max: 20 * 60 }),
  seconds: fc.integer({ min: 95, max: 15 * 60 }),
})

describe('a metric over a window', () => {
  it.each(['delta', 'cumulative'] as const)('has gained what its points in the window say, as a %s counter', (kind) =>
    fc.assert(
      fc.asyncProperty(drawn, async ({ gains, resetAt, from, seconds }) => {
        const window = { fromMs: START_MS + from * 1000, toMs: START_MS + (from + seconds) * 1000 }
        const points = pointsOf(kind, gains, resetAt)
        const inside = points.filter(({ timeMs }) => timeMs >= window.fromMs && timeMs < window.toMs)
        const first = inside[0]
        // A counter that began in the window began at zero.
        const fromZero =
          kind === 'cumulative' && first !== undefined && first.startMs >= window.fromMs ? first.value : 0
        expect(await askedOf(kind, points, 'increase', window)).toBe(gainedIn(kind, inside) + fromZero)
      }),
      { numRuns: 60 },
    ),
  )

  it('has a rate of what it gained per second of the window, however far its points lie apart', async () => {
    const points = pointsOf(
      'delta',
      Array.from({ length: POINTS }, () => 30),
      -1,
    )
    const window = { fromMs: START_MS + 60_000, toMs: START_MS + 960_000 }
    expect(await askedOf('delta', points, 'rate', window)).toBeCloseTo(1, 2)
  })

  it.each(['mean', 'min', 'max', 'last', 'sum'] as const)(
    'has the %s of its points in the window, as a gauge',
    (statistic) =>
      fc.assert(
        fc.asyncProperty(drawn, async ({ gains, from, seconds }) => {
          const window = { fromMs: START_MS + from * 1000, toMs: START_MS + (from + seconds) * 1000 }
          const points = pointsOf('gauge', gains, -1)
          const values = points
            .filter(({ timeMs }) => timeMs >= window.fromMs && timeMs < window.toMs)
            .map(({ value }) => value)
          const sum = values.reduce((total, value) => total + value, 0)
          const expected = {
            mean: sum / values.length,
            min: Math.min(...values),
            max: Math.max(...values),
            last: values.at(-1) ?? Number.NaN,
            sum,
          }
          expect(await askedOf('gauge', points, statistic, window)).toBeCloseTo(expected[statistic], 6)
        }),
        { numRuns: 20 },
      ),
  )

  it('is compared with the point before where only one lies in the window', async () => {
    const points = pointsOf(
      'cumulative',
      Array.from({ length: POINTS }, () => 12),
      -1,
    )
    const window = { fromMs: START_MS + 60_000, toMs: START_MS + 75_000 }
    expect(await askedOf('cumulative', points, 'increase', window)).toBe(12)
  })
})
