/**
 * Long work gives way. An isolate runs one thing at a time, so work that computes for a second keeps every other request
 * waiting for a second. Loops whose length grows with data count what they do here and pause every few milliseconds of
 * it. Work is counted, not timed: on the platform clocks stand still while code computes.
 */

/**
 * Work between two pauses: eight to twelve milliseconds on one core. A pause is a timer's turn of about 1.2 ms, so that
 * pauses take about a tenth of the time of a task that is alone.
 */
const UNITS_BETWEEN_PAUSES = 8_000

/**
 * Tasks that pause at the same time would all go on in the same turn of the event loop, and what waits would wait for
 * the work of all of them. So one waits a millisecond longer for each that paused before it, up to a bound, and they go
 * on in different turns. A slot as long as the work between two pauses kept others waiting less where several tasks
 * are at work, but one question then slept for most of its time: docs/design/performance.md has the figures.
 */
const SLOT_MS = 1
const SLOTS_MAX = 10

/** Tasks of this isolate that pause now. */
let pausing = 0
let pausedMs = 0
/** How often a task of this isolate has gone on after a pause. */
let turns = 0
/** So often a task leaves its turn to another one; no order of events may keep it waiting for ever. */
const TURNS_LEFT_MAX = 20

/** When a task of this isolate last paused, in milliseconds since 1970: shortly ago, somebody waits for long work. */
export function lastPauseMs(): number {
  return pausedMs
}

/** Lets every event in that is waiting. Takes about a millisecond where nothing waits. */
export function letOthersIn(waitMs = 0): Promise<void> {
  // Scripts of this project run the same loops in Node, which has no global scheduler.
  if (typeof scheduler === 'undefined') return new Promise((resolve) => setTimeout(resolve, waitMs))
  return scheduler.wait(waitMs)
}

/**
 * Counts the work of one task in units of about a microsecond: a step over a small object is one unit, putting a record
 * together two or three, decoding a kilobyte five. One instance belongs to one task (a query, an investigation) and is
 * passed along to all of its loops.
 *
 *     for (const span of spans) {
 *       stats.add(span)
 *       if (pace.isDue(1)) await pace.pause()
 *     }
 */
export class WorkPace {
  #units = 0
  readonly #pause: (waitMs: number) => Promise<void>

  /** @param pause what to do at a pause; it may reject to end the task, as when its caller has left. */
  constructor(pause: (waitMs: number) => Promise<void> = letOthersIn) {
    this.#pause = pause
  }

  /** Counts work; true when a pause is due. For inner loops: it costs an addition where `spend` costs a promise. */
  isDue(units: number): boolean {
    this.#units += units
    return this.#units >= UNITS_BETWEEN_PAUSES
  }

  async pause(): Promise<void> {
    this.#units = 0
    const ahead = Math.min(SLOTS_MAX, pausing)
    pausing++
    pausedMs = Date.now()
    try {
      let seen = turns
      await this.#pause(ahead * SLOT_MS)
      // Timers that are due at the same time all go off before the runtime looks at its sockets again. Whoever finds that
      // another task went on meanwhile leaves this turn to it. It then comes before that task, which waits a slot at least.
      for (let left = 0; turns !== seen && left < TURNS_LEFT_MAX; left++) {
        seen = turns
        await this.#pause(0)
      }
      turns++
    } finally {
      pausing--
    }
  }

  /**
   * Waits for another task. Pauses of others make no room for it, because it has no work to do: otherwise the task that it
   * waits for would sleep a slot at each of its pauses.
   */
  rest(waitMs: number): Promise<void> {
    return this.#pause(waitMs)
  }

  /** Counts work and pauses if a pause is due. */
  async spend(units: number): Promise<void> {
    if (this.isDue(units)) await this.pause()
  }

  /** The items, with pauses between them; each is counted as `unitsEach`. */
  async *over<Item>(items: Iterable<Item>, unitsEach: number): AsyncGenerator<Item> {
    for (const item of items) {
      yield item
      if (this.isDue(unitsEach)) await this.pause()
    }
  }

  /** `map` with pauses; each item is counted as `unitsEach`. */
  async map<Item, Result>(items: Iterable<Item>, unitsEach: number, make: (item: Item) => Result): Promise<Result[]> {
    const made: Result[] = []
    for (const item of items) {
      made.push(make(item))
      if (this.isDue(unitsEach)) await this.pause()
    }
    return made
  }
}
