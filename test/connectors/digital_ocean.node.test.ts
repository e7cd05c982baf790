import { describe, expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { digitalOcean } from '../../src/connectors/digital_ocean/index.ts'
import { createDigitalOceanFake, DIGITAL_OCEAN_KEYS, type DigitalOceanState } from '../fakes/platforms/digital_ocean.ts'
import { benchOf, type ConnectorSuite, describeConnector } from './connector-suite.ts'
import { describeProvisioning } from './provisioning-suite.ts'

const suite: ConnectorSuite = {
  connector: digitalOcean as Connector,
  create: createDigitalOceanFake,
  resourceOf: (config) => String(config['id']),
}

describeConnector(suite)

describe('digital_ocean app of two components', () => {
  describeProvisioning({ ...suite, config: { kind: 'app', id: 'app-1' } })
})

describe('digital_ocean database', () => {
  describeProvisioning({ ...suite, config: { kind: 'database', id: 'db-0' } })
})

it('an app keeps everything else of its spec, and is deployed once for a stream', async () => {
  const { deps, fake } = await benchOf(suite)
  // The fake of this platform has this state.
  const { apps } = fake.state as DigitalOceanState
  const before = structuredClone(apps[1]?.spec)
  const input = {
    metadata: { api_token: DIGITAL_OCEAN_KEYS.good },
    config: { kind: 'app' as const, id: 'app-1' },
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
  const made = await digitalOcean.provision?.(deps, input)
  await digitalOcean.provision?.(deps, input)
  expect(apps[1]?.deployments).toBe(2)
  if (made?.ok) await digitalOcean.deprovision?.(deps, { metadata: input.metadata, remote: made.value })
  const emptied = structuredClone(apps[1]?.spec)
  for (const part of [...(emptied?.services ?? []), ...(emptied?.workers ?? [])]) delete part.log_destinations
  expect(emptied).toEqual(before)
})
