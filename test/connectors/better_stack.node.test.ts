import { betterStack } from '../../src/connectors/better_stack/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { createBetterStackFake } from '../fakes/platforms/better_stack.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: betterStack as Connector,
  create: createBetterStackFake,
  resourceOf: (config) => String(config['source_id']),
  reading: { lines: 2500 },
})
