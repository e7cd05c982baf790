/** Hands what there is to tell to the delivery object: at least once, in order. */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { DomainContext } from '../../domain/context.ts'
import { logFailure } from '../../log/log.ts'
import type { IncidentStore } from './incident-store.ts'

const BATCH = 50
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 60_000

export class EventOutbox {
  readonly #store: IncidentStore
  #sending: Promise<void> | null = null
  #failures = 0
  #retryAtMs = 0

  constructor(store: IncidentStore) {
    this.#store = store
  }

  /** When it has to be tried again; null: everything was told. */
  dueAtMs(nowMs: number): number | null {
    if (this.#store.eventsToTell(1).length === 0) return null
    return Math.max(nowMs, this.#retryAtMs)
  }

  /** One delivery at a time. Never throws: what was not told stays. */
  send(ctx: DomainContext, owner: PlacedProject): Promise<void> {
    this.#sending ??= this.#send(ctx, owner).finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #send(ctx: DomainContext, owner: PlacedProject): Promise<void> {
    if (this.#retryAtMs > ctx.now()) return
    try {
      for (;;) {
        const waiting = this.#store.eventsToTell(BATCH)
        const last = waiting.at(-1)
        if (last === undefined) return
        await ctx.objects.deliveries(owner).enqueue({ owner, events: waiting.map(({ event }) => event) })
        this.#store.toldUpTo(last.number)
        this.#failures = 0
      }
    } catch (error) {
      this.#failures += 1
      this.#retryAtMs = ctx.now() + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1))
      logFailure('incident_events_not_handed_over', error)
    }
  }
}
