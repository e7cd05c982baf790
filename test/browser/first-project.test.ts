/** A person without an organization or a project is led to have one. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

interface Has {
  organizations: object[]
  projects: object[]
}

const OWN = { id: 'org_new', name: 'Acme', slug: 'acme', logo: null, role: 'admin' }
const PROJECT = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
  organizationId: 'org_new',
  name: 'production',
  region: 'eu-north-1',
}

/** The service as somebody meets it who `has` this; what they make is added. Returns what was sent. */
async function serviceFor(page: Page, has: Has): Promise<object[]> {
  const sent: object[] = []
  await page.route('**/v1/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), organizations: has.organizations } })
  })
  await page.route('**/v1/organizations', async (route) => {
    sent.push(route.request().postDataJSON())
    has.organizations.push(OWN)
    await route.fulfill({ status: 201, json: { organization: OWN } })
  })
  await page.route(/\/v1\/projects(?:\?|$)/, async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { projects: has.projects } })
    sent.push(route.request().postDataJSON())
    has.projects.push(PROJECT)
    return route.fulfill({ status: 201, json: { project: PROJECT } })
  })
  return sent
}

describe.skipIf(whyNot !== '')(`the first project ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('is made in two steps by whoever has nothing, from any view', async () => {
    const { page, problems, close } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    const sent = await serviceFor(page, { organizations: [], projects: [] })
    await page.goto(`${BASE_URL}/console/logs`)
    await page.getByRole('heading', { name: 'Begin with an organization' }).waitFor()
    await page.getByText('Ask an admin to invite').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Name').fill('Acme')
    await page.getByRole('button', { name: 'Make the organization' }).click()
    await page.getByRole('heading', { name: 'The first project of Acme' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Name').fill('production')
    await page.getByLabel('Region').selectOption('eu-north-1')
    await page.getByRole('button', { name: 'Make the project' }).click()
    await page.waitForURL(`**/console/setup?project=${PROJECT.id}`)
    await page.getByRole('heading', { name: 'What arrives' }).waitFor()
    expect(sent).toEqual([{ name: 'Acme' }, { name: 'production', region: 'eu-north-1', organizationId: OWN.id }])
    expect(problems).toEqual([])
    await close()
  })

  it('is made by an admin; a member is told whom to ask, and sees it once it is there', async () => {
    const { page, problems, close } = await openPage(browser, { colorScheme: 'dark' })
    const has: Has = { organizations: [{ ...OWN, role: 'member' }], projects: [] }
    await serviceFor(page, has)
    await page.goto(`${BASE_URL}/console/`)
    await page.getByRole('heading', { name: 'There is no project yet' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    has.projects.push(PROJECT)
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByRole('button', { name: /Acme \/ production/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('stays to be made when the service refuses, which says why', async () => {
    const { page, close } = await openPage(browser)
    await serviceFor(page, { organizations: [], projects: [] })
    await page.route('**/v1/organizations', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'You have five free organizations.' } }),
    )
    await page.goto(`${BASE_URL}/console/`)
    await page.getByLabel('Name').fill('Acme')
    await page.getByRole('button', { name: 'Make the organization' }).click()
    await page.getByText('You have five free organizations.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Acme')
    await close()
  })
})
