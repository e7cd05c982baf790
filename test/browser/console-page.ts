/** Pages of the console in Chromium, with everything that went wrong in them. */
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

export const BASE_URL = inject('baseUrl')
const found = inject('chromium')
/** Why the tests cannot run here; empty where they can. */
export const whyNot = found.ok ? '' : found.reason

export async function launch(): Promise<Browser> {
  if (!found.ok) throw new Error(found.reason)
  return chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...(found.libraries === '' ? {} : { LD_LIBRARY_PATH: found.libraries }) },
    // Containers have no rights for the sandbox, and the pages are ours.
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

export interface ConsolePage {
  readonly page: Page
  /** Errors of scripts and policies, and answers of 500 and above. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  /** Signs in by the local choice of a person; null: nobody. Default: the demo's admin. */
  readonly person?: 'Ada Admin' | 'Max Member' | null
}

export async function openPage(
  browser: Browser,
  { person = 'Ada Admin', ...options }: OpenOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  if (person !== null) await context.addCookies([{ ...(await sessionOf(person)), url: BASE_URL }])
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /status of 4\d\d/.test(message.text())) return
    problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    )
  })
  return { page, problems, close: () => context.close() }
}

/** Asks the API as a program does, with the demo's key; for what a test needs to be there. */
export async function api<Result>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Result> {
  const response = await fetch(`${BASE_URL}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${inject('secretKey')}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true)
  return JSON.parse(text || 'null') as Result // as the operation's schema says
}

/** The local sign-in, as a browser goes through it. Returns the session's cookie as the server set it. */
async function sessionOf(person: string) {
  const shown = await (await fetch(`${BASE_URL}/oauth/login?return_to=/console/`)).text()
  const token = /name="token" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const user = new RegExp(`value="([^"]+)">${person}<`).exec(shown)?.[1] ?? ''
  const answer = await fetch(`${BASE_URL}/oauth/login`, {
    method: 'POST',
    body: new URLSearchParams({ token, user }),
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('oas_console='))
  expect(cookie, `a session of ${person}`).toBeDefined()
  const [pair = '', ...attributes] = (cookie ?? '').split('; ')
  const sameSite = attributes.includes('SameSite=Strict') ? ('Strict' as const) : ('None' as const)
  return {
    name: 'oas_console',
    value: pair.slice(pair.indexOf('=') + 1),
    httpOnly: attributes.includes('HttpOnly'),
    sameSite,
  }
}

/** What axe finds against WCAG 2.2 AA and its best practices: one line for each kind of violation. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // The line above defines it.
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  })
}
