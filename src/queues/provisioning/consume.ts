/** The provisioning queue and its dead letter. Messages carry ids; everything else is read from the row. */
import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { settleOutbox } from '../../domain/outbox.ts'
import {
  deprovisionStream,
  fail,
  type ProvisionResult,
  provisionStream,
} from '../../domain/sources/provision-stream.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.object({ kind: z.enum(['provision', 'deprovision']), streamId: z.uuid(), version: z.number() }),
})
type Payload = z.infer<typeof messageSchema>['payload']

const RETRY_DELAY_SECONDS = 30

export async function consumeProvisioning(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  await Promise.all(batch.messages.map((message) => consumeOne(message, ctx)))
}

async function consumeOne(message: Message, ctx: DomainContext): Promise<void> {
  const parsed = messageSchema.safeParse(message.body)
  if (!parsed.success) {
    console.error(JSON.stringify({ event: 'provisioning_message_refused', messageId: message.id }))
    return message.ack()
  }
  try {
    const result = await act(ctx, parsed.data.payload)
    if (result.kind === 'again') return message.retry({ delaySeconds: result.delaySeconds })
    await settleOutbox(ctx, parsed.data.outboxId)
    message.ack()
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    console.error(JSON.stringify({ event: 'provisioning_failed', streamId: parsed.data.payload.streamId, reason }))
    message.retry({ delaySeconds: RETRY_DELAY_SECONDS })
  }
}

async function act(ctx: DomainContext, { kind, streamId }: Payload): Promise<ProvisionResult> {
  if (kind === 'provision') return provisionStream(ctx, streamId)
  const failed = await deprovisionStream(ctx, streamId)
  if (failed === null) return { kind: 'settled' }
  console.error(JSON.stringify({ event: 'take_down_failed', streamId, kind: failed.kind }))
  return { kind: 'again', delaySeconds: RETRY_DELAY_SECONDS }
}

/** A provisioning that never ended well: the person who must act sees why. Take-downs stay in the outbox. */
export async function consumeProvisioningDead(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body)
    if (parsed.success && parsed.data.payload.kind === 'provision') {
      await fail(
        ctx,
        parsed.data.payload.streamId,
        'The platform could not be reached for a long time. Retry the stream when it is back.',
      )
      await settleOutbox(ctx, parsed.data.outboxId)
    }
    message.ack()
  }
}
