import type { Connector } from '../../src/connectors/connector.ts'
import { posthog } from '../../src/connectors/posthog/index.ts'
import { createPostHogFake } from '../fakes/platforms/posthog.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: posthog as Connector,
  create: createPostHogFake,
  resourceOf: (config) => String(config['project_id']),
  reading: { lines: 4500, isUnnamed: true },
})
