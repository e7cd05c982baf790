/**
 * New instances have no past of their own. Each is compared, over the same time, with the instances of its service that
 * existed before it. So a bad release of one pod among four shows, even if the service's mean hardly moves.
 */
import { medianOf } from '../../median.ts'
import type { MetricActivity } from '../../telemetry/index.ts'
import { LATE_STEPS } from './metric-counts.ts'
import { isResource } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import { harmLike, OF_REQUESTS } from './metric-series.ts'
import { leastScatter, type ShiftParameters } from './metric-shifts.ts'

export interface SiblingParameters {
  /**
   * How much healthy instances of one service differ while one of them is new: in logarithms, and in percentage points.
   */
  readonly log: number
  readonly points: number
}

/** One metric of a new instance, beside the same metric of its older siblings. */
export interface SiblingRow {
  readonly row: MetricRow
  /** On the harm scale, one per older sibling. */
  readonly siblings: readonly Float64Array[]
  /** As sent. */
  readonly siblingsRaw: readonly Float64Array[]
}

export interface NewInstance {
  readonly service: string
  readonly instance: string
  /** First and last interval with a reading. */
  readonly born: number
  readonly last: number
  readonly rows: readonly SiblingRow[]
}

/** How one metric of a new instance compares with its siblings, on the harm scale and as sent. */
export interface BesideSiblings {
  readonly sibling: SiblingRow
  readonly before: number
  readonly after: number
  readonly z: number
  readonly readings: number
  readonly own: number
  readonly theirs: number
}

/** An instance warms up in its first reading. */
const WARM_UP = 1
const READINGS_MIN = 2
/** Siblings that report in this share of the steps are expected to report in each. */
export const STEADY = 0.8

/** Instances that began in the middle while others of their service went on. `rows` is the result of `metricRows`. */
export function newInstances({ grid, series }: MetricActivity, rows: readonly MetricRow[]): NewInstance[] {
  const extents = extentsOf(series, grid.count)
  const found: NewInstance[] = []
  for (const [service, of] of extents) {
    const firstOfAll = Math.min(...[...of.values()].map(({ first }) => first))
    const elders = [...of].filter(([, { first }]) => first < firstOfAll + LATE_STEPS)
    for (const [instance, { first: born, last, steps }] of of) {
      if (born < firstOfAll + LATE_STEPS || last - born < READINGS_MIN) continue
      // An instance that is read only now and then may be as old as the others.
      if (steps.size < STEADY * (last + 1 - born)) continue
      const living = new Set(elders.filter(([, elder]) => elder.last >= last - 1).map(([name]) => name))
      if (living.size === 0) continue
      const compared = rows.flatMap((mean): SiblingRow[] => {
        if (mean.service !== service || mean.instance !== '' || mean.isHost) return []
        const siblingsRaw = [...mean.parts].filter(([name]) => living.has(name)).map(([, values]) => values)
        if (siblingsRaw.length === 0) return []
        const raw = mean.parts.get(instance) ?? new Float64Array(grid.count).fill(Number.NaN)
        const row = { ...mean, instance, raw, harm: harmLike(mean, raw) }
        return [{ row, siblings: siblingsRaw.map((one) => harmLike(mean, one)), siblingsRaw }]
      })
      found.push({ service, instance, born, last, rows: compared })
    }
  }
  return found
}

export interface Extent {
  readonly first: number
  readonly last: number
  /** Steps with a reading. */
  readonly steps: ReadonlySet<number>
}

/** First and last step of each instance of each service. */
export function extentsOf(series: MetricActivity['series'], count: number): Map<string, Map<string, Extent>> {
  const extents = new Map<string, Map<string, Extent>>()
  for (const { service, instance, counts } of series) {
    if (instance === '') continue
    const first = counts.findIndex((points) => points > 0)
    if (first < 0) continue
    const last = counts.findLastIndex((points) => points > 0)
    const of = extents.get(service) ?? new Map<string, Extent>()
    extents.set(service, of)
    const known = of.get(instance) ?? { first: count, last: -1, steps: new Set() }
    const steps = new Set(known.steps)
    counts.forEach((points, i) => {
      if (points > 0) steps.add(i)
    })
    of.set(instance, { first: Math.min(known.first, first), last: Math.max(known.last, last), steps })
  }
  return extents
}

/** Every metric of the new instance that has enough readings in [onset, to), beside its siblings' at the same time. */
export function besideSiblings(
  { rows, born, last }: NewInstance,
  onset: number,
  end: number,
  parameters: ShiftParameters & { readonly siblings: SiblingParameters },
): BesideSiblings[] {
  const from = Math.max(onset, born + WARM_UP)
  const to = Math.min(end, last + 1)
  return rows.flatMap((sibling): BesideSiblings[] => {
    const own = valuesIn(sibling.row.harm, from, to)
    const levels = sibling.siblings.map((one) => valuesIn(one, from, to)).filter(({ length }) => length > 0)
    if (own.length < READINGS_MIN || levels.length === 0) return []
    const before = medianOf(levels.map(medianOf))
    const after = medianOf(own)
    const apart = medianOf(levels.map((values) => Math.abs(medianOf(values) - before)))
    const { siblings } = parameters
    const usual = sibling.row.isInPoints ? siblings.points : siblings.log
    const least = Math.max(usual, OF_REQUESTS.has(sibling.row.role) ? leastScatter(sibling.row, before, parameters) : 0)
    const z = (after - before) / Math.max(least, apart)
    const theirs = medianOf(sibling.siblingsRaw.flatMap((one) => valuesIn(one, from, to)))
    return [
      { sibling, before, after, z, readings: own.length, own: medianOf(valuesIn(sibling.row.raw, from, to)), theirs },
    ]
  })
}

/** Readings at a hundredth of the siblings' count as none. */
const IDLE_SHARE = 0.01
/** An instance that fails to start may work for a moment now and then. */
const IDLE_STEPS = 0.3

/**
 * Of the steps since the new instance came, those in which it does nothing of what its siblings do all the time. Null
 * if it works, or if its siblings are too irregular to tell.
 */
export function idleSteps({ rows, born, last }: NewInstance, onset: number, end: number): number | null {
  const from = Math.max(onset, born + WARM_UP)
  const to = Math.min(end, last + 1)
  const steps = to - from
  if (steps < READINGS_MIN) return null
  // A share of requests that succeed has readings where there are requests, whatever else is not sent of the instance.
  const serves = ({ row }: SiblingRow): boolean =>
    row.role === 'success' && valuesIn(row.raw, from, to).length > IDLE_STEPS * steps
  if (rows.some(serves)) return null
  const steady = rows.filter(({ row, siblingsRaw }) => {
    const doesWork = row.role !== 'success' && row.role !== 'errors'
    return doesWork && siblingsRaw.every((one) => workingIn(one, 0, from, to) >= STEADY * steps)
  })
  const busy = steady.filter(({ row }) => !isResource(row.role))
  if (busy.length === 0 || steady.length < 2) return null
  const idle = steady.filter(({ row, siblingsRaw }) => {
    const usual = medianOf(siblingsRaw.flatMap((one) => valuesIn(one, from, to)))
    return workingIn(row.raw, IDLE_SHARE * usual, from, to) <= IDLE_STEPS * steps
  })
  return idle.length >= STEADY * steady.length ? steps : null
}

/** Twice an instance may be started anew while what it waits for begins. */
const RESTARTS_MIN = 3

/**
 * In how many steps since the new instance came it was started anew, where no sibling was. Null: in too few, or nobody counts it.
 */
export function restartingSteps({ rows, born, last }: NewInstance, onset: number, end: number): number | null {
  const from = Math.max(onset, born)
  const to = Math.min(end, last + 1)
  const counted = rows.filter(({ row }) => /restart/.test(row.metric.toLowerCase()))
  const anew = counted.map(({ row, siblingsRaw }) =>
    siblingsRaw.some((one) => workingIn(one, 0, from, to) > 0) ? 0 : workingIn(row.raw, 0, from, to),
  )
  const most = Math.max(0, ...anew)
  return most < RESTARTS_MIN ? null : most
}

function workingIn(raw: Float64Array, above: number, from: number, to: number): number {
  return valuesIn(raw, from, to).filter((value) => value > above).length
}

function valuesIn(values: Float64Array, from: number, to: number): number[] {
  return [...values.subarray(from, to)].filter((value) => !Number.isNaN(value))
}
