import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { netlify } from '../../src/connectors/netlify/index.ts'
import { createNetlifyFake, NETLIFY_ACCOUNT_SLUG, NETLIFY_KEYS } from '../fakes/platforms/netlify.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure, listAll } from './connector-suite.ts'

const suite: ConnectorSuite = {
  isKeyInPath: true,
  connector: netlify as Connector,
  create: createNetlifyFake,
  resourceOf: (config) => String(config['siteId']),
}

describeConnector(suite)

it('reports a site whose plan has no drains', async () => {
  const { deps, fake } = await benchOf(suite)
  const outcome = await netlify.provision?.(deps, {
    metadata: { access_token: NETLIFY_KEYS.good },
    config: { siteId: String(fake.resources().at(-1)) },
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
  if (outcome) expectFailure(outcome, 'plan_gated', fake)
  expect(fake.destinations()).toHaveLength(1)
})

it('a team limits what is listed', async () => {
  const bench = await benchOf({ ...suite, metadata: { account_slug: NETLIFY_ACCOUNT_SLUG } })
  expect(await listAll(suite, bench)).toHaveLength(249)
})
