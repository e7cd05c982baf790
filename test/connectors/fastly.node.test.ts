import { describe, expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { fastly } from '../../src/connectors/fastly/index.ts'
import { createFastlyFake, FASTLY_KEYS, type FastlyState } from '../fakes/platforms/fastly.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'
import { describeProvisioning } from './provisioning-suite.ts'

const suite: ConnectorSuite = {
  connector: fastly as Connector,
  create: createFastlyFake,
  resourceOf: (config) => String(config['serviceId']),
}
const WITH_DRAFT = 'SU1Z0isxPaozGVKX000001'
const input = {
  metadata: { api_token: FASTLY_KEYS.good },
  config: { serviceId: WITH_DRAFT },
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

describeConnector(suite)

describe('fastly service with a draft of a colleague', () => {
  describeProvisioning({ ...suite, config: { serviceId: WITH_DRAFT } })

  it('does not activate the draft', async () => {
    const { deps, fake } = await benchOf(suite)
    expect(await fastly.provision?.(deps, input)).toMatchObject({ ok: true })
    // The fake of this platform has this state.
    const { services } = fake.state as FastlyState
    expect(services.get(WITH_DRAFT)?.versions.get(2)).toMatchObject({ isActive: false, isLocked: false })
  })
})

it('a version that was activated meanwhile is not replaced', async () => {
  const { deps, fake } = await benchOf(suite)
  const { services } = fake.state as FastlyState
  const service = services.get(WITH_DRAFT)
  const outcome = await fastly.provision?.(deps, {
    ...input,
    // Someone activates the draft while ours is being made.
    remember: async () => {
      for (const version of service?.versions.values() ?? []) version.isActive = version.number === 2
    },
  })
  if (outcome) expectFailure(outcome, 'vendor_error', fake)
  expect(service?.versions.get(2)?.isActive).toBe(true)
})

it('a service without an active version gets no endpoint, and its stream can be deleted', async () => {
  const { deps, fake } = await benchOf(suite)
  const made = await fastly.provision?.(deps, input)
  if (!made?.ok) throw new Error('not made')
  const { services } = fake.state as FastlyState
  for (const version of services.get(WITH_DRAFT)?.versions.values() ?? []) version.isActive = false
  const refused = await fastly.provision?.(deps, input)
  if (refused) expectFailure(refused, 'bad_config', fake)
  const { metadata } = input
  expect(await fastly.deprovision?.(deps, { metadata, remote: made.value })).toMatchObject({ ok: true })
})

it('a log format that fails validation is reported, and nothing is activated', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { ...input.metadata, log_format: '{"a":"%{req.url"}' }
  const outcome = await fastly.provision?.(deps, { ...input, metadata })
  if (outcome) expectFailure(outcome, 'bad_config', fake)
  expect(fake.destinations()).toHaveLength(1)
})
