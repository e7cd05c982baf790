/**
 * Takes deliveries of alerts in turns. What comes within a few milliseconds is stored in one transaction: reading the
 * open incidents, writing the one that changed and looking for what is due cost the same for one alert and for a hundred.
 * In a storm that is most of the cost. A delivery that comes alone is stored at once. Where a wait brought nobody else,
 * as when a sender waits for each of its answers, the next turns do not wait.
 */

/** Turns are at least this far apart, which is the longest wait that a turn adds to a delivery's answer. */
export const TURN_EVERY_MS = 25
/** Turns that do not wait after a wait in which nothing else came. */
const TURNS_ALONE = 9
/** A turn takes no more alerts than this, so that the object answers others between turns. A larger delivery has a turn of its own. */
const TURN_ALERTS_MAX = 500

export interface TurnHost<Delivery> {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly alertsIn: (delivery: Delivery) => number
  /** Stores all of them in one transaction; none if it throws. */
  readonly store: (deliveries: readonly Delivery[]) => void
}

interface Waiting<Delivery> {
  readonly delivery: Delivery
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

export class AlertTurns<Delivery> {
  readonly #host: TurnHost<Delivery>
  #waiting: Waiting<Delivery>[] = []
  #isGoing = false
  #lastMs = Number.NEGATIVE_INFINITY
  /** Turns to come that do not wait. */
  #alone = 0

  constructor(host: TurnHost<Delivery>) {
    this.#host = host
  }

  /** Resolves when the delivery is stored; rejects with what kept it from being stored. */
  take(delivery: Delivery): Promise<void> {
    const taken = new Promise<void>((stored, failed) => {
      this.#waiting.push({ delivery, stored, failed })
    })
    if (!this.#isGoing) void this.#go()
    return taken
  }

  async #go(): Promise<void> {
    this.#isGoing = true
    try {
      while (this.#waiting.length > 0) {
        const restMs = this.#lastMs + TURN_EVERY_MS - this.#host.now()
        const mayGather = restMs > 0 && this.#alone === 0
        if (mayGather) await this.#host.wait(restMs)
        const turn = this.#next()
        if (turn.length > 1) this.#alone = 0
        else this.#alone = mayGather ? TURNS_ALONE : Math.max(0, this.#alone - 1)
        this.#turn(turn)
        this.#lastMs = this.#host.now()
      }
    } finally {
      this.#isGoing = false
    }
  }

  /** The deliveries of one turn, in the order in which they came; at least one. */
  #next(): Waiting<Delivery>[] {
    let alerts = 0
    const end = this.#waiting.findIndex(({ delivery }, index) => {
      alerts += this.#host.alertsIn(delivery)
      return index > 0 && alerts > TURN_ALERTS_MAX
    })
    const turn = end === -1 ? this.#waiting : this.#waiting.slice(0, end)
    this.#waiting = end === -1 ? [] : this.#waiting.slice(end)
    return turn
  }

  #turn(turn: readonly Waiting<Delivery>[]): void {
    try {
      this.#host.store(turn.map(({ delivery }) => delivery))
      for (const { stored } of turn) stored()
    } catch (error) {
      if (turn.length <= 1) for (const { failed } of turn) failed(error)
      // One of them cannot be stored: the others are.
      else for (const one of turn) this.#turn([one])
    }
  }
}
