import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createNeonFake, NEON_KEY_OF_ORGANIZATION, NEON_KEYS, NEON_ORG_ID } from './neon.ts'

const auth = { authorization: `Bearer ${NEON_KEYS.good}` }
const api = 'https://console.neon.tech/api/v2'

describeFake('neon', {
  create: () => createNeonFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/projects?limit=1&org_id=${metadata['org_id']}`, {
      authorization: `Bearer ${metadata['api_key']}`,
    }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

describe('neon fake', () => {
  it('pages projects by cursor until an empty page', async () => {
    const fake = createNeonFake()
    const seen: string[] = []
    let cursor: string | undefined = ''
    let pages = 0
    while (cursor !== undefined) {
      const url: string = `${api}/projects?limit=400&org_id=${NEON_ORG_ID}&cursor=${cursor}`
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        projects: { id: string }[]
        pagination: { cursor?: string }
      }
      seen.push(...page.projects.map((project) => project.id))
      cursor = page.pagination.cursor
      pages++
    }
    expect(seen).toEqual(fake.resources())
    expect(pages).toBe(4)
  })

  it.each([
    ['no organization with a personal key', '/projects', auth, 400],
    ['another organization', '/projects?org_id=org-none', auth, 404],
    ['a limit above the bound', `/projects?org_id=${NEON_ORG_ID}&limit=401`, auth, 400],
    ['an unknown cursor', `/projects?org_id=${NEON_ORG_ID}&cursor=x`, auth, 400],
    ['an unknown project', '/projects/none', auth, 404],
    ['the user of an organization key', '/users/me', { authorization: `Bearer ${NEON_KEY_OF_ORGANIZATION}` }, 404],
    ['no key', '/users/me', {}, 401],
  ])('refuses %s', async (_, path, headers: Record<string, string>, status) => {
    const answer = await createNeonFake().fetch(jsonRequest('GET', api + path, headers))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ message: expect.any(String), request_id: expect.any(String) })
  })
})
