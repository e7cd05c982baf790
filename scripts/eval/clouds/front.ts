/** What clients of one entry get: how many requests fail, and how long they take, before and since. */

const HITS_MIN = 8
const FAILED_MIN = 6
const FAILURES_FELT = 0.04
const SLOWER_FELT = 1.4
const SLOWER_MS_MIN = 25
const REQUESTS_MIN = 10

class Side {
  failed = 0
  readonly durations: number[] = []

  share(): number {
    return this.failed / Math.max(1, this.durations.length)
  }

  mean(): number {
    return this.durations.reduce((sum, ms) => sum + ms, 0) / Math.max(1, this.durations.length)
  }

  slow(): number {
    const sorted = Float64Array.from(this.durations).sort()
    return sorted[Math.floor(sorted.length * 0.9)] ?? 0
  }
}

export class Front {
  readonly #before = new Side()
  readonly #since = new Side()
  #hits = 0

  add(isSince: boolean, ms: number, isFailed: boolean, isHit: boolean): void {
    const side = isSince ? this.#since : this.#before
    side.durations.push(ms)
    if (isFailed) side.failed++
    if (isHit) this.#hits++
  }

  /** @param isFaulty only requests that met the fault count as felt. */
  isFelt(isFaulty: boolean): boolean {
    const [before, since] = [this.#before, this.#since]
    if (since.durations.length < REQUESTS_MIN || (isFaulty && this.#hits < HITS_MIN)) return false
    if (since.failed >= FAILED_MIN && since.share() - before.share() >= FAILURES_FELT) return true
    const isSlower = (a: number, b: number): boolean => a >= b * SLOWER_FELT && a - b >= SLOWER_MS_MIN
    return isSlower(since.mean(), before.mean()) || isSlower(since.slow(), before.slow())
  }
}
