/** Statements that create and change streams, shared by connections, log sources and discovery. */

import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { randomBase32 } from '../../contracts/base32.ts'
import { newId } from '../../contracts/ids.ts'
import type { Statement } from '../../db/database.ts'
import { insertIntakeKey, sealedStreamKeys } from '../../db/stream-keys.ts'
import { insertStream } from '../../db/streams.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { INTAKE_KEY, openFrom, sealFor } from '../keys/sealed-columns.ts'
import { type OutboxEntry, outboxEntry } from '../outbox.ts'
import type { SystemScope } from '../system-scope.ts'
import { sealSigningSecret } from './metadata.ts'
import { resourceKeyOf, type SourceRow } from './rows.ts'

export interface NewStream {
  readonly id: string
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
}

export interface StreamWork {
  readonly statements: readonly Statement[]
  readonly job: OutboxEntry
}

/**
 * Returns the statements for a stream with its own intake key and signing secret, and the job that provisions it. All
 * go into one batch.
 */
export async function newManagedStream(ctx: DomainContext, source: SourceRow, stream: NewStream): Promise<StreamWork> {
  const key = await newStreamKey(ctx, source, stream.id)
  const secret = await sealSigningSecret(ctx, stream.id, randomBase32(40))
  const job = outboxEntry(ctx, 'provisioning', { kind: 'provision', streamId: stream.id, version: 1 })
  return { job, statements: [streamStatement(ctx, source, stream, secret), key.statement, job.statement] }
}

/** Returns the statement that inserts a stream of a source. `signingSecret` is sealed already. */
export const streamStatement = (
  ctx: DomainContext,
  source: SourceRow,
  stream: NewStream,
  signingSecret: string | null,
): Statement =>
  insertStream(ctx.db, {
    ...stream,
    sourceId: source.id,
    organizationId: source.organizationId,
    projectId: source.projectId,
    resourceKey: resourceKeyOf(stream.config),
    signingSecret,
    createdAt: ctx.now(),
  })

/** The key of a stream. It is also kept encrypted, because its URL is shown again. */
export async function newStreamKey(ctx: DomainContext, source: SourceRow, streamId: string) {
  const value = createCredential('public')
  const id = newId()
  const statement = insertIntakeKey(ctx.db, {
    id,
    digest: await credentialDigest(value),
    lastFour: value.slice(-4),
    name: `stream of ${source.provider}`,
    organizationId: source.organizationId,
    projectId: source.projectId,
    dataSourceConnectionId: source.kind === 'connection' ? source.id : null,
    logStreamId: streamId,
    encryptedValue: await sealFor(ctx, INTAKE_KEY, id, value),
    createdAt: ctx.now(),
  })
  return { id, value, statement }
}

/** Returns the values of the live keys of streams, by stream id. */
export async function streamKeyValues({
  ctx,
  input,
}: VerbCall<OrganizationScope | SystemScope, { readonly streamIds: readonly string[] }>): Promise<Map<string, string>> {
  const keys = await sealedStreamKeys(ctx.db, input.streamIds)
  const pairs = keys.map(
    async ({ id, streamId, sealed }) => [streamId, await openFrom(ctx, INTAKE_KEY, id, sealed)] as const,
  )
  return new Map(await Promise.all(pairs))
}
