/** Data source connections: credentials of a platform, validated and sealed, with a public key of their own. */

import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import type { DataSourceType } from '../../connectors/connector.ts'
import { DomainError } from '../../contracts/domain-error.ts'
import { createdId, newId } from '../../contracts/ids.ts'
import * as sources from '../../db/sources.ts'
import { insertIntakeKey } from '../../db/stream-keys.ts'
import { resourceKeysOf } from '../../db/streams.ts'
import { audit } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { connectorDeps } from './connector-deps.ts'
import { requireConnector } from './connector-of.ts'
import { assertAccepted, openMetadata, parseMetadata, sealMetadata } from './metadata.ts'
import { assertMayChangeNativeQueries } from './native-queries.ts'
import { resourceKeyOf, type SourceRow } from './rows.ts'
import { retryFailedStreams } from './streams.ts'

/** Maximum length of the list, because the contract's list has no cursor. */
const CONNECTIONS_MAX = 1000

/** Lists the connections of the project, of one platform if that is named. */
export async function listConnections({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly dataSourceType: string | undefined }>): Promise<SourceRow[]> {
  const { projectId } = scope
  return sources.listConnections(ctx.db, { projectId, provider: input.dataSourceType, limit: CONNECTIONS_MAX })
}

export interface CreateConnectionInput {
  readonly dataSourceType: DataSourceType
  readonly metadata: unknown
  readonly displayName: string | null
}

/**
 * Creates a connection. Nothing is stored unless the platform accepts the credentials. Only this answer contains the
 * public key.
 */
export async function createConnection({ ctx, scope, input }: VerbCall<ProjectScope, CreateConnectionInput>) {
  const connector = await requireConnector(input.dataSourceType)
  const metadata = parseMetadata(connector, input.metadata)
  await assertAccepted(ctx, connector, metadata)
  const connectionId = createdId(ctx)
  const publicKey = createCredential('public')
  const { organizationId, projectId, actor } = scope
  await ctx.db.batch([
    sources.insertSource(ctx.db, {
      id: connectionId,
      kind: 'connection',
      organizationId,
      projectId,
      provider: input.dataSourceType,
      mode: 'managed',
      name: input.displayName,
      metadata: await sealMetadata(ctx, connectionId, metadata),
      autoProvisionFilter: null,
      enabled: true,
      nativeQueriesEnabled: false,
      createdAt: ctx.now(),
    }),
    insertIntakeKey(ctx.db, {
      id: newId(),
      digest: await credentialDigest(publicKey),
      lastFour: publicKey.slice(-4),
      name: `connection ${input.dataSourceType}`,
      organizationId,
      projectId,
      dataSourceConnectionId: connectionId,
      logStreamId: null,
      encryptedValue: null,
      createdAt: ctx.now(),
    }),
    audit(ctx, {
      organizationId,
      projectId,
      actor,
      action: 'connection.create',
      targetId: connectionId,
      detail: { dataSourceType: input.dataSourceType },
    }),
  ])
  return { connectionId, publicKey }
}

/**
 * Updates a connection. Metadata is validated as a whole, as at creation; if absent, it stays. So whoever names another
 * host must also send the secrets, and no stored secret is sent to that host. A displayName of null clears the name.
 */
export async function updateConnection({
  ctx,
  scope,
  input,
}: VerbCall<
  OrganizationScope,
  {
    readonly connection: SourceRow
    readonly displayName: string | null | undefined
    readonly metadata: unknown
    readonly nativeQueriesEnabled?: boolean | undefined
  }
>) {
  const { connection, displayName, nativeQueriesEnabled } = input
  await assertMayChangeNativeQueries(scope, connection, nativeQueriesEnabled)
  let sealed: string | undefined
  if (input.metadata !== undefined) {
    const connector = await requireConnector(connection.provider)
    const metadata = parseMetadata(connector, input.metadata)
    await assertAccepted(ctx, connector, metadata)
    sealed = await sealMetadata(ctx, connection.id, metadata)
  }
  const change = {
    ...(displayName === undefined ? {} : { name: displayName }),
    ...(sealed === undefined ? {} : { metadata: sealed }),
    ...(nativeQueriesEnabled === undefined ? {} : { nativeQueriesEnabled }),
  }
  if (Object.keys(change).length === 0) return connection
  await ctx.db.batch([
    sources.updateSource(ctx.db, connection.id, change),
    audit(ctx, {
      organizationId: connection.organizationId,
      projectId: connection.projectId,
      actor: scope.actor,
      action: 'connection.update',
      targetId: connection.id,
      detail: {
        changed: [...(displayName === undefined ? [] : ['displayName']), ...(sealed === undefined ? [] : ['metadata'])],
        ...(nativeQueriesEnabled === undefined ? {} : { nativeQueriesEnabled }),
      },
    }),
  ])
  // The platform has just accepted these credentials, so everything that failed with the old ones is tried again.
  if (sealed !== undefined) await retryFailedStreams({ ctx, scope, input: { sourceId: connection.id } })
  return (await sources.findLiveSource(ctx.db, connection.id)) ?? { ...connection, ...change }
}

/** Returns a page of the platform's resources that can be streamed, each with its existing stream. */
export async function listResources({
  ctx,
  input,
}: VerbCall<OrganizationScope, { readonly source: SourceRow; readonly cursor: string | null }>) {
  const { source, cursor } = input
  const connector = await requireConnector(source.provider)
  const outcome = await connector.listResources(connectorDeps(ctx), await openMetadata(ctx, source), cursor)
  if (!outcome.ok) {
    const isRefusal =
      outcome.kind === 'bad_credentials' || outcome.kind === 'missing_scope' || outcome.kind === 'not_found'
    throw new DomainError({ kind: isRefusal ? 'platform_refused' : 'platform_failed', message: outcome.message })
  }
  const byResource = new Map((await resourceKeysOf(ctx.db, source.id)).map((row) => [row.resourceKey, row.id]))
  const resources = outcome.value.resources.map(({ displayName, config }) => ({
    displayName,
    config,
    streamId: byResource.get(resourceKeyOf(config)) ?? null,
  }))
  return { resources, nextCursor: outcome.value.nextCursor }
}
