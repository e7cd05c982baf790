import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { datadog } from '../../src/connectors/datadog/index.ts'
import { createDatadogFake } from '../fakes/platforms/datadog.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: datadog as Connector,
  create: createDatadogFake,
  resourceOf: (config) => String(config['service']),
  reading: {},
}

describeConnector(suite)

it.each([
  [undefined, '', false, '*'],
  [undefined, 'declined', false, 'declined'],
  ['env:prod', '', false, 'env:prod'],
  ['env:prod OR env:eu', 'declined', false, '(env:prod OR env:eu) AND (declined)'],
  ['env:prod', 'status:error OR status:warn', true, '(env:prod) AND (status:error OR status:warn)'],
])('with the search %j of the connection, %j is asked within it', async (own, text, isNative, expected) => {
  const { deps, good, fake } = await benchOf(suite)
  const metadata = { ...good, ...(own === undefined ? {} : { query: own }) }
  const query = { signal: 'logs', text, isNative, fromMs: NOW_MS - 60_000, toMs: NOW_MS, limit: 10 } as const
  await datadog.query?.(deps, { metadata: metadata as never, query })
  const [request] = fake.control.requests.filter(({ path }) => path.endsWith('/events/search'))
  expect(JSON.parse(request?.body ?? '{}').filter.query).toBe(expected)
})
