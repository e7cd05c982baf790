/**
 * The outbox. Work that must not be lost is first a row, written in the batch of the change that requires it, and then
 * a queue message. The consumer deletes the row when the work is done. The Clock's sweeper sends rows again that stayed
 * behind (a lost message, a crash between the two steps, a local restart, which forgets its queues).
 */

import { newId } from '../contracts/ids.ts'
import type { Statement } from '../db/database.ts'
import {
  countOutboxAttempt,
  deleteOutboxRow,
  dueOutboxRows,
  insertOutboxRow,
  type OutboxQueue,
  replaceOutboxPayload,
} from '../db/outbox.ts'
import { logFailure } from '../log/log.ts'
import type { DomainContext, VerbCall } from './context.ts'
import type { SystemScope } from './system-scope.ts'

export interface OutboxMessage {
  readonly outboxId: string
  readonly payload: unknown
}

/** Time that a first delivery has before the sweeper sends the row again. */
const FIRST_RESEND_MS = 60_000
const RESEND_MS_MAX = 3_600_000
const SWEEP_LIMIT = 100

export interface OutboxEntry {
  readonly queue: OutboxQueue
  readonly message: OutboxMessage
  readonly statement: Statement
}

/** Returns the row for the batch of the change. After the batch, `sendOutbox` puts it on its queue. */
export function outboxEntry(ctx: DomainContext, queue: OutboxQueue, payload: unknown): OutboxEntry {
  const outboxId = newId()
  const now = ctx.now()
  const row = { id: outboxId, queue, payload: JSON.stringify(payload), createdAt: now }
  const statement = insertOutboxRow(ctx.db, { ...row, nextAttemptAt: now + FIRST_RESEND_MS })
  return { queue, message: { outboxId, payload }, statement }
}

/** Puts the message of a row on its queue. Throws if the queue does not take it; the sweeper then sends it again. */
export async function sendOutbox(ctx: DomainContext, entry: Omit<OutboxEntry, 'statement'>): Promise<void> {
  await ctx.queues.send(entry.queue, entry.message)
}

/** Marks the work as finished, so nothing is sent again. */
export const settleOutbox = (ctx: DomainContext, outboxId: string): Promise<void> => deleteOutboxRow(ctx.db, outboxId)

/** Records that a part of the work is done: from now on, only the rest is sent again. A settled row stays settled. */
export const advanceOutbox = (ctx: DomainContext, outboxId: string, payload: unknown): Promise<void> =>
  replaceOutboxPayload(ctx.db, {
    id: outboxId,
    payload: JSON.stringify(payload),
    nextAttemptAt: ctx.now() + FIRST_RESEND_MS,
  })

/**
 * Sends again what is due. A row that cannot be sent is logged and tried again later, and the rows after it are sent.
 * Returns the number of rows that were due, so that the caller can repeat a full sweep.
 */
export async function sweepOutbox({ ctx }: VerbCall<SystemScope>): Promise<number> {
  const rows = await dueOutboxRows(ctx.db, ctx.now(), SWEEP_LIMIT)
  for (const row of rows) {
    const delayMs = Math.min(FIRST_RESEND_MS * 2 ** row.attempts, RESEND_MS_MAX)
    await countOutboxAttempt(ctx.db, row.id, ctx.now() + delayMs)
    try {
      await sendOutbox(ctx, { queue: row.queue, message: { outboxId: row.id, payload: JSON.parse(row.payload) } })
    } catch (error) {
      logFailure('outbox_row_not_sent', error, { outboxId: row.id, queue: row.queue, attempts: row.attempts + 1 })
    }
  }
  return rows.length
}
