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

let pausedMs = 0

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

/** How often a task of this isolate has gone on after a pause. */
let turns = 0
/** Lanes with tasks that wait, the one that has waited longest first. */
const waitingLanes = new Set<Lane>()
/** So often a lane leaves its turn to others; no order of events may keep it waiting for ever. */
const TURNS_LEFT_MAX = 20
/** A lane that has not used so many turns that were left to it is gone: its request or object has ended. */
const TURNS_UNUSED_MAX = 20

interface Waiter {
  readonly pause: (waitMs: number) => Promise<void>
  readonly goOn: () => void
  readonly fail: (error: unknown) => void
}

/**
 * The tasks of one request or one object that pause, first come first. Only the first of them has a timer. If each had
 * one, they would keep each other waiting: the runtime lets one timer of an object go off for each look at its sockets,
 * and a round of a dozen takes some four milliseconds. docs/design/performance.md has the figures.
 *
 * Between lanes nobody is woken, because the runtime lets no request go on in a turn of another one, and each may end
 * without a word. Timers of several lanes that are due go off one after another before the runtime looks at its sockets
 * again. So a lane whose timer goes off after another task's turn leaves its own, and a millisecond later the lane goes
 * on that has waited longest. In this millisecond what needs several looks comes in: a request, a call and its answer.
 */
export class Lane {
  readonly #waiters: Waiter[] = []
  #hasTimer = false
  /** Turns when the timer was set. */
  #turnsSeen = 0
  /** Turns when this lane last let a lane go first that has waited longer. */
  #gaveWayAt = -1
  #turnsLeft = 0
  #turnsUnused = 0

  /** Resolves when it is the task's turn. Rejects where `pause` does, which each task brings for its own timer. */
  turn(pause: (waitMs: number) => Promise<void>): Promise<void> {
    return new Promise((goOn, fail) => {
      this.#waiters.push({ pause, goOn, fail })
      this.#setTimer()
    })
  }

  #setTimer(): void {
    const [first] = this.#waiters
    if (first === undefined || this.#hasTimer) return
    this.#hasTimer = true
    this.#turnsSeen = turns
    waitingLanes.add(this)
    first.pause(0).then(
      () => this.#wentOff(first),
      (error) => {
        this.#next()
        first.fail(error)
      },
    )
  }

  #wentOff(first: Waiter): void {
    this.#turnsUnused = 0
    if (!this.#isItsTurn()) {
      this.#hasTimer = false
      this.#setTimer()
      return
    }
    this.#turnsLeft = 0
    // The next timer is set before this turn counts, and so leaves a millisecond to others after it.
    this.#next()
    turns++
    first.goOn()
  }

  #next(): void {
    this.#hasTimer = false
    this.#waiters.shift()
    waitingLanes.delete(this)
    this.#setTimer()
  }

  #isItsTurn(): boolean {
    const [longest] = waitingLanes
    if (longest === this) return turns === this.#turnsSeen || this.#turnsLeft++ >= TURNS_LEFT_MAX
    if (turns !== this.#turnsSeen) return false
    if (this.#gaveWayAt !== turns) {
      this.#gaveWayAt = turns
      return false
    }
    // A millisecond has gone by in which no lane before this one went on.
    for (const lane of waitingLanes) {
      if (lane === this) break
      if (lane.#turnsUnused++ >= TURNS_UNUSED_MAX) waitingLanes.delete(lane)
    }
    return true
  }
}

/** Runs of a piece of code that count as new, and how much longer they take. */
const NEW_RUNS = 150
const NEW_FACTOR = 4

/**
 * Code that is new to the isolate takes several times as long, until the runtime has compiled it. One instance belongs
 * to one piece of code, and lives as long as the isolate.
 */
export class NewCode {
  #runs = 0

  /** What a run costs in units, if it costs `units` once the code is compiled. */
  units(units: number): number {
    if (this.#runs >= NEW_RUNS) return units
    this.#runs++
    return units * NEW_FACTOR
  }
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
  readonly #lane: Lane
  readonly #pause: (waitMs: number) => Promise<void>

  /**
   * @param pause what to do at a pause; it may reject to end the task, as when its caller has left
   * @param lane shared by the tasks of one request or object, and by no others
   */
  constructor(pause: (waitMs: number) => Promise<void> = letOthersIn, lane = new Lane()) {
    this.#pause = pause
    this.#lane = lane
  }

  /** Counts work; true when a pause is due. For inner loops: it costs an addition where `spend` costs a promise. */
  isDue(units: number): boolean {
    this.#units += units
    return this.#units >= UNITS_BETWEEN_PAUSES
  }

  pause(): Promise<void> {
    this.#units = 0
    pausedMs = Date.now()
    return this.#lane.turn(this.#pause)
  }

  /**
   * Waits for another task. It takes no turn, because it has no work to do: otherwise the task that it waits for would
   * come later.
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
