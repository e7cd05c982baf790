import { expect, it } from 'vitest'
import type { Connector, PlatformQuery } from '../../src/connectors/connector.ts'
import { grafanaCloud } from '../../src/connectors/grafana_cloud/index.ts'
import { createGrafanaCloudFake } from '../fakes/platforms/grafana_cloud.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: grafanaCloud as Connector,
  create: createGrafanaCloudFake,
  resourceOf: (config) => String(config['value']),
  reading: { lines: 2500 },
}

describeConnector(suite)

const window = { fromMs: NOW_MS - 3_600_000, toMs: NOW_MS, limit: 10 }
const ask = async (query: Pick<PlatformQuery, 'signal' | 'text' | 'isNative'>) => {
  const bench = await benchOf(suite)
  bench.fake.control.seedLogs([{ atMs: NOW_MS - 60_000, message: 'GET /cart', traceId: 'a'.repeat(32) }])
  const outcome = await grafanaCloud.query?.(bench.deps, {
    metadata: bench.good as never,
    query: { ...query, ...window },
  })
  if (!outcome) throw new Error('it answers')
  return { outcome, fake: bench.fake }
}

it('finds the addresses of a stack by its name', async () => {
  const { deps, good } = await benchOf(suite)
  const { access_policy_token, stack_slug } = good
  const metadata = { access_policy_token, stack_slug } as never
  expect(await grafanaCloud.validate(deps, metadata)).toEqual({ ok: true, value: { account: 'shop' } })
  expect(await grafanaCloud.listResources(deps, metadata, null)).toMatchObject({ ok: true })
})

it('asks Prometheus for metrics and Tempo for traces', async () => {
  const metrics = await ask({ signal: 'metrics', text: 'up{job="shop-api"}', isNative: true })
  expect(metrics.outcome).toMatchObject({ ok: true, value: { rows: [expect.arrayContaining(['up'])] } })
  const traces = await ask({ signal: 'traces', text: 'cart', isNative: false })
  expect(traces.outcome).toMatchObject({
    ok: true,
    value: { rows: [expect.arrayContaining(['GET /cart', 'a'.repeat(32)])] },
  })
})

it('says what is wrong with LogQL', async () => {
  const { outcome, fake } = await ask({ signal: 'logs', text: '{service_name=~".*"}', isNative: true })
  expect(expectFailure(outcome, 'bad_config', fake).message).toContain('at least one')
})
