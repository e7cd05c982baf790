/**
 * Before each test file: the real migrations, and a database without rows. Files of a worker share the runtime, its
 * modules and Durable Objects, as starting one takes longer than most files. So a test makes tenants of its own, and
 * nothing that one file replaced is left for the next.
 */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

const { results } = await env.DB.prepare(
  `select type, name, sql from sqlite_master
     where type in ('table', 'trigger') and name not like 'sqlite_%' and name not like '_cf_%' and name != 'd1_migrations'`,
).all<{ type: 'table' | 'trigger'; name: string; sql: string }>()
const [tables, triggers] = [
  results.filter(({ type }) => type === 'table'),
  results.filter(({ type }) => type === 'trigger'),
]
await env.DB.batch(
  [
    'pragma defer_foreign_keys = on',
    // Some of them refuse every deletion.
    ...triggers.map(({ name }) => `drop trigger ${name}`),
    ...tables.map(({ name }) => `delete from ${name}`),
    ...triggers.map(({ sql }) => sql),
  ].map((statement) => env.DB.prepare(statement)),
)
