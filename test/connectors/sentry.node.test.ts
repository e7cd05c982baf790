import type { Connector } from '../../src/connectors/connector.ts'
import { sentry } from '../../src/connectors/sentry/index.ts'
import { createSentryFake } from '../fakes/platforms/sentry.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: sentry as Connector,
  create: createSentryFake,
  resourceOf: (config) => String(config['project']),
  reading: { lines: 2500 },
})
