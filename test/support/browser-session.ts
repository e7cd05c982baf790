/** A browser that is signed in to the console: its cookie, the token for changes, and requests as a browser sends them. */
import { env } from 'cloudflare:workers'
import { consoleCookie, csrfTokenOf } from '../../src/auth/console-session.ts'
import { startConsoleSession } from '../../src/domain/oauth/console-sessions.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'

export const SERVICE = 'https://service.test'

export interface BrowserSession {
  readonly value: string
  /** The Cookie header. */
  readonly cookie: string
  readonly csrfToken: string
  /** What the console's own pages send with every request, changes included. */
  readonly headers: Readonly<Record<string, string>>
}

/** `aheadMs`: how much later than now the session begins; negative for one that began before. */
export async function signInBrowser(userId: string, aheadMs = 0): Promise<BrowserSession> {
  const base = backgroundContext(env, () => {})
  const ctx = { ...base, now: () => Date.now() + aheadMs }
  const value = await startConsoleSession({ ctx, scope: { userId }, input: { linkId: null } })
  if (value === null) throw new Error('The session was not stored.')
  const cookie = consoleCookie(value, SERVICE).split(';')[0] ?? ''
  const csrfToken = await csrfTokenOf(value)
  const headers = { cookie, origin: SERVICE, 'sec-fetch-site': 'same-origin', 'x-oas-csrf': csrfToken }
  return { value, cookie, csrfToken, headers }
}
