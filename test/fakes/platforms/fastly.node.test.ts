import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createFastlyFake, FASTLY_KEYS } from './fastly.ts'

const auth = { 'fastly-key': FASTLY_KEYS.good }
const api = 'https://api.fastly.com'
const first = `${api}/service/SU1Z0isxPaozGVKX000000`
const plain = `${api}/service/SU1Z0isxPaozGVKX000002`

describeFake('fastly', {
  create: () => createFastlyFake(),
  prove: (metadata) => jsonRequest('GET', `${api}/tokens/self`, { 'fastly-key': String(metadata['api_token']) }),
  isProof: (response, body) => response.status === 200 && body.includes('"scope":"global"'),
  refusals: { bad: 401, revoked: 401, underScoped: 200 },
})

const post = (url: string, fields: Record<string, string>) =>
  new Request(url, { method: 'POST', headers: auth, body: new URLSearchParams(fields) })
const put = (url: string) => new Request(url, { method: 'PUT', headers: auth })

describe('fastly fake', () => {
  it('pages services by Link', async () => {
    const fake = createFastlyFake()
    const seen: string[] = []
    let url: string | undefined = `${api}/service?per_page=100&page=1`
    while (url !== undefined) {
      const answer: Response = await fake.fetch(jsonRequest('GET', url, auth))
      seen.push(...((await answer.json()) as { id: string }[]).map((service) => service.id))
      url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(fake.resources())
  })

  it('ships an endpoint by clone, create, validate and activate, and nothing before', async () => {
    const challenged: string[] = []
    const fake = createFastlyFake({ challenge: async (host, id) => challenged.push(`${host} ${id}`) < 0 })
    const cloned = (await (await fake.fetch(put(`${first}/version/1/clone`))).json()) as { number: number }
    expect(cloned.number).toBe(2)
    const fields = { name: 'ours', url: 'https://in.example/f', header_name: 'authorization', header_value: 'Bearer t' }
    expect((await fake.fetch(post(`${first}/version/2/logging/https`, fields))).status).toBe(200)
    expect(fake.destinations()).toHaveLength(1)
    const valid = await fake.fetch(jsonRequest('GET', `${first}/version/2/validate`, auth))
    expect(await valid.json()).toMatchObject({ status: 'ok' })
    expect((await fake.fetch(put(`${first}/version/2/activate`))).status).toBe(200)
    expect(fake.destinations().map(({ id, isForeign }) => [id, isForeign])).toEqual([
      ['someone-else', true],
      ['ours', false],
    ])
    expect(challenged).toEqual(['in.example SU1Z0isxPaozGVKX000000'])
    expect([...fake.state.unverifiedHosts]).toEqual(['in.example'])
  })

  it.each([
    ['a locked version', `${plain}/version/1/logging/https`, { name: 'ours', url: 'https://in.example' }, 422],
    ['a plain http url', `${plain}/version/2/logging/https`, { name: 'ours', url: 'http://in.example' }, 400],
    ['no name', `${plain}/version/2/logging/https`, { url: 'https://in.example' }, 400],
    [
      'an unknown format number',
      `${plain}/version/2/logging/https`,
      { name: 'a', url: 'https://in.example', json_format: '7' },
      400,
    ],
    [
      'a version that does not exist',
      `${plain}/version/9/logging/https`,
      { name: 'a', url: 'https://in.example' },
      404,
    ],
  ])('refuses an endpoint with %s', async (_, url, fields, status) => {
    const fake = createFastlyFake()
    await fake.fetch(put(`${plain}/version/1/clone`))
    expect((await fake.fetch(post(url, fields as Record<string, string>))).status).toBe(status)
  })

  it('refuses the same name twice, JSON instead of a form, and a version that cannot go live', async () => {
    const fake = createFastlyFake()
    await fake.fetch(put(`${plain}/version/1/clone`))
    const url = `${plain}/version/2/logging/https`
    const fields = { name: 'ours', url: 'https://in.example', response_condition: 'none' }
    expect((await fake.fetch(jsonRequest('POST', url, auth, fields))).status).toBe(415)
    expect((await fake.fetch(post(url, fields))).status).toBe(200)
    expect((await fake.fetch(post(url, fields))).status).toBe(409)
    const valid = await fake.fetch(jsonRequest('GET', `${plain}/version/2/validate`, auth))
    expect(await valid.json()).toMatchObject({ status: 'error' })
    expect((await fake.fetch(put(`${plain}/version/2/activate`))).status).toBe(422)
  })

  it('lets a reading token read and refuses its writes', async () => {
    const fake = createFastlyFake()
    const reader = { 'fastly-key': FASTLY_KEYS.underScoped }
    expect((await fake.fetch(jsonRequest('GET', `${plain}/version/1`, reader))).status).toBe(200)
    expect((await fake.fetch(new Request(`${plain}/version/1/clone`, { method: 'PUT', headers: reader }))).status).toBe(
      403,
    )
  })
})
