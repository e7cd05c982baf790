/** The incident view: from the verdict to its proof, in an address that restores it. */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityProblems,
  accessibilityProblemsInBothSchemes,
  BASE_URL,
  launch,
  openPage,
  whyNot,
} from './console-page.ts'

describe.skipIf(whyNot !== '')(`the incident ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('answers what, since when, how bad and how sure, and proves it in one click', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/`)
    await page.getByRole('heading', { level: 1, name: /^pricing-service: / }).waitFor()
    for (const said of [/requests failed since the onset/, /over 99 %/, /still going on/])
      await page.getByText(said).first().waitFor()
    // Three charts on one axis, each with its content as text.
    const charts = page.getByRole('img', { name: /pricing-service: from/ })
    await charts.nth(2).waitFor()
    await page
      .getByRole('button', { name: /^spans self time of/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Evidence' })
    await drawer
      .getByRole('row', { name: /GET \/prices/ })
      .first()
      .waitFor()
    await drawer.getByText('POST /v1/traces/stats').waitFor()
    // The look-up that the sentence was read from, as it was asked and answered.
    await drawer.getByText('investigate', { exact: true }).click()
    await drawer.getByText('root_cause_identified').first().waitFor()
    const address = page.url()
    expect(address).toContain('evidence=')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('evidence=')
    await page.goto(address)
    await drawer
      .getByRole('row', { name: /GET \/prices/ })
      .first()
      .waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('has nothing that axe objects to in either scheme, and fits a phone', async () => {
    const { page, problems, close } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    await page.goto(`${BASE_URL}/console/`)
    await page
      .getByRole('img', { name: /pricing-service: from/ })
      .nth(2)
      .waitFor()
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(problems).toEqual([])
    await close()
  })

  it('is taken along as Markdown and as a page that needs nothing else', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/`)
    await page.getByRole('heading', { level: 1, name: /^pricing-service: / }).waitFor()
    for (const [item, ending] of [
      ['Export as Markdown', '.md'],
      ['Export as an HTML page', '.html'],
    ] as const) {
      await page.getByRole('button', { name: 'Take along' }).click()
      const started = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      const download = await started
      expect(download.suggestedFilename()).toMatch(new RegExp(`^incident-[\\d-]{10}-\\w{8}\\${ending}$`))
      const content = readFileSync(await download.path(), 'utf8')
      expect(content).toMatch(/pricing.?-service/)
      expect(content).not.toMatch(/<script|src=|href=/)
    }
    expect(problems).toEqual([])
    await close()
  })
})
