import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { writeSharedRuntimes } from './scripts/test/shared-runtimes.ts'

const migrations = await readD1Migrations('./migrations')

/** When all tests run, some files share a runtime. */
const shared = process.env.SHARED_RUNTIMES === 'on' ? writeSharedRuntimes() : { files: [], members: [] }

/** Files run side by side on few cores; a timeout is for what hangs, not for what is slow. */
const EXPECT = { poll: { timeout: 20_000 } }

/**
 * A new runtime gets all modules that its file may need in one message, source maps included, and workerd closes the
 * connection at 32 MiB: vitest then says "Worker exited unexpectedly", or waits for ever. Without the maps of packages
 * and of the agent, which has tests of its own in Node, it is 27 MB.
 */
const withoutLargeMaps = {
  name: 'without-large-maps',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    /\/(?:node_modules|src\/agent)\//.test(id) ? { code, map: { mappings: '' } } : null,
}

/**
 * Tests in workerd with real bindings. Each file has a runtime of its own, as in one that all shared a run or a request
 * that one file left behind held up the next. Those that leave nothing behind share a few (shared-runtimes.ts).
 */
const workerd: TestProjectInlineConfiguration = {
  plugins: [
    withoutLargeMaps,
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
    name: 'workerd',
    expect: EXPECT,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['test/**/*.test.ts', ...shared.files],
    exclude: ['test/**/*.node.test.ts', 'test/e2e/**', 'test/browser/**', ...shared.members],
    setupFiles: ['./test/setup/apply-migrations.ts'],
  },
}

const AGENT_TESTS = 'test/agent/**/*.node.test.ts'

/**
 * Tests in Node. Packages of this repository are read from their sources; nothing has to be built before. Files share the
 * modules that the first one loaded, as loading them took longer than most files: a file that changes a global puts it
 * back.
 */
const inNode = (name: string, options: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  ssr: { resolve: { conditions: ['workspace-source', 'module', 'node', 'import', 'default'] } },
  test: {
    ...{ name, expect: EXPECT, testTimeout: 120_000, hookTimeout: 120_000, environment: 'node' },
    // Made-up systems live as long as a test and no longer. Node's default clears 16 MiB of them at a time and keeps most.
    execArgv: ['--max-semi-space-size=64'],
    ...options,
  },
})

/** Files that take longest begin first. Else the last one runs alone, as sizes of files do not tell how long they take. */
const LONGEST = ['test/contract/matrix.test.ts', '.generated/runtimes/', 'test/contract/']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The default leaves a core to the main process, which then waits for the one file that runs: of two cores that is
    // half the time of a run.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      workerd,
      inNode('node', {
        include: ['test/**/*.node.test.ts', 'packages/*/test/**/*.node.test.ts', 'console/test/**/*.node.test.ts'],
        exclude: ['test/e2e/**', AGENT_TESTS],
        isolate: false,
      }),
      inNode('agent', { include: [AGENT_TESTS], isolate: false }),
    ],
  },
})
