/** Who changed what, as admins see it in Setup. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

describe.skipIf(whyNot !== '')(`the audit ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('lists who changed what, narrowed in an address that restores it', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/setup/organization`)
    const name = `audited ${Date.now()}`
    await page.getByRole('button', { name: 'New project' }).click()
    const dialog = page.getByRole('dialog', { name: 'New project' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Make the project' }).click()
    await page.getByRole('button', { name: `Delete the project ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page
      .getByRole('row', { name: /Ada Admin project: delete/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'What' }).selectOption('Projects')
    await page.getByRole('combobox', { name: 'When' }).selectOption('Last 24 hours')
    await page
      .getByRole('row', { name: /Ada Admin project: create/ })
      .first()
      .waitFor()
    await page.waitForURL('**/setup/audit?*action=project*')
    const address = page.url()
    await page.goto(address)
    await page
      .getByRole('row', { name: /Ada Admin project: create/ })
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /incident share/ }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('shows older changes on demand, says where there are none, and is for admins alone', async () => {
    const { page, close } = await openPage(browser)
    const event = (id: string) => ({
      id,
      at: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'system', id: 'deletion', name: null },
      action: 'project.delete',
      targetId: null,
      projectId: null,
      detail: { name: `of page ${id}` },
      requestId: null,
    })
    await page.route('**/v1/audit-events?*', (route) => {
      const isSecond = new URL(route.request().url()).searchParams.has('cursor')
      return route.fulfill({ json: { events: [event(isSecond ? '2' : '1')], nextCursor: isSecond ? null : '1' } })
    })
    await page.goto(`${BASE_URL}/console/setup/audit`)
    await page.getByText('name: of page 1').waitFor()
    await page.getByRole('button', { name: 'Show older changes' }).click()
    await page.getByText('name: of page 2').waitFor()
    expect(await page.getByRole('button', { name: 'Show older changes' }).count()).toBe(0)
    await page.unroute('**/v1/audit-events?*')
    await page.route('**/v1/audit-events?*', (route) => route.fulfill({ json: { events: [], nextCursor: null } }))
    await page.goto(`${BASE_URL}/console/setup/audit?action=note`)
    await page.getByRole('heading', { name: 'No change is like this' }).waitFor()
    await page.goto(`${BASE_URL}/console/setup/audit`)
    await page.getByRole('heading', { name: 'Nothing was changed so far' }).waitFor()
    await close()
    const member = await openPage(browser, { person: 'Max Member' })
    await member.page.goto(`${BASE_URL}/console/setup/audit`)
    await member.page.getByRole('heading', { name: 'Not for your role' }).waitFor()
    expect(await accessibilityProblems(member.page)).toEqual([])
    await member.close()
  })
})
