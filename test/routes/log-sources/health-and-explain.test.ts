import { exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call } from '../../support/api.ts'
import { addTenant } from '../../support/tenants.ts'

describe('source health', () => {
  it('the health of a source shows the last record, the rate, and refusals by reason', async () => {
    const tenant = await addTenant()
    const created = await call('POST /log-sources', { token: tenant.admin.token, body: { provider: 'webhook' } })
    const { streamId, endpointCards, logSource } = created.body
    const send = (body: string) =>
      exports.default.fetch(endpointCards[0].url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-ndjson' },
      })
    const hour = Math.floor(Date.now() / 3_600_000)
    expect((await send('{"message":"a"}\n{"message":"b"}\nnot json\n')).status).toBe(202)
    const read = async () =>
      (await call(`GET /log-streams/${streamId}`, { token: tenant.member.token })).body.stream.health
    await vi.waitFor(async () => expect((await read()).recordsLastDay).toBe(2), { timeout: 10_000, interval: 200 })
    const health = await read()
    // The hour of the clock may have turned since they were sent.
    expect(health.recordsLastHour === 2 || Math.floor(Date.now() / 3_600_000) > hour).toBe(true)
    expect(health).toMatchObject({
      lastRecordAt: expect.stringMatching(/Z$/),
      recordsLastDay: 2,
      usualPerHour: null,
      isSilent: false,
      dropped: 0,
      rejected: [{ reason: 'a line is not JSON', count: 1 }],
    })
    const source = await call(`GET /log-sources/${logSource.id}`, { token: tenant.member.token })
    expect(source.body.logSource.health.recordsLastDay).toBe(2)
  })
})

describe('a delivery of which nothing was stored', () => {
  const nameless = '{"spans":[{"name":"GET /"}]}'
  it.each([
    ['/webhook', 'not json', 400, 'the body is not JSON'],
    ['/v1/traces', `{"resourceSpans":[{"scopeSpans":[${nameless}]}]}`, 200, 'a span has no trace id or span id'],
    ['/v1/logs', '{"resourceLogs":', 400, 'Not an OTLP logs request: the body is not valid JSON in UTF-8.'],
  ])(
    'a delivery of which nothing was stored shows in the health of its key: %s %s',
    async (path, body, status, reason) => {
      const tenant = await addTenant()
      const { publicKey: key } = (
        await call('POST /public-keys', { token: tenant.admin.token, body: { name: 'collector' } })
      ).body
      const sent = await exports.default.fetch(`https://service.test/intake/k/${key.value}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(sent.status).toBe(status)
      const health = async () =>
        (await call(`GET /public-keys/${key.id}`, { token: tenant.admin.token })).body.publicKey.health
      await vi.waitFor(async () => expect((await health()).rejected).toEqual([{ reason, count: 1 }]), {
        timeout: 10_000,
        interval: 200,
      })
      expect(await health()).toMatchObject({ lastRecordAt: null, dropped: 0 })
    },
  )
})

describe('records of wrong clocks', () => {
  it('records of wrong clocks are stored, and shown as repaired in the health of their key and by explain', async () => {
    const tenant = await addTenant()
    const { publicKey: key } = (
      await call('POST /public-keys', { token: tenant.admin.token, body: { name: 'collector' } })
    ).body
    const zero = '{"create":{}}\n{"message":"old","@timestamp":"0001-01-01T00:00:00Z"}\n'
    const ahead = '{"create":{}}\n{"message":"ahead","@timestamp":"2339-01-01T00:00:00Z"}\n'
    const sent = await exports.default.fetch(`https://service.test/intake/k/${key.value}/elastic/_bulk`, {
      method: 'POST',
      body: zero + zero + ahead,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    const { errors, items } = await sent.json<{ errors: boolean; items: { create: { status: number } }[] }>()
    expect([errors, items.map((item) => item.create.status)]).toEqual([false, [201, 201, 201]])
    const { logs } = (await call('POST /logs/query', { token: tenant.secretKey, body: {} })).body
    expect(logs.map((log: { body: string }) => log.body).sort()).toEqual(['ahead', 'old', 'old'])
    const health = async () =>
      (await call(`GET /public-keys/${key.id}`, { token: tenant.admin.token })).body.publicKey.health
    const repaired = [
      { reason: 'a time was before 2000', count: 2 },
      { reason: 'a time was more than 10 minutes ahead', count: 1 },
    ]
    await vi.waitFor(async () => expect((await health()).repaired).toEqual(repaired), {
      timeout: 10_000,
      interval: 200,
    })
    expect((await health()).rejected).toEqual([])
    const explained = await call('POST /intake/explain', {
      token: tenant.secretKey,
      body: { body: zero + zero + ahead },
    })
    expect(explained.body).toMatchObject({ recordCount: 3, rejections: [], repairs: repaired })
    expect(explained.body.records[0].attributes).toMatchObject({ 'oas.time_as_sent': '0001-01-01T00:00:00.000Z' })
  })
})

describe('POST /intake/explain', () => {
  const explain = async (token: string, body: object) => call('POST /intake/explain', { token, body })

  it('explain shows format, records, redactions, refusals and billed bytes, and stores nothing', async () => {
    const { secretKey } = await addTenant()
    const body = '<11>1 2026-11-20T12:00:00Z h web - - - login password=hunter2 failed'
    const answer = await explain(secretKey, { body })
    expect(answer.body).toMatchObject({
      format: 'syslog',
      recordCount: 1,
      records: [{ service: 'web', severity: 'error', body: 'login password=[REDACTED:named_secret] failed' }],
      redactions: [{ rule: 'named_secret', count: 1 }],
      rejections: [],
      billedBytes: body.length,
    })
    expect((await call('POST /logs/query', { token: secretKey, body: {} })).body.logs).toEqual([])
  })

  it.each([
    ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"}}]}]}]}', 'otlp'],
    ['{"streams":[{"stream":{"app":"x"},"values":[["1795189795000000000","x"]]}]}', 'loki'],
    ['{"create":{}}\n{"message":"x"}\n', 'elastic_bulk'],
    ['[{"message":"x","ddsource":"nodejs"}]', 'datadog'],
    ['{"event":"x","host":"h"}', 'splunk_hec'],
    ['{"message":"x"}', 'webhook'],
    ['plain words', 'webhook'],
  ])('explain detects %j as %s', async (body, format) => {
    const { secretKey } = await addTenant()
    const answer = await explain(secretKey, { body })
    expect([answer.body.format, answer.body.recordCount]).toEqual([format, 1])
  })

  it('explain reads spans and metrics of OTLP, with what it refuses and repairs', async () => {
    const { secretKey } = await addTenant()
    const at = `${Date.now()}000000`
    const span = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), name: 'GET /', startTimeUnixNano: at }
    const spans = [{ ...span, endTimeUnixNano: at }, { name: 'nameless' }]
    const resourceSpans = [{ scopeSpans: [{ spans }] }]
    const ofSpans = await explain(secretKey, { body: JSON.stringify({ resourceSpans }) })
    expect(ofSpans.body).toMatchObject({
      format: 'otlp',
      recordCount: 0,
      spanCount: 1,
      spans: [{ name: 'GET /', durationNanos: 0, parentSpanId: null, service: 'unknown_service' }],
      rejections: [{ reason: 'a span has no trace id or span id', count: 1 }],
    })
    const dataPoints = [
      { timeUnixNano: at, asDouble: 1.5 },
      { timeUnixNano: '1', asDouble: 2 },
    ]
    const resourceMetrics = [{ scopeMetrics: [{ metrics: [{ name: 'queue.depth', gauge: { dataPoints } }] }] }]
    const ofMetrics = await explain(secretKey, { body: JSON.stringify({ resourceMetrics }), format: 'otlp_metrics' })
    expect(ofMetrics.body).toMatchObject({
      metricPointCount: 2,
      metricPoints: [{ name: 'queue.depth', value: 1.5, type: 'gauge' }, { value: 2 }],
      repairs: [{ reason: 'a time was before 2000', count: 1 }],
    })
  })

  it('explain says what could not be read', async () => {
    const { secretKey } = await addTenant()
    const answer = await explain(secretKey, { body: 'not a bulk', format: 'elastic_bulk' })
    expect(answer.body).toMatchObject({ recordCount: 0, rejections: [{ count: 1 }] })
    expect((await explain(secretKey, { body: 'x', format: 'nonsense' })).body.issues[0].path).toBe('body.format')
  })
})
