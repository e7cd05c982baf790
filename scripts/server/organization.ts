/** An organization with one admin, one member, one project and one credential of each kind, for local use. */
import { credentialRow, organizationRow, projectRow, superorganizationRow, userRows } from '../admin/rows.ts'
import { executeSql } from '../admin/wrangler-d1.ts'
import type { Places } from './places.ts'

export interface OrganizationCredentials {
  readonly organizationId: string
  readonly projectId: string
  readonly adminToken: string
  readonly memberToken: string
  readonly secretKey: string
  readonly partnerKey: string
  readonly publicKey: string
}

/**
 * Writes the rows straight into the local database; the server may be stopped. `more` adds statements about the
 * organization to the same call of wrangler, each of which takes seconds.
 */
export async function createOrganization(
  places: Places,
  name: string,
  more: (organizationId: string) => readonly string[] = () => [],
): Promise<OrganizationCredentials> {
  const { credentials, statements } = await newOrganization(name)
  const all = [...statements, ...more(credentials.organizationId)]
  executeSql({ environment: 'local', stateDir: places.persistDir }, all)
  return credentials
}

/** Several at once: one call of wrangler takes seconds, whatever it writes. */
export async function createOrganizations(
  places: Places,
  names: readonly string[],
): Promise<readonly OrganizationCredentials[]> {
  const made = await Promise.all(names.map(newOrganization))
  executeSql(
    { environment: 'local', stateDir: places.persistDir },
    made.flatMap((one) => one.statements),
  )
  return made.map((one) => one.credentials)
}

interface NewOrganization {
  readonly credentials: OrganizationCredentials
  readonly statements: readonly string[]
}

async function newOrganization(name: string): Promise<NewOrganization> {
  const now = Date.now()
  const superorganization = superorganizationRow(`${name} Partner`, now)
  const organization = organizationRow(name, superorganization.id, now)
  const project = projectRow(organization.id, 'production', 'us-east-1', now)
  const inOrganization = (role: 'admin' | 'member') => ({ organizationId: organization.id, role })
  // Addresses are unique among users, and one database may hold several of these organizations.
  const mail = (who: string) => `${who}.${organization.id.slice(-6)}@example.com`
  const admin = userRows({ name: 'Ada Admin', email: mail('ada') }, inOrganization('admin'), now)
  const member = userRows({ name: 'Max Member', email: mail('max') }, inOrganization('member'), now)
  const adminToken = await credentialRow('user', { name: 'admin', userId: admin.id }, now)
  const memberToken = await credentialRow('user', { name: 'member', userId: member.id }, now)
  const secretKey = await credentialRow('secret', { name: 'server', organizationId: organization.id }, now)
  const partnerKey = await credentialRow('partner', { name: 'partner', superorganizationId: superorganization.id }, now)
  const publicKey = await credentialRow(
    'public',
    { name: 'intake', organizationId: organization.id, projectId: project.id },
    now,
  )
  const rows = [superorganization, organization, project, admin, member]
  const credentials = [adminToken, memberToken, secretKey, partnerKey, publicKey]
  return {
    statements: [...rows, ...credentials].flatMap((row) => row.statements),
    credentials: {
      organizationId: organization.id,
      projectId: project.id,
      adminToken: adminToken.value,
      memberToken: memberToken.value,
      secretKey: secretKey.value,
      partnerKey: partnerKey.value,
      publicKey: publicKey.value,
    },
  }
}
