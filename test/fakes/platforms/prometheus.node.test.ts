import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import type { Metadata } from './platform-fake.ts'
import { createPrometheusFake, PROMETHEUS_TOKENS, PROMETHEUS_URL, type PrometheusAuth } from './prometheus.ts'

const api = `${PROMETHEUS_URL}/api/v1`
const auth = { authorization: `Bearer ${PROMETHEUS_TOKENS.good}` }

function headersOf(metadata: Metadata): Record<string, string> {
  if (metadata['auth_type'] === 'basic')
    return { authorization: `Basic ${btoa(`${metadata['username']}:${metadata['password']}`)}` }
  if (metadata['auth_type'] === 'header') return { [String(metadata['header_name'])]: String(metadata['header_value']) }
  return { authorization: `Bearer ${metadata['token']}` }
}

for (const kind of ['bearer', 'basic', 'header'] satisfies PrometheusAuth[]) {
  describeFake(`prometheus (${kind})`, {
    create: () => createPrometheusFake({ auth: kind }),
    prove: (metadata) => jsonRequest('GET', `${api}/status/buildinfo`, headersOf(metadata)),
    refusals: { bad: 401, revoked: 401, underScoped: 403 },
  })
}

async function get(path: string, fake = createPrometheusFake()) {
  const answer = await fake.fetch(jsonRequest('GET', `${api}${path}`, auth))
  return {
    status: answer.status,
    body: answer.status === 404 ? null : ((await answer.json()) as { data: { result: object[] } }),
  }
}

describe('prometheus fake', () => {
  it('answers a range with one value a step, by GET and by POST', async () => {
    const query = 'query=http_requests_total{job="shop-api"}&start=1000&end=1060&step=30'
    const { body } = await get(`/query_range?${query}`)
    expect(body?.data.result).toEqual([
      {
        metric: { __name__: 'http_requests_total', job: 'shop-api', code: '500' },
        values: [
          [1000, '1000'],
          [1030, '1030'],
          [1060, '1060'],
        ],
      },
    ])
    const posted = new Request(`${api}/query_range`, {
      method: 'POST',
      headers: auth,
      body: new URLSearchParams(query),
    })
    expect(await (await createPrometheusFake().fetch(posted)).json()).toEqual(body)
  })

  it('writes what is no number as text and reports infos', async () => {
    const { body } = await get('/query?query=rate(http_latency_ratio[5m])&time=1')
    expect(body).toMatchObject({
      infos: [expect.stringContaining('might not be a counter')],
      data: { result: [{ value: [1, 'NaN'] }, { value: [1, '+Inf'] }] },
    })
  })

  it.each([
    ['a broken expression', '/query?query=sum(up', 400],
    ['an empty query', '/query?query=', 400],
    ['no step', '/query_range?query=up&start=1&end=2', 400],
    ['an end before its start', '/query_range?query=up&start=2&end=1&step=1', 400],
    ['more than 11,000 points', '/query_range?query=up&start=0&end=11001&step=1', 400],
    ['series without a matcher', '/series', 400],
  ])('refuses %s', async (_, path, status) => {
    expect(await get(path)).toMatchObject({ status, body: { status: 'error', errorType: 'bad_data' } })
  })

  it('may lack buildinfo and still answer a query', async () => {
    const fake = createPrometheusFake({ isBuildInfoMissing: true })
    expect((await get('/status/buildinfo', fake)).status).toBe(404)
    expect(await get('/query?query=1&time=5', fake)).toMatchObject({ body: { data: { result: [5, '1'] } } })
  })
})
