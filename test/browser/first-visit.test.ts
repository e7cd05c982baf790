/** From the line that `npm start` prints to the cause of the demo's incident. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityProblemsInBothSchemes, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

describe.skipIf(whyNot !== '')(`the first visit ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it.skipIf(inject('link') === '')(
    'shows the cause of the demo’s incident without a click, signed in by the link',
    async () => {
      const { page, problems, close } = await openPage(browser, { person: null })
      await page.goto(inject('link'))
      await page.getByRole('heading', { level: 1, name: /^pricing-service: / }).waitFor()
      expect(page.url()).toMatch(/\/console\/incidents\/[\w-]{36}$/)
      // The link has done its work; opened elsewhere it signs nobody in.
      const again = await openPage(browser, { person: null })
      await again.page.goto(inject('link'))
      await again.page.getByText('This link has been used').waitFor()
      expect(problems).toEqual([])
      await again.close()
      await close()
    },
  )

  it('leads who is not signed in to sign-in, and back to the view', async () => {
    const { page, problems, close } = await openPage(browser, { person: null })
    await page.goto(`${BASE_URL}/console/incidents?state=open`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Ada Admin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    expect(page.url()).toBe(`${BASE_URL}/console/incidents?state=open`)
    expect(problems).toEqual([])
    await close()
  })

  it('has nothing that axe objects to, in either scheme and on a phone', async () => {
    const { page, problems, close } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    for (const path of ['/console/incidents', '/console/']) {
      await page.goto(`${BASE_URL}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await accessibilityProblemsInBothSchemes(page)]).toEqual([path, []])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, width]).toEqual([path, 360])
    }
    expect(problems).toEqual([])
    await close()
  })
})
