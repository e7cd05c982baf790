import { describe, expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { heroku } from '../../src/connectors/heroku/index.ts'
import { createHerokuFake, HEROKU_KEYS } from '../fakes/platforms/heroku.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'
import { describeProvisioning } from './provisioning-suite.ts'

const suite: ConnectorSuite = {
  connector: heroku as Connector,
  create: createHerokuFake,
  resourceOf: (config) => String(config['appId']),
  // A token of the scope `read` may read all that validation reads; it is refused when a drain is made.
  refusals: { underScoped: null },
  reading: { lines: 400 },
}

describeConnector(suite)

describe('heroku apps of the Fir generation', () => {
  describeProvisioning({ ...suite, config: { appId: '01234567-89ab-4def-8000-000000000009' }, isKeyInPath: true })
})

it('a read-only token is told which scope it lacks when a drain is created', async () => {
  const { deps, fake } = await benchOf(suite)
  const outcome = await heroku.provision?.(deps, {
    metadata: { api_key: HEROKU_KEYS.underScoped },
    config: { appId: '01234567-89ab-4def-8000-000000000001' },
    delivery: {
      streamId: 's',
      key: 'k',
      url: 'https://in.observability.dev/intake',
      keyedUrl: 'https://in.observability.dev/intake/k/k',
      signingSecret: 's',
    },
    remote: null,
    remember: async () => {},
  })
  expect(outcome).toBeDefined()
  if (outcome) expectFailure(outcome, 'missing_scope', fake)
  expect(fake.destinations()).toHaveLength(1)
})
