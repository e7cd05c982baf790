/**
 * One exchange with an MCP server, by the protocol's official client: connect, look at the tools, call one. The library
 * is loaded by the first exchange of an isolate, and its objects never outlive one.
 */
import type { CallToolResult, Client, JsonSchemaValidatorResult, Tool } from '@modelcontextprotocol/client'
import { givenHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundClient } from '../outbound/client.ts'
import { guardedFetch, type McpConnection, type McpFailure } from './guarded-fetch.ts'

export type McpTool = Tool
export type McpToolResult = CallToolResult

export type McpOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: McpFailure }

export interface McpSession {
  /** All tools, of at most five pages. */
  tools(): Promise<readonly McpTool[]>
  /** What the tool answered, or the server's words about why it did not: both are text of others. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<McpToolResult | { readonly refusal: string }>
}

export interface McpExchange {
  readonly http: OutboundClient
  readonly connection: McpConnection
  /** For the exchange as a whole. */
  readonly timeoutMs: number
  readonly bytesMax: number
  readonly signal: AbortSignal
}

const PAGES_MAX = 5

/**
 * Carries out an exchange. What a network or a server does is an outcome; nothing is thrown for it, and none of the
 * server's words are in a failure.
 */
export async function withMcpServer<T>(
  exchange: McpExchange,
  work: (session: McpSession) => Promise<T>,
): Promise<McpOutcome<T>> {
  const { http, connection, timeoutMs, bytesMax, signal } = exchange
  const library = await import('@modelcontextprotocol/client')
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = AbortSignal.any([signal, timeout])
  const network = guardedFetch(http.limitedTo(givenHosts(connection.url)), connection, { timeoutMs, bytesMax })
  const client = clientOf(library)
  const transport = new library.StreamableHTTPClientTransport(new URL(connection.url), {
    fetch: network.fetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  })
  const options = { signal: ended, timeout: timeoutMs }
  try {
    const value = await untilAborted(ended, async () => {
      await client.connect(transport, options)
      return work(sessionOf(library, client, options))
    })
    return { ok: true, value }
  } catch (error) {
    if (timeout.aborted) return failed('timeout', `it did not answer within ${timeoutMs / 1000} s`)
    if (signal.aborted) return failed('timeout', 'the question was cancelled before it answered')
    return { ok: false, failure: network.failure() ?? protocolFailure(library, error) }
  } finally {
    await close(transport, client)
  }
}

const failed = (kind: McpFailure['kind'], message: string): McpOutcome<never> => ({
  ok: false,
  failure: { kind, message },
})

type Library = typeof import('@modelcontextprotocol/client')

function clientOf({ Client }: Library): Client {
  return new Client(
    { name: 'observability-agent-service', version: '1' },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      // A server that asks a question back gets no answer: nobody is there to give one.
      inputRequired: { autoFulfill: false },
      listMaxPages: PAGES_MAX,
      // The schema and the value are both the server's, so its checks would show nothing, and its patterns take time.
      jsonSchemaValidator: {
        getValidator<T>() {
          // The library wants the type that the schema promises; here it is data of unknown shape throughout.
          return (input: unknown): JsonSchemaValidatorResult<T> => ({
            valid: true,
            data: input as T,
            errorMessage: undefined,
          })
        },
      },
    },
  )
}

function sessionOf(
  { ProtocolError }: Library,
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): McpSession {
  return {
    tools: async () => (await client.listTools(undefined, options)).tools,
    async call(name, args) {
      try {
        return await client.callTool({ name, arguments: args }, options)
      } catch (error) {
        if (error instanceof ProtocolError) return { refusal: error.message }
        throw error
      }
    },
  }
}

function protocolFailure({ ProtocolError }: Library, error: unknown): McpFailure {
  const code = error instanceof ProtocolError ? ` (error ${error.code})` : ''
  return { kind: 'protocol', message: `it does not answer as the protocol demands${code}` }
}

/** The library forgets some promises when it is aborted; this one never waits longer than the signal. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
  })
  if (signal.aborted) stop()
  try {
    const running = work()
    running.catch(() => undefined)
    return await Promise.race([running, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Servers with sessions are told that this one is over; whether they take notice does not matter. */
async function close(transport: InstanceType<Library['StreamableHTTPClientTransport']>, client: Client): Promise<void> {
  try {
    if (transport.sessionId !== undefined) await transport.terminateSession()
    await client.close()
  } catch {
    // The exchange is over in either case.
  }
}
