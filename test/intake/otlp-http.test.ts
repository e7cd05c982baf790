import { env, exports } from 'cloudflare:workers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../src/auth/credential-format.ts'
import { TIME_AS_SENT } from '../../src/intake/repair-times.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { telemetryOf } from '../../src/wiring/telemetry-store.ts'
import { addCredential, addTenant, type TestTenant } from '../support/tenants.ts'

const nanos = (ms: number) => `${BigInt(ms) * 1_000_000n}`

function logsBody(records: object[], attributes: object[] = []) {
  const service = { key: 'service.name', value: { stringValue: 'checkout' } }
  return {
    resourceLogs: [{ resource: { attributes: [service, ...attributes] }, scopeLogs: [{ logRecords: records }] }],
  }
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const raw = body instanceof Uint8Array || typeof body === 'string'
  const response = await exports.default.fetch(`https://service.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: raw ? (body as BodyInit) : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

async function stored(tenant: TestTenant) {
  const project = {
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    region: 'us-east-1',
    retentionDays: 30,
  }
  const range = { from: fromMillis(Date.now() - 3_600_000), to: fromMillis(Date.now() + 3_600_000) }
  const result = await telemetryOf(env).searchLogs(project, {
    range,
    filter: { conditions: [] },
    order: 'oldest',
    limit: 100,
  })
  return result.records
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('POST /intake/v1/logs', () => {
  it('stores the records before it answers and reads a missing severity from the body', async () => {
    const tenant = await addTenant()
    const now = Date.now()
    const records = [
      { timeUnixNano: nanos(now), body: { stringValue: 'ERROR payment failed' } },
      {
        timeUnixNano: nanos(now + 1),
        severityNumber: 9,
        body: { stringValue: 'fine' },
        attributes: [{ key: 'n', value: { intValue: '7' } }],
      },
    ]
    const answer = await post('/intake/v1/logs', logsBody(records), bearer(tenant.publicKey))
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    expect(await stored(tenant)).toMatchObject([
      { body: 'ERROR payment failed', severityNumber: 17, resource: { service: 'checkout' } },
      { body: 'fine', severityNumber: 9, attributes: { n: 7 } },
    ])
  })

  it('accepts a key in the path, in Basic, in x-api-key and in a resource attribute, which is not stored', async () => {
    const tenant = await addTenant()
    const one = (i: number) => logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: `way ${i}` } }])
    const attribute = { key: 'oas.public_key', value: { stringValue: tenant.publicKey } }
    const inAttribute = logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: 'way 4' } }], [attribute])
    const answers = [
      await post(`/intake/k/${tenant.publicKey}/v1/logs`, one(1)),
      await post('/intake/v1/logs', one(2), { authorization: `Basic ${btoa(`user:${tenant.publicKey}`)}` }),
      await post('/intake/v1/logs', one(3), { 'x-api-key': tenant.publicKey }),
      await post('/intake/v1/logs', inAttribute),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const records = await stored(tenant)
    expect(records).toHaveLength(4)
    expect(JSON.stringify(records)).not.toContain(tenant.publicKey)
  })

  it('parses a body without a key in header or path only if its bytes contain a key that exists', async () => {
    const tenant = await addTenant()
    const broken = `{"resourceLogs": not JSON ${createCredential('public')}`
    expect((await post('/intake/v1/logs', broken)).status).toBe(401)
    // Only now is it looked into.
    expect((await post('/intake/v1/logs', `${broken} ${tenant.publicKey}`)).status).toBe(400)
    const inText = logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: `key ${tenant.publicKey}` } }])
    expect((await post('/intake/v1/logs', inText)).status).toBe(401)
    expect(await stored(tenant)).toEqual([])
  })

  it('accepts at most 256 KiB, also decompressed, without a key in header or path', async () => {
    const tenant = await addTenant()
    const attribute = { key: 'oas.public_key', value: { stringValue: tenant.publicKey } }
    const of = (characters: number) =>
      JSON.stringify(
        logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: 'x'.repeat(characters) } }], [attribute]),
      )
    const gzip = { 'content-encoding': 'gzip' }
    const large = await post('/intake/v1/logs', of(300_000))
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('256 KiB')])
    expect((await post('/intake/v1/logs', new Uint8Array(gzipSync(of(300_000))), gzip)).status).toBe(413)
    expect((await post('/intake/v1/logs', new Uint8Array(gzipSync(of(200_000))), gzip)).status).toBe(200)
    expect((await post('/intake/v1/logs', of(300_000), bearer(tenant.publicKey))).status).toBe(200)
  })

  it('stores a resend once', async () => {
    const tenant = await addTenant()
    const body = logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: 'once' } }])
    for (let i = 0; i < 3; i += 1)
      expect((await post('/intake/v1/logs', body, bearer(tenant.publicKey))).status).toBe(200)
    expect(await stored(tenant)).toHaveLength(1)
  })

  it('stores records with wrong clocks at their arrival, keeps the original time, and refuses none', async () => {
    const tenant = await addTenant()
    const ahead = Date.now() + 3_600_000
    const records = [
      { timeUnixNano: nanos(ahead), body: { stringValue: 'tomorrow' } },
      { timeUnixNano: '1', body: { stringValue: '1970' } },
      { timeUnixNano: nanos(Date.now()), body: { stringValue: 'now' } },
    ]
    const answer = await post('/intake/v1/logs', logsBody(records), bearer(tenant.publicKey))
    expect(JSON.parse(answer.text)).toEqual({})
    const sent = Object.fromEntries((await stored(tenant)).map((log) => [log.body, log.attributes[TIME_AS_SENT]]))
    expect(sent).toEqual({
      tomorrow: new Date(ahead).toISOString(),
      1970: '1970-01-01T00:00:00.000000001Z',
      now: undefined,
    })
  })

  it('decompresses gzip and answers a bomb with 413', async () => {
    const tenant = await addTenant()
    const body = JSON.stringify(logsBody([{ timeUnixNano: nanos(Date.now()), body: { stringValue: 'zipped' } }]))
    const headers = { ...bearer(tenant.publicKey), 'content-encoding': 'gzip' }
    expect((await post('/intake/v1/logs', new Uint8Array(gzipSync(body)), headers)).status).toBe(200)
    const bomb = new Uint8Array(gzipSync(new Uint8Array(40 * 1024 * 1024)))
    expect((await post('/intake/v1/logs', bomb, headers)).status).toBe(413)
    expect((await post('/intake/v1/logs', 'not gzip', headers)).status).toBe(400)
    expect(await stored(tenant)).toHaveLength(1)
  })

  it.each([
    ['broken JSON', '{"resourceLogs":', {}, 400],
    ['an array', '[]', {}, 400],
    ['a wrong type', '{"resourceLogs":{}}', {}, 400],
    ['another content type', '{}', { 'content-type': 'text/plain' }, 415],
    ['an unknown encoding', '{}', { 'content-encoding': 'lzma' }, 415],
    ['bytes that are no protobuf', '\u0001\u0002\u0003', { 'content-type': 'application/x-protobuf' }, 400],
  ])('refuses %s and stores nothing', async (_, body, headers, status) => {
    const tenant = await addTenant()
    const answer = await post('/intake/v1/logs', body, { ...bearer(tenant.publicKey), ...headers })
    expect(answer.status).toBe(status)
    expect(await stored(tenant)).toEqual([])
  })

  it('refuses missing, unknown, expired and deactivated keys, in the encoding of the request', async () => {
    const { organizationId, projectId, secretKey } = await addTenant()
    const expired = await addCredential('public', { organizationId, projectId, expiresAt: Date.now() - 1 })
    const deactivated = await addCredential('public', { organizationId, projectId, deactivatedAt: Date.now() })
    const body = logsBody([{ body: { stringValue: 'x' } }])
    for (const headers of [{}, bearer('nope'), bearer(secretKey), bearer(expired.value), bearer(deactivated.value)]) {
      const answer = await post('/intake/v1/logs', body, headers as Record<string, string>)
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.text).code).toBe(16)
    }
  })

  it('answers an empty request with success and other methods with 405', async () => {
    const { publicKey } = await addTenant()
    expect((await post('/intake/v1/logs', {}, bearer(publicKey))).status).toBe(200)
    const get = await exports.default.fetch('https://service.test/intake/v1/logs')
    expect(get.status).toBe(405)
  })
})

describe('POST /intake/v1/traces and /intake/v1/metrics', () => {
  it('store spans and points, and count what cannot be stored', async () => {
    const tenant = await addTenant()
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'cart' } }] }
    const start = nanos(Date.now())
    const span = {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      name: 'GET /',
      startTimeUnixNano: start,
      endTimeUnixNano: start,
    }
    const spans = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span, { ...span, traceId: '' }] }] }] }
    const traces = await post('/intake/v1/traces', spans, bearer(tenant.publicKey))
    expect(JSON.parse(traces.text).partialSuccess.rejectedSpans).toBe('1')
    const gauge = { dataPoints: [{ timeUnixNano: start, asDouble: 1.5 }] }
    const metrics = { resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: 'cpu', gauge }] }] }] }
    expect((await post('/intake/v1/metrics', metrics, bearer(tenant.publicKey))).text).toBe('{}')
    const project = {
      organizationId: tenant.organizationId,
      projectId: tenant.projectId,
      region: 'us-east-1',
      retentionDays: 30,
    }
    const range = { from: fromMillis(Date.now() - 60_000), to: fromMillis(Date.now() + 60_000) }
    const coverage = await telemetryOf(env).coverage(project, range)
    expect(coverage.entries.map((entry) => [entry.signal, entry.service, entry.records]).sort()).toEqual([
      ['metrics', 'cart', 1],
      ['spans', 'cart', 1],
    ])
  })

  it('accepts an undefined reading as text (OTLP) and bare (some writers), and refuses other bad JSON', async () => {
    const tenant = await addTenant()
    const at = nanos(Date.now())
    const body = (value: string) =>
      `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"cpu","description":"a \\"b\\":NaN,","gauge":{"dataPoints":[{"timeUnixNano":"${at}","asDouble":${value}}]}}]}]}]}`
    for (const value of ['"NaN"', 'NaN', '-Infinity', '1']) {
      const answer = await post('/intake/v1/metrics', body(value), bearer(tenant.publicKey))
      expect([value, answer.status, answer.text]).toEqual([value, 200, '{}'])
    }
    for (const value of ['nan', 'NaNs', '[NaN', '+Infinity']) {
      const answer = await post('/intake/v1/metrics', body(value), bearer(tenant.publicKey))
      expect([value, answer.status]).toEqual([value, 400])
    }
  })
})
