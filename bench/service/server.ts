/** Starts the service as Miniflare serves it, on a socket of its own: no development proxy in between. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { credentialRow, organizationRow, projectRow } from '../../scripts/admin/rows.ts'

const OBJECTS = {
  THREAD: 'ThreadObject',
  PARTITION: 'PartitionObject',
  CATALOG: 'CatalogObject',
  SEARCH: 'SearchObject',
  ORGANIZATION: 'OrganizationObject',
  CLOCK: 'ClockObject',
  POLLER: 'PollerObject',
  LIMIT: 'LimitObject',
}
const QUEUES = ['PROVISIONING_QUEUE', 'DELETION_QUEUE', 'USAGE_QUEUE', 'REWRAP_QUEUE']
const SETTINGS = {
  ENVIRONMENT: 'local',
  PUBLIC_BASE_URL: '',
  AGENT_MODEL: 'embedded',
  // Limits are counted, and so measured, but never reached.
  RATE_LIMITS: 'on',
  RATE_LIMIT_CREDENTIAL_PER_MINUTE: '100000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '100000000',
  BILLING_PROCESSOR: 'none',
  MASTER_KEYS: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } }),
}

export interface BenchService {
  readonly url: string
  readonly token: string
  readonly organizationId: string
  readonly projectId: string
  readonly database: D1Database
  readonly close: () => Promise<void>
}

export async function startBenchService(): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const scriptPath = join(folder, 'worker.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    outfile: scriptPath,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    // Packages for Node name its modules without their prefix, which only the Workers tooling adds.
    alias: Object.fromEntries(NODE_MODULES.map((name) => [name, `node:${name}`])),
    logLevel: 'error',
  })
  const port = await freePort()
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new Log(LogLevel.ERROR),
      cf: false,
      name: 'bench',
      modules: true,
      modulesRoot: folder,
      scriptPath,
      compatibilityDate: '2026-11-01',
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      bindings: SETTINGS,
      d1Databases: { DB: 'db' },
      durableObjects: Object.fromEntries(
        Object.entries(OBJECTS).map(([binding, className]) => [binding, { className, useSQLite: true }]),
      ),
      queueProducers: Object.fromEntries(QUEUES.map((name) => [name, { queueName: name.toLowerCase() }])),
    }),
    resourcePersistencePath: join(folder, 'state'),
  })
  await miniflare.ready
  const database = await miniflare.getD1Database('DB')
  const tenant = await prepare(database)
  return {
    url: `http://127.0.0.1:${port}`,
    ...tenant,
    database,
    close: async () => {
      await miniflare.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const NODE_MODULES = ['assert', 'buffer', 'crypto', 'events', 'fs', 'http', 'https', 'path', 'stream', 'url', 'util']

async function prepare(database: D1Database) {
  for (const { queries } of await readD1Migrations('./migrations')) {
    await database.batch(queries.map((query) => database.prepare(query)))
  }
  const now = Date.now()
  const organization = organizationRow('bench', null, now)
  const project = projectRow(organization.id, 'bench', 'us-east-1', now)
  const key = await credentialRow('secret', { name: 'bench', organizationId: organization.id }, now)
  const statements = [organization, project, key].flatMap((added) => added.statements)
  await database.batch(statements.map((statement) => database.prepare(statement)))
  return { token: key.value, organizationId: organization.id, projectId: project.id }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
