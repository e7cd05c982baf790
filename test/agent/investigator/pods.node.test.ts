import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { asCounted } from '../../../src/agent/investigator/metric-counts.ts'
import { withInstances } from '../../../src/agent/investigator/metric-instances.ts'
import type { MetricRow } from '../../../src/agent/investigator/metric-row.ts'
import { metricRows } from '../../../src/agent/investigator/metric-series.ts'
import { centresOf, type RowShifts, shiftsAt } from '../../../src/agent/investigator/metric-shifts.ts'
import { newInstances } from '../../../src/agent/investigator/metric-siblings.ts'
import type { MetricActivity, MetricSeriesActivity } from '../../../src/telemetry/index.ts'

const STEPS = 40
const ONSET = 25
const STEP_MS = 30_000
const PARAMETERS = { scatterMin: { log: 0.03, points: 0.5 }, perRequest: { log: 0.8, points: 15 } }

type Kind = MetricSeriesActivity['kind']
/** A reading per step; null: none. */
type Readings = (step: number) => number | null

function series(service: string, metric: string, attributes: string, of: Readings, more = {}): MetricSeriesActivity {
  const read = Array.from({ length: STEPS }, (_, i) => of(i))
  const values = read.map((value) => value ?? 0)
  return {
    service,
    instance: '',
    metric,
    attributes,
    unit: '',
    kind: 'level' as Kind,
    counts: read.map((value) => (value === null ? 0 : 1)),
    sums: values,
    last: values,
    lastAtMs: read.map((value, i) => (value === null ? -1 : i * STEP_MS)),
    ...more,
  }
}

/** The same readings added up, as a counter has them. */
function counter(service: string, metric: string, attributes: string, of: Readings, more = {}): MetricSeriesActivity {
  let total = 0
  const added: Readings = (i) => {
    const by = of(i)
    if (by === null) return null
    total += by
    return total
  }
  return series(service, metric, attributes, added, { kind: 'counter', ...more })
}

function activityOf(list: readonly MetricSeriesActivity[]): MetricActivity {
  const grid = { startMs: 0, intervalMs: STEP_MS, count: STEPS }
  return asCounted(withInstances({ grid, series: [...list], points: STEPS * list.length, pointsUnlisted: 0 }))
}

function shiftOf(rows: readonly MetricRow[], is: (row: MetricRow) => boolean, onset = ONSET): RowShifts | undefined {
  const span = { from: 0, onset, to: Math.min(STEPS, onset + 15) }
  const shifts = shiftsAt(rows, span, new Map(), PARAMETERS, centresOf(rows, 0, onset))
  const row = rows.find(is)
  return row === undefined ? undefined : shifts.get(row)
}

describe('readings of one pod', () => {
  const pod = (instance: string, of: Readings) => series('cart', 'k8s.pod.memory.working_set', '', of, { instance })
  const usedBy = (list: readonly MetricSeriesActivity[], instance: string) =>
    shiftOf(metricRows(activityOf(list)), (row) => row.instance === instance)
  const steady: Readings = (i) => 80 + (i % 3)

  it('are no level while it starts', () => {
    // It begins three minutes before the onset, and has its usual memory after one.
    const fresh: Readings = (i) => (i < ONSET - 6 ? null : i < ONSET - 4 ? 40 : steady(i))
    expect(usedBy([pod('a', steady), pod('b', fresh)], 'b')).toBeUndefined()
    const older: Readings = (i) => (i < 8 ? null : i < 10 ? 40 : steady(i))
    expect(Math.abs(usedBy([pod('a', steady), pod('b', older)], 'b')?.of.held.z ?? 9)).toBeLessThan(1)
    expect(usedBy([pod('a', steady), pod('b', steady)], 'b')?.before).toBeGreaterThan(0)
  })

  it('that come back to what they are most of the time are no harm, unless somebody said when it began', () => {
    const starts: Readings = (i) => (i < 8 ? 40 : steady(i))
    const rows = metricRows(activityOf([pod('a', starts)]))
    const at = (onset: number, isSearched: boolean) => [
      ...shiftsAt(
        rows,
        { from: 0, onset, to: onset + 15 },
        new Map(),
        PARAMETERS,
        centresOf(rows, 0, onset),
        isSearched,
      ).values(),
    ]
    expect(at(8, false)[0]?.of.held.z).toBeGreaterThan(5)
    expect(at(8, true)[0]?.of.held.z).toBeLessThan(1)
    // On its way back it lies between both levels, which is no harm either.
    const recovers: Readings = (i) => (i < 10 ? 160 : ([159, 159, 159, 159, 150, 120][i - 10] ?? 80))
    const slow = metricRows(activityOf([pod('a', recovers)]))
    const onTheWay = { from: 0, onset: 10, to: 20 }
    const back = shiftsAt(slow, onTheWay, new Map(), PARAMETERS, centresOf(slow, 0, 10), true)
    expect([...back.values()][0]?.of.held.z).toBe(0)
    const grows = metricRows(activityOf([pod('a', (i) => (i < ONSET ? steady(i) : 160))]))
    const span = { from: 0, onset: ONSET, to: STEPS }
    const shifts = shiftsAt(grows, span, new Map(), PARAMETERS, centresOf(grows, 0, ONSET), true)
    expect([...shifts.values()][0]?.of.held.z).toBeGreaterThan(5)
  })

  it('are of the time that it is there: a last one says nothing of the rest', () => {
    const ends: Readings = (i) => (i > ONSET ? null : i === ONSET ? 160 : steady(i))
    const grows: Readings = (i) => (i >= ONSET ? 160 : steady(i))
    const of = (own: Readings) => usedBy([pod('a', steady), pod('b', own)], 'b')?.of
    expect(of(ends)?.peak.z).toBeLessThan(1)
    expect(of(grows)?.held.z).toBeGreaterThan(5)
  })
})

describe('pods that a point names', () => {
  const labels = (pod: string, node: string) => `namespace=prod,node=${node},pod=${pod},version=v${pod}`

  it('are instances of one service, and where they run is no part of what is measured', () => {
    const list = ['1', '2'].map((pod) => series('cart', 'container_cpu_usage', labels(pod, `n${pod}`), () => 5))
    const { series: found } = activityOf(list)
    expect(found.map(({ instance, attributes }) => [instance, attributes])).toEqual([
      ['1', ''],
      ['2', ''],
    ])
  })

  it('keep what tells their readings apart', () => {
    const list = ['1', '2'].flatMap((pod) => [
      counter('cart', 'http_requests_total', `${labels(pod, 'n1')},status=200`, () => 20),
      counter('cart', 'http_requests_total', `${labels(pod, 'n1')},status=500`, () => 1),
    ])
    expect(new Set(activityOf(list).series.map(({ attributes }) => attributes))).toEqual(
      new Set(['status=200', 'status=500']),
    )
  })
})

describe('counts of pods', () => {
  const isRestarts = ({ metric }: MetricRow) => /restarts/.test(metric)

  it('of restarts sent as a level tell of one restart once, not for ever', () => {
    const once = series('cart', 'k8s.container.restarts', '', (i) => (i < ONSET ? 0 : 1), { instance: 'a' })
    expect(shiftOf(metricRows(activityOf([once])), isRestarts)?.of.held.z).toBe(0)
    const over = series('cart', 'k8s.container.restarts', '', (i) => Math.max(0, i - ONSET), { instance: 'a' })
    expect(shiftOf(metricRows(activityOf([over])), isRestarts)?.of.held.z).toBeGreaterThanOrEqual(1)
  })

  it('of failures are zero before the first one, and in pods that had none', () => {
    const of = (instance: string, status: string, by: Readings) =>
      counter('cart', 'http_requests_total', `status=${status}`, by, { instance })
    const list = [of('a', '200', () => 20), of('b', '200', () => 20), of('b', '500', (i) => (i < ONSET ? null : 10))]
    const rows = metricRows(activityOf(list))
    const share = rows.find(({ metric }) => /that fails/.test(metric))
    expect(share?.parts.get('a')?.at(-1)).toBe(0)
    expect(share?.raw[ONSET - 2]).toBe(0)
    // A third of what b answers, and so a fifth of all.
    expect(share?.raw[STEPS - 2]).toBeCloseTo(0.2, 5)
    const shift = shiftOf(rows, (row) => row === share)
    expect(shift?.of.held.after).toBeCloseTo(20, 3)
    expect(shift?.of.held.z).toBeGreaterThan(3)
  })

  it('do not make a level of one slow failure in ten minutes', () => {
    const one = (i: number): number | null => (i % 9 === 2 || i === ONSET + 3 ? 1 : null)
    const list = [
      series('cart', 'http.server.requests', '', () => 30),
      series('cart', 'http.server.request.duration', 'status=500', (i) => {
        return one(i) === null ? null : i > ONSET ? 9 : 0.02
      }),
    ]
    const shift = shiftOf(metricRows(activityOf(list)), ({ attributes }) => attributes === 'status=500')
    expect(shift?.of.peak.z).toBe(0)
  })
})

describe('pods that come and go', () => {
  const random = seededRandom(3, 'pods')
  const noise = () => 0.95 + 0.1 * random.next()
  const until =
    (level: number, end: number): Readings =>
    (i) =>
      i < end ? level * noise() : null
  const since =
    (level: number, born: number): Readings =>
    (i) =>
      i < born ? null : level * noise()
  const cpu = (instance: string, of: Readings) => series('cart', 'container.cpu.usage', '', of, { instance })
  const isMean = ({ instance, metric }: MetricRow) => instance === '' && metric === 'container.cpu.usage'
  const zOf = (list: MetricSeriesActivity[]) =>
    Math.abs(shiftOf(metricRows(activityOf(list)), isMean)?.of.held.z ?? Number.NaN)

  it('move the mean by how much pods differ, which is no change of any of them', () => {
    const replaced = [
      cpu('a', until(4, ONSET)),
      cpu('b', until(7, ONSET)),
      cpu('c', since(7, ONSET)),
      cpu('d', since(8, ONSET)),
    ]
    const changed = [3.8, 7].map((level, i) => cpu(`p${i}`, (step) => (step < ONSET ? level : 1.4 * level) * noise()))
    expect(zOf(changed)).toBeGreaterThan(2.5 * zOf(replaced))
  })

  it('are compared with their siblings by the mean of a histogram, too', () => {
    const slow = (i: number) => (i < ONSET ? null : 20 * 2)
    const list = ['a', 'b', 'c'].flatMap((instance) => {
      const isNew = instance === 'c'
      return [
        counter('cart', 'request.duration.count', '', (i) => (isNew && i < ONSET ? null : 20), { instance }),
        counter('cart', 'request.duration.sum', '', isNew ? slow : () => 20 * 0.1, { instance }),
      ]
    })
    const activity = activityOf(list)
    const [fresh] = newInstances(activity, metricRows(activity))
    const durations = fresh?.rows.find(({ row }) => row.metric === 'request.duration')
    expect(durations?.row.raw.at(-1)).toBeCloseTo(2, 5)
    expect(durations?.siblingsRaw[0]?.at(-1)).toBeCloseTo(0.1, 5)
  })
})

describe('calls that a service measures itself', () => {
  it('are about whom it names, where that is a service', () => {
    const list = [
      series('cart', 'http.client.duration', 'server.address=stock', () => 3),
      series('cart', 'http.client.duration', 'server.address=elsewhere.example', () => 3),
      series('stock', 'container.cpu.usage', '', () => 3),
    ]
    const edges = metricRows(activityOf(list)).map(({ edge }) => edge)
    expect(edges).toEqual([{ caller: 'cart', callee: 'stock' }, null, null])
  })
})
