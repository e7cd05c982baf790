import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createNetlifyFake, NETLIFY_KEYS } from './netlify.ts'

const auth = { authorization: `Bearer ${NETLIFY_KEYS.good}` }
const api = 'https://api.netlify.com/api/v1'

describeFake('netlify', {
  create: () => createNetlifyFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/sites/00000000-0000-4000-8000-000000000001/log_drains`, {
      authorization: `Bearer ${metadata['access_token']}`,
    }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

const drain = {
  destination: 'http',
  format: 'ndjson',
  log_types: '["functions"]',
  service_config: { url: 'https://in.example' },
}

describe('netlify fake', () => {
  it('pages sites by Link header', async () => {
    const fake = createNetlifyFake()
    const seen: string[] = []
    let url: string | undefined = `${api}/sites?per_page=100`
    while (url !== undefined) {
      const answer: Response = await fake.fetch(jsonRequest('GET', url, auth))
      seen.push(...((await answer.json()) as { id: string }[]).map((site) => site.id))
      url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(fake.resources())
  })

  it('creates and deletes a drain of a site and leaves the other', async () => {
    const fake = createNetlifyFake()
    const url = `${api}/sites/${fake.state.sites[0]?.id}/log_drains`
    const created = await fake.fetch(jsonRequest('POST', url, auth, drain))
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }
    expect(await (await fake.fetch(jsonRequest('GET', url, auth))).json()).toHaveLength(2)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}/${id}`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}/${id}`, auth))).status).toBe(404)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    ['log_types as a real array', { ...drain, log_types: ['functions'] }, 0, 422],
    ['an unknown log type', { ...drain, log_types: '["everything"]' }, 0, 422],
    ['a destination it does not know', { ...drain, destination: 'ours' }, 0, 422],
    ['a plain http url', { ...drain, service_config: { url: 'http://in.example' } }, 0, 422],
    ['no url', { ...drain, service_config: {} }, 0, 422],
    ['a site whose plan has no drains', drain, 249, 404],
  ])('refuses %s', async (_, body, site, status) => {
    const fake = createNetlifyFake()
    const url = `${api}/sites/${fake.state.sites[site]?.id}/log_drains`
    expect((await fake.fetch(jsonRequest('POST', url, auth, body))).status).toBe(status)
    expect(fake.destinations()).toHaveLength(1)
  })
})
