/** Members of an organization: list, change of role, removal; an organization never loses its last admin. */
import { forgetCallers } from '../../auth/authenticate.ts'
import type { Role } from '../../auth/permissions.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { changesOf } from '../../db/database.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext } from '../context.ts'

export interface MemberRow {
  readonly membershipId: string
  readonly userId: string
  readonly name: string | null
  readonly email: string
  readonly imageUrl: string | null
  readonly role: Role
  readonly createdAt: number
}

interface MemberCall<Input> {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly input: Input
}

const SELECT = `select m.id as membershipId, u.id as userId, u.name, u.email, u.image_url as imageUrl, m.role,
  m.created_at as createdAt from memberships m join users u on u.id = m.user_id where m.organization_id = ?1`

/** The contract's list has no cursor. */
const MEMBERS_MAX = 1000

/** True while another admin than this user remains. */
const ANOTHER_ADMIN = `exists (select 1 from memberships other where other.organization_id = ?1
  and other.role = 'admin' and other.user_id <> ?2)`

export async function listMembers({ ctx, scope }: Omit<MemberCall<never>, 'input'>): Promise<MemberRow[]> {
  const { results } = await ctx.db
    .prepare(`${SELECT} order by m.created_at desc, m.id desc limit ?2`)
    .bind(scope.organizationId, MEMBERS_MAX)
    .all<MemberRow>()
  return results
}

/** By user id or by e-mail address, as the path accepts both. */
async function findMember(ctx: DomainContext, organizationId: string, userIdOrEmail: string): Promise<MemberRow> {
  const row = await ctx.db
    .prepare(`${SELECT} and (u.id = ?2 or lower(u.email) = lower(?2)) order by u.id = ?2 desc limit 1`)
    .bind(organizationId, userIdOrEmail)
    .first<MemberRow>()
  if (!row) throw notFound('The member')
  return row
}

export async function updateMemberRole({
  ctx,
  scope,
  input,
}: MemberCall<{ readonly user: string; readonly role: Role }>): Promise<MemberRow> {
  const { organizationId, actor } = scope
  const member = await findMember(ctx, organizationId, input.user)
  const results = await ctx.db.batch([
    ctx.db
      .prepare(
        `update memberships set role = ?3 where organization_id = ?1 and user_id = ?2 and (?3 = 'admin' or role = 'member' or ${ANOTHER_ADMIN})`,
      )
      .bind(organizationId, member.userId, input.role),
    auditIfChanged(ctx, {
      organizationId,
      actor,
      action: 'member.update_role',
      targetId: member.userId,
      detail: { role: input.role },
    }),
  ])
  if (changesOf(results) === 0) throw conflict('An organization keeps at least one admin.')
  forgetUser(member.userId)
  return { ...member, role: input.role }
}

/** Admins remove anyone, everyone may remove themself. */
export async function removeMember({ ctx, scope, input }: MemberCall<{ readonly user: string }>): Promise<string> {
  const { organizationId, actor, permissions, narrowedToProjectId } = scope
  // Membership is of the whole organization: a credential of one project has no say in it, not even in its owner's.
  if (narrowedToProjectId !== null) throw forbidden('members:manage')
  const member = await findMember(ctx, organizationId, input.user)
  const isSelf = actor.kind === 'user' && actor.id === member.userId
  if (!isSelf && !permissions.has('members:manage')) throw forbidden('members:manage')
  const results = await ctx.db.batch([
    ctx.db
      .prepare(
        `delete from memberships where organization_id = ?1 and user_id = ?2 and (role = 'member' or ${ANOTHER_ADMIN})`,
      )
      .bind(organizationId, member.userId),
    auditIfChanged(ctx, { organizationId, actor, action: 'member.remove', targetId: member.userId }),
  ])
  if (changesOf(results) === 0) throw conflict('An organization keeps at least one admin.')
  forgetUser(member.userId)
  return member.userId
}

function forgetUser(userId: string): void {
  forgetCallers((caller) => caller.kind === 'user' && caller.user.id === userId)
}
