/**
 * The session of the console: a cookie that stands for a person in their browser. A browser sends a cookie with every
 * request, whoever caused it, so a cookie alone does not prove what the person wants. Only requests from the console's
 * own pages count, and those that change something carry a token that no other page can read.
 */
import { Buffer } from 'node:buffer'
import { parse, serialize } from 'hono/utils/cookie'
import { DomainError } from '../contracts/domain-error.ts'
import { credentialDigest, credentialKindOf } from './credential-format.ts'

/** A working day. Somebody who is on call through a night signs in once more. */
export const SESSION_VALID_MS = 43_200_000
export const CSRF_HEADER = 'x-oas-csrf'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** With https, browsers accept the prefix from this host alone: no neighbouring host can plant a session. */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-oas_console' : 'oas_console')

export const isHttps = (baseUrl: string): boolean => baseUrl.startsWith('https:')

/** Returns the cookie that holds a session, or that removes it (`value` empty). `baseUrl` is the deployment's. */
export function consoleCookie(value: string, baseUrl: string): string {
  const isSecure = isHttps(baseUrl)
  return serialize(cookieName(isSecure), value, {
    path: '/',
    httpOnly: true,
    // Only requests of a loaded document need it, not the document itself. So no link from elsewhere carries it.
    sameSite: 'Strict',
    maxAge: value === '' ? 0 : SESSION_VALID_MS / 1000,
    secure: isSecure,
  })
}

export function cookieOf(request: Request, name: string): string | null {
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? null
}

/**
 * Returns the token that changes in this session must carry. It is derived from the session's value, so nothing is
 * stored.
 */
export const csrfTokenOf = (value: string): Promise<string> => credentialDigest(`csrf ${value}`)

/**
 * Returns the value of the session cookie if the request may use it; null if there is none, if the request has a
 * credential of its own, or if another site caused it. Throws (403) if the request would change something and does not
 * carry the session's token, or comes from another origin.
 */
export async function consoleSessionIn(request: Request, baseUrl: string): Promise<string | null> {
  if (request.headers.has('authorization')) return null
  const value = cookieOf(request, cookieName(isHttps(baseUrl)))
  if (value === null || credentialKindOf(value) !== 'session') return null
  if (SAFE_METHODS.has(request.method)) return isFromElsewhere(request) ? null : value
  if (!isOwnOrigin(request, baseUrl)) throw refused('It must come from the console’s own pages.')
  if (!isEqual(request.headers.get(CSRF_HEADER) ?? '', await csrfTokenOf(value)))
    throw refused(`Send the session’s token as \`${CSRF_HEADER}\`; GET /oauth/session returns it.`)
  return value
}

const refused = (what: string) =>
  new DomainError({ kind: 'not_for_this_caller', message: `A session’s cookie alone cannot change anything. ${what}` })

/** What browsers say about who caused a request; `none` is a person who typed the address. */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** Browsers state the origin of every request that may change something. Behind a proxy, the host may be another. */
function isOwnOrigin(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && (origin === new URL(request.url).origin || origin === new URL(baseUrl).origin)
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && crypto.subtle.timingSafeEqual(a, b)
}
