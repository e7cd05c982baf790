/**
 * Before each test file: no stored data, the real migrations, and nothing that another file replaced. Files of a worker
 * share the runtime and its modules, as starting one takes longer than most files.
 */
import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { provideAgent } from '../../src/durable/thread/agent-provider.ts'
import { makeAgentServices } from '../../src/durable/thread/agent-services.ts'

vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
provideAgent(makeAgentServices)

// Durable Objects with their data and alarms; it leaves D1 as it is.
await reset()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
const { results } = await env.DB.prepare(
  `select type, name, sql from sqlite_master
     where type in ('table', 'trigger') and name not like 'sqlite_%' and name not like '_cf_%' and name != 'd1_migrations'`,
).all<{ type: 'table' | 'trigger'; name: string; sql: string }>()
const named = (wanted: 'table' | 'trigger') => results.filter(({ type }) => type === wanted)
const statements = [
  'pragma defer_foreign_keys = on',
  // Some of them refuse every deletion.
  ...named('trigger').map(({ name }) => `drop trigger ${name}`),
  ...named('table').map(({ name }) => `delete from ${name}`),
  ...named('trigger').map(({ sql }) => sql),
]
await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
