/**
 * Sign-in for the approval pages and the console: the configured identity provider, by authorization code with PKCE. In a local
 * environment without a provider: a choice among the people of the local database.
 */

import { html } from 'hono/html'
import * as oauth from 'oauth4webapi'
import { consoleCookie, cookieOf } from '../auth/console-session.ts'
import { authorizationServer, type OidcIdentity, requestOptions, verifyOidcToken } from '../auth/oidc.ts'
import { userOfIdentity } from '../auth/oidc-caller.ts'
import { findLocalUser, listLocalUsers } from '../db/users.ts'
import type { DomainContext } from '../domain/context.ts'
import { startConsoleSession } from '../domain/oauth/console-sessions.ts'
import { logFailure } from '../log/log.ts'
import { formOf } from './form.ts'
import { page } from './page.ts'
import { cookie, sessionCookie, signed, usesLocalPeople, verified } from './session.ts'

const LOGIN_COOKIE = 'oas_login'
const LOGIN_VALID_MS = 600_000
const EXCHANGE_TIMEOUT_MS = 10_000
/** Clocks of issuers and of this service differ by seconds; a minute is the usual allowance. */
const CLOCK_TOLERANCE_SECONDS = 60

const isSecure = (ctx: DomainContext) => ctx.baseUrl.startsWith('https:')
/** It travels in a cookie, of which browsers take 4,096 bytes. */
const RETURN_CHARACTERS_MAX = 2_000

/** Redirects go only to our own pages. */
const safeReturn = (path: string | null | undefined) =>
  path && path.length <= RETURN_CHARACTERS_MAX && (/^\/oauth\/[a-z]+(\?[\w=&%-]*)?$/.test(path) || isOfConsole(path))
    ? path
    : '/oauth/device'

/** A view of the console with its state: printable ASCII, as browsers write addresses. */
const isOfConsole = (path: string): boolean => /^\/console\/[!-~]*$/.test(path) && !path.includes('\\')

/**
 * Sends a person to the identity provider to sign in; locally, lets them choose who they are. `return_to` is where they
 * go afterwards, on this service alone.
 */
export async function signInPage(request: Request, ctx: DomainContext): Promise<Response> {
  const returnTo = safeReturn(new URL(request.url).searchParams.get('return_to'))
  if (usesLocalPeople(ctx)) return localChoice(ctx, returnTo)
  if (ctx.settings.OIDC_ISSUER === '' || ctx.settings.OIDC_CLIENT_ID === '') {
    return page(
      'No identity provider',
      html`<p>This deployment has no identity provider. Its operator has to set OIDC_ISSUER and OIDC_CLIENT_ID.</p>`,
      503,
    )
  }
  try {
    return await redirectToProvider(ctx, returnTo)
  } catch (error) {
    return unreachable(error)
  }
}

/** Reports a problem that only the identity provider can fix, to the person and, with its reason, to the operator. */
function unreachable(error: unknown): Promise<Response> {
  logFailure('identity_provider_failed', error)
  return page(
    'Sign-in is not possible just now',
    html`<p>The identity provider could not be reached. <a href="/oauth/device">Try again</a></p>`,
    502,
  )
}

/** A local deployment has only a few people. */
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

/**
 * Signs a person of the local database in, where the deployment is local and has no identity provider; 404 elsewhere.
 */
export async function localSignIn(request: Request, ctx: DomainContext): Promise<Response> {
  if (!usesLocalPeople(ctx)) return new Response(null, { status: 404 })
  const form = await formOf(request)
  const returnTo = await verified(ctx.settings.MASTER_KEYS, 'local-sign-in', form.get('token') ?? '', ctx.now())
  const user = await findLocalUser(ctx.db, form.get('user') ?? '')
  if (returnTo === null || !user)
    return page('Sign in again', html`<p>The form has expired. <a href="/oauth/device">Start again</a></p>`, 400)
  return signedIn(ctx, user.id, returnTo)
}

async function signedIn(ctx: DomainContext, userId: string, returnTo: string): Promise<Response> {
  const headers = new Headers({ location: safeReturn(returnTo), 'cache-control': 'no-store' })
  headers.append('set-cookie', await sessionCookie(ctx.settings.MASTER_KEYS, userId, ctx.now(), isSecure(ctx)))
  if (isOfConsole(returnTo)) {
    const value = await startConsoleSession({ ctx, scope: { userId }, input: { linkId: null } })
    if (value !== null) headers.append('set-cookie', consoleCookie(value, ctx.baseUrl))
  }
  return new Response(null, { status: 303, headers })
}

/** What the callback needs to know about the redirect. It travels in a signed cookie. */
interface Login {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  readonly returnTo: string
}

const redirectUri = (ctx: DomainContext): string => `${ctx.baseUrl}/oauth/callback`

async function redirectToProvider(ctx: DomainContext, returnTo: string): Promise<Response> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, MASTER_KEYS } = ctx.settings
  const { authorization_endpoint } = await authorizationServer(issuer, ctx)
  if (authorization_endpoint === undefined)
    throw new Error('The OIDC issuer publishes no authorization_endpoint, so nobody can sign in.')
  const login: Login = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    returnTo,
  }
  const url = new URL(authorization_endpoint)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(ctx),
    scope: 'openid profile email',
    state: login.state,
    nonce: login.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const value = await signed(MASTER_KEYS, 'login', JSON.stringify(login), ctx.now(), LOGIN_VALID_MS)
  const headers = new Headers({ location: url.href, 'cache-control': 'no-store' })
  headers.append('set-cookie', cookie(LOGIN_COOKIE, value, LOGIN_VALID_MS / 1000, isSecure(ctx)))
  return new Response(null, { status: 303, headers })
}

/**
 * Takes the answer of the identity provider, verifies it against the login that this browser started, and signs the
 * person in.
 */
export async function providerCallback(request: Request, ctx: DomainContext): Promise<Response> {
  const failed = (why: string) => page('Sign-in failed', html`<p>${why} <a href="/oauth/device">Try again</a></p>`, 400)
  const stored = await verified(ctx.settings.MASTER_KEYS, 'login', cookieOf(request, LOGIN_COOKIE) ?? '', ctx.now())
  if (stored === null) return failed('The sign-in took too long, or it was started in another browser.')
  // redirectToProvider above wrote and signed it.
  const login = JSON.parse(stored) as Login
  let identity: OidcIdentity | null
  try {
    identity = await identityFor(ctx, new URL(request.url).searchParams, login)
  } catch (error) {
    if (error instanceof NotConfirmed) return failed('The identity provider did not confirm the sign-in.')
    return unreachable(error)
  }
  if (!identity) return failed('The identity provider’s answer could not be verified.')
  const user = await userOfIdentity(ctx.db, identity, ctx.now())
  if (!user) return failed('The identity provider states no verified e-mail address.')
  return signedIn(ctx, user.id, login.returnTo)
}

/** The browser returned without a code for the sign-in that this cookie started. */
class NotConfirmed extends Error {}

/**
 * Returns who signed in, or null if the provider's answer is not valid. The library checks the answer of the
 * authorization endpoint (state, issuer), exchanges the code with its verifier, and checks the claims of the id token
 * (issuer, audience, times, nonce). The signature is checked with the issuer's keys, as for every token. Throws if the
 * provider cannot be reached.
 */
async function identityFor(ctx: DomainContext, query: URLSearchParams, login: Login): Promise<OidcIdentity | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = ctx.settings
  const server = await authorizationServer(issuer, ctx)
  const client: oauth.Client = {
    client_id: clientId,
    [oauth.clockSkew]: Math.round((ctx.now() - Date.now()) / 1000),
    [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret === '' ? oauth.None() : oauth.ClientSecretPost(secret),
    confirmed(server, client, query, login.state),
    redirectUri(ctx),
    login.verifier,
    { ...requestOptions(issuer, ctx), signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS) },
  )
  const idToken = await oauth
    .processAuthorizationCodeResponse(server, client, response, { expectedNonce: login.nonce, requireIdToken: true })
    .then(
      (tokens) => tokens.id_token ?? null,
      // An error, or a token that the library does not accept; in both cases the provider did answer.
      () => null,
    )
  return idToken === null ? null : verifyOidcToken(idToken, { issuer, audience: clientId }, ctx)
}

function confirmed(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  query: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    const parameters = oauth.validateAuthResponse(server, client, query, state)
    if (parameters.has('code')) return parameters
  } catch {
    // The provider refused, or this is the answer to another sign-in.
  }
  throw new NotConfirmed()
}
