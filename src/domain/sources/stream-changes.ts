/** Statements that make and change streams, shared by connections, log sources and discovery. */
import { createCredential, credentialDigest, randomBase32 } from '../../auth/credential-format.ts'
import type { DomainContext } from '../context.ts'
import { newId } from '../ids.ts'
import { INTAKE_KEY, openFrom, sealFor } from '../keys/sealed-columns.ts'
import { type OutboxEntry, outboxEntry } from '../outbox.ts'
import { sealSigningSecret } from './metadata.ts'
import { resourceKeyOf, type SourceRow } from './rows.ts'

export interface NewStream {
  readonly id: string
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
}

export interface StreamWork {
  readonly statements: readonly D1PreparedStatement[]
  readonly job: OutboxEntry
}

/** A stream with its own intake key and signing secret, and the job that provisions it; all for one batch. */
export async function newManagedStream(ctx: DomainContext, source: SourceRow, stream: NewStream): Promise<StreamWork> {
  const key = await newStreamKey(ctx, source, stream.id)
  const secret = await sealSigningSecret(ctx, stream.id, randomBase32(40))
  const job = outboxEntry(ctx, 'provisioning', { kind: 'provision', streamId: stream.id, version: 1 })
  return { job, statements: [streamStatement(ctx, source, stream, secret), key.statement, job.statement] }
}

export function streamStatement(
  ctx: DomainContext,
  source: SourceRow,
  stream: NewStream,
  secret: string | null,
): D1PreparedStatement {
  return ctx.db
    .prepare(
      `insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status,
         signing_secret, version, created_at) values (?, ?, ?, ?, ?, ?, ?, 'pending', ?, 1, ?)
       on conflict (id) do nothing`,
    )
    .bind(
      stream.id,
      source.id,
      source.organizationId,
      source.projectId,
      stream.displayName,
      JSON.stringify(stream.config),
      resourceKeyOf(stream.config),
      secret,
      ctx.now(),
    )
}

/** The key of a stream: also kept encrypted, because its URL is shown again. */
export async function newStreamKey(ctx: DomainContext, source: SourceRow, streamId: string) {
  const value = createCredential('public')
  const id = newId()
  const sealed = await sealFor(ctx, INTAKE_KEY, id, value)
  const statement = ctx.db
    .prepare(
      `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, origin,
         data_source_connection_id, log_stream_id, encrypted_value, created_at)
       values (?, 'public', ?, ?, ?, ?, ?, 'api', ?, ?, ?, ?)`,
    )
    .bind(
      id,
      await credentialDigest(value),
      value.slice(-4),
      `stream of ${source.provider}`,
      source.organizationId,
      source.projectId,
      source.kind === 'connection' ? source.id : null,
      streamId,
      sealed,
      ctx.now(),
    )
  return { id, value, statement }
}

/** Values of the live keys of streams, by stream id. */
export async function streamKeyValues(ctx: DomainContext, streamIds: readonly string[]): Promise<Map<string, string>> {
  const { results } = await ctx.db
    .prepare(
      `select id, log_stream_id as streamId, encrypted_value as sealed from credentials
       where kind = 'public' and deactivated_at is null and encrypted_value is not null
         and log_stream_id in (select value from json_each(?))`,
    )
    .bind(JSON.stringify(streamIds))
    .all<{ id: string; streamId: string; sealed: string }>()
  const pairs = results.map(
    async ({ id, streamId, sealed }) => [streamId, await openFrom(ctx, INTAKE_KEY, id, sealed)] as const,
  )
  return new Map(await Promise.all(pairs))
}
