/** What happened since a restart, how a service was at a clock time, what a release made slower, and what a status says. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const RESTARTED_MS = END_MS - 20 * 60_000
const RELEASED_MS = END_MS - 40 * 60_000

/** A cache that is restarted and goes on failing, and a route that a release makes slower. */
function depot(): World {
  const base = worldOf({
    ...{ gateway: 'depot-edge', routes: { 'POST /trays': 'tray-desk' }, failing: 'none', store: 'postgresql' },
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const line = (timeMs: number, service: string, severity: LogRow['severity'], body: string, row = {}): void => {
    logs.push({
      ...{ timeMs, service, severity, isSeveritySent: true, message: body, body, attributes: {} },
      ...{ traceId: '', spanId: '', version: '2.1.0', instance: `${service}-1` },
      ...row,
    })
  }
  line(RESTARTED_MS, 'map-cache', 'WARN', 'SIGTERM received, stopping: restarted by operator')
  line(RESTARTED_MS + 5000, 'map-cache', 'INFO', 'map-cache ready, listening on 8080')
  for (let nth = 0; nth < 120; nth++) {
    const timeMs = STARTED_MS + nth * 30_000
    if (nth % 2 === 0) line(timeMs + 100, 'map-cache', 'ERROR', `tile T-${nth} not read: store is slow`)
    const isNew = timeMs >= RELEASED_MS
    const traceId = (0xdba0000 + nth).toString(16).padStart(32, '0')
    const isUnknown = nth % 12 === 5
    spans.push({
      ...{ traceId, spanId: (0xdb00 + nth).toString(16).padStart(16, '0'), parentSpanId: '', name: 'GET /tiles' },
      ...{ service: 'route-desk', kind: 'server', startMs: timeMs, endMs: timeMs + (isNew ? 80 : 40), isError: false },
      attributes: {
        'http.response.status_code': isUnknown ? 404 : 200,
        'http.request.method': 'GET',
        'van.kind': nth % 3 === 0 ? 'box-van' : 'truck',
        'van.id': `VN-${nth % 4}`,
      },
      ...{ statusMessage: '', version: isNew ? '3.2.0' : '3.1.0', instance: 'route-desk-1' },
      ...{ isFailed: false, isEntry: true },
    })
    if (isUnknown)
      line(timeMs + 20, 'route-desk', 'WARN', `Route R-${nth} is unknown`, {
        ...{ traceId, version: isNew ? '3.2.0' : '3.1.0' },
      })
  }
  return {
    ...base,
    services: [...base.services, 'map-cache', 'route-desk'],
    logs: [...base.logs, ...logs],
    spans: [...base.spans, ...spans],
  }
}

const ask = threadsOver(depot, END_MS)

describe('since a restart', () => {
  it('is from the moment in which the service has started again', async () => {
    const after = /^\*\*19\*\* errors of `map-cache`, 14:40:05–15:00:00/
    expect(await ask('how many errors of map-cache since its restart')).toMatch(after)
    expect(await ask('was map-cache restarted?', 'how many errors has it had after that')).toMatch(after)
  })
})

describe('a release', () => {
  it('made a route slower', async () => {
    const both = /\*\*40 ms\*\* before, \*\*80 ms\*\* since/
    expect(await ask('is GET /tiles slower since the release of route-desk')).toMatch(both)
    expect(await ask('was route-desk released?', 'did it make tiles slower')).toMatch(both)
  })

  it('is the first of those that were listed', async () => {
    expect(await ask('list the releases of today', 'when was the first one')).toMatch(/`3\.2\.0` at \*\*14:20:/)
  })
})

describe('a status', () => {
  it('is told by what its requests logged', async () => {
    expect(await ask('a 404 on GET /tiles, what is that about')).toMatch(/\*\*10\*\* times .*is unknown/)
  })
})

describe('everyday forms', () => {
  it.each([
    ['a driver sees 404 when loading tiles. meaning?', /\*\*10\*\* times .*is unknown/],
    ['status codes of route-desk, broken down', /^`200` has the most requests of `route-desk`: \*\*110\*\*/],
    ['how are requests distributed over the services', /has the most requests.*by `service/],
    ['got paged for map-cache errors, what is it', /`map-cache`|Nothing broke/],
    ['how do i get honey out of a carpet', /^(?!.*Root cause)/s],
    ['if route-desk was down, what else would stop working?', /`route-desk` is called by|no calls/i],
  ])('%j', async (asked, said) => {
    expect(await ask(asked)).toMatch(said)
  })

  it('of releases: when one of them was', async () => {
    expect(await ask('list the releases of today', 'when was the route-desk one')).toMatch(/`3\.2\.0` at \*\*14:20:/)
  })
})

describe('a thing of one id', () => {
  it('is counted where requests carry the id, and not in lines of which none has it', async () => {
    expect(await ask('how many tiles did VN-2 get')).toMatch(
      /\*\*30\*\* requests with `van\.id` `VN-2` on `GET \/tiles`/,
    )
  })
})

describe('of these', () => {
  it('goes on from what was counted', async () => {
    expect(await ask('how many requests on GET /tiles', 'of these, how many by truck')).toMatch(
      /^\*\*80\*\* requests on `GET \/tiles` with `van\.kind` `truck`/,
    )
  })
})

describe('a question', () => {
  it('is English in spite of words that German has too', async () => {
    expect(await ask('was R-17 checked in?')).not.toMatch(/Deutsch/)
  })
})
