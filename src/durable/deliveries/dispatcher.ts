/**
 * Starts deliveries that are due, stores the results, and sets the alarm for the next time. Only this instance knows
 * what is in flight; after a crash, everything pending is due again, under the same ids. Storage, clock, randomness and
 * the sending itself are passed in.
 */
import type { DeliveredEvent, DestinationKind } from '../../contracts/delivery-protocol.ts'
import type { SentAttempt } from '../../domain/destinations/send-message.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { type Head, type InFlight, isFailing, newLane, nextDueAt, settle, toBegin } from './lanes.ts'

/** After a crash in the middle of attempts, the object wakes after this time. It is longer than an attempt takes. */
const WATCHDOG_MS = 30_000
/** Delay if D1 could not be reached, so that nothing could start. */
const MISHAP_MS = 10_000
/** Interval at which old deliveries are looked for. */
const FORGET_EVERY_MS = 86_400_000

export interface Receiver {
  readonly id: string
  readonly kind: DestinationKind
  readonly isEnabled: boolean
}

export interface DispatcherHost {
  readonly store: DeliveryStore
  readonly now: () => number
  /** [0, 1). */
  readonly random: () => number
  readonly setAlarm: (atMs: number) => void
  /** The project's destinations as they are now. */
  readonly receivers: () => Promise<readonly Receiver[]>
  readonly send: (head: Head, event: DeliveredEvent) => Promise<SentAttempt>
  /** Disables the destination in D1 and notifies the others. Repeatable. */
  readonly disable: (destinationId: string, reason: 'gone' | 'failing') => Promise<void>
  readonly onMishap: (error: unknown) => void
}

export class Dispatcher {
  readonly #host: DispatcherHost
  readonly #inFlight = new Map<string, InFlight & { readonly done: Promise<void> }>()
  #round: Promise<void> | null = null
  #isAskedAgain = false
  #forgottenAt = 0

  constructor(host: DispatcherHost) {
    this.#host = host
  }

  /** Starts what is due. Never throws: what could not start is tried again at the next alarm. */
  pump(): Promise<void> {
    this.#isAskedAgain = true
    this.#round ??= this.#rounds().finally(() => {
      this.#round = null
    })
    return this.#round
  }

  /** Starts what is due and waits for what is in flight then. What follows continues on its own. */
  async once(): Promise<void> {
    await this.pump()
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done))
  }

  /** Waits until nothing is in flight and nothing is due. */
  async idle(): Promise<void> {
    await this.pump()
    while (this.#inFlight.size > 0) {
      await Promise.race([...this.#inFlight.values()].map(({ done }) => done))
      await this.pump()
    }
  }

  async #rounds(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false
        await this.#disableDue()
        await this.#begin()
      }
      this.#plan()
    } catch (error) {
      this.#host.onMishap(error)
      this.#host.setAlarm(this.#host.now() + MISHAP_MS)
    }
  }

  async #disableDue(): Promise<void> {
    const { store, disable, now } = this.#host
    for (const { destinationId, reason } of store.toDisable()) {
      await disable(destinationId, reason)
      store.cancel(destinationId, now())
    }
  }

  async #begin(): Promise<void> {
    const { store, now } = this.#host
    const choose = () => toBegin(store.heads(), store.lanes(), [...this.#inFlight.values()], now())
    if (choose().length === 0) return
    // Written before anything is sent, so that a crash from here on is noticed.
    this.#host.setAlarm(now() + WATCHDOG_MS)
    const receivers = new Map((await this.#host.receivers()).map((one) => [one.id, one]))
    for (const { destinationId } of store.heads())
      if (receivers.get(destinationId)?.isEnabled !== true) store.cancel(destinationId, now())
    // Chosen again, because deliveries may have been added or removed while the destinations were read.
    for (const head of choose()) {
      const receiver = receivers.get(head.destinationId)
      const event = store.event(head.eventId)
      if (receiver === undefined || event === null) continue
      const isFailingNow = isFailing(store.lanes().get(head.destinationId))
      const done = this.#attempt(head, event, receiver.kind)
      this.#inFlight.set(head.id, { destinationId: head.destinationId, isFailing: isFailingNow, done })
    }
  }

  async #attempt(head: Head, event: DeliveredEvent, kind: DestinationKind): Promise<void> {
    const { store, now, random, send, onMishap } = this.#host
    try {
      const sent = await send(head, event)
      const lane = store.lanes().get(head.destinationId) ?? newLane(head.destinationId)
      const at = { now: now(), random: random() }
      store.settle(head, sent, settle(kind, { attempts: head.attempts + 1 }, lane, sent, at), at.now, random)
    } catch (error) {
      // Storage failed. The delivery stays due, and the watchdog resumes it.
      onMishap(error)
      await Promise.resolve()
      this.#inFlight.delete(head.id)
      return
    }
    this.#inFlight.delete(head.id)
    void this.pump()
  }

  #plan(): void {
    const { store, now, setAlarm } = this.#host
    let remains = true
    if (now() - this.#forgottenAt >= FORGET_EVERY_MS) {
      remains = store.forget(now())
      this.#forgottenAt = now()
    }
    const dueAt = nextDueAt(store.heads(), store.lanes(), [...this.#inFlight.values()])
    const times = [
      ...(dueAt === null ? [] : [dueAt]),
      ...(this.#inFlight.size > 0 ? [now() + WATCHDOG_MS] : []),
      ...(remains ? [now() + FORGET_EVERY_MS] : []),
    ]
    if (times.length > 0) setAlarm(Math.max(Math.min(...times), now()))
  }
}
