/** A fresh organization per test, with every kind of credential, written as an operator's script would. */
import { env } from 'cloudflare:workers'
import { type CredentialKind, createCredential, credentialDigest } from '../../src/auth/credential-format.ts'
import { newId, newMembershipId, newOrganizationId, newUserId } from '../../src/contracts/ids.ts'

export interface TestTenant {
  readonly organizationId: string
  readonly projectId: string
  readonly admin: { readonly userId: string; readonly token: string }
  readonly member: { readonly userId: string; readonly token: string }
  readonly secretKey: string
  readonly partnerKey: string
  readonly superorganizationId: string
  readonly publicKey: string
  readonly publicKeyId: string
}

export interface CredentialOptions {
  readonly organizationId?: string | null
  readonly projectId?: string | null
  readonly userId?: string | null
  readonly superorganizationId?: string | null
  readonly expiresAt?: number | null
  readonly deactivatedAt?: number | null
  readonly origin?: string
  readonly name?: string
}

export async function addCredential(
  kind: CredentialKind,
  options: CredentialOptions,
): Promise<{ id: string; value: string }> {
  const value = createCredential(kind)
  const id = newId()
  await env.DB.prepare(
    `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, user_id,
       superorganization_id, origin, expires_at, deactivated_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      id,
      kind,
      await credentialDigest(value),
      value.slice(-4),
      options.name ?? 'test',
      options.organizationId ?? null,
      options.projectId ?? null,
      options.userId ?? null,
      options.superorganizationId ?? null,
      options.origin ?? 'operator',
      options.expiresAt ?? null,
      options.deactivatedAt ?? null,
      Date.now(),
    )
    .run()
  return { id, value }
}

export async function addUser(organizationId: string | null, role: 'admin' | 'member', email?: string) {
  const userId = newUserId()
  const now = Date.now()
  await env.DB.prepare('insert into users (id, name, email, created_at) values (?, ?, ?, ?)')
    .bind(userId, `Test ${role}`, email ?? `${userId}@example.test`, now)
    .run()
  if (organizationId) {
    await env.DB.prepare(
      'insert into memberships (id, organization_id, user_id, role, created_at) values (?, ?, ?, ?, ?)',
    )
      .bind(newMembershipId(), organizationId, userId, role, now)
      .run()
  }
  const { value } = await addCredential('user', { userId })
  return { userId, token: value }
}

export async function addProject(organizationId: string, name = 'production', region = 'us-east-1'): Promise<string> {
  const projectId = newId()
  await env.DB.prepare('insert into projects (id, organization_id, name, region, created_at) values (?, ?, ?, ?, ?)')
    .bind(projectId, organizationId, name, region, Date.now())
    .run()
  return projectId
}

export async function addTenant(): Promise<TestTenant> {
  const organizationId = newOrganizationId()
  const superorganizationId = newId()
  const now = Date.now()
  await env.DB.batch([
    env.DB.prepare('insert into superorganizations (id, name, created_at) values (?, ?, ?)').bind(
      superorganizationId,
      'Test partner',
      now,
    ),
    env.DB.prepare(
      'insert into organizations (id, name, slug, superorganization_id, created_at) values (?, ?, ?, ?, ?)',
    ).bind(organizationId, 'Test organization', organizationId.replace('_', '-'), superorganizationId, now),
  ])
  const projectId = await addProject(organizationId)
  const publicKey = await addCredential('public', { organizationId, projectId })
  return {
    organizationId,
    projectId,
    admin: await addUser(organizationId, 'admin'),
    member: await addUser(organizationId, 'member'),
    secretKey: (await addCredential('secret', { organizationId })).value,
    partnerKey: (await addCredential('partner', { superorganizationId })).value,
    superorganizationId,
    publicKey: publicKey.value,
    publicKeyId: publicKey.id,
  }
}
