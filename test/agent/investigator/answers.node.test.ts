import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { metricCandidates } from '../../../src/agent/investigator/metric-cause.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import { metricRows } from '../../../src/agent/investigator/metric-series.ts'
import { centresOf, shiftsAt } from '../../../src/agent/investigator/metric-shifts.ts'
import { type MetricSymptom, metricSymptoms } from '../../../src/agent/investigator/metric-symptoms.ts'
import { DEFAULT_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import type { MetricSeriesActivity } from '../../../src/telemetry/index.ts'

const STEPS = 40
const ONSET = 25
const STEP_MS = 30_000
const PARAMETERS = DEFAULT_PARAMETERS.metrics

function level(
  service: string,
  metric: string,
  of: (step: number) => number,
  more: Partial<MetricSeriesActivity> = {},
): MetricSeriesActivity {
  const values = Array.from({ length: STEPS }, (_, i) => of(i))
  return {
    service,
    instance: 'a',
    metric,
    attributes: '',
    unit: '',
    kind: 'level',
    counts: values.map(() => 1),
    sums: values,
    last: values,
    lastAtMs: values.map((_, i) => i * STEP_MS),
    ...more,
  }
}

function rowsOf(series: readonly MetricSeriesActivity[]): MetricRow[] {
  const grid = { startMs: 0, intervalMs: STEP_MS, count: STEPS }
  return metricRows({ grid, series: [...series], points: STEPS * series.length, pointsUnlisted: 0 })
}

function zOf(rows: readonly MetricRow[], role: MetricRow['role']): number {
  const span = { from: 0, onset: ONSET, to: STEPS }
  const shifts = shiftsAt(rows, span, new Map(), PARAMETERS, centresOf(rows, 0, ONSET))
  const row = rows.find((one) => one.role === role)
  return (row === undefined ? undefined : shifts.get(row))?.of.held.z ?? Number.NaN
}

const random = seededRandom(5, 'answers')
const noisy = (value: number): number => value * (0.97 + 0.06 * random.next())
const since =
  (before: number, after: number) =>
  (i: number): number =>
    noisy(i < ONSET ? before : after)
const requests = (of: (i: number) => number) => level('menu', 'service.requests_per_second', of)
const sent = (of: (i: number) => number, name = 'k8s.pod.network.transmit') => level('menu', name, of)

describe('what goes into an answer', () => {
  it('is read where requests and network are, in the words of each', () => {
    const roles = (name: string, attributes = '') =>
      rowsOf([requests(() => 10), level('menu', name, () => 4_000, { attributes })]).flatMap(({ metric, role }) =>
        metric.endsWith('per answer') ? [role] : [],
      )
    expect(roles('container_network_transmit_bytes_total')).toEqual(['gives'])
    expect(roles('kubernetes.network.rx_bytes')).toEqual(['takes'])
    expect(roles('k8s.pod.network.io', 'direction=receive')).toEqual(['takes'])
    expect(roles('container_network_transmit_packets_dropped_total')).toEqual([])
    expect(rowsOf([sent(() => 4_000)]).map(({ role }) => role)).toEqual(['network'])
  })

  it('tells of work that is left out, and not of more of it', () => {
    expect(zOf(rowsOf([requests(() => 10), sent(since(4_000, 2_000))]), 'gives')).toBeGreaterThan(5)
    expect(zOf(rowsOf([requests(() => 10), sent(since(4_000, 8_000))]), 'gives')).toBeLessThan(0)
  })

  it('does not change with the requests, nor falls where only they grow', () => {
    expect(Math.abs(zOf(rowsOf([requests(since(10, 5)), sent(since(4_000, 2_000))]), 'gives'))).toBeLessThan(2)
    // What is sent besides answers is shared by more of them.
    expect(zOf(rowsOf([requests(since(10, 20)), sent(since(4_000, 6_000))]), 'gives')).toBe(0)
  })

  it('is that of good answers: failures have little in them', () => {
    const failing = level('menu', 'service.error_ratio', since(0.001, 0.5), { unit: '1' })
    expect(zOf(rowsOf([requests(() => 10), failing, sent(since(4_000, 2_000))]), 'gives')).toBeLessThan(2)
    const counted = level('menu', 'failed_requests', since(0.01, 5), { kind: 'level', unit: '{request}' })
    const all = level('menu', 'http_requests_total', () => 10)
    const [first] = rowsOf([all, counted, sent(since(4_000, 2_000))]).filter(({ role }) => role === 'gives')
    expect(first?.raw[STEPS - 1]).toBeLessThan(500)
  })

  it('is as much for each answer of a service that mostly fails, and fails less', () => {
    const less = level('menu', 'service.error_ratio', since(0.95, 0.5), { unit: '1' })
    expect(zOf(rowsOf([requests(() => 10), less, sent(since(4_000, 4_100))]), 'gives')).toBeLessThan(2)
    // Where what is sent follows the good answers alone, failures have nothing in them: half of each is missing.
    const by = (i: number): number => 0.2 + 0.1 * (i % 5)
    const often = level('menu', 'service.error_ratio', (i) => (i < ONSET ? by(i) : 0), { unit: '1' })
    const content = sent((i) => (i < ONSET ? 4_000 * (1 - by(i)) : 2_000))
    expect(zOf(rowsOf([requests(() => 10), often, content]), 'gives')).toBeGreaterThan(5)
  })

  it('is not by how long answers take, whatever the durations are called', () => {
    const counter = (name: string, each: (i: number) => number) => {
      let total = 0
      const values = Array.from({ length: STEPS }, (_, i) => {
        total += each(i)
        return total
      })
      return level('menu', name, (i) => values[i] ?? 0, { kind: 'counter' })
    }
    const rows = rowsOf([
      counter('http_server_requests_seconds_count', () => 6),
      counter('http_server_requests_seconds_sum', since(12, 48)),
      sent(() => 4_000),
    ])
    expect(rows.filter(({ isRequestCount }) => isRequestCount).map(({ role }) => role)).toEqual(['traffic'])
    expect(zOf(rows, 'latency')).toBeGreaterThan(3)
    expect(Math.abs(zOf(rows, 'gives'))).toBeLessThan(2)
  })

  it('is compared instance by instance where both are known by it', () => {
    const of = (instance: string, bytes: number) => [
      level('menu', 'service.requests_per_second', () => 10, { instance }),
      level('menu', 'k8s.pod.network.transmit', (i) => (instance === 'b' && i < ONSET ? Number.NaN : bytes), {
        instance,
        ...(instance === 'b' ? { counts: Array.from({ length: STEPS }, (_, i) => (i < ONSET ? 0 : 1)) } : {}),
      }),
    ]
    const [row] = rowsOf([...of('a', 4_000), ...of('b', 4_000)]).filter(({ role }) => role === 'gives')
    expect(row?.raw[0]).toBeCloseTo(400)
    expect(row?.raw[ONSET + 1]).toBeCloseTo(400)
    const shared = level('menu', 'service.requests_per_second', () => 20, { instance: 'mesh' })
    const [whole] = rowsOf([shared, sent(() => 4_000)]).filter(({ role }) => role === 'gives')
    expect(whole?.raw[0]).toBeCloseTo(200)
  })
})

const symptom = (service: string, role: MetricRow['role'], nats: number, more: Partial<MetricRow> = {}) => {
  const [plain] = rowsOf([level(service, 'service.latency.avg', () => 1)])
  if (plain === undefined) throw new Error('no row')
  const shift = { z: 6, before: 0, after: 0.5, readings: 8, statistic: 'held' } as const
  return { row: { ...plain, role, metric: role, ...more }, shift, nats, isGone: false } satisfies MetricSymptom
}

describe('who leaves work out', () => {
  const graph = { callees: new Map<string, Set<string>>(), callers: new Map<string, Set<string>>() }
  const first = (symptoms: MetricSymptom[]) =>
    metricCandidates(symptoms, ['menu', 'web'], graph, () => null, PARAMETERS.cause)[0]?.service

  it('does so by itself, and explains that others fail', () => {
    expect(first([symptom('menu', 'gives', 9), symptom('web', 'errors', 12)])).toBe('menu')
  })

  it('is told once by what it sends and what it gets: both are by the same count of requests', () => {
    const surpriseOf = (symptoms: MetricSymptom[]) =>
      metricCandidates(symptoms, ['menu', 'web'], graph, () => null, PARAMETERS.cause).find(
        ({ service }) => service === 'menu',
      )?.surprise ?? 0
    const gives = symptom('menu', 'gives', 7)
    expect(surpriseOf([gives, symptom('menu', 'takes', 6)])).toBe(surpriseOf([gives]))
    expect(surpriseOf([gives, symptom('menu', 'takes', 9)])).toBe(surpriseOf([symptom('menu', 'takes', 9)]))
  })

  it('is not who only gets less', () => {
    expect(first([symptom('menu', 'gives', 9), symptom('web', 'takes', 9)])).toBe('menu')
  })
})

describe('durations of failures', () => {
  it('say no more than that there are more failures', () => {
    const rows = rowsOf([
      level('menu', 'http.server.request.duration', () => 1, { attributes: 'status=500' }),
      level('menu', 'http.server.request.duration', () => 1, { attributes: 'status=200' }),
      level('menu', 'service.error_ratio', () => 0.1, { unit: '1' }),
    ])
    const tails = { peak: { quantile: 2, exponent: 3 }, held: { quantile: 2, exponent: 3 } }
    const natsAt = (failures: number) => {
      const moved = (row: MetricRow) => {
        const z = row.role === 'errors' ? failures : 8
        return { before: 0, readings: 8, scatter: 1, of: { peak: { z, after: z }, held: { z, after: z } } }
      }
      const nulls = {
        tails: new Map(rows.map((row) => [row, tails])),
        shifts: new Map(rows.map((row) => [row, moved(row)])),
      }
      const found = metricSymptoms(rows, nulls, { from: 0, onset: ONSET, to: STEPS })
      const of = (attributes: string) =>
        found.find(({ row }) => row.attributes === attributes && row.role === 'latency')
      return [of('status=500')?.nats ?? 0, of('status=200')?.nats ?? 0] as const
    }
    expect(natsAt(0)[0]).toBe(0)
    expect(natsAt(0)[1]).toBeGreaterThan(6)
    expect(natsAt(8)[0]).toBeGreaterThan(6)
  })
})
