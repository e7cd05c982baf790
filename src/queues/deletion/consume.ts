/** The deletion queue: one job a message, delivered again until everything is gone. */

import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { runDeletion } from '../../domain/deletion/run-deletion.ts'
import { advanceOutbox, sendOutbox, settleOutbox } from '../../domain/outbox.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { consumeEach, DONE, type JobResult, type QueueJob } from '../consume-each.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('project'), projectId: z.uuid(), organizationId: z.string(), region: z.string() }),
    z.object({ kind: z.literal('organization'), organizationId: z.string().min(1) }),
  ]),
})

const JOB: QueueJob<z.infer<typeof messageSchema>> = {
  name: 'deletion',
  schema: messageSchema,
  handle: deleteOnePart,
  retryDelaySeconds: 10,
  fieldsOf: ({ payload: { kind, organizationId } }) => ({ kind, organizationId }),
}

export const consumeDeletion = (batch: MessageBatch, ctx: DomainContext): Promise<void> => consumeEach(batch, ctx, JOB)

/**
 * A job that continues is sent as a new message, so that no message is retried for ever. A job that has to wait stays
 * in the outbox.
 */
async function deleteOnePart(
  ctx: DomainContext,
  { outboxId, payload }: z.infer<typeof messageSchema>,
): Promise<JobResult> {
  const progress = await runDeletion({ ctx, scope: systemScope('deletion'), input: payload })
  if (progress === 'done') await settleOutbox(ctx, outboxId)
  if (progress === 'more') {
    await advanceOutbox(ctx, outboxId, payload)
    await sendOutbox(ctx, { queue: 'deletion', message: { outboxId, payload } })
  }
  return DONE
}
