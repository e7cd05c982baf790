import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TEAM_ID_WITHOUT_PLAN, VERCEL_TOKEN_GOOD } from './vercel.ts'

const auth = { authorization: `Bearer ${VERCEL_TOKEN_GOOD}` }
const api = 'https://api.vercel.com'

describeFake('vercel', {
  create: () => createVercelFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/v2/teams/${metadata['team_id']}`, {
      authorization: `Bearer ${metadata['access_token']}`,
    }),
  refusals: { bad: 403, revoked: 403, underScoped: 403 },
})

const drain = {
  name: 'ours',
  projects: 'some',
  projectIds: ['prj_0001'],
  schemas: { log: { version: 'v1' } },
  delivery: { type: 'http', endpoint: 'https://in.example/x', encoding: 'ndjson', headers: {}, secret: 's3' },
}

describe('vercel fake', () => {
  it('pages through all projects with both kinds of cursor', async () => {
    const fake = createVercelFake()
    const seen: string[] = []
    const cursors: unknown[] = []
    let from: string | number | null = null
    do {
      const url: string = `${api}/v10/projects?limit=100&teamId=${VERCEL_TEAM_ID}${from === null ? '' : `&from=${from}`}`
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        projects: { id: string }[]
        pagination: { next: string | number | null }
      }
      seen.push(...page.projects.map((project) => project.id))
      from = page.pagination.next
      cursors.push(typeof from)
    } while (from !== null)
    expect(seen).toEqual(fake.resources())
    expect(cursors).toEqual(['number', 'string', 'object'])
  })

  it('creates, hides the secret of, and deletes a drain', async () => {
    const fake = createVercelFake()
    const created = await fake.fetch(jsonRequest('POST', `${api}/v1/drains?teamId=${VERCEL_TEAM_ID}`, auth, drain))
    const body = (await created.json()) as { id: string; delivery: object }
    expect(body.delivery).not.toHaveProperty('secret')
    expect(fake.destinations()).toHaveLength(2)
    const url = `${api}/v1/drains/${body.id}?teamId=${VERCEL_TEAM_ID}`
    expect((await fake.fetch(jsonRequest('DELETE', url, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', url, auth))).status).toBe(404)
    expect(fake.destinations()).toHaveLength(1)
  })

  it.each([
    ['no headers object', VERCEL_TEAM_ID, { ...drain, delivery: { ...drain.delivery, headers: undefined } }, 400],
    ['an unknown field', VERCEL_TEAM_ID, { ...drain, extra: 1 }, 400],
    ['some projects without naming them', VERCEL_TEAM_ID, { ...drain, projectIds: undefined }, 400],
    ['an unknown project', VERCEL_TEAM_ID, { ...drain, projectIds: ['prj_none'] }, 404],
    ['a team whose plan has no drains', VERCEL_TEAM_ID_WITHOUT_PLAN, drain, 403],
    ['an unknown team', 'team_none', drain, 404],
  ])('refuses a drain with %s', async (_, team, body, status) => {
    const fake = createVercelFake()
    const answer = await fake.fetch(jsonRequest('POST', `${api}/v1/drains?teamId=${team}`, auth, body))
    expect(answer.status).toBe(status)
    expect(fake.destinations()).toHaveLength(1)
  })

  it('keeps a drain whose answer was lost', async () => {
    const fake = createVercelFake()
    fake.control.failNext({ kind: 'answer_lost' })
    const request = jsonRequest('POST', `${api}/v1/drains?teamId=${VERCEL_TEAM_ID}`, auth, drain)
    await expect(fake.fetch(request)).rejects.toThrow()
    expect(fake.destinations()).toHaveLength(2)
  })

  it('holds the budget of the plan when told to', async () => {
    const fake = createVercelFake({ now: () => 1_767_225_600_000 })
    fake.control.enforceRateLimit()
    const statuses: number[] = []
    for (let i = 0; i < 501; i++) statuses.push((await fake.fetch(jsonRequest('GET', `${api}/v2/user`, auth))).status)
    expect(statuses.indexOf(429)).toBe(500)
  })
})
