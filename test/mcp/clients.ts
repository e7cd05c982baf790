/** The official client packages, each speaking one revision of the protocol to the Worker under test. */
import { exports } from 'cloudflare:workers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export const MCP_URL = 'https://service.test/mcp'
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
export type Revision = (typeof REVISIONS)[number]

export const workerFetch: typeof fetch = (input, init) => exports.default.fetch(new Request(input, init))

/** A connected client of one revision; `fetch` stands for the network. */
export async function connected(token: string, revision: Revision = '2026-07-28', fetch = workerFetch) {
  const isStateless = revision === '2026-07-28'
  const client = new Client(
    { name: 'test', version: '1' },
    isStateless ? { versionNegotiation: { mode: { pin: revision } } } : { supportedProtocolVersions: [revision] },
  )
  const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), {
    authProvider: { token: async () => token },
    fetch,
  })
  await client.connect(transport)
  return client
}

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  /** The code that a refusal begins with; null for an answer. */
  readonly code: string | null
  // Answers of every tool; what a test expects is stated by its assertions.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly data: any
  readonly links: readonly string[]
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as readonly { readonly type: string; readonly text?: string; readonly uri?: string }[]
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('\n')
  const isError = result.isError === true
  return {
    isError,
    text,
    code: isError ? (/^[A-Z_]+(?=:)/.exec(text)?.[0] ?? 'NO_CODE') : null,
    data: result.structuredContent,
    links: content.flatMap((block) => (block.type === 'resource_link' ? [block.uri ?? ''] : [])),
  }
}

/** A JSON-RPC request as a program would write it by hand. */
export function post(token: string | null, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return workerFetch(MCP_URL, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
