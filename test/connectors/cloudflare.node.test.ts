import { describe, expect, it } from 'vitest'
import { cloudflare } from '../../src/connectors/cloudflare/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import {
  CLOUDFLARE_TOKEN_DISABLED,
  CLOUDFLARE_TOKEN_GOOD,
  createCloudflareFake,
} from '../fakes/platforms/cloudflare.ts'
import {
  CLOUDFLARE_ACCOUNT_ID,
  CLOUDFLARE_FOREIGN_DESTINATION_SLUG,
  type CloudflareState,
} from '../fakes/platforms/cloudflare-state.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'
import { describeProvisioning } from './provisioning-suite.ts'

const suite: ConnectorSuite = {
  connector: cloudflare as Connector,
  create: createCloudflareFake,
  resourceOf: (config) => String(config['script'] ?? config['zoneId']),
  reading: {},
}
const metadata = { api_token: CLOUDFLARE_TOKEN_GOOD, account_id: CLOUDFLARE_ACCOUNT_ID }
const input = {
  metadata,
  delivery: {
    streamId: 's-1',
    key: 'k',
    url: 'https://in.observability.dev/intake',
    keyedUrl: 'https://in.observability.dev/intake/k/k',
    signingSecret: 's',
  },
  remote: null,
  remember: async () => {},
}
const zoneId = (index: number) => index.toString(16).padStart(32, 'b')

describeConnector(suite)

/** A Worker that sends nowhere yet. */
const BARE = { kind: 'worker' as const, script: 'edge-5' }
const withBareWorker: ConnectorSuite['create'] = (options) => {
  const fake = createCloudflareFake(options)
  const bare = fake.state.scripts.get(BARE.script)
  if (bare) bare.observability = { enabled: false }
  return fake
}

describe('cloudflare Worker without destinations', () => {
  describeProvisioning({ ...suite, create: withBareWorker, config: BARE })

  it('is set up and removed without listing all destinations of the account', async () => {
    const { deps, fake } = await benchOf({ ...suite, create: withBareWorker })
    const made = await cloudflare.provision?.(deps, { ...input, config: BARE })
    if (!made?.ok) throw new Error('not made')
    expect(await cloudflare.deprovision?.(deps, { metadata, remote: made.value })).toMatchObject({ ok: true })
    expect(fake.destinations().every(({ isForeign }) => isForeign)).toBe(true)
    const looks = fake.control.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/destinations'))
    expect(looks).toEqual([])
  })
})

describe('cloudflare zone', () => {
  const zone = { kind: 'zone', zoneId: zoneId(3), dataset: 'http_requests' }
  describeProvisioning({ ...suite, config: zone })
})

describe('cloudflare account dataset', () => {
  describeProvisioning({ ...suite, config: { kind: 'account', dataset: 'audit_logs_v2' } })
})

it('a Worker keeps its other destinations and settings when ours is added and removed', async () => {
  const { deps, fake } = await benchOf(suite)
  // The fake of this platform has this state.
  const { scripts } = fake.state as CloudflareState
  const before = structuredClone(scripts.get('edge-1'))
  const made = await cloudflare.provision?.(deps, { ...input, config: { kind: 'worker', script: 'edge-1' } })
  expect(scripts.get('edge-1')).toEqual({
    ...before,
    observability: {
      ...before?.observability,
      logs: { ...before?.observability.logs, destinations: [CLOUDFLARE_FOREIGN_DESTINATION_SLUG, 'obs-s1'] },
    },
  })
  expect(made).toMatchObject({ ok: true })
  if (made?.ok) await cloudflare.deprovision?.(deps, { metadata, remote: made.value })
  expect(scripts.get('edge-1')).toEqual(before)
})

it('a token that is verified but not active is refused', async () => {
  const { deps, fake } = await benchOf(suite)
  const outcome = await cloudflare.validate(deps, { ...metadata, api_token: CLOUDFLARE_TOKEN_DISABLED })
  expectFailure(outcome, 'bad_credentials', fake)
  expectFailure(await cloudflare.validate(deps, { ...metadata, api_token: 'has spaces' }), 'bad_credentials', fake)
})

it('no job is created while the fields of its dataset cannot be read', async () => {
  const { deps, fake } = await benchOf(suite)
  const config = { kind: 'account' as const, dataset: 'audit_logs_v2' as const }
  fake.control.failNext({ kind: 'server_error' }, 4, ({ path }) => path.endsWith('/fields'))
  const refused = await cloudflare.provision?.(deps, { ...input, config })
  if (refused) expectFailure(refused, 'vendor_error', fake)
  expect(fake.destinations().every(({ isForeign }) => isForeign)).toBe(true)
  expect(await cloudflare.provision?.(deps, { ...input, config })).toMatchObject({ ok: true })
})

it('reports a zone whose plan has no Logpush', async () => {
  const { deps, fake } = await benchOf(suite)
  const config = { kind: 'zone' as const, zoneId: zoneId(119), dataset: 'http_requests' as const }
  const outcome = await cloudflare.provision?.(deps, { ...input, config })
  if (outcome) expectFailure(outcome, 'plan_gated', fake)
})
