/** Text of senders is shown as text in every view: it neither runs, nor loads, nor becomes an element. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ATTEMPTS } from '../agent/hostile/corpus.ts'
import { api, BASE_URL, launch, openPage, whyNot } from './console-page.ts'

/** Beside the corpus: markup of every kind that a page could mistake for its own. */
const MARKUP = [
  '<img src=x onerror="window.hostile=1">',
  '<script>window.hostile=1</script>',
  '<svg onload="window.hostile=1"><a href="javascript:window.hostile=1"><text>x</text></a></svg>',
  '"><iframe srcdoc="<script>parent.hostile=1</script>"></iframe>',
  '[click](javascript:window.hostile=1) ![x](https://evil.example/x.png)',
  '<a href="https://evil.example" style="position:fixed;inset:0">x</a>',
  '<form action="https://evil.example"><button>Sign in again</button></form>',
  '\u202egnihtemos\u202c \u2066isolate\u2069 \u0000\u001b[31m',
  `${'long'.repeat(20_000)}`,
  '{{constructor.constructor("window.hostile=1")()}} <%= window.hostile=1 %>',
]

const METRIC = 'hostile <svg onload=window.hostile=1>'
const TRACE_ID = 'deadbeefdeadbeefdeadbeefdeadbeef'

/** Sends records of every kind, all with such text in all places. */
async function send(): Promise<void> {
  const { publicKey } = await api<{ publicKey: { value: string } }>('POST', '/public-keys', { name: 'hostile text' })
  await api('POST', '/notes', { kind: 'note', title: MARKUP[0], text: MARKUP.slice(0, 8).join('\n\n') })
  const texts = [...MARKUP, ...ATTEMPTS.map(({ text }) => text)]
  const nanos = (index: number) => `${BigInt(Date.now() - index * 10) * 1_000_000n}`
  const attributes = (text: string) => [{ key: text.slice(0, 60), value: { stringValue: text.slice(0, 2_000) } }]
  const resource = (text: string) => ({
    attributes: [{ key: 'service.name', value: { stringValue: text.slice(0, 120) } }],
  })
  const logs = texts.map((text, index) => ({
    resource: resource(text),
    scopeLogs: [
      {
        logRecords: [
          {
            timeUnixNano: nanos(index),
            severityNumber: 17,
            traceId: TRACE_ID,
            spanId: `00000000000000${(16 + index).toString(16)}`.slice(-16),
            body: { stringValue: text },
            attributes: attributes(text),
          },
        ],
      },
    ],
  }))
  const spans = texts.map((text, index) => ({
    resource: resource(text),
    scopeSpans: [
      {
        spans: [
          {
            traceId: TRACE_ID,
            spanId: `00000000000000${(16 + index).toString(16)}`.slice(-16),
            parentSpanId: index === 0 ? '' : '0000000000000010',
            name: text.slice(0, 200),
            kind: 2,
            startTimeUnixNano: nanos(index + 5),
            endTimeUnixNano: nanos(index),
            attributes: attributes(text),
            status: { code: 2, message: text.slice(0, 200) },
          },
        ],
      },
    ],
  }))
  const point = (text: string) => ({ timeUnixNano: nanos(0), asDouble: 1, attributes: attributes(text) })
  const metrics = MARKUP.slice(0, 8).map((text) => ({
    resource: resource(text),
    scopeMetrics: [{ metrics: [{ name: METRIC, unit: text.slice(0, 60), gauge: { dataPoints: [point(text)] } }] }],
  }))
  for (const [signal, body] of [
    ['logs', { resourceLogs: logs }],
    ['traces', { resourceSpans: spans }],
    ['metrics', { resourceMetrics: metrics }],
  ] as const) {
    const response = await fetch(`${BASE_URL}/intake/v1/${signal}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publicKey.value}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBe(200)
  }
}

/** What a page holds that came out of text. */
const harm = (page: Page) =>
  page.evaluate(() => ({
    ran: 'hostile' in window,
    frames: document.querySelectorAll('iframe, object, embed').length,
    images: [...document.images].filter(({ src }) => !src.startsWith(location.origin)).length,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
      (link) => new URL(link.getAttribute('href') ?? '', location.href).origin !== location.origin,
    ).length,
    forms: [...document.forms].filter(({ action }) => !action.startsWith(location.origin)).length,
  }))

const NONE = { ran: false, frames: 0, images: 0, links: 0, forms: 0 }

describe.skipIf(whyNot !== '')(`hostile text in telemetry ${whyNot}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
    await send()
  })
  afterAll(() => browser.close())

  it('stays text in every view that shows it', async () => {
    const { page, problems, close } = await openPage(browser)
    const open = async (path: string, shown: RegExp | string) => {
      await page.goto(`${BASE_URL}/console${path}`)
      await page.getByText(shown).first().waitFor()
      expect([path, await harm(page)]).toEqual([path, NONE])
    }
    await open('/logs?from=now-15m', /onerror=/)
    await page
      .getByRole('region', { name: 'Log lines' })
      .getByRole('button', { name: /srcdoc/ })
      .first()
      .click()
    await page.getByText('Before and after, of').waitFor()
    expect(await harm(page)).toEqual(NONE)
    await open('/logs?from=now-15m&show=patterns', 'An example')
    await open('/traces?from=now-15m', /onerror=/)
    await open(`/traces/${TRACE_ID}`, /with errors/)
    await open('/services?from=now-15m', 'A box: spans per second')
    await open(`/metrics?from=now-15m&metric=${encodeURIComponent(METRIC)}&by=service`, `avg of ${METRIC}`)
    const { schedule } = await api<{ schedule: { id: string } }>('POST', '/schedules', {
      name: 'hostile text',
      question: MARKUP.slice(0, 8).join(' '),
      timing: { cron: '0 9 * * 1-5', timeZone: 'UTC' },
    })
    await open('/setup/alerting', /onerror=/)
    await api('DELETE', `/schedules/${schedule.id}`)
    await open('/setup/notes', /onerror=/)
    await page.getByRole('button', { name: 'Read' }).first().click()
    await page.getByText('srcdoc').first().waitFor()
    expect(await harm(page)).toEqual(NONE)
    expect(problems).toEqual([])
    await close()
  })

  it('stays text in lines that arrive while they are looked at', async () => {
    const { page, problems, close } = await openPage(browser)
    await page.goto(`${BASE_URL}/console/logs?show=live`)
    await page.getByText('Waiting for lines').waitFor()
    const line = page
      .getByRole('region', { name: 'Live log lines' })
      .getByRole('button', { name: /srcdoc/ })
      .first()
    // Lines that came before the page listens are not shown, so they are sent until one is.
    await vi.waitFor(
      async () => {
        await send()
        await line.waitFor({ timeout: 5_000 })
      },
      { timeout: 60_000 },
    )
    expect(await harm(page)).toEqual(NONE)
    expect(problems).toEqual([])
    await close()
  })
})
