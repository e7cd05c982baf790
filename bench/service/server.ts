/** Starts the whole service, with a tenant whose key the benchmarks use. */
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { credentialRow, organizationRow, projectRow } from '../../scripts/admin/rows.ts'
import { startBenchRuntime } from '../runtime.ts'

const OBJECTS = {
  THREAD: 'ThreadObject',
  PARTITION: 'PartitionObject',
  CATALOG: 'CatalogObject',
  SEARCH: 'SearchObject',
  ORGANIZATION: 'OrganizationObject',
  CLOCK: 'ClockObject',
  POLLER: 'PollerObject',
  ON_CALL: 'OnCallObject',
  MONITORS: 'MonitorObject',
  DELIVERIES: 'DeliveryObject',
}
/** The Worker with a model that answers at once, and the objects of its limits. */
const INSTANT = { entryPoint: join(import.meta.dirname, 'worker.ts'), objects: { ...OBJECTS, LIMIT: 'LimitObject' } }
/** The Worker as it is deployed, with its embedded model. */
export const DEPLOYED = { entryPoint: join(import.meta.dirname, '..', '..', 'src', 'worker.ts'), objects: OBJECTS }
/** The Worker as it is deployed, and a path that takes the look that a project's object takes each hour. */
export const DEPLOYED_WITH_LOOK = { ...DEPLOYED, entryPoint: join(import.meta.dirname, '..', 'stalls', 'worker.ts') }
const SETTINGS = {
  ENVIRONMENT: 'local',
  PUBLIC_BASE_URL: '',
  AGENT_MODEL: 'embedded',
  // Limits are counted, and so measured, but never reached.
  RATE_LIMITS: 'on',
  RATE_LIMIT_CREDENTIAL_PER_MINUTE: '100000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '100000000',
  BILLING_PROCESSOR: 'none',
  // Receivers of benchmarks are on this machine.
  LOCAL_DESTINATIONS: 'on',
  MASTER_KEYS: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } }),
}

export interface BenchService {
  readonly url: string
  readonly token: string
  readonly organizationId: string
  readonly projectId: string
  readonly database: D1Database
  readonly inspectorUrl: URL | null
  readonly close: () => Promise<void>
}

export async function startBenchService(
  worker: typeof INSTANT | typeof DEPLOYED = INSTANT,
  isInspected = false,
): Promise<BenchService> {
  const { url, database, inspectorUrl, close } = await startBenchRuntime({
    ...worker,
    isInspected,
    settings: SETTINGS,
    queues: ['PROVISIONING_QUEUE', 'DELETION_QUEUE', 'USAGE_QUEUE', 'REWRAP_QUEUE', 'ALERTS_QUEUE'],
  })
  return { url, database, inspectorUrl, close, ...(await prepare(database)) }
}

async function prepare(database: D1Database) {
  for (const { queries } of await readD1Migrations('./migrations')) {
    await database.batch(queries.map((query) => database.prepare(query)))
  }
  return addTenant(database, 'bench')
}

/** An organization with a project and a secret key. */
export async function addTenant(database: D1Database, name: string) {
  const now = Date.now()
  const organization = organizationRow(name, null, now)
  const project = projectRow(organization.id, name, 'us-east-1', now)
  const key = await credentialRow('secret', { name, organizationId: organization.id }, now)
  const statements = [organization, project, key].flatMap((added) => added.statements)
  await database.batch(statements.map((statement) => database.prepare(statement)))
  return { token: key.value, organizationId: organization.id, projectId: project.id }
}
