import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { neon } from '../../src/connectors/neon/index.ts'
import { createNeonFake, NEON_KEY_OF_ORGANIZATION, NEON_KEYS } from '../fakes/platforms/neon.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: neon as Connector,
  create: createNeonFake,
  resourceOf: (config) => String(config['projectId']),
}

describeConnector(suite)

it("an organization's key needs no org_id and a personal key does", async () => {
  const { deps, fake } = await benchOf(suite)
  expect(await neon.validate(deps, { api_key: NEON_KEY_OF_ORGANIZATION })).toMatchObject({ ok: true })
  const outcome = await neon.validate(deps, { api_key: NEON_KEYS.good })
  expect(expectFailure(outcome, 'bad_config', fake).message).toContain('org_id')
})
