import type { Connector } from '../../src/connectors/connector.ts'
import { datadog } from '../../src/connectors/datadog/index.ts'
import { createDatadogFake } from '../fakes/platforms/datadog.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: datadog as Connector,
  create: createDatadogFake,
  resourceOf: (config) => String(config['service']),
  reading: {},
})
