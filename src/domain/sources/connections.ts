/** Data source connections: credentials of a platform, validated, sealed, with a public key of their own. */
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import type { DataSourceType } from '../../connectors/connector.ts'
import { HttpError, notFound } from '../../http/errors.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdId, newId } from '../ids.ts'
import { connectorDeps } from './connector-deps.ts'
import { requireConnector } from './connector-of.ts'
import { assertAccepted, openMetadata, parseMetadata, sealMetadata } from './metadata.ts'
import { type RawSource, resourceKeyOf, SOURCE_COLUMNS, type SourceRow, sourceOf } from './rows.ts'
import { retryFailedStreams } from './streams.ts'

interface Call<Scope, Input> {
  readonly ctx: DomainContext
  readonly scope: Scope
  readonly input: Input
}

/** The contract's list has no cursor. */
const CONNECTIONS_MAX = 1000

export async function listConnections({
  ctx,
  scope,
  input,
}: Call<ProjectScope, { readonly dataSourceType: string | undefined }>): Promise<SourceRow[]> {
  const { results } = await ctx.db
    .prepare(
      `select ${SOURCE_COLUMNS} from sources where project_id = ?1 and kind = 'connection' and deleted_at is null
         and (?2 is null or provider = ?2) order by id desc limit ?3`,
    )
    .bind(scope.projectId, input.dataSourceType ?? null, CONNECTIONS_MAX)
    .all<RawSource>()
  return results.map(sourceOf)
}

export interface CreateConnectionInput {
  readonly dataSourceType: DataSourceType
  readonly metadata: unknown
  readonly displayName: string | null
}

/** Nothing is stored unless the platform accepted the credentials. The public key is returned only here. */
export async function createConnection({ ctx, scope, input }: Call<ProjectScope, CreateConnectionInput>) {
  const connector = await requireConnector(input.dataSourceType)
  const metadata = parseMetadata(connector, input.metadata)
  await assertAccepted(ctx, connector, metadata)
  const connectionId = createdId(ctx)
  const publicKey = createCredential('public')
  const { organizationId, projectId, actor } = scope
  await ctx.db.batch([
    ctx.db
      .prepare(
        `insert into sources (id, kind, organization_id, project_id, provider, mode, name, metadata, created_at)
         values (?, 'connection', ?, ?, ?, 'managed', ?, ?, ?) on conflict (id) do nothing`,
      )
      .bind(
        connectionId,
        organizationId,
        projectId,
        input.dataSourceType,
        input.displayName,
        await sealMetadata(ctx, connectionId, metadata),
        ctx.now(),
      ),
    ctx.db
      .prepare(
        `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, origin,
           data_source_connection_id, created_at) values (?, 'public', ?, ?, ?, ?, ?, 'api', ?, ?)`,
      )
      .bind(
        newId(),
        await credentialDigest(publicKey),
        publicKey.slice(-4),
        `connection ${input.dataSourceType}`,
        organizationId,
        projectId,
        connectionId,
        ctx.now(),
      ),
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

/** Metadata is validated like at creation, whole; absent leaves it. displayName null clears. */
export async function updateConnection({
  ctx,
  scope,
  input,
}: Call<
  OrganizationScope,
  { readonly connection: SourceRow; readonly displayName: string | null | undefined; readonly metadata: unknown }
>) {
  const { connection } = input
  const name = input.displayName === undefined ? connection.name : input.displayName
  let sealed = connection.metadata
  if (input.metadata !== undefined) {
    const connector = await requireConnector(connection.provider)
    const metadata = parseMetadata(connector, input.metadata)
    await assertAccepted(ctx, connector, metadata)
    sealed = await sealMetadata(ctx, connection.id, metadata)
  }
  await ctx.db.batch([
    // Metadata that was not given stays as it is now, which a key rotation may have changed since it was read.
    ctx.db
      .prepare('update sources set name = ?, metadata = coalesce(?, metadata) where id = ?')
      .bind(name, input.metadata === undefined ? null : sealed, connection.id),
    audit(ctx, {
      organizationId: connection.organizationId,
      projectId: connection.projectId,
      actor: scope.actor,
      action: 'connection.update',
      targetId: connection.id,
      detail: {
        changed: [
          ...(input.displayName === undefined ? [] : ['displayName']),
          ...(input.metadata === undefined ? [] : ['metadata']),
        ],
      },
    }),
  ])
  // The platform has just accepted these credentials, so what failed for the old ones is tried again.
  if (input.metadata !== undefined) await retryFailedStreams(ctx, connection.id)
  return { ...connection, name, metadata: sealed }
}

/** What can be streamed: a page of the platform's resources, each with the stream it already has. */
export async function listResources({
  ctx,
  input,
}: {
  readonly ctx: DomainContext
  readonly input: { readonly source: SourceRow; readonly cursor: string | null }
}) {
  const { source, cursor } = input
  const connector = await requireConnector(source.provider)
  const outcome = await connector.listResources(connectorDeps(ctx), await openMetadata(ctx, source), cursor)
  if (!outcome.ok) {
    const isRefusal =
      outcome.kind === 'bad_credentials' || outcome.kind === 'missing_scope' || outcome.kind === 'not_found'
    throw new HttpError(isRefusal ? 'UNPROCESSABLE_CONTENT' : 'BAD_GATEWAY', outcome.message)
  }
  const { results } = await ctx.db
    .prepare('select id, resource_key as resourceKey from streams where source_id = ? and deleted_at is null')
    .bind(source.id)
    .all<{ id: string; resourceKey: string }>()
  const byResource = new Map(results.map((row) => [row.resourceKey, row.id]))
  const resources = outcome.value.resources.map(({ displayName, config }) => ({
    displayName,
    config,
    streamId: byResource.get(resourceKeyOf(config)) ?? null,
  }))
  return { resources, nextCursor: outcome.value.nextCursor }
}

export function orNotFound<Row>(row: Row | null, what: string): Row {
  if (row === null) throw notFound(what)
  return row
}
