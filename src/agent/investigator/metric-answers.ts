/**
 * How much a service sends and receives for each answer it gives. Requests come and go, and what the network carries follows
 * them; what goes into one answer hardly changes. So work that is left out of answers that look right shows here, where no
 * duration and no failure tells of it.
 */
import { medianOf } from '../../median.ts'
import type { MetricRole } from './metric-roles.ts'
import type { PlainRow } from './metric-row.ts'

const SENT = /transmit|sent|egress|(?:^|[^a-z])(?:tx|out)(?:[^a-z]|$)/
const RECEIVED = /receive|ingress|(?:^|[^a-z])(?:rx|in)(?:[^a-z]|$)/
const DIRECTIONS: readonly (readonly [words: RegExp, role: MetricRole])[] = [
  [SENT, 'gives'],
  [RECEIVED, 'takes'],
]
/** What the network carries besides content. */
const NO_CONTENT = /packet|segment|drop|err|retrans|connection|socket|listen/

/** A row for each direction of each service whose requests and network are both measured. */
export function perAnswer(rows: readonly PlainRow[]): PlainRow[] {
  return [...Map.groupBy(rows, ({ service }) => service).values()].flatMap((own) => {
    const carried = own.filter(carriesContent)
    const answers = carried.length === 0 ? null : answersOf(own)
    if (answers === null) return []
    return DIRECTIONS.flatMap(([words, role]) => {
      const [first, ...others] = carried.filter((row) => directionOf(row) === words)
      if (first === undefined) return []
      return ratioOf(first, role, [first, ...others.filter(({ metric }) => metric === first.metric)], answers)
    })
  })
}

function carriesContent({ role, edge, isHost, metric }: PlainRow): boolean {
  return role === 'network' && edge === null && !isHost && !NO_CONTENT.test(metric.toLowerCase())
}

function directionOf({ metric, attributes }: PlainRow): RegExp | undefined {
  const words = `${metric} ${attributes}`.toLowerCase()
  return [SENT, RECEIVED].find((direction) => direction.test(words))
}

/**
 * Requests that were answered well, and those answered as well as usual: all but the failures beyond the service's usual share.
 * Failures mostly have little in them, but those of a service that always fails are all that it sends. Null: requests are
 * not counted.
 */
function answersOf(own: readonly PlainRow[]): readonly ByInstance[] | null {
  const counted = mostOf(own.filter(({ isRequestCount, edge }) => isRequestCount && edge === null))
  const [first] = counted
  if (first === undefined) return null
  const requests = summed(counted)
  const failures = own.filter(({ role, one, edge, metric, isInPoints }) => {
    return role === 'errors' && one !== null && !isInPoints && edge === null && !/[._]sum$/.test(metric)
  })
  // Where failures are told apart by an attribute, the count of the others is without them.
  const apart = failures.filter(({ metric }) => metric === first.metric)
  if (apart.length > 0)
    return goodAndUsual(
      joined(requests, summed(apart), (some, bad) => some + bad),
      requests,
    )
  if (failures.length > 0) {
    return goodAndUsual(
      requests,
      joined(requests, summed(mostOf(failures)), (some, bad) => Math.max(0, some - bad)),
    )
  }
  const share = own.find(({ isInPoints, edge }) => isInPoints && edge === null)
  if (share === undefined) return [requests]
  const most = Math.max(...share.raw.filter((value) => !Number.isNaN(value)))
  const full = most > 1.5 ? 100 : 1
  const good = joined(requests, summed([share]), (some, value) => {
    return some * (share.role === 'success' ? value / full : 1 - value / full)
  })
  return goodAndUsual(requests, good)
}

function goodAndUsual(all: ByInstance, good: ByInstance): readonly ByInstance[] {
  const shares = joined(good, all, (well, some) => (some > 0 ? well / some : Number.NaN))
  const usual = medianOf([...shares.values()].flatMap((values) => [...values].filter((share) => share <= 1)))
  const asUsual = joined(good, all, (well, some) => Math.min(some, well / usual))
  return usual > 0 ? [good, asUsual] : [good, all]
}

/**
 * Of two ways to count answers the second only where what is carried for each scatters by half as much: a scatter of twenty
 * steps is off by a fifth, so half of another one is no chance.
 */
const STEADIER = 1 / 2

function steadier(bytes: Float64Array, [first, second]: readonly ByInstance[]): ByInstance | undefined {
  if (first === undefined || second === undefined) return first
  const scatter = (counted: ByInstance): number => scatterOf(bytes, totalOf(counted, bytes.length))
  return scatter(second) < STEADIER * scatter(first) ? second : first
}

/** How far half of the steps are from the middle one, in logarithms. */
function scatterOf(bytes: Float64Array, counts: Float64Array): number {
  const levels = [...bytes].flatMap((some, i) => {
    const count = counts[i] ?? Number.NaN
    return some > 0 && !Number.isNaN(count) ? [Math.log(some / count)] : []
  })
  // What is carried for no answer at all is infinitely far from any level.
  const middle = medianOf(levels.filter((level) => Number.isFinite(level)))
  return medianOf(levels.map((level) => Math.abs(level - middle)))
}

/** Both step by step, instance by instance; the first alone where the other has no reading. */
function joined(one: ByInstance, other: ByInstance, of: (a: number, b: number) => number): ByInstance {
  return new Map(
    [...one].map(([instance, values]) => {
      const beside = other.get(instance)
      const both = values.map((value, i) => {
        const second = beside?.[i] ?? Number.NaN
        return Number.isNaN(second) ? value : of(value, second)
      })
      return [instance, both] as const
    }),
  )
}

function ratioOf(
  first: PlainRow,
  role: MetricRole,
  carried: readonly PlainRow[],
  counted: readonly ByInstance[],
): PlainRow {
  const bytes = summed(carried)
  const steps = first.raw.length
  const answers = steadier(totalOf(bytes, steps), counted) ?? new Map()
  const both = [...bytes.keys()].filter((one) => answers.has(one))
  const parts = new Map(both.map((one) => [one, divided(bytes.get(one), answers.get(one), steps)] as const))
  // An instance counts in the steps in which both are read of it.
  const inBoth = (of: ByInstance): ByInstance =>
    new Map(
      both.map((one) => [
        one,
        (of.get(one) ?? new Float64Array(steps)).map((value, i) =>
          Number.isNaN(bytes.get(one)?.[i] ?? Number.NaN) || Number.isNaN(answers.get(one)?.[i] ?? Number.NaN)
            ? Number.NaN
            : value,
        ),
      ]),
    )
  // Where requests are not counted by instance, all that is carried is for all of them.
  const raw =
    both.length === 0
      ? divided(totalOf(bytes, steps), totalOf(answers, steps), steps)
      : divided(totalOf(inBoth(bytes), steps), totalOf(inBoth(answers), steps), steps)
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

function divided(bytes: Float64Array | undefined, answers: Float64Array | undefined, steps: number): Float64Array {
  return new Float64Array(steps).map((_, i) => {
    const count = answers?.[i] ?? Number.NaN
    return count > 0 ? (bytes?.[i] ?? Number.NaN) / count : Number.NaN
  })
}

/** Readings by instance; the key '' where nothing tells instances apart. */
type ByInstance = ReadonlyMap<string, Float64Array>

/** Of rows, those of the metric that counts most. */
function mostOf(rows: readonly PlainRow[]): readonly PlainRow[] {
  const countedBy = (of: readonly PlainRow[]): number =>
    of.reduce((sum, { raw }) => raw.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), sum), 0)
  const metrics = [...Map.groupBy(rows, ({ metric }) => metric).values()]
  return metrics.toSorted((a, b) => countedBy(b) - countedBy(a))[0] ?? []
}

/** The sum over rows, for each instance; NaN where none of them has a reading. */
function summed(rows: readonly PlainRow[]): ByInstance {
  const sums = new Map<string, Float64Array>()
  for (const { parts, instance, raw } of rows) {
    for (const [one, values] of parts.size > 0 ? parts : [[instance, raw] as const]) {
      const known = sums.get(one)
      sums.set(one, known === undefined ? values : values.map((value, i) => plus(known[i] ?? Number.NaN, value)))
    }
  }
  return sums
}

/** The sum over all instances, step by step. */
function totalOf(of: ByInstance, steps: number): Float64Array {
  const total = new Float64Array(steps).fill(Number.NaN)
  for (const values of of.values()) {
    for (let i = 0; i < steps; i++) total[i] = plus(total[i] ?? Number.NaN, values[i] ?? Number.NaN)
  }
  return total
}

function plus(a: number, b: number): number {
  if (Number.isNaN(a)) return b
  return Number.isNaN(b) ? a : a + b
}
