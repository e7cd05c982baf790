/** The end of a session, and what the console says when something is not to be had. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

describe.skipIf(whyNot !== '')(`a session in the browser ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('ends with sign-out, in every tab', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/incidents`)
    const other = await page.context().newPage()
    await other.goto(`${BASE_URL}/console/incidents`)
    await other.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    await page.getByRole('button', { name: /account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await other.reload()
    await other.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    expect(await accessibilityProblems(other)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('is out of reach of scripts, and changes nothing for a page that does not know its token', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/incidents`)
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    const seen = await page.evaluate(async () => {
      const send = (headers: Record<string, string>) =>
        fetch('/v1/threads', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ message: 'x', wait: false }),
        }).then(({ status }) => status)
      return { cookies: document.cookie, bare: await send({}), guessed: await send({ 'x-oas-csrf': 'a'.repeat(64) }) }
    })
    expect(seen).toEqual({ cookies: '', bare: 403, guessed: 403 })
    await close()
  })

  it('says what is missing, not for you, or out of reach, and how to go on', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/incidents/019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.route('**/v1/incidents?*', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'FORBIDDEN', message: 'This credential does not have the permission.' },
      }),
    )
    await page.goto(`${BASE_URL}/console/incidents`)
    await page.getByRole('heading', { name: 'Not for your role' }).waitFor()
    await page.unroute('**/v1/incidents?*')
    await page.route('**/v1/incidents?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'It failed.', requestId: 'r-1' } }),
    )
    await page.reload()
    await page.getByText('Request r-1').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute('**/v1/incidents?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('pricing-service').first().waitFor()
    await close()
  })
})
