/** The course of a series: whether it goes one way all the time, however slowly, and what is no course but chance. */

const QUARTERS = 4
/** So many times as far as values of one quarter lie apart from each other. */
const BEYOND_SPREAD = 2

/** "A disk from 64 to 67 %": each quarter lies further than the one before, and the way is longer than the noise. */
export function isStraight(values: readonly number[]): boolean {
  const size = Math.floor(values.length / QUARTERS)
  if (size < 2) return false
  const quarters = Array.from({ length: QUARTERS }, (_, at) => values.slice(at * size, (at + 1) * size))
  const means = quarters.map(meanOf)
  const steps = means.slice(1).map((value, at) => value - (means[at] ?? 0))
  const isOneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  const spread = meanOf(quarters.flatMap((part, at) => part.map((value) => Math.abs(value - (means[at] ?? 0)))))
  return isOneWay && Math.abs((means.at(-1) ?? 0) - (means[0] ?? 0)) > BEYOND_SPREAD * spread
}

/** Events that come by chance differ by this many scatters in one of twenty comparisons. */
const SCATTERS = 2

/** Whether two counts of equal time differ by no more than chance: "24, then 20 clicks" is no fall. */
export function isScatter(before: number, after: number): boolean {
  return Math.abs(after - before) <= SCATTERS * Math.sqrt(before + after)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
