import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createHerokuFake, HEROKU_FOREIGN_DRAIN_ID, HEROKU_KEYS } from './heroku.ts'

const accept = 'application/vnd.heroku+json; version=3'
const auth = { authorization: `Bearer ${HEROKU_KEYS.good}`, accept }
const api = 'https://api.heroku.com'

describeFake('heroku', {
  create: () => createHerokuFake(),
  prove: (metadata) => jsonRequest('GET', `${api}/account`, { authorization: `Bearer ${metadata['api_key']}`, accept }),
})

describe('heroku fake', () => {
  it('pages apps by Range and Next-Range', async () => {
    const fake = createHerokuFake()
    const seen: string[] = []
    const statuses: number[] = []
    let range: string | null = 'id ..; max=200'
    while (range !== null) {
      const answer: Response = await fake.fetch(jsonRequest('GET', `${api}/apps`, { ...auth, range }))
      seen.push(...((await answer.json()) as { id: string }[]).map((app) => app.id))
      statuses.push(answer.status)
      range = answer.headers.get('next-range')
    }
    expect(seen).toEqual(fake.resources())
    expect(statuses).toEqual([206, 206, 200])
  })

  it('creates a drain, refuses it twice, and deletes it by id or by url', async () => {
    const fake = createHerokuFake()
    const url = `${api}/apps/shop-1/log-drains`
    const body = { url: 'https://tok:x@in.example/drain?a=1' }
    const created = await fake.fetch(jsonRequest('POST', url, auth, body))
    expect(await created.json()).toMatchObject({ url: body.url, addon: null, app: { name: 'shop-1' } })
    expect((await fake.fetch(jsonRequest('POST', url, auth, body))).status).toBe(422)
    const byUrl = `${url}/${encodeURIComponent(body.url)}`
    expect((await fake.fetch(jsonRequest('DELETE', byUrl, auth))).status).toBe(200)
    expect((await fake.fetch(jsonRequest('DELETE', byUrl, auth))).status).toBe(404)
  })

  it('keeps the drain of an add-on', async () => {
    const fake = createHerokuFake()
    const answer = await fake.fetch(
      jsonRequest('DELETE', `${api}/apps/shop-0/log-drains/${HEROKU_FOREIGN_DRAIN_ID}`, auth),
    )
    expect(answer.status).toBe(422)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    [
      'no version in Accept',
      'GET',
      '/account',
      { authorization: auth.authorization, accept: 'application/json' },
      undefined,
      406,
    ],
    ['a broken range', 'GET', '/apps', { ...auth, range: 'pages 1' }, undefined, 416],
    [
      'a write with a reading token',
      'POST',
      '/apps/shop-1/log-drains',
      { authorization: `Bearer ${HEROKU_KEYS.underScoped}`, accept },
      {},
      403,
    ],
    ['a drain without a url', 'POST', '/apps/shop-1/log-drains', auth, {}, 422],
    ['a log drain on a Fir app', 'POST', '/apps/shop-9/log-drains', auth, { url: 'https://in.example' }, 422],
    ['an unknown app', 'GET', '/apps/none/log-drains', auth, undefined, 404],
  ])('refuses %s', async (_, method, path, headers, body, status) => {
    expect((await createHerokuFake().fetch(jsonRequest(method, api + path, headers, body))).status).toBe(status)
  })

  it('takes telemetry drains of Fir apps only', async () => {
    const fake = createHerokuFake()
    const post = (index: number) => {
      const owner = { id: fake.state.apps[index]?.id, type: 'app' }
      const exporter = { type: 'otlphttp', endpoint: 'https://in.example', headers: { authorization: 'Bearer t' } }
      return fake.fetch(jsonRequest('POST', `${api}/telemetry-drains`, auth, { owner, signals: ['logs'], exporter }))
    }
    expect((await post(1)).status).toBe(422)
    const made = (await (await post(9)).json()) as { id: string }
    expect((await fake.fetch(jsonRequest('DELETE', `${api}/telemetry-drains/${made.id}`, auth))).status).toBe(200)
  })
})
