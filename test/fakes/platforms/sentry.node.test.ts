import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createSentryFake, SENTRY_ORG_SLUG_OCCUPIED, SENTRY_ORG_SLUG_WITHOUT_PLAN, SENTRY_TOKENS } from './sentry.ts'

const auth = { authorization: `Bearer ${SENTRY_TOKENS.good}` }
const api = 'https://us.sentry.io/api/0'

describeFake('sentry', {
  create: () => createSentryFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${metadata['base_url']}/api/0/organizations/${metadata['organization_slug']}/projects/`, {
      authorization: `Bearer ${metadata['auth_token']}`,
    }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

async function collect(fake: ReturnType<typeof createSentryFake>, start: string) {
  const items: unknown[] = []
  let url: string | undefined = start
  while (url !== undefined) {
    const answer: Response = await fake.fetch(jsonRequest('GET', url, auth))
    const body = (await answer.json()) as object[] | { data: object[] }
    items.push(...(Array.isArray(body) ? body : body.data))
    url = /<([^>]+)>; rel="next"; results="true"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return items
}

const config = { instance_url: 'https://in.example', index: 'main', source: 'sentry', token: 'tok' }
const forwarder = {
  organization_id: '1',
  provider: 'splunk',
  is_enabled: true,
  enroll_new_projects: true,
  project_ids: [],
  config,
}

describe('sentry fake', () => {
  it('pages projects and log rows by Link until results is false', async () => {
    const fake = createSentryFake()
    const projects = await collect(fake, `${api}/organizations/shop/projects/?per_page=100`)
    expect(projects.map((project) => (project as { slug: string }).slug)).toEqual(fake.resources())
    fake.control.seedLogs(Array.from({ length: 205 }, (_, n) => ({ atMs: 1000 + n, message: `m${n}` })))
    const window = 'start=1970-01-01T00:00:01.000&end=1970-01-01T00:00:02.000&sort=timestamp&per_page=100'
    const rows = await collect(
      fake,
      `${api}/organizations/shop/events/?dataset=logs&field=message&field=timestamp&${window}`,
    )
    expect(rows).toHaveLength(205)
    expect(rows[0]).toEqual({ message: 'm0', timestamp: '1970-01-01T00:00:01.000Z' })
  })

  it('has one forwarder of a provider, hides its token, and gives it back', async () => {
    const fake = createSentryFake()
    const url = `${api}/organizations/shop/forwarding/`
    const made = await fake.fetch(jsonRequest('POST', url, auth, forwarder))
    const body = (await made.json()) as { id: string; config: { token: string } }
    expect([made.status, body.config.token]).toEqual([201, '*****'])
    expect((await fake.fetch(jsonRequest('POST', url, auth, forwarder))).status).toBe(400)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}${body.id}/`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}${body.id}/`, auth))).status).toBe(404)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    ['on a plan without forwarding', SENTRY_ORG_SLUG_WITHOUT_PLAN, forwarder, 403],
    ['into an occupied slot', SENTRY_ORG_SLUG_OCCUPIED, forwarder, 400],
    ['without a token', 'shop', { ...forwarder, config: { ...config, token: undefined } }, 400],
    ['of an unknown provider', 'shop', { ...forwarder, provider: 'ours' }, 400],
    ['of an unknown organization', 'none', forwarder, 404],
  ])('refuses a forwarder %s', async (_, org, body, status) => {
    const fake = createSentryFake()
    expect((await fake.fetch(jsonRequest('POST', `${api}/organizations/${org}/forwarding/`, auth, body))).status).toBe(
      status,
    )
    expect(fake.destinations()).toHaveLength(1)
  })

  it.each([
    ['no field', 'dataset=logs'],
    ['an unknown field', 'dataset=logs&field=wallet'],
    ['an unknown dataset', 'dataset=everything&field=message'],
    ['half a window', 'dataset=logs&field=message&start=2026-01-01T00:00:00'],
    ['pages above 100', 'dataset=logs&field=message&per_page=101'],
  ])('refuses events with %s', async (_, parameters) => {
    const answer = await createSentryFake().fetch(
      jsonRequest('GET', `${api}/organizations/shop/events/?${parameters}`, auth),
    )
    expect([answer.status, await answer.json()]).toEqual([400, { detail: expect.any(String) }])
  })

  it('refuses a path without its slash, the other region, and hooks without the feature', async () => {
    const fake = createSentryFake()
    expect((await fake.fetch(jsonRequest('GET', `${api}/organizations/shop`, auth))).status).toBe(404)
    expect((await fake.fetch(jsonRequest('GET', 'https://de.sentry.io/api/0/organizations/shop/', auth))).status).toBe(
      404,
    )
    const hook = { url: 'https://in.example', events: ['event.alert'] }
    expect((await fake.fetch(jsonRequest('POST', `${api}/projects/shop/shop-0/hooks/`, auth, hook))).status).toBe(403)
  })
})
