import { it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { honeycomb } from '../../src/connectors/honeycomb/index.ts'
import { createHoneycombFake } from '../fakes/platforms/honeycomb.ts'
import { NOW_MS } from './clock.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: honeycomb as Connector,
  create: createHoneycombFake,
  resourceOf: (config) => String(config['dataset']),
  reading: {},
}

describeConnector(suite)

it.each([402, 404] as const)('says that query results need a higher plan (%i)', async (planGate) => {
  const { deps, good, fake } = await benchOf({
    ...suite,
    create: (options) => createHoneycombFake({ ...options, planGate }),
  })
  const query = {
    signal: 'logs',
    text: '',
    isNative: false,
    fromMs: NOW_MS - 3_600_000,
    toMs: NOW_MS,
    limit: 5,
  } as const
  const outcome = await honeycomb.query?.(deps, { metadata: good as never, query })
  if (!outcome) throw new Error('it answers')
  expectFailure(outcome, 'plan_gated', fake)
})
