/**
 * Seeded randomness: the same seed gives the same incident on every machine. Streams are named, so that a change in how
 * much one part draws does not move another part.
 */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer, both ends included. */
  integer(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Log-normal around a median: the usual shape of a latency. */
  logNormal(median: number, sigma: number): number
  /** Exponential waiting time with the given mean. */
  waiting(mean: number): number
  hex(digits: number): string
  shuffle<T>(items: readonly T[]): T[]
}

const HEX_DIGITS = '0123456789abcdef'

/** FNV-1a over the stream's name and the seed, spread by a final mix. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

export function seededRandom(seed: number, stream: string): Random {
  // Mulberry32: 32 bits of state are enough for a simulation, and it is exact in every JavaScript engine.
  let state = hash(`${stream}:${seed}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    logNormal: (median, sigma) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(sigma * normal)
    },
    waiting: (mean) => -mean * Math.log(1 - next()),
    hex: (digits) => {
      let text = ''
      // As `integer(0, 15)` draws; most of what a simulation draws are ids.
      for (let index = 0; index < digits; index++) text += HEX_DIGITS.charAt(Math.floor(next() * 16))
      return text
    },
    shuffle: (items) => {
      const copy = [...items]
      for (let index = copy.length - 1; index > 0; index--) {
        const other = integer(0, index)
        const held = copy[index]
        const swapped = copy[other]
        if (held === undefined || swapped === undefined) continue
        copy[index] = swapped
        copy[other] = held
      }
      return copy
    },
  }
}
