/**
 * End-to-end tests: real servers, real clients, Node. Most files use one server together, each as a tenant of its own
 * (test/e2e/shared-server.ts). test/e2e/long waits for the clock's real alarms (minutes) and runs by
 * `npm run test:e2e:long`.
 */
import { defineConfig } from 'vitest/config'

const isLong = process.env.E2E_LONG === '1'

export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    include: isLong ? ['test/e2e/long/**/*.test.ts'] : ['test/e2e/*.test.ts'],
    ...(isLong ? {} : { globalSetup: ['test/e2e/shared-server.ts'] }),
    // A file waits for its server more than it works. More than two servers at once wait for each other.
    maxWorkers: 2,
    fileParallelism: !isLong,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
