import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createGrafanaCloudFake, GRAFANA_STACK, GRAFANA_TOKENS } from './grafana_cloud.ts'

const basic = (id: unknown, token: unknown) => ({ authorization: `Basic ${btoa(`${id}:${token}`)}` })
const loki = `${GRAFANA_STACK.hlInstanceUrl}/loki/api/v1`
const auth = basic(GRAFANA_STACK.hlInstanceId, GRAFANA_TOKENS.good)

describeFake('grafana_cloud', {
  create: () => createGrafanaCloudFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${loki}/labels`, basic(metadata['loki_user'], metadata['access_policy_token'])),
  refusals: { bad: 401, revoked: 401, underScoped: 401 },
})

const base = Date.parse('2026-01-01T00:00:00Z')

function seeded() {
  const fake = createGrafanaCloudFake({ now: () => base + 10_000 })
  fake.control.seedLogs([
    { atMs: base + 1000, message: 'one', resource: 'shop-api' },
    { atMs: base + 2000, message: 'two failed', resource: 'shop-api', level: 'error', traceId: 'a'.repeat(32) },
    { atMs: base + 3000, message: 'three', resource: 'shop-web' },
  ])
  return fake
}

async function lines(parameters: string) {
  const answer = await seeded().fetch(jsonRequest('GET', `${loki}/query_range?${parameters}`, auth))
  const body = (await answer.json()) as { data: { result: { values: [string, string, object?][] }[] } }
  return body.data.result.flatMap(({ values }) => values)
}

describe('grafana_cloud fake', () => {
  it('answers lines of a window, its end excluded, with structured metadata only where there is any', async () => {
    const all = encodeURIComponent('{service_name=~".+"}')
    expect(await lines(`query=${all}&start=${base + 1000}000000&end=${base + 3000}000000&direction=forward`)).toEqual([
      [`${base + 1000}000000`, 'one'],
      [`${base + 2000}000000`, 'two failed', { trace_id: 'a'.repeat(32) }],
    ])
    expect(
      await lines(`query=${encodeURIComponent('{service_name="shop-api"} |= "failed"')}&start=${base / 1000}`),
    ).toHaveLength(1)
  })

  it('finds the stack, its metrics and its traces', async () => {
    const fake = seeded()
    const portal = await fake.fetch(
      jsonRequest('GET', 'https://grafana.com/api/instances/shop', { authorization: `Bearer ${GRAFANA_TOKENS.good}` }),
    )
    expect(await portal.json()).toMatchObject({ hlInstanceId: 1001, htInstanceUrl: GRAFANA_STACK.htInstanceUrl })
    const prom = basic(GRAFANA_STACK.hmInstancePromId, GRAFANA_TOKENS.good)
    const info = await fake.fetch(
      jsonRequest('GET', `${GRAFANA_STACK.hmInstancePromUrl}/api/prom/api/v1/status/buildinfo`, prom),
    )
    expect(await info.json()).toMatchObject({ status: 'success' })
    const tempo = basic(GRAFANA_STACK.htInstanceId, GRAFANA_TOKENS.good)
    const url = `${GRAFANA_STACK.htInstanceUrl}/tempo/api/search?q=${encodeURIComponent('{}')}&start=${base / 1000}`
    expect(await (await fake.fetch(jsonRequest('GET', url, tempo))).json()).toMatchObject({
      traces: [{ traceID: 'a'.repeat(32) }],
    })
  })

  it.each([
    ['a query without a selector', 'query=foo'],
    ['a selector that matches everything', `query=${encodeURIComponent('{service_name=~".*"}')}`],
    ['more than the cap', `query=${encodeURIComponent('{level="info"}')}&limit=6000`],
    ['a window above a month', `query=${encodeURIComponent('{level="info"}')}&start=0&end=4000000`],
    ['a start that is no time', `query=${encodeURIComponent('{level="info"}')}&start=soon`],
  ])('refuses %s in plain text', async (_, parameters) => {
    const answer = await seeded().fetch(jsonRequest('GET', `${loki}/query_range?${parameters}`, auth))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/plain')])
  })

  it('refuses the id of another instance and a path of another product', async () => {
    const fake = seeded()
    expect((await fake.fetch(jsonRequest('GET', `${loki}/labels`, basic(1, GRAFANA_TOKENS.good)))).status).toBe(401)
    expect((await fake.fetch(jsonRequest('GET', `${GRAFANA_STACK.hlInstanceUrl}/tempo/api/echo`, auth))).status).toBe(
      404,
    )
  })
})
