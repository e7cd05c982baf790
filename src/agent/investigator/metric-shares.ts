/**
 * The share of a service's requests that fail, where both are counted. A count of failures follows the requests, and one
 * that was zero says little of how many fail now.
 */
import type { MetricRow, PlainRow } from './metric-row.ts'

/**
 * A row for each service of several instances whose requests and failures are counted, of its mean. What one instance
 * counts follows its requests, and that is taken off its count already.
 */
export function failingShares(rows: readonly PlainRow[]): PlainRow[] {
  const found: PlainRow[] = []
  for (const own of Map.groupBy(rows, ({ service }) => service).values()) {
    const counted = own.filter(({ isRequestCount, edge }) => isRequestCount && edge === null)
    const failures = own.filter(({ role, one, parts, edge, metric }) => {
      return role === 'errors' && one !== null && parts.size > 1 && edge === null && !/[._]sum$/.test(metric)
    })
    for (const failed of Map.groupBy(failures, ({ metric }) => metric).values()) {
      const [first] = failed
      const all = first === undefined ? undefined : requestsOf(first, counted)
      if (first === undefined || all === undefined) continue
      const isAll = !all.some(({ metric }) => metric === first.metric)
      const shareOf = (pick: (row: PlainRow) => Float64Array | undefined): Float64Array => {
        const good = summed(all.map(pick))
        const bad = summed(failed.map(pick))
        return good.map((some, i) => shareIn(some, bad[i] ?? Number.NaN, isAll))
      }
      const parts = new Map([...first.parts.keys()].map((one) => [one, shareOf((row) => row.parts.get(one))]))
      const raw = shareOf((row) => row.raw)
      found.push({ ...first, ...AS_SHARE, metric: `share of ${first.metric} that fails`, parts, raw })
    }
  }
  return found
}

const AS_SHARE = {
  attributes: '',
  unit: '1',
  role: 'errors',
  one: null,
  isInPoints: true,
  isRequestCount: false,
  isPerSecond: false,
} as const

/** The counts that failures are a part of: those of the same metric, else that of the most requests. */
function requestsOf({ metric, instance }: PlainRow, counted: readonly PlainRow[]): PlainRow[] | undefined {
  const beside = counted.filter((row) => row.instance === instance)
  const same = beside.filter((row) => row.metric === metric)
  if (same.length > 0) return same
  const totalOf = ({ raw }: PlainRow): number => raw.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)
  const [most] = beside.toSorted((a, b) => totalOf(b) - totalOf(a))
  return most === undefined ? undefined : [most]
}

/** `isAll`: the count of requests has the failures in it. */
function shareIn(requests: number, failures: number, isAll: boolean): number {
  if (Number.isNaN(failures)) return Number.NaN
  const known = Number.isNaN(requests) ? 0 : requests
  const all = isAll ? Math.max(known, failures) : known + failures
  return all > 0 ? failures / all : Number.NaN
}

/** Sums step by step; NaN where none has a reading. */
function summed(rows: readonly (Float64Array | undefined)[]): Float64Array {
  const read = rows.flatMap((row) => (row === undefined ? [] : [row]))
  const [first] = read
  if (first === undefined) return new Float64Array()
  return first.map((_, i) => {
    const values = read.map((row) => row[i] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0)
  })
}

/** Of failures by their count and by their share, the more surprising: both tell of the same requests. */
export function toldOnce<T extends { readonly row: MetricRow; readonly nats: number }>(symptoms: readonly T[]): T[] {
  const failing = symptoms.filter(({ row }) => row.role === 'errors' && row.edge === null)
  const less = new Set<T>()
  for (const own of Map.groupBy(failing, ({ row }) => `${row.service}\u0000${row.instance}`).values()) {
    const [shares, counts] = [own.filter(({ row }) => row.isInPoints), own.filter(({ row }) => !row.isInPoints)]
    const most = (of: readonly T[]): number => Math.max(0, ...of.map(({ nats }) => nats))
    if (shares.length === 0 || counts.length === 0) continue
    for (const one of most(shares) >= most(counts) ? counts : shares) less.add(one)
  }
  return symptoms.filter((symptom) => !less.has(symptom))
}
