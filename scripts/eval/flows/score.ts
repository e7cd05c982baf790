/** What requests and messages got, and whether somebody would be called for what they get since a moment. */
import type { Delivery } from './readers.ts'

const FAILED_FELT = 0.04
const SLOWER_FELT = 1.5
const LATER_FELT = 3
const LATE_MS = 3_000
const TWICE_FELT = 0.2
const FEWEST = 12

interface Request {
  readonly atMs: number
  readonly endMs: number
  readonly isFailed: boolean
}

export class Score {
  readonly fromMs: number
  readonly #requests: Request[] = []
  readonly #groups = new Map<string, Delivery[]>()
  /** Groups whose messages come by the clock. */
  readonly #timed: ReadonlySet<string>

  constructor(fromMs: number, timed: ReadonlySet<string>) {
    this.fromMs = fromMs
    this.#timed = timed
  }

  answered(atMs: number, endMs: number, isFailed: boolean): void {
    this.#requests.push({ atMs, endMs, isFailed })
  }

  arrived(group: string, delivery: Delivery): void {
    const known = this.#groups.get(group)
    if (known === undefined) this.#groups.set(group, [delivery])
    else known.push(delivery)
  }

  /** Requests that fail or wait, work that is late, lost or done twice. */
  isFelt(startMs: number, endMs: number): boolean {
    const isIn = (atMs: number, isAfter: boolean): boolean => (isAfter ? atMs >= startMs : atMs < startMs)
    const asked = (isAfter: boolean): Request[] => this.#requests.filter(({ atMs }) => isIn(atMs, isAfter))
    const [before, after] = [asked(false), asked(true)]
    const failed = (of: readonly Request[]): number =>
      of.filter(({ isFailed }) => isFailed).length / Math.max(1, of.length)
    const slow = (of: readonly Request[]): number => late(of.map((one) => one.endMs - one.atMs))
    if (after.length >= FEWEST && failed(after) - failed(before) >= FAILED_FELT) return true
    if (after.length >= FEWEST && slow(after) > Math.max(SLOWER_FELT * slow(before), slow(before) + 60)) return true
    for (const [name, all] of this.#groups) {
      const past = all.filter(({ message }) => message.storedMs < startMs)
      const since = all.filter(({ message }) => message.storedMs >= startMs)
      if (isWorse(past, since, startMs, endMs)) return true
      const expected = (past.length / (startMs - this.fromMs)) * (endMs - startMs)
      const isKnown = expected >= (this.#timed.has(name) ? 3 : FEWEST)
      if (isKnown && since.length < expected * 0.4) return true
    }
    return false
  }
}

function isWorse(past: readonly Delivery[], since: readonly Delivery[], startMs: number, endMs: number): boolean {
  if (since.length < 4 || past.length < 4) return false
  const share = (of: readonly Delivery[], what: (one: Delivery) => boolean): number =>
    of.filter(what).length / of.length
  const isDead = ({ isDead: dead }: Delivery): boolean => dead
  const isTwice = ({ isTwice: twice }: Delivery): boolean => twice
  const fewest = Math.max(FAILED_FELT, 3 / since.length)
  if (share(since, isDead) - share(past, isDead) >= fewest) return true
  if (share(since, isTwice) - share(past, isTwice) >= Math.max(TWICE_FELT, 3 / since.length)) return true
  const waits = (of: readonly Delivery[], untilMs: number): number =>
    late(
      of.filter(({ isDead: dead }) => !dead).map(({ message, doneMs }) => Math.min(doneMs, untilMs) - message.storedMs),
    )
  const usual = waits(past, startMs)
  return waits(since, endMs) > Math.max(LATER_FELT * usual, usual + LATE_MS)
}

/** What one in ten exceeds. */
function late(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.9)] ?? 0
}
