/** The OAuth endpoints that programs call: device authorization, token, metadata. Errors have OAuth's own format. */

import type { DomainContext } from '../domain/context.ts'
import {
  pollDeviceAuthorization,
  type RequestedScope,
  scopeOf,
  startDeviceAuthorization,
} from '../domain/oauth/device-authorization.ts'
import { systemScope } from '../domain/system-scope.ts'
import { bodyText, FORM_BYTES_MAX } from './form.ts'

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
  if (grant !== DEVICE_GRANT)
    return oauthError('unsupported_grant_type', `This grant type is not supported. Use ${DEVICE_GRANT}.`)
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
    grant_types_supported: [DEVICE_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    response_types_supported: [],
    scopes_supported: ['organization:<id>', 'project:<id>'],
  })
}
