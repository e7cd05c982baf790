/** Public (intake) keys and secret keys: rows of `credentials`. The value is returned once, by create. */
import { forgetCallers } from '../../auth/authenticate.ts'
import { createCredential, credentialDigest } from '../../auth/credential-format.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { badRequest } from '../../http/errors.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdId } from '../ids.ts'

export type KeyKind = 'public' | 'secret'

export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly organizationId: string
  readonly projectId: string | null
  readonly dataSourceConnectionId: string | null
  readonly logStreamId: string | null
  readonly expiresAt: number | null
  readonly deactivatedAt: number | null
  readonly lastUsedAt: number | null
  readonly createdAt: number
}

interface KeyCall<Input> {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly input: Input
}

const SELECT = `select id, name, organization_id as organizationId, project_id as projectId,
  data_source_connection_id as dataSourceConnectionId, log_stream_id as logStreamId, expires_at as expiresAt,
  deactivated_at as deactivatedAt, last_used_at as lastUsedAt, created_at as createdAt from credentials`

export async function findKey(ctx: DomainContext, kind: KeyKind, id: string): Promise<KeyRow | null> {
  return ctx.db.prepare(`${SELECT} where id = ? and kind = ?`).bind(id, kind).first<KeyRow>()
}

/** Newest first; the cursor is the id of the last key returned (ids are sorted by time). */
export async function listKeys({
  ctx,
  scope,
  input,
}: KeyCall<{
  readonly kind: KeyKind
  readonly projectId: string | null
  readonly limit: number
  readonly cursor: string | undefined
}>) {
  const { kind, projectId, limit, cursor } = input
  const [column, owner] = projectId === null ? ['organization_id', scope.organizationId] : ['project_id', projectId]
  const { results } = await ctx.db
    .prepare(`${SELECT} where ${column} = ?1 and kind = ?2 and id < ?3 order by id desc limit ?4`)
    // 'g' sorts after every hex digit: the first page starts above all ids.
    .bind(owner, kind, cursor?.toLowerCase() ?? 'g', limit + 1)
    .all<KeyRow>()
  const keys = results.slice(0, limit)
  return { keys, nextCursor: results.length > limit ? (keys.at(-1)?.id ?? null) : null }
}

export interface CreateKeyInput {
  readonly kind: KeyKind
  readonly name: string
  readonly projectId: string | null
  readonly expiresAt: string | undefined
  readonly origin: 'api' | 'partner'
  readonly dataSourceConnectionId?: string
}

export async function createKey({
  ctx,
  scope,
  input,
}: KeyCall<CreateKeyInput>): Promise<KeyRow & { readonly value: string }> {
  const value = createCredential(input.kind)
  const expiresAt = input.expiresAt === undefined ? null : futureTime(input.expiresAt, ctx.now())
  const row: KeyRow = {
    id: createdId(ctx),
    name: input.name,
    organizationId: scope.organizationId,
    projectId: input.projectId,
    dataSourceConnectionId: input.dataSourceConnectionId ?? null,
    logStreamId: null,
    expiresAt,
    deactivatedAt: null,
    lastUsedAt: null,
    createdAt: ctx.now(),
  }
  await ctx.db.batch([
    ctx.db
      .prepare(
        `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, origin,
           data_source_connection_id, expires_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         -- A repeated attempt of an idempotent request: its value was never handed out, the new one replaces it.
         on conflict (id) do update set digest = excluded.digest, last_four = excluded.last_four`,
      )
      .bind(
        row.id,
        input.kind,
        await credentialDigest(value),
        value.slice(-4),
        row.name,
        row.organizationId,
        row.projectId,
        input.origin,
        row.dataSourceConnectionId,
        expiresAt,
        row.createdAt,
      ),
    audit(ctx, { ...auditHead(scope, row), action: `${input.kind}_key.create`, detail: { name: row.name } }),
  ])
  return { ...row, value }
}

/** PATCH: absent leaves, null clears. */
export async function updateKey({
  ctx,
  scope,
  input,
}: KeyCall<{
  readonly kind: KeyKind
  readonly key: KeyRow
  readonly name: string | undefined
  readonly expiresAt: string | null | undefined
}>) {
  const { kind, key } = input
  const name = input.name ?? key.name
  const expiresAt =
    input.expiresAt === undefined
      ? key.expiresAt
      : input.expiresAt === null
        ? null
        : futureTime(input.expiresAt, ctx.now())
  await ctx.db.batch([
    ctx.db.prepare('update credentials set name = ?, expires_at = ? where id = ?').bind(name, expiresAt, key.id),
    audit(ctx, { ...auditHead(scope, key), action: `${kind}_key.update`, detail: { name, expiresAt } }),
  ])
  forgetKey(key.id)
  return { ...key, name, expiresAt }
}

export async function deactivatePublicKey({ ctx, scope, input }: KeyCall<{ readonly key: KeyRow }>): Promise<KeyRow> {
  const { key } = input
  await ctx.db.batch([
    ctx.db
      .prepare('update credentials set deactivated_at = ?2 where id = ?1 and deactivated_at is null')
      .bind(key.id, ctx.now()),
    auditIfChanged(ctx, { ...auditHead(scope, key), action: 'public_key.deactivate' }),
  ])
  forgetKey(key.id)
  return (await findKey(ctx, 'public', key.id)) ?? key
}

export async function deleteSecretKey({ ctx, scope, input }: KeyCall<{ readonly key: KeyRow }>): Promise<void> {
  await ctx.db.batch([
    ctx.db.prepare("delete from credentials where id = ? and kind = 'secret'").bind(input.key.id),
    auditIfChanged(ctx, { ...auditHead(scope, input.key), action: 'secret_key.delete' }),
  ])
  forgetKey(input.key.id)
}

function auditHead(scope: OrganizationScope, key: KeyRow) {
  return { organizationId: key.organizationId, projectId: key.projectId, actor: scope.actor, targetId: key.id }
}

function forgetKey(id: string): void {
  forgetCallers((caller) => caller.credentialId === id)
  forgetIntakeKeys((key) => key.keyId === id)
}

function futureTime(text: string, now: number): number {
  const time = Date.parse(text)
  if (time > now) return time
  throw badRequest('expiresAt must be in the future.', [{ path: 'body.expiresAt', message: 'must be in the future' }])
}
