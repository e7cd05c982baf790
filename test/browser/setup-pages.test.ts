/** Setting up: what fails is said, and what is looked at changes nothing. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

const REFUSAL = { code: 'CONFLICT', message: 'Somebody else changed it meanwhile.', requestId: 'r-2' }

describe.skipIf(whyNot !== '')(`setting up ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('says why a schedule could not be turned off, and shows it as it is', async () => {
    const name = 'asked in a test'
    const timing = { cron: '0 9 * * 1-5', timeZone: 'UTC' }
    const body = { name, question: 'Is everything ok?', timing }
    const { schedule } = await api<{ schedule: { id: string } }>('POST', '/schedules', body)
    const at = `**/v1/schedules/${schedule.id}*`
    const { page, problems, close } = await openPage(browser)
    await page.route(at, (route) => route.fulfill({ status: 409, json: REFUSAL }))
    await page.goto(`${BASE_URL}/console/setup/alerting`)
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('status').getByText(REFUSAL.message).waitFor()
    await row.getByRole('button', { name: 'Turn off' }).waitFor()
    await page.unroute(at)
    await row.getByRole('button', { name: 'Turn off' }).click()
    await row.getByRole('button', { name: 'Turn on' }).waitFor()
    expect(problems).toEqual([])
    await close()
    await api('DELETE', `/schedules/${schedule.id}`)
  })

  it('previews a monitor without reading the list of monitors again', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/setup/monitors`)
    await page.getByRole('button', { name: 'New monitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('tried in a test')
    await dialog.getByLabel(/^Threshold/).fill('0.5')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await dialog.getByRole('button', { name: 'Look at the last seven days' }).click()
    await dialog.getByRole('region', { name: 'Preview' }).getByText('It would have fired').waitFor()
    expect(asked.filter((one) => one.includes('/v1/monitors'))).toEqual(['POST /v1/monitors/preview'])
    expect(problems).toEqual([])
    await close()
  })
})
