/** What the fake remembers: objects, and the events that a webhook would carry. */
import { missing } from './refusal.ts'

export interface Stored {
  readonly id: string
  readonly object: string
  readonly created: number
  [field: string]: unknown
}

export interface StoredEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly api_version: string
  readonly data: { readonly object: Stored }
}

export class StripeState {
  readonly events: StoredEvent[] = []
  readonly #objects = new Map<string, Stored>()
  readonly #now: () => number
  /** Accounts do not share ids. */
  readonly #account = crypto.randomUUID().slice(0, 8)
  #next = 1
  /** Whether cards are accepted. */
  cardsWork = true

  constructor(now: () => number) {
    this.#now = now
  }

  seconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  add(object: string, prefix: string, fields: Record<string, unknown>): Stored {
    const id = `${prefix}_${this.#account}${this.#next++}`
    const stored: Stored = { id, object, created: this.seconds(), livemode: false, ...fields }
    this.#objects.set(id, stored)
    return stored
  }

  get(object: string, id: string): Stored | undefined {
    const stored = this.#objects.get(id)
    return stored?.object === object ? stored : undefined
  }

  all(object: string): Stored[] {
    return [...this.#objects.values()].filter((stored) => stored.object === object)
  }

  customer(id: string): Stored {
    const customer = this.get('customer', id)
    if (customer === undefined) throw missing('customer', id)
    return customer
  }

  /** Events carry their object as it was, which may be old news when they arrive. */
  emit(type: string, object: Stored): void {
    const id = `evt_${this.#account}${this.#next++}`
    const data = { object: structuredClone(object) }
    this.events.push({ id, object: 'event', type, created: this.seconds(), api_version: '2026-10-28.endive', data })
  }
}
