import { describe, expect, it } from 'vitest'
import { cloudwatch } from '../../src/connectors/cloudwatch/index.ts'
import type { CloudWatchMetadata } from '../../src/connectors/cloudwatch/metadata.ts'
import type { Connector, PullPosition } from '../../src/connectors/connector.ts'
import type { OutboundClient, OutboundRequest } from '../../src/connectors/outbound/client.ts'
import {
  AWS_KEY_GOOD,
  AWS_KEY_OF_SERVICE,
  CLOUDWATCH_ROLE_METADATA,
  createCloudWatchFake,
} from '../fakes/platforms/cloudwatch.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure, NOW_MS } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: cloudwatch as Connector,
  create: createCloudWatchFake,
  resourceOf: (config) => String(config['logGroupName']),
  // Throttling is a 400, which only the queue and the poller repeat.
  hasRetryAfter: false,
  reading: { lines: 4500, hasLevel: false },
}

describeConnector(suite)

/** Benches hold metadata of any platform; the fake's is of CloudWatch. */
const metadataOf = (good: object) => good as CloudWatchMetadata

describe('cloudwatch by role', () => {
  const { accessKeyId, secretAccessKey } = AWS_KEY_OF_SERVICE
  const awsKey = { accessKeyId, secretAccessKey }

  it('the role is assumed with the key of the deployment and the external id', async () => {
    const { deps } = await benchOf(suite)
    expect(cloudwatch.metadata.safeParse(CLOUDWATCH_ROLE_METADATA).success).toBe(true)
    const outcome = await cloudwatch.validate({ ...deps, awsKey }, CLOUDWATCH_ROLE_METADATA)
    expect(outcome).toMatchObject({ ok: true, value: { account: expect.stringContaining('assumed-role/') } })
  })

  it("the role is assumed with the connection's own key if it has one", async () => {
    const { deps } = await benchOf(suite)
    const metadata = { ...CLOUDWATCH_ROLE_METADATA, access_key_id: accessKeyId, secret_access_key: secretAccessKey }
    expect(await cloudwatch.listResources(deps, metadata, null)).toMatchObject({ ok: true })
  })

  it('a wrong external id, or a key that is not trusted, is reported as a role that may not be assumed', async () => {
    const { deps, fake } = await benchOf(suite)
    const guessed = { ...CLOUDWATCH_ROLE_METADATA, external_id: 'a-guess-of-an-attacker' }
    const refused = expectFailure(await cloudwatch.validate({ ...deps, awsKey }, guessed), 'missing_scope', fake)
    expect(refused.message).toContain('external id')
    const other = { accessKeyId: AWS_KEY_GOOD.accessKeyId, secretAccessKey: AWS_KEY_GOOD.secretAccessKey }
    expectFailure(
      await cloudwatch.validate({ ...deps, awsKey: other }, CLOUDWATCH_ROLE_METADATA),
      'missing_scope',
      fake,
    )
  })

  it('a role that accepts any external id is refused', async () => {
    const { deps, fake } = await benchOf(suite)
    let believed: OutboundRequest | undefined
    // As if the trust policy had no condition: whatever id is sent, the right one is believed.
    const send: OutboundClient['send'] = (request) => {
      if (!String(request.body).includes('Action=AssumeRole')) return deps.http.send(request)
      believed ??= request
      return deps.http.send(believed)
    }
    // The rest of the client is private: `send` is all that connectors call.
    const open = { ...deps, awsKey, http: { send } as OutboundClient }
    const refused = expectFailure(await cloudwatch.validate(open, CLOUDWATCH_ROLE_METADATA), 'bad_config', fake)
    expect(refused.message).toContain('sts:ExternalId')
  })

  it('a deployment without a key reports it and makes no call', async () => {
    const { deps, fake } = await benchOf(suite)
    expectFailure(await cloudwatch.validate(deps, CLOUDWATCH_ROLE_METADATA), 'bad_config', fake)
    expect(fake.control.requests).toHaveLength(0)
  })
})

it.each([
  ['no credentials', { region: 'eu-central-1' }],
  ['half a key', { region: 'eu-central-1', access_key_id: 'AKIA' }],
  ['a role without an external id', { region: 'eu-central-1', role_arn: CLOUDWATCH_ROLE_METADATA.role_arn }],
  ['a short external id', { ...CLOUDWATCH_ROLE_METADATA, external_id: 'short' }],
  ['a region that is part of a host name', { ...CLOUDWATCH_ROLE_METADATA, region: 'eu-central-1.evil.example/' }],
])('metadata with %s is refused', (_, metadata) => {
  expect(cloudwatch.metadata.safeParse(metadata).success).toBe(false)
})

it('the prefix of the connection narrows what is listed', async () => {
  const { deps, good } = await benchOf(suite)
  const listed = await cloudwatch.listResources(deps, { ...metadataOf(good), log_group_prefix: '/ecs/' }, null)
  if (!listed.ok) throw new Error(listed.message)
  expect(listed.value.resources.length).toBeGreaterThan(0)
  expect(listed.value.resources.every(({ displayName }) => displayName.startsWith('/ecs/'))).toBe(true)
})

describe('cloudwatch events', () => {
  const logGroupName = '/aws/lambda/shop-000'
  const pull = async (messages: readonly string[], position: PullPosition | null = null) => {
    const { deps, fake, good } = await benchOf(suite)
    fake.control.seedLogs(messages.map((message, i) => ({ atMs: NOW_MS - 5000 + i, message, resource: logGroupName })))
    const window = { position, fromMs: NOW_MS - 60_000, toMs: NOW_MS }
    return cloudwatch.pull?.(deps, { metadata: metadataOf(good), config: { logGroupName }, ...window })
  }

  it('lines of Lambda and of structured loggers keep level, request and fields', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    const outcome = await pull([
      `2026-01-15T11:59:55.000Z\t${id}\tERROR\tcard declined\n`,
      JSON.stringify({ level: 'warn', message: 'slow', orderId: 7 }),
      '{not json',
    ])
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        logs: [
          { severityNumber: 17, resource: { service: 'shop-000' }, attributes: { 'faas.invocation_id': id } },
          { severityNumber: 13, body: 'slow', attributes: { orderId: 7, 'aws.log.group.names': logGroupName } },
          { body: '{not json' },
        ],
      },
    })
  })

  it('an expired token is dropped and its window is read again', async () => {
    const stale = { fromMs: NOW_MS - 30_000, toMs: NOW_MS, token: 'tok-of-yesterday' }
    expect(await pull(['still here'], stale)).toMatchObject({
      ok: true,
      value: { logs: [{ body: 'still here' }], isCaughtUp: true },
    })
  })

  it('a position from before a pause is not continued', async () => {
    const old = { fromMs: 1000, toMs: 2000, token: 'tok-start' }
    expect(await pull(['today'], old)).toMatchObject({
      ok: true,
      value: { logs: [{ body: 'today' }], isCaughtUp: true },
    })
  })
})
