/** Rows made of others: means of sums by counts, and zeros of counts that are sent only where there is something. */
import { medianOf } from '../../median.ts'
import { metricRole } from './metric-roles.ts'
import type { PlainRow } from './metric-row.ts'

/**
 * The sum and count of a histogram become its mean; the sum alone only follows the number of observations. Returns how
 * many observations a reading of each mean has.
 */
export function foldSums(rows: PlainRow[], intervalMs: number): Map<PlainRow, number> {
  const keyOf = ({ service, instance, attributes }: PlainRow, metric: string): string =>
    [service, instance, attributes, metric].join('\u0000')
  const counts = new Map(
    rows.filter(({ metric }) => /[._]count$/.test(metric)).map((row) => [keyOf(row, row.metric), row]),
  )
  const observed = new Map<PlainRow, number>()
  rows.forEach((row, i) => {
    if (!/[._]sum$/.test(row.metric)) return
    const name = row.metric.slice(0, -'.sum'.length)
    const countName = row.metric.replace(/sum$/, 'count')
    // Of failures, the sum may be of the only instance that had one, and the count of all.
    const count = counts.get(keyOf(row, countName)) ?? counts.get(keyOf({ ...row, instance: '' }, countName))
    if (count === undefined) return
    const parts = new Map(
      [...row.parts].flatMap(([one, sums]) => {
        const own = count.parts.get(one)
        return own === undefined ? [] : [[one, meanPer([[sums, own]])] as const]
      }),
    )
    const raw = meanPer([...row.parts].flatMap(([one, sums]) => [[sums, count.parts.get(one) ?? NONE] as const]))
    const folded = { ...row, metric: name, role: metricRole(name), one: null, isRequestCount: false, parts, raw }
    rows[i] = folded
    const some = medianOf([...count.raw].filter((value) => value > 0))
    if (some > 0) observed.set(folded, Math.max(1, some * (count.isPerSecond ? intervalMs / 1_000 : 1)))
  })
  return observed
}

const NONE = new Float64Array()

/** Sums by counts, step by step, over all instances that have both. */
function meanPer(instances: readonly (readonly [sums: Float64Array, counts: Float64Array])[]): Float64Array {
  const mean = new Float64Array(instances[0]?.[0].length ?? 0)
  return mean.map((_, at) => {
    let sum = 0
    let n = 0
    for (const [sums, counts] of instances) {
      const [some, count] = [sums[at] ?? Number.NaN, counts[at] ?? Number.NaN]
      if (Number.isNaN(some) || Number.isNaN(count)) continue
      sum += some
      n += count
    }
    return n > 0 ? sum / n : Number.NaN
  })
}

/** A count that is only sent where there is something to count: none is none, while its service sends other readings. */
export function fillUncounted(rows: PlainRow[], count: number): void {
  for (const own of Map.groupBy(rows, ({ service }) => service).values()) {
    const isSent = Array.from({ length: count }, (_, i) => own.some(({ raw }) => !Number.isNaN(raw[i] ?? Number.NaN)))
    for (const row of own) {
      if (row.one !== 1 || row.role === 'traffic') continue
      const raw = row.raw.map((value, i) => (Number.isNaN(value) && isSent[i] === true ? 0 : value))
      rows[rows.indexOf(row)] = { ...row, raw }
    }
  }
}

/** Calls that are read in this share of the steps are made all the time. */
const STEADY_CALLS = 0.8

/**
 * Calls that were made all the time and end, while the service still counts those of others by the same metric, are none: a new
 * version that no longer makes them sends no count of them.
 */
export function fillUncalled(rows: PlainRow[], count: number): void {
  const isOfCalls = ({ role, edge, service }: PlainRow): boolean => role === 'traffic' && edge?.caller === service
  for (const own of Map.groupBy(
    rows.filter(isOfCalls),
    ({ service, metric }) => `${service}\u0000${metric}`,
  ).values()) {
    const isRead = ({ raw }: PlainRow, i: number): boolean => !Number.isNaN(raw[i] ?? Number.NaN)
    for (const row of own) {
      const read = Array.from({ length: count }, (_, i) => i).filter((i) => isRead(row, i))
      const [first = 0, last = count] = [read[0], read.at(-1)]
      if (read.length < STEADY_CALLS * (last + 1 - first)) continue
      const others = own.filter(({ edge }) => edge?.callee !== row.edge?.callee)
      const raw = row.raw.map((value, i) => (i > last && others.some((other) => isRead(other, i)) ? 0 : value))
      rows[rows.indexOf(row)] = { ...row, raw }
    }
  }
}
