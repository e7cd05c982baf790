import { expect, it } from 'vitest'
import { azureMonitor } from '../../src/connectors/azure_monitor/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { createAzureMonitorFake } from '../fakes/platforms/azure_monitor.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: azureMonitor as Connector,
  create: createAzureMonitorFake,
  resourceOf: (config) => String(config['resource_id']),
  reading: { lines: 4500 },
}

describeConnector(suite)

it('a partial answer counts as a failure, so that no line is lost', async () => {
  const bench = await benchOf(suite)
  const fake = bench.fake as ReturnType<typeof createAzureMonitorFake>
  fake.state.isQueryPartial = true
  const outcome = await azureMonitor.pull?.(bench.deps, {
    metadata: bench.good as never,
    config: { resource_id: fake.resources()[0] ?? '', table: 'AppServiceConsoleLogs' },
    position: null,
    fromMs: NOW_MS - 3_600_000,
    toMs: NOW_MS,
  })
  if (!outcome) throw new Error('it reads')
  expectFailure(outcome, 'vendor_error', bench.fake)
})

it('reads the first workspace of the subscription when none was named, and follows no foreign cursor', async () => {
  const { deps, good, fake } = await benchOf(suite)
  const { workspace_id: _, ...metadata } = good
  expect(await azureMonitor.validate(deps, metadata as never)).toMatchObject({ ok: true })
  const requests = fake.control.requests.length
  for (const cursor of ['https://elsewhere.example.com/next', 'https://management.azure.com.example.com/', 'no url']) {
    expectFailure(await azureMonitor.listResources(deps, metadata as never, cursor), 'bad_config', fake)
  }
  const hosts = fake.control.requests.slice(requests).map(({ host }) => host)
  expect([...new Set(hosts)]).toEqual(['login.microsoftonline.com'])
})
