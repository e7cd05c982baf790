/** The views of Explore when they have nothing, may not, cannot, or have to wait; and the reader who wants no motion. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

/** As the navigation calls them, with what they say where nothing was sent. */
const VIEWS = [
  { label: 'Logs', path: '/logs', empty: 'No line matches' },
  { label: 'Traces', path: '/traces', empty: 'No span matches' },
  { label: 'Metrics', path: '/metrics', empty: 'No metrics in this time' },
  { label: 'Services', path: '/services', empty: 'No spans in this time' },
] as const

const ANSWERS = [
  { status: 500, code: 'INTERNAL_SERVER_ERROR', said: 'This could not be loaded' },
  { status: 403, code: 'FORBIDDEN', said: 'Not for your role' },
  { status: 401, code: 'UNAUTHORIZED', said: 'Your session has ended' },
] as const

/** What the views of Explore ask for. */
const TELEMETRY = /\/v1\/(?:logs|traces|metrics|dependencies|tail)(?:\/[a-z]+)?\?/

/** Answers every question for telemetry with a refusal. */
async function refuse(page: Page, { status, code }: (typeof ANSWERS)[number]): Promise<void> {
  await page.unroute(TELEMETRY)
  await page.route(TELEMETRY, (route) =>
    route.fulfill({ status, json: { code, message: `The answer was ${status}.`, requestId: 'r-4' } }),
  )
}

describe.skipIf(whyNot !== '')(`states of the views ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('say that there is nothing, and what to do about it', async () => {
    const { page, problems, close } = await openPage(browser)
    const to = new Date(Date.now() - 3 * 86_400_000)
    const from = new Date(to.getTime() - 60_000)
    for (const { path, empty } of VIEWS) {
      await page.goto(`${BASE_URL}/console${path}?from=${from.toISOString()}&to=${to.toISOString()}`)
      await page.getByRole('heading', { name: empty }).waitFor()
      expect([path, await accessibilityProblems(page)]).toEqual([path, []])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('say why they show nothing when they failed, are forbidden, or the session has ended', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/setup/notes`)
    for (const answer of ANSWERS) {
      await refuse(page, answer)
      for (const { label } of VIEWS) {
        await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: label }).click()
        await page.getByRole('heading', { level: 1, name: label }).waitFor()
        await page.getByRole('heading', { name: answer.said }).first().waitFor()
      }
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Logs' }).click()
      await page.getByRole('tab', { name: 'Live' }).click()
      await page.getByRole('tabpanel').getByRole('heading', { name: answer.said }).waitFor()
    }
    await page.unroute(TELEMETRY)
    await close()
  })

  it('try the live tail again when the reader asks for it', async () => {
    const { page, close } = await openPage(browser)
    await refuse(page, ANSWERS[0])
    await page.goto(`${BASE_URL}/console/logs?show=live`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(TELEMETRY)
    await again.click()
    await page.getByText('Waiting for lines').waitFor()
    await close()
  })

  it('say that they still wait, without motion for who wants none', async () => {
    const { page, problems, close } = await openPage(browser, { reducedMotion: 'reduce' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(TELEMETRY, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${BASE_URL}/console/logs?from=now-24h`)
    await page.getByText('Loading the lines …').waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.getByText('Still loading the lines. It takes longer than usual.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    release()
    await page.getByText('lines, more below').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
