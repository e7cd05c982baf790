/** Counts acts by key in fixed windows of a minute, in the memory of the isolate. */

const WINDOW_MS = 60_000
/** All counters are reset when this many exist; this bounds the isolate's memory. */
const COUNTERS_MAX = 20_000

/** Seconds in which a counter's window lasts. */
export const WINDOW_SECONDS = WINDOW_MS / 1000

/** Returns the whole seconds until the window ends; at least 1. */
export const secondsLeft = (now: number): number => Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)

/** Times are milliseconds since 1970. */
export class MinuteCounter {
  #window = 0
  #counts = new Map<string, number>()

  /** Returns how often the key was counted in this minute. */
  of(key: string, now: number): number {
    return this.#current(now).get(key) ?? 0
  }

  /** Counts one act; returns how many there are with it. A new window discards the old one. */
  add(key: string, now: number): number {
    const counts = this.#current(now)
    const value = (counts.get(key) ?? 0) + 1
    counts.set(key, value)
    return value
  }

  #current(now: number): Map<string, number> {
    const window = Math.floor(now / WINDOW_MS)
    if (window !== this.#window || this.#counts.size > COUNTERS_MAX) {
      this.#window = window
      this.#counts = new Map()
    }
    return this.#counts
  }
}
