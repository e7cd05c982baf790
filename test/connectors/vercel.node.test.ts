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
  isKeyInPath: true,
  connector: vercel as Connector,
  create: createVercelFake,
  resourceOf: (config) => String(config['projectId']),
}

describeConnector(suite)

const delivery = {
  streamId: '0199aabb-ccdd-7eef-8899-aabbccddeeff',
  key: 'k',
  url: 'https://in.observability.dev/intake',
  keyedUrl: 'https://in.observability.dev/intake/k/k',
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

it('reports a team whose plan has no drains', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID_WITHOUT_PLAN }
  const outcome = await vercel.provision?.(deps, { ...input, metadata })
  if (outcome) expectFailure(outcome, 'plan_gated', fake)
  expect(fake.destinations()).toHaveLength(1)
})

it('a drain has the filters, the sampling and the secret of its stream', async () => {
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
    url: `${delivery.keyedUrl}/vercel`,
    raw: {
      delivery: { secret: 's3' },
      sampling: [{ rate: 0.5 }],
      filter: { filter: { log: { sources: ['lambda'] }, deployment: { environments: ['production'] } } },
    },
  })
})

it('looking for a drain reads only its project, however many drains the team has', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID }
  for (let i = 0; i < 40; i += 1) {
    const streamId = `0199aabb-ccdd-7eef-8899-0000000000${i + 10}`
    const config = { projectId: `prj_00${i + 10}` }
    const outcome = await vercel.provision?.(deps, { ...input, metadata, config, delivery: { ...delivery, streamId } })
    if (outcome?.ok && i % 2 === 0) await vercel.deprovision?.(deps, { metadata, remote: outcome.value })
  }
  const looks = fake.control.requests.filter(({ method, path }) => method === 'GET' && path === '/v1/drains')
  expect(looks).toHaveLength(40)
  expect(looks.every(({ url }) => url.includes('projectId=prj_'))).toBe(true)
  expect(fake.destinations().filter(({ isForeign }) => !isForeign)).toHaveLength(20)
})

it('a drain remembered without its project is found among those of the team', async () => {
  const { deps, fake } = await benchOf(suite)
  const metadata = { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID }
  const made = await vercel.provision?.(deps, { ...input, metadata })
  if (!made?.ok) throw new Error('not made')
  const remote = { drainName: made.value['drainName'] }
  expect(await vercel.deprovision?.(deps, { metadata, remote })).toMatchObject({ ok: true })
  expect(fake.destinations()).toHaveLength(1)
})
