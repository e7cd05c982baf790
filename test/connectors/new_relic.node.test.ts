import type { Connector } from '../../src/connectors/connector.ts'
import { newRelic } from '../../src/connectors/new_relic/index.ts'
import { createNewRelicFake } from '../fakes/platforms/new_relic.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: newRelic as Connector,
  create: createNewRelicFake,
  resourceOf: (config) => String(config['service']),
  // Throttling comes inside a 200, which only the queue retries.
  hasRetryAfter: false,
  reading: { lines: 4500 },
})
