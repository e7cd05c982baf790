import { describe, expect, it } from 'vitest'
import { confined } from '../../src/connectors/confined.ts'
import type { Connector, ConnectorDeps, Failure, FailureKind, Outcome } from '../../src/connectors/connector.ts'
import { belowVendor, vendorHosts } from '../../src/connectors/outbound/allowed-hosts.ts'
import { OutboundClient } from '../../src/connectors/outbound/client.ts'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import type { FakeOptions, Metadata, PlatformFake } from '../fakes/platforms/platform-fake.ts'
import { NOW_MS } from './clock.ts'
import { describeMetadata } from './metadata-suite.ts'
import { describeProvisioning } from './provisioning-suite.ts'
import { describeReading, type ReadingSuite } from './reading-suite.ts'

export { NOW_MS }

export interface ConnectorSuite {
  readonly connector: Connector
  readonly create: (options: FakeOptions) => PlatformFake | Promise<PlatformFake>
  /** The id in `fake.resources()` that a listed config stands for. */
  readonly resourceOf: (config: Readonly<Record<string, unknown>>) => string
  /** How refusals come out: bad_credentials and missing_scope where left out; null where a key of that kind passes. */
  readonly refusals?: { bad?: FailureKind; revoked?: FailureKind; underScoped?: FailureKind | null }
  /** False where the platform's 429 carries no Retry-After. */
  readonly hasRetryAfter?: boolean
  /** Operations that fail as the network fails; both where left out. A platform without discovery says ['validate']. */
  readonly operations?: readonly ('validate' | 'listResources')[]
  /** The stream that is provisioned; the first one listed where left out. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Metadata besides the fake's good credentials. */
  readonly metadata?: Metadata
  /** What a pull and a query give back; null where the connector has neither. */
  readonly reading?: ReadingSuite
  /** The platform can be told no header; docs/operations.md, Intake keys in addresses, says why. */
  readonly isKeyInPath?: boolean
}

/** What a test of a connector works with: a fake of the platform and the connector's way to it. */
export interface Bench {
  readonly fake: PlatformFake
  readonly deps: ConnectorDeps
  readonly good: Metadata
}

export async function benchOf(suite: ConnectorSuite): Promise<Bench> {
  const now = () => NOW_MS
  const fake = await suite.create({ now })
  const http = new OutboundClient({
    fetch: abortable(createPlatformRouter([fake]).fetch),
    sleep: async () => {},
    random: () => 0.5,
    // Self-hosted platforms of the fakes have names that only they know.
    guard: { resolve: async () => null },
  })
  // A connector that is called as it is may reach its platform; the suite's own calls know only its list.
  const platform = fake.hosts.flatMap((host) =>
    host.startsWith('*.') ? [belowVendor(host.slice(2))] : vendorHosts(host),
  )
  return { fake, deps: { http: http.limitedTo(platform), now }, good: { ...fake.credentials.good, ...suite.metadata } }
}

/** Node's `Request` holds the signal it was given weakly, so that an abort may never reach a fake that only waits for it. */
function abortable(fetch: ReturnType<typeof createPlatformRouter>['fetch']): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
      fetch(input, init).then(resolve, reject)
    })
}

/** All pages; fails where the platform does not end. */
export async function listAll(suite: ConnectorSuite, { deps, good }: Bench) {
  const found: { displayName: string; config: Readonly<Record<string, unknown>> }[] = []
  let cursor: string | null = null
  for (let page = 0; page < 100; page += 1) {
    const outcome = await suite.connector.listResources(deps, good, cursor)
    if (!outcome.ok) throw new Error(`listing failed: ${outcome.kind} ${outcome.message}`)
    found.push(...outcome.value.resources)
    cursor = outcome.value.nextCursor
    if (cursor === null) return found
  }
  throw new Error('listing does not end')
}

export function expectFailure(outcome: Outcome<unknown>, kind: FailureKind, fake: PlatformFake): Failure {
  if (outcome.ok) throw new Error(`expected ${kind}, got success: ${JSON.stringify(outcome.value)}`)
  expect(outcome.kind, outcome.message).toBe(kind)
  expectNoSecrets(outcome, fake)
  return outcome
}

export function expectNoSecrets(value: unknown, fake: PlatformFake): void {
  const text = JSON.stringify(value)
  for (const secret of fake.secrets) expect(text).not.toContain(secret)
}

/** Each request has a moment instead of its usual time. */
function impatient({ deps }: Bench): OutboundClient {
  const hurried = (http: OutboundClient): OutboundClient => {
    const send: OutboundClient['send'] = (request) => http.send({ ...request, timeoutMs: TIMEOUT_MS })
    const limitedTo: OutboundClient['limitedTo'] = (allowed) => hurried(http.limitedTo(allowed))
    // The rest of the client is private.
    return { send, limitedTo } as OutboundClient
  }
  return hurried(deps.http)
}
const TIMEOUT_MS = 10

/** More than any operation retries. */
const ALWAYS = 200

/** What holds for every connector, against the fake of its platform. */
export function describeConnector(given: ConnectorSuite): void {
  const suite = { ...given, connector: confined(given.connector) }
  const { connector } = suite
  describe(`${connector.type} connector`, () => {
    describeMetadata(suite)
    describeCredentials(suite)
    for (const operation of suite.operations ?? (['validate', 'listResources'] as const))
      describeFaults(suite, operation)
    it('lists every resource once, to the end, as configs that a stream accepts', async () => {
      const bench = await benchOf(suite)
      const found = await listAll(suite, bench)
      expect(found.map(({ config }) => suite.resourceOf(config)).sort()).toEqual([...bench.fake.resources()].sort())
      for (const { displayName, config } of found) {
        expect(displayName).not.toBe('')
        expect(connector.streamConfig.safeParse(config).data).toEqual(config)
      }
      expectNoSecrets(found, bench.fake)
    })
    if (connector.provision) describeProvisioning(suite)
    if (suite.reading) describeReading(suite, suite.reading)
  })
}

function describeCredentials(suite: ConnectorSuite): void {
  const validate = (bench: Bench, metadata: Metadata) =>
    suite.connector.validate(bench.deps, { ...metadata, ...suite.metadata })

  it('accepts good credentials and names the account', async () => {
    const bench = await benchOf(suite)
    const outcome = await validate(bench, bench.fake.credentials.good)
    expect(outcome).toMatchObject({ ok: true, value: { account: expect.stringMatching(/./) } })
    expectNoSecrets(outcome, bench.fake)
  })

  it('tells bad and revoked credentials apart from a platform that fails', async () => {
    const bench = await benchOf(suite)
    const { bad, revoked } = bench.fake.credentials
    expectFailure(await validate(bench, bad), suite.refusals?.bad ?? 'bad_credentials', bench.fake)
    expectFailure(await validate(bench, revoked), suite.refusals?.revoked ?? 'bad_credentials', bench.fake)
  })

  it('says which scope is missing where keys have scopes', async () => {
    const bench = await benchOf(suite)
    const { underScoped } = bench.fake.credentials
    const kind = suite.refusals?.underScoped
    if (underScoped === null) expect(suite.refusals?.underScoped ?? null).toBeNull()
    else if (kind === null) expect((await validate(bench, underScoped)).ok).toBe(true)
    else expectFailure(await validate(bench, underScoped), kind ?? 'missing_scope', bench.fake)
  })
}

function describeFaults(suite: ConnectorSuite, operation: 'validate' | 'listResources'): void {
  const run = ({ deps, good }: Bench): Promise<Outcome<unknown>> =>
    operation === 'validate' ? suite.connector.validate(deps, good) : suite.connector.listResources(deps, good, null)

  it(`${operation}: waits and recovers after one 429`, async () => {
    const bench = await benchOf(suite)
    bench.fake.control.failNext({ kind: 'rate_limited', retryAfterSeconds: 2 })
    const outcome = await run(bench)
    // A platform that hides throttling in a 400 is told apart by its code, and retried by the queue.
    if (!outcome.ok) expect(suite.hasRetryAfter).toBe(false)
  })

  it(`${operation}: says how long a platform asks to wait, and nothing where it does not`, async () => {
    const bench = await benchOf(suite)
    bench.fake.control.failNext({ kind: 'rate_limited', retryAfterSeconds: 90 }, ALWAYS)
    const asked = expectFailure(await run(bench), 'rate_limited', bench.fake)
    if (suite.hasRetryAfter !== false) expect(asked.retryAfterMs).toBe(90_000)
    bench.fake.control.reset()
    bench.fake.control.failNext({ kind: 'rate_limited' }, ALWAYS)
    expect(expectFailure(await run(bench), 'rate_limited', bench.fake).retryAfterMs).toBeUndefined()
  })

  it.each([500, 502, 503, 504] as const)(`${operation}: %i is the platform's failure`, async (status) => {
    const bench = await benchOf(suite)
    bench.fake.control.failNext({ kind: 'server_error', status }, ALWAYS)
    expectFailure(await run(bench), 'vendor_error', bench.fake)
  })

  it.each(['reset', 'cut_body', 'timeout'] as const)(`${operation}: %s means it was not reached`, async (kind) => {
    const bench = await benchOf(suite)
    bench.fake.control.failNext({ kind }, ALWAYS)
    expectFailure(await run({ ...bench, deps: { ...bench.deps, http: impatient(bench) } }), 'unreachable', bench.fake)
  })

  it.each(['unexpected_shape', 'html'] as const)(`${operation}: %s in a 200 is not success`, async (kind) => {
    const bench = await benchOf(suite)
    bench.fake.control.failNext({ kind }, ALWAYS)
    expectFailure(await run(bench), 'unexpected_shape', bench.fake)
  })
}
