/** The paths of device login and of the pages that people see. None of them accepts an API credential; the console’s session is described and ended here. */

import type { Hono } from 'hono'
import type { DomainContext } from '../domain/context.ts'
import { addressLimit, type LimitedAct } from '../http/address-limit.ts'
import { contextOf } from '../http/context.ts'
import type { ApiEnv } from '../http/hono-context.ts'
import { decideDevice, devicePage, invitationPage, joinByInvitation } from './approval.ts'
import { authorizePage, decideAuthorization } from './authorize.ts'
import { describeSession, endSession, oneTimeLink } from './console.ts'
import { RESOURCE_METADATA_PATH, resourceMetadata } from './resource.ts'
import { openShare } from './share.ts'
import { localSignIn, providerCallback, signInPage } from './sign-in.ts'
import { deviceAuthorization, metadata, registration, revocation, token } from './token-endpoints.ts'

type Handler = (request: Request, ctx: DomainContext) => Promise<Response>

const GET: Readonly<Record<string, Handler>> = {
  '/oauth/device': devicePage,
  '/oauth/authorize': authorizePage,
  '/oauth/login': signInPage,
  '/oauth/callback': providerCallback,
  '/oauth/invitation': invitationPage,
  '/oauth/link': oneTimeLink,
}
const POST: Readonly<Record<string, Handler>> = {
  '/oauth/device_authorization': deviceAuthorization,
  '/oauth/token': token,
  '/oauth/register': registration,
  '/oauth/revoke': revocation,
  '/oauth/authorize': decideAuthorization,
  '/oauth/device': decideDevice,
  '/oauth/login': localSignIn,
  '/oauth/invitation': joinByInvitation,
}

/** Paths that create rows, or call another host, before anybody has signed in. */
const LIMITED: Readonly<Record<string, LimitedAct>> = {
  '/oauth/device_authorization': 'device_authorization',
  '/oauth/authorize': 'authorization',
  '/oauth/register': 'client_registration',
}

/**
 * Adds the paths of device login, sign-in and invitations. Every request counts for the limits of its network address.
 */
export function mountOauth(app: Hono<ApiEnv>): void {
  app.use('/oauth/*', async (http, next) => {
    const limit = addressLimit(http.env, http.req.raw.headers, Date.now())
    await limit.count('oauth')
    const own = LIMITED[http.req.path]
    if (own !== undefined) await limit.count(own)
    await next()
  })
  for (const [path, handler] of Object.entries(GET)) app.get(path, (http) => handler(http.req.raw, contextOf(http)))
  for (const [path, handler] of Object.entries(POST)) app.post(path, (http) => handler(http.req.raw, contextOf(http)))
  app.get('/oauth/session', (http) => describeSession(http.req.raw, contextOf(http), http.env))
  app.post('/oauth/share', (http) => openShare(http.req.raw, contextOf(http), http.env))
  app.post('/oauth/session/end', (http) => endSession(http.req.raw, contextOf(http), http.env))
  app.get('/.well-known/oauth-authorization-server', (http) => metadata(contextOf(http)))
  app.get(RESOURCE_METADATA_PATH, (http) => resourceMetadata(contextOf(http)))
}
