/**
 * The outbox: work that must not be lost is a row written in the batch of the change that asks for it, then a queue
 * message. The consumer removes the row when the work is done; the Clock's sweeper sends again what stayed behind
 * (a lost message, a crash between the two, a local restart, which forgets its queues).
 */
import type { Bindings } from '../env.ts'
import type { DomainContext } from './context.ts'
import { newId } from './ids.ts'

export const OUTBOX_QUEUES = {
  provisioning: 'PROVISIONING_QUEUE',
  deletion: 'DELETION_QUEUE',
  rewrap: 'REWRAP_QUEUE',
} as const satisfies Record<string, keyof Bindings>

export type OutboxQueue = keyof typeof OUTBOX_QUEUES

export interface OutboxMessage {
  readonly outboxId: string
  readonly payload: unknown
}

/** A first delivery has this long before the sweeper sends again. */
const FIRST_RESEND_MS = 60_000
const RESEND_MS_MAX = 3_600_000
const SWEEP_LIMIT = 100

export interface OutboxEntry {
  readonly queue: OutboxQueue
  readonly message: OutboxMessage
  readonly statement: D1PreparedStatement
}

/** A row for the batch of the change; after the batch, `sendOutbox` puts it on its queue. */
export function outboxEntry(ctx: DomainContext, queue: OutboxQueue, payload: unknown): OutboxEntry {
  const outboxId = newId()
  const statement = ctx.db
    .prepare('insert into outbox (id, queue, payload, next_attempt_at, created_at) values (?, ?, ?, ?, ?)')
    .bind(outboxId, queue, JSON.stringify(payload), ctx.now() + FIRST_RESEND_MS, ctx.now())
  return { queue, message: { outboxId, payload }, statement }
}

export async function sendOutbox(ctx: DomainContext, entry: Omit<OutboxEntry, 'statement'>): Promise<void> {
  await ctx.bindings[OUTBOX_QUEUES[entry.queue]].send(entry.message)
}

/** The work is done for good: nothing is sent again. */
export async function settleOutbox(ctx: DomainContext, outboxId: string): Promise<void> {
  await ctx.db.prepare('delete from outbox where id = ?').bind(outboxId).run()
}

/** A part of the work is done: what is sent again from now on is the rest. A settled row stays settled. */
export async function advanceOutbox(ctx: DomainContext, outboxId: string, payload: unknown): Promise<void> {
  await ctx.db
    .prepare('update outbox set payload = ?, attempts = 0, next_attempt_at = ? where id = ?')
    .bind(JSON.stringify(payload), ctx.now() + FIRST_RESEND_MS, outboxId)
    .run()
}

interface OutboxRow {
  readonly id: string
  readonly queue: OutboxQueue
  readonly payload: string
  readonly attempts: number
}

/** Sends again what is due. Returns how many, so that a full sweep can be followed by another. */
export async function sweepOutbox(ctx: DomainContext): Promise<number> {
  const { results } = await ctx.db
    .prepare(
      'select id, queue, payload, attempts from outbox where next_attempt_at <= ? order by next_attempt_at limit ?',
    )
    .bind(ctx.now(), SWEEP_LIMIT)
    .all<OutboxRow>()
  for (const row of results) {
    const delayMs = Math.min(FIRST_RESEND_MS * 2 ** row.attempts, RESEND_MS_MAX)
    await ctx.db
      .prepare('update outbox set attempts = attempts + 1, next_attempt_at = ? where id = ?')
      .bind(ctx.now() + delayMs, row.id)
      .run()
    await sendOutbox(ctx, { queue: row.queue, message: { outboxId: row.id, payload: JSON.parse(row.payload) } })
  }
  return results.length
}
