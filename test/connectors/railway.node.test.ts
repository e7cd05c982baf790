import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { railway } from '../../src/connectors/railway/index.ts'
import { createRailwayFake, RAILWAY_TOKEN_ACCOUNT, RAILWAY_TOKEN_PROJECT } from '../fakes/platforms/railway.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: railway as Connector,
  create: createRailwayFake,
  resourceOf: (config) => String(config['environmentId']),
  // More lines than one read of a thousand returns.
  reading: { lines: 2300, query: { text: 'line-02007', isNative: false } },
}

describeConnector(suite)

it('account tokens and project tokens are each checked in their own way only', async () => {
  const { deps, fake } = await benchOf(suite)
  const account = { token: RAILWAY_TOKEN_ACCOUNT, token_type: 'account' as const }
  const project = { token: RAILWAY_TOKEN_PROJECT, token_type: 'project' as const }
  expect(await railway.validate(deps, account)).toMatchObject({ ok: true, value: { account: 'Owner' } })
  expect(await railway.validate(deps, project)).toMatchObject({ ok: true })
  const wrong = await railway.validate(deps, { ...project, token_type: 'account' })
  expectFailure(wrong, 'bad_credentials', fake)
})

it('a project token offers its own environment', async () => {
  const { deps } = await benchOf(suite)
  const metadata = { token: RAILWAY_TOKEN_PROJECT, token_type: 'project' as const }
  const page = await railway.listResources(deps, metadata, null)
  expect(page).toMatchObject({
    ok: true,
    value: {
      nextCursor: null,
      resources: [{ displayName: 'shop-0 / production', config: { projectId: 'proj-0', environmentId: 'env-0' } }],
    },
  })
})
