/**
 * End-to-end tests: real servers, real clients, Node. One file at a time, as each starts a server. test/e2e/long waits
 * for the clock's real alarms (minutes) and runs by `npm run test:e2e:long`.
 */
import { defineConfig } from 'vitest/config'

const isLong = process.env.E2E_LONG === '1'

export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    include: isLong ? ['test/e2e/long/**/*.test.ts'] : ['test/e2e/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
