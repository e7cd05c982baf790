import { expect, it } from 'vitest'
import type { Outcome, RemoteState } from '../../src/connectors/connector.ts'
import { type Bench, benchOf, type ConnectorSuite, expectNoSecrets } from './connector-suite.ts'

const DELIVERY = {
  streamId: '0199aabb-ccdd-7eef-8899-aabbccddeeff',
  key: 'pk_planted_intake_key',
  url: 'https://in.observability.dev/intake',
  keyedUrl: 'https://in.observability.dev/intake/k/pk_planted_intake_key',
  signingSecret: 'planted-signing-secret-0123456789',
}

/** What the service stores of a stream between attempts. */
interface Stored {
  remote: RemoteState | null
  remembers: number
}

interface Rig extends Bench {
  readonly stored: Stored
  readonly config: Readonly<Record<string, unknown>>
}

async function rigOf(suite: ConnectorSuite): Promise<Rig> {
  const bench = await benchOf(suite)
  const listed = suite.config ? null : await suite.connector.listResources(bench.deps, bench.good, null)
  const config = suite.config ?? (listed?.ok ? listed.value.resources[0]?.config : undefined)
  if (config === undefined) throw new Error('nothing to provision')
  bench.fake.control.reset()
  return { ...bench, stored: { remote: null, remembers: 0 }, config }
}

/** One attempt; `crashAt` is the time `remember` is called at which the process dies. */
async function provision(suite: ConnectorSuite, rig: Rig, crashAt = 0): Promise<Outcome<RemoteState>> {
  const { stored, good, config, deps } = rig
  if (!suite.connector.provision) throw new Error('no provision')
  const outcome = await suite.connector.provision(deps, {
    metadata: good,
    config,
    delivery: DELIVERY,
    // As from the database: nothing but JSON survives.
    remote: stored.remote && JSON.parse(JSON.stringify(stored.remote)),
    remember: async (remote) => {
      stored.remembers += 1
      if (stored.remembers === crashAt) throw new Error('crash')
      stored.remote = remote
    },
  })
  if (outcome.ok) stored.remote = outcome.value
  return outcome
}

async function deprovision(suite: ConnectorSuite, rig: Rig): Promise<Outcome<null>> {
  const { deps, good, stored } = rig
  if (stored.remote === null) return { ok: true, value: null }
  return suite.connector.deprovision?.(deps, { metadata: good, remote: stored.remote }) ?? { ok: true, value: null }
}

const ours = ({ fake }: Bench) => fake.destinations().filter((destination) => !destination.isForeign)
const foreign = ({ fake }: Bench) => JSON.stringify(fake.destinations().filter((destination) => destination.isForeign))

async function mustProvision(suite: ConnectorSuite, rig: Rig): Promise<void> {
  const outcome = await provision(suite, rig)
  if (!outcome.ok) throw new Error(`provisioning failed: ${outcome.kind} ${outcome.message}`)
}

/** Fails the nth request from now on in this way, once. */
function failNth(rig: Rig, kind: 'answer_lost' | 'server_error' | 'unexpected_shape', nth: number): void {
  let seen = 0
  rig.fake.control.failNext({ kind }, 1, () => {
    seen += 1
    return seen === nth
  })
}

export function describeProvisioning(suite: ConnectorSuite): void {
  it('provisions one destination that points at the stream and leaves those of others unchanged', async () => {
    const rig = await rigOf(suite)
    const before = foreign(rig)
    await mustProvision(suite, rig)
    expect(ours(rig).length).toBeGreaterThan(0)
    expect(JSON.stringify(ours(rig))).toContain('in.observability.dev')
    expect(foreign(rig)).toBe(before)
    expectNoSecrets(rig.stored.remote, rig.fake)
    expect(JSON.stringify(rig.stored.remote)).not.toContain(DELIVERY.signingSecret)
  })

  it('puts the key into a path only where the platform can send no header', async () => {
    const rig = await rigOf(suite)
    await mustProvision(suite, rig)
    for (const { url } of ours(rig)) {
      const inPath = new URL(url).pathname.includes(DELIVERY.key)
      expect([url, inPath]).toEqual([url, suite.isKeyInPath ?? false])
    }
  })

  it('creates nothing new when it is provisioned twice, with and without the remembered state', async () => {
    const rig = await rigOf(suite)
    await mustProvision(suite, rig)
    const once = ours(rig).map(({ id }) => id)
    await mustProvision(suite, rig)
    expect(ours(rig).map(({ id }) => id)).toEqual(once)
    rig.stored.remote = null
    await mustProvision(suite, rig)
    expect(ours(rig).map(({ id }) => id)).toEqual(once)
  })

  it.each(['answer_lost', 'server_error', 'unexpected_shape'] as const)(
    '%s at any request, then resumed, ends in one destination; torn down instead, in none',
    async (kind) => {
      const clean = await rigOf(suite)
      await mustProvision(suite, clean)
      const [requests, count] = [clean.fake.control.requests.length, ours(clean).length]
      for (let nth = 1; nth <= requests; nth += 1) {
        const resumed = await rigOf(suite)
        const before = foreign(resumed)
        failNth(resumed, kind, nth)
        await provision(suite, resumed)
        resumed.fake.control.reset()
        await mustProvision(suite, resumed)
        expect(ours(resumed), `request ${nth}`).toHaveLength(count)
        expect(foreign(resumed)).toBe(before)
        const abandoned = await rigOf(suite)
        const beforeAbandoned = foreign(abandoned)
        failNth(abandoned, kind, nth)
        await provision(suite, abandoned)
        abandoned.fake.control.reset()
        expect(await deprovision(suite, abandoned)).toMatchObject({ ok: true })
        expect(ours(abandoned), `request ${nth}`).toHaveLength(0)
        expect(foreign(abandoned)).toBe(beforeAbandoned)
      }
    },
  )

  it('ends with one destination when it crashes after any write and is resumed', async () => {
    const clean = await rigOf(suite)
    await mustProvision(suite, clean)
    expect(clean.stored.remembers).toBeGreaterThan(0)
    for (let crashAt = 1; crashAt <= clean.stored.remembers; crashAt += 1) {
      const rig = await rigOf(suite)
      await expect(provision(suite, rig, crashAt)).rejects.toThrow('crash')
      await mustProvision(suite, rig)
      expect(ours(rig)).toHaveLength(ours(clean).length)
    }
  })

  it('removes everything of ours and nothing of others when it is torn down twice', async () => {
    const rig = await rigOf(suite)
    const before = foreign(rig)
    await mustProvision(suite, rig)
    expect(await deprovision(suite, rig)).toMatchObject({ ok: true })
    expect(ours(rig)).toEqual([])
    expect(await deprovision(suite, rig)).toMatchObject({ ok: true })
    expect(foreign(rig)).toBe(before)
  })
}
