import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createRailwayFake, RAILWAY_TOKEN_PROJECT, RAILWAY_TOKEN_WORKSPACE } from './railway.ts'

const auth = { authorization: `Bearer ${RAILWAY_TOKEN_WORKSPACE}` }
const ask = (query: string, variables: object = {}, headers: Record<string, string> = auth) =>
  jsonRequest('POST', 'https://backboard.railway.com/graphql/v2', headers, { query, variables })

describeFake('railway', {
  create: () => createRailwayFake(),
  prove: (metadata) =>
    ask(
      'query($id: String!) { workspace(workspaceId: $id) { id name } }',
      { id: metadata['workspace_id'] },
      {
        authorization: `Bearer ${metadata['token']}`,
      },
    ),
  isProof: (response, body) => response.status === 200 && body.includes('"ws-shop"'),
  refusals: { bad: 200, revoked: 200, underScoped: 200 },
})

describe('railway fake', () => {
  it('pages projects by endCursor', async () => {
    const fake = createRailwayFake()
    const seen: string[] = []
    let after: string | null = null
    const query = `query($after: String) { projects(first: 100, after: $after) {
      edges { node { environments { edges { node { id } } } } } pageInfo { hasNextPage endCursor } } }`
    for (let isMore = true; isMore; ) {
      const body = (await (await fake.fetch(ask(query, { after }))).json()) as {
        data: {
          projects: {
            edges: { node: { environments: { edges: { node: { id: string } }[] } } }[]
            pageInfo: { hasNextPage: boolean; endCursor: string }
          }
        }
      }
      seen.push(...body.data.projects.edges.flatMap((e) => e.node.environments.edges.map((edge) => edge.node.id)))
      isMore = body.data.projects.pageInfo.hasNextPage
      after = body.data.projects.pageInfo.endCursor
    }
    expect(seen).toEqual(fake.resources())
  })

  it('reads lines before and after a date, the boundary in both', async () => {
    const fake = createRailwayFake()
    const base = Date.parse('2026-01-01T00:00:00Z')
    fake.control.seedLogs([0, 1, 2, 3].map((n) => ({ atMs: base + n * 1000, message: `line ${n}`, resource: 'env-1' })))
    const read = async (args: string) => {
      const answer = await fake.fetch(
        ask(`{ environmentLogs(environmentId: "env-1", ${args}) { message tags { serviceId } } }`),
      )
      const body = (await answer.json()) as { data: { environmentLogs: { message: string }[] } }
      return body.data.environmentLogs.map((log) => log.message)
    }
    expect(await read('beforeDate: "2026-01-01T00:00:01Z", beforeLimit: 10')).toEqual(['line 0', 'line 1'])
    expect(await read('afterDate: "2026-01-01T00:00:01Z", afterLimit: 2')).toEqual(['line 1', 'line 2'])
  })

  it.each([
    ['an unknown field', '{ me { id passport } }', 400, 'Cannot query field'],
    ['a missing argument', '{ environmentLogs { message } }', 400, 'environmentId'],
    ['broken syntax', '{ me {', 400, 'Syntax Error'],
    ['me with a workspace token', '{ me { id } }', 200, 'Not Authorized'],
    ['another workspace', '{ workspace(workspaceId: "ws-other") { id } }', 200, 'Not Authorized'],
    ['too many lines', '{ environmentLogs(environmentId: "env-1", afterLimit: 9000) { message } }', 200, 'at most'],
  ])('refuses %s', async (_, query, status, text) => {
    const answer = await createRailwayFake().fetch(ask(query))
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(text)
  })

  it('takes a project token in its own header only', async () => {
    const fake = createRailwayFake()
    const query = '{ projectToken { projectId environmentId } }'
    const own = await fake.fetch(ask(query, {}, { 'project-access-token': RAILWAY_TOKEN_PROJECT }))
    expect(await own.json()).toMatchObject({ data: { projectToken: { environmentId: 'env-0' } } })
    const wrong = await fake.fetch(ask(query, {}, { authorization: `Bearer ${RAILWAY_TOKEN_PROJECT}` }))
    expect(await wrong.text()).toContain('Not Authorized')
  })
})
