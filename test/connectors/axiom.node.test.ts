import { axiom } from '../../src/connectors/axiom/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { createAxiomFake } from '../fakes/platforms/axiom.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: axiom as Connector,
  create: createAxiomFake,
  resourceOf: (config) => String(config['dataset']),
  reading: { lines: 2500 },
})
