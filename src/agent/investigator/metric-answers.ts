/**
 * How much a service sends and receives for each answer it gives. Requests come and go, and what the network carries follows
 * them; what goes into one answer hardly changes. So work that is left out of answers that look right shows here, where no
 * duration and no failure tells of it.
 */
import type { MetricRole } from './metric-roles.ts'
import type { PlainRow } from './metric-row.ts'

const SENT = /transmit|sent|egress|(?:^|[^a-z])(?:tx|out)(?:[^a-z]|$)/
const RECEIVED = /receive|ingress|(?:^|[^a-z])(?:rx|in)(?:[^a-z]|$)/
/** What the network carries besides content. */
const NO_CONTENT = /packet|segment|drop|err|retrans|connection|socket|listen/

/** A row for each direction of each service whose requests and network are both measured. */
export function perAnswer(rows: readonly PlainRow[]): PlainRow[] {
  const found: PlainRow[] = []
  for (const own of Map.groupBy(rows, ({ service }) => service).values()) {
    const carried = own.filter(carriesContent)
    if (carried.length === 0) continue
    const answers = answersOf(own)
    if (answers === null) continue
    for (const [pattern, role] of [
      [SENT, 'gives'],
      [RECEIVED, 'takes'],
    ] as const) {
      const directed = carried.filter((row) => directionOf(row) === pattern)
      const [first] = directed
      if (first === undefined) continue
      const same = directed.filter(({ metric }) => metric === first.metric)
      found.push(ratioOf(first, role, same, answers))
    }
  }
  return found
}

function carriesContent({ role, edge, isHost, metric }: PlainRow): boolean {
  return role === 'network' && edge === null && !isHost && !NO_CONTENT.test(metric.toLowerCase())
}

function directionOf({ metric, attributes }: PlainRow): RegExp | undefined {
  const words = `${metric} ${attributes}`.toLowerCase()
  return [SENT, RECEIVED].find((pattern) => pattern.test(words))
}

/** Readings by instance; the key '' where nothing tells instances apart. */
type ByInstance = ReadonlyMap<string, Float64Array>

/** Requests that were answered well: failures have little in them. Null: requests are not counted. */
function answersOf(own: readonly PlainRow[]): ByInstance | null {
  const counted = own.filter(({ isRequestCount, edge }) => isRequestCount && edge === null)
  const all = mostOf(counted)
  if (all === null) return null
  const failures = own.filter(({ role, one, edge, metric, isInPoints }) => {
    return role === 'errors' && one !== null && !isInPoints && edge === null && !/[._]sum$/.test(metric)
  })
  const [metric] = all
  // Where failures are told apart by an attribute, the count of the others is without them.
  if (failures.some((row) => row.metric === metric)) return summed(all[1])
  const requests = summed(all[1])
  const failed = mostOf(failures)
  if (failed !== null) return joined(requests, summed(failed[1]), (some, bad) => Math.max(0, some - (bad || 0)))
  const share = own.find(({ isInPoints, edge }) => isInPoints && edge === null)
  if (share === undefined) return requests
  const full = Math.max(...share.raw.map((value) => (Number.isNaN(value) ? 0 : value))) > 1.5 ? 100 : 1
  const good = (value: number): number => (share.role === 'success' ? value / full : 1 - value / full)
  return joined(requests, summed([share]), (some, value) => some * (Number.isNaN(value) ? 1 : good(value)))
}

/** Of rows, those of the metric that counts most. */
function mostOf(rows: readonly PlainRow[]): [metric: string, rows: PlainRow[]] | null {
  const totalOf = (of: readonly PlainRow[]): number =>
    of.reduce((sum, { raw }) => raw.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), sum), 0)
  const metrics = [...Map.groupBy(rows, ({ metric }) => metric)]
  return metrics.toSorted(([, a], [, b]) => totalOf(b) - totalOf(a))[0] ?? null
}

function partsOf({ parts, instance, raw }: PlainRow): ByInstance {
  return parts.size > 0 ? parts : new Map([[instance, raw]])
}

/** The sum over rows, for each instance; NaN where none of them has a reading. */
function summed(rows: readonly PlainRow[]): ByInstance {
  const sums = new Map<string, Float64Array>()
  for (const row of rows) {
    for (const [instance, values] of partsOf(row)) {
      const known = sums.get(instance)
      sums.set(
        instance,
        known === undefined ? values : values.map((value, i) => plus(known[i] ?? Number.NaN, value)),
      )
    }
  }
  return sums
}

function plus(a: number, b: number): number {
  if (Number.isNaN(a)) return b
  return Number.isNaN(b) ? a : a + b
}

/** Both step by step, where instances are the same; what is told of no instance is taken of all. */
function joined(one: ByInstance, other: ByInstance, of: (a: number, b: number) => number): ByInstance {
  return new Map(
    [...one].map(([instance, values]) => {
      const beside = other.get(instance)
      return [instance, values.map((value, i) => of(value, beside?.[i] ?? Number.NaN))] as const
    }),
  )
}

function ratioOf(first: PlainRow, role: MetricRole, carried: readonly PlainRow[], answers: ByInstance): PlainRow {
  const bytes = summed(carried)
  const both = [...bytes.keys()].filter((instance) => answers.has(instance))
  // Where requests are not counted by instance, all that is carried is for all of them.
  const isApart = both.length > 0
  const sumOf = (of: ByInstance, i: number): number =>
    (isApart ? both : [...of.keys()]).reduce((sum, instance) => plus(sum, of.get(instance)?.[i] ?? Number.NaN), Number.NaN)
  const raw = first.raw.map((_, i) => {
    if (!isApart) return per(sumOf(bytes, i), sumOf(answers, i))
    const read = both.filter((one) => {
      return !Number.isNaN(bytes.get(one)?.[i] ?? Number.NaN) && !Number.isNaN(answers.get(one)?.[i] ?? Number.NaN)
    })
    const total = (of: ByInstance): number => read.reduce((sum, one) => sum + (of.get(one)?.[i] ?? 0), 0)
    return read.length === 0 ? Number.NaN : per(total(bytes), total(answers))
  })
  const parts = new Map(
    both.map((one) => {
      const counts = answers.get(one)
      return [one, (bytes.get(one) ?? first.raw).map((value, i) => per(value, counts?.[i] ?? Number.NaN))] as const
    }),
  )
  return {
    ...first,
    role,
    metric: `${first.metric} per answer`,
    unit: '',
    one: null,
    isTurned: true,
    isInPoints: false,
    isRequestCount: false,
    isPerSecond: false,
    parts,
    instance: parts.size > 1 ? '' : (both[0] ?? first.instance),
    raw,
  }
}

function per(bytes: number, answers: number): number {
  return answers > 0 ? bytes / answers : Number.NaN
}
