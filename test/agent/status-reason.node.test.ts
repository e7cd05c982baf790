/** What a status of clients means is told by the lines within the requests that ended with it. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000

/** A desk that refuses every third quote with 422 and says why, and writes other warnings outside of its requests. */
function quotesWorld(): World {
  const base = worldOf({
    gateway: 'quote-edge',
    routes: { 'POST /batches': 'bake-desk' },
    failing: 'POST /batches',
    store: 'postgresql',
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  for (let minute = 0; minute < 60; minute++) {
    const timeMs = STARTED_MS + minute * 60_000 + 20_000
    const isRefused = minute % 3 === 0
    const traceId = (0xcafe000 + minute).toString(16).padStart(32, '0')
    const line = (severity: LogRow['severity'], message: string, trace: string): LogRow => ({
      ...{ timeMs, service: 'quote-desk', severity, isSeveritySent: true, message, body: message, attributes: {} },
      ...{ version: '1.0.0', traceId: trace, spanId: '', instance: 'quote-desk-1' },
    })
    logs.push(line(isRefused ? 'WARN' : 'INFO', isRefused ? 'quote refused: fabric is silk' : 'quote made', traceId))
    if (minute % 2 === 0) logs.push(line('WARN', 'price list is old', ''))
    spans.push({
      ...{ traceId, spanId: (0xd000 + minute).toString(16).padStart(16, '0'), parentSpanId: '', name: 'POST /quotes' },
      ...{ service: 'quote-desk', kind: 'server', startMs: timeMs - 10, endMs: timeMs + 10, isError: false },
      ...{
        attributes: { 'http.response.status_code': isRefused ? 422 : 201, tailor: minute % 2 === 0 ? 'ada' : 'bo' },
      },
      ...{ statusMessage: '', version: '1.0.0', instance: 'quote-desk-1', isFailed: false, isEntry: true },
    })
  }
  return {
    ...base,
    services: [...base.services, 'quote-desk'],
    logs: [...base.logs, ...logs],
    spans: [...base.spans, ...spans],
  }
}

const ask = threadsOver(quotesWorld, END_MS)

describe('a status with which a service refuses', () => {
  it.each([
    [['why does quote-desk answer 422?'], 20],
    [['what are the 422s on POST /quotes about'], 20],
    [['requests on POST /quotes by status code', 'the 422s, why'], 20],
    [['requests on POST /quotes', 'only ada', 'what does the 422 say in the logs there?'], 10],
  ])('%j is told by the lines of those requests alone', async (asked, count) => {
    const text = await ask(...asked)
    expect(text).toMatch(
      new RegExp(
        `^The log says within \\*\\*${count}\\*\\* requests.*: \\*\\*${count}\\*\\* times \`quote refused: fabric is silk\` of \`quote-desk\``,
      ),
    )
    expect(text).not.toContain('price list')
  })

  it('the thread goes on from the requests', async () => {
    expect(await ask('why does quote-desk answer 422?', 'by tailor')).toMatch(/has the most requests .*: \*\*10\*\*/)
  })

  it('a status that nobody got, and those of the server, are read as any other question', async () => {
    expect(await ask('why does quote-desk answer 404?')).not.toMatch(/^The log says/)
    expect(await ask('why does bake-desk answer 500?')).not.toMatch(/^The log says/)
  })

  it('lists only statuses of errors where errors are asked for', async () => {
    expect(await ask('which errors do people get on /quotes?')).toMatch(
      /^`422` has the most requests on `POST \/quotes` with status 4xx or 5xx: \*\*20\*\*/,
    )
  })
})
