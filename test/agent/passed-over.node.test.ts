/** Words that were passed over as grammar: a second window, a thing of the business. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { ask, Conversation, embeddedAgent } from './ask.ts'
import {
  logRecord,
  metricPoint,
  Resources,
  SEVERITY_NUMBERS,
  spanRecord,
  storeWith,
  type Telemetry,
} from './stored-telemetry.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const MINUTE_MS = 60_000
const RESOURCES = new Resources('test')

interface Trade {
  readonly service: string
  /** Route of requests from outside, one a minute. */
  readonly route: string
  readonly line: string
  readonly metric: string
}

/** Three trades, two hours each: a request, a line and a point of a gauge in each minute, of requests every tenth fails. */
const TRADES = {
  skiing: { service: 'lift-gate', route: 'POST /passes', line: 'pass stored', metric: 'gate.queue.depth' },
  museum: { service: 'tour-desk', route: 'POST /tours', line: 'tour placed', metric: 'audio_guides_lent' },
  winery: { service: 'cellar-api', route: 'POST /casks', line: 'cask stored', metric: 'cellar.humidity.level' },
} as const satisfies Record<string, Trade>

function telemetryOf({ service, route, line, metric }: Trade): Telemetry {
  const resource = RESOURCES.of({ service, instance: `${service}-1` })
  const minutes = Array.from({ length: 120 }, (_, at) => END_MS - (at + 0.5) * MINUTE_MS)
  const info = { severityNumber: SEVERITY_NUMBERS.INFO, severityText: 'INFO' }
  return {
    logs: minutes.map((timeMs) =>
      logRecord({ timeMs, body: line, attributes: {}, traceId: '', spanId: '' }, resource, info),
    ),
    spans: minutes.map((startMs, at) =>
      spanRecord(
        {
          ...{ traceId: String(at).padStart(32, 'a'), spanId: String(at).padStart(16, '0'), parentSpanId: '' },
          ...{ name: route, kind: 'server' as const, startMs, endMs: startMs + 40, isError: at % 10 === 0 },
          ...{ attributes: {}, statusMessage: '' },
        },
        resource,
      ),
    ),
    metrics: minutes.map((timeMs, at) =>
      metricPoint(
        {
          ...{ name: metric, unit: '1', attributes: {}, type: 'gauge' as const, value: at === 7 ? 91 : 12 },
          ...{ temporality: 'unspecified' as const, isMonotonic: false, timeMs, startMs: timeMs },
        },
        resource,
      ),
    ),
  }
}

const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, trade] of Object.entries(TRADES)) stores.set(name, await storeWith(telemetryOf(trade), name))
})

async function said(trade: string, question: string): Promise<string> {
  const store = stores.get(trade)
  if (store === undefined) throw new Error(`no store of ${trade}`)
  const { text } = await new Conversation(store, embeddedAgent()).ask(question, END_MS)
  return text.split('\n')[0] ?? ''
}

const NO_NUMBER = /^(?!.*\*\*[\d.,]+)/

describe('a word that restricts what is asked', { timeout: 60_000 }, () => {
  it.each([
    ['skiing', 'code passes that were stored after 14:10'],
    ['museum', 'status tours that were placed after 14:10'],
  ])('is "code" where no code is told: %s, %s', async (trade, question) => {
    expect(await said(trade, question)).toMatch(NO_NUMBER)
  })

  it.each([
    ['skiing', 'how many sites failed today?'],
    ['museum', 'what share of the platforms failed in the last 20 minutes?'],
    ['winery', 'how many products were stored today?'],
  ])(
    'is the thing that is counted, also where such a word elsewhere means the whole system: %s, %s',
    async (trade, question) => {
      expect(await said(trade, question)).toMatch(NO_NUMBER)
    },
  )

  it.each(Object.entries(TRADES))('is a second window: %s', async (trade, { service }) => {
    const text = await said(trade, `requests on ${service} last 15 min and the same an hour ago`)
    expect(text).toMatch(/\*\*15\*\* in 13:45:07–14:00:07 UTC, then \*\*15\*\* in 14:45:07–15:00:07 UTC/)
  })

  it.each([
    ['skiing', 'is there any gate.queue.depth? max please', /\*\*91\b/],
    ['winery', 'what is cellar.humidity.level? the maximum please', /\*\*91\b/],
  ])('is a statistic behind the question mark: %s, %s', async (trade, question, number) => {
    expect(await said(trade, question)).toMatch(number)
  })
})

describe('what somebody cannot do', { timeout: 60_000 }, () => {
  it('is no name of the service that does it', async () => {
    const store = stores.get('skiing')
    if (store === undefined) throw new Error('no store')
    const { text } = await ask(store, 'the guests cannot gate, what is the reason?', END_MS)
    expect(text).not.toMatch(/^`lift-gate` itself is healthy/)
  })
})

describe('a reading in which nothing restricts', { timeout: 60_000 }, () => {
  it.each([
    ['skiing', 'which service hits its quota most?'],
    ['winery', 'casks stored by kind'],
    ['skiing', 'returns booked since 14:10'],
  ])('gives no number: %s, %s', async (trade, question) => {
    expect(await said(trade, question)).toMatch(NO_NUMBER)
  })

  it('gives no number again where a follow-up changes nothing', async () => {
    const store = stores.get('museum')
    if (store === undefined) throw new Error('no store')
    const talk = new Conversation(store, embeddedAgent())
    await talk.ask('how many requests on POST /tours since 14:10?', END_MS)
    const { text } = await talk.ask('what about the app', END_MS)
    expect(text.split('\n')[0]).toMatch(NO_NUMBER)
  })

  it('is asked back for the state of a thing that is no part of the service named beside it', async () => {
    expect(await said('museum', 'do returns at the tour desk work?')).not.toMatch(/is healthy|is not healthy/)
  })
})
