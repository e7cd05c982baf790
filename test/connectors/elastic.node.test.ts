import type { Connector } from '../../src/connectors/connector.ts'
import { elastic } from '../../src/connectors/elastic/index.ts'
import { createElasticFake } from '../fakes/platforms/elastic.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: elastic as Connector,
  create: createElasticFake,
  resourceOf: (config) => String(config['index']),
  reading: { lines: 2500 },
})
