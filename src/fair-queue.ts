/**
 * Bounds the long work of an isolate (investigations, copies of threads): so many tasks at once, fewer of one
 * organization, and the others wait. Organizations take turns, so that one with fifty investigations does not delay
 * another's first. Who waits looks again many times a second. Nobody is woken: the runtime lets no object go on in a turn
 * of another one, and an object or a request may end without a word, and then neither its place in the queue nor its
 * slot may stay taken.
 */
import { letOthersIn } from './work-pace.ts'

export interface FairQueueOptions {
  /** Tasks at once. */
  readonly slots: number
  /** Tasks at once of one owner: below `slots`, so that a slot is free for another's first. */
  readonly slotsPerOwner: number
  /** Tasks of one owner that may wait; what comes beyond is refused at once. */
  readonly waitingPerOwnerMax: number
  /** A task that holds its slot for longer is not counted any more: the request that ran it may be gone. */
  readonly holdMaxMs: number
  readonly now?: () => number
  readonly wait?: (ms: number) => Promise<void>
}

/** The task was not begun: too many wait, or it waited too long. */
export class QueueBusy extends Error {
  override readonly name = 'QueueBusy'
  constructor() {
    super('Too much long work of this organization is under way.')
  }
}

/** What a busy queue tells callers to wait: a few long tasks end in this time. */
export const BUSY_RETRY_SECONDS = 10

const LOOK_INTERVAL_MS = 50
/** A place in the queue is given up when its holder has not looked for this long. */
const ABANDONED_MS = 10_000

interface Waiter {
  readonly owner: string
  lookedMs: number
  slot: Slot | null
}
interface Slot {
  readonly owner: string
  readonly sinceMs: number
}

export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #now: () => number
  readonly #wait: (ms: number) => Promise<void>
  readonly #slots = new Set<Slot>()
  /** Waiting tasks by owner, first come first; the owner whose turn it is comes first. */
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#now = options.now ?? (() => Date.now())
    this.#wait = options.wait ?? letOthersIn
  }

  /** Whether another task of this owner would be refused. */
  isFull(owner: string): boolean {
    this.#forget()
    return (this.#waiting.get(owner)?.length ?? 0) >= this.#options.waitingPerOwnerMax
  }

  /** Runs the task in its turn. Throws `QueueBusy` when too many wait, or when its turn has not come in `waitMaxMs`. */
  async run<Result>(
    { owner, waitMaxMs, signal }: { readonly owner: string; readonly waitMaxMs: number; readonly signal?: AbortSignal },
    task: () => Promise<Result>,
  ): Promise<Result> {
    const slot = await this.#enter(owner, waitMaxMs, signal)
    try {
      return await task()
    } finally {
      this.#slots.delete(slot)
      this.#admit()
    }
  }

  async #enter(owner: string, waitMaxMs: number, signal: AbortSignal | undefined): Promise<Slot> {
    if (this.isFull(owner)) throw new QueueBusy()
    const startedMs = this.#now()
    const waiter: Waiter = { owner, lookedMs: startedMs, slot: null }
    const queue = this.#waiting.get(owner)
    if (queue === undefined) this.#waiting.set(owner, [waiter])
    else queue.push(waiter)
    for (;;) {
      this.#admit()
      if (waiter.slot !== null) return waiter.slot
      const leftMs = startedMs + waitMaxMs - this.#now()
      if (leftMs <= 0 || signal?.aborted) {
        this.#leave(waiter)
        throw new QueueBusy()
      }
      await this.#wait(Math.min(leftMs, LOOK_INTERVAL_MS))
      waiter.lookedMs = this.#now()
    }
  }

  /** Gives free slots to those who wait, one owner after the other. */
  #admit(): void {
    this.#forget()
    while (this.#slots.size < this.#options.slots) {
      const next = this.#next()
      const waiter = next?.[1].shift()
      if (next === undefined || waiter === undefined) return
      const [owner, rest] = next
      // The owner goes to the end of the round.
      this.#waiting.delete(owner)
      if (rest.length > 0) this.#waiting.set(owner, rest)
      waiter.slot = { owner, sinceMs: this.#now() }
      this.#slots.add(waiter.slot)
    }
  }

  /** The owner with the fewest tasks under way; among equals the one whose turn it is. */
  #next(): readonly [string, Waiter[]] | undefined {
    let [best, fewest]: [readonly [string, Waiter[]] | undefined, number] = [undefined, this.#options.slotsPerOwner]
    for (const entry of this.#waiting) {
      const held = this.#held(entry[0])
      if (held < fewest) [best, fewest] = [entry, held]
    }
    return best
  }

  #held(owner: string): number {
    let held = 0
    for (const slot of this.#slots) if (slot.owner === owner) held++
    return held
  }

  /** Slots and places of those who are gone. */
  #forget(): void {
    const now = this.#now()
    for (const slot of this.#slots) if (now - slot.sinceMs > this.#options.holdMaxMs) this.#slots.delete(slot)
    for (const [owner, waiters] of this.#waiting) {
      const left = waiters.filter((waiter) => now - waiter.lookedMs <= ABANDONED_MS)
      if (left.length === 0) this.#waiting.delete(owner)
      else if (left.length < waiters.length) this.#waiting.set(owner, left)
    }
  }

  #leave(waiter: Waiter): void {
    const left = (this.#waiting.get(waiter.owner) ?? []).filter((other) => other !== waiter)
    if (left.length === 0) this.#waiting.delete(waiter.owner)
    else this.#waiting.set(waiter.owner, left)
  }
}

/** The long work of this isolate. Three tasks hold some 200 MB at worst, and their work takes turns (work-pace.ts). */
export const longWork = new FairQueue({
  slots: 3,
  slotsPerOwner: 2,
  waitingPerOwnerMax: 100,
  holdMaxMs: 120_000,
})
