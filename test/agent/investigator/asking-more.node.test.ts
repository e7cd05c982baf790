import { describe, expect, it } from 'vitest'
import { askingLess, askingMore } from '../../../src/agent/investigator/metric-asking.ts'
import { metricCandidates } from '../../../src/agent/investigator/metric-cause.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import { metricRows } from '../../../src/agent/investigator/metric-series.ts'
import type { MetricSymptom } from '../../../src/agent/investigator/metric-symptoms.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { MetricSeriesActivity } from '../../../src/telemetry/index.ts'

const STEPS = 40
const ONSET = 30
const DIVISION = { from: 0, onset: ONSET, to: STEPS }
const { cause } = DEFAULT_PARAMETERS.metrics

function level(service: string, metric: string, before: number, after: number, attributes = ''): MetricSeriesActivity {
  const values = Array.from({ length: STEPS }, (_, i) => (i < ONSET ? before : after))
  return {
    service,
    instance: '',
    metric,
    attributes,
    unit: '',
    kind: 'level',
    counts: values.map(() => 1),
    sums: values,
    last: values,
    lastAtMs: values.map((_, i) => i * 60_000),
  }
}

function rowsOf(series: MetricSeriesActivity[]): MetricRow[] {
  const grid = { startMs: 0, intervalMs: 60_000, count: STEPS }
  return metricRows({ grid, series, points: 1, pointsUnlisted: 0 })
}

const CALLED = 'server.address=tickets'

/** `orders` calls `tickets`: calls, failures among them, and its own requests, each before and after. */
function asked(calls: [number, number], failing: [number, number], own: [number, number]): MetricRow[] {
  return rowsOf([
    level('orders', 'http.client.requests_per_second', ...calls, CALLED),
    level('orders', 'http.client.failures', ...failing, CALLED),
    level('orders', 'service.requests_per_second', ...own),
    level('tickets', 'service.latency.avg', 1, 4),
  ])
}

function symptomsIn(rows: readonly MetricRow[], nats: number): MetricSymptom[] {
  const shift = { z: 6, before: 0, after: 1.5, readings: 8, statistic: 'held' } as const
  return rows.flatMap((row) => {
    const counts = row.role === 'latency' || (row.edge !== null && row.role === 'traffic')
    return counts ? [{ row, shift, nats, isGone: false }] : []
  })
}

function asksIn(rows: readonly MetricRow[]): number {
  return askingMore(symptomsIn(rows, 10), rows, DIVISION).asks('orders')
}

describe('a caller that asks more for each request of its own', () => {
  it('is seen by its calls', () => {
    expect(asksIn(asked([10, 60], [0, 0], [10, 10]))).toBeCloseTo(10)
  })

  it('asks no more where it has as many more requests, and less so where it has some', () => {
    expect(asksIn(asked([10, 60], [0, 0], [10, 60]))).toBe(0)
    const some = asksIn(asked([10, 60], [0, 0], [10, 20]))
    expect(some).toBeGreaterThan(4)
    expect(some).toBeLessThan(10)
  })

  it('asks no more where it only tries again what failed', () => {
    expect(asksIn(asked([10, 30], [0, 20], [10, 10]))).toBe(0)
  })

  it('is not known where nothing counts its own requests', () => {
    const rows = asked([10, 60], [0, 0], [10, 10]).filter(
      ({ isRequestCount, edge }) => !isRequestCount || edge !== null,
    )
    expect(asksIn(rows)).toBe(0)
  })

  it('is at fault for what it calls, and surprises nobody by itself', () => {
    const rows = asked([10, 60], [0, 0], [10, 10])
    const symptoms = symptomsIn(rows, 10)
    const graph = {
      callers: new Map([['tickets', new Set(['orders'])]]),
      callees: new Map([['orders', new Set(['tickets'])]]),
    }
    const services = ['orders', 'tickets']
    const asking = askingMore(symptoms, rows, DIVISION)
    const without = metricCandidates(symptoms, services, graph, () => null, cause)
    const found = metricCandidates(
      symptoms,
      services,
      graph,
      () => null,
      cause,
      () => 0,
      new Set(),
      asking,
    )
    expect(without[0]?.service).toBe('tickets')
    expect(found[0]?.service).toBe('orders')
    expect(found.find(({ service }) => service === 'orders')?.surprise).toBe(
      without.find(({ service }) => service === 'orders')?.surprise,
    )
  })
})

describe('a caller that no longer makes its calls', () => {
  const fallen = (rows: readonly MetricRow[]): MetricSymptom[] =>
    rows.flatMap((row) => {
      const shift = { z: -6, before: 3, after: 0, readings: 8, statistic: 'held' } as const
      return row.edge !== null && row.role === 'traffic' ? [{ row, shift, nats: 9, isGone: false }] : []
    })
  const lessIn = (rows: readonly MetricRow[], others: readonly MetricSymptom[] = []) =>
    askingLess([...fallen(rows), ...others], rows, DIVISION, cause.everyday)

  it('leaves work out', () => {
    const [found, ...others] = lessIn(asked([10, 1], [0, 0], [10, 10]))
    expect(others).toEqual([])
    expect(found).toMatchObject({ nats: 9, isUncalled: true, row: { service: 'orders', role: 'gives', edge: null } })
    expect(found?.shift.z).toBe(6)
  })

  it('is not known where nothing counts its own requests', () => {
    const rows = asked([10, 1], [0, 0], [10, 10])
    expect(lessIn(rows.filter(({ isRequestCount, edge }) => !isRequestCount || edge !== null))).toEqual([])
  })

  it('is only asked less where it has as many fewer requests, or for other things where it asks a part less', () => {
    expect(lessIn(asked([10, 1], [0, 0], [10, 1]))).toEqual([])
    expect(lessIn(asked([10, 6], [0, 0], [10, 10]))).toEqual([])
  })

  it('cannot or need not call where it fails itself, or where whom it calls is slow', () => {
    const rows = asked([10, 1], [0, 0], [10, 10])
    const slow = symptomsIn(rows, 9).filter(({ row }) => row.role === 'latency')
    expect(lessIn(rows, slow)).toEqual([])
    const [failing] = rowsOf([level('orders', 'service.errors', 0, 5)])
    if (failing === undefined) throw new Error('no row')
    expect(lessIn(rows, [{ ...slow[0], row: failing } as MetricSymptom])).toEqual([])
  })

  it('sends no count of them: that is none, while it counts other calls', () => {
    const ended = (callee: string, until: number): MetricSeriesActivity => {
      const calls = level('orders', 'http.client.requests', 10, 10, `server.address=${callee}`)
      return { ...calls, counts: calls.counts.map((_, i) => (i < until ? 1 : 0)) }
    }
    const known = [level('tickets', 'service.latency.avg', 1, 1), level('menu', 'service.latency.avg', 1, 1)]
    const lastOf = (series: MetricSeriesActivity[], callee: string) =>
      rowsOf([...series, ...known])
        .find(({ edge }) => edge?.callee === callee)
        ?.raw.at(-1)
    expect(lastOf([ended('tickets', ONSET), ended('menu', STEPS)], 'tickets')).toBe(0)
    expect(lastOf([ended('tickets', ONSET), ended('menu', ONSET)], 'tickets')).toBeNaN()
    const rare = ended('tickets', ONSET)
    const now = { ...rare, counts: rare.counts.map((count, i) => (i % 3 === 0 ? count : 0)) }
    expect(lastOf([now, ended('menu', STEPS)], 'tickets')).toBeNaN()
  })
})
