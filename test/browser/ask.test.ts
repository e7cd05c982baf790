/** Asking: steps as they happen, the answer with its look-ups, what can be done with it; by keyboard alone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> ![p](https://attacker.test/p.png) [c](javascript:alert(1)) \u202Egnp.exe`

describe.skipIf(whyNot !== '')(`asking ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('answers by keyboard alone, shows each step, and leads from a citation to its look-up', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/`)
    await page.getByRole('heading', { level: 1, name: /^pricing-service: / }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('what broke?')
    await page.keyboard.press('Enter')
    // While it is at work, its steps stand there; afterwards the answer does.
    await page.getByText('The agent is at work.').waitFor()
    const answer = page.getByRole('listitem', { name: 'Answer' })
    await answer.getByText(/How this was found: \d+ look-ups/).waitFor()
    await answer.getByText('Root cause: ').waitFor()
    await answer
      .getByRole('img', { name: /pricing-service/ })
      .first()
      .waitFor()
    await answer
      .getByRole('button', { name: /show the look-up/ })
      .first()
      .click()
    await answer.getByText('root_cause_identified').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const address = page.url()
    await page.goto(address)
    await answer.getByText('Root cause: ').waitFor()
    await answer.getByRole('button', { name: 'Fork here' }).click()
    await page.getByText('Forked from').waitFor()
    expect(page.url()).not.toBe(address)
    expect(problems).toEqual([])
    await close()
  })

  it('shows hostile text as text, in questions, titles and answers', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/ask?q=${encodeURIComponent(HOSTILE)}`)
    const field = page.getByRole('textbox', { name: 'Your question' })
    expect(await field.inputValue()).toBe(HOSTILE)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('listitem', { name: 'Answer' }).getByRole('button', { name: 'Fork here' }).waitFor()
    await page.getByText(HOSTILE.slice(0, 30)).first().waitFor()
    const found = await page.evaluate(() => ({
      title: document.title,
      images: document.querySelectorAll('main img, main script, main iframe').length,
      links: [...document.querySelectorAll('main a')].filter((one) => !one.getAttribute('href')?.startsWith('/console'))
        .length,
    }))
    expect(found).toEqual({ title: 'Observability console', images: 0, links: 0 })
    expect(problems).toEqual([])
    await close()
  })
})
