/**
 * What a mean over instances owes to which instances there are. Where old ones end and new ones come, the mean moves by
 * how much instances of one service differ, though none of them changed.
 */
import { medianOf } from '../../median.ts'

export interface Members {
  /** For each instance and step: how many readings it had before the step. */
  readonly readings: readonly Uint32Array[]
  /** How much instances differ that are there at the same time, on the harm scale. */
  readonly spread: number
}

/** How much healthy instances of one service differ: in logarithms, and in percentage points. */
const USUAL_SPREAD = { log: 0.3, points: 2 } as const
/** The usual spread counts as this many instances, and so does the metric's. */
const USUAL_WEIGHT = 2
/** Instances are compared over so many steps that both were there. */
const TOGETHER_MIN = 3

interface MeanRow {
  readonly metric: string
  readonly isInPoints: boolean
  /** Readings of each instance, on the harm scale. */
  readonly parts: readonly Float64Array[]
}

/** The members of each row, in the order of the rows; null: the row is no mean. */
export function membersOf(rows: readonly MeanRow[]): (Members | null)[] {
  const apart = rows.map(({ parts }) => (parts.length < 2 ? [] : deviationsOf(parts)))
  const byMetric = new Map<string, number[]>()
  rows.forEach(({ metric }, i) => {
    byMetric.set(metric, [...(byMetric.get(metric) ?? []), ...squaresOf(apart[i] ?? [])])
  })
  return rows.map(({ metric, isInPoints, parts }, i) => {
    if (parts.length < 2) return null
    const usual = USUAL_SPREAD[isInPoints ? 'points' : 'log'] ** 2
    const ofMetric = shrunk(byMetric.get(metric) ?? [], usual)
    return { readings: parts.map(readingsBefore), spread: Math.sqrt(shrunk(squaresOf(apart[i] ?? []), ofMetric)) }
  })
}

function shrunk(squares: readonly number[], prior: number): number {
  const sum = squares.reduce((total, square) => total + square, 0)
  return (sum + USUAL_WEIGHT * prior) / (squares.length + USUAL_WEIGHT)
}

/** Squares of deviations from a mean of n, made those from the true level. */
function squaresOf(deviations: readonly number[]): number[] {
  const n = deviations.length
  return n < 2 ? [] : deviations.map((deviation) => (deviation ** 2 * n) / (n - 1))
}

/** How far each instance lies from the others that are there at the same time. */
function deviationsOf(parts: readonly Float64Array[]): number[] {
  const steps = parts[0]?.length ?? 0
  const off = parts.map((): number[] => [])
  for (let i = 0; i < steps; i++) {
    const present = parts.flatMap((part, at) =>
      Number.isNaN(part[i] ?? Number.NaN) ? [] : [[at, part[i] ?? 0] as const],
    )
    if (present.length < 2) continue
    const mean = present.reduce((sum, [, value]) => sum + value, 0) / present.length
    for (const [at, value] of present) off[at]?.push(value - mean)
  }
  return off.filter(({ length }) => length >= TOGETHER_MIN).map((values) => medianOf(values))
}

function readingsBefore(part: Float64Array): Uint32Array {
  const counts = new Uint32Array(part.length + 1)
  for (let i = 0; i < part.length; i++) {
    counts[i + 1] = (counts[i] ?? 0) + (Number.isNaN(part[i] ?? Number.NaN) ? 0 : 1)
  }
  return counts
}

/** The scatter that other instances bring to the difference of the means before and after an onset. */
export function scatterOfMembers(
  { readings, spread }: Members,
  { from, onset, to }: { readonly from: number; readonly onset: number; readonly to: number },
): number {
  const within = (start: number, end: number): number[] =>
    readings.map((counts) => (counts[end] ?? 0) - (counts[start] ?? 0))
  const [before, after] = [shares(within(from, onset)), shares(within(onset, to))]
  const turnover = before.reduce((sum, share, i) => sum + (share - (after[i] ?? 0)) ** 2, 0)
  return spread * Math.sqrt(turnover)
}

function shares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / Math.max(1, total))
}
