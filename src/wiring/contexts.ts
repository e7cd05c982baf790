/** Makes what domain verbs work with out of the Worker's bindings. Bindings go no further than this folder. */
import type { Database } from '../db/database.ts'
import type { OutboxQueue } from '../db/outbox.ts'
import type { DomainContext, QueuePort } from '../domain/context.ts'
import { type Bindings, settingsOf } from '../env.ts'
import { objectPorts } from './objects.ts'
import { telemetryOf } from './telemetry-store.ts'

/** The binding of each queue that the outbox knows. */
export const OUTBOX_QUEUES = {
  provisioning: 'PROVISIONING_QUEUE',
  deletion: 'DELETION_QUEUE',
  rewrap: 'REWRAP_QUEUE',
} as const satisfies Record<OutboxQueue, keyof Bindings>

type Background = (work: Promise<unknown>) => void

/** What is the same for requests and for background work. */
export interface ContextOrigin {
  readonly db: Database
  readonly requestId: string | null
  readonly baseUrl: string
  readonly waitUntil: Background
}

export function domainContext(bindings: Bindings, origin: ContextOrigin): DomainContext {
  return {
    ...origin,
    settings: settingsOf(bindings),
    telemetry: telemetryOf(bindings),
    objects: objectPorts(bindings),
    queues: queuePort(bindings),
    now: Date.now,
    // Unbound, the runtime's fetch refuses to be called.
    fetch: (input, init) => fetch(input, init),
  }
}

/** The context of work without a request: queue batches, alarms, cron. */
export function backgroundContext(bindings: Bindings, waitUntil: Background): DomainContext {
  const baseUrl = settingsOf(bindings).PUBLIC_BASE_URL.replace(/\/$/, '')
  return domainContext(bindings, { db: bindings.DB, requestId: null, baseUrl, waitUntil })
}

function queuePort(bindings: Bindings): QueuePort {
  return {
    send: async (queue, message) => {
      await bindings[OUTBOX_QUEUES[queue]].send(message)
    },
    sendPieces: async (pieces) => {
      await bindings.ALERTS_QUEUE.sendBatch(pieces.map((body) => ({ body })))
    },
  }
}
