/**
 * End-to-end tests: real servers, real clients, Node. Most files use one server together, each as a tenant of its own
 * (test/e2e/shared-server.ts). test/e2e/long waits for the clock's real alarms (minutes) and runs by
 * `npm run test:e2e:long`.
 */
import { defineConfig } from 'vitest/config'

const isLong = process.env.E2E_LONG === '1'
/** Other suites run beside these, and a client can be held up. What fails twice is broken; a second try is reported. */
const COMMON = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, retry: 1 } as const
/** Kill servers every few seconds, and wait for them. They run one at a time, in `npm test` beside the browser's tests. */
const KILLS = ['test/e2e/kill/*.test.ts']

const short = [
  {
    test: {
      ...COMMON,
      name: 'e2e',
      include: ['test/e2e/*.test.ts'],
      globalSetup: ['test/e2e/shared-server.ts'],
      // A file waits for its server more than it works. More than two servers at once wait for each other.
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
    },
  },
  { test: { ...COMMON, name: 'e2e-kill', include: KILLS, maxWorkers: 1, sequence: { groupOrder: 2 } } },
]

const long = [
  { test: { ...COMMON, name: 'e2e-long', include: ['test/e2e/long/**/*.test.ts'], fileParallelism: false } },
]

export default defineConfig({ test: { projects: isLong ? long : short } })
