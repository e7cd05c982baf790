import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createHoneycombFake, HONEYCOMB_KEYS } from './honeycomb.ts'

const auth = { 'x-honeycomb-team': HONEYCOMB_KEYS.good }
const api = 'https://api.honeycomb.io/1'

describeFake('honeycomb', {
  create: () => createHoneycombFake(),
  prove: (metadata) => jsonRequest('GET', `${api}/auth`, { 'x-honeycomb-team': String(metadata['api_key']) }),
  isProof: (response, body) => response.status === 200 && body.includes('"queries":true'),
  refusals: { bad: 401, revoked: 401, underScoped: 200 },
})

describe('honeycomb fake', () => {
  it('counts by breakdown once the result is complete', async () => {
    const fake = createHoneycombFake()
    fake.control.seedLogs(['a', 'a', 'b'].map((message, n) => ({ atMs: 1_000_000 + n, message })))
    const query = {
      calculations: [{ op: 'COUNT' }],
      breakdowns: ['message'],
      start_time: 999,
      end_time: 1002,
      limit: 10,
    }
    const made = (await (await fake.fetch(jsonRequest('POST', `${api}/queries/shop-0`, auth, query))).json()) as {
      id: string
    }
    const started = await fake.fetch(
      jsonRequest('POST', `${api}/query_results/shop-0`, auth, { query_id: made.id, disable_series: true }),
    )
    expect(started.status).toBe(201)
    const poll = async () => (await fake.fetch(jsonRequest('GET', `${api}/query_results/shop-0/r0`, auth))).json()
    expect(await poll()).toMatchObject({ complete: false })
    expect(await poll()).toMatchObject({
      complete: true,
      data: { results: [{ data: { message: 'a', COUNT: 2 } }, { data: { message: 'b', COUNT: 1 } }] },
    })
  })

  it.each([
    ['an unknown member', '/queries/shop-0', { columns: ['a'] }, 422],
    ['a window above seven days', '/queries/shop-0', { time_range: 700_000 }, 422],
    ['an unknown operator', '/queries/shop-0', { filters: [{ column: 'a', op: '~', value: 1 }] }, 422],
    ['an unknown dataset', '/queries/none', {}, 404],
    ['a result of an unknown query', '/query_results/shop-0', { query_id: 'q9' }, 404],
  ])('refuses %s', async (_, path, body, status) => {
    const answer = await createHoneycombFake().fetch(jsonRequest('POST', api + path, auth, body))
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String) }])
  })

  it.each([402, 404] as const)('gates results with %i on a smaller plan', async (planGate) => {
    const fake = createHoneycombFake({ planGate })
    await fake.fetch(jsonRequest('POST', `${api}/queries/shop-0`, auth, { time_range: 60 }))
    expect(
      (await fake.fetch(jsonRequest('POST', `${api}/query_results/shop-0`, auth, { query_id: 'q0' }))).status,
    ).toBe(planGate)
  })

  it('refuses the key at the other region', async () => {
    expect(
      (await createHoneycombFake().fetch(jsonRequest('GET', 'https://api.eu1.honeycomb.io/1/auth', auth))).status,
    ).toBe(401)
  })
})
