/** Invitations: admins create them, and the user with the invited e-mail address accepts them. No e-mail is sent. */

import { forgetCallers } from '../../auth/authenticate.ts'
import type { UserCaller } from '../../auth/caller.ts'
import { credentialDigest } from '../../auth/credential-format.ts'
import type { Role } from '../../auth/permissions.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { randomBase32 } from '../../contracts/base32.ts'
import { conflict, notFound } from '../../contracts/domain-error.ts'
import { createdId, newMembershipId } from '../../contracts/ids.ts'
import { changesOf } from '../../db/database.ts'
import * as rows from '../../db/invitations.ts'
import { isMember } from '../../db/members.ts'
import { findOrganization } from '../../db/organizations.ts'
import { audit, auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
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

function viewOf(row: rows.InvitationRow, now: number): InvitationView {
  const { id, email, role, createdAt, expiresAt } = row
  const open = expiresAt > now ? 'pending' : 'expired'
  const status = row.acceptedAt !== null ? 'accepted' : row.revokedAt !== null ? 'revoked' : open
  return { id, email, role, status, createdAt, expiresAt }
}

/** A newer invitation for the same address replaces an open one. */
export async function inviteMember({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly email: string; readonly role: Role }>): Promise<{
  readonly invitation: InvitationView
  readonly token: string
}> {
  const { organizationId, actor } = scope
  if (await isMember(ctx.db, organizationId, input.email))
    throw conflict('A member with this e-mail address already exists, so there is nobody to invite.')
  const token = randomBase32(TOKEN_LENGTH)
  const now = ctx.now()
  const row = { id: createdId(ctx), email: input.email, role: input.role, createdAt: now, expiresAt: now + VALID_MS }
  await ctx.db.batch([
    rows.revokeInvitationsOf(ctx.db, organizationId, input.email, now),
    rows.insertInvitation(ctx.db, {
      ...row,
      organizationId,
      tokenDigest: await credentialDigest(token),
      invitedBy: actor.id,
    }),
    audit(ctx, { organizationId, actor, action: 'invitation.create', targetId: row.id, detail: { role: row.role } }),
  ])
  return { invitation: { ...row, status: 'pending' }, token }
}

/** Lists the invitations of the organization, newest first, at most 1,000. */
export async function listInvitations({ ctx, scope }: VerbCall<OrganizationScope>): Promise<InvitationView[]> {
  const found = await rows.listInvitations(ctx.db, scope.organizationId, LIST_MAX)
  return found.map((row) => viewOf(row, ctx.now()))
}

/**
 * Returns an invitation by its id, of any organization; null if there is none. The caller must decide the right to it
 * afterwards.
 */
export const findInvitation = (ctx: DomainContext, id: string): Promise<rows.InvitationRow | null> =>
  rows.findInvitation(ctx.db, id)

/** Revokes an open invitation. Throws `conflict` when it was accepted, revoked or has expired. */
export async function revokeInvitation({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly invitationId: string }>): Promise<void> {
  const { organizationId, actor } = scope
  const results = await ctx.db.batch([
    rows.revokeInvitation(ctx.db, organizationId, input.invitationId, ctx.now()),
    auditIfChanged(ctx, { organizationId, actor, action: 'invitation.revoke', targetId: input.invitationId }),
  ])
  if (changesOf(results) === 0) throw conflict('The invitation is not open any more, so it cannot be revoked.')
}

/** Unknown, foreign, revoked and expired tokens get the same answer, so that a token tells nothing to anyone else. */
export async function acceptInvitation({
  ctx,
  scope: caller,
  input,
}: VerbCall<UserCaller, { readonly token: string }>): Promise<OrganizationView> {
  const now = ctx.now()
  const digest = await credentialDigest(input.token)
  const row = await rows.findInvitationByToken(ctx.db, digest)
  const isMine = row && row.email.toLowerCase() === caller.user.email.toLowerCase()
  if (!row || !isMine || viewOf(row, now).status !== 'pending') throw notFound('The invitation')
  const organization = await findOrganization(ctx.db, row.organizationId)
  if (!organization) throw notFound('The invitation')
  const results = await ctx.db.batch([
    rows.acceptInvitation(ctx.db, row.id, now),
    rows.insertMembershipIfChanged(ctx.db, {
      id: newMembershipId(),
      organizationId: row.organizationId,
      userId: caller.user.id,
      role: row.role,
      createdAt: now,
    }),
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
