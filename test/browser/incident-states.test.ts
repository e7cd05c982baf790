/** What the views of incidents say while there is nothing, not yet, no right, no session, or only a part to show. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

const CAUSE = { level: 1, name: /^pricing-service: / } as const
const LIST = '**/v1/incidents?*'
const ONE = /\/v1\/incidents\/[0-9a-f-]{36}(?:\?|$)/
const REFUSED = { requestId: 'r-1', operationId: 'x' }

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message, ...REFUSED } })

/** Answers with what the service says, changed. */
const changed = (change: (body: { incident: Record<string, unknown> }) => object) => async (route: Route) => {
  const answer = await route.fetch()
  await route.fulfill({ json: change(await answer.json()) })
}

async function openNewest(page: Page): Promise<void> {
  await page.goto(`${BASE_URL}/console/`)
}

describe.skipIf(whyNot !== '')(`the states of incidents ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('a project without incidents says what opens one, and a filter that it is too narrow', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.route(LIST, (route) => route.fulfill({ json: { incidents: [], nextCursor: null } }))
    await openNewest(page)
    await page.getByRole('heading', { name: 'No incident so far' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Resolved' }).click()
    await page.getByRole('heading', { name: 'No incident has this state' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('an answer that takes its time is announced, and then that it is slow', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/incidents`)
    await page.getByText('pricing-service').first().waitFor()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(ONE, async (route) => {
      await held
      await route.continue()
    })
    await page
      .getByRole('link', { name: /pricing-service/ })
      .first()
      .click()
    await page.getByRole('status').getByText('Loading the incident …').waitFor()
    await page.getByText('Still loading the incident. It takes longer than usual.').waitFor()
    letGo()
    await page.getByRole('heading', CAUSE).waitFor()
    await close()
  })

  it.each([
    ['a failure', 500, 'INTERNAL_SERVER_ERROR', 'This could not be loaded'],
    ['a missing right', 403, 'FORBIDDEN', 'Not for your role'],
    ['a missing incident', 404, 'NOT_FOUND', 'Not found'],
    ['an ended session', 401, 'UNAUTHORIZED', 'Your session has ended'],
  ] as const)('%s stands in place of the incident', async (_, status, code, title) => {
    const { page, close } = await openPage(browser)
    await page.route(ONE, refuse(status, code, 'Said by the service.'))
    await openNewest(page)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await close()
  })

  it('an investigation that runs, failed or was not made says so where the cause would stand', async () => {
    const { page, problems, close } = await openPage(browser)
    const empty = { brief: null, analysis: null, headline: null, causeService: null, confidence: null }
    let investigation: object = {}
    await page.route(
      ONE,
      changed(({ incident }) => ({ incident: { ...incident, ...empty, investigation } })),
    )
    const base = { runId: null, dueAt: '2026-01-01T00:00:00.000Z' }
    for (const [state, reason, said] of [
      ['queued', null, 'The investigation is about to begin.'],
      ['running', null, 'The investigation is running.'],
      ['failed', null, 'The investigation failed.'],
      ['refused', 'The budget of this hour is used up.', 'The budget of this hour is used up.'],
    ] as const) {
      investigation = { ...base, state, reason }
      await openNewest(page)
      await page.getByRole('heading', { level: 1, name: said }).waitFor()
      await page.getByText('None was found so far.').waitFor()
    }
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('a part without data says so, and a part that fails leaves the others alone', async () => {
    const { page, close } = await openPage(browser)
    await page.route('**/v1/traces/stats*', (route) =>
      route.fulfill({ json: { intervalSeconds: 10, rows: [], work: {} } }),
    )
    await page.route('**/v1/logs/volume*', refuse(500, 'INTERNAL_SERVER_ERROR', 'It failed.'))
    await openNewest(page)
    await page.getByRole('heading', CAUSE).waitFor()
    await page.getByText('No requests of these services were traced in this time.').waitFor()
    await page.getByText('Request r-1').waitFor()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page
      .getByRole('button', { name: /^spans self time of/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Evidence' })
    await drawer.getByText('There are none in this time any more').waitFor()
    await page.keyboard.press('Escape')
    await page.unroute('**/v1/logs/volume*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: /Warnings and errors/ }).waitFor()
    await close()
  })

  it('an action that the service refuses is said, and nothing is lost', async () => {
    const { page, close } = await openPage(browser)
    await page.route('**/v1/incidents/*/resolve*', refuse(403, 'FORBIDDEN', 'You may not close it.'))
    await page.route('**/v1/incidents/*/shares*', refuse(503, 'SERVICE_UNAVAILABLE', 'Not now.'))
    await openNewest(page)
    await page.getByRole('heading', CAUSE).waitFor()
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('You may not close it.').waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this incident' })
    await dialog.getByText('Not now.').first().waitFor({ timeout: 50_000 })
    await dialog.getByRole('button', { name: 'Make a link' }).waitFor()
    await close()
  })

  it('leads from an affected request to its waterfall', async () => {
    const { page, problems, close } = await openPage(browser)
    await openNewest(page)
    const request = page.getByRole('region', { name: 'Affected requests' }).getByRole('row').nth(1)
    const trace = request.getByRole('link')
    const id = (await trace.textContent()) ?? ''
    await trace.click()
    await page.waitForURL(`**/console/traces/${id}?*at=*`)
    // The incident has the same words, and stays until the trace is loaded.
    await page.getByRole('heading', { level: 1, name: /: (GET|POST) / }).waitFor()
    await page.getByText('GET /prices').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})
