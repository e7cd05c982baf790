import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// The real migrations, once per test file: each has a runtime, a database and Durable Objects of its own.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
