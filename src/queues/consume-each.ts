/**
 * The shell of queue consumers. It parses each message, passes it to a verb, and acknowledges or retries that message
 * alone. A message that cannot be parsed is logged and dropped, because it never will be. Work that must not be lost
 * has an outbox row, which the sweeper sends again.
 */
import type { z } from 'zod'
import type { DomainContext } from '../domain/context.ts'
import { type LogFields, logEvent, logFailure } from '../log/log.ts'

/** `again`: the work continues, and this message returns after the given time. */
export type JobResult = { readonly kind: 'done' } | { readonly kind: 'again'; readonly delaySeconds: number }

export const DONE: JobResult = { kind: 'done' }

export interface QueueJob<Body> {
  /** Prefix of its log events: `<name>_message_refused`, `<name>_failed`. */
  readonly name: string
  readonly schema: z.ZodType<Body>
  /** May be called again for a message that was already handled, because queues deliver at least once. */
  readonly handle: (ctx: DomainContext, body: Body) => Promise<JobResult>
  /** After `handle` threw. */
  readonly retryDelaySeconds: number
  /** Ids for the log. */
  readonly fieldsOf: (body: Body) => LogFields
  /** Number of messages of a batch handled at the same time; by default one after another. */
  readonly isParallel?: boolean
}

export async function consumeEach<Body>(batch: MessageBatch, ctx: DomainContext, job: QueueJob<Body>): Promise<void> {
  if (job.isParallel) await Promise.all(batch.messages.map((message) => consumeOne(message, ctx, job)))
  else for (const message of batch.messages) await consumeOne(message, ctx, job)
}

async function consumeOne<Body>(message: Message, ctx: DomainContext, job: QueueJob<Body>): Promise<void> {
  const parsed = job.schema.safeParse(message.body)
  if (!parsed.success) {
    logEvent(`${job.name}_message_refused`, { messageId: message.id })
    return message.ack()
  }
  try {
    const result = await job.handle(ctx, parsed.data)
    if (result.kind === 'again') message.retry({ delaySeconds: result.delaySeconds })
    else message.ack()
  } catch (error) {
    logFailure(`${job.name}_failed`, error, job.fieldsOf(parsed.data))
    message.retry({ delaySeconds: job.retryDelaySeconds })
  }
}
