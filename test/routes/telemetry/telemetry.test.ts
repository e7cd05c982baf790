import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const START = Math.floor(Date.now() / 60_000) * 60_000 - 600_000
const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`
const TRACE = 'abcdef0123456789abcdef0123456789'
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
const resource = (service: string) => ({
  attributes: [attribute('service.name', service), attribute('k8s.pod.name', `${service}-1`)],
})

function logsBody() {
  const record = (i: number, body: string, severityNumber: number, region: string) => ({
    timeUnixNano: nanos(START + i * 1000),
    severityNumber,
    body: { stringValue: body },
    attributes: [attribute('region', region)],
    traceId: i === 0 ? TRACE : '',
  })
  const checkout = Array.from({ length: 20 }, (_, i) =>
    record(
      i,
      i % 5 === 0 ? `payment ${i} refused by bank` : `order ${i} placed`,
      i % 5 === 0 ? 17 : 9,
      i % 2 ? 'eu' : 'us',
    ),
  )
  const search = Array.from({ length: 10 }, (_, i) => record(300 + i, `query took ${i} ms`, 9, 'eu'))
  return {
    resourceLogs: [
      { resource: resource('checkout'), scopeLogs: [{ logRecords: checkout }] },
      { resource: resource('search'), scopeLogs: [{ logRecords: search }] },
    ],
  }
}

function spansBody() {
  const span = (spanId: string, parentSpanId: string, name: string, ms: number, code = 0) => ({
    traceId: TRACE,
    spanId,
    parentSpanId,
    name,
    kind: parentSpanId === '' ? 2 : 2,
    startTimeUnixNano: nanos(START),
    endTimeUnixNano: nanos(START + ms),
    status: { code },
  })
  return {
    resourceSpans: [
      {
        resource: resource('checkout'),
        scopeSpans: [{ spans: [span('1111111111111111', '', 'POST /orders', 120, 2)] }],
      },
      {
        resource: resource('bank'),
        scopeSpans: [{ spans: [span('2222222222222222', '1111111111111111', 'charge', 100, 2)] }],
      },
    ],
  }
}

function metricsBody() {
  const points = [1, 2, 3].map((value, i) => ({ timeUnixNano: nanos(START + i * 1000), asDouble: value }))
  return {
    resourceMetrics: [
      {
        resource: resource('checkout'),
        scopeMetrics: [{ metrics: [{ name: 'queue.depth', unit: '1', gauge: { dataPoints: points } }] }],
      },
    ],
  }
}

let tenant: TestTenant

async function send(signal: string, body: object): Promise<void> {
  const response = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/v1/${signal}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.text()]).toEqual([200, '{}'])
}

const query = (operation: string, body?: object) =>
  call(operation, { token: tenant.secretKey, ...(body ? { body } : {}) })

beforeAll(async () => {
  tenant = await addTenant()
  await send('logs', logsBody())
  await send('traces', spansBody())
  await send('metrics', metricsBody())
})

describe('POST /logs/query', () => {
  it('logs are found by words and filters, newest first, and paged without loss', async () => {
    const refused = await query('POST /logs/query', { search: { text: 'REFUSED bank' } })
    expect(refused.body.logs.map((log: { body: string }) => log.body)).toEqual(
      [15, 10, 5, 0].map((i) => `payment ${i} refused by bank`),
    )
    expect(refused.body.work.partial).toEqual([])
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await query('POST /logs/query', { limit: 7, sort: 'oldest', ...(cursor ? { cursor } : {}) })
      seen.push(...page.body.logs.map((log: { id: string }) => log.id))
      cursor = page.body.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(30)
    expect(seen).toHaveLength(30)
  })

  it.each([
    [[{ field: 'service', op: 'eq', value: 'search' }], 10],
    [[{ field: 'service', op: 'neq', value: 'search' }], 20],
    [[{ field: 'severity', op: 'gte', value: 'error' }], 4],
    [[{ field: 'attributes[region]', op: 'eq', value: 'us' }], 10],
    [[{ field: 'attributes[region]', op: 'in', values: ['us', 'mars'] }], 10],
    [[{ field: 'resource[k8s.pod.name]', op: 'starts_with', value: 'search' }], 10],
    [[{ field: 'trace_id', op: 'eq', value: TRACE }], 1],
    [[{ field: 'body', op: 'contains', value: 'refused' }], 4],
    [[{ field: 'attributes[nope]', op: 'exists', value: false }], 30],
  ])('logs are filtered by %j', async (filters, count) => {
    const answer = await query('POST /logs/query', { filters })
    expect(answer.status).toBe(200)
    expect(answer.body.logs).toHaveLength(count)
  })

  it('a query of logs returns the selected fields only', async () => {
    const answer = await query('POST /logs/query', { select: ['body', 'attributes[region]'], sort: 'oldest', limit: 1 })
    expect(answer.body.logs[0].values).toEqual({ body: 'payment 0 refused by bank', 'attributes[region]': 'us' })
  })

  it.each([
    [{ filters: [{ field: 'nonsense', op: 'eq', value: 1 }] }, 'body.filters.0.field'],
    [{ filters: [{ field: 'service', op: 'like', value: 1 }] }, 'body.filters.0'],
    [{ limit: 1001 }, 'body.limit'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'body.from'],
    [{ cursor: 'bm9wZQ' }, 'body.cursor'],
    [{ search: { text: '' } }, 'body.search.text'],
  ])('a query of logs refuses %j and names the field', async (body, path) => {
    const answer = await query('POST /logs/query', body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toMatch(path)
  })
})

describe('the other queries of logs', () => {
  it('logs are counted by interval and group', async () => {
    const { body } = await query('POST /logs/volume', { groupBy: ['service'], intervalSeconds: 60 })
    expect(body.total).toBe(30)
    const totals = body.series.map((one: { key: object; total: number }) => [one.key, one.total])
    expect(totals).toEqual([
      [{ service: 'checkout' }, 20],
      [{ service: 'search' }, 10],
    ])
    expect(body.series[0].points.reduce((sum: number, [, count]: [string, number]) => sum + count, 0)).toBe(20)
  })

  it('lines are grouped into patterns, and two windows are compared', async () => {
    const { body } = await query('POST /logs/patterns', {})
    expect(body.patterns.map((pattern: { count: number }) => pattern.count)).toEqual([16, 10, 4])
    const at = (ms: number) => new Date(START + ms).toISOString()
    const compared = await query('POST /logs/patterns', {
      from: at(200_000),
      to: at(400_000),
      compareWith: { from: at(0), to: at(200_000) },
    })
    const changes = compared.body.patterns.map(
      (one: { change: string; service: string }) => `${one.change} ${one.service}`,
    )
    expect(changes.sort()).toEqual(['gone checkout', 'gone checkout', 'new search'])
  })

  it('patterns are counted over time when that is asked for', async () => {
    const { body } = await query('POST /logs/patterns', { intervals: true })
    for (const { count, points } of body.patterns as { count: number; points: [string, number][] }[]) {
      expect(points.reduce((sum, [, part]) => sum + part, 0)).toBe(count)
      expect(points.every(([at]) => !Number.isNaN(Date.parse(at)))).toBe(true)
    }
  })

  it('the keys of attributes and the values of one are listed', async () => {
    const values = await query('POST /logs/fields', { field: 'attributes[region]' })
    expect(values.body.values).toEqual([
      { value: 'eu', count: 20 },
      { value: 'us', count: 10 },
    ])
    const keys = await query('POST /logs/fields', {})
    expect(keys.body.values.map((one: { value: string }) => one.value).join(' ')).toContain('region')
  })

  it('one record is shown with its neighbours of the same service', async () => {
    const { body } = await query('POST /logs/query', { search: { text: 'payment 5 refused' } })
    const one = await query(`GET /logs/${body.logs[0].id}?neighbours=2`)
    expect(one.body.log.body).toBe('payment 5 refused by bank')
    expect(one.body.before.map((log: { body: string }) => log.body)).toEqual(['order 3 placed', 'order 4 placed'])
    expect(one.body.after).toHaveLength(2)
  })
})

describe('traces and metrics', () => {
  it('traces are searched, shown and counted', async () => {
    const trace = await query(`GET /traces/${TRACE.toUpperCase()}`)
    expect(trace.body.spans.map((span: { name: string }) => span.name)).toEqual(['POST /orders', 'charge'])
    expect(trace.body.isTruncated).toBe(false)
    const failed = await query('POST /traces/query', { filters: [{ field: 'status', op: 'eq', value: 'error' }] })
    expect(failed.body.spans).toHaveLength(2)
    const slowest = await query('POST /traces/query', { sort: 'slowest', limit: 1 })
    expect(slowest.body).toMatchObject({ spans: [{}], nextCursor: null, work: { partial: ['limit'] } })
    const newest = await query('POST /traces/query', { limit: 1 })
    const mixed = { sort: 'slowest', cursor: newest.body.nextCursor }
    expect(await query('POST /traces/query', mixed)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'body.cursor' }] },
    })
    const stats = await query('POST /traces/stats', {})
    const rows = stats.body.rows.map((row: { service: string; requests: number; errors: number }) => [
      row.service,
      row.requests,
      row.errors,
    ])
    expect(rows.sort()).toEqual([
      ['bank', 1, 1],
      ['checkout', 1, 1],
    ])
    const edges = await query('GET /dependencies')
    expect(edges.body.dependencies).toMatchObject([{ caller: 'checkout', callee: 'bank', calls: 1, errors: 1 }])
    expect((await query(`GET /traces/${'0'.repeat(31)}1`)).status).toBe(404)
  })

  it('metrics are listed and give series', async () => {
    const list = await query('GET /metrics?prefix=queue')
    expect(list.body.metrics).toMatchObject([{ name: 'queue.depth', type: 'gauge', services: ['checkout'], points: 3 }])
    const series = await query('POST /metrics/query', {
      metric: 'queue.depth',
      aggregation: 'max',
      groupBy: ['service'],
      intervalSeconds: 60,
    })
    expect(series.body.series).toEqual([{ key: { service: 'checkout' }, points: [[new Date(START).toISOString(), 3]] }])
  })
})

describe('GET /tail', () => {
  it('a tail streams what arrives and matches', async () => {
    const response = await exports.default.fetch('https://service.test/v1/tail?service=late', {
      headers: { authorization: `Bearer ${tenant.secretKey}` },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const record = { timeUnixNano: nanos(Date.now()), body: { stringValue: 'live one' } }
    await send('logs', { resourceLogs: [{ resource: resource('late'), scopeLogs: [{ logRecords: [record] }] }] })
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    const frame = new TextDecoder().decode(value)
    expect(frame).toMatch(/^id: [0-9a-f-]{36}\ndata: /)
    expect(JSON.parse(frame.split('data: ')[1] ?? '').log.body).toBe('live one')
  })
})
