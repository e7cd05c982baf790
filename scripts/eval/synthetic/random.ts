/** Seeded randomness: the same seed gives the same system, load and fault on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) >>> 0
    for (let i = 0; i < 4; i++) this.next()
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  int(low: number, highInclusive: number): number {
    return low + Math.floor(this.next() * (highInclusive - low + 1))
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items]
    const out: T[] = []
    while (left.length > 0) out.push(...left.splice(Math.floor(this.next() * left.length), 1))
    return out
  }

  /** Log-normal around a median: durations of real work. */
  logNormal(median: number, sigma: number): number {
    const u = Math.max(1e-12, this.next())
    const normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(sigma * normal)
  }

  hex(digits: number): string {
    let text = ''
    while (text.length < digits) text += Math.floor(this.next() * 16).toString(16)
    return text
  }

  uuid(): string {
    const h = this.hex(32)
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`
  }
}
