/** Shares of a status code, whole and in groups, and follow-ups about what was just listed. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { lastAnswer } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

let store: TelemetryStore | null = null

beforeAll(async () => {
  const world = worldOf({
    gateway: 'kiln-gate',
    routes: { 'POST /firings': 'firing-svc', 'GET /glazes/today': 'glaze-svc' },
    failing: 'POST /firings',
    store: 'postgresql',
  })
  store = rememberingStore(await storeWithWorld(world))
}, 120_000)

/** The answer to the last of the questions, asked in one thread. */
async function last(...questions: readonly string[]): Promise<string> {
  if (store === null) throw new Error('no store')
  return lastAnswer(store, questions, END_MS)
}

describe('the share of a status code', () => {
  // Of 240 requests on the route, three of four fail in 20 of 60 minutes: 60.
  it('is told of all requests, and not of those that have it', async () => {
    expect(await last('5xx rate of firing-svc')).toMatch(
      /\*\*25\.0 %\*\* of requests of `firing-svc` have status 5xx: 60 of 240/,
    )
    expect(await last('error rate of firing-svc', 'only 503')).toMatch(/have status 503: 60 of 240/)
  })

  it('is told of each group', async () => {
    const said = await last('share of 503 by service')
    expect(said).toMatch(/`firing-svc`: 25\.0 % \(60 of 240\)/)
    expect(said).toMatch(/`kiln-gate`: 12\.5 % \(60 of 480\)/)
    expect(said).toMatch(/`glaze-svc`: 0 % \(0 of 240\)/)
    expect(await last('error rate of kiln-gate', 'only 5xx', 'by route')).toMatch(
      /POST \/firings` has the highest share of requests.*\*\*25\.0 %\*\* \(60 of 240\)/,
    )
  })

  it('is none where no request has it', async () => {
    expect(await last('share of 404 by service')).toMatch(/^None: no request with status 404/)
  })

  it('has its peak where most of the requests have it', async () => {
    expect(await last('when did the 5xx rate of firing-svc peak?')).toMatch(/was highest, \*\*75\.0 %\*\*/)
  })
})

describe('a route that ends in a word of time', () => {
  it('is no time', async () => {
    expect(await last('p95 of GET /glazes/today')).toMatch(/on `GET \/glazes\/today`.*in the hour|240 requests/)
    expect(await last('requests on GET /glazes/today since 14:30')).toMatch(/on `GET \/glazes\/today`.*14:30:00/)
  })
})

describe('a follow-up about what was listed', () => {
  it.each(['show the trace', 'which span took the longest?', 'where does the time go?', 'who called that?'])(
    '%j tells of the first trace',
    async (asked) => {
      expect(await last('slowest requests of firing-svc', asked)).toMatch(/The trace/)
    },
  )

  it('shows a slow one of what was measured', async () => {
    expect(await last('p95 of glaze-svc', 'show me a slow request')).toMatch(
      /^The slowest of 240 requests of `glaze-svc`/,
    )
  })

  it('counts what failed in a time behind a state', async () => {
    expect(await last('is firing-svc ok?', 'how many failed between 14:25 and 14:45?')).toMatch(
      /^\*\*60\*\* failed requests of `firing-svc`/,
    )
    expect(await last('what broke?', 'how many between 14:30 and 14:40?')).toMatch(/^\*\*30\*\* failed requests/)
  })

  it('names the slowest of its routes, and puts lines together', async () => {
    expect(await last('p95 of kiln-gate', 'worst route?')).toMatch(
      /has the highest 95th percentile duration of `kiln-gate`/,
    )
    expect(await last('errors of firing-svc', 'group them')).toMatch(/^The most frequent of errors of `firing-svc`/)
  })

  it('counts requests behind their rate, and their latency behind a failure rate', async () => {
    expect(await last('error rate of firing-svc', 'and requests?')).toMatch(/^\*\*240\*\* requests of `firing-svc`/)
    expect(await last('failed requests of firing-svc', 'p95 latency?')).toMatch(/requests of `firing-svc` that failed/)
  })

  it('leaves out a service by its name', async () => {
    expect(await last('how many log lines', 'not firing-svc')).toMatch(/log records except `firing-svc`/)
    expect(await last('requests', 'not firing-svc')).toMatch(/requests except `firing-svc`/)
  })

  it('that changes nothing is not answered with the same again', async () => {
    const before = await last('what broke?')
    const after = await last('what broke?', 'and the pottery wheel of it?')
    expect(after.split('\n')[0]).not.toBe(before.split('\n')[0])
  })
})

describe('a store that a service may use', () => {
  it('is told with yes or no', async () => {
    expect(await last('does firing-svc use postgres?')).toMatch(/^\*\*Yes\*\*: `firing-svc` calls `postgresql`/)
    expect(await last('does firing-svc use redis?')).toMatch(/^\*\*No\*\* call of `firing-svc` to `redis`/)
  })
})
