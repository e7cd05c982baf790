/**
 * Operator's commands: nobody can call an API without a first credential. Works on any environment through wrangler.
 *
 *   npm run admin -- create-organization --name Acme [--superorganization <id>] [--env production]
 *   npm run admin -- create-superorganization --name "Partner Inc"
 *   npm run admin -- create-project --organization <id> --name production [--region us-east-1]
 *   npm run admin -- create-user --email a@b.c --name Ann [--organization <id> --role admin]
 *   npm run admin -- create-credential --kind user|secret|partner|public --name ci
 *        [--user <id>] [--organization <id>] [--project <id>] [--superorganization <id>]
 *   npm run admin -- delete-organization <id> [--dry-run] [--end-subscription]
 */
import { parseArgs } from 'node:util'
import { CREDENTIAL_KINDS, type CredentialKind } from '../../src/auth/credential-format.ts'
import { REGIONS } from '../../src/contracts/region.ts'
import {
  type OrganizationFound,
  organizationDeletionStatements,
  organizationQuery,
  refusalOf,
} from './delete-organization.ts'
import { type Added, credentialRow, organizationRow, projectRow, superorganizationRow, userRows } from './rows.ts'
import { type DatabaseTarget, executeSql, querySql } from './wrangler-d1.ts'

const USAGE = `npm run admin -- <command> [options] [--env local|staging|production] [--state-dir <folder>]

  create-organization --name <name> [--superorganization <id>]
  create-superorganization --name <name>
  create-project --organization <id> --name <name> [--region <region>]
  create-user --email <address> --name <name> [--organization <id> --role admin|member]
  create-credential --kind user|secret|partner|public --name <name>
       [--user <id>] [--organization <id>] [--project <id>] [--superorganization <id>]
  delete-organization <id> [--dry-run] [--end-subscription]

regions: ${REGIONS.join(', ')}`

/** What the command line says; what it cannot mean ends here, with how it is called. */
function commandLine() {
  try {
    return parseArgs(ARGUMENTS)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(USAGE)
    return process.exit(64)
  }
}

const ARGUMENTS = {
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    env: { type: 'string', default: 'local' },
    'state-dir': { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', default: 'member' },
    kind: { type: 'string' },
    region: { type: 'string', default: 'us-east-1' },
    organization: { type: 'string' },
    project: { type: 'string' },
    user: { type: 'string' },
    superorganization: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'end-subscription': { type: 'boolean', default: false },
  },
} as const

const { positionals, values } = commandLine()
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

function needed(option: 'name' | 'email' | 'organization'): string {
  const value = values[option]
  if (!value) throw new Error(`--${option} is needed`)
  return value
}

async function added(command: string | undefined): Promise<Added & { readonly value?: string }> {
  const now = Date.now()
  switch (command) {
    case 'create-superorganization':
      return superorganizationRow(needed('name'), now)
    case 'create-organization':
      return organizationRow(needed('name'), values.superorganization ?? null, now)
    case 'create-project': {
      if (!REGIONS.some((region) => region === values.region))
        throw new Error(`--region must be one of ${REGIONS.join(', ')}`)
      return projectRow(needed('organization'), needed('name'), values.region, now)
    }
    case 'create-user': {
      if (values.role !== 'admin' && values.role !== 'member') throw new Error('--role must be admin or member')
      const membership = values.organization
        ? ({ organizationId: values.organization, role: values.role } as const)
        : null
      return userRows({ name: needed('name'), email: needed('email') }, membership, now)
    }
    case 'create-credential':
      return credential(now)
    default:
      throw new Error(
        'Commands: create-superorganization, create-organization, create-project, create-user, create-credential, delete-organization',
      )
  }
}

/** Which owner each kind cannot do without. */
const OWNERS = { user: 'user', secret: 'organization', partner: 'superorganization', public: 'project' } as const

async function credential(now: number) {
  const kind = CREDENTIAL_KINDS.find((one) => one === values.kind) satisfies CredentialKind | undefined
  if (!kind) throw new Error(`--kind must be one of ${CREDENTIAL_KINDS.join(', ')}`)
  const owner = OWNERS[kind]
  if (!values[owner]) throw new Error(`--${owner} is needed for a ${kind} credential`)
  if (kind === 'public' && !values.organization) throw new Error('--organization is needed for a public credential')
  return credentialRow(
    kind,
    {
      name: values.name ?? 'operator',
      ...(values.organization ? { organizationId: values.organization } : {}),
      ...(values.project ? { projectId: values.project } : {}),
      ...(values.user ? { userId: values.user } : {}),
      ...(values.superorganization ? { superorganizationId: values.superorganization } : {}),
    },
    now,
  )
}

/** Says what there is, and deletes it unless only asked what would be. */
function deleteOrganization(target: DatabaseTarget, organizationId: string | undefined) {
  if (!organizationId) throw new Error('delete-organization needs the id of the organization')
  // The columns are those of the query.
  const [found] = querySql(target, organizationQuery(organizationId)) as unknown as OrganizationFound[]
  const refusal = refusalOf(found, values['end-subscription'])
  if (refusal !== null) throw new Error(refusal)
  if (!values['dry-run']) executeSql(target, organizationDeletionStatements(organizationId))
  const { name, planSlug, projects, provisionedStreams } = found ?? {}
  return { id: organizationId, name, planSlug, projects, provisionedStreams, isDeleted: !values['dry-run'] }
}

async function create(target: DatabaseTarget) {
  const result = await added(positionals[0])
  executeSql(target, result.statements)
  return { id: result.id, ...(result.value ? { value: result.value } : {}) }
}

try {
  const target = { environment: values.env, stateDir: values['state-dir'] }
  const isDeletion = positionals[0] === 'delete-organization'
  const result = isDeletion ? deleteOrganization(target, positionals[1]) : await create(target)
  console.log(JSON.stringify(result))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
