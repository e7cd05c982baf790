/** Every view of Explore and Setup: reachable by its address, accessible in both schemes, as wide as a phone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblemsInBothSchemes, BASE_URL, launch, openPage, whyNot } from './console-page.ts'
import { VIEWS } from './setup/views.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 740 }

describe.skipIf(whyNot !== '')(`the views of the console ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('have nothing that axe objects to, in either scheme, and need no more width than a phone has', async () => {
    const { page, problems, close } = await openPage(browser)
    for (const { path, shown } of VIEWS) {
      await page.setViewportSize(DESK)
      await page.goto(`${BASE_URL}/console${path}`)
      await page.getByText(shown, { exact: false }).first().waitFor()
      expect([path, await accessibilityProblemsInBothSchemes(page)]).toEqual([path, []])
      await page.setViewportSize(PHONE)
      // Charts follow the width of their place a frame later.
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(async () => [path, await width()]).toEqual([path, PHONE.width])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('keep their state in their address, so that it can be opened again', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/logs?from=now-24h`)
    await page.getByRole('button', { name: /^pricing-service [\d,]+$/ }).click()
    await page.getByText('service = pricing-service').first().waitFor()
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('warn')
    await page.getByText('severity ≥ warn').first().waitFor()
    const address = page.url()
    const line = page.getByRole('region', { name: 'Log lines' }).getByRole('button').first()
    await line.click()
    await page.getByRole('heading', { name: 'Log record' }).waitFor()
    await page.getByText('Before and after, of').waitFor()
    const again = await openPage(browser)
    await again.page.goto(address)
    await again.page.getByText('severity ≥ warn').first().waitFor()
    await again.page.getByText('service = pricing-service').first().waitFor()
    expect(problems).toEqual([])
    await again.close()
    await close()
  })

  it('lead from a span to its trace, and from there to what each span did', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/traces?from=now-24h&sort=slowest`)
    await page.getByRole('table').getByRole('link').first().click()
    // The span that was chosen is open at once.
    await page.getByRole('heading', { name: 'Values' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('region', { name: 'Spans of the trace' }).getByRole('button').nth(1).click()
    await page.getByRole('heading', { name: 'Values' }).waitFor()
    expect(page.url()).toContain('span=')
    expect(problems).toEqual([])
    await close()
  })

  it('make a key that is shown once, and take it back', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/setup/keys`)
    await page.getByRole('button', { name: 'New intake key' }).click()
    const name = `made in a test at ${Date.now()}`
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByText(/^oas_public_\w+$/).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: `Deactivate the key ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('deactivated')
      .waitFor()
    expect(await page.getByText(/oas_public_/).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('tell a member what only an admin may do', async () => {
    const { page, close } = await openPage(browser, { person: 'Max Member' })
    await page.goto(`${BASE_URL}/console/setup/organization`)
    await page.getByText('Not for your role').first().waitFor()
    await close()
  })
})
