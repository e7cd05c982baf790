/** The deletion queue: one job a message, delivered again until everything is gone. */
import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { runDeletion } from '../../domain/deletion/run-deletion.ts'
import { advanceOutbox, sendOutbox, settleOutbox } from '../../domain/outbox.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('project'), projectId: z.uuid(), organizationId: z.string(), region: z.string() }),
    z.object({ kind: z.literal('organization'), organizationId: z.string().min(1) }),
  ]),
})

const RETRY_DELAY_SECONDS = 10

export async function consumeDeletion(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body)
    if (!parsed.success) {
      console.error(JSON.stringify({ event: 'deletion_message_refused', messageId: message.id }))
      message.ack()
      continue
    }
    try {
      await deleteOnePart(ctx, parsed.data)
      message.ack()
    } catch (error) {
      const { kind, organizationId } = parsed.data.payload
      const reason = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ event: 'deletion_failed', kind, organizationId, reason }))
      message.retry({ delaySeconds: RETRY_DELAY_SECONDS })
    }
  }
}

/** A job that goes on is a new message, so that none is retried for ever; one that has to wait stays in the outbox. */
async function deleteOnePart(ctx: DomainContext, { outboxId, payload }: z.infer<typeof messageSchema>): Promise<void> {
  const progress = await runDeletion(ctx, payload)
  if (progress === 'later') return
  if (progress === 'done') return settleOutbox(ctx, outboxId)
  await advanceOutbox(ctx, outboxId, payload)
  await sendOutbox(ctx, { queue: 'deletion', message: { outboxId, payload } })
}
