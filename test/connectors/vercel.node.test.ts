import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { vercel } from '../../src/connectors/vercel/index.ts'
import {
  createVercelFake,
  VERCEL_TEAM_ID,
  VERCEL_TEAM_ID_WITHOUT_PLAN,
  VERCEL_TOKEN_GOOD,
} from '../fakes/platforms/vercel.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: vercel as Connector,
  create: createVercelFake,
  resourceOf: (config) => String(config['projectId']),
}

describeConnector(suite)

const delivery = {
  streamId: '0199aabb-ccdd-7eef-8899-aabbccddeeff',
  key: 'k',
  url: 'https://in.observability.dev/intake/k/k',
  signingSecret: 's3',
}
const input = {
  config: { projectId: 'prj_0001' },
  delivery,
  remote: null,
  remember: async () => {},
}

it('an unknown team is not found', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: 'team_none' }
  expectFailure(await vercel.validate(deps, metadata), 'not_found', fake)
})

it('a team whose plan has no drains is told so', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID_WITHOUT_PLAN }
  const outcome = await vercel.provision?.(deps, { ...input, metadata })
  if (outcome) expectFailure(outcome, 'plan_gated', fake)
  expect(fake.destinations()).toHaveLength(1)
})

it('a drain carries the filters, the sampling and the secret of its stream', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = {
    access_token: VERCEL_TOKEN_GOOD,
    team_id: VERCEL_TEAM_ID,
    sources: ['lambda' as const],
    environments: ['production' as const],
    sampling_rate: 0.5,
  }
  expect(await vercel.provision?.(deps, { ...input, metadata })).toMatchObject({ ok: true })
  expect(fake.destinations().find((one) => !one.isForeign)).toMatchObject({
    resource: 'prj_0001',
    url: `${delivery.url}/vercel`,
    raw: {
      delivery: { secret: 's3' },
      sampling: [{ rate: 0.5 }],
      filter: { filter: { log: { sources: ['lambda'] }, deployment: { environments: ['production'] } } },
    },
  })
})
