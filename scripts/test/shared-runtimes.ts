/**
 * Files of tests that share a runtime when all run: starting one and loading the service into it takes seven seconds,
 * more than most of these files. Only files whose requests end with their tests are here: a run, an alarm or a broken
 * request that a file left behind would meet the next one. A file that is run alone has a runtime of its own.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Each with its files, in this order and one after another. */
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  'alerts and polling': [
    'test/routes/alerts/*.test.ts',
    'test/routes/{monitors,schedules}/*.test.ts',
    'test/domain/sources/poll-stream.test.ts',
    'test/durable/{poller,clock}/*.test.ts',
    'test/routes/log-sources/managed.test.ts',
  ],
  deletion: ['test/domain/deletion/{crash,delete-organization}.test.ts', 'test/queues/*.test.ts'],
  money: ['test/billing/{ledger-d1-properties,stripe-checkout,stripe-invoices}.test.ts'],
  'on call': [
    'test/durable/oncall/{closed-by-hand,incident-path,judged-answers}.test.ts',
    'test/domain/oncall/*.test.ts',
  ],
  runs: [
    'test/routes/runs/*.test.ts',
    'test/domain/runs/*.test.ts',
    'test/agent/unconfigured.test.ts',
    'test/http/address-limit.test.ts',
  ],
  'threads and billing': [
    'test/durable/thread/{crash,fork-object,long-thread,recorded-calls,thread-object}.test.ts',
    'test/routes/threads/fork-thread.test.ts',
    'test/routes/lists/*.test.ts',
    'test/routes/concurrent-changes.test.ts',
    'test/routes/billing/*.test.ts',
    'test/billing/{query-plans,record-usage,renewals,usage-counter,enforcement,enforcement-paths}.test.ts',
    'test/webhooks/stripe.test.ts',
  ],
  'contract of failures': ['test/contract/{fuzz,long-lived,planted-secrets}.test.ts'],
  'accounts and keys': [
    'test/routes/{identity,invitations,members,organizations,projects}/*.test.ts',
    'test/auth/*.test.ts',
    'test/db/callers.test.ts',
    'test/domain/threads/list-threads.test.ts',
    'test/routes/{alert-keys,audit-events,public-keys,recommendations,redaction,secret-keys}/*.test.ts',
    'test/oauth/*.test.ts',
  ],
  contract: ['test/contract/{context,mcp-matrix,specification,successes}.test.ts'],
  'pure code and MCP': [
    'test/agent/providers/*.test.ts',
    'test/agent/embedded-in-workerd.test.ts',
    'test/bytes/bounded-body.test.ts',
    'test/connectors/signing.test.ts',
    'test/crypto/envelope.test.ts',
    'test/http/{base-url,console,health,json-body,large-answer,security-headers}.test.ts',
    'test/intake/{body,fastly-challenge}.test.ts',
    'test/intake/{otlp-http,vercel-check}.test.ts',
    'test/intake/formats/senders.test.ts',
    'test/mcp/{hostile-telemetry,older-client,server,tools}.test.ts',
    'test/routes/mcp-servers/*.test.ts',
  ],
  operations: [
    'test/routes/{destinations,incident-shares,search,telemetry}/*.test.ts',
    'test/routes/threads/{create-thread,thread-operations,idempotency}.test.ts',
    'test/domain/{large-lists,outbox}.test.ts',
    'test/http/{api,idempotency,rate-limit}.test.ts',
    'test/db/schema.test.ts',
  ],
  sources: [
    'test/routes/data-sources/{list-types,by-hand-stream,update-connection}.test.ts',
    'test/routes/log-sources/{connectionless,health-and-explain,native-queries}.test.ts',
    'test/domain/sources/{ask-connection,own-address,project-sources}.test.ts',
  ],
  'telemetry store': ['test/telemetry/*.test.ts'],
}

const FOLDER = join('.generated', 'runtimes')

export interface SharedRuntimes {
  /** Written files, each of which runs those of one runtime. */
  readonly files: readonly string[]
  /** The files that they run. */
  readonly members: readonly string[]
}

/** Writes a file for each runtime. Its tests stand under the name of their own file, whose hooks are theirs alone. */
export function writeSharedRuntimes(): SharedRuntimes {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const runtimes = Object.entries(RUNTIMES).map(([name, patterns]) => {
    const members = patterns
      .flatMap((pattern) => globSync(pattern).sort())
      .filter((file) => !/\.node\.test\.ts$/.test(file))
    const calls = members.map((file) => {
      const [title, path] = [file, relative(FOLDER, file)].map((text) => JSON.stringify(text))
      return `describe(${title}, async () => {\n  await import(${path})\n})\n`
    })
    const file = join(FOLDER, `${name.replaceAll(' ', '-')}.test.ts`)
    writeFileSync(file, `import { describe } from 'vitest'\n\n${calls.join('')}`)
    return { file, members }
  })
  return { files: runtimes.map(({ file }) => file), members: runtimes.flatMap(({ members }) => members) }
}
