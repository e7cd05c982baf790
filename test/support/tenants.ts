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
  const { statement, ...credential } = await newCredential(kind, options)
  await statement.run()
  return credential
}

async function newCredential(kind: CredentialKind, options: CredentialOptions) {
  const value = createCredential(kind)
  const id = newId()
  const statement = env.DB.prepare(
    `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, user_id,
       superorganization_id, origin, expires_at, deactivated_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).bind(
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
  return { id, value, statement }
}

export async function addUser(organizationId: string | null, role: 'admin' | 'member', email?: string) {
  const { statements, ...user } = await newUser(organizationId, role, email)
  await env.DB.batch(statements)
  return user
}

async function newUser(organizationId: string | null, role: 'admin' | 'member', email?: string) {
  const userId = newUserId()
  const now = Date.now()
  const user = env.DB.prepare('insert into users (id, name, email, created_at) values (?, ?, ?, ?)').bind(
    userId,
    `Test ${role}`,
    email ?? `${userId}@example.test`,
    now,
  )
  const membership = env.DB.prepare(
    'insert into memberships (id, organization_id, user_id, role, created_at) values (?, ?, ?, ?, ?)',
  ).bind(newMembershipId(), organizationId, userId, role, now)
  const { value, statement } = await newCredential('user', { userId })
  return { userId, token: value, statements: [user, ...(organizationId ? [membership] : []), statement] }
}

export async function addProject(organizationId: string, name = 'production', region = 'us-east-1'): Promise<string> {
  const { projectId, statement } = newProject(organizationId, name, region)
  await statement.run()
  return projectId
}

function newProject(organizationId: string, name: string, region: string) {
  const projectId = newId()
  const statement = env.DB.prepare(
    'insert into projects (id, organization_id, name, region, created_at) values (?, ?, ?, ?, ?)',
  ).bind(projectId, organizationId, name, region, Date.now())
  return { projectId, statement }
}

export async function addTenant(): Promise<TestTenant> {
  const organizationId = newOrganizationId()
  const superorganizationId = newId()
  const now = Date.now()
  const project = newProject(organizationId, 'production', 'us-east-1')
  const { projectId } = project
  const [admin, member, publicKey, secretKey, partnerKey] = await Promise.all([
    newUser(organizationId, 'admin'),
    newUser(organizationId, 'member'),
    newCredential('public', { organizationId, projectId }),
    newCredential('secret', { organizationId }),
    newCredential('partner', { superorganizationId }),
  ])
  // One batch: nearly every test begins with this.
  await env.DB.batch([
    env.DB.prepare('insert into superorganizations (id, name, created_at) values (?, ?, ?)').bind(
      superorganizationId,
      'Test partner',
      now,
    ),
    env.DB.prepare(
      'insert into organizations (id, name, slug, superorganization_id, created_at) values (?, ?, ?, ?, ?)',
    ).bind(organizationId, 'Test organization', organizationId.replace('_', '-'), superorganizationId, now),
    project.statement,
    ...admin.statements,
    ...member.statements,
    ...[publicKey, secretKey, partnerKey].map(({ statement }) => statement),
  ])
  return {
    organizationId,
    projectId,
    admin: { userId: admin.userId, token: admin.token },
    member: { userId: member.userId, token: member.token },
    secretKey: secretKey.value,
    partnerKey: partnerKey.value,
    superorganizationId,
    publicKey: publicKey.value,
    publicKeyId: publicKey.id,
  }
}
