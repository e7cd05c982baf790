/** Invitations: made by admins, accepted by the user whose e-mail address they name. No e-mail is sent. */
import { forgetCallers } from '../../auth/authenticate.ts'
import type { UserCaller } from '../../auth/caller.ts'
import { credentialDigest, randomBase32 } from '../../auth/credential-format.ts'
import type { Role } from '../../auth/permissions.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { changesOf } from '../../db/database.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdId, newMembershipId } from '../ids.ts'
import type { OrganizationView } from '../organizations/get-organization.ts'

const VALID_MS = 7 * 86_400_000
const LIST_MAX = 1000
/** 200 random bits. */
const TOKEN_LENGTH = 40

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'

export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly status: InvitationStatus
  readonly createdAt: number
  readonly expiresAt: number
}

interface InvitationRow extends Omit<InvitationView, 'status'> {
  readonly organizationId: string
  readonly acceptedAt: number | null
  readonly revokedAt: number | null
}

const SELECT = `select id, organization_id as organizationId, email, role, accepted_at as acceptedAt,
  revoked_at as revokedAt, expires_at as expiresAt, created_at as createdAt from invitations`

function viewOf(row: InvitationRow, now: number): InvitationView {
  const { id, email, role, createdAt, expiresAt } = row
  const open = expiresAt > now ? 'pending' : 'expired'
  const status = row.acceptedAt !== null ? 'accepted' : row.revokedAt !== null ? 'revoked' : open
  return { id, email, role, status, createdAt, expiresAt }
}

/** A newer invitation of the same address replaces an open one. */
export async function inviteMember({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly input: { readonly email: string; readonly role: Role }
}): Promise<{ readonly invitation: InvitationView; readonly token: string }> {
  const { organizationId, actor } = scope
  const member = await ctx.db
    .prepare(
      `select 1 from memberships m join users u on u.id = m.user_id
       where m.organization_id = ? and lower(u.email) = lower(?)`,
    )
    .bind(organizationId, input.email)
    .first()
  if (member) throw conflict('This address already belongs to a member.')
  const token = randomBase32(TOKEN_LENGTH)
  const now = ctx.now()
  const row = { id: createdId(ctx), email: input.email, role: input.role, createdAt: now, expiresAt: now + VALID_MS }
  await ctx.db.batch([
    ctx.db
      .prepare(
        `update invitations set revoked_at = ?3 where organization_id = ?1 and lower(email) = lower(?2)
         and accepted_at is null and revoked_at is null`,
      )
      .bind(organizationId, input.email, now),
    ctx.db
      .prepare(
        `insert into invitations (id, organization_id, email, role, token_digest, invited_by, expires_at, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (id) do update set token_digest = excluded.token_digest, revoked_at = null`,
      )
      .bind(row.id, organizationId, row.email, row.role, await credentialDigest(token), actor.id, row.expiresAt, now),
    audit(ctx, { organizationId, actor, action: 'invitation.create', targetId: row.id, detail: { role: row.role } }),
  ])
  return { invitation: { ...row, status: 'pending' }, token }
}

export async function listInvitations({
  ctx,
  scope,
}: {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
}): Promise<InvitationView[]> {
  const { results } = await ctx.db
    .prepare(`${SELECT} where organization_id = ? order by id desc limit ?`)
    .bind(scope.organizationId, LIST_MAX)
    .all<InvitationRow>()
  return results.map((row) => viewOf(row, ctx.now()))
}

export async function findInvitation(ctx: DomainContext, id: string): Promise<InvitationRow | null> {
  return ctx.db.prepare(`${SELECT} where id = ?`).bind(id).first<InvitationRow>()
}

export async function revokeInvitation({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly input: { readonly invitationId: string }
}): Promise<void> {
  const { organizationId, actor } = scope
  const results = await ctx.db.batch([
    ctx.db
      .prepare(
        'update invitations set revoked_at = ?3 where id = ?1 and organization_id = ?2 and accepted_at is null and revoked_at is null',
      )
      .bind(input.invitationId, organizationId, ctx.now()),
    auditIfChanged(ctx, { organizationId, actor, action: 'invitation.revoke', targetId: input.invitationId }),
  ])
  if (changesOf(results) === 0) throw conflict('Only an open invitation can be revoked.')
}

/** Unknown, foreign, revoked and expired tokens answer alike: a token proves nothing to anyone else. */
export async function acceptInvitation({
  ctx,
  caller,
  input,
}: {
  readonly ctx: DomainContext
  readonly caller: UserCaller
  readonly input: { readonly token: string }
}): Promise<OrganizationView> {
  const now = ctx.now()
  const digest = await credentialDigest(input.token)
  const row = await ctx.db.prepare(`${SELECT} where token_digest = ?`).bind(digest).first<InvitationRow>()
  const isMine = row && row.email.toLowerCase() === caller.user.email.toLowerCase()
  if (!row || !isMine || viewOf(row, now).status !== 'pending') throw notFound('The invitation')
  const organization = await ctx.db
    .prepare('select id, name, slug, logo from organizations where id = ? and deleted_at is null')
    .bind(row.organizationId)
    .first<OrganizationView>()
  if (!organization) throw notFound('The invitation')
  const results = await ctx.db.batch([
    ctx.db
      .prepare('update invitations set accepted_at = ?2 where id = ?1 and accepted_at is null and revoked_at is null')
      .bind(row.id, now),
    ctx.db
      .prepare(
        `insert into memberships (id, organization_id, user_id, role, created_at)
         select ?, ?, ?, ?, ? where changes() > 0 on conflict (organization_id, user_id) do nothing`,
      )
      .bind(newMembershipId(), row.organizationId, caller.user.id, row.role, now),
    audit(ctx, {
      organizationId: row.organizationId,
      actor: { kind: 'user', id: caller.user.id },
      action: 'invitation.accept',
      targetId: row.id,
    }),
  ])
  if (changesOf(results) === 0) throw notFound('The invitation')
  forgetCallers((one) => one.kind === 'user' && one.user.id === caller.user.id)
  return organization
}
