/**
 * The rewrap queue: a message is one page of a key rotation. Its outbox row holds how far the rotation has come:
 * after a lost message or a crash, it goes on from there. The row is removed when every envelope was checked.
 */

import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { REWRAP_START, rewrapEnvelopes } from '../../domain/keys/rewrap-envelopes.ts'
import { advanceOutbox, sendOutbox, settleOutbox } from '../../domain/outbox.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { logEvent } from '../../log/log.ts'
import { consumeEach, DONE, type JobResult, type QueueJob } from '../consume-each.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.object({
    kind: z.literal('rewrap'),
    position: z.object({ column: z.int().min(0), afterId: z.string() }).optional(),
  }),
})

const JOB: QueueJob<z.infer<typeof messageSchema>> = {
  name: 'rewrap',
  schema: messageSchema,
  handle: rewrapOnePage,
  retryDelaySeconds: 10,
  fieldsOf: () => ({}),
}

export const consumeRewrap = (batch: MessageBatch, ctx: DomainContext): Promise<void> => consumeEach(batch, ctx, JOB)

async function rewrapOnePage(
  ctx: DomainContext,
  { outboxId, payload }: z.infer<typeof messageSchema>,
): Promise<JobResult> {
  const page = await rewrapEnvelopes({
    ctx,
    scope: systemScope('key-rotation'),
    input: payload.position ?? REWRAP_START,
  })
  for (const row of page.unopened) logEvent('rewrap_unopened', { ...row })
  if (page.next === null) {
    await settleOutbox(ctx, outboxId)
    return DONE
  }
  const next = { kind: 'rewrap', position: page.next }
  await advanceOutbox(ctx, outboxId, next)
  await sendOutbox(ctx, { queue: 'rewrap', message: { outboxId, payload: next } })
  return DONE
}
