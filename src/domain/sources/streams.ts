/** Streams: created, retried, paused, deleted. Provisioning follows through the outbox. */

import type { OrganizationScope } from '../../auth/scope.ts'
import { conflict, notPossible } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import { changesOf, type Statement } from '../../db/database.ts'
import { deactivateIntakeKeys } from '../../db/stream-keys.ts'
import * as rows from '../../db/streams.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { outboxEntry, sendOutbox } from '../outbox.ts'
import { requireConnector } from './connector-of.ts'
import { parseStreamConfig } from './metadata.ts'
import { resourceKeyOf, type SourceRow, type StreamRow, streamsOfSource } from './rows.ts'
import { newManagedStream } from './stream-changes.ts'

type Call<Input> = VerbCall<OrganizationScope, Input>

export const STREAMS_PER_SOURCE_MAX = 1000
/** Each stream takes two statements; a batch stays far below its time limit. */
const RETRIES_PER_BATCH = 50

/**
 * Creates a stream of a source and has it provisioned. Returns its id. Throws `invalid_input` for a config that does
 * not fit, and `conflict` when the source streams it already or has as many streams as it may have.
 */
export async function createStream({
  ctx,
  scope,
  input,
}: Call<{ readonly source: SourceRow; readonly displayName: string; readonly config: unknown }>): Promise<string> {
  const { source } = input
  const connector = await requireConnector(source.provider)
  const config = parseStreamConfig(connector, input.config)
  if (connector.mode === 'query_only')
    throw notPossible(`${connector.name} has no records to stream. The agent queries it directly.`)
  const existing = await rows.streamsBeside(ctx.db, source.id, resourceKeyOf(config))
  if (existing.hasSame) throw conflict('A stream with this config already exists in this source.')
  if (existing.total >= STREAMS_PER_SOURCE_MAX)
    throw conflict(
      `The source already has ${STREAMS_PER_SOURCE_MAX} streams, the maximum. Delete one before you create another.`,
    )
  const streamId = createdId(ctx)
  const work = await newManagedStream(ctx, source, { id: streamId, displayName: input.displayName, config })
  await ctx.db.batch([
    ...work.statements,
    audit(ctx, {
      ...auditHead(scope, source),
      action: 'stream.create',
      targetId: streamId,
      detail: { displayName: input.displayName },
    }),
  ])
  ctx.waitUntil(sendOutbox(ctx, work.job))
  return streamId
}

/** Changes error to provisioning; no other status can be retried. */
export async function retryStream({ ctx, scope, input }: Call<{ readonly stream: StreamRow }>): Promise<StreamRow> {
  const { stream } = input
  const version = stream.version + 1
  const job = outboxEntry(ctx, 'provisioning', { kind: 'provision', streamId: stream.id, version })
  if (stream.status !== 'error') throw conflict('Only a stream whose status is error can be retried.')
  const results = await ctx.db.batch([
    rows.retryStream(ctx.db, stream),
    auditIfChanged(ctx, { ...auditHead(scope, stream), action: 'stream.retry', targetId: stream.id }),
    job.statement,
  ])
  if (changesOf(results) === 0) throw conflict('Only a stream whose status is error can be retried.')
  ctx.waitUntil(sendOutbox(ctx, job))
  return { ...stream, status: 'provisioning', errorMessage: null, version }
}

/**
 * Retries all streams of a source that are in error, because the cause may have been fixed with the source. If a
 * message is lost, the sweeper sends it again.
 */
export async function retryFailedStreams({ ctx, scope, input }: Call<{ readonly sourceId: string }>): Promise<void> {
  const failed = (await streamsOfSource({ ctx, scope, input })).filter(({ status }) => status === 'error')
  for (let at = 0; at < failed.length; at += RETRIES_PER_BATCH) {
    const jobs = failed.slice(at, at + RETRIES_PER_BATCH).map((stream) => {
      const version = stream.version + 1
      const job = outboxEntry(ctx, 'provisioning', { kind: 'provision', streamId: stream.id, version })
      return { job, statements: [rows.retryStream(ctx.db, stream), job.statement] satisfies Statement[] }
    })
    await ctx.db.batch(jobs.flatMap(({ statements }) => statements))
    ctx.waitUntil(Promise.all(jobs.map(({ job }) => sendOutbox(ctx, job))))
  }
}

/**
 * While a stream is paused, its intake answers success, drops the records and counts them. This is independent of the
 * stream's status.
 */
export async function setStreamEnabled({
  ctx,
  scope,
  input,
}: Call<{ readonly stream: StreamRow; readonly enabled: boolean }>): Promise<StreamRow> {
  const { stream, enabled } = input
  await ctx.db.batch([
    rows.setStreamEnabled(ctx.db, stream.id, enabled),
    audit(ctx, { ...auditHead(scope, stream), action: 'stream.update', targetId: stream.id, detail: { enabled } }),
  ])
  forgetIntakeKeys((key) => key.logStreamId === stream.id)
  return { ...stream, enabled }
}

/** The stream disappears at once. The job then removes what it has on the platform, and after that its row. */
export async function deleteStream({ ctx, scope, input }: Call<{ readonly stream: StreamRow }>): Promise<void> {
  const { stream } = input
  const job = outboxEntry(ctx, 'provisioning', {
    kind: 'deprovision',
    streamId: stream.id,
    version: stream.version + 1,
  })
  const results = await ctx.db.batch([
    rows.markStreamDeleted(ctx.db, stream.id, ctx.now()),
    auditIfChanged(ctx, { ...auditHead(scope, stream), action: 'stream.delete', targetId: stream.id }),
    deactivateIntakeKeys(ctx.db, { streamId: stream.id }, ctx.now()),
    job.statement,
  ])
  forgetIntakeKeys((key) => key.logStreamId === stream.id)
  if (changesOf(results) > 0) ctx.waitUntil(sendOutbox(ctx, job))
}

function auditHead(scope: OrganizationScope, row: { readonly organizationId: string; readonly projectId: string }) {
  return { organizationId: row.organizationId, projectId: row.projectId, actor: scope.actor }
}
