/**
 * The sign-in of the approval pages: a signed cookie that is valid for an hour and is used nowhere else (Path=/oauth).
 */
import { Buffer } from 'node:buffer'
import { serialize } from 'hono/utils/cookie'
import { cookieOf } from '../auth/console-session.ts'
import { keyringOf } from '../crypto/envelope.ts'
import type { DomainContext } from '../domain/context.ts'

const VALID_MS = 3_600_000
const COOKIE = 'oas_session'

async function mac(masterKeys: string, text: string): Promise<string> {
  const keyring = keyringOf(masterKeys)
  const master = keyring.keys.get(keyring.current)
  if (!master) throw new Error('The keyring has no current key.')
  const base = await crypto.subtle.importKey('raw', master, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('observability-agent-service/oauth-session')
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    base,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  )
  return Buffer.from(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))).toString('base64url')
}

/** Builds `payload.expiry.mac` for cookies, states and form tokens. `use` separates the three. */
export async function signed(
  masterKeys: string,
  use: string,
  payload: string,
  now: number,
  validMs = VALID_MS,
): Promise<string> {
  const body = `${Buffer.from(payload).toString('base64url')}.${now + validMs}`
  return `${body}.${await mac(masterKeys, `${use}|${body}`)}`
}

/**
 * Returns the text that `signed` signed for the same use; null when it was changed, was signed for another use, or has
 * expired.
 */
export async function verified(masterKeys: string, use: string, text: string, now: number): Promise<string | null> {
  const [payload = '', expiry = '', given = ''] = text.split('.')
  const expected = await mac(masterKeys, `${use}|${payload}.${expiry}`)
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  if (a.length !== b.length || !crypto.subtle.timingSafeEqual(a, b) || !(Number(expiry) > now)) return null
  return Buffer.from(payload, 'base64url').toString('utf8')
}

/** Returns the cookie that keeps a person signed in on these pages. */
export async function sessionCookie(
  masterKeys: string,
  userId: string,
  now: number,
  isSecure: boolean,
): Promise<string> {
  const value = await signed(masterKeys, 'session', userId, now)
  return cookie(COOKIE, value, VALID_MS / 1000, isSecure)
}

/** Returns a `Set-Cookie` value for these pages alone, out of reach of scripts. */
export function cookie(name: string, value: string, maxAgeSeconds: number, isSecure: boolean): string {
  return serialize(name, value, {
    path: '/oauth',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: maxAgeSeconds,
    secure: isSecure,
  })
}

/** Returns the id of the person who is signed in; null without a valid session. */
export async function signedInUser(masterKeys: string, request: Request, now: number): Promise<string | null> {
  const value = cookieOf(request, COOKIE)
  return value === null ? null : verified(masterKeys, 'session', value, now)
}

/** Removes the cookie of the approval pages. */
export const endedSessionCookie = (baseUrl: string): string => cookie(COOKIE, '', 0, baseUrl.startsWith('https:'))

/** Without an identity provider, a local environment lets one choose among the people of its database. */
export const usesLocalPeople = (ctx: DomainContext): boolean =>
  ctx.settings.ENVIRONMENT === 'local' && ctx.settings.OIDC_ISSUER === ''
