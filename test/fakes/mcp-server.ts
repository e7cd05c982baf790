/**
 * An MCP server of somebody else, over the official server package: tools and answers as a test gives them, hostile
 * ones too. It serves all revisions that the package serves, and counts what was asked of it.
 */
import { type CallToolResult, createMcpHandler, ProtocolError, Server, type Tool } from '@modelcontextprotocol/server'

export interface FakeTool extends Partial<Omit<Tool, 'name'>> {
  readonly name: string
  readonly answer?: (args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>
}

export interface FakeMcpServer {
  tools: readonly FakeTool[]
  /** Without it, the server asks for no credential. */
  credential: string | null
  /** The tools that were called, with their arguments. */
  readonly called: { readonly name: string; readonly args: Record<string, unknown> }[]
  /** Headers of every request. */
  readonly received: Headers[]
  /** How long each request waits before it is answered, milliseconds. */
  delayMs: number
  readonly fetch: (request: Request) => Promise<Response>
}

export const textAnswer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** A tool that reads: the least that may be allowed. */
export const readingTool = (name: string, change: Partial<FakeTool> = {}): FakeTool => ({
  name,
  description: `Answers about ${name}.`,
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  annotations: { readOnlyHint: true },
  answer: ({ query }) => textAnswer(`${name} knows about ${String(query)}`),
  ...change,
})

export function fakeMcpServer(tools: readonly FakeTool[]): FakeMcpServer {
  const fake: FakeMcpServer = {
    tools,
    credential: null,
    called: [],
    received: [],
    delayMs: 0,
    async fetch(request) {
      fake.received.push(new Headers(request.headers))
      if (fake.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fake.delayMs))
      if (fake.credential !== null && request.headers.get('authorization') !== fake.credential)
        return new Response('no', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      return createMcpHandler(() => serverOf(fake)).fetch(request)
    },
  }
  return fake
}

function serverOf(fake: FakeMcpServer): Server {
  const server = new Server({ name: 'fake', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: fake.tools.map(({ answer: _, ...tool }): Tool => ({ inputSchema: { type: 'object' }, ...tool })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const args = params.arguments ?? {}
    fake.called.push({ name: params.name, args })
    const tool = fake.tools.find(({ name }) => name === params.name)
    if (tool?.answer === undefined) throw new ProtocolError(-32602, `there is no ${params.name}`)
    return tool.answer(args)
  })
  return server
}
