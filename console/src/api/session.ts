/** Who is signed in in this browser. The cookie itself is out of reach of scripts; this is what the server says of it. */

export interface Session {
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string }
  /** Sent with every change, as proof that this page caused it. */
  readonly csrfToken: string
}

export const CSRF_HEADER = 'x-oas-csrf'

/** Returns null if nobody is signed in. Throws if the server could not be reached. */
export async function loadSession(): Promise<Session | null> {
  const response = await fetch('/oauth/session', { headers: { accept: 'application/json' } })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const { session } = (await response.json()) as { readonly session: Session } // src/oauth/console.ts writes it
  return session
}

/** Leads to the sign-in, and from there back to the view that is open now. */
export function signIn(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(`/oauth/login?return_to=${encodeURIComponent(pathname + search + hash)}`)
}

/** Ends the session on the server, then leaves. */
export async function signOut({ csrfToken }: Session): Promise<void> {
  await fetch('/oauth/session/end', { method: 'POST', headers: { [CSRF_HEADER]: csrfToken } })
  window.location.assign('/console/signed-out')
}
