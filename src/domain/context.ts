/**
 * What a domain verb receives besides its input: settings, clock, database, and ports to everything else. Created once
 * per request, queue batch or alarm (src/wiring). A context holds no tenant, and no verb sees a binding.
 */
import type {
  DeliveryRpc,
  MonitorRpc,
  OnCallRpc,
  OrganizationRpc,
  PollerRpc,
  SearchRpc,
  ThreadRpc,
} from '../contracts/object-rpc.ts'
import type { PlacedProject } from '../contracts/oncall-protocol.ts'
import type { Database } from '../db/database.ts'
import type { OutboxQueue } from '../db/outbox.ts'
import type { Settings } from '../env.ts'
import type { TelemetryStore } from '../telemetry/index.ts'
import type { Piece } from './oncall/receiving/pieces.ts'

export type { PlacedProject } from '../contracts/oncall-protocol.ts'

/** The object of a thread, with `fetch` for streamed bodies and WebSockets. */
export interface ThreadStub extends ThreadRpc {
  fetch(url: string, init: { readonly headers: Headers }): Promise<Response>
}

/** Stubs of Durable Objects. Each call creates a new stub, because a stub is unusable after an exception. */
export interface ObjectPorts {
  /** Accepts any id of the thread. The region matters only when the object is first created. */
  readonly thread: (id: string, region?: string) => ThreadStub
  readonly search: (project: PlacedProject) => SearchRpc
  readonly onCall: (project: PlacedProject) => OnCallRpc
  readonly monitors: (project: PlacedProject) => MonitorRpc
  readonly deliveries: (project: PlacedProject) => DeliveryRpc
  readonly organization: (organizationId: string) => OrganizationRpc
  readonly poller: (streamId: string) => PollerRpc
}

/** The queues that the outbox and incoming deliveries of alerts and changes use. */
export interface QueuePort {
  readonly send: (queue: OutboxQueue, message: unknown) => Promise<void>
  /** Pieces of deliveries of alerts and changes, two at most. Resolves when the queue has stored them. */
  readonly sendPieces: (pieces: readonly Piece[]) => Promise<void>
}

export interface DomainContext {
  readonly db: Database
  readonly settings: Settings
  readonly telemetry: TelemetryStore
  readonly objects: ObjectPorts
  readonly queues: QueuePort
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
  readonly requestId: string | null
  /** Base URL without /v1 and without a trailing slash. */
  readonly baseUrl: string
  /**
   * Set for a request with an Idempotency-Key, and equal for every attempt of that request. A verb whose effect must
   * happen once derives new ids from it.
   */
  readonly idempotencySeed?: string
  readonly waitUntil: (work: Promise<unknown>) => void
}

/**
 * The one way in which routes, queues, objects and pages call a verb. `scope` says for whom it acts and so what it may
 * touch; it was made where the right was decided, and a verb reads the tenant from it alone:
 *
 * - `OrganizationScope` and `ProjectScope`, made by `Access` (src/auth/scope.ts);
 * - `ThreadScope`, a thread or run that the caller may reach (threads/thread-scope.ts);
 * - a `Caller`, where no organization is chosen yet (a person's own tokens, a new organization);
 * - `SystemScope`, for sweeps, jobs and webhooks, which no caller asked for (system-scope.ts).
 *
 * `input` is what is asked, checked in shape. A verb that is asked nothing has none.
 */
export type VerbCall<Scope, Input = undefined> = {
  readonly ctx: DomainContext
  readonly scope: Scope
} & ([Input] extends [undefined] ? unknown : { readonly input: Input })
