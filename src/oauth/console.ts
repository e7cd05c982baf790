/** What the console needs of sign-in: the session of this browser, its end, and the one-time link of local servers. */
import { html } from 'hono/html'
import { consoleCookie, consoleSessionIn, csrfTokenOf } from '../auth/console-session.ts'
import { DomainError } from '../contracts/domain-error.ts'
import { findLocalUser } from '../db/users.ts'
import type { DomainContext } from '../domain/context.ts'
import { endConsoleSession, startConsoleSession } from '../domain/oauth/console-sessions.ts'
import type { Bindings } from '../env.ts'
import { callerOf } from '../http/operation.ts'
import { page } from './page.ts'
import { endedSessionCookie, usesLocalPeople, verified } from './session.ts'

export const CONSOLE_PATH = '/console/'

/** Returns who is signed in here, and the token that changes carry. Throws 401 without a session. */
export async function describeSession(request: Request, ctx: DomainContext, bindings: Bindings): Promise<Response> {
  const { caller, value } = await sessionCaller(request, ctx, bindings)
  const session = { user: caller.user, csrfToken: await csrfTokenOf(value) }
  return Response.json({ session }, { headers: { 'cache-control': 'no-store' } })
}

export async function endSession(request: Request, ctx: DomainContext, bindings: Bindings): Promise<Response> {
  const { caller } = await sessionCaller(request, ctx, bindings)
  await endConsoleSession({ ctx, scope: caller })
  const headers = new Headers({ 'cache-control': 'no-store' })
  headers.append('set-cookie', consoleCookie('', ctx.baseUrl))
  headers.append('set-cookie', endedSessionCookie(ctx.baseUrl))
  return new Response(null, { status: 204, headers })
}

async function sessionCaller(request: Request, ctx: DomainContext, bindings: Bindings) {
  const value = await consoleSessionIn(request, ctx.baseUrl)
  const caller = value === null ? null : await callerOf(ctx, bindings, request)
  if (value === null || caller?.kind !== 'user')
    throw new DomainError({ kind: 'unauthenticated', message: 'Nobody is signed in here.' })
  return { caller, value }
}

/**
 * Signs in with the link that `npm start` prints: signed with this server's own key, for one person, once. Deployed
 * environments have no such link, whatever is signed.
 */
export async function oneTimeLink(request: Request, ctx: DomainContext): Promise<Response> {
  if (!usesLocalPeople(ctx)) return new Response(null, { status: 404 })
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const signed = await verified(ctx.settings.MASTER_KEYS, 'console-link', token, ctx.now())
  const [userId = '', linkId = ''] = (signed ?? '').split(' ')
  const user = signed === null ? null : await findLocalUser(ctx.db, userId)
  const value = user && (await startConsoleSession({ ctx, scope: { userId: user.id }, input: { linkId } }))
  if (value) return intoConsole(ctx, value)
  // The link was opened again where it has already signed in, or the browser loaded it ahead.
  if (user && (await consoleSessionIn(request, ctx.baseUrl)) !== null) return intoConsole(ctx, null)
  const why = 'This link has been used or has expired.'
  return page(
    'Sign in again',
    html`<p>${why} <a href="/oauth/login?return_to=/console/">Choose who you are</a></p>`,
    400,
  )
}

function intoConsole(ctx: DomainContext, value: string | null): Response {
  const headers = new Headers({ location: CONSOLE_PATH, 'cache-control': 'no-store' })
  if (value !== null) headers.append('set-cookie', consoleCookie(value, ctx.baseUrl))
  return new Response(null, { status: 303, headers })
}
