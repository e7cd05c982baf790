import type { Connector } from '../../src/connectors/connector.ts'
import { flyIo } from '../../src/connectors/fly_io/index.ts'
import { createFlyIoFake } from '../fakes/platforms/fly_io.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: flyIo as Connector,
  create: createFlyIoFake,
  resourceOf: (config) => String(config['appName']),
  // Fly does not tell an organization of others from one that does not exist.
  refusals: { underScoped: 'not_found' },
  reading: { lines: 250 },
})
