/** Chromium and a person in it, for tests and for the pictures of the documents. */
import { type Browser, chromium as playwright } from 'playwright-core'
import type { Chromium } from './chromium.ts'

export async function launchChromium(found: Chromium): Promise<Browser> {
  if (!found.ok) throw new Error(found.reason)
  return playwright.launch({
    executablePath: found.path,
    env: { ...process.env, ...(found.libraries === '' ? {} : { LD_LIBRARY_PATH: found.libraries }) },
    // Containers have no rights for the sandbox, and the pages are ours.
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

export type DemoPerson = 'Ada Admin' | 'Max Member'

/** The local sign-in, as a browser goes through it. Returns the session's cookie as the server set it. */
export async function sessionOf(baseUrl: string, person: DemoPerson) {
  const shown = await (await fetch(`${baseUrl}/oauth/login?return_to=/console/`)).text()
  const token = /name="token" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const user = new RegExp(`value="([^"]+)">${person}<`).exec(shown)?.[1] ?? ''
  const answer = await fetch(`${baseUrl}/oauth/login`, {
    method: 'POST',
    body: new URLSearchParams({ token, user }),
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('oas_console='))
  if (cookie === undefined) throw new Error(`${person} got no session.`)
  const [pair = '', ...attributes] = cookie.split('; ')
  return {
    name: 'oas_console',
    value: pair.slice(pair.indexOf('=') + 1),
    httpOnly: attributes.includes('HttpOnly'),
    sameSite: attributes.includes('SameSite=Strict') ? ('Strict' as const) : ('None' as const),
    url: baseUrl,
  }
}
