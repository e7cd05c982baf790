/** The OAuth endpoints that programs call: device authorization, token, metadata. Errors have OAuth's own format. */

import { OAUTH_SCOPES } from '../auth/oauth-scopes.ts'
import type { DomainContext } from '../domain/context.ts'
import {
  pollDeviceAuthorization,
  type RequestedScope,
  scopeOf,
  startDeviceAuthorization,
} from '../domain/oauth/device-authorization.ts'
import { redeemCode, refreshTokens, revokeGrant, type Tokens } from '../domain/oauth/grants.ts'
import { systemScope } from '../domain/system-scope.ts'
import { registerClient } from './clients.ts'
import { bodyText, FORM_BYTES_MAX } from './form.ts'
import { mcpResource } from './resource.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const CLIENT_ID = /^[\x21-\x7e]{1,100}$/

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status, headers: { 'cache-control': 'no-store' } })
}

/** Accepts a form (as the standard requires) or JSON. Returns null if the body is neither, or too large. */
async function parameters(request: Request): Promise<Map<string, string> | null> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const text = await bodyText(request)
  if (text === null) return null
  if (type === 'application/x-www-form-urlencoded') return new Map(new URLSearchParams(text))
  if (type !== 'application/json') return null
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return null
    return new Map(Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return null
  }
}

const badBody = () =>
  oauthError(
    'invalid_request',
    `The body is neither a form nor a JSON object, or it has more than ${FORM_BYTES_MAX} bytes.`,
  )

/** Starts a device login (RFC 8628, 3.1). Errors have the form of RFC 6749, 5.2. */
export async function deviceAuthorization(request: Request, ctx: DomainContext): Promise<Response> {
  const body = await parameters(request)
  if (!body) return badBody()
  const clientId = body.get('client_id') ?? ''
  if (!CLIENT_ID.test(clientId)) return oauthError('invalid_request', 'client_id is missing or malformed.')
  const scope = scopeOf(body.get('scope') ?? '')
  if (!scope) return oauthError('invalid_scope', 'Scopes are organization:<id> and project:<id>.')
  const started = await startDeviceAuthorization({
    ctx,
    scope: systemScope('device-login'),
    input: { clientId, requested: scope },
  })
  const verificationUri = `${ctx.baseUrl}/oauth/device`
  return Response.json(
    {
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?user_code=${started.userCode}`,
      expires_in: started.expiresInSeconds,
      interval: started.intervalSeconds,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

const GRANT_TYPES = ['authorization_code', 'refresh_token', DEVICE_GRANT]
const SCOPE = systemScope('oauth')
/** RFC 7636 §4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

/** The token endpoint for clients that a person has allowed something on the consent page. */
async function clientToken(
  grant: 'authorization_code' | 'refresh_token',
  body: ReadonlyMap<string, string>,
  ctx: DomainContext,
): Promise<Response> {
  const clientId = body.get('client_id')
  if (!clientId) return oauthError('invalid_request', 'client_id is required.')
  const resource = body.get('resource')
  if (resource !== undefined && resource !== mcpResource(ctx))
    return oauthError('invalid_target', `Tokens are issued only for ${mcpResource(ctx)}.`)
  const tokens = grant === 'refresh_token' ? await refreshed(body, clientId, ctx) : await redeemed(body, clientId, ctx)
  if (tokens === null)
    return oauthError(
      'invalid_grant',
      'The code or token is unknown, expired, already used, or another client’s. Authorize again.',
    )
  return Response.json(
    {
      access_token: tokens.accessToken,
      token_type: 'Bearer',
      expires_in: tokens.expiresInSeconds,
      refresh_token: tokens.refreshToken,
      scope: tokens.scopes,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

async function refreshed(
  body: ReadonlyMap<string, string>,
  clientId: string,
  ctx: DomainContext,
): Promise<Tokens | null> {
  const refreshToken = body.get('refresh_token') ?? ''
  return refreshTokens({ ctx, scope: SCOPE, input: { refreshToken, clientId } })
}

async function redeemed(
  body: ReadonlyMap<string, string>,
  clientId: string,
  ctx: DomainContext,
): Promise<Tokens | null> {
  const codeVerifier = body.get('code_verifier') ?? ''
  if (!VERIFIER.test(codeVerifier)) return null
  const [code, redirectUri] = [body.get('code') ?? '', body.get('redirect_uri') ?? '']
  return redeemCode({ ctx, scope: SCOPE, input: { code, clientId, redirectUri, codeVerifier } })
}

/** RFC 7009: whoever presents a token may end it. An unknown token gets the same answer. */
export async function revocation(request: Request, ctx: DomainContext): Promise<Response> {
  const body = await parameters(request)
  if (!body) return badBody()
  const value = body.get('token')
  if (!value) return oauthError('invalid_request', 'token is required.')
  await revokeGrant({ ctx, scope: SCOPE, input: { token: value } })
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
}

/** RFC 7591, for clients that have no document of their own. Nothing is stored. */
export async function registration(request: Request, ctx: DomainContext): Promise<Response> {
  const text = await bodyText(request)
  const registered = await registerClient(ctx, text === null ? null : parsedJson(text))
  if (!registered.ok) return oauthError(registered.error, registered.message)
  const { clientId, name, redirectUris } = registered.client
  return Response.json(
    {
      client_id: clientId,
      client_id_issued_at: Math.floor(ctx.now() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    { status: 201, headers: { 'cache-control': 'no-store' } },
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const DESCRIPTIONS = {
  authorization_pending: 'Nobody has approved or denied the request yet. Poll again after the interval.',
  slow_down: 'The client polls too fast. Wait 5 seconds longer between polls.',
  access_denied: 'The person denied the request.',
  expired_token: 'The device code has expired. Start again with a new one.',
  invalid_grant: 'The device code is unknown or has already been used. Start again with a new one.',
} as const

/** Answers a device that waits for its token (RFC 8628, 3.4). Errors have the form of RFC 6749, 5.2. */
export async function token(request: Request, ctx: DomainContext): Promise<Response> {
  const body = await parameters(request)
  if (!body) return badBody()
  const grant = body.get('grant_type')
  if (grant === undefined) return oauthError('invalid_request', 'grant_type is missing.')
  if (grant === 'authorization_code' || grant === 'refresh_token') return clientToken(grant, body, ctx)
  if (grant !== DEVICE_GRANT)
    return oauthError('unsupported_grant_type', `This grant type is not supported. Use ${GRANT_TYPES.join(', ')}.`)
  const [deviceCode, clientId] = [body.get('device_code'), body.get('client_id')]
  if (!deviceCode || !clientId) return oauthError('invalid_request', 'device_code and client_id are required.')
  const result = await pollDeviceAuthorization({
    ctx,
    scope: systemScope('device-login'),
    input: { deviceCode, clientId },
  })
  if (result.kind === 'error') return oauthError(result.error, DESCRIPTIONS[result.error])
  return Response.json(
    {
      access_token: result.value,
      token_type: 'Bearer',
      expires_in: result.expiresInSeconds,
      scope: scopeText(result.scope),
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

function scopeText({ organizationId, projectId }: RequestedScope): string {
  return [organizationId && `organization:${organizationId}`, projectId && `project:${projectId}`]
    .filter(Boolean)
    .join(' ')
}

/** Returns the metadata of this authorization server (RFC 8414). */
export function metadata(ctx: DomainContext): Response {
  return Response.json({
    issuer: ctx.baseUrl,
    device_authorization_endpoint: `${ctx.baseUrl}/oauth/device_authorization`,
    token_endpoint: `${ctx.baseUrl}/oauth/token`,
    authorization_endpoint: `${ctx.baseUrl}/oauth/authorize`,
    registration_endpoint: `${ctx.baseUrl}/oauth/register`,
    revocation_endpoint: `${ctx.baseUrl}/oauth/revoke`,
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    // The last two narrow a device login.
    scopes_supported: [...OAUTH_SCOPES, 'offline_access', 'organization:<id>', 'project:<id>'],
  })
}
