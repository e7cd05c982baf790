/**
 * The path of the MCP server. Three things are checked before the protocol is read, cheapest first: the page that sends
 * the request (`Origin`), the credential, the size of the body. The protocol, the library and the tools are loaded with
 * the first request that passes, so that no other request pays for them.
 */
import type { Hono } from 'hono'
import { principalOf } from '../auth/caller.ts'
import { READ_SCOPES } from '../auth/oauth-scopes.ts'
import { ownerWithoutTenant } from '../auth/scope.ts'
import type { DomainContext } from '../domain/context.ts'
import { contextOf } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import type { ApiEnv, HonoContext } from '../http/hono-context.ts'
import { jsonBody } from '../http/input.ts'
import { callerOf, refusal } from '../http/operation.ts'
import { admission } from '../http/rate-limit.ts'

const MCP_PATH = '/mcp'
const OPERATION = 'mcp'

export function mountMcp(app: Hono<ApiEnv>): void {
  app.all(MCP_PATH, async (http) => {
    http.set('operationId', OPERATION)
    try {
      return await answer(http)
    } catch (error) {
      const response = refusal(error, OPERATION, http.get('requestId'))
      if (response.status === 401) response.headers.set('www-authenticate', challenge(http))
      return response
    }
  })
}

async function answer(http: HonoContext): Promise<Response> {
  const request = http.req.raw
  const ctx = contextOf(http)
  requireKnownOrigin(ctx, request.headers.get('origin'))
  const caller = await callerOf(ctx, http.env, request, `${ctx.baseUrl}${MCP_PATH}`)
  const limits = admission(ctx, http.env, caller)
  const body = request.method === 'POST' ? await bodyOf(request, caller) : undefined
  if (!countsItself(body)) await limits.admit('')
  const { serveMcp } = await import('./server.ts')
  const resourceMetadataUrl = metadataUrl(ctx.baseUrl)
  const response = await serveMcp({ ctx, caller, admit: limits.admit, resourceMetadataUrl }, request, body)
  limits.describe(response)
  return response
}

/** RFC 9728 §5.1: where a client finds out how to get a token, and which scopes to ask for first. */
function challenge(http: HonoContext): string {
  const error = http.req.raw.headers.has('authorization') ? ', error="invalid_token"' : ''
  const { baseUrl } = contextOf(http)
  return `Bearer resource_metadata="${metadataUrl(baseUrl)}", scope="${READ_SCOPES.join(' ')}"${error}`
}

const metadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource${MCP_PATH}`

function bodyOf(request: Request, caller: Parameters<typeof principalOf>[0]): Promise<unknown> {
  const sender = { keyId: principalOf(caller), organizationId: ownerWithoutTenant(caller) }
  return jsonBody(request, false, sender)
}

/** These methods count the request themselves, once they know its tenant: the organization has a limit too. */
const COUNTED = new Set(['tools/call', 'resources/read', 'resources/list'])

function countsItself(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && COUNTED.has(String(body.method))
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Programs send no Origin. A page sends its own, and may send a request only if it is of this service, of this machine,
 * or of a host that the deployment names. Otherwise a page elsewhere could reach a server of this machine or network
 * through a host name that it points there (DNS rebinding).
 */
function requireKnownOrigin({ baseUrl, settings }: DomainContext, origin: string | null): void {
  if (origin === null) return
  const allowed = [new URL(baseUrl).hostname, ...LOCAL_HOSTS, ...settings.MCP_ALLOWED_ORIGINS]
  if (URL.canParse(origin) && allowed.includes(new URL(origin).hostname)) return
  throw new HttpError(
    'FORBIDDEN',
    'Requests from this Origin are not accepted. The operator of the deployment can allow its host with MCP_ALLOWED_ORIGINS.',
  )
}
