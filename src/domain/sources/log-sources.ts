/**
 * Log sources: managed (the service sets up delivery on the platform) or connectionless (a stream with a key and
 * endpoint cards).
 */

import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import { conflict, notPossible } from '../../contracts/domain-error.ts'
import { createdId, newId } from '../../contracts/ids.ts'
import type { Statement } from '../../db/database.ts'
import * as rows from '../../db/sources.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { requireConnector } from './connector-of.ts'
import { endpointCards } from './endpoint-cards.ts'
import { assertAccepted, parseMetadata, sealMetadata } from './metadata.ts'
import { mnemonic } from './mnemonic.ts'
import { assertMayChangeNativeQueries } from './native-queries.ts'
import { isSenderProvider, type LogProvider, senderName } from './providers.ts'
import type { AutoProvisionFilter, SourceRow } from './rows.ts'
import { newStreamKey, streamStatement } from './stream-changes.ts'

const LOG_SOURCES_MAX = 1000
const NAME_ATTEMPTS = 20

/** Lists the log sources of the project, of one provider if that is named, with how many streams each has. */
export async function listLogSources({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly provider: string | undefined }>): Promise<
  (SourceRow & { readonly streamCount: number })[]
> {
  const { projectId } = scope
  return rows.listLogSources(ctx.db, { projectId, provider: input.provider, limit: LOG_SOURCES_MAX })
}

/** Returns how many streams a source has. */
export const streamCountOf = ({
  ctx,
  input,
}: VerbCall<OrganizationScope, { readonly sourceId: string }>): Promise<number> =>
  rows.countStreams(ctx.db, input.sourceId)

export interface CreateLogSourceInput {
  readonly provider: LogProvider
  readonly mode: 'managed' | 'connectionless'
  readonly metadata: unknown
  readonly filter: AutoProvisionFilter | null
}

export interface CreatedLogSource {
  readonly source: SourceRow
  readonly streamId: string | null
  readonly publicKey: string | null
  readonly endpointCards: ReturnType<typeof endpointCards>
}

/**
 * Creates a log source. A managed one checks its credentials with the platform first; one without a connection gets a
 * stream and a public key, whose value is in the answer only.
 */
export async function createLogSource(call: VerbCall<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  return call.input.mode === 'managed' ? createManaged(call) : createConnectionless(call)
}

/** Discovery (or POST /log-streams) creates the streams of this source, so it starts with none. */
async function createManaged(call: VerbCall<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  const { ctx, input } = call
  const connector = await requireConnector(input.provider)
  if (!connector.provision && !connector.pull) {
    throw notPossible(`${connector.name} has no API to set up delivery. Create the source with mode connectionless.`)
  }
  const metadata = parseMetadata(connector, input.metadata ?? {})
  await assertAccepted(ctx, connector, metadata)
  const source = await sourceRow(call)
  const sealed = await sealMetadata(ctx, source.id, metadata)
  await ctx.db.batch([rows.insertSource(ctx.db, { ...source, metadata: sealed }), auditOf(call, source)])
  return { source, streamId: null, publicKey: null, endpointCards: [] }
}

async function createConnectionless(call: VerbCall<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  const { ctx, input } = call
  if (input.metadata !== undefined)
    throw notPossible('metadata is accepted only with mode managed. Leave it out, or set the mode to managed.')
  const source = await sourceRow(call)
  const streamId = newId()
  const displayName = await providerName(input.provider)
  const key = await newStreamKey(ctx, source, streamId)
  await ctx.db.batch([
    rows.insertSource(ctx.db, source),
    streamStatement(ctx, source, { id: streamId, displayName, config: {} }, null),
    key.statement,
    auditOf(call, source),
  ])
  return {
    source,
    streamId,
    publicKey: key.value,
    endpointCards: endpointCards(input.provider, ctx.baseUrl, key.value),
  }
}

/** Returns the name of a provider as people know it. */
export async function providerName(provider: LogProvider): Promise<string> {
  if (isSenderProvider(provider)) return senderName(provider)
  return (await requireConnector(provider)).name
}

async function sourceRow({ ctx, scope, input }: VerbCall<ProjectScope, CreateLogSourceInput>): Promise<SourceRow> {
  return {
    id: createdId(ctx),
    kind: 'log_source',
    organizationId: scope.organizationId,
    projectId: scope.projectId,
    provider: input.provider,
    mode: input.mode,
    name: await freeName(ctx, scope.projectId),
    metadata: null,
    autoProvisionFilter: input.filter,
    enabled: true,
    nativeQueriesEnabled: false,
    createdAt: ctx.now(),
  }
}

async function freeName(ctx: DomainContext, projectId: string): Promise<string> {
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = mnemonic(Math.random, attempt)
    if (!(await rows.isLogSourceNameTaken(ctx.db, projectId, name))) return name
  }
  throw conflict('No free name was found for the log source. Delete log sources that are not in use.')
}

function auditOf({ ctx, scope }: VerbCall<ProjectScope, CreateLogSourceInput>, source: SourceRow): Statement {
  const { organizationId, projectId, actor } = scope
  const detail = { provider: source.provider, mode: source.mode }
  return audit(ctx, { organizationId, projectId, actor, action: 'log_source.create', targetId: source.id, detail })
}

/**
 * Updates a log source. `enabled` pauses or resumes intake for all its streams. The filter is set, or cleared by null.
 */
export async function updateLogSource({
  ctx,
  scope,
  input,
}: VerbCall<
  OrganizationScope,
  {
    readonly source: SourceRow
    readonly enabled: boolean | undefined
    readonly filter: AutoProvisionFilter | null | undefined
    readonly nativeQueriesEnabled?: boolean | undefined
  }
>): Promise<SourceRow> {
  const { source, enabled, filter, nativeQueriesEnabled } = input
  await assertMayChangeNativeQueries(scope, source, nativeQueriesEnabled)
  // Writes only the named fields, because the others may have changed since they were read.
  const change = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(filter === undefined ? {} : { autoProvisionFilter: filter }),
    ...(nativeQueriesEnabled === undefined ? {} : { nativeQueriesEnabled }),
  }
  if (Object.keys(change).length === 0) return source
  await ctx.db.batch([
    rows.updateSource(ctx.db, source.id, { ...change, discoveredAt: null }),
    audit(ctx, {
      organizationId: source.organizationId,
      projectId: source.projectId,
      actor: scope.actor,
      action: 'log_source.update',
      targetId: source.id,
      detail: { enabled, filter, ...(nativeQueriesEnabled === undefined ? {} : { nativeQueriesEnabled }) },
    }),
  ])
  forgetIntakeKeys((key) => key.logStreamId !== null)
  return (await rows.findLiveSource(ctx.db, source.id)) ?? { ...source, ...change }
}

/**
 * Returns the modes of a provider: connectionless always; managed if the service can set up delivery on the platform or
 * read from it.
 */
export async function modesOf(provider: LogProvider): Promise<('managed' | 'connectionless')[]> {
  if (isSenderProvider(provider)) return ['connectionless']
  const connector = await requireConnector(provider)
  return connector.provision || connector.pull ? ['managed', 'connectionless'] : ['connectionless']
}
