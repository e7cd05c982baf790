/** The MCP server as clients of each revision of the protocol see it. */
import { describe, expect, it } from 'vitest'
import { MCP_TOOLS } from '../../src/mcp/tools/index.ts'
import { addTenant } from '../support/tenants.ts'
import { callTool, connected, post, REVISIONS, workerFetch } from './clients.ts'

const TOOL_NAMES = MCP_TOOLS.map(({ name }) => name)

describe.each(REVISIONS)('revision %s', (revision) => {
  it('lists every tool in the fixed order, with schemas and annotations', async () => {
    const client = await connected((await addTenant()).secretKey, revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe('object')
      expect(tool.outputSchema?.type).toBe('object')
      expect(tool.annotations?.destructiveHint).toBe(false)
      expect(tool.annotations?.readOnlyHint).toBe(!['start_investigation', 'ask'].includes(tool.name))
    }
  })

  it('answers a tool with a summary, structured content and the data marked as data', async () => {
    const tenant = await addTenant()
    const client = await connected(tenant.secretKey, revision)
    const { data, text, isError } = await callTool(client, 'get_context')
    expect(isError).toBe(false)
    expect(data.organizations).toEqual([
      {
        id: tenant.organizationId,
        name: 'Test organization',
        projects: [{ id: tenant.projectId, name: 'production', region: 'us-east-1' }],
      },
    ])
    expect(text).toMatch(/^The credential reaches 1 organization; 1 project listed\.\n<telemetry note=/)
    expect(text.endsWith('</telemetry>')).toBe(true)
  })

  it('lists prompts and resource templates', async () => {
    const client = await connected((await addTenant()).secretKey, revision)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('check_deployment')
    const prompt = await client.getPrompt({ name: 'check_deployment', arguments: { service: 'checkout' } })
    expect(JSON.stringify(prompt.messages)).toContain('checkout')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toHaveLength(3)
  })

  it('says what is wrong with arguments, as an error of the tool', async () => {
    const client = await connected((await addTenant()).secretKey, revision)
    const { isError, text } = await callTool(client, 'get_trace', { traceId: 'nonsense' })
    expect(isError).toBe(true)
    expect(text).toContain('must be 32 hex digits')
  })
})

describe('the MCP endpoint', () => {
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

  it('refuses a request without a credential before it reads the body', async () => {
    const answer = await post(null, '{ this is not json')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  it.each([
    ['another page', 'https://evil.example.org', 403],
    ['a page without an origin', 'null', 403],
    ['a page of this service', 'https://service.test', 200],
    ['a page of this machine', 'http://localhost:6274', 200],
  ])('%s: %s gives %i', async (_, origin, status) => {
    const answer = await post((await addTenant()).secretKey, LIST, { origin })
    expect(answer.status).toBe(status)
  })

  it('refuses batches, so that one request is one call', async () => {
    const answer = await post((await addTenant()).secretKey, [LIST, LIST])
    expect(answer.status).toBe(400)
  })

  it('refuses bodies over a mebibyte, and what is not JSON', async () => {
    const { secretKey } = await addTenant()
    expect((await post(secretKey, JSON.stringify({ ...LIST, pad: 'x'.repeat(1_100_000) }))).status).toBe(413)
    expect((await post(secretKey, '{')).status).toBe(400)
    expect((await post(secretKey, JSON.stringify(LIST), { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('has no sessions: GET and DELETE are refused', async () => {
    const { secretKey } = await addTenant()
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${secretKey}`, accept: 'text/event-stream' }
      const answer = await workerFetch('https://service.test/mcp', { method, headers })
      expect(answer.status).toBe(405)
    }
  })

  it('refuses headers of the newest revision that say something else than the body', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = { ...LIST, params: { _meta: meta } }
    const { secretKey } = await addTenant()
    const right = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    expect((await post(secretKey, body, right)).status).toBe(200)
    expect((await post(secretKey, body, { ...right, 'mcp-method': 'prompts/list' })).status).toBe(400)
    expect((await post(secretKey, body, { ...right, 'mcp-protocol-version': '2025-11-25' })).status).toBe(400)
    const unknown = { ...body, params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } } }
    expect((await post(secretKey, unknown, { ...right, 'mcp-protocol-version': '2031-01-01' })).status).toBe(400)
  })

  it('tells clients of the newest revision how long lists stay', async () => {
    const client = await connected((await addTenant()).secretKey)
    const listed = await client.listTools()
    expect(listed).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  })
})
