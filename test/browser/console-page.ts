/** Pages of the console in Chromium, with everything that went wrong in them. */
import axe, { type RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type DemoPerson, launchChromium, sessionOf } from './setup/browser.ts'

export const BASE_URL = inject('baseUrl')
const found = inject('chromium')
/** Why the tests cannot run here; empty where they can. */
export const whyNot = found.ok ? '' : found.reason

export const launch = (): Promise<Browser> => launchChromium(found)

export interface ConsolePage {
  readonly page: Page
  /** Errors of scripts and policies, and answers of 500 and above. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  /** Signs in by the local choice of a person; null: nobody. Default: the demo's admin. */
  readonly person?: DemoPerson | null
}

export async function openPage(
  browser: Browser,
  { person = 'Ada Admin', ...options }: OpenOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  if (person !== null) await context.addCookies([await sessionOf(BASE_URL, person)])
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

/** What axe finds against WCAG 2.2 AA and its best practices: one line for each kind of violation. */
export const accessibilityProblems = (page: Page): Promise<string[]> => problemsByAxe(page, {})

/** Axe's rules about colours that its default run has. */
const COLOUR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }

/** The same in the light scheme, and what the dark one changes: what axe finds in its colours. The page ends light. */
export async function accessibilityProblemsInBothSchemes(page: Page): Promise<string[]> {
  const found = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  const dark = await problemsByAxe(page, { runOnly: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  return [...found, ...dark.map((problem) => `dark: ${problem}`)]
}

/** Buttons fade from the colours of one scheme to those of the other; axe would see the colours in between. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })

async function problemsByAxe(page: Page, options: RunOptions): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    // The line above defines it.
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(rules)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, options)
}
