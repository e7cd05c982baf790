import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const migrations = await readD1Migrations('./migrations')

/** Files run side by side on few cores; a timeout is for what hangs, not for what is slow. */
const EXPECT = { poll: { timeout: 20_000 } }

/**
 * Files with a runtime of their own. Code that is loaded with the first request of a runtime, as the protocol of MCP is,
 * belongs to that request's file; what is deleted has to be looked for where nothing else is; and tests of broken
 * requests leave some behind; and a run of a thread that outlives its file holds up those of the next one.
 */
const OWN_RUNTIME = [
  'test/mcp/**/*.test.ts',
  'test/contract/mcp-matrix.test.ts',
  'test/domain/deletion/*.test.ts',
  'test/http/**/*.test.ts',
  'test/durable/thread/**/*.test.ts',
  'test/routes/{threads,messages,runs,search,incidents}/**/*.test.ts',
]

interface Files {
  readonly isolate: boolean
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Tests in workerd with real bindings. */
function workerd(name: string, { isolate, include, exclude }: Files): TestProjectInlineConfiguration {
  return {
    plugins: [
      cloudflareTest({
        wrangler: { configPath: './wrangler.toml' },
        remoteBindings: false,
        miniflare: {
          // No test reaches a network: platforms are played by fakes that the code is given.
          outboundService: () => new Response('Tests reach no network.', { status: 503 }),
          bindings: {
            LOCAL_BASE_URL: 'https://service.test',
            TEST_MIGRATIONS: migrations,
            // Thousands of refusals of one address are what many tests are about.
            ADDRESS_LIMITS: 'off',
            // How many streams the provisioning chaos test makes; 10000 takes minutes.
            CHAOS_STREAMS: process.env.CHAOS_STREAMS ?? '300',
            MASTER_KEYS: JSON.stringify({
              current: 'k1',
              keys: { k1: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' },
            }),
          },
        },
      }),
    ],
    test: {
      name,
      isolate,
      // A request that another file of the runtime left behind can hold up one of this file; a second time it does not.
      retry: isolate ? 0 : 1,
      expect: EXPECT,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      include: [...include],
      exclude: ['test/**/*.node.test.ts', 'test/e2e/**', 'test/browser/**', ...exclude],
      setupFiles: ['./test/setup/fresh-start.ts'],
    },
  }
}

export default defineConfig({
  test: {
    // The default leaves a core to the main process, which then waits for the one file that runs: of two cores that is
    // half the time of a run.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      // Starting a runtime and loading the service into it takes longer than most files (test/setup).
      workerd('workerd', { isolate: false, include: ['test/**/*.test.ts'], exclude: OWN_RUNTIME }),
      workerd('workerd-own', { isolate: true, include: OWN_RUNTIME, exclude: [] }),
      {
        // Packages of this repository are read from their sources; nothing has to be built before.
        ssr: { resolve: { conditions: ['workspace-source', 'module', 'node', 'import', 'default'] } },
        test: {
          name: 'node',
          expect: EXPECT,
          testTimeout: 60_000,
          environment: 'node',
          include: ['test/**/*.node.test.ts', 'packages/*/test/**/*.node.test.ts', 'console/test/**/*.node.test.ts'],
          exclude: ['test/e2e/**'],
        },
      },
    ],
  },
})
