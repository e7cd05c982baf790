/** The deletion queue: one job a message, delivered again until everything is gone. */
import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { runDeletion } from '../../domain/deletion/run-deletion.ts'
import { settleOutbox } from '../../domain/outbox.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.object({
    kind: z.literal('project'),
    projectId: z.uuid(),
    organizationId: z.string(),
    region: z.string(),
  }),
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
      const { done } = await runDeletion(ctx, parsed.data.payload)
      if (done) await settleOutbox(ctx, parsed.data.outboxId)
      if (done) message.ack()
      else message.retry()
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ event: 'deletion_failed', projectId: parsed.data.payload.projectId, reason }))
      message.retry({ delaySeconds: RETRY_DELAY_SECONDS })
    }
  }
}
