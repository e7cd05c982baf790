/** A link to an incident: made by a member, opened without sign-in, worth nothing beyond, and gone when it is revoked. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityProblems,
  accessibilityProblemsInBothSchemes,
  BASE_URL,
  launch,
  openPage,
  whyNot,
} from './console-page.ts'

const CAUSE = { level: 1, name: /^pricing-service: / } as const

/** Opens the newest incident and its dialog of links. */
async function openDialog(page: Page) {
  await page.goto(`${BASE_URL}/console/`)
  await page.getByRole('heading', CAUSE).waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this incident' })
  await dialog.getByRole('heading', { name: 'Links that work' }).waitFor()
  return dialog
}

/** Makes a link of an hour and returns its address. */
async function makeLink(page: Page): Promise<string> {
  const dialog = await openDialog(page)
  await dialog.getByLabel('It works for').selectOption('One hour')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = dialog.getByRole('status').locator('code')
  await link.waitFor()
  return (await link.textContent()) ?? ''
}

async function revokeAll(page: Page): Promise<void> {
  const dialog = await openDialog(page)
  const none = dialog.getByText('None. Nobody outside')
  const revoke = dialog.getByRole('button', { name: 'Revoke this link' })
  await none.or(revoke.first()).waitFor()
  for (let left = await revoke.count(); left > 0; left -= 1) {
    await revoke.first().click()
    const confirm = page.getByRole('dialog', { name: 'Revoke this link?' })
    await confirm.getByRole('button', { name: 'Revoke', exact: true }).click()
    await confirm.waitFor({ state: 'detached' })
  }
  await none.waitFor()
}

describe.skipIf(whyNot !== '')(`a link to an incident ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('shows cause and evidence to somebody without an account, until it is revoked', async () => {
    const member = await openPage(browser)
    const address = await makeLink(member.page)
    expect(await accessibilityProblems(member.page)).toEqual([])
    const [opened = '', credential = ''] = address.split('#')
    const { page, problems, close } = await openPage(browser, { person: null })
    await page.goto(address)
    await page.getByRole('heading', CAUSE).waitFor()
    await page.getByText('Read-only link, until').waitFor()
    await page
      .getByRole('img', { name: /pricing-service: from/ })
      .nth(2)
      .waitFor()
    // Neither the address, nor what scripts can read, holds the credential any more.
    expect(page.url()).toBe(opened)
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).not.toContain(credential)
    await page
      .getByRole('button', { name: /^spans self time of/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Evidence' })
    await drawer
      .getByRole('row', { name: /GET \/prices/ })
      .first()
      .waitFor()
    expect(await drawer.getByText('The look-up').count()).toBe(0)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    // What changes something, asks, or leads elsewhere is not there.
    for (const name of ['Resolve', 'Share', 'Right'])
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0])
    expect(
      await page.getByRole('link').evaluateAll((all) => all.filter((one) => !one.matches('[target]')).length),
    ).toBe(0)
    expect(await page.getByRole('heading', { name: 'Similar incidents' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Take along' }).click()
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Draft of a postmortem' }).click()
    expect((await started).suggestedFilename()).toMatch(/-postmortem\.md$/)
    // The cookie opens it again; nothing of the credential is in the address.
    await page.reload()
    await page.getByRole('heading', CAUSE).waitFor()
    expect(problems).toEqual([])

    await revokeAll(member.page)
    await page.reload()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByText('has expired or was revoked').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const late = await openPage(browser, { person: null })
    await late.page.goto(address)
    await late.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect([...problems, ...late.problems, ...member.problems]).toEqual([])
    await Promise.all([late.close(), close(), member.close()])
  })

  it('reaches nothing else of the API, in its browser or as a token', async () => {
    const member = await openPage(browser)
    const address = await makeLink(member.page)
    const incidentId = /incidents\/([^?]+)/.exec(member.page.url())?.[1] ?? ''
    const { page, close } = await openPage(browser, { person: null })
    await page.goto(address)
    await page.getByRole('heading', CAUSE).waitFor()
    const calls = [
      ['GET', '/v1/me'],
      ['GET', '/v1/incidents'],
      ['GET', `/v1/incidents/${incidentId}`],
      ['POST', `/v1/incidents/${incidentId}/feedback`],
      ['POST', `/v1/incidents/${incidentId}/shares`],
      ['POST', '/v1/logs/query'],
      ['POST', '/v1/threads'],
      ['GET', '/v1/shared-incidents/019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55'],
    ] as const
    const inBrowser = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(([method, path]) =>
            fetch(path, { method, ...(method === 'POST' ? { body: '{}' } : {}) }).then(({ status }) => status),
          ),
        ),
      calls,
    )
    expect(inBrowser).toEqual(calls.map(() => 401))
    const authorization = `Bearer ${address.split('#')[1]}`
    const asToken = await Promise.all(
      calls.map(([method, path]) =>
        fetch(`${BASE_URL}${path}`, { method, headers: { authorization } }).then(({ status }) => status),
      ),
    )
    expect(asToken).toEqual(calls.map(([, path]) => (path.includes('shared-incidents') ? 404 : 401)))
    // The rest of the console has nothing for this browser either.
    await page.goto(`${BASE_URL}/console/incidents/${incidentId}`)
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await revokeAll(member.page)
    await Promise.all([close(), member.close()])
  })

  it('has nothing that axe objects to in either scheme, and fits a phone', async () => {
    const member = await openPage(browser)
    const address = await makeLink(member.page)
    const phone = { width: 360, height: 740 }
    const { page, problems, close } = await openPage(browser, { person: null, viewport: phone })
    await page.goto(address)
    await page
      .getByRole('img', { name: /pricing-service: from/ })
      .nth(2)
      .waitFor()
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    expect(problems).toEqual([])
    await revokeAll(member.page)
    await Promise.all([close(), member.close()])
  })

  it('says what is wrong with an address that is not a whole link, and tries again where the service was away', async () => {
    const { page, close } = await openPage(browser, { person: null })
    await page.goto(`${BASE_URL}/console/shared/019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55`)
    await page.getByText('was not opened here').waitFor()
    await page.goto(`${BASE_URL}/console/shared/nonsense#oas_share_nonsense`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    const member = await openPage(browser)
    const address = await makeLink(member.page)
    await page.route('**/oauth/share', (route) => route.abort())
    await page.goto(address)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/oauth/share')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', CAUSE).waitFor()
    await revokeAll(member.page)
    await Promise.all([close(), member.close()])
  })
})
