import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { urlOfCloudId } from '../../src/connectors/elastic/api.ts'
import { elastic } from '../../src/connectors/elastic/index.ts'
import { createElasticFake } from '../fakes/platforms/elastic.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: elastic as Connector,
  create: createElasticFake,
  resourceOf: (config) => String(config['index']),
  reading: { lines: 2500 },
}

describeConnector(suite)

it.each(['serverless', 'opensearch'] as const)('reads %s as well', async (flavor) => {
  const bench = await benchOf({ ...suite, create: (options) => createElasticFake({ ...options, flavor }) })
  bench.fake.control.seedLogs([{ atMs: NOW_MS - 60_000, message: 'boom', level: 'error' }])
  expect(await elastic.validate(bench.deps, bench.good as never)).toMatchObject({ ok: true })
  const outcome = await elastic.pull?.(bench.deps, {
    metadata: bench.good as never,
    config: { index: 'logs-api-default' },
    position: null,
    fromMs: NOW_MS - 3_600_000,
    toMs: NOW_MS,
  })
  expect(outcome).toMatchObject({ ok: true, value: { logs: [{ body: 'boom', severityNumber: 17 }] } })
})

it('finds the address in a Cloud ID and refuses a malformed one', () => {
  const cloudId = `shop:${btoa('eu-west-1.aws.found.io:443$abc123$kib456')}`
  expect(urlOfCloudId(cloudId)).toBe('https://abc123.eu-west-1.aws.found.io:443')
  for (const text of ['', 'shop:', `shop:${btoa('evil.com/@$x')}`, 'shop:!!!']) expect(urlOfCloudId(text)).toBeNull()
})

it.each(['https://127.0.0.1:9200', 'https://[::ffff:10.0.0.1]:9200', 'http://shop.es.example.com:9243'])(
  'refuses %s before anything is sent',
  async (url) => {
    const { deps, good, fake } = await benchOf(suite)
    expectFailure(await elastic.validate(deps, { ...good, url } as never), 'bad_config', fake)
    expect(fake.control.requests).toHaveLength(0)
  },
)
