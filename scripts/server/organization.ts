/** An organization with one admin, one member, one project and one credential of each kind, for local use. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** Writes the rows straight into the local database, which no server may use. `more` adds statements about it. */
export async function createOrganization(
  places: Places,
  name: string,
  more: (organizationId: string) => readonly string[] = () => [],
): Promise<OrganizationCredentials> {
  const { credentials, statements } = await newOrganization(name)
  write(places, [...statements, ...more(credentials.organizationId)])
  return credentials
}

/** Several at once. */
export async function createOrganizations(
  places: Places,
  names: readonly string[],
): Promise<readonly OrganizationCredentials[]> {
  const made = await Promise.all(names.map(newOrganization))
  write(
    places,
    made.flatMap((one) => one.statements),
  )
  return made.map((one) => one.credentials)
}

/** All statements or none. A call of wrangler takes seconds; it is asked only where it is not clear which file it means. */
function write({ persistDir }: Places, statements: readonly string[]): void {
  const files = globSync(join(persistDir, 'v3', 'd1', '*', '*.sqlite')).filter((file) => !file.includes('metadata'))
  const [file] = files
  if (file === undefined || files.length > 1) {
    executeSql({ environment: 'local', stateDir: persistDir }, statements)
    return
  }
  const database = new DatabaseSync(file)
  try {
    database.exec(`begin;\n${statements.join(';\n')};\ncommit;`)
  } finally {
    database.close()
  }
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
