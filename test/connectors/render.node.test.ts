import type { Connector } from '../../src/connectors/connector.ts'
import { render } from '../../src/connectors/render/index.ts'
import { createRenderFake } from '../fakes/platforms/render.ts'
import { describeConnector } from './connector-suite.ts'

describeConnector({
  connector: render as Connector,
  create: createRenderFake,
  resourceOf: (config) => String(config['resourceId']),
  // More than two pages of a hundred.
  reading: { lines: 250, query: { text: 'line-00240', isNative: false } },
})
