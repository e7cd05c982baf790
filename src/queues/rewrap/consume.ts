/**
 * The rewrap queue: a message is one page of a key rotation. Its outbox row holds how far the rotation came, so that a
 * lost message or a crash goes on from there; the row is removed when every envelope was looked at.
 */
import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { REWRAP_START, rewrapEnvelopes } from '../../domain/keys/rewrap-envelopes.ts'
import { advanceOutbox, sendOutbox, settleOutbox } from '../../domain/outbox.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.object({
    kind: z.literal('rewrap'),
    position: z.object({ column: z.int().min(0), afterId: z.string() }).optional(),
  }),
})

const RETRY_DELAY_SECONDS = 10

export async function consumeRewrap(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body)
    if (!parsed.success) {
      console.error(JSON.stringify({ event: 'rewrap_message_refused', messageId: message.id }))
      message.ack()
      continue
    }
    try {
      await rewrapOnePage(ctx, parsed.data)
      message.ack()
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ event: 'rewrap_failed', reason }))
      message.retry({ delaySeconds: RETRY_DELAY_SECONDS })
    }
  }
}

async function rewrapOnePage(ctx: DomainContext, { outboxId, payload }: z.infer<typeof messageSchema>): Promise<void> {
  const page = await rewrapEnvelopes(ctx, payload.position ?? REWRAP_START)
  for (const row of page.unopened) console.error(JSON.stringify({ event: 'rewrap_unopened', ...row }))
  if (page.next === null) return settleOutbox(ctx, outboxId)
  const next = { kind: 'rewrap', position: page.next }
  await advanceOutbox(ctx, outboxId, next)
  await sendOutbox(ctx, { queue: 'rewrap', message: { outboxId, payload: next } })
}
