/** Members of an organization: list, change of role, removal. An organization always keeps at least one admin. */

import { forgetCallers } from '../../auth/authenticate.ts'
import type { Role } from '../../auth/permissions.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { conflict, missingPermission, notFound } from '../../contracts/domain-error.ts'
import { changesOf } from '../../db/database.ts'
import type { MemberRow } from '../../db/members.ts'
import * as rows from '../../db/members.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'

export type { MemberRow } from '../../db/members.ts'

type MemberCall<Input> = VerbCall<OrganizationScope, Input>

/** Maximum length of the list, because the contract's list has no cursor. */
const MEMBERS_MAX = 1000

/** Lists the members of the organization with their roles, newest first, at most 1,000. */
export async function listMembers({ ctx, scope }: VerbCall<OrganizationScope>): Promise<MemberRow[]> {
  return rows.listMembers(ctx.db, scope.organizationId, MEMBERS_MAX)
}

/** Finds a member by user id or by e-mail address; the path accepts both. */
async function findMember(ctx: DomainContext, organizationId: string, userIdOrEmail: string): Promise<MemberRow> {
  const row = await rows.findMember(ctx.db, organizationId, userIdOrEmail)
  if (!row) throw notFound('The member')
  return row
}

/**
 * Changes the role of a member, who is named by id or e-mail address. Throws `not_found` when there is no such member,
 * and `conflict` when the last admin would lose the role.
 */
export async function updateMemberRole({
  ctx,
  scope,
  input,
}: MemberCall<{ readonly user: string; readonly role: Role }>): Promise<MemberRow> {
  const { organizationId, actor } = scope
  const member = await findMember(ctx, organizationId, input.user)
  const results = await ctx.db.batch([
    rows.setRole(ctx.db, { organizationId, userId: member.userId, role: input.role }),
    auditIfChanged(ctx, {
      organizationId,
      actor,
      action: 'member.update_role',
      targetId: member.userId,
      detail: { role: input.role },
    }),
  ])
  if (changesOf(results) === 0) throw conflict('This member is the last admin. Make another member an admin first.')
  forgetUser(member.userId)
  return { ...member, role: input.role }
}

/** Admins may remove anyone; all members may remove themselves. */
export async function removeMember({ ctx, scope, input }: MemberCall<{ readonly user: string }>): Promise<string> {
  const { organizationId, actor, permissions, narrowedToProjectId } = scope
  // Membership belongs to the whole organization, so a credential that is limited to one project may not change it,
  // not even for its owner.
  if (narrowedToProjectId !== null) throw missingPermission('members:manage')
  const member = await findMember(ctx, organizationId, input.user)
  const isSelf = actor.kind === 'user' && actor.id === member.userId
  if (!isSelf && !permissions.has('members:manage')) throw missingPermission('members:manage')
  const results = await ctx.db.batch([
    rows.deleteMembership(ctx.db, organizationId, member.userId),
    auditIfChanged(ctx, { organizationId, actor, action: 'member.remove', targetId: member.userId }),
  ])
  if (changesOf(results) === 0) throw conflict('This member is the last admin. Make another member an admin first.')
  forgetUser(member.userId)
  return member.userId
}

function forgetUser(userId: string): void {
  forgetCallers((caller) => caller.kind === 'user' && caller.user.id === userId)
}
