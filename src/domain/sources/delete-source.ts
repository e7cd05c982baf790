/**
 * Deletes a connection or a log source. Its streams are taken down before the answer, so that the answer can say what
 * could not be removed.
 */
import type { OrganizationScope } from '../../auth/scope.ts'
import { markSourceDeleted } from '../../db/sources.ts'
import { deactivateIntakeKeys } from '../../db/stream-keys.ts'
import { markStreamsOfSourceDeleted } from '../../db/streams.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { outboxEntry, sendOutbox, settleOutbox } from '../outbox.ts'
import { deprovisionStream } from './provision-stream.ts'
import { type SourceRow, streamsOfSource } from './rows.ts'

/** Number of streams taken down before the answer. The job does the rest and repeats what failed. */
const AT_ONCE_MAX = 20

/** Returns the first sentence about what could not be taken down, or null if everything was. */
export async function deleteSource({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly source: SourceRow }>): Promise<string | null> {
  const { source } = input
  const streams = await streamsOfSource({ ctx, scope, input: { sourceId: source.id } })
  const jobs = streams.map((stream) =>
    outboxEntry(ctx, 'provisioning', { kind: 'deprovision', streamId: stream.id, version: stream.version + 1 }),
  )
  await ctx.db.batch([
    markSourceDeleted(ctx.db, source.id, ctx.now()),
    markStreamsOfSourceDeleted(ctx.db, source.id, ctx.now()),
    deactivateIntakeKeys(ctx.db, { sourceId: source.id }, ctx.now()),
    audit(ctx, {
      organizationId: source.organizationId,
      projectId: source.projectId,
      actor: scope.actor,
      action: `${source.kind}.delete`,
      targetId: source.id,
    }),
    ...jobs.map((job) => job.statement),
  ])
  forgetIntakeKeys((key) => key.connectionId === source.id || streams.some((stream) => stream.id === key.logStreamId))
  let teardownError: string | null = null
  for (const [i, stream] of streams.entries()) {
    const job = jobs[i]
    if (i >= AT_ONCE_MAX) {
      if (job) ctx.waitUntil(sendOutbox(ctx, job))
      continue
    }
    const failed = await deprovisionStream({ ctx, scope, input: { streamId: stream.id } })
    if (failed === null && job) await settleOutbox(ctx, job.message.outboxId)
    teardownError ??= failed?.message ?? null
  }
  return teardownError
}
