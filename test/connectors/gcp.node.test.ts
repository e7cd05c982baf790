import { expect, it } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { gcp } from '../../src/connectors/gcp/index.ts'
import type { GcpMetadata } from '../../src/connectors/gcp/metadata.ts'
import { createGcpFake } from '../fakes/platforms/gcp.ts'
import { benchOf, type ConnectorSuite, describeConnector, expectFailure, NOW_MS } from './connector-suite.ts'

const suite: ConnectorSuite = {
  connector: gcp as Connector,
  create: createGcpFake,
  resourceOf: (config) => String(config['logName']),
  reading: { lines: 1300 },
}

describeConnector(suite)

/** Benches hold metadata of any platform; the fake's is Google's. */
const metadataOf = (good: object) => good as GcpMetadata

it('a token is requested from Google only, whatever the key file names', async () => {
  const { deps, fake, good } = await benchOf(suite)
  const { service_account_json: text } = metadataOf(good)
  const moved = JSON.stringify({ ...JSON.parse(text), token_uri: 'https://collector.example/token' })
  expect(await gcp.validate(deps, { ...metadataOf(good), service_account_json: moved })).toMatchObject({ ok: true })
  expect(fake.control.requests.map(({ url }) => new URL(url).host)).not.toContain('collector.example')
})

it('a key file with a damaged key is a bad credential', async () => {
  const { deps, fake, good } = await benchOf(suite)
  const { service_account_json: text } = metadataOf(good)
  const damaged = JSON.stringify({ ...JSON.parse(text), private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END' })
  expectFailure(
    await gcp.validate(deps, { ...metadataOf(good), service_account_json: damaged }),
    'bad_credentials',
    fake,
  )
  expect(gcp.metadata.safeParse({ ...good, service_account_json: '{"type":"authorized_user"}' }).success).toBe(false)
})

it('another project is refused as out of reach', async () => {
  const { deps, fake, good } = await benchOf(suite)
  expectFailure(await gcp.validate(deps, { ...metadataOf(good), project_id: 'other-project' }), 'missing_scope', fake)
})

it('the agent queries in the Logging query language and is told where a query does not parse', async () => {
  const { deps, fake, good } = await benchOf(suite)
  fake.control.seedLogs([
    { atMs: NOW_MS - 2000, message: 'paid', level: 'info' },
    { atMs: NOW_MS - 1000, message: 'declined', level: 'error', traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
  ])
  const ask = (text: string) =>
    gcp.query?.(deps, {
      metadata: metadataOf(good),
      query: { signal: 'logs', text, isNative: true, fromMs: NOW_MS - 60_000, toMs: NOW_MS, limit: 10 },
    }) ?? Promise.reject(new Error('no query'))
  expect(await ask('severity>=ERROR')).toMatchObject({
    ok: true,
    value: { rows: [[expect.any(String), 'ERROR', 'shop-api', 'declined', 'a'.repeat(32), expect.any(String)]] },
  })
  expectFailure(await ask('severity is bad'), 'bad_config', fake)
})

it('every entry also matches the filter of the connection', async () => {
  const { deps, fake, good } = await benchOf(suite)
  const [logName = ''] = fake.resources()
  fake.control.seedLogs([
    { atMs: NOW_MS - 2000, message: 'chatter', level: 'debug', resource: logName },
    { atMs: NOW_MS - 1000, message: 'news', level: 'warn', resource: logName },
  ])
  const outcome = await gcp.pull?.(deps, {
    metadata: { ...metadataOf(good), log_filter: 'severity>=INFO' },
    config: { logName },
    position: null,
    fromMs: NOW_MS - 60_000,
    toMs: NOW_MS,
  })
  expect(outcome).toMatchObject({ ok: true, value: { logs: [{ body: 'news', severityNumber: 13 }], isCaughtUp: true } })
})
