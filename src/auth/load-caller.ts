/** From the digest of a credential to its caller, read from the primary (a replica may not know a new credential). */
import type { Caller, CallerOrganization } from './caller.ts'
import type { Role } from './permissions.ts'

export interface LoadedCredential {
  readonly caller: Caller
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

interface CredentialRow {
  id: string
  kind: 'secret' | 'user' | 'partner' | 'public'
  name: string
  origin: string
  project_id: string | null
  fixed_organization_id: string | null
  expires_at: number | null
  last_used_at: number | null
  organization_id: string | null
  organization_name: string | null
  organization_slug: string | null
  organization_logo: string | null
  user_id: string | null
  user_name: string | null
  user_email: string | null
  superorganization_id: string | null
  superorganization_name: string | null
}

interface MembershipRow extends CallerOrganization {
  user_id: string
  role: Role
}

const CREDENTIAL_QUERY = `
select c.id, c.kind, c.name, c.origin, c.project_id, c.organization_id as fixed_organization_id,
  c.expires_at, c.last_used_at,
  o.id as organization_id, o.name as organization_name, o.slug as organization_slug, o.logo as organization_logo,
  u.id as user_id, u.name as user_name, u.email as user_email,
  s.id as superorganization_id, s.name as superorganization_name
from credentials c
left join organizations o on o.id = c.organization_id and o.deleted_at is null
left join users u on u.id = c.user_id
left join superorganizations s on s.id = c.superorganization_id
left join projects p on p.id = c.project_id
where c.digest = ?1 and c.deactivated_at is null and c.kind <> 'public'
  and (c.project_id is null or p.deleted_at is null) and (c.organization_id is null or o.id is not null)`

export const MEMBERSHIPS_QUERY = `
select m.user_id, m.role, o.id, o.name, o.slug, o.logo
from memberships m join organizations o on o.id = m.organization_id
where m.user_id = (select user_id from credentials where digest = ?1) and o.deleted_at is null
order by m.id`

/** Projects that are deleted and still being removed: nearly always none, and read from an index of only those. */
export const DELETED_PROJECTS_QUERY = `
select p.id from projects p where p.deleted_at is not null and p.organization_id in (
  select organization_id from credentials where digest = ?1 and kind = 'secret'
  union all select organization_id from memberships
    where user_id = (select user_id from credentials where digest = ?1))`

export async function loadCaller(db: D1Database | D1DatabaseSession, digest: string): Promise<LoadedCredential | null> {
  const [credentials, memberships, deleted] = await db.batch([
    db.prepare(CREDENTIAL_QUERY).bind(digest),
    db.prepare(MEMBERSHIPS_QUERY).bind(digest),
    db.prepare(DELETED_PROJECTS_QUERY).bind(digest),
  ])
  // The queries above state these columns.
  const row = credentials?.results[0] as CredentialRow | undefined
  if (!row) return null
  const deletedProjectIds = (deleted?.results ?? []).map((project) => (project as { readonly id: string }).id)
  const caller = callerOf(row, (memberships?.results ?? []) as unknown as MembershipRow[], deletedProjectIds)
  return caller && { caller, expiresAt: row.expires_at, lastUsedAt: row.last_used_at }
}

function callerOf(
  row: CredentialRow,
  memberships: readonly MembershipRow[],
  deletedProjectIds: readonly string[],
): Caller | null {
  switch (row.kind) {
    case 'secret':
      return secretCaller(row, deletedProjectIds)
    case 'user':
      return userCaller(row, memberships, deletedProjectIds)
    case 'partner':
      return partnerCaller(row)
    case 'public':
      return null
  }
}

function secretCaller(row: CredentialRow, deletedProjectIds: readonly string[]): Caller | null {
  if (!row.organization_id || row.organization_name === null || row.organization_slug === null) return null
  return {
    kind: 'secret',
    credentialId: row.id,
    keyName: row.name,
    organization: {
      id: row.organization_id,
      name: row.organization_name,
      slug: row.organization_slug,
      logo: row.organization_logo,
    },
    projectId: row.project_id,
    isPartnerMade: row.origin === 'partner',
    deletedProjectIds,
  }
}

function userCaller(
  row: CredentialRow,
  memberships: readonly MembershipRow[],
  deletedProjectIds: readonly string[],
): Caller | null {
  if (!row.user_id || row.user_email === null) return null
  const visible = row.fixed_organization_id
    ? memberships.filter((membership) => membership.id === row.fixed_organization_id)
    : memberships
  return {
    kind: 'user',
    credentialId: row.id,
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
    memberships: visible.map(({ id, name, slug, logo, role }) => ({ id, name, slug, logo, role })),
    organizationId: row.fixed_organization_id,
    projectId: row.project_id,
    deletedProjectIds,
  }
}

function partnerCaller(row: CredentialRow): Caller | null {
  if (!row.superorganization_id || row.superorganization_name === null) return null
  return {
    kind: 'partner',
    credentialId: row.id,
    keyName: row.name,
    superorganization: { id: row.superorganization_id, name: row.superorganization_name },
  }
}
