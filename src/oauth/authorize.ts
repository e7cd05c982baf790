/**
 * The authorization endpoint and its consent page (RFC 6749 §4.1, OAuth 2.1). If the client or the redirect address of
 * a request is wrong, a page says so. Any other problem, and the answer, goes to the client's own address, with our
 * issuer (RFC 9207), so that a client of several servers knows which one answers.
 */
import { html } from 'hono/html'
import { cookieOf } from '../auth/console-session.ts'
import { type OauthScope, requestedScopes } from '../auth/oauth-scopes.ts'
import { randomBase32 } from '../contracts/base32.ts'
import { findUser } from '../db/users.ts'
import type { DomainContext } from '../domain/context.ts'
import { allowClient, reachesOf } from '../domain/oauth/grants.ts'
import { findClient, isRedirectOf, type OauthClient } from './clients.ts'
import { formOf } from './form.ts'
import { page } from './page.ts'
import { mcpResource } from './resource.ts'
import { cookie, signed, signedInUser, verified } from './session.ts'

const FORM_VALID_MS = 600_000
/** A request waits in a cookie while its person signs in; browsers take 4,096 bytes. */
const QUERY_CHARACTERS_MAX = 2_800
const STATE_CHARACTERS_MAX = 1_000
const COOKIE = 'oas_authorize_'
/** RFC 7636 §4.2: the digest of 32 bytes. */
const CHALLENGE = /^[\w-]{43}$/

interface Asked {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly OauthScope[]
  readonly codeChallenge: string
}

export async function authorizePage(request: Request, ctx: DomainContext): Promise<Response> {
  const { MASTER_KEYS } = ctx.settings
  const given = new URL(request.url).searchParams
  const resumed = given.get('resume')
  const query = resumed === null ? given.toString() : await waiting(request, ctx, resumed)
  if (query === null) return problem('The sign-in took too long. Start again in the client.')
  const asked = await readRequest(ctx, query)
  if (asked instanceof Response) return asked
  const userId = await signedInUser(MASTER_KEYS, request, ctx.now())
  const user = userId === null ? null : await findUser(ctx.db, userId)
  if (user === null) return toSignIn(ctx, query)
  const token = await signed(MASTER_KEYS, 'authorize', JSON.stringify([user.id, query]), ctx.now(), FORM_VALID_MS)
  return consentPage(ctx, asked, user, token)
}

/** Browsers apply the policy to redirects of a form's answer too, and the policy has no syntax for an IPv6 address. */
function formTargetOf(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri)
  return hostname.startsWith('[') ? protocol : origin
}

async function consentPage(
  ctx: DomainContext,
  { client, redirectUri, scopes }: Asked,
  user: { readonly id: string; readonly email: string },
  token: string,
): Promise<Response> {
  const reaches = await reachesOf({ ctx, scope: { userId: user.id } })
  const options = reaches.flatMap((one, index) => {
    const isFirst = reaches[index - 1]?.organizationId !== one.organizationId
    const whole = html`<option value="${one.organizationId}">all projects of ${one.organizationName}</option>`
    const project =
      one.projectId === null
        ? []
        : [
            html`<option value="${one.organizationId} ${one.projectId}">the project ${one.projectName} of ${one.organizationName}</option>`,
          ]
    return isFirst ? [...project, whole] : project
  })
  const who =
    client.host === null
      ? html`A program that calls itself <strong>${client.name}</strong>. Nobody has checked this name. Continue only if you have just started it yourself.`
      : html`<strong>${client.name}</strong> of <strong>${client.host}</strong>`
  return page(
    'Allow access?',
    html`<p>${who}</p><p>asks to read what <strong>${user.email}</strong> can see, and after that sends you to <code>${new URL(redirectUri).host}</code>. It could:</p>
<ul>${scopes.map((scope) => html`<li>${WORDS[scope]}</li>`)}</ul>
<form method="post" action="/oauth/authorize"><input type="hidden" name="token" value="${token}">
<p><label>in<br><select name="reach">${options}<option value="">all my organizations</option></select></label></p>
<button class="primary" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>
<p>You can revoke this at any time: it is listed with your tokens.</p>`,
    200,
    formTargetOf(redirectUri),
  )
}

const WORDS: Readonly<Record<OauthScope, string>> = {
  'organization:read': 'see the names of organizations',
  'projects:read': 'see the names of projects',
  'telemetry:read': 'read logs, traces and metrics',
  'changes:read': 'read what was deployed and changed',
  'incidents:read': 'read incidents, alerts and notes',
  'threads:read': 'read conversations with the agent',
  'threads:write': 'ask the agent, which stores conversations and uses credits',
}

export async function decideAuthorization(request: Request, ctx: DomainContext): Promise<Response> {
  const { MASTER_KEYS } = ctx.settings
  const form = await formOf(request)
  const payload = await verified(MASTER_KEYS, 'authorize', form.get('token') ?? '', ctx.now())
  const userId = await signedInUser(MASTER_KEYS, request, ctx.now())
  // The page above wrote and signed it.
  const [formUser, query] = payload === null ? ['', ''] : (JSON.parse(payload) as [string, string])
  if (userId === null || userId !== formUser) return problem('The form has expired. Start again in the client.')
  const asked = await readRequest(ctx, query)
  if (asked instanceof Response) return asked
  if (form.get('decision') !== 'allow') return refusedTo(ctx, asked, 'access_denied')
  const [organizationId, projectId] = (form.get('reach') ?? '').split(' ')
  const code = await allowClient({
    ctx,
    scope: { userId },
    input: {
      clientId: asked.client.clientId,
      clientName: asked.client.host ?? asked.client.name,
      redirectUri: asked.redirectUri,
      codeChallenge: asked.codeChallenge,
      audience: mcpResource(ctx),
      scopes: asked.scopes,
      organizationId: organizationId || null,
      projectId: projectId ?? null,
    },
  })
  if (code === null) return problem('You do not belong to the organization or project that you chose.', 403)
  return answerTo(ctx, asked, { code })
}

/** The client's request, or an answer that says what is wrong with it. */
async function readRequest(ctx: DomainContext, query: string): Promise<Asked | Response> {
  const given = new URLSearchParams(query)
  if (query.length > QUERY_CHARACTERS_MAX || hasRepeated(given))
    return problem('The request of the client is not valid.')
  const client = await findClient(ctx, given.get('client_id') ?? '')
  if (client === null)
    return problem('The client is not known. It must register again, or its document cannot be read.')
  const redirectUri = given.get('redirect_uri') ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : '')
  if (!redirectUri || !isRedirectOf(client, redirectUri))
    return problem('The client asked for the answer to be sent to an address that is not its own.')
  const state = given.get('state')
  const scopes = requestedScopes(given.get('scope') ?? '')
  const codeChallenge = given.get('code_challenge') ?? ''
  const asked = { client, redirectUri, state, codeChallenge, scopes: scopes ?? [] }
  if (state !== null && state.length > STATE_CHARACTERS_MAX) return problem('The state of the client is too long.')
  if (given.get('response_type') !== 'code') return refusedTo(ctx, asked, 'unsupported_response_type')
  if (!CHALLENGE.test(codeChallenge) || given.get('code_challenge_method') !== 'S256')
    return refusedTo(ctx, asked, 'invalid_request')
  if (scopes === null) return refusedTo(ctx, asked, 'invalid_scope')
  const resource = given.get('resource')
  if (resource !== null && resource !== mcpResource(ctx)) return refusedTo(ctx, asked, 'invalid_target')
  return asked
}

/** RFC 6749 §3.1: no parameter may occur twice. */
const hasRepeated = (given: URLSearchParams): boolean => new Set(given.keys()).size !== [...given.keys()].length

const refusedTo = (ctx: DomainContext, asked: Asked, error: string): Response => answerTo(ctx, asked, { error })

function answerTo(
  ctx: DomainContext,
  { redirectUri, state }: Asked,
  answer: Readonly<Record<string, string>>,
): Response {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state === null ? {} : { state }), iss: ctx.baseUrl }))
    location.searchParams.set(name, value)
  return new Response(null, {
    status: 303,
    headers: { location: location.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

function problem(message: string, status = 400): Promise<Response> {
  return page('Not possible', html`<p>${message}</p>`, status)
}

/** Each request waits in its own cookie, so that several at once do not mix. */
async function toSignIn(ctx: DomainContext, query: string): Promise<Response> {
  const { settings, baseUrl } = ctx
  const id = randomBase32(10)
  const value = await signed(settings.MASTER_KEYS, `authorize-${id}`, query, ctx.now(), FORM_VALID_MS)
  const returnTo = encodeURIComponent(`/oauth/authorize?resume=${id}`)
  const headers = new Headers({ location: `/oauth/login?return_to=${returnTo}`, 'cache-control': 'no-store' })
  headers.append('set-cookie', cookie(`${COOKIE}${id}`, value, FORM_VALID_MS / 1000, baseUrl.startsWith('https:')))
  return new Response(null, { status: 303, headers })
}

async function waiting(request: Request, ctx: DomainContext, id: string): Promise<string | null> {
  const value = /^[0-9a-z]{10}$/.test(id) ? cookieOf(request, `${COOKIE}${id}`) : null
  return value === null ? null : verified(ctx.settings.MASTER_KEYS, `authorize-${id}`, value, ctx.now())
}
