import type { Connector } from '../../src/connectors/connector.ts'
import { grafanaCloud } from '../../src/connectors/grafana_cloud/index.ts'
import { createGrafanaCloudFake } from '../fakes/platforms/grafana_cloud.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: grafanaCloud as Connector,
  create: createGrafanaCloudFake,
  resourceOf: (config) => String(config['value']),
  reading: { lines: 2500 },
})
