/**
 * Sign-in of the approval pages: the configured identity provider by authorization code with PKCE; in the local
 * environment without one, an embedded choice among the people of the local database.
 */

import { Buffer } from 'node:buffer'
import { html } from 'hono/html'
import { issuerEndpoints, type OidcIdentity, verifyOidcToken } from '../auth/oidc.ts'
import { userOfIdentity } from '../auth/oidc-caller.ts'
import { randomBase32 } from '../contracts/base32.ts'
import { findLocalUser, listLocalUsers } from '../db/users.ts'
import type { DomainContext } from '../domain/context.ts'
import { logFailure } from '../log/log.ts'
import { formOf } from './form.ts'
import { page } from './page.ts'
import { cookie, cookieOf, sessionCookie, signed, verified } from './session.ts'

const LOGIN_COOKIE = 'oas_login'
const LOGIN_VALID_MS = 600_000
const EXCHANGE_TIMEOUT_MS = 10_000

const isSecure = (ctx: DomainContext) => ctx.baseUrl.startsWith('https:')
/** Only our own pages are returned to. */
const safeReturn = (path: string | null | undefined) =>
  path && /^\/oauth\/[a-z]+(\?[\w=&%-]*)?$/.test(path) ? path : '/oauth/device'

const usesLocalPeople = (ctx: DomainContext) => ctx.settings.ENVIRONMENT === 'local' && ctx.settings.OIDC_ISSUER === ''

export async function signInPage(request: Request, ctx: DomainContext): Promise<Response> {
  const returnTo = safeReturn(new URL(request.url).searchParams.get('return_to'))
  if (usesLocalPeople(ctx)) return localChoice(ctx, returnTo)
  if (ctx.settings.OIDC_ISSUER === '' || ctx.settings.OIDC_CLIENT_ID === '') {
    return page(
      'No identity provider',
      html`<p>This deployment has none configured (OIDC_ISSUER, OIDC_CLIENT_ID).</p>`,
      503,
    )
  }
  try {
    return await redirectToProvider(ctx, returnTo)
  } catch (error) {
    return unreachable(error)
  }
}

/** What only the identity provider can mend, told to a person and, with its reason, to the operator. */
function unreachable(error: unknown): Promise<Response> {
  logFailure('identity_provider_failed', error)
  return page(
    'Sign-in is not possible just now',
    html`<p>The identity provider could not be reached. <a href="/oauth/device">Try again</a></p>`,
    502,
  )
}

/** A local deployment has a handful. */
const LOCAL_PEOPLE_MAX = 20

async function localChoice(ctx: DomainContext, returnTo: string): Promise<Response> {
  const people = await listLocalUsers(ctx.db, LOCAL_PEOPLE_MAX)
  const formToken = await signed(ctx.settings.MASTER_KEYS, 'local-sign-in', returnTo, ctx.now(), LOGIN_VALID_MS)
  const choices = people.map(
    ({ id, name, email }) => html`<p><button name="user" value="${id}">${name ?? email}</button> ${email}</p>`,
  )
  return page(
    'Sign in (local)',
    html`<form method="post" action="/oauth/login"><input type="hidden" name="token" value="${formToken}">${choices}</form>`,
  )
}

export async function localSignIn(request: Request, ctx: DomainContext): Promise<Response> {
  if (!usesLocalPeople(ctx)) return new Response(null, { status: 404 })
  const form = await formOf(request)
  const returnTo = await verified(ctx.settings.MASTER_KEYS, 'local-sign-in', form.get('token') ?? '', ctx.now())
  const user = await findLocalUser(ctx.db, form.get('user') ?? '')
  if (returnTo === null || !user) return page('Sign in again', html`<p>That form has expired.</p>`, 400)
  return signedIn(ctx, user.id, returnTo)
}

async function signedIn(ctx: DomainContext, userId: string, returnTo: string): Promise<Response> {
  const headers = new Headers({ location: safeReturn(returnTo), 'cache-control': 'no-store' })
  headers.append('set-cookie', await sessionCookie(ctx.settings.MASTER_KEYS, userId, ctx.now(), isSecure(ctx)))
  return new Response(null, { status: 303, headers })
}

async function redirectToProvider(ctx: DomainContext, returnTo: string): Promise<Response> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, MASTER_KEYS } = ctx.settings
  const { authorizationEndpoint } = await issuerEndpoints(issuer, ctx)
  const [verifier, state, nonce] = [randomBase32(64), randomBase32(32), randomBase32(32)]
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString(
    'base64url',
  )
  const url = new URL(authorizationEndpoint)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${ctx.baseUrl}/oauth/callback`,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const login = await signed(
    MASTER_KEYS,
    'login',
    JSON.stringify({ verifier, state, nonce, returnTo }),
    ctx.now(),
    LOGIN_VALID_MS,
  )
  const headers = new Headers({ location: url.href, 'cache-control': 'no-store' })
  headers.append('set-cookie', cookie(LOGIN_COOKIE, login, LOGIN_VALID_MS / 1000, isSecure(ctx)))
  return new Response(null, { status: 303, headers })
}

export async function providerCallback(request: Request, ctx: DomainContext): Promise<Response> {
  const failed = (why: string) => page('Sign-in failed', html`<p>${why} <a href="/oauth/device">Try again</a></p>`, 400)
  const query = new URL(request.url).searchParams
  const stored = await verified(ctx.settings.MASTER_KEYS, 'login', cookieOf(request, LOGIN_COOKIE) ?? '', ctx.now())
  if (stored === null) return failed('The sign-in took too long or began in another browser.')
  // Written and signed by redirectToProvider above.
  const login = JSON.parse(stored) as { verifier: string; state: string; nonce: string; returnTo: string }
  const code = query.get('code')
  if (query.get('state') !== login.state || !code) return failed('The identity provider did not confirm the sign-in.')
  let identity: OidcIdentity | null
  try {
    identity = await identityFor(ctx, code, login.verifier)
  } catch (error) {
    return unreachable(error)
  }
  // A token that was made for another sign-in is no answer to this one.
  if (!identity || identity.nonce !== login.nonce)
    return failed('The identity provider’s answer could not be verified.')
  const user = await userOfIdentity(ctx.db, identity, ctx.now())
  if (!user) return failed('The identity provider states no verified e-mail address.')
  return signedIn(ctx, user.id, login.returnTo)
}

/** Who signed in; null where the provider's answer is not to be believed. Throws where it cannot be reached. */
async function identityFor(ctx: DomainContext, code: string, verifier: string): Promise<OidcIdentity | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: audience } = ctx.settings
  const idToken = await exchange(ctx, code, verifier)
  return idToken === null ? null : verifyOidcToken(idToken, { issuer, audience }, ctx)
}

async function exchange(ctx: DomainContext, code: string, verifier: string): Promise<string | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = ctx.settings
  const { tokenEndpoint } = await issuerEndpoints(issuer, ctx)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${ctx.baseUrl}/oauth/callback`,
    client_id: clientId,
    code_verifier: verifier,
    ...(secret === '' ? {} : { client_secret: secret }),
  })
  const response = await ctx.fetch(tokenEndpoint, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
  })
  if (!response.ok) return null
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null || !('id_token' in answer)) return null
  return typeof answer.id_token === 'string' ? answer.id_token : null
}
