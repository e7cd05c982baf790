/** Asking: steps as they happen, the answer with its look-ups, what can be done with it; by keyboard alone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  accessibilityProblems,
  accessibilityProblemsInBothSchemes,
  api,
  BASE_URL,
  launch,
  openPage,
  whyNot,
} from './console-page.ts'

const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> ![p](https://attacker.test/p.png) [c](javascript:alert(1)) \u202Egnp.exe`

describe.skipIf(whyNot !== '')(`asking ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it('answers by keyboard alone, shows each step, and leads from a citation to its look-up', async () => {
    const { page, problems, close } = await openPage(browser)
    // The agent is quick: nothing of its work comes in before the page was seen waiting for it.
    const seen = Promise.withResolvers<void>()
    await page.route('**/v1/threads/*/stream*', async (route) => {
      await seen.promise
      await route.continue()
    })
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
    seen.resolve()
    const answer = page.getByRole('listitem', { name: 'Answer' })
    await answer.getByText(/How this was found: \d+ look-ups/).waitFor()
    await answer.getByText('Root cause: ').waitFor()
    await answer
      .getByRole('img', { name: /pricing-service/ })
      .first()
      .waitFor()
    // Short marks, and what each stands for; ids of look-ups are for machines.
    await answer.getByRole('list', { name: 'Read from' }).getByText('investigate').waitFor()
    expect(await answer.getByRole('table').first().textContent()).not.toMatch(/call_/)
    await answer
      .getByRole('table')
      .first()
      .getByRole('button', { name: /^1\s?, show the look-up$/ })
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

  it('has nothing that axe objects to in either scheme and on a phone', async () => {
    const { threadId } = await api<{ threadId: string }>('POST', '/threads', { message: 'what broke?' })
    const { page, problems, close } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    for (const path of ['/ask', `/ask/${threadId}`]) {
      await page.goto(`${BASE_URL}/console${path}`)
      await page
        .getByText(path === '/ask' ? 'New thread' : 'How this was found')
        .first()
        .waitFor()
      expect([path, await accessibilityProblemsInBothSchemes(page)]).toEqual([path, []])
      const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
      expect([path, width[0]]).toEqual([path, width[1]])
    }
    expect(problems).toEqual([])
    await close()
  })

  it('stops the agent, and asks again what was stopped', async () => {
    // Many questions, and more of them once the button is there, so that the agent is at work when it is pressed.
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/ask`)
    await page.getByText('New thread').first().waitFor()
    const ask = { message: 'what broke?', wait: false }
    const { threadId } = await api<{ threadId: string }>('POST', '/threads', ask)
    const askMore = (length: number) =>
      Promise.all(Array.from({ length }, () => api('POST', `/threads/${threadId}/messages`, ask)))
    await askMore(15)
    await page.goto(`${BASE_URL}/console/ask/${threadId}`)
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.waitFor()
    await askMore(8)
    // At once: a click waits until the button stands still, and what is written moves it until the agent is done.
    await stop.dispatchEvent('click')
    await page.getByText('It was stopped.').first().waitFor()
    await page.getByText('The agent is at work.').waitFor({ state: 'detached' })
    const answers = page.getByRole('listitem', { name: 'Answer' })
    const before = await answers.count()
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await answers.nth(before).getByText('How this was found').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('says that an answer was stopped which had nothing in it yet', async () => {
    const ask = { message: 'what broke?', wait: false }
    const { threadId } = await api<{ threadId: string }>('POST', '/threads', ask)
    await api('POST', `/threads/${threadId}/stop`)
    const { page, problems, close } = await openPage(browser)
    await page.route(`**/v1/threads/${threadId}/messages*`, async (route) => {
      const body = await (await route.fetch()).json()
      const messages: { readonly role: string }[] = body.messages
      const emptied = (one: { readonly role: string }) => (one.role === 'user' ? one : { ...one, content: [] })
      await route.fulfill({ json: { ...body, messages: messages.map(emptied) } })
    })
    await page.route(`**/v1/threads/${threadId}/runs*`, async (route) => {
      const body = await (await route.fetch()).json()
      const runs: object[] = body.runs
      await route.fulfill({ json: { ...body, runs: runs.map((one) => ({ ...one, status: 'aborted' })) } })
    })
    await page.goto(`${BASE_URL}/console/ask/${threadId}`)
    const answer = page.getByRole('listitem', { name: 'Answer' })
    await answer.getByText('It was stopped.').waitFor()
    expect(await answer.getByRole('button', { name: 'Try again' }).count()).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  it('goes on after the last event when the connection breaks in the middle of an answer', async () => {
    const { page, problems, close } = await openPage(browser)
    const continuedAfter: (string | undefined)[] = []
    let lastSeen = ''
    await page.route('**/v1/threads/*/stream*', async (route) => {
      if (lastSeen !== '') {
        continuedAfter.push(route.request().headers()['last-event-id'])
        await page.getByText('The connection broke; it is made again.').waitFor()
        return route.continue()
      }
      const whole = await (await route.fetch({ timeout: 120_000 })).text()
      const events = whole.split('\n\n')
      const half = events.slice(0, events.length >> 1)
      lastSeen = half.flatMap((event) => /^id: ?(.+)$/m.exec(event)?.[1] ?? []).at(-1) ?? ''
      await route.fulfill({ contentType: 'text/event-stream', body: `${half.join('\n\n')}\n\n` })
    })
    await page.goto(`${BASE_URL}/console/ask?q=${encodeURIComponent('what broke?')}`)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await vi.waitFor(() => expect(continuedAfter).toHaveLength(1), { timeout: 120_000 })
    expect(lastSeen).toMatch(/\S/)
    expect(continuedAfter).toEqual([lastSeen])
    await page.getByText('The agent is at work.').waitFor({ state: 'detached' })
    const answer = page.getByRole('listitem', { name: 'Answer' })
    await answer.getByRole('button', { name: 'Fork here' }).waitFor()
    expect(await answer.count()).toBe(1)
    // No step is lost at the break, and none is there twice.
    await answer.getByText('How this was found').click()
    const steps = await answer.getByText('read question').count()
    expect(steps).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  it('gives a question back that could not be sent', async () => {
    const { page, close } = await openPage(browser)
    const refusal = { code: 'RATE_LIMITED', message: 'Too many questions at once.', requestId: 'r-3' }
    await page.route('**/v1/threads?*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    )
    await page.goto(`${BASE_URL}/console/ask`)
    const field = page.getByRole('textbox', { name: 'Your question' })
    await field.fill('is it still going on?')
    await field.press('Enter')
    await page.getByRole('status').getByText(refusal.message).waitFor()
    expect(await field.inputValue()).toBe('is it still going on?')
    await close()
  })
})
