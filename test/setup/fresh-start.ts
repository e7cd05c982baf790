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

await reset()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
