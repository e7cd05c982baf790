/** Whether two parts of a series differ by more than chance and everyday variation. Pure. */

export interface Part {
  readonly count: number
  readonly minutes: number
}

/** Fewer are too few to compare. */
const COUNT_MIN = 4
/** So many times as often, and so many deviations away from what chance does, is more or less. */
const RATIO = 1.5
const DEVIATIONS = 3
/** Counts of five minutes tell how much more than by chance they vary. */
const STEPS = 5

/** How much more than by chance the counts of the minutes vary: 1 where they vary by chance alone. */
export function dispersionOf(counts: readonly number[]): number {
  const sums: number[] = []
  for (let at = 0; at + STEPS <= counts.length; at += STEPS)
    sums.push(counts.slice(at, at + STEPS).reduce((sum, count) => sum + count, 0))
  if (sums.length < 3) return 1
  const mean = sums.reduce((sum, count) => sum + count, 0) / sums.length
  if (mean === 0) return 1
  const variance = sums.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (sums.length - 1)
  return Math.max(1, variance / mean)
}

/** So many minutes without one tell that there was none before. */
const NONE_BEFORE = 10

/** What the second part is against the first. */
export function changeOf(before: Part, since: Part, dispersion = 1): 'few' | 'same' | 'new' | 'more' | 'less' {
  const total = before.count + since.count
  if (before.count === 0 && since.count >= COUNT_MIN - 1 && before.minutes >= NONE_BEFORE) return 'new'
  if (total < COUNT_MIN) return 'few'
  if (before.minutes <= 0 || since.minutes <= 0) return 'same'
  const [was, is] = [before.count / before.minutes, since.count / since.minutes]
  if (deviationsOf(before, since) <= DEVIATIONS * Math.sqrt(dispersion)) return 'same'
  if (is > RATIO * was) return before.count === 0 ? 'new' : 'more'
  return RATIO * is < was ? 'less' : 'same'
}

/** How far the counts of two parts lie from what one pace for both would give, in standard deviations. */
function deviationsOf(before: Part, since: Part): number {
  const [total, minutes] = [before.count + since.count, before.minutes + since.minutes]
  const share = since.minutes / minutes
  return Math.abs(since.count - total * share) / Math.sqrt(Math.max(1, total * share * (1 - share)))
}

export interface Shift {
  /** The first minute of the second part. */
  readonly at: number
  readonly before: number
  readonly after: number
}

/** A change of its own has to be further than one at a moment that was known before. */
const OWN_RATIO = 1.8
const OWN_DEVIATIONS = 5
const PART_MIN = 5

/** The minute from which on counts are more or fewer than before, and a minute's count on both sides; null without one. */
export function shiftOf(counts: readonly number[]): Shift | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let best: { readonly gain: number; readonly shift: Shift } | null = null
  let sum = 0
  for (let at = 1; at < counts.length; at++) {
    sum += counts[at - 1] ?? 0
    if (at < PART_MIN || counts.length - at < PART_MIN) continue
    const [before, after] = [sum / at, (total - sum) / (counts.length - at)]
    const gain = gainOf(sum, at) + gainOf(total - sum, counts.length - at)
    if (best === null || gain > best.gain) best = { gain, shift: { at, before, after } }
  }
  if (best === null) return null
  const { at, before, after } = best.shift
  const dispersion = Math.max(dispersionOf(counts.slice(0, at)), dispersionOf(counts.slice(at)))
  const isFar =
    deviationsOf(
      { count: before * at, minutes: at },
      { count: after * (counts.length - at), minutes: counts.length - at },
    ) >
    OWN_DEVIATIONS * Math.sqrt(dispersion)
  const [low, high] = [Math.min(before, after), Math.max(before, after)]
  return isFar && high > OWN_RATIO * low ? best.shift : null
}

/** The likelihood of a count that comes at one pace, but for what all paces share. */
function gainOf(count: number, minutes: number): number {
  return count === 0 ? 0 : count * Math.log(count / minutes)
}

/** A level has to move by a tenth of what it was. */
const LEVEL_SHARE = 0.1
const LEVEL_DEVIATIONS = 3

/**
 * What a level is since a moment against before: a course that only goes on as it climbed or fell already is the same.
 */
export function levelChange(before: readonly number[], since: readonly number[]): 'few' | 'same' | 'more' | 'less' {
  if (before.length < 3 || since.length === 0) return 'few'
  const [mean, now] = [meanOf(before), meanOf(since)]
  const slope = slopeOf(before)
  const spread = Math.sqrt(
    before.reduce((sum, value, at) => sum + (value - mean - slope * (at - (before.length - 1) / 2)) ** 2, 0) /
      before.length,
  )
  const ahead = mean + slope * ((before.length + since.length) / 2)
  const apart = [now - mean, now - ahead].toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0
  if (Math.abs(apart) <= Math.max(LEVEL_DEVIATIONS * spread, LEVEL_SHARE * Math.abs(mean))) return 'same'
  return apart > 0 ? 'more' : 'less'
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** What the values gain from one to the next. */
function slopeOf(values: readonly number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, meanOf(values)]
  const weight = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return weight === 0 ? 0 : values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / weight
}

/** A part of a series in which there is more, or less, than in all the rest of it. */
export interface Episode {
  /** Its first minute, and the first one behind it. */
  readonly from: number
  readonly to: number
  readonly inside: number
  readonly outside: number
  readonly count: number
}

const EPISODE_MIN = 5
const EPISODE_COUNT_MIN = 5
/** So much likelier than one pace for all of it (a logarithm of likelihoods): what chance alone hardly ever does. */
const EPISODE_GAIN = 9
/** Of what there is none of in the rest. */
const NEW_GAIN = 6
const MORE_RATIO = 2.5
const LESS_RATIO = 0.67
/** The rest has to tell what is usual. */
const REST_SHARE = 0.25

/** The stretch of minutes that stands out most, with more or with less than the rest; null where none does. */
export function episodeOf(counts: readonly number[], is: 'more' | 'less'): Episode | null {
  const sums = [0]
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count)
  const [length, total] = [counts.length, sums.at(-1) ?? 0]
  if (total < EPISODE_COUNT_MIN || length < 4 * EPISODE_MIN) return null
  const whole = gainOf(total, length)
  let best: { readonly gain: number; readonly episode: Episode } | null = null
  for (let from = 0; from + EPISODE_MIN <= length; from++) {
    for (let to = from + EPISODE_MIN; to <= length && length - (to - from) >= REST_SHARE * length; to++) {
      const count = (sums[to] ?? 0) - (sums[from] ?? 0)
      const rest = length - (to - from)
      const [inside, outside] = [count / (to - from), (total - count) / rest]
      const isFar = is === 'more' ? inside >= MORE_RATIO * outside : inside <= LESS_RATIO * outside
      if (!isFar || (is === 'more' && count < EPISODE_COUNT_MIN)) continue
      const gain = gainOf(count, to - from) + gainOf(total - count, rest) - whole
      if (best === null || gain > best.gain) best = { gain, episode: { from, to, inside, outside, count } }
    }
  }
  if (best === null) return null
  const { from, to } = best.episode
  const rest = [...counts.slice(0, from), ...counts.slice(to)]
  const enough = best.episode.outside === 0 && is === 'more' ? NEW_GAIN : EPISODE_GAIN * dispersionOf(rest)
  return best.gain >= enough ? best.episode : null
}
