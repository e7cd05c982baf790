/** Durations of requests with one status, where each service names the status under a key of its own. */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const REQUESTS = 400

interface Serving {
  readonly service: string
  readonly route: string
  readonly statusKey: string
  readonly durationMs: (index: number) => number
}

/** Every fifth request fails with 503, every seventh of the others with 404. */
const statusOf = (index: number): number => (index % 5 === 0 ? 503 : index % 7 === 0 ? 404 : 200)

function spansOf({ service, route, statusKey, durationMs }: Serving, at: number): SpanRow[] {
  return Array.from({ length: REQUESTS }, (_, index) => {
    const startMs = END_MS - 50 * 60_000 + index * 7_000
    const id = (at * REQUESTS + index + 1).toString(16)
    return {
      ...{ traceId: id.padStart(32, '0'), spanId: id.padStart(16, '0'), parentSpanId: '' },
      ...{ service, name: route, kind: 'server', startMs, endMs: startMs + durationMs(index) },
      ...{ isError: statusOf(index) >= 500, statusMessage: '', version: '', instance: `${service}-1` },
      ...{ attributes: { [statusKey]: statusOf(index) }, isEntry: true, isFailed: statusOf(index) >= 500 },
    }
  })
}

const SYSTEMS: Readonly<Record<string, readonly Serving[]>> = {
  bakery: [
    ...[{ service: 'oven-api', route: 'POST /batches', statusKey: 'http.status', durationMs: (i: number) => 20 + i }],
    ...[
      { service: 'flour-store', route: 'GET /stock', statusKey: 'resp_code', durationMs: (i: number) => 900 + 3 * i },
    ],
  ],
  ferry: [
    { service: 'berth', route: 'Berth.Assign', statusKey: 'statusCode', durationMs: (i) => 5 + (i % 90) },
    { service: 'tariff', route: 'Tariff.Quote', statusKey: 'status', durationMs: (i) => 300 + i },
    { service: 'boarding', route: 'Boarding.Scan', statusKey: 'http.status_code', durationMs: (i) => 2_000 - 4 * i },
  ],
  archive: [
    { service: 'scanner', route: 'POST /pages', statusKey: 'status_code', durationMs: (i) => 40 + (i % 200) },
    { service: 'index', route: 'GET /find', statusKey: 'http.response.status_code', durationMs: (i) => 1_000 + i },
  ],
}

const worlds = Object.fromEntries(
  Object.entries(SYSTEMS).map(([name, serving]) => {
    const world = { logs: [], spans: serving.flatMap(spansOf), points: [], endMs: END_MS } as unknown as World
    return [name, { world, store: storeWithWorld(world) }]
  }),
)

/** Durations of the requests with a status, in order. */
function durationsOf(spans: readonly SpanRow[], isOf: (status: number) => boolean): number[] {
  return spans
    .filter(({ attributes }) => isOf(Number(Object.values(attributes)[0])))
    .map(({ startMs, endMs }) => endMs - startMs)
    .sort((a, b) => a - b)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 }

/** The first bold duration of an answer. */
function msIn(text: string): number {
  const [, digits = 'NaN', unit = ''] = /\*\*([\d.,]+) (ms|s|min)\*\*/.exec(text) ?? []
  return Number(digits.replace(/,/g, '')) * (UNIT_MS[unit] ?? Number.NaN)
}

async function said(system: string, question: string): Promise<string> {
  const found = worlds[system]
  if (found === undefined) throw new Error(`no system ${system}`)
  return (await new Conversation(rememberingStore(await found.store)).ask(question, END_MS)).text
}

describe.each(Object.keys(SYSTEMS))(
  'durations of requests with one status in the %s',
  { timeout: 60_000 },
  (system) => {
    const { world } = worlds[system] ?? { world: null }
    const spans = world?.spans ?? []
    const at = (all: readonly number[], share: number): number => all[Math.ceil(share * all.length) - 1] ?? Number.NaN

    it.each([
      ['p95 of requests with status 503', 0.95, (status: number) => status === 503],
      ['median duration of requests with status 503', 0.5, (status: number) => status === 503],
      ['p99 of requests that returned 404', 0.99, (status: number) => status === 404],
      ['p90 latency of requests with 5xx', 0.9, (status: number) => status >= 500],
      ['p95 of requests with status 404 or 503', 0.95, (status: number) => status >= 400],
      ['slowest request with status 503: how long did it take?', 1, (status: number) => status === 503],
    ] as const)('"%s" is of the requests of all services', async (question, share, isOf) => {
      const expected = at(durationsOf(spans, isOf), share)
      const text = await said(system, question)
      const value = msIn(text)
      // Percentiles are told to some percent; what is said must not be that of one service.
      expect(Math.abs(value - expected) / expected, text).toBeLessThan(0.03)
    })

    it('means are of all services as well', async () => {
      const all = durationsOf(spans, (status) => status === 503)
      const expected = all.reduce((sum, one) => sum + one, 0) / all.length
      const value = msIn(await said(system, 'mean duration of requests with status 503'))
      expect(Math.abs(value - expected) / expected).toBeLessThan(0.03)
    })

    it('one service has its own', async () => {
      const { service, statusKey, durationMs } = SYSTEMS[system]?.[1] ?? SYSTEMS.bakery?.[0] ?? ({} as Serving)
      const own = spans.filter((span) => span.service === service)
      expect(statusKey.length + durationMs(0)).toBeGreaterThan(0)
      const expected = at(
        durationsOf(own, (status) => status === 503),
        0.95,
      )
      const value = msIn(await said(system, `p95 of ${service} requests with status 503`))
      expect(Math.abs(value - expected) / expected).toBeLessThan(0.03)
    })
  },
)
