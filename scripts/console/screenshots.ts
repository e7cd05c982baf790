/**
 * Pictures of every view of the console with the demo, for docs/console: light at three widths, dark at one.
 *
 *   npm run console:screenshots                  starts a server with the demo
 *   CONSOLE_STATE=<STATE_DIR> npm run console:screenshots      takes one that runs
 *   npm run console:screenshots -- logs          only views whose names begin so
 *
 * `npm run format` afterwards aligns the list.
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium, sessionOf } from '../../test/browser/setup/browser.ts'
import { chromium } from '../../test/browser/setup/chromium.ts'
import { type Demo, runningDemo, startDemo } from '../../test/browser/setup/demo.ts'
import { VIEWS, type ViewAddress } from '../../test/browser/setup/views.ts'
import { REPOSITORY_DIR } from '../server/places.ts'

const FOLDER = join(REPOSITORY_DIR, 'docs', 'console')
const SHAPES = [
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1920, height: 1080, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const
/** Of a longer page the top is kept, this many windows high. */
const HEIGHTS_MAX = 2
/** Text stays legible, and all pictures together stay small enough for a repository. */
const QUALITY = 45
/** Charts are drawn once their place has its size. */
const SETTLED_MS = 700
const IDLE_MS = 6_000

interface View extends ViewAddress {
  /** What a reader does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
}

async function askApi<Result>({ baseUrl, secretKey }: Demo, path: string, body: object): Promise<Result> {
  const response = await fetch(`${baseUrl}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Result // as the operation's schema says
}

/** Every view, with addresses of a thread and a trace of this demo. */
async function viewsOf(demo: Demo): Promise<readonly View[]> {
  const { threadId } = await askApi<{ threadId: string }>(demo, '/threads', { message: 'What broke?' })
  const from = new Date(Date.now() - 86_400_000).toISOString()
  const filters = [{ field: 'status', op: 'eq', value: 'error' }]
  const { spans } = await askApi<{ spans: readonly { traceId: string }[] }>(demo, '/traces/query', {
    from,
    filters,
    limit: 1,
  })
  const verdict = 'requests failed since the onset'
  return [
    { name: 'incidents', path: '/incidents', shown: 'alert' },
    { name: 'incident', path: '/', shown: verdict },
    { name: 'incident-evidence', path: '/', shown: verdict, act: openEvidence },
    { name: 'ask', path: '/ask', shown: 'New thread' },
    { name: 'ask-thread', path: `/ask/${threadId}`, shown: 'How this was found' },
    { name: 'trace', path: `/traces/${spans[0]?.traceId ?? ''}`, shown: 'Ask about this' },
    { name: 'log-record', path: '/logs?from=now-24h', shown: 'lines, more below', act: openRecord },
    ...VIEWS,
  ]
}

async function openEvidence(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^spans self time of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
}

async function openRecord(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Log lines' }).getByRole('button').first().click()
  await page.getByText('Before and after, of').waitFor()
}

type Shape = (typeof SHAPES)[number]

async function pageOf(browser: Browser, demo: Demo, { width, height, colorScheme }: Shape): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  await context.addCookies([await sessionOf(demo.baseUrl, 'Ada Admin')])
  return context.newPage()
}

const fileName = ({ name }: Pick<View, 'name'>, { width, colorScheme }: Shape): string =>
  `${name}-${width}-${colorScheme}.webp`

async function take(page: Page, demo: Demo, view: View, shape: Shape): Promise<void> {
  const { width, height } = shape
  await page.setViewportSize({ width, height })
  await page.goto(`${demo.baseUrl}/console${view.path}`)
  await page.getByText(view.shown, { exact: false }).first().waitFor()
  await view.act?.(page)
  // A live view goes on reading.
  await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => {})
  await page.waitForTimeout(SETTLED_MS)
  // A drawer covers the window, not the page.
  const whole = view.act ? height : Number(await page.evaluate('document.documentElement.scrollHeight'))
  const shown = Math.min(whole, Math.round(height * HEIGHTS_MAX))
  if (shown > height) {
    await page.setViewportSize({ width, height: shown })
    await page.waitForTimeout(SETTLED_MS)
  }
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  writeFileSync(join(FOLDER, fileName(view, shape)), Buffer.from(data, 'base64'))
  await devtools.detach()
}

/** The page that lists the pictures. */
function listOf(views: readonly View[]): string {
  const heads = SHAPES.map(({ width, colorScheme }) => `${width} px, ${colorScheme}`)
  const rows = views.map((view) => {
    const links = SHAPES.map((shape) => `[${shape.width}](${fileName(view, shape)})`)
    return `| ${view.name.replaceAll('-', ' ')} | ${links.join(' | ')} |`
  })
  return [
    '# Pictures of the console',
    '',
    'Every view with the demo, made by `npm run console:screenshots`, which writes this page too. What the views are for: [the design](../design/console.md).',
    '',
    `| View | ${heads.join(' | ')} |`,
    `| --- | ${heads.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ].join('\n')
}

async function main(): Promise<void> {
  const [wanted = ''] = process.argv.slice(2)
  const running = process.env['CONSOLE_STATE']
  const demo = running === undefined ? await startDemo() : runningDemo(running)
  const browser = await launchChromium(chromium())
  mkdirSync(FOLDER, { recursive: true })
  try {
    const views = await viewsOf(demo)
    writeFileSync(join(FOLDER, 'README.md'), listOf(views))
    for (const shape of SHAPES) {
      const page = await pageOf(browser, demo, shape)
      for (const view of views.filter(({ name }) => name.startsWith(wanted))) await take(page, demo, view, shape)
      console.info(`${shape.width} px, ${shape.colorScheme}`)
    }
  } finally {
    await browser.close()
    await demo.stop()
  }
  const files = readdirSync(FOLDER).map((name) => statSync(join(FOLDER, name)).size)
  const bytes = files.reduce((sum, size) => sum + size, 0)
  console.info(`${files.length} files, ${(bytes / 2 ** 20).toFixed(1)} MiB`)
}

await main()
