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

/** A step stands out from the usual one so many times, and of events by as many as do not come by chance. */
const SPIKE_TIMES = 3
const SPIKE_EVENTS = 5

/** Whether one step stands out from what the others usually are: "any spike in 429s?" */
export function isSpikeOf(values: readonly number[], isOfEvents: boolean): boolean {
  if (values.length < 4) return false
  const sorted = values.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const peak = sorted.at(-1) ?? 0
  if (isOfEvents) return peak >= SPIKE_EVENTS && peak > SPIKE_TIMES * (usual + Math.sqrt(usual))
  return usual > 0 && peak > SPIKE_TIMES * usual
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
