/** Log sources: managed (we provision the platform's delivery) or connectionless (a keyed stream and endpoint cards). */
import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import { HttpError } from '../../http/errors.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdId, newId } from '../ids.ts'
import { requireConnector } from './connector-of.ts'
import { endpointCards } from './endpoint-cards.ts'
import { assertAccepted, parseMetadata, sealMetadata } from './metadata.ts'
import { mnemonic } from './mnemonic.ts'
import { isSenderProvider, type LogProvider, senderName } from './providers.ts'
import { type AutoProvisionFilter, type RawSource, SOURCE_COLUMNS, type SourceRow, sourceOf } from './rows.ts'
import { newStreamKey, streamStatement } from './stream-changes.ts'

interface Call<Scope, Input> {
  readonly ctx: DomainContext
  readonly scope: Scope
  readonly input: Input
}

const LOG_SOURCES_MAX = 1000
const NAME_ATTEMPTS = 20

export async function listLogSources({
  ctx,
  scope,
  input,
}: Call<ProjectScope, { readonly provider: string | undefined }>): Promise<
  (SourceRow & { readonly streamCount: number })[]
> {
  const { results } = await ctx.db
    .prepare(
      `select ${SOURCE_COLUMNS}, (select count(*) from streams s where s.source_id = sources.id and s.deleted_at is null) as streamCount
       from sources where project_id = ?1 and kind = 'log_source' and deleted_at is null and (?2 is null or provider = ?2)
       order by id desc limit ?3`,
    )
    .bind(scope.projectId, input.provider ?? null, LOG_SOURCES_MAX)
    .all<RawSource & { streamCount: number }>()
  return results.map(({ streamCount, ...raw }) => ({ ...sourceOf(raw), streamCount }))
}

export async function streamCountOf(ctx: DomainContext, sourceId: string): Promise<number> {
  const row = await ctx.db
    .prepare('select count(*) as n from streams where source_id = ? and deleted_at is null')
    .bind(sourceId)
    .first<{ n: number }>()
  return row?.n ?? 0
}

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

export async function createLogSource(call: Call<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  return call.input.mode === 'managed' ? createManaged(call) : createConnectionless(call)
}

/** Its streams come from discovery (or POST /log-streams), so it starts with none. */
async function createManaged(call: Call<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  const { ctx, input } = call
  const connector = await requireConnector(input.provider)
  if (!connector.provision && !connector.pull) {
    throw new HttpError(
      'UNPROCESSABLE_CONTENT',
      `${connector.name} has no API for delivery: create the source with mode connectionless.`,
    )
  }
  const metadata = parseMetadata(connector, input.metadata ?? {})
  await assertAccepted(ctx, connector, metadata)
  const source = await sourceRow(call)
  const sealed = await sealMetadata(ctx, source.id, metadata)
  await ctx.db.batch([insertSource(ctx, { ...source, metadata: sealed }), auditOf(call, source)])
  return { source, streamId: null, publicKey: null, endpointCards: [] }
}

async function createConnectionless(call: Call<ProjectScope, CreateLogSourceInput>): Promise<CreatedLogSource> {
  const { ctx, input } = call
  if (input.metadata !== undefined) throw new HttpError('UNPROCESSABLE_CONTENT', 'metadata belongs to mode managed.')
  const source = await sourceRow(call)
  const streamId = newId()
  const displayName = await providerName(input.provider)
  const key = await newStreamKey(ctx, source, streamId)
  await ctx.db.batch([
    insertSource(ctx, source),
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

export async function providerName(provider: LogProvider): Promise<string> {
  if (isSenderProvider(provider)) return senderName(provider)
  return (await requireConnector(provider)).name
}

async function sourceRow({ ctx, scope, input }: Call<ProjectScope, CreateLogSourceInput>): Promise<SourceRow> {
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
    createdAt: ctx.now(),
  }
}

async function freeName(ctx: DomainContext, projectId: string): Promise<string> {
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = mnemonic(Math.random, attempt)
    const taken = await ctx.db
      .prepare("select 1 from sources where project_id = ? and name = ? and kind = 'log_source'")
      .bind(projectId, name)
      .first()
    if (!taken) return name
  }
  throw new HttpError('CONFLICT', 'No free name was found; delete log sources that are not used.')
}

function insertSource(ctx: DomainContext, source: SourceRow): D1PreparedStatement {
  return ctx.db
    .prepare(
      `insert into sources (id, kind, organization_id, project_id, provider, mode, name, metadata, auto_provision_filter,
         created_at) values (?, 'log_source', ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    )
    .bind(
      source.id,
      source.organizationId,
      source.projectId,
      source.provider,
      source.mode,
      source.name,
      source.metadata,
      source.autoProvisionFilter === null ? null : JSON.stringify(source.autoProvisionFilter),
      source.createdAt,
    )
}

function auditOf({ ctx, scope }: Call<ProjectScope, CreateLogSourceInput>, source: SourceRow): D1PreparedStatement {
  const { organizationId, projectId, actor } = scope
  const detail = { provider: source.provider, mode: source.mode }
  return audit(ctx, { organizationId, projectId, actor, action: 'log_source.create', targetId: source.id, detail })
}

/** enabled pauses or resumes intake across its streams; the filter is set, or cleared by null. */
export async function updateLogSource({
  ctx,
  scope,
  input,
}: Call<
  OrganizationScope,
  {
    readonly source: SourceRow
    readonly enabled: boolean | undefined
    readonly filter: AutoProvisionFilter | null | undefined
  }
>): Promise<SourceRow> {
  const { source } = input
  const enabled = input.enabled ?? source.enabled
  const filter = input.filter === undefined ? source.autoProvisionFilter : input.filter
  await ctx.db.batch([
    ctx.db
      .prepare('update sources set enabled = ?, auto_provision_filter = ?, discovered_at = null where id = ?')
      .bind(enabled ? 1 : 0, filter === null ? null : JSON.stringify(filter), source.id),
    audit(ctx, {
      organizationId: source.organizationId,
      projectId: source.projectId,
      actor: scope.actor,
      action: 'log_source.update',
      targetId: source.id,
      detail: { enabled, filter },
    }),
  ])
  forgetIntakeKeys((key) => key.logStreamId !== null)
  return { ...source, enabled, autoProvisionFilter: filter }
}

/** Which modes a provider has. Connectionless always; managed where we can make the platform deliver, or read it. */
export async function modesOf(provider: LogProvider): Promise<('managed' | 'connectionless')[]> {
  if (isSenderProvider(provider)) return ['connectionless']
  const connector = await requireConnector(provider)
  return connector.provision || connector.pull ? ['managed', 'connectionless'] : ['connectionless']
}
