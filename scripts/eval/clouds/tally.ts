/** What happened in each period, as the cloud's monitor counts it. */

export class Tally {
  requests = 0
  faults = 0
  /** Refused for what the client sent. */
  rejected = 0
  throttles = 0
  coldStarts = 0
  hits = 0
  misses = 0
  readonly durations: number[] = []
}

export class Tallies {
  readonly #byPeriod: (Tally | undefined)[][] = []
  readonly #stepMs: number
  readonly #periods: number

  constructor(stepMs: number, periods: number) {
    this.#stepMs = stepMs
    this.#periods = periods
  }

  /** @param unit a component, an operation or a pair of components: whatever is counted apart. */
  at(unit: number, ms: number): Tally {
    const period = Math.min(this.#periods, Math.max(0, Math.floor(ms / this.#stepMs)))
    let all = this.#byPeriod[unit]
    if (all === undefined) {
      all = []
      this.#byPeriod[unit] = all
    }
    let tally = all[period]
    if (tally === undefined) {
      tally = new Tally()
      all[period] = tally
    }
    return tally
  }

  /** Undefined when nothing happened. */
  of(unit: number, period: number): Tally | undefined {
    return this.#byPeriod[unit]?.[period]
  }

  units(): number[] {
    return Object.keys(this.#byPeriod).map(Number)
  }
}
