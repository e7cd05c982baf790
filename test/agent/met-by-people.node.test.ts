/** Answers as people meet them: what they compare, restarts, pods, stores, silence, and what was left out of a cause. */
import { beforeAll, describe, expect, it } from 'vitest'
import { hotel } from '../../scripts/eval/questions/systems/hotel.ts'
import { news } from '../../scripts/eval/questions/systems/news.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { metricPoint, Resources, spanRecord, storeWith } from './stored-telemetry.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const agent = embeddedAgent()
const worlds = { hotel: hotel(END_MS), news: news(END_MS) }
const stores: Record<string, TelemetryStore> = {}

beforeAll(async () => {
  for (const [name, world] of Object.entries(worlds)) stores[name] = rememberingStore(await storeWithWorld(world))
})

async function first(system: keyof typeof worlds, question: string): Promise<string> {
  const store = stores[system]
  if (store === undefined) throw new Error(`no store of ${system}`)
  const { text } = await new Conversation(store, agent).ask(question, END_MS)
  return text.split('\n')[0] ?? ''
}

describe('the first line of an answer', { timeout: 120_000 }, () => {
  it('says of a cause that it is told for everything where no line tells of the thing, in the words of the person', async () => {
    const said = await first('hotel', 'bookings keep failing, why?')
    expect(said).toMatch(/^\*\*Root cause: `rate-service`\*\*/)
    expect(said).not.toContain('db.collection.name')
    expect(await first('hotel', 'Wieso schlagen Buchungen fehl?')).toContain('not only `Buchungen`')
  })

  it('tells when a version was deployed, and that another one was not', async () => {
    expect(await first('hotel', 'when did 1.19.0 go live?')).toMatch(
      /^`search-service` from version `1\.18\.2` to `1\.19\.0` at \*\*/,
    )
    expect(await first('hotel', 'when was 9.9.9 deployed?')).toMatch(/^No deployment to `9\.9\.9` was seen/)
  })

  it('counts a shutdown and the start behind it as one restart', async () => {
    expect(await first('hotel', 'what restarted?')).toMatch(
      /^\*\*2\*\* restarts: `mail-worker` at .*`search-service` at /,
    )
    expect(await first('hotel', 'did mail-worker restart?')).toMatch(/^Yes: \*\*1\*\* restart of `mail-worker`/)
  })

  it('compares two services, yes or no first', async () => {
    expect(await first('hotel', 'is booking-service slower than rate-service?')).toMatch(/^Yes: `booking-service`/)
    expect(await first('hotel', 'more errors in booking-service than in search-service?')).toMatch(/^No: /)
    expect(await first('hotel', 'which is slower, booking-service or rate-service?')).toMatch(/^`booking-service` has/)
  })

  it('compares how long requests take with the time before the incident', async () => {
    expect(await first('hotel', 'is api-gateway slower than usual?')).toMatch(
      /^\*\*(?:Yes|No)\*\*, .*95th percentile duration of `api-gateway`/,
    )
  })

  it('has both sides of a moment', async () => {
    const said = await first('hotel', 'p99 of booking-service before and after 14:30')
    expect(said).toMatch(/^99th percentile duration .* in [\d:]+–14:30:00 UTC, then .* in 14:30:00–/)
  })

  it('ranks operations where the slowest of them are asked for', async () => {
    expect(await first('hotel', 'top 3 slowest operations')).toMatch(/has the highest 95th percentile duration/)
  })

  it('counts log records where logs per minute are asked for', async () => {
    expect(await first('hotel', 'logs per minute of rate-service')).toMatch(/log records per minute of `rate-service`/)
  })

  it('tells pods apart and takes them for no metric', async () => {
    const pods = new Set(worlds.hotel.logs.map(({ instance }) => instance)).size
    expect(await first('hotel', 'how many pods are there?')).toMatch(new RegExp(`^\\*\\*${pods}\\*\\* distinct pods`))
  })

  it('says who uses a store that sends nothing itself, and who consumes a topic', async () => {
    expect(await first('news', 'who uses redis?')).toMatch(/^`redis` is called by `article-api`/)
    expect(await first('news', 'which services use postgres?')).toMatch(
      /^`postgresql` is called by .*`paywall-service`/,
    )
    expect(await first('news', 'which database does article-api use?')).toMatch(/`postgresql`/)
    expect(await first('news', 'who consumes articles.published?')).toMatch(/^`indexer`/)
  })

  it('takes calls of stores for what a database does, whichever way they are asked for', async () => {
    const slow = await first('hotel', 'is the database slow?')
    expect(slow).toMatch(/^\*\*No\*\*: calls to `postgresql`, `mysql`, `elasticsearch` take as long as before, p95 /)
    expect(await first('hotel', 'slowest query')).toMatch(/^`[a-z-]+ [A-Z]+ \w+` has the highest .* calls\), by/)
    const calls = worlds.hotel.spans.filter(
      ({ name, startMs }) => name === 'SELECT rates' && startMs > END_MS - 3_600_000,
    )
    const said = Number(/over ([\d,]+) calls/.exec(await first('hotel', 'p95 of SELECT rates'))?.[1]?.replace(',', ''))
    expect(Math.abs(said - calls.length)).toBeLessThanOrEqual(5)
  })

  it('ranks services by what they use, and asks for no callers', async () => {
    expect(await first('hotel', 'which service uses the most memory?')).toMatch(/^`search-service` has the highest/)
    expect(await first('hotel', 'quel service consomme le plus de mémoire ?')).toContain(
      '`search-service` has the highest',
    )
  })

  it('says yes or no to the course of a metric', async () => {
    expect(await first('hotel', 'did memory of booking-service go up?')).toMatch(/^No, steady/)
  })

  it('counts the line that is pasted without quotes', async () => {
    const line =
      '2026-11-20 14:55:07 ERROR b.s.Bookings - booking BK-1 failed: price could not be confirmed\nhow often?'
    const failed = worlds.hotel.logs.filter(
      ({ body, timeMs }) => body.includes('price could not be confirmed') && timeMs > END_MS - 3_600_000,
    )
    const said = Number(/^\*\*([\d,]+)\*\*/.exec(await first('hotel', line))?.[1]?.replace(',', ''))
    expect(Math.abs(said - failed.length)).toBeLessThanOrEqual(2)
  })

  it('says since when one service is silent', async () => {
    expect(await first('news', 'since when is image-resizer quiet?')).toMatch(
      /^`image-resizer` has been silent since \*\*[\d:]+ UTC\*\*/,
    )
  })

  it('claims nothing about durations of a service without spans', async () => {
    expect(await first('news', 'is image-resizer slow?')).toMatch(/^I cannot tell whether `image-resizer` is slow/)
  })
})

describe('a system that began a few minutes ago', () => {
  const BEGAN_MS = END_MS - 6 * 60_000
  const resource = new Resources('').of({ service: 'web', instance: 'web-1' })
  const spans = Array.from({ length: 180 }, (_, index) => {
    const startMs = BEGAN_MS + index * 2_000
    const id = String(index).padStart(16, '0')
    const durationMs = index < 90 ? 50 : 900
    return spanRecord(
      {
        ...{ traceId: id.padStart(32, 'a'), spanId: id, parentSpanId: '', name: 'GET /home', kind: 'server' as const },
        ...{ startMs, endMs: startMs + durationMs, isError: null, attributes: {}, statusMessage: '' },
      },
      resource,
    )
  })

  it('is compared with its own beginning, and told by the time that it has sent', async () => {
    const store = await storeWith({ logs: [], spans, metrics: [] }, 'short')
    const { text } = await new Conversation(store, agent).ask('is web slow?', END_MS)
    expect(text).toMatch(/^\*\*Yes\*\*: `web` is slow\. 0 of 180 requests failed in 5 min 58 s; in its last 3 minutes/)
    expect(text).not.toContain('in the hour')
  })

  it('has its memory told, not that of the machine below it', async () => {
    const point = (name: string, unit: string, value: number) =>
      metricPoint(
        {
          ...{ timeMs: END_MS - 60_000, startMs: END_MS - 60_000, name, unit, attributes: {}, value },
          ...{ type: 'gauge' as const, temporality: 'unspecified' as const, isMonotonic: false },
        },
        resource,
      )
    const metrics = [
      point('k8s.node.memory.utilization', '%', 41),
      point('k8s.pod.memory_limit_utilization', '%', 16),
      point('k8s.pod.memory.working_set', 'MiBy', 330),
    ]
    const store = await storeWith({ logs: [], spans, metrics }, 'memory')
    const { text } = await new Conversation(store, agent).ask('max memory of web', END_MS)
    expect(text).toMatch(/^Maximum of `k8s\.pod\.memory\.working_set` of `web`: \*\*330 MiB\*\*/)
  })
})
