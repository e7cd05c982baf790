/**
 * Answers the console's questions for log lines within the page, as the API would: pages of the asked length with a
 * cursor. Storing so many lines through the intake would take longer than all other tests together.
 */
import type { Page } from 'playwright-core'

export async function serveLines(page: Page, count: number): Promise<void> {
  await page.addInitScript((total) => {
    const asked = window.fetch.bind(window)
    const newest = Date.now()
    const severities = ['info', 'info', 'debug', 'warn', 'error']
    const lineAt = (index: number) => ({
      id: `line-${index}`,
      timestamp: new Date(newest - index * 37).toISOString(),
      values: {
        severity: severities[index % severities.length],
        service: `service-${index % 23}`,
        body: JSON.stringify({
          msg: `line ${index} of a list`,
          path: `/items/${index % 997}`,
          durationMs: index % 1_013,
        }),
      },
    })
    const work = { recordsScanned: total, bytesDecoded: total * 100, partitionsRead: 1, partial: [] }
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!/\/v1\/logs\/query$/.test(new URL(request.url).pathname)) return asked(request)
      const { limit, cursor = '0' } = (await request.json()) as { limit: number; cursor?: string } // the console's question
      const from = Number(cursor)
      const until = Math.min(from + limit, total)
      const logs = Array.from({ length: until - from }, (_, place) => lineAt(from + place))
      return Response.json({ logs, nextCursor: until === total ? null : String(until), work })
    }
  }, count)
}
