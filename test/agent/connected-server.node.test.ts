/** The embedded model asks a connected MCP server where a question names it, and nowhere else. */
import { describe, expect, it } from 'vitest'
import type { ConnectedTool, ProjectMcpServers } from '../../src/agent/mcp-servers.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { NOW_MS, storeWithErrors } from './small-store.ts'

const text = { type: 'string' }
const toolOf = (server: string, tool: string, properties: object, required: readonly string[] = []): ConnectedTool => ({
  name: `mcp__${server}__${tool}`,
  server,
  tool,
  description: '',
  inputSchema: { type: 'object', properties: { ...properties }, required },
})

const TOOLS = [
  toolOf('runbooks', 'search_pages', { query: text, limit: { type: 'integer' } }, ['query']),
  toolOf('runbooks', 'get_page', { id: { type: 'integer' } }, ['id']),
  toolOf('status-page', 'list_incidents', {}),
  toolOf('tickets', 'list_by_state', { state: { type: 'string', enum: ['open', 'closed'] } }, ['state']),
  toolOf('checkout', 'owner_of', { service: text, team: text }, ['service', 'team']),
]

async function asked(question: string, answer: ProjectMcpServers['call'] = async () => page) {
  const calls: [string, Readonly<Record<string, unknown>>][] = []
  const mcpServers: ProjectMcpServers = {
    tools: async () => TOOLS,
    call: (name, args, signal) => {
      calls.push([name, args])
      return answer(name, args, signal)
    },
  }
  const talk = new Conversation(await storeWithErrors(), embeddedAgent(), 24, { mcpServers })
  const { text: said, failure } = await talk.ask(question, NOW_MS)
  return { said, failure, calls }
}

const page = { ok: true, isError: false, texts: ['# Disk full\nDelete old segments.'], leftOut: [] } as const

describe('a question that names a server or a tool', () => {
  it.each([
    ['ask runbooks for disk full', 'runbooks__search_pages', { query: 'disk full' }],
    ['Ask the runbooks server about "disk full"?', 'runbooks__search_pages', { query: 'disk full' }],
    ['use search_pages for disk full', 'runbooks__search_pages', { query: 'disk full' }],
    ['Use the tool search pages to find disk full.', 'runbooks__search_pages', { query: 'disk full' }],
    ['ask runbooks to use search_pages for disk full', 'runbooks__search_pages', { query: 'disk full' }],
    ['how is a full disk handled? use search_pages', 'runbooks__search_pages', { query: 'how is a full disk handled' }],
    ['call get_page with 42', 'runbooks__get_page', { id: 42 }],
    ['ask status-page', 'status-page__list_incidents', {}],
    ['what does the status page server list?', 'status-page__list_incidents', {}],
    ['query tickets for open ones', 'tickets__list_by_state', { state: 'open' }],
  ])('%s', async (question, tool, args) => {
    const { said, calls, failure } = await asked(question)
    expect([failure, calls]).toEqual([null, [[`mcp__${tool}`, args]]])
    expect(said).toContain('this service has not verified it. [call_1]')
    expect(said).toContain('`Delete old segments.`')
  })

  it('is told what the server refused, in words', async () => {
    const reason = 'The MCP server runbooks could not be asked: it did not answer within 20 s.'
    const { said, failure } = await asked('ask runbooks for disk full', async () => ({ ok: false, reason }))
    expect([failure, said]).toEqual([null, expect.stringContaining('did not answer within 20 s')])
  })

  it('is asked back where the tool or its input stays open', async () => {
    expect((await asked('ask checkout for the owner')).said).toContain('I can give a tool one text only')
    expect((await asked('call get_page')).said).toContain('needs `id`')
    expect((await asked('query tickets')).calls).toEqual([])
  })
})

describe('a question about telemetry', () => {
  it.each([
    'what broke?',
    'how many errors in checkout in the last hour?',
    'show me errors of checkout',
    'which runbooks mention checkout errors?',
    'top error patterns',
  ])('%s asks no connected server, though one has the name of a service', async (question) => {
    expect((await asked(question)).calls).toEqual([])
  })
})
