/**
 * The network of one exchange with an MCP server: every request of the protocol's library goes through the outbound
 * client, to the one origin that the connection names, without redirects, and all answers together stay within bounds.
 */
import type { OutboundClient, OutboundOutcome } from '../outbound/client.ts'

export interface McpConnection {
  readonly url: string
  /** Sent with every request; they hold credentials. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** Why an exchange came to nothing, in words of ours. */
export interface McpFailure {
  readonly kind: 'blocked' | 'unreachable' | 'refused' | 'timeout' | 'too_large' | 'protocol'
  readonly message: string
}

export interface GuardedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** The first thing that went wrong on the way; null while nothing did. */
  readonly failure: () => McpFailure | null
}

/** A handshake of two requests, five pages of tools and a call need eight. */
const REQUESTS_MAX = 12
/** The end of a session is a courtesy, and nobody waits longer for it. */
const END_TIMEOUT_MS = 2_000
/** Headers of an answer that the protocol knows. Nothing else of it reaches the library, no challenge to sign in either. */
const ANSWER_HEADERS = ['content-type', 'mcp-session-id'] as const

/** Returns a fetch for the protocol's library. `http` is limited to the connection's origin. */
export function guardedFetch(
  http: OutboundClient,
  connection: McpConnection,
  limits: { readonly timeoutMs: number; readonly bytesMax: number },
): GuardedFetch {
  let failure: McpFailure | null = null
  let requests = 0
  let bytes = 0
  const fail = (reason: McpFailure): never => {
    failure ??= reason
    throw new Error(reason.message)
  }
  const fetch: GuardedFetch['fetch'] = async (input, init) => {
    const method = init?.method ?? 'GET'
    // GET would be the stream on which a server speaks unasked: offered by some and needed by none.
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 })
    requests += 1
    if (requests > REQUESTS_MAX) return fail({ kind: 'protocol', message: 'it asked for too many requests' })
    const body = init?.body
    const outcome = await http.send({
      method,
      url: String(input),
      headers: headersOf(connection, new Headers(init?.headers)),
      ...(typeof body === 'string' ? { body } : {}),
      isUserGiven: true,
      isRepeatable: false,
      attemptsMax: 1,
      timeoutMs: method === 'DELETE' ? END_TIMEOUT_MS : limits.timeoutMs,
      bodyBytesMax: limits.bytesMax - bytes,
    })
    if (!outcome.ok) return fail(failureOf(outcome))
    const { status, headers, bytes: answer } = outcome.response
    bytes += answer.byteLength
    if (status === 401 || status === 403)
      return fail({ kind: 'refused', message: `it refused the credentials (status ${status})` })
    // A 400 or 404 belongs to the handshake: that is how a server says which revision it does not speak.
    if (status === 429 || status >= 500)
      return fail({ kind: 'unreachable', message: `it answered with status ${status}` })
    const known = ANSWER_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    // The outbound client has read the answer whole, and only some statuses may have a body.
    return new Response(answer.byteLength === 0 ? null : answer, { status, headers: known })
  }
  return { fetch, failure: () => failure }
}

/** The connection's own headers win: what a server's tool list says cannot replace a credential. */
function headersOf(connection: McpConnection, given: Headers): Record<string, string> {
  const merged = new Headers()
  for (const [name, value] of given)
    if (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')) merged.set(name, value)
  for (const { name, value } of connection.headers) merged.set(name, value)
  return Object.fromEntries(merged)
}

function failureOf({ kind, message }: Extract<OutboundOutcome, { ok: false }>): McpFailure {
  switch (kind) {
    case 'blocked':
    case 'redirected':
      return { kind: 'blocked', message }
    case 'timeout':
    case 'too_large':
      return { kind, message }
    case 'unreachable':
    case 'cut':
      return { kind: 'unreachable', message }
  }
}
