import { azureMonitor } from '../../src/connectors/azure_monitor/index.ts'
import type { Connector } from '../../src/connectors/connector.ts'
import { createAzureMonitorFake } from '../fakes/platforms/azure_monitor.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: azureMonitor as Connector,
  create: createAzureMonitorFake,
  resourceOf: (config) => String(config['resource_id']),
  reading: { lines: 4500 },
})
