import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { telemetryOf } from '../../../src/wiring/telemetry-store.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'
import { AT_MS, SAMPLES, type Sample } from './samples.ts'

async function post(
  url: string,
  sample: Sample,
  bytes: Uint8Array | string = sample.bytes,
  headers: Record<string, string> = {},
) {
  const response = await exports.default.fetch(`https://service.test${url}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': sample.contentType, ...sample.headers, ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder().decode(await response.arrayBuffer()),
  }
}

async function storedOf(tenant: TestTenant) {
  const project = {
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    region: 'us-east-1',
    retentionDays: 30,
  }
  const range = { from: fromMillis(AT_MS - 86_400_000), to: fromMillis(Date.now() + 60_000) }
  const found = await telemetryOf(env).searchLogs(project, {
    range,
    filter: { conditions: [] },
    order: 'oldest',
    limit: 50,
  })
  return found.records
}

const bodies = async (tenant: TestTenant) => (await storedOf(tenant)).map((record) => record.body).sort()

describe.each(SAMPLES)('the sender of $format ($contentType)', (sample) => {
  it('is answered success in its own format once its logs are stored', async () => {
    const tenant = await addTenant()
    const answer = await post(`/intake/k/${tenant.publicKey}${sample.path}`, sample)
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([sample.success, answer.text.slice(0, 300)])
    const stored = await bodies(tenant)
    for (const { body } of sample.expected) expect(stored).toContain(body)
  })

  it('is refused without a key and told why', async () => {
    await addTenant()
    const answer = await post(`/intake${sample.path}`, sample)
    expect([401, 403]).toContain(answer.status)
    expect((await post(`/intake/k/oas_public_nonsense${sample.path}`, sample)).status).toBeGreaterThanOrEqual(401)
  })

  it.each(sample.probe === undefined ? [] : [sample.probe])(
    'has its probe %s answered with success, and nothing is stored',
    async (probe) => {
      const tenant = await addTenant()
      const answer = await post(`/intake/k/${tenant.publicKey}${sample.path}`, sample, probe)
      expect(answer.status).toBe(sample.success)
      expect(await bodies(tenant)).toEqual([])
    },
  )
})

describe("answers in the sender's own format", () => {
  const sampleOf = (format: string) => {
    const sample = SAMPLES.find((one) => one.format === format)
    if (!sample) throw new Error(`no sample of ${format}`)
    return sample
  }

  it('Elasticsearch shippers see a server of version 8 and get one result per item', async () => {
    const tenant = await addTenant()
    const root = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/elastic/`)
    expect(root.headers.get('x-elastic-product')).toBe('Elasticsearch')
    expect(((await root.json()) as { version: { number: string } }).version.number).toMatch(/^8\./)
    const body = `${JSON.stringify({ create: {} })}\n${JSON.stringify({ message: 'one' })}\n${JSON.stringify({ delete: { _id: '1' } })}\n`
    const answer = await post(`/intake/k/${tenant.publicKey}/elastic/my-index/_bulk`, sampleOf('elastic_bulk'), body)
    const { errors, items } = JSON.parse(answer.text)
    expect(errors).toBe(true)
    expect(items.map((item: object) => Object.values(item)[0].status)).toEqual([201, 400])
    expect(items[0].create._index).toBe('my-index')
    await post(`/intake/k/${tenant.publicKey}/elastic/other/_doc`, sampleOf('elastic_bulk'), '{"message":\n"two"}')
    const indexes = (await storedOf(tenant)).map(({ body, attributes }) => [body, attributes['elasticsearch.index']])
    expect(indexes.sort()).toEqual([
      ['one', 'my-index'],
      ['two', 'other'],
    ])
  })

  it('a body that is not a document is refused when an Elasticsearch client sends it alone', async () => {
    const tenant = await addTenant()
    const answer = await post(`/intake/k/${tenant.publicKey}/elastic/other/_doc`, sampleOf('elastic_bulk'), 'no json')
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      {
        error: { type: 'illegal_argument_exception', reason: 'an item is not a document to create or index.' },
        status: 400,
      },
    ])
    expect(await bodies(tenant)).toEqual([])
  })

  it('HEC clients get HEC codes', async () => {
    const tenant = await addTenant()
    const sample = sampleOf('splunk_hec')
    const url = '/intake/services/collector'
    expect(JSON.parse((await post(url, sample)).text).code).toBe(2)
    const splunk = { authorization: `Splunk ${tenant.publicKey}` }
    expect(JSON.parse((await post(url, sample, sample.bytes, { authorization: 'Splunk nonsense' })).text).code).toBe(4)
    const cases = [
      ['', 5],
      ['{"event":""}', 13],
      ['{"time":1}', 12],
      ['{"event":', 6],
    ] as const
    for (const [body, code] of cases) expect(JSON.parse((await post(url, sample, body, splunk)).text).code).toBe(code)
    expect(JSON.parse((await post(`${url}?channel=1`, sample, sample.bytes, splunk)).text)).toMatchObject({
      code: 0,
      ackId: 0,
    })
    const asked = await post(`${url}/ack?channel=1`, sample, '{"acks":[0,1,"x"]}', splunk)
    expect(JSON.parse(asked.text)).toEqual({ acks: { 0: true, 1: true } })
    expect(JSON.parse((await post(`${url}/ack?channel=1`, sample, '{"acks":', splunk)).text).code).toBe(6)
  })

  it.each([
    ['GET', '/webhook', 'POST, PUT, OPTIONS'],
    ['DELETE', '/loki/api/v1/push', 'POST, PUT, OPTIONS'],
    ['POST', '/ready', 'GET, OPTIONS'],
    ['GET', '/v1/logs', 'POST, OPTIONS'],
  ])('whoever asks %s of %s is told the methods it answers', async (method, path, allow) => {
    const { publicKey } = await addTenant()
    for (const prefix of ['/intake', `/intake/k/${publicKey}`]) {
      const answer = await exports.default.fetch(`https://service.test${prefix}${path}`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
      expect(await answer.json()).toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
    }
  })

  it('resends of Logplex, Firehose and Pub/Sub are stored once', async () => {
    for (const format of ['logplex', 'firehose', 'pubsub']) {
      const tenant = await addTenant()
      const sample = sampleOf(format)
      for (let i = 0; i < 3; i += 1) await post(`/intake/k/${tenant.publicKey}${sample.path}`, sample)
      expect(await bodies(tenant)).toHaveLength(sample.expected.length)
    }
  })

  it('Firehose gets its request id back, and Pub/Sub a success for a message nobody can read', async () => {
    const tenant = await addTenant()
    const firehose = sampleOf('firehose')
    const answer = await post(`/intake/firehose`, firehose, firehose.bytes, {
      'x-amz-firehose-access-key': tenant.publicKey,
    })
    expect(JSON.parse(answer.text)).toMatchObject({ requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f' })
    const poison = await post(`/intake/k/${tenant.publicKey}/pubsub`, sampleOf('pubsub'), 'not json')
    expect(poison.status).toBe(204)
  })

  it('Fastly’s challenge and Vercel’s check are answered', async () => {
    const challenge = await exports.default.fetch('https://service.test/.well-known/fastly/logging/challenge')
    expect((await challenge.text()).trim()).toBe('*')
    const tenant = await addTenant()
    const check = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/vercel?verify=abc`)
    expect([check.status, check.headers.get('x-vercel-verify')]).toEqual([200, 'abc'])
  })

  it('a webhook can name its fields, and plain lines are logs too', async () => {
    const tenant = await addTenant()
    const base = `/intake/k/${tenant.publicKey}/webhook`
    const sample = sampleOf('webhook')
    await post(`${base}?message_field=what&service=shop`, sample, '{"what":"named","message":"not this"}')
    await post(base, { ...sample, contentType: 'text/plain' }, 'first line\nsecond line\n')
    expect(await bodies(tenant)).toEqual(['first line', 'named', 'second line'])
  })
})
