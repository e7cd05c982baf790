/**
 * Whose requests contain whose, where nothing names calls: from reading to reading the durations of a caller move with
 * those of the callee that it waits for, and they are longer.
 */
import { medianOf } from '../../median.ts'
import { downstream, type ServiceGraph } from './graph.ts'
import type { MetricRow } from './metric-row.ts'
import type { MetricSymptom } from './metric-symptoms.ts'

/** How much of a service's trouble another one contains, 0..1. */
export type ContainedIn = (service: string) => number

/** Of fewer pairs of readings a correlation says nothing. */
const PAIRS_MIN = 8
const STATISTICS = ['mean', 'p50', 'p90', 'p95', 'p99'] as const

interface Durations {
  readonly service: string
  readonly unit: string
  readonly statistic: (typeof STATISTICS)[number]
  /** Differences between neighbouring readings before the onset: what grows slowly grows everywhere. */
  readonly steps: Float64Array
  readonly before: number
  readonly added: number
}

/** `enough`: nats from which on a service's durations have changed. */
export function containedAmong(
  symptoms: readonly MetricSymptom[],
  { from, onset, to }: { readonly from: number; readonly onset: number; readonly to: number },
  enough: number,
  graph: ServiceGraph,
): ContainedIn {
  const isBelow = (caller: string, callee: string): boolean => downstream(graph, caller).has(callee)
  const slow = symptoms.filter(({ row, shift, nats }) => isOfService(row) && shift.z > 0 && nats > enough)
  const durations = slow.flatMap(({ row }) => durationsOf(row, from, onset, to) ?? [])
  const byService = Map.groupBy(durations, ({ service }) => service)
  const pairs = byService.size * (byService.size - 1)
  const shares = new Map<string, number>()
  for (const [service, own] of byService) {
    for (const [other, theirs] of byService) {
      if (other === service) continue
      const both = STATISTICS.flatMap((statistic) => {
        const outer = own.find((one) => one.statistic === statistic)
        const inner = theirs.find((one) => one.statistic === statistic && one.unit === outer?.unit)
        return outer === undefined || inner === undefined ? [] : [{ outer, inner }]
      })
      const [first] = both
      if (first === undefined) continue
      const { outer, inner } = first
      const share = surenessOf(outer.steps, inner.steps, pairs) * Math.min(1, inner.added / outer.added)
      const order = isBelow(service, other) ? 1 : isBelow(other, service) ? 0 : orderOf(outer.before / inner.before)
      shares.set(service, Math.max(share * order, shares.get(service) ?? 0))
    }
  }
  return (service) => shares.get(service) ?? 0
}

function isOfService({ role, edge, isHost, instance }: MetricRow): boolean {
  return role === 'latency' && edge === null && !isHost && instance === ''
}

function durationsOf(row: MetricRow, from: number, onset: number, to: number): Durations | null {
  const before = medianOf(read(row.raw, from, onset))
  const added = medianOf(read(row.raw, onset, to)) - before
  if (!(added > 0)) return null
  const steps = new Float64Array(Math.max(0, onset - from - 1))
  for (let i = 0; i < steps.length; i++)
    steps[i] = (row.raw[from + i + 1] ?? Number.NaN) - (row.raw[from + i] ?? Number.NaN)
  const words = `${row.metric} ${row.attributes}`.toLowerCase()
  const statistic = STATISTICS.find((one) => words.includes(one)) ?? 'mean'
  return { service: row.service, unit: row.unit, statistic, steps, before, added }
}

function read(raw: Float64Array, from: number, to: number): number[] {
  return [...raw.subarray(from, to)].filter((value) => !Number.isNaN(value))
}

/**
 * That the longer durations contain the others. A callee that others ask for more, or that is not asked each time, may take
 * longer than its caller: at equal durations either is as likely, at double ones sixteen to one.
 */
function orderOf(ratio: number): number {
  return 1 / (1 + ratio ** -4)
}

/** How sure it is that two rows of differences belong together, where the likeliest of so many pairs is looked for. */
function surenessOf(one: Float64Array, other: Float64Array, pairs: number): number {
  let n = 0
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const a = one[i] ?? Number.NaN
    const b = other[i] ?? Number.NaN
    if (Number.isNaN(a) || Number.isNaN(b)) continue
    n++
    x += a
    y += b
    xx += a * a
    yy += b * b
    xy += a * b
  }
  if (n < PAIRS_MIN) return 0
  const scatter = Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n))
  const r = scatter > 0 ? (xy - (x * y) / n) / scatter : 0
  if (r <= 0) return 0
  // Fisher's transformation; of two differences that share a reading one is not independent.
  const z = Math.atanh(Math.min(0.999, r)) * Math.sqrt(Math.max(1, n / 2 - 3))
  const odds = Math.exp((z * z) / 2) / Math.max(1, pairs)
  return odds / (1 + odds)
}
