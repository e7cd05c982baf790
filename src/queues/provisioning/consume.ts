/** The provisioning queue and its dead letter. Messages carry ids; everything else is read from the row. */

import { z } from 'zod'
import type { DomainContext } from '../../domain/context.ts'
import { settleOutbox } from '../../domain/outbox.ts'
import {
  deprovisionStream,
  failStream,
  type ProvisionResult,
  provisionStream,
} from '../../domain/sources/provision-stream.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { logEvent } from '../../log/log.ts'
import { consumeEach, DONE, type JobResult, type QueueJob } from '../consume-each.ts'

const messageSchema = z.object({
  outboxId: z.uuid(),
  payload: z.object({ kind: z.enum(['provision', 'deprovision']), streamId: z.uuid(), version: z.number() }),
})
type Body = z.infer<typeof messageSchema>

const RETRY_DELAY_SECONDS = 30
const SCOPE = systemScope('provisioning')

const JOB: QueueJob<Body> = {
  name: 'provisioning',
  schema: messageSchema,
  handle: provisionOrTakeDown,
  retryDelaySeconds: RETRY_DELAY_SECONDS,
  fieldsOf: ({ payload: { streamId } }) => ({ streamId }),
  // Each waits for a platform.
  isParallel: true,
}

/** What was tried too often: the person who must act sees why. Take-downs stay in the outbox and are tried again. */
const DEAD_JOB: QueueJob<Body> = {
  ...JOB,
  name: 'dead_provisioning',
  handle: giveUp,
  isParallel: false,
}

export const consumeProvisioning = (batch: MessageBatch, ctx: DomainContext): Promise<void> =>
  consumeEach(batch, ctx, JOB)

export const consumeProvisioningDead = (batch: MessageBatch, ctx: DomainContext): Promise<void> =>
  consumeEach(batch, ctx, DEAD_JOB)

async function provisionOrTakeDown(ctx: DomainContext, { outboxId, payload }: Body): Promise<JobResult> {
  const result =
    payload.kind === 'provision'
      ? await provisionStream({ ctx, scope: SCOPE, input: { streamId: payload.streamId } })
      : await takeDown(ctx, payload)
  if (result.kind === 'again') return result
  await settleOutbox(ctx, outboxId)
  return DONE
}

async function takeDown(ctx: DomainContext, { streamId }: Body['payload']): Promise<ProvisionResult> {
  const failed = await deprovisionStream({ ctx, scope: SCOPE, input: { streamId } })
  if (failed === null) return { kind: 'settled' }
  logEvent('take_down_failed', { streamId, kind: failed.kind })
  return { kind: 'again', delaySeconds: RETRY_DELAY_SECONDS }
}

async function giveUp(ctx: DomainContext, { outboxId, payload }: Body): Promise<JobResult> {
  if (payload.kind === 'deprovision') return DONE
  const why = 'The platform could not be reached for a long time. Retry the stream when it is back.'
  await failStream({ ctx, scope: SCOPE, input: { streamId: payload.streamId, message: why } })
  await settleOutbox(ctx, outboxId)
  return DONE
}
