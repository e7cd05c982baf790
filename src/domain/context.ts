/** What a domain verb is given besides its input. Made once per request, queue batch or alarm; holds no tenant. */
import type { Database } from '../db/database.ts'
import type { Bindings, Settings } from '../env.ts'

export interface DomainContext {
  readonly db: Database
  readonly bindings: Bindings
  readonly settings: Settings
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
  readonly requestId: string | null
  /** Base URL without /v1, no trailing slash. */
  readonly baseUrl: string
  /**
   * Set for a request with an Idempotency-Key: the same for every attempt. A verb whose effect must be once derives the
   * ids it chooses from it.
   */
  readonly idempotencySeed?: string
  readonly waitUntil: (work: Promise<unknown>) => void
}

export interface VerbCall<Input> {
  readonly ctx: DomainContext
  readonly input: Input
}
