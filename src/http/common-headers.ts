/** Headers of every answer: the request id, CORS for any origin, and security headers. */
import { setSecurityHeaders } from './security-headers.ts'

/**
 * Any origin may call with a credential of its own. A page of another origin never acts in the console's session: `*`
 * excludes cookies, and the header with the session's token (CSRF_HEADER) is not among the allowed ones.
 */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, last-event-id'
/** Of the MCP server, for clients that are web pages. */
const MCP_HEADERS = 'mcp-protocol-version, mcp-method, mcp-name, mcp-session-id'
const EXPOSED_HEADERS =
  'x-request-id, retry-after, idempotency-replayed, ratelimit, ratelimit-policy, x-oas-bookmark, allow'

export function corsPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': `${ALLOWED_HEADERS}, x-request-id, x-oas-client-source, x-oas-bookmark, ${MCP_HEADERS}`,
      'access-control-max-age': '86400',
    },
  })
}

export function withCommonHeaders(response: Response, requestId: string, request: Request): Response {
  // Responses of other services (assets, objects) have immutable headers.
  const answer = isMutable(response) ? response : new Response(response.body, response)
  answer.headers.set('x-request-id', requestId)
  setSecurityHeaders(answer.headers, request)
  answer.headers.set('access-control-allow-origin', '*')
  answer.headers.set('access-control-expose-headers', EXPOSED_HEADERS)
  return answer
}

function isMutable(response: Response): boolean {
  try {
    response.headers.set('x-request-id', '')
    return true
  } catch {
    return false
  }
}
