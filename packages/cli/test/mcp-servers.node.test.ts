/** `oas mcp-servers` against a service that remembers what it was told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeService, fakeService, oas } from './command-line.ts'

const ID = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a58'
const AT = '2026-11-22T10:00:00.000Z'
const SECRET = 'Bearer f3c1a9e07b'
const fingerprint = (of: string) => of.repeat(64).slice(0, 64)

const allowedTool = (name: string, of: string, isVouched = false) => ({
  ...{ name, fingerprint: fingerprint(of), isVouched, allowedAt: AT },
})
const tool = (name: string, of: string, fields: object = {}) => ({
  ...{ name, agentName: `mcp__runbooks__${name}`, description: `What ${name} does.`, inputSchema: {} },
  ...{ fingerprint: fingerprint(of), claim: 'reads', state: 'not_allowed', isSuspicious: false, obstacle: null },
  ...fields,
})

let service: FakeService
let allowedTools: readonly object[]
let tools: readonly object[]

const server = () => ({
  ...{ id: ID, projectId: ID, name: 'runbooks', host: 'mcp.example.com', headerNames: ['Authorization'] },
  ...{ enabled: true, allowedTools, createdAt: AT, updatedAt: AT },
})

beforeEach(async () => {
  allowedTools = []
  tools = []
  service = await fakeService(({ method, path, body }) => {
    if (path === '/v1/mcp-servers' && method === 'POST') return { status: 201, body: { mcpServer: server() } }
    if (path === '/v1/mcp-servers') return { body: { mcpServers: [server()], nextCursor: null } }
    if (path === `/v1/mcp-servers/${ID}/tools`) return { body: { tools } }
    if (path === `/v1/mcp-servers/${ID}/allow-tools`) {
      const chosen: { name: string; fingerprint: string; isReadOnly: boolean }[] = JSON.parse(body).tools
      allowedTools = chosen.map((one) => ({ ...one, isVouched: one.isReadOnly, allowedAt: AT }))
      return { body: { mcpServer: server() } }
    }
    if (path === `/v1/mcp-servers/${ID}` && method === 'DELETE') return { status: 204, body: '' }
    return undefined
  })
})
afterEach(() => service.stop())

const run = (words: string, input = '') =>
  oas(['mcp-servers', ...words.split(' ').filter(Boolean)], {
    env: { OAS_URL: service.url, OAS_TOKEN: 'oas_secret_x' },
    input,
  })
const chosen = () => JSON.parse(service.received.find(({ path }) => path.endsWith('/allow-tools'))?.body ?? 'null')

describe('oas mcp-servers', () => {
  it('lists servers with the tools that the agent may use', async () => {
    allowedTools = [allowedTool('search_pages', 'a'), allowedTool('get_page', 'b')]
    const { code, out } = await run('')
    expect(code).toBe(0)
    const lines = out.split('\n').map((line) => line.split(/\s{2,}/))
    expect(lines).toContainEqual(['runbooks', 'mcp.example.com', 'on', 'search_pages, get_page'])
    expect((await run('list --quiet')).out).toBe(`${ID}\n`)
  })

  it('connects a server with fields from the input, and repeats no value of a header', async () => {
    const connection = { url: 'https://mcp.example.com/mcp', headers: [{ name: 'Authorization', value: SECRET }] }
    const { code, out, err } = await run('add runbooks --connection -', JSON.stringify(connection))
    expect(code).toBe(0)
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ name: 'runbooks', connection })
    expect(out).toContain(`Connected runbooks at mcp.example.com: ${ID}`)
    expect(out + err).not.toContain(SECRET)
  })

  it('quotes nothing of fields that are no JSON, as a secret may be among them', async () => {
    const { code, out, err } = await run('add runbooks --connection -', `{"value": ${SECRET}}`)
    expect(code).toBe(64)
    expect(err).toContain('must be a JSON object')
    expect(out + err).not.toContain('f3c1')
    expect(service.received).toEqual([])
  })

  it('asks for nothing where nobody can answer', async () => {
    const { code, err } = await run('add runbooks')
    expect([code, err]).toEqual([64, expect.stringContaining('--connection')])
  })

  it('shows what each tool says of itself, and whether the agent may use it', async () => {
    tools = [
      tool('search_pages', 'a', { state: 'allowed' }),
      tool('delete_page', 'b', { claim: 'writes', obstacle: 'writes' }),
      tool('odd', 'c', { claim: 'unknown', state: 'changed', isSuspicious: true }),
    ]
    const { out, err } = await run('tools runbooks')
    const lines = out.split('\n').map((line) => line.split(/\s{2,}/))
    expect(lines).toContainEqual(['search_pages', 'allowed', 'reads', 'What search_pages does.'])
    expect(lines).toContainEqual(['delete_page', 'not allowed', 'writes', 'What delete_page does.'])
    expect(lines).toContainEqual(['odd !', 'changed', 'nothing', 'What odd does.'])
    expect(err).toContain('read like instructions')
    expect(err).toContain('not called until it is allowed again')
  })

  it('allows a tool besides those that are allowed, by the fingerprint that was listed', async () => {
    allowedTools = [allowedTool('get_page', 'b', true)]
    tools = [tool('search_pages', 'a'), tool('get_page', 'b', { claim: 'unknown', state: 'allowed' })]
    const { code, out } = await run('allow runbooks search_pages --yes')
    expect(code).toBe(0)
    expect(chosen()).toEqual({
      tools: [
        { name: 'get_page', fingerprint: fingerprint('b'), isReadOnly: true },
        { name: 'search_pages', fingerprint: fingerprint('a'), isReadOnly: false },
      ],
    })
    expect(out).toBe('The agent may use of runbooks: get_page, search_pages\n')
  })

  it('does not allow a changed tool by the way, and says that it is no longer allowed', async () => {
    allowedTools = [allowedTool('get_page', 'b')]
    tools = [tool('search_pages', 'a'), tool('get_page', 'c', { state: 'changed' })]
    const { err } = await run('allow runbooks search_pages --yes')
    expect(chosen().tools.map(({ name }: { name: string }) => name)).toEqual(['search_pages'])
    expect(err).toContain('no longer allowed: get_page')
  })

  it.each([
    ['allow runbooks search_pages', 'add --yes'],
    ['allow runbooks missing --yes', 'no tool "missing"'],
    ['allow runbooks delete_page --yes', 'says that it writes'],
    ['allow runbooks silent --yes', '--reads-only'],
    ['allow other search_pages --yes', 'No server "other"'],
    ['disallow runbooks search_pages', '"search_pages" is not allowed'],
  ])('refuses `%s` and changes nothing', async (words, reason) => {
    tools = [
      tool('search_pages', 'a'),
      tool('delete_page', 'b', { claim: 'writes', obstacle: 'writes' }),
      tool('silent', 'c', { claim: 'unknown' }),
    ]
    const { code, err } = await run(words)
    expect([code, err]).toEqual([64, expect.stringContaining(reason)])
    expect(chosen()).toBeNull()
  })

  it('vouches only for tools that say nothing of themselves', async () => {
    tools = [tool('search_pages', 'a'), tool('silent', 'c', { claim: 'unknown' })]
    await run('allow runbooks search_pages silent --reads-only --yes')
    expect(chosen().tools.map(({ isReadOnly }: { isReadOnly: boolean }) => isReadOnly)).toEqual([false, true])
  })

  it('takes the last tool from the agent without asking the server, which may be down', async () => {
    allowedTools = [allowedTool('search_pages', 'a')]
    const { code, out } = await run('disallow runbooks search_pages')
    expect([code, out]).toEqual([0, 'The agent may use of runbooks: nothing\n'])
    expect(service.received.map(({ path }) => path)).not.toContain(`/v1/mcp-servers/${ID}/tools`)
  })

  it('disconnects a server by its name or its id', async () => {
    for (const name of ['runbooks', ID]) {
      expect((await run(`remove ${name}`)).code).toBe(0)
      expect(service.received.at(-1)).toMatchObject({ method: 'DELETE', path: `/v1/mcp-servers/${ID}` })
    }
  })
})
