/** The rows an operator's script adds, as SQL. Used by the command line and by `npm start`. */
import { type CredentialKind, createCredential, credentialDigest } from '../../src/auth/credential-format.ts'
import { newId, newMembershipId, newOrganizationId, newUserId, slugOf } from '../../src/contracts/ids.ts'
import { sqlText } from './sql-text.ts'

export interface Added {
  readonly id: string
  readonly statements: readonly string[]
}

export function superorganizationRow(name: string, now: number): Added {
  const id = newId()
  return {
    id,
    statements: [
      `insert into superorganizations (id, name, created_at) values (${sqlText(id)}, ${sqlText(name)}, ${now})`,
    ],
  }
}

export function organizationRow(name: string, superorganizationId: string | null, now: number): Added {
  const id = newOrganizationId()
  const slug = slugOf(name, id.slice(-6))
  return {
    id,
    statements: [
      `insert into organizations (id, name, slug, superorganization_id, created_at)
       values (${sqlText(id)}, ${sqlText(name)}, ${sqlText(slug)}, ${sqlText(superorganizationId)}, ${now})`,
    ],
  }
}

export function projectRow(organizationId: string, name: string, region: string, now: number): Added {
  const id = newId()
  return {
    id,
    statements: [
      `insert into projects (id, organization_id, name, region, created_at)
       values (${sqlText(id)}, ${sqlText(organizationId)}, ${sqlText(name)}, ${sqlText(region)}, ${now})`,
    ],
  }
}

export function userRows(
  person: { readonly name: string; readonly email: string },
  membership: { readonly organizationId: string; readonly role: 'admin' | 'member' } | null,
  now: number,
): Added {
  const id = newUserId()
  const statements = [
    `insert into users (id, name, email, created_at) values (${sqlText(id)}, ${sqlText(person.name)}, ${sqlText(person.email)}, ${now})`,
  ]
  if (membership) {
    statements.push(
      `insert into memberships (id, organization_id, user_id, role, created_at)
       values (${sqlText(newMembershipId())}, ${sqlText(membership.organizationId)}, ${sqlText(id)}, ${sqlText(membership.role)}, ${now})`,
    )
  }
  return { id, statements }
}

export interface CredentialOwner {
  readonly name: string
  readonly organizationId?: string
  readonly projectId?: string
  readonly userId?: string
  readonly superorganizationId?: string
  readonly expiresAt?: number
}

/** The value is shown once, by the caller; only its digest and last four characters are in the statements. */
export async function credentialRow(
  kind: CredentialKind,
  owner: CredentialOwner,
  now: number,
): Promise<Added & { readonly value: string }> {
  const id = newId()
  const value = createCredential(kind)
  const digest = await credentialDigest(value)
  const columns = [owner.organizationId, owner.projectId, owner.userId, owner.superorganizationId]
  return {
    id,
    value,
    statements: [
      `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, user_id,
         superorganization_id, origin, expires_at, created_at)
       values (${sqlText(id)}, '${kind}', '${digest}', ${sqlText(value.slice(-4))}, ${sqlText(owner.name)},
         ${columns.map((column) => sqlText(column ?? null)).join(', ')}, 'operator', ${owner.expiresAt ?? 'null'}, ${now})`,
    ],
  }
}
