import type { Connector } from '../../src/connectors/connector.ts'
import { honeycomb } from '../../src/connectors/honeycomb/index.ts'
import { createHoneycombFake } from '../fakes/platforms/honeycomb.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: honeycomb as Connector,
  create: createHoneycombFake,
  resourceOf: (config) => String(config['dataset']),
  reading: {},
})
