import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { sentry } from '../../src/connectors/sentry/index.ts'
import { createSentryFake } from '../fakes/platforms/sentry.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: sentry as Connector,
  create: createSentryFake,
  resourceOf: (config) => String(config['project']),
  reading: { lines: 2500 },
}

describeConnector(suite)

it('reads error events as a dataset of their own', async () => {
  const { deps, good, fake } = await benchOf(suite)
  fake.control.seedLogs([
    { atMs: NOW_MS - 60_000, message: 'TypeError: x is undefined', level: 'error', resource: 'shop-0' },
    { atMs: NOW_MS - 50_000, message: 'fine', level: 'info', resource: 'shop-0' },
  ])
  const outcome = await sentry.pull?.(deps, {
    metadata: good as never,
    config: { project: 'shop-0', dataset: 'errors' },
    position: null,
    fromMs: NOW_MS - 3_600_000,
    toMs: NOW_MS,
  })
  expect(outcome).toMatchObject({
    ok: true,
    value: { logs: [{ body: 'TypeError: x is undefined', eventName: 'sentry.error' }] },
  })
})

it('an organization of the other region is not found', async () => {
  const { deps, good, fake } = await benchOf(suite)
  const metadata = { ...good, base_url: 'https://de.sentry.io' } as never
  expectFailure(await sentry.validate(deps, metadata), 'not_found', fake)
})
