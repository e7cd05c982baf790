import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createPostHogFake, POSTHOG_KEYS, POSTHOG_PROJECT_ID } from './posthog.ts'

const auth = { authorization: `Bearer ${POSTHOG_KEYS.good}` }
const api = 'https://us.posthog.com/api'
const project = `${api}/projects/${POSTHOG_PROJECT_ID}`

describeFake('posthog', {
  create: () => createPostHogFake(),
  prove: (metadata) =>
    jsonRequest(
      'POST',
      `${api}/projects/${metadata['project_id']}/logs/query`,
      { authorization: `Bearer ${metadata['personal_api_key']}` },
      { query: {} },
    ),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

const destination = {
  type: 'destination',
  template_id: 'template-webhook',
  inputs: { url: { value: 'https://in.example' }, method: { value: 'POST' } },
  enabled: true,
}

describe('posthog fake', () => {
  it('pages projects by next', async () => {
    const fake = createPostHogFake()
    const seen: string[] = []
    let url: string | null = `${api}/projects/`
    while (url !== null) {
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        results: { id: number }[]
        next: string | null
      }
      seen.push(...page.results.map(({ id }) => String(id)))
      url = page.next
    }
    expect(seen).toEqual(fake.resources())
  })

  it('pages logs by cursor under both prefixes', async () => {
    const fake = createPostHogFake()
    fake.control.seedLogs(Array.from({ length: 25 }, (_, n) => ({ atMs: 1000 + Math.floor(n / 4), message: `m${n}` })))
    const dateRange = { date_from: '1970-01-01T00:00:01Z', date_to: '1970-01-01T00:00:02Z' }
    const seen: string[] = []
    let after: string | null = null
    for (let isMore = true; isMore; ) {
      const query = { dateRange, orderBy: 'earliest', limit: 10, ...(after ? { after } : {}) }
      const prefix: string = seen.length === 0 ? project : `${api}/environments/${POSTHOG_PROJECT_ID}`
      const page = (await (await fake.fetch(jsonRequest('POST', `${prefix}/logs/query`, auth, { query }))).json()) as {
        results: { body: string }[]
        hasMore: boolean
        nextCursor: string | null
      }
      seen.push(...page.results.map(({ body }) => body))
      isMore = page.hasMore
      after = page.nextCursor
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `m${n}`))
  })

  it.each([
    ['too large a limit', '/logs/query', { query: { limit: 2001 } }],
    ['a cursor that is none', '/logs/query', { query: { after: 'x' } }],
    ['an order it does not know', '/logs/query', { query: { orderBy: 'random' } }],
    ['broken HogQL', '/query/', { query: { kind: 'HogQLQuery', query: 'selekt 1' } }],
    ['an unknown field', '/query/', { query: { kind: 'HogQLQuery', query: 'select wallet from events' } }],
    ['another kind of query', '/query/', { query: { kind: 'TrendsQuery' } }],
  ])('refuses %s', async (_, path, body) => {
    const answer = await createPostHogFake().fetch(jsonRequest('POST', project + path, auth, body))
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { type: 'validation_error', code: 'invalid_input' },
    ])
  })

  it('creates and deletes a webhook destination and refuses one without https', async () => {
    const fake = createPostHogFake()
    const url = `${project}/hog_functions/`
    const made = (await (await fake.fetch(jsonRequest('POST', url, auth, destination))).json()) as { id: string }
    const plain = { ...destination, inputs: { url: { value: 'http://in.example' } } }
    expect((await fake.fetch(jsonRequest('POST', url, auth, plain))).status).toBe(400)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}${made.id}/`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}${made.id}/`, auth))).status).toBe(404)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it('refuses a key of the other region and an unknown project', async () => {
    const fake = createPostHogFake()
    expect((await fake.fetch(jsonRequest('GET', 'https://eu.posthog.com/api/users/@me/', auth))).status).toBe(401)
    expect((await fake.fetch(jsonRequest('GET', `${api}/projects/1/`, auth))).status).toBe(404)
  })
})
