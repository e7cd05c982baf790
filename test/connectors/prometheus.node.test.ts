import type { Connector } from '../../src/connectors/connector.ts'
import { prometheus } from '../../src/connectors/prometheus/index.ts'
import { createPrometheusFake } from '../fakes/platforms/prometheus.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: prometheus as Connector,
  create: createPrometheusFake,
  resourceOf: (config) => String(config['job']),
})
